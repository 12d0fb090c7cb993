"""The data of conversations with a model: messages, tool calls and results, and the deltas of a streamed reply."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from msgspec import Struct, field

from axon_desktop.errors import AxonError, ErrorKind

JsonObject: TypeAlias = dict[str, Any]
"""A JSON object as parsed: `Any` only here, at the JSON edge."""

Role: TypeAlias = Literal["system", "user", "assistant", "tool"]
FinishReason: TypeAlias = Literal["stop", "tool_calls", "length", "content_filter", "interrupted", "other"]


class ToolDefinition(Struct, frozen=True):
    """The definition of a tool for a model."""

    name: str
    """Unique among the tools of a manager; `[A-Za-z0-9_.-]`."""
    description: str
    """When to use it and what comes back."""
    parameters: JsonObject
    """JSON Schema of the params object, with `additionalProperties: false`."""


class ToolCall(Struct, frozen=True):
    """A model's request to use a tool."""

    tool: str
    """Name of the tool."""
    params: JsonObject
    """Arguments by name, not yet validated."""
    id: str = ""
    """Pairs the call with its result; given by the provider, or by the loop for text calls."""
    near_miss: bool = False
    """Whether the call has a form that is not the protocol's: such a call always asks before it writes."""


class Attachment(Struct, frozen=True):
    """Content of a result besides its text, for the user to see: a picture, a sound, a file, a link."""

    mime: str
    name: str = ""
    data: bytes | None = None
    """Its bytes; None for a link."""
    uri: str = ""
    """Where it is, as the tool calls it; for people, never to be opened by itself."""

    @property
    def words(self) -> str:
        """What the text of the result says in the place of its bytes."""
        kind = "resource" if self.uri else self.mime.partition("/")[0]
        where = f" <{self.uri}>" if self.uri else ""
        return f"[{kind}{where}: {self.mime}, {len(self.data or b'')} bytes; shown to the user]"


ResultKind: TypeAlias = ErrorKind | Literal["created"]
"""Why a call failed, or that it made a new note; empty where no caller needs it."""


class ToolResult(Struct, frozen=True):
    """The result of a tool call."""

    success: bool
    """Whether the call succeeded."""
    data: str | None = None
    """Result for the model, never cut here; None on failure."""
    error: str | None = None
    """One line that says what is wrong and, where it helps, what to do; None on success."""
    kind: ResultKind = ""
    """Kind of the outcome, for callers: they do not parse `error` or `data`."""
    path: str | None = None
    """Vault path that was really read or written, when it may differ from the requested one."""
    change_id: int | None = None
    """Journal id of the change, for Undo on the tool card; None when nothing was changed."""
    attachments: tuple[Attachment, ...] = ()
    """Content of another program's tool besides its text; `data` describes it for the model."""
    unrecorded: bool = False
    """Whether it changed a note without a record in the journal, so that it cannot be undone."""

    @classmethod
    def of(cls, error: AxonError) -> ToolResult:
        """Return the result of a call that has failed."""
        return cls(False, error=error.text, kind=error.kind)

    @property
    def wrote(self) -> bool:
        """Whether it changed something in the vault."""
        return self.unrecorded or self.change_id is not None

    def to_json(self) -> JsonObject:
        """Return the public form: `success` with `data` or `error`, and `path` where it is known."""
        shape: JsonObject = {"success": self.success}
        if self.success:
            shape["data"] = self.data or ""
        else:
            shape["error"] = self.error or ""
        if self.path is not None:
            shape["path"] = self.path
        return shape


class Usage(Struct, frozen=True):
    """Tokens that the provider counted."""

    prompt_tokens: int = 0
    """All of the prompt, cached or not."""
    completion_tokens: int = 0
    """All of the reply, thinking included."""
    cached_tokens: int = 0
    """Part of the prompt that was read from the provider's cache."""
    reasoning_tokens: int = 0
    """Part of the reply that was thinking."""
    cache_write_tokens: int = 0
    """Part of the prompt that was written into the provider's cache, where that costs extra."""

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.cached_tokens + other.cached_tokens,
            self.reasoning_tokens + other.reasoning_tokens,
            self.cache_write_tokens + other.cache_write_tokens,
        )


class Message(Struct, frozen=True):
    """One message of a conversation, as every provider understands it."""

    role: Role
    content: str
    """Text; for role "tool" the text of the result."""
    reasoning: str | None = None
    """Thinking text of an assistant message, stored verbatim because some APIs require it back."""
    tool_calls: tuple[ToolCall, ...] = ()
    """Native tool calls of an assistant message."""
    tool_call_id: str | None = None
    """For role "tool": the call that this answers."""
    failed: bool = False
    """For role "tool": whether the call failed or was refused."""
    blocks: tuple[JsonObject, ...] = ()
    """Thinking blocks of an assistant message with their signatures, as the provider sent them: they are sent
    back unmodified. Between them, the positions of texts (`start`, `end` in the content) and calls (Anthropic)."""
    author: str = ""
    """Author of an assistant message, such as `anthropic/claude-sonnet-5-5`; only it understands its `blocks`."""


class TextDelta(Struct, frozen=True):
    """A piece of the reply's text."""

    text: str


class ReasoningDelta(Struct, frozen=True):
    """A piece of the model's thinking."""

    text: str


class ToolCallDelta(Struct, frozen=True):
    """A native tool call is being written; for progress only, never to be run."""

    index: int
    name: str
    characters: int
    """Length of the arguments so far."""


class Queued(Struct, frozen=True):
    """Nothing of the reply has come for `seconds`."""

    seconds: float
    alive: bool = True
    """Whether the server has sent keep-alives: the request waits at the provider. A local server sends nothing
    while it reads a long prompt."""


class Retrying(Struct, frozen=True):
    """The request failed before any payload came and is sent again after `delay` seconds."""

    attempt: int
    """Number of the coming attempt, from 2."""
    delay: float
    error: str


class ToolsRefused(Struct, frozen=True):
    """The server refuses these tools: the request is sent again without them, as all later ones are."""

    tools: tuple[str, ...]
    words: str
    """What the server says about them."""


class Finished(Struct, frozen=True):
    """The reply is complete (or broke off, see `finish_reason`); always the last item of a stream."""

    message: Message
    """The whole assistant message: joined text, reasoning and native tool calls."""
    finish_reason: FinishReason
    usage: Usage | None = None
    broken_calls: tuple[str, ...] = field(default=())
    """One error text, starting `Invalid JSON: `, for each native call whose arguments do not parse."""
    error: str = ""
    """Why the reply broke off, for people; only with finish_reason "interrupted"."""
    cut: bool = False
    """Whether the server has read only a part of the prompt, as its count shows."""


Delta: TypeAlias = TextDelta | ReasoningDelta | ToolCallDelta | Queued | Retrying | ToolsRefused | Finished


class LLMOptions(Struct, frozen=True):
    """Options of a reply; None leaves the choice to the server."""

    temperature: float | None = None
    max_tokens: int | None = None
    stop: tuple[str, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)
    """Further top-level fields of the request body."""

    def over(self, base: LLMOptions) -> LLMOptions:
        """Return these options where they are set, else those of `base`; the smaller limit holds."""
        limits = [limit for limit in (self.max_tokens, base.max_tokens) if limit is not None]
        return LLMOptions(
            temperature=base.temperature if self.temperature is None else self.temperature,
            max_tokens=min(limits, default=None),
            stop=self.stop or base.stop,
            extra={**base.extra, **self.extra},
        )
