"""A conversation as data: what people read, in the format that is exported, and as it is stored.

The JSON of the frozen structs has exactly the keys of that format: camelCase, milliseconds since the epoch.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from axon_desktop.llm import messages as llm
from axon_desktop.llm.messages import JsonObject

MessageRole: TypeAlias = Literal["user", "assistant", "system", "tool"]
DeltaKind: TypeAlias = Literal["token", "reasoning"]

TURN_STARTED = "turn_started"
"""Kind of the item that begins or continues a turn."""
THOUGHT = "thought"
"""Kind of the item that ends a reply: the deltas before it are folded into it."""
TERMINAL_KINDS = frozenset({"answer", "error", "cancelled", "stopped"})
"""Kinds of the item that ends a turn."""


class ToolOutcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """Result of a call."""

    success: bool
    output: str
    error: str | None = None


class ToolUse(msgspec.Struct, frozen=True):
    """A call and its outcome."""

    name: str
    parameters: JsonObject
    result: ToolOutcome


class Message(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """One message as people read it: no system prompt, no reminders, tool calls apart from texts."""

    id: str
    role: MessageRole
    content: str
    timestamp: int
    """Milliseconds since the epoch."""
    tool_call: ToolUse | None = None
    """For role "tool"."""


class ConversationMetadata(msgspec.Struct, frozen=True, rename="camel"):
    """Model, tokens and tools of a conversation."""

    model: str = ""
    total_tokens: int = 0
    tools_used: tuple[str, ...] = ()


class Conversation(msgspec.Struct, frozen=True, rename="camel"):
    """A saved list of turns."""

    id: str
    title: str
    messages: tuple[Message, ...]
    metadata: ConversationMetadata
    created_at: int
    """Milliseconds since the epoch."""
    updated_at: int
    """Milliseconds since the epoch."""


class ConversationSummary(msgspec.Struct, frozen=True):
    """A row of the list."""

    id: str
    title: str
    created_at: int
    """Milliseconds since the epoch."""
    updated_at: int
    """Milliseconds since the epoch."""
    messages: int
    """Messages of the user and the model."""
    model: str
    passage: str = ""
    """The text around a searched word as it was written, mostly Markdown; empty without a search."""
    is_copy: bool = False
    """Whether it was begun as a copy of another one."""
    source_title: str = ""
    """Of a copy, the title of the original; empty when that was deleted."""
    first_own_request: str = ""
    """Of a copy, its first request that the original does not have; empty as long as there is none."""


class Item(msgspec.Struct, frozen=True):
    """One stored event, and the message that people read in it."""

    turn_id: str
    kind: str
    """Type of the event, such as `thought`."""
    event: JsonObject
    """The event's fields, opaque here: the agent writes and reads them."""
    message: Message | None = None
    """None for events that say nothing to a reader."""


class StoredConversation(msgspec.Struct, frozen=True):
    """All that is stored of a conversation."""

    conversation: Conversation
    items: tuple[Item, ...]
    """Everything that happened, to be shown again."""
    history: tuple[llm.Message, ...]
    """What the model is sent, to go on from; every call has its result."""
    plan: str | None = None
    """The newest plan as JSON (`agent.plan`), None when there was none."""
    unfinished: bool = False
    """Whether the last turn was cut off by a crash: its partial texts are in `items` and `history`."""
    extra: JsonObject = msgspec.field(default_factory=dict)
    """`vault` (its id), and `forked_from` (the id of another conversation, or None)."""


class StoreNotice(msgspec.Struct, frozen=True):
    """The store was damaged: its file was set aside, and a new one begun."""

    damaged_file: Path
    """Where the damaged file is now, unchanged."""
    salvaged: int
    """Conversations that could be read in it and are in the new store."""
