"""What a tool is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from axon_desktop.llm.messages import JsonObject, ToolDefinition, ToolResult
from axon_desktop.vault.changes import ChangePreview

Effect: TypeAlias = Literal["read", "write"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """Something that a model may use; a tool that writes only says what it would write, the manager writes it."""

    definition: ToolDefinition
    """What the model is told."""
    run: Callable[[JsonObject], Awaitable[ToolResult]] | None = None
    """Does the work of a reading tool, given valid params; raises VaultError."""
    preview: Callable[[JsonObject], Awaitable[ChangePreview]] | None = None
    """Works out what a writing tool would change, given valid params; raises VaultError."""

    def __post_init__(self) -> None:
        if (self.run is None) == (self.preview is None):
            raise ValueError(f"tool {self.definition.name!r} needs either run or preview")

    @property
    def name(self) -> str:
        """Name that a call uses."""
        return self.definition.name

    @property
    def effect(self) -> Effect:
        """Whether the tool changes anything."""
        return "read" if self.preview is None else "write"
