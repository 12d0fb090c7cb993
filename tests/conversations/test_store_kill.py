"""Killing the program in the middle of a reply; a few times in every run of the tests, many under `soak`."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from axon_desktop.agent.events import Token
from axon_desktop.agent.recorder import replay
from axon_desktop.conversations.models import StoredConversation
from axon_desktop.conversations.store.conversation_store import ConversationStore
from tests.conversations.scenes import with_store
from tests.waiting import shortest, wait_until

ROOT = Path(__file__).parents[2]
SECOND = 1.0

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")


class Talker:
    """The program, killed at a chosen moment."""

    def __init__(self, folder: Path, seconds: float) -> None:
        folder.mkdir(parents=True)
        self.file, self.log = folder / "conversations.sqlite", folder / "log"
        self.log.touch()
        self._seconds = seconds
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.conversations.talker", str(self.file), str(self.log)],
            cwd=ROOT,
            env={**os.environ, "AXON_HOME": str(folder / "home")},
        )

    def kill(self) -> float:
        """Kill it some time after it has begun to talk; return when."""
        wait_until(lambda: self.log.stat().st_size or self._process.poll() is not None)
        assert self._process.poll() is None
        time.sleep(self._seconds)
        killed = time.monotonic()
        self.end()
        return killed

    def end(self) -> None:
        """End it, if that is still to be done."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()


def check(talker: Talker, killed: float) -> float:
    """Check that what is kept is whole, and return how many seconds are lost."""
    said: list[tuple[float, str]] = [json.loads(line) for line in talker.log.read_text().splitlines()]
    whole = "".join(text for _, text in said)

    async def load(store: ConversationStore) -> StoredConversation | None:
        found = await store.list()
        return await store.load(found[0].id) if found else None

    stored = with_store(talker.file, load)
    if stored is None:  # killed before anything was written
        return killed - said[0][0] if said else 0.0
    kept = "".join(event.content for event in replay(stored) if isinstance(event, Token))
    assert whole.startswith(kept) or kept.startswith(whole)  # the log lacks the piece that was being written
    calls = [call.id for message in stored.history for call in message.tool_calls]
    answered = [message.tool_call_id for message in stored.history if message.role == "tool"]
    assert calls == answered
    if stored.unfinished and stored.items[-1].kind == "thought":
        assert stored.history[-1].role in ("assistant", "tool")
    with closing(sqlite3.connect(talker.file)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    end = 0
    for moment, text in said:
        end += len(text)
        if end > len(kept):
            return killed - moment
    return 0.0


def storm(folder: Path, kills: int, seed: int) -> None:
    draw = random.Random(seed)
    places = map(str, count())

    def lost(seconds: float) -> float:
        talker = Talker(folder / next(places), seconds)
        try:
            return check(talker, talker.kill())
        finally:
            talker.end()

    for _ in range(0, kills, 2):
        pair = [draw.uniform(0, 2.2) for _ in range(2)]
        with ThreadPoolExecutor(2) as both:
            for seconds, found in zip(pair, both.map(lost, pair), strict=True):
                assert found < SECOND or shortest(partial(lost, seconds), SECOND) < SECOND


def test_a_kill_loses_at_most_the_last_second(tmp_path: Path) -> None:
    storm(tmp_path, 10, seed=random.randrange(1000))


@pytest.mark.soak
@pytest.mark.timeout(900)
def test_a_hundred_kills_lose_at_most_the_last_second(tmp_path: Path) -> None:
    storm(tmp_path, 100, seed=1)
