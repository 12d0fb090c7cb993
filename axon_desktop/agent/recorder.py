"""From events to the store and back: what happens in a turn is stored as it happens, and can be shown again."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from axon_desktop import errors
from axon_desktop.agent import events as agent_events
from axon_desktop.agent.events import (
    TERMINAL,
    AgentEvent,
    Answer,
    ApprovalRequested,
    BudgetWarning,
    Cancelled,
    ContextSized,
    ContinueRequested,
    Error,
    Observation,
    PlanProposed,
    QueuedAtProvider,
    Reasoning,
    RetryScheduled,
    Steered,
    Stopped,
    Thought,
    Token,
    ToolProgress,
    TurnStarted,
    UsageReported,
)
from axon_desktop.agent.plan.plan import encode_plan
from axon_desktop.conversations.models import (
    DeltaKind,
    Item,
    Message,
    MessageRole,
    StoredConversation,
    ToolOutcome,
    ToolUse,
)
from axon_desktop.conversations.store.conversation_store import ConversationStore
from axon_desktop.errors import AxonError, Text
from axon_desktop.llm import messages as llm
from axon_desktop.llm.messages import JsonObject

_PASSING = (QueuedAtProvider, RetryScheduled, ToolProgress)
"""Events that matter only while they happen."""
_QUESTIONS = (ApprovalRequested, ContinueRequested)
"""Events that ask for something; they are stored, but not shown again."""
_COUNTS = (UsageReported, BudgetWarning, ContextSized)
"""Events that come between a reply and its thought, which holds the text of the reply."""
_PIECES: dict[str, type[Token | Reasoning]] = {"token": Token, "reasoning": Reasoning}
_TYPES: dict[str, type[AgentEvent]] = {
    event.type: event
    for event in vars(agent_events).values()
    if isinstance(event, type) and issubclass(event, AgentEvent)
}


class Recorder:
    """Keeps one conversation: feed it every event in order, and the engine's history after each but the deltas."""

    def __init__(
        self,
        store: ConversationStore,
        conversation: str,
        *,
        history: Sequence[llm.Message] = (),
        tokens: int = 0,
    ) -> None:
        self._store = store
        self._conversation = conversation
        self._history = list(history)
        self._tokens = tokens
        self._prompted = ""
        """The turn whose prompt was stored."""
        self._shown: list[tuple[str, list[str]]] = []
        """The pieces of the reply that is coming; those of one kind that follow one another are together."""
        self._text = ""
        """The text of the last thought."""

    def handle(self, event: AgentEvent) -> None:
        """Keep one event; returns at once."""
        if isinstance(event, Token | Reasoning):
            kind: DeltaKind = "token" if isinstance(event, Token) else "reasoning"
            if not self._shown or self._shown[-1][0] != kind:
                self._shown.append((kind, []))
            self._shown[-1][1].append(event.content)
            self._store.record_delta(self._conversation, event.turn_id, kind, event.content)
            return
        if isinstance(event, _PASSING):
            return
        if isinstance(event, TERMINAL) and self._shown:  # whoever ended the turn left the engine no time for it
            text = "".join(piece for kind, pieces in self._shown for piece in pieces if kind == "token")
            self.handle(Thought(turn_id=event.turn_id, content=text))
        if isinstance(event, UsageReported):
            self._tokens += event.usage.prompt_tokens + event.usage.completion_tokens
            self._store.set_metadata(self._conversation, tokens=self._tokens)
        elif isinstance(event, PlanProposed):
            self._store.save_plan(self._conversation, encode_plan(event.plan))
        elif isinstance(event, Stopped) and event.reason == "plan_discarded":
            self._store.save_plan(self._conversation, None)
        message = self._message(event)
        self._store.record(self._conversation, Item(event.turn_id, event.type, self._encode(event), message))

    def sync(self, history: Sequence[llm.Message]) -> None:
        """Keep what has changed in the history since the last time; that is seen quickly, messages are frozen."""
        same = 0
        for old, new in zip(self._history, history, strict=False):
            if old is not new:
                break
            same += 1
        if same < len(history) or same < len(self._history):
            self._store.record_history(self._conversation, same, history[same:])
            self._history = list(history)

    def _message(self, event: AgentEvent) -> Message | None:
        """Return what people read in an event."""
        match event:
            case TurnStarted() if not event.resumed and event.turn_id != self._prompted:
                self._prompted, self._text = event.turn_id, ""
                return _new_message("user", event.text)
            case Steered():
                return _new_message("user", event.text)
            case Thought():
                self._text = event.content
                return _new_message("assistant", event.content) if event.content.strip() else None
            case Answer() if event.content.strip() and event.content != self._text:
                return _new_message("assistant", event.content)
            case Observation(call=call, result=result):
                error = None if result.error is None else str(result.error)
                outcome = ToolOutcome(result.success, str(result.data or ""), error)
                use = ToolUse(call.tool, call.params, outcome)
                return _new_message("tool", outcome.output if result.success else outcome.error or "", use)
            case _:
                return None

    def _encode(self, event: AgentEvent) -> JsonObject:
        data: JsonObject = msgspec.to_builtins(event, enc_hook=_plain)
        del data["turn_id"]
        if isinstance(said := _said(event), Text):
            data["said"] = said.to_json()
        if isinstance(event, Thought):
            shown = [[kind, "".join(pieces)] for kind, pieces in self._shown]
            self._shown = []
            if shown != _plainly_shown(event):
                data["shown"] = shown
        elif isinstance(event, Observation) and event.result.data is not None:
            del data["result"]["data"]  # stands in the message
        return data


def replay(stored: StoredConversation) -> Iterator[AgentEvent]:
    """Yield the events of a conversation again, so that a transcript shows it as it did when it was live.

    A turn that a crash cut off ends with `cancelled`. What a newer version recorded and this one does not know is
    left out.
    """
    running: str | None = None
    counted: list[AgentEvent] = []
    for item in stored.items:
        event = _decode(item)
        if event is None or isinstance(event, _QUESTIONS):
            continue
        if isinstance(event, _COUNTS):
            counted.append(event)
            continue
        if isinstance(event, TurnStarted):
            if running is not None:
                yield Cancelled(turn_id=running)
            running = event.turn_id
        elif isinstance(event, Thought):
            for kind, text in item.event.get("shown", _plainly_shown(event)):
                if kind in _PIECES:
                    yield _PIECES[kind](turn_id=item.turn_id, content=text)
        elif isinstance(event, TERMINAL):
            running = None
        yield from counted
        counted = []
        yield event
    yield from counted
    if running is not None:
        yield Cancelled(turn_id=running)


def _plainly_shown(thought: Thought) -> list[list[str]]:
    """Return the pieces of an ordinary reply: thinking, then text."""
    pieces = [["reasoning", thought.reasoning], ["token", thought.content]]
    return [piece for piece in pieces if piece[1]]


def _decode(item: Item) -> AgentEvent | None:
    """Read an event back; fields that this version does not know are left out, what it cannot read is None."""
    kind = _TYPES.get(item.kind)
    if kind is None:
        return None
    data = {**item.event, "turn_id": item.turn_id}
    if kind is Error:
        data = {**_fields_of(str(data.get("code"))), **data}
    use = item.message.tool_call if item.message is not None else None
    try:
        if use is not None and "data" not in data["result"]:
            data["result"] = {**data["result"], "data": use.result.output}
        return _say(msgspec.convert(data, kind), data.get("said"))
    except (msgspec.ValidationError, TypeError, ValueError, LookupError, AttributeError):
        return None


def _fields_of(code: str) -> JsonObject:
    """Return what the class of an error says of it, which earlier versions did not keep."""
    error: type[AxonError] = getattr(errors, code, AxonError)
    return {"mendable_in": error.mendable_in, "trouble": error.trouble}


def _said(event: AgentEvent) -> str | None:
    """Return the text of an event that the window shows in its own language."""
    match event:
        case Error(message=message):
            return message
        case Observation(result=result):
            return result.data if result.success else result.error
        case _:
            return None


def _say(event: AgentEvent, said: JsonObject | None) -> AgentEvent:
    """Return the event with the template and the values of its text; what was kept without them has none."""
    if said is None or (text := Text.from_json(said)) != _said(event):
        return event
    if isinstance(event, Observation):
        result = replace(event.result, **{"data" if event.result.success else "error": text})
        return replace(event, result=result)
    return replace(event, message=text)


def _plain(value: object) -> str:
    if isinstance(value, Text):
        return str(value)
    raise NotImplementedError(type(value).__name__)


def _new_message(role: MessageRole, text: str, use: ToolUse | None = None) -> Message:
    return Message(uuid.uuid4().hex, role, text, int(time.time() * 1000), use)
