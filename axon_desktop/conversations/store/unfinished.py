"""Repair of a turn that a crash cut off: it is brought into the state of a stopped turn.

The pieces of the reply that was streaming become a thought, and its text a message of the history. Calls that the
history does not answer are answered: with their result where it was recorded, else that they did not run, or that
nobody knows. This is what the agent's `Turn.settle` does when a turn is stopped.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

import msgspec

from axon_desktop.conversations.models import (
    TERMINAL_KINDS,
    THOUGHT,
    TURN_STARTED,
    Item,
    Message,
    StoredConversation,
)
from axon_desktop.conversations.store.rows import Rows
from axon_desktop.llm import messages as llm
from axon_desktop.llm.messages import ToolCall, ToolResult
from axon_desktop.llm.prompts import format_result, format_tool_results
from axon_desktop.tools import ToolParser

_NOT_RUN = ToolResult(False, error="Not run: the program ended.", kind="not_run")
_UNKNOWN = ToolResult(
    False, error="The program ended while this ran: read the note to see whether it was written."
)
_RUNNING = ("action", "approval_given")
"""Kinds after which a call may be running."""


def settle(rows: Rows) -> StoredConversation:
    """Return the conversation without open ends; one that has none stays as it is."""
    stored = rows.stored
    thought = _fold(rows)
    items = stored.items if thought is None else (*stored.items, thought)
    of_turns = _up_to_last_turn(items)
    conversation = stored.conversation
    if thought is not None and thought.message is not None:
        conversation = msgspec.structs.replace(conversation, messages=(*conversation.messages, thought.message))
    return msgspec.structs.replace(
        stored,
        conversation=conversation,
        items=items,
        history=(*stored.history, *_missing_messages(stored.history, of_turns)),
        unfinished=bool(of_turns) and of_turns[-1].kind not in TERMINAL_KINDS,
    )


def _up_to_last_turn(items: Sequence[Item]) -> Sequence[Item]:
    """Return the items up to the end of the last turn, after which the conversation may have been summed up."""
    for place in range(len(items) - 1, -1, -1):
        if items[place].kind == TURN_STARTED:
            break
        if items[place].kind in TERMINAL_KINDS:
            return items[: place + 1]
    return items


def _fold(rows: Rows) -> Item | None:
    """Return the pieces of the reply that was streaming as a thought."""
    turn_id = rows.stored.items[-1].turn_id if rows.stored.items else ""
    deltas = [delta for delta in rows.deltas if delta.turn_id == turn_id]
    if not deltas:
        return None
    raw = "".join(delta.text for delta in deltas if delta.kind == "token")
    reasoning = "".join(delta.text for delta in deltas if delta.kind == "reasoning")
    text = ToolParser().parse(raw).text_content
    event = {"content": text, "reasoning": reasoning, "shown": [[delta.kind, delta.text] for delta in deltas]}
    now = rows.stored.conversation.updated_at
    message = Message(f"{turn_id}-partial", "assistant", text, now) if text.strip() else None
    return Item(turn_id, THOUGHT, event, message)


def _missing_messages(history: Sequence[llm.Message], items: Sequence[Item]) -> list[llm.Message]:
    """Return what the history lacks after the last round of the last turn."""
    last = _last_round(items)
    if not last or not history:
        return []
    if history[-1].role != "assistant" and last[0].kind == THOUGHT:
        thought = last[0].message
        if thought is not None and all(item.kind in TERMINAL_KINDS for item in last[1:]):
            return [llm.Message("assistant", thought.content, last[0].event.get("reasoning") or None)]
    reply = next((message for message in reversed(history) if message.role != "tool"), history[0])
    return _answers(history, reply, items, last) if reply.role == "assistant" else []


def _last_round(items: Sequence[Item]) -> Sequence[Item]:
    """Return the items from the last thought on, or from where the turn last began when none came after that."""
    for place in range(len(items) - 1, -1, -1):
        if items[place].kind in (THOUGHT, TURN_STARTED):
            return items[place:]
    return ()


def _answers(
    history: Sequence[llm.Message], reply: llm.Message, items: Sequence[Item], last: Sequence[Item]
) -> list[llm.Message]:
    """Return the results of the calls of a reply, which is the last one, that have none."""
    # Some servers use the same ids again in every round: only what follows the reply answers it.
    answered = {
        message.tool_call_id for message in takewhile(lambda message: message is not reply, reversed(history))
    }
    native = [call for call in reply.tool_calls if call.id not in answered]
    written: list[ToolCall] = []
    cut_off = items[-1].kind not in TERMINAL_KINDS
    uses = [item.message.tool_call for item in last if item.message is not None and item.message.tool_call]
    if cut_off and last[0].kind == THOUGHT and history[-1] is reply:
        parsed = ToolParser({use.name for use in uses}).parse(reply.content)
        written = [call for call in parsed.tool_calls if call.params not in [other.params for other in native]]
    results: list[tuple[ToolCall, ToolResult]] = []
    running = cut_off and last[-1].kind in _RUNNING
    for call in (*written, *native):
        use = next((use for use in uses if (use.name, use.parameters) == (call.tool, call.params)), None)
        if use is not None:
            uses.remove(use)
            outcome = use.result
            result = ToolResult(outcome.success, outcome.output if outcome.success else None, outcome.error)
        else:
            result = _UNKNOWN if running else _NOT_RUN
            running = False
        results.append((call, result))
    messages = [
        llm.Message("tool", format_result(call, result), tool_call_id=call.id, failed=not result.success)
        for call, result in results[len(written) :]
    ]
    if written:
        turn = [item for item in items if item.turn_id == items[-1].turn_id]
        request = next((item.message.content for item in turn if item.message is not None), "")
        outcomes = [item.event.get("result") or {} for item in turn]
        wrote = any(one.get("change_id") is not None or one.get("unrecorded") for one in outcomes)
        text = format_tool_results(results[: len(written)], request, wrote)
        messages.append(llm.Message("user", text))
    return messages
