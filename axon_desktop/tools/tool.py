"""The interface of a tool."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Literal, TypeAlias

from msgspec import Struct

from axon_desktop.llm.messages import JsonObject, ToolDefinition, ToolResult
from axon_desktop.vault.history.changes import Proposal

Effect: TypeAlias = Literal["read", "write", "command", "external"]
"""`write` changes the vault through its gateway and can be shown before it is done; `command` runs a program;
`external` is a tool of another program that is not known to only read. All but `read` are refused while a plan is
made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """Something that a model may use; a tool that writes only says what it would write, the manager writes it."""

    definition: ToolDefinition
    """The definition for the model."""
    run: Callable[[JsonObject], Awaitable[ToolResult]] | None = None
    """Does the work of any tool but a writing one, given valid params; raises VaultError."""
    preview: Callable[[JsonObject], Awaitable[Proposal]] | None = None
    """Computes what a writing tool would change, given valid params; raises VaultError."""
    effect: Effect = "read"
    """What a call may do."""
    foreign: bool = False
    """Whether another program answers, so that its results are not trusted."""
    check: Callable[[JsonObject], ToolResult | None] | None = None
    """Returns why valid params will be refused, before the user is asked about them; None when they will not."""
    warm_up: Callable[[], object] | None = None
    """Finds out what `check` needs to know, which is slow the first time; for a thread."""
    timeout: float | None = None
    """Seconds that a call may take; None for the manager's limit."""

    def __post_init__(self) -> None:
        if (self.run is None) == (self.preview is None) or (self.preview is None) == (self.effect == "write"):
            raise ValueError(f"tool {self.definition.name!r} needs preview if it writes, else run")

    @property
    def name(self) -> str:
        """Name that a call uses."""
        return self.definition.name


class Progress(Struct, frozen=True):
    """One report of a tool about itself."""

    done: float
    total: float | None = None
    """What `done` will be at the end; None when that is not known."""
    message: str = ""


def _ignore(progress: Progress) -> None:
    """Ignore a report that nobody requested."""


report_progress: ContextVar[Callable[[Progress], None]] = ContextVar("report_progress", default=_ignore)
"""The function to which a tool reports its progress; set around each call by its runner."""
