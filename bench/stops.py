"""Stop, at any moment: how soon is it heard, how soon is the connection closed, and does anything begin after it?

python -m bench.stops [--count 500] [--seed 1]

A conversation in the real panel, with the real provider against a loopback server of the true wire format, is
stopped by Escape while the model is silent, thinks, writes or calls, while tools read, search or write, while an
attempt waits for the next one, or while the user is asked: by a card, or in the dialog after going there.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from axon_desktop.agent.approval.approval import SafetyMode
from axon_desktop.llm.messages import ToolCall, ToolResult
from axon_desktop.llm.providers.deepseek import DeepSeekService
from axon_desktop.tools import ToolManager
from axon_desktop.ui.aio import Loop
from axon_desktop.ui.chat.panel import ChatPanel
from axon_desktop.ui.decisions.decisions import Decisions
from axon_desktop.ui.dialog_keys import HOLD_MS, DecisionKeys
from axon_desktop.ui.session.chat_session import ChatSession
from axon_desktop.ui.typing_clock import TypingClock
from axon_desktop.vault import Vault
from axon_desktop.vault.history.changes import Proposal
from bench.chat import make_panel
from tests.llm.deepseek_server import DeepSeekServer, Reply, Stall, Status, Step
from tests.ui.decisions_world import press
from tests.waiting import until

HEARD_SECONDS = 0.1
CLOSED_SECONDS = 1.0
_WATCH_SECONDS = 0.4
"""How long it is looked whether something begins after the stop."""
_NOTES = 400
_WORDS = "Here is what I found in your notes, all of it. " * 40
_ENDLESS = {"query": "(x+x+)+y", "regex": True}


def _reads(tool: str, arguments: list[dict[str, object]]) -> Reply:
    return Reply("", reasoning="Hm.", calls=[(tool, each) for each in arguments])


def _writes(random_: random.Random) -> Reply:
    start = random_.randrange(10**9)
    return _reads("create_note", [{"path": f"New {start + n}", "content": "x\n" * 50} for n in range(20)])


_READS = _reads("read_note", [{"path": f"Note {n}"} for n in range(40)])
KINDS: dict[str, tuple[SafetyMode, Step | None]] = {
    "the model is silent": ("apply", Stall()),
    "the model is queued": ("apply", Stall(keep_alive=0.05)),
    "it thinks": ("apply", Reply("", reasoning=_WORDS, pace=0.002)),
    "it writes": ("apply", Reply(_WORDS, pace=0.002)),
    "it makes a call": (
        "apply",
        Reply("", calls=[("create_note", {"path": "Cut", "content": _WORDS})], pace=0.002),
    ),
    "tools read": ("apply", _READS),
    "a search does not end": ("apply", _reads("search_notes", [_ENDLESS])),
    "tools write": ("apply", None),
    "the next attempt waits": ("apply", Status(503, "overloaded", retry_after=30)),
    "the user is asked": ("ask", None),
}
"""What goes on, with the safety mode; None is a reply that writes notes that are not there yet."""


@dataclass
class Figures:
    """What was seen."""

    stops: Counter[str] = field(default_factory=Counter)
    heard: list[float] = field(default_factory=list)
    """Seconds from the key to a panel that says that nothing runs."""
    closed: list[float] = field(default_factory=list)
    """Seconds from the key until the server sees its client leave."""
    faults: list[str] = field(default_factory=list)

    @property
    def late(self) -> int:
        """Stops that were heard, or whose connection was closed, too late."""
        pairs = zip(self.heard, self.closed, strict=True)
        return sum(heard > HEARD_SECONDS or closed > CLOSED_SECONDS for heard, closed in pairs)


class WatchedTools(ToolManager):
    """Knows when a tool was last started."""

    begun = 0.0

    async def execute(
        self, call: ToolCall, approved: Proposal | None = None, *, unrecorded: bool = False
    ) -> ToolResult:
        """Run the call."""
        self.begun = time.monotonic()
        return await super().execute(call, approved, unrecorded=unrecorded)


@dataclass
class _Scene:
    server: DeepSeekServer
    panel: ChatPanel
    session: ChatSession
    tools: WatchedTools
    decisions: Decisions
    figures: Figures

    async def stop_once(self, kind: str, random_: random.Random) -> None:
        """Begin a turn, press Escape at some moment of it, and look."""
        mode, step = KINDS[kind]
        self.session.set_safety(mode)
        self.server.play_now(*[step or _writes(random_)] * 8)
        self.session.send("Look after my notes.")
        await asyncio.sleep(random_.uniform(0, 0.5))
        if not self.session.running:
            self.figures.faults.append(f"{kind}: the turn was over before it was stopped")
            return
        if self.decisions.waiting and random_.random() < 0.5:
            await self._say_no()
        pressed = time.monotonic()
        QTest.keyClick(self.panel.composer.input, Qt.Key.Key_Escape)
        await until(self._is_quiet)
        self.figures.heard.append(time.monotonic() - pressed)
        await until(lambda: self.server.talking == 0)
        self.figures.closed.append(time.monotonic() - pressed)
        self.figures.stops[kind] += 1
        await asyncio.sleep(_WATCH_SECONDS)
        if self.tools.begun > pressed:
            self.figures.faults.append(f"{kind}: a tool began {self.tools.begun - pressed:.3f} s after the stop")
        if not self._is_quiet() or self.decisions.waiting or QApplication.activeModalWidget() is not None:
            self.figures.faults.append(f"{kind}: something still goes on")

    async def _say_no(self) -> None:
        """Go to the question, and press Escape as soon as that is an answer; the turn goes on."""
        pending = self.decisions.waiting[0]
        self.decisions.open(pending)
        dialog = pending.dialog
        assert dialog is not None
        keys, clock = dialog.findChild(DecisionKeys), TypingClock.of_program()
        assert keys is not None
        await until(lambda: keys.is_painted and clock.quiet() > HOLD_MS)
        press(dialog, Qt.Key.Key_Escape)
        assert pending.answer.done()

    def _is_quiet(self) -> bool:
        return not self.session.running and self.panel.composer.stop.isHidden()


async def _play(vault: Vault, count: int, seed: int, figures: Figures) -> None:
    random_ = random.Random(seed)
    with DeepSeekServer() as server:
        provider = DeepSeekService(api_key=server.key, base_url=server.base_url, model="deepseek-flash")
        tools = WatchedTools(vault)
        decisions = Decisions(lambda: panel)
        panel, session, _ = make_panel(vault, provider, tools=tools, decisions=decisions)
        panel.show()
        scene = _Scene(server, panel, session, tools, decisions, figures)
        kinds = list(KINDS)
        for number in range(count):
            await scene.stop_once(kinds[number % len(kinds)], random_)
            session.new_conversation()
        server.play_now(Reply("All is well."))
        session.send("Are you there?")
        await until(lambda: not session.running)
        if not session.history or session.history[-1].content != "All is well.":
            figures.faults.append("after all stops the next turn has no answer")
        await session.close()
        panel.close()


def play(count: int, seed: int = 1) -> Figures:
    """Stop so many turns, in all the ways in turn."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = QApplication.instance() or QApplication([])
    figures = Figures()
    with tempfile.TemporaryDirectory(prefix="axon-stops-") as temp:
        root = Path(temp) / "vault"
        root.mkdir()
        for number in range(_NOTES):
            (root / f"Note {number}.md").write_text(f"# Note {number}\n\n{'x' * 60}\n", encoding="utf-8")
        vault = Vault(root, data_dir=Path(temp) / "data")
        with asyncio.Runner(loop_factory=lambda: Loop(app)) as runner:
            runner.run(_play(vault, count, seed, figures))
        vault.close()
    return figures


def main() -> int:
    """Run the command line; 0 when every stop was one."""
    parser = argparse.ArgumentParser(description="Stop a turn at any moment.")
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    figures = play(options.count, options.seed)
    for fault in figures.faults:
        print(f"MISS {fault}")
    print(", ".join(f"{kind} {number}" for kind, number in figures.stops.items()))
    print(
        f"{len(figures.heard)} stops: {len(figures.faults)} faults, {figures.late} late; heard after at most"
        f" {max(figures.heard) * 1000:.0f} ms, closed after at most {max(figures.closed) * 1000:.0f} ms"
    )
    return 1 if figures.faults or figures.late else 0


if __name__ == "__main__":
    sys.exit(main())
