"""A long kept conversation: made by the program's own events, recorder and store."""

from __future__ import annotations

import random
import uuid
from collections.abc import Iterator

from axon_desktop.agent.events import (
    Action,
    AgentEvent,
    Answer,
    Observation,
    Reasoning,
    RoundStarted,
    Thought,
    Token,
    TurnStarted,
    UsageReported,
)
from axon_desktop.agent.recorder import Recorder
from axon_desktop.conversations.store.conversation_store import ConversationStore
from axon_desktop.llm.messages import Message, ToolCall, ToolResult, Usage
from bench.texts import WORDS, markdown

TURNS = 380
"""For a little more than 200,000 tokens."""
CALLS = 3
"""In each turn: a note read, a search, a note written."""
END = "These are the last words."
"""Ends the last answer."""


async def keep_long_talk(store: ConversationStore, vault: str, turns: int = TURNS) -> tuple[str, int]:
    """Record the conversation; return its id and its length in characters."""
    conversation = await store.create(vault=vault, title="A long talk")
    recorder = Recorder(store, conversation)
    history: list[Message] = []
    for turn in range(turns):
        for event in _events(turn, last=turn == turns - 1):
            recorder.handle(event)
            history += _messages(event)
        recorder.sync(history)
        await store.flush()
    return conversation, sum(_size(message) for message in history)


def _events(turn: int, *, last: bool) -> Iterator[AgentEvent]:
    pick = random.Random(turn)
    ident = uuid.UUID(int=turn, version=4).hex
    prompt = " ".join(pick.choice(WORDS) for _ in range(15))
    yield TurnStarted(turn_id=ident, text=prompt, mode="react")
    yield RoundStarted(turn_id=ident, round=1, confirm_at=5)
    thinking, plan = markdown(300, seed=turn), markdown(200, seed=-turn)
    yield Reasoning(turn_id=ident, content=thinking)
    yield Token(turn_id=ident, content=plan)
    used = Usage(100, 100)
    yield UsageReported(turn_id=ident, usage=used, total=Usage(100 * turn, 100 * turn))
    yield Thought(turn_id=ident, content=plan, reasoning=thinking, calls=CALLS)
    for index, (call, result, diff) in enumerate(_calls(turn, pick)):
        yield Action(turn_id=ident, round=1, index=index, call=call)
        yield Observation(turn_id=ident, round=1, index=index, call=call, result=result, elapsed=0.003, diff=diff)
    answer = markdown(1300, seed=1000 + turn)
    if last:
        answer = f"{answer}\n\n{END}"
    yield RoundStarted(turn_id=ident, round=2, confirm_at=5)
    yield Token(turn_id=ident, content=answer)
    yield UsageReported(turn_id=ident, usage=used, total=Usage(100 * turn, 100 * turn))
    yield Thought(turn_id=ident, content=answer)
    yield Answer(turn_id=ident, content=answer)


def _calls(turn: int, pick: random.Random) -> Iterator[tuple[ToolCall, ToolResult, tuple[str, ...]]]:
    path = f"Folder {turn % 9}/Note {turn}.md"
    text = markdown(400, seed=2000 + turn)
    yield ToolCall("read_note", {"path": path}, f"{turn}-0"), ToolResult(True, text, path=path), ()
    query = pick.choice(WORDS)
    if turn % 10:
        found = ToolResult(True, "\n".join(f"Note {n}.md:{n}: a {query} line" for n in range(8)))
    else:
        found = ToolResult(False, error=f"Nothing found for {query}")
    yield ToolCall("search_notes", {"query": query}, f"{turn}-1"), found, ()
    lines = text.splitlines()[:6]
    diff = (*(f"-{line}" for line in lines[:2]), *(f"+{line}" for line in lines))
    written = ToolResult(True, "Wrote the note.", path=path, change_id=turn + 1)
    yield ToolCall("create_note", {"path": path, "content": text}, f"{turn}-2"), written, diff


def _messages(event: AgentEvent) -> Iterator[Message]:
    """Yield what an event adds to what the model is sent."""
    match event:
        case TurnStarted():
            yield Message("user", event.text)
        case Thought():
            yield Message("assistant", event.content)
        case Observation():
            yield Message("user", event.result.data or event.result.error or "")
        case _:
            return


def _size(message: Message) -> int:
    return len(message.content)
