"""What the model says in engine_scene.py, and the loopback server that says it."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.llm.deepseek_server import DeepSeekServer, Reply, Request, chunks_of
from tests.llm.loopback import STREAM, Connection

GOAL = "Tidy the reading list"
INDEX = "Reading/Index"
INDEX_TEXT = "# Index\n\n- [[The Left Hand of Winter]]: finished\n- [[A Field of Small Things]]: borrowed\n"
NOT_RATED = {"old": "borrowed from [[Mei Tanaka]] | |", "new": "borrowed from [[Mei Tanaka]] | ★★★☆☆ |"}
LONG = "Thyme wants sun, mint wants shade, and all of them want less water than one thinks.\n\n" * 300
BEGINNING = "Thyme and sage first: they stand at the top of the spiral, where it is dry. " * 6
MANY = 8_000
"""Tokens of a prompt that is a good part of the ceiling which engine_scene.py sets."""


@dataclass(frozen=True)
class Counted(Reply):
    """A reply that the server counts as so many tokens."""

    prompt: int = 2_400
    completion: int = 120


@dataclass(frozen=True)
class Held(Counted):
    """A reply that stops before its calls until `CountingServer.release`."""


class CountingServer(DeepSeekServer):
    """DeepSeek with believable counts of tokens, which can be made to wait."""

    def __init__(self) -> None:
        super().__init__(strict=True)
        self._released = threading.Event()

    @property
    def left(self) -> int:
        """How many steps of the script nobody has asked for yet."""
        return len(self._steps)

    def forget(self) -> None:
        """Drop the rest of the script."""
        self._steps.clear()

    def release(self) -> None:
        """Let the reply that is held go on."""
        self._released.set()

    def said(self, number: int = -1) -> list[str]:
        """Return the first paragraphs of a request's user messages, the newest last: what the user wrote."""
        messages = self.requests[number].body["messages"]
        return [message["content"].split("\n\n")[0] for message in messages if message["role"] == "user"]

    async def play(self, connection: Connection, reply: Reply, request: Request) -> None:
        if not isinstance(reply, Counted):
            await super().play(connection, reply, request)
            return
        await connection.send_head(200, STREAM)
        for chunk in chunks_of(reply):
            delta = chunk["choices"][0]["delta"] if chunk["choices"] else {}
            while isinstance(reply, Held) and "tool_calls" in delta and not self._released.is_set():
                await connection.pause(0.05)
            if reply.pace:
                await connection.pause(reply.pace)
            if chunk["usage"] is not None:
                total = reply.prompt + reply.completion
                counted = {"prompt_tokens": reply.prompt, "completion_tokens": reply.completion}
                chunk["usage"] |= {**counted, "total_tokens": total, "prompt_cache_miss_tokens": reply.prompt - 8}
            await connection.send(f"data: {json.dumps(chunk, ensure_ascii=False)}\n\n".encode())
        await connection.send(b"data: [DONE]\n\n")
        self._released.clear()


def plan(*steps: tuple[str, str]) -> tuple[str, dict[str, object]]:
    """Return the call that hands a plan in."""
    described = [{"description": what, "expected_outcome": seen} for what, seen in steps]
    return "propose_plan", {"goal": GOAL, "steps": described}


def reading(*paths: str) -> Sequence[tuple[str, dict[str, str]]]:
    """Return calls that read notes."""
    return [("read_note", {"path": path}) for path in paths]


_LIST = ("List Reading and see which books have no rating", "The two that lack one are named")
_INDEX = ("Write Reading/Index with a link to every book", "One new note that holds links only")
_RATE = ("Give A Field of Small Things a rating in the list", "Its row ends with stars")

FIRST_PLAN = (
    Counted("I look at what there is.", "Two notes to read.", [("list_folder", {"path": "Reading"})]),
    Counted("", "That will do for a plan.", [plan(_LIST, _RATE, _INDEX)]),
)
SECOND_PLAN = (Counted("", "Without the listing, then.", [plan(_RATE, _INDEX, _LIST)]),)
WRITES_INDEX = (
    Counted(
        "The index first.", None, [("create_note", {"path": INDEX, "content": INDEX_TEXT, "mode": "overwrite"})]
    ),
    Counted("Reading/Index is there and links to both books."),
    Counted("", None, [("fail_step", {"reason": "There is no rating yet: only the user can know it."})]),
)
TRIES_AGAIN = (
    Counted("", "Three stars, as the note says.", reading("Reading/Reading list")),
    Counted("", None, [("edit_note", {"path": "Reading/Reading list", "edits": [NOT_RATED]})]),
    Counted("A Field of Small Things has three stars now."),
    Counted("", None, [("fail_step", {"reason": "Every book has a rating by now."})]),
)
CLOSES = (Counted("The list is tidy: **Index** is new, and every book that was read has its stars."),)
READS = (
    Counted("", None, reading("Daily/2026-11-18")),
    Counted("*Winter* was finished on Wednesday."),
)
COMPARES = (Counted("Both are about lakes; only one of them says so."),)
TALKS = (Held(BEGINNING, None, reading("Projects/Garden/Herb spiral")), Counted(LONG, pace=0.02, piece=12))
GOES_ON = (Counted("The barrel holds 300 l."), Counted("Tomatoes come after the frost."))
SPENDS = (
    Counted("", "The daily notes.", [("list_folder", {"path": "Daily"})], prompt=MANY, completion=200),
    Counted("", "One of them.", reading("Daily/2026-11-20"), prompt=MANY + 400, completion=200),
)
ENDS = (Counted("Most of this week went into the desktop program."),)
MOVES = (
    Counted(
        "", "Links follow.", [("move_note", {"path": "Reading/The Left Hand of Winter", "to": "Reading/Winter"})]
    ),
    Counted("[[Winter]] has its new name, and every link to it follows."),
)
ANSWERS_ANEW = (Counted("In one sentence: one is about a map, the other about moss."),)
