"""What the model is sent: as much of the conversation as fits, in a form that its protocol accepts.

A conversation is cut between units, never inside one: a unit is a prompt of the user, or a round (a reply together
with the results of its calls). So a call is never without its result, nor a result without its call.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Sequence
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from axon_desktop import paths
from axon_desktop.errors import N_, LLMContextError
from axon_desktop.llm.context_size import tokens
from axon_desktop.llm.messages import Message, ToolCall, ToolDefinition, ToolResult
from axon_desktop.llm.prompts import (
    ReminderKind,
    build_agent_system_prompt,
    build_native_system_prompt,
    format_reminder,
    format_result,
    format_tool_results,
)

_KEPT_AT_A_CUT = 0.7
"""Share of the room that is filled when old messages are cut off: the next rounds then need no further cut, and
the provider's prefix cache hits."""
_SHORTEST = 200
"""Characters below which a text is not shortened any more."""


class Summary(Struct, frozen=True):
    """What stands for the beginning of a conversation that has become too long."""

    text: str
    messages: int
    """How many messages it stands for."""


class Unit(Struct, frozen=True):
    """Messages that are kept or dropped together."""

    start: int
    """Index of the first one in the history."""
    end: int
    is_prompt: bool


class ContextManager:
    """Holds all messages and tool results so far, without the system prompt."""

    def __init__(
        self,
        messages: Sequence[Message] = (),
        *,
        summary: Summary | None = None,
        factor: float = tokens.KNOWN_VOCABULARY,
    ) -> None:
        self.messages: list[Message] = list(messages)
        """The whole history; it may only grow, or shrink at its end."""
        self.summary = summary
        """What is sent instead of the oldest messages; None as long as all of them are sent."""
        self.left_out = 0
        """How many messages the last context left out without a summary."""
        self.factor = factor
        """By how much estimates of tokens are raised; see `llm.tokens`."""
        self._counted: tuple[list[Message], int] = [], 0
        """Messages of a request and their reply, and how many tokens the provider has counted for them."""
        self._start = 0
        self._sizes: dict[int, tuple[Message, int]] = {}
        """Unraised tokens of messages by identity; forgotten when most of them are not in the history any more."""

    def add_message(self, message: Message) -> None:
        """Add the newest message."""
        self.messages.append(message)

    def get_history(self) -> list[Message]:
        """Return everything."""
        return list(self.messages)

    def clear(self) -> None:
        """Forget everything."""
        self.messages.clear()
        self.summary = None
        self.left_out = self._start = 0
        self._sizes.clear()
        self._counted = [], 0

    def take_count(self, messages: Sequence[Message], tokens: int) -> None:
        """Take note of what the provider counted for the messages of a request and their reply."""
        self._counted = list(messages), tokens

    def count(self, messages: Sequence[Message]) -> int:
        """Return how many tokens the messages have: as counted, and an upper estimate of what has come since.

        Each message is looked at once.
        """
        counted, tokens = self._counted
        if not counted or messages[: len(counted)] != counted:
            counted, tokens = [], 0
        return tokens + math.ceil(sum(map(self._size, messages[len(counted) :])) * self.factor)

    @property
    def whole(self) -> list[Message]:
        """What is sent as long as it fits."""
        return self._from(self._base)

    def get_context(self, max_tokens: int) -> list[Message]:
        """Return what fits: everything if possible, else the newest, with a mark where something is missing.

        Raises:
            LLMContextError: not even the last message fits.
        """
        self._forget_sizes()
        base, whole = self._base, self.whole
        self.left_out = 0
        if self.count(whole) <= max_tokens:
            self._start = base
            return whole
        units = [unit for unit in split_units(self.messages) if unit.start >= base]
        starts = [unit.start for unit in units]
        if self._start not in starts or self.count(self._from(self._start)) > max_tokens:
            self._start = self._first_fitting(starts, max_tokens * _KEPT_AT_A_CUT)
        self.left_out = self._start - base
        return self._shortened(self._from(self._start), max_tokens)

    def _first_fitting(self, starts: Sequence[int], target: float) -> int:
        """Return the first place to begin from which on everything fits, the last place if none does."""
        size, newest = 0.0, len(self.messages)
        small: list[int] = []  # places from which on the messages fit, perhaps not with what stands for the others
        for start in reversed(starts[1:]):
            size += sum(map(self._size, self.messages[start:newest])) * self.factor
            if size > target:
                break
            newest = start
            small.append(start)
        return next((at for at in reversed(small) if self.count(self._from(at)) <= target), starts[-1])

    def _size(self, message: Message) -> int:
        known = self._sizes.get(id(message))
        if known is None or known[0] is not message:
            known = self._sizes[id(message)] = message, tokens.estimate_messages([message], (), 1.0)
        return known[1]

    def _forget_sizes(self) -> None:
        """Forget messages that stood in earlier contexts only: shortened ones, and summaries."""
        if len(self._sizes) > 2 * len(self.messages) + 16:
            there = {id(message) for message in self.messages}
            self._sizes = {key: known for key, known in self._sizes.items() if key in there}

    @property
    def _base(self) -> int:
        if self.summary is not None and self.summary.messages > len(self.messages):
            self.summary = None  # the messages that it stood for are gone
        return self.summary.messages if self.summary is not None else 0

    def _from(self, start: int) -> list[Message]:
        """Return the context that begins at this message: what stands for those before it, then the rest."""
        words = context_words()
        head: list[str] = []
        if self.summary is not None:
            head.append(words["summary"].replace("{{summary}}", self.summary.text))
        if start > self._base:
            head.append(words["cut"].replace("{{count}}", str(start - self._base)))
        kept = self.messages[start:]
        if start and kept and not is_prompt(kept[0]):
            prompt = next((message for message in reversed(self.messages[:start]) if is_prompt(message)), None)
            if prompt is not None:
                head.append(prompt.content)
        return [Message("user", "\n\n".join(head)), *kept] if head else kept

    def _shortened(self, messages: list[Message], max_tokens: int) -> list[Message]:
        """Return the messages with their longest texts cut in the middle, until all fit."""
        mark = context_words()["shortened"]
        messages = list(messages)
        while (excess := self.count(messages) - max_tokens) > 0:
            longest, text = max(enumerate(message.content for message in messages), key=lambda item: len(item[1]))
            size = max(1, tokens.estimate_tokens(text, self.factor))
            room = int(len(text) * (1 - min(1.0, excess / size))) - 2 * len(mark)
            room = min(room, len(text) - len(mark) - 1)
            if len(text) <= _SHORTEST:
                raise LLMContextError(
                    N_(
                        "Core",
                        "The conversation needs {needed} tokens even when cut, but only {tokens} fit. Begin a"
                        " new conversation, or choose a model with a larger window.",
                    ),
                    needed=max_tokens + excess,
                    tokens=max_tokens,
                )
            room = max(room, _SHORTEST - len(mark) - 1, 0)
            tail = min(room // 3, 2_000)
            cut = mark.replace("{{count}}", str(len(text) - room))
            messages[longest] = replace(
                messages[longest], content=text[: room - tail] + cut + text[len(text) - tail :]
            )
        return messages


@cache
def context_words() -> dict[str, str]:
    """Return the words that stand for what is not sent, and around what the user points at."""
    return tomllib.loads((paths.resources_dir() / "prompts" / "context.toml").read_text("utf-8"))


def fenced(text: str) -> str:
    """Return the text in a fence that nothing in it can close."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{text}\n{fence}"


def is_prompt(message: Message) -> bool:
    """Tell whether the user wrote this message: results of calls that came as text have the same role."""
    return message.role == "user" and not message.content.startswith("### Result 1: ")


def split_units(messages: Sequence[Message]) -> list[Unit]:
    """Return the units of a history, in order and without gaps."""
    starts = [
        at for at, message in enumerate(messages) if at == 0 or message.role == "assistant" or is_prompt(message)
    ]
    ends = [*starts[1:], len(messages)]
    return [Unit(start, end, is_prompt(messages[start])) for start, end in zip(starts, ends, strict=False)]


def system_prompt(
    definitions: Sequence[ToolDefinition],
    *,
    native: bool,
    short: bool = False,
    instructions: str = "",
) -> str:
    """Return the system prompt: what changes more often comes later, so that prefix caches hit.

    After the tools come the user's own instructions for the vault.
    """
    prompt = build_native_system_prompt() if native else build_agent_system_prompt(definitions, short=short)
    if instructions.strip():
        words = context_words()["instructions"]
        prompt += "\n" + words.replace("{{instructions}}", instructions.strip()) + "\n"
    return prompt


def request_messages(prompt: str, history: Sequence[Message], notes: str = "") -> list[Message]:
    """Return the messages of a request: the system prompt, the list of the vault's notes, then the history.

    The names of notes are data: they never stand in the system prompt.

    User messages that follow one another, as after a stopped turn, become one: the chat templates of many local
    models refuse anything but strict alternation.
    """
    messages = [Message("system", prompt)]
    if notes:
        messages.append(Message("user", context_words()["notes"].strip().replace("{{notes}}", notes)))
    for message in history:
        last = messages[-1]
        if message.role == last.role == "user":
            messages[-1] = replace(last, content=f"{last.content}\n\n{message.content}")
        else:
            messages.append(message)
    return messages


def result_messages(
    reply: Message,
    results: Sequence[tuple[ToolCall, ToolResult]],
    *,
    request: str,
    wrote: bool,
    kind: ReminderKind = "request",
) -> list[Message]:
    """Return the messages that bring the results of a reply's calls back to the model.

    Native calls are answered one by one under their ids. Calls that came as text, and broken ones, are answered
    together in one user message. After the last result come the user's request and how to finish.
    """
    ids = {call.id for call in reply.tool_calls}
    messages = [
        Message("tool", format_result(call, result), tool_call_id=call.id, failed=not result.success)
        for call, result in results
        if call.id in ids
    ]
    rest = [(call, result) for call, result in results if call.id not in ids]
    if rest:
        messages.append(Message("user", format_tool_results(rest, request, wrote, kind=kind)))
    else:
        reminder = format_reminder(request, wrote, kind)
        messages[-1] = replace(messages[-1], content=f"{messages[-1].content}\n\n{reminder}")
    return messages
