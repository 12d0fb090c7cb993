"""Shortening a long conversation: its beginning is replaced by a summary that the model itself writes."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from functools import cache
from typing import cast

from axon_desktop import paths
from axon_desktop.agent.context.context import ContextManager, Summary, Unit, fenced, is_prompt, split_units
from axon_desktop.agent.turn.interrupt import Interrupt
from axon_desktop.errors import N_, LLMContextError, LLMResponseError
from axon_desktop.llm.context_size import tokens
from axon_desktop.llm.messages import Delta, Finished, Message, Usage
from axon_desktop.llm.provider import Provider

COMPACT_AT = 0.8
"""Share of the room from which on the conversation is summarised."""
_KEPT = 0.3
"""Share of the room that the newest messages, which stay as they are, may take."""
MOST_CUTS = 6
"""How often a request is cut further that is refused for its length."""
_SUMMARY_HEAD = "Summary of what came before:"
_LONGEST_PART = 4_000
"""Characters of one message that are given to be summarised; a longer result can be read again."""


@dataclass(frozen=True, slots=True)
class Compaction:
    """A summary and what it took to make it."""

    summary: Summary
    usage: Usage | None


def is_due(context: ContextManager, room: int) -> bool:
    """Tell whether what would be sent takes up most of the room, and there is something to summarise."""
    base = context.summary.messages if context.summary else 0
    return context.count(context.whole) > room * COMPACT_AT and _boundary(context, int(room * _KEPT)) > base


async def compact(
    context: ContextManager,
    provider: Provider,
    room: Callable[[], int],
    interrupt: Interrupt,
    *,
    everything: bool = False,
) -> Compaction | None:
    """Return a summary of all but the newest messages, None when there is nothing to summarise.

    `room` tells what a request may hold, in tokens, which a refusal may lower; with `everything` only the last
    prompt and its answer stay.

    Raises:
        LLMError: the model gave none.
        CancellationError: the user stopped it.
    """
    for again in range(MOST_CUTS + 1):
        base = context.summary.messages if context.summary else 0
        boundary = _boundary(context, 0 if everything else int(room() * _KEPT))
        if boundary <= base:
            return None
        try:
            finished = await _sum_up(context, boundary, provider, room(), interrupt)
        except LLMContextError:
            if again == MOST_CUTS:
                raise
        else:
            return Compaction(Summary(finished.message.content.strip(), boundary), finished.usage)
    return None


async def _sum_up(
    context: ContextManager, boundary: int, provider: Provider, room: int, interrupt: Interrupt
) -> Finished:
    """Ask for a summary of the messages up to this index, of which the newest are sent that fit."""
    base = context.summary.messages if context.summary else 0
    old = context.summary.text if context.summary else ""
    transcript = _transcript(context.messages[base:boundary], old)
    prompt = Message("system", _prompt())
    factor = provider.token_factor
    fitting = room - tokens.estimate_messages([prompt], (), factor) - 16
    request = [prompt, Message("user", _newest(transcript, fitting, factor))]
    finished: Finished | None = None
    stream = provider.stream_complete(request)
    async with aclosing(cast(AsyncGenerator[Delta, None], stream)) as deltas:
        while (delta := await interrupt.guard(lambda: anext(deltas, None))) is not None:
            if isinstance(delta, Finished):
                finished = delta
    whole = finished is not None and finished.finish_reason in ("stop", "length")
    if finished is None or not whole or not finished.message.content.strip():
        raise LLMResponseError(N_("Core", "The model gave no summary of the conversation."))
    return finished


def _boundary(context: ContextManager, kept: int) -> int:
    """Return the index up to which messages are summarised: between units, if possible before a prompt."""
    units = split_units(context.messages)
    size, first = 0, len(units)
    for at in range(len(units) - 1, -1, -1):
        size += context.count(context.messages[units[at].start : units[at].end])
        if size > kept and first < len(units) and not _is_last_turn(units, at):
            break
        first = at
    prompt = next((unit for unit in units[first:] if unit.is_prompt), None)
    start = units[first].start if first < len(units) else 0
    return prompt.start if prompt is not None else start


def _is_last_turn(units: Sequence[Unit], at: int) -> bool:
    """Tell whether the unit is the last round, or the prompt just before it: these always stay."""
    return at == len(units) - 1 or (at == len(units) - 2 and units[at].is_prompt)


def _transcript(messages: Sequence[Message], summary: str) -> list[str]:
    """Return the messages as paragraphs, each in a fence: what a note says must not look like another speaker."""
    names = {call.id: call.tool for message in messages for call in message.tool_calls}
    parts = [f"{_SUMMARY_HEAD}\n{fenced(summary)}"] if summary else []
    for message in messages:
        if message.role == "tool":
            head = f"Result of {names.get(message.tool_call_id or '', 'a call')}:"
        elif message.role == "user" and not is_prompt(message):
            head = "Results:"
        else:
            head = f"{message.role.capitalize()}:"
        text = message.content
        if len(text) > _LONGEST_PART:
            text = f"{text[:_LONGEST_PART]}\n[{len(text) - _LONGEST_PART} more characters]"
        calls = [
            f"[calls {call.tool} {json.dumps(call.params, ensure_ascii=False)[:_LONGEST_PART]}]"
            for call in message.tool_calls
        ]
        parts.append("\n".join([head, *([fenced(text)] if text.strip() else []), *calls]))
    return parts


def _newest(parts: Sequence[str], room: int, factor: float) -> str:
    """Return the newest parts that fit; a summary of what came before, which is the first, stays in any case."""
    head = parts[:1] if parts[0].startswith(_SUMMARY_HEAD) else []
    left = room - sum(tokens.estimate_tokens(f"{part}\n\n", factor) for part in head)
    first = len(parts)
    while first > len(head):
        left -= tokens.estimate_tokens(f"{parts[first - 1]}\n\n", factor)
        if left < 0:
            break
        first -= 1
    first = min(first, len(parts) - 1)  # something new in any case
    text = "\n\n".join([*head, *parts[max(first, len(head)) :]])
    characters = max(0, int(room / factor))  # of at most four bytes each
    return text if tokens.estimate_tokens(text, factor) <= room else text[-characters:] if characters else ""


@cache
def _prompt() -> str:
    return (paths.resources_dir() / "prompts" / "compact.md").read_text("utf-8").strip()
