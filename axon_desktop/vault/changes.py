"""Changes to the vault as data: what would be written, what was written, and what was heard of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

ChangeKind: TypeAlias = Literal["create", "modify"]


@dataclass(frozen=True, slots=True)
class ChangePreview:
    """What a write would do, computed without writing anything."""

    path: str
    """Vault path with `/`, after normalising."""
    before: bytes | None
    """The file's bytes now; None when there is no such file."""
    after: bytes
    """The file's bytes then."""
    mode: Literal["overwrite", "append", "edit"]

    @property
    def kind(self) -> ChangeKind:
        """Whether the write makes a new file."""
        return "create" if self.before is None else "modify"

    @property
    def empties(self) -> bool:
        """Whether a note that holds something would be empty."""
        return bool(self.before and self.before.strip()) and not self.after.strip()

    @property
    def shrinks(self) -> bool:
        """Whether a note would lose more than half of its bytes."""
        return self.before is not None and len(self.after) * 2 < len(self.before)


@dataclass(frozen=True, slots=True)
class VaultChanged:
    """Files of the vault changed; sent to listeners from the thread that wrote."""

    paths: tuple[str, ...]
    origin: Literal["agent", "undo", "user", "outside"]


ChangeListener: TypeAlias = Callable[[VaultChanged], None]
