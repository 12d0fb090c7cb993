"""A conversation with a model in a real window: thinking, five rounds, both questions, an error, a stop.

The model is a loopback server that speaks DeepSeek's wire format in strict mode; everything else is the real
program, moved by keys and mouse.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

import msgspec
from desktop import ROOT, ask, close, copy_sample, go_to_question, maximise, open_window
from screen import Screen, screen, wait_until

sys.path.insert(0, str(ROOT))

from tests.llm.deepseek_server import DeepSeekServer, Reply, Status

ROUNDS = "rounds of tool calls done"
WEEK = """
## Week 47

- Streaming landed; the confirm dialog is in review
- 见 [[2026-11-21]]
"""
ANSWER = """I added **Week 47** to [[Axon Desktop]]:

| Day | Kept |
| --- | --- |
| [[2026-11-20]] | streaming works, the confirm dialog is in review |
| [[2026-11-21]] | 读完 [[卡片笔记法]] 的第二章 |

There is no note for 22 November, so nothing of that day is in it.
"""
LONG = "Here is everything I know about small gardens, one line after another.\n\n" * 400
SCRIPT = (
    Reply("I'll look at the daily notes first.", "This week's notes.", [("list_folder", {"path": "Daily"})]),
    Reply(
        "",
        "Four notes. The newest two should do.",
        [("read_note", {"path": "Daily/2026-11-20"}), ("read_note", {"path": "Daily/2026-11-21"})],
    ),
    Reply("And the day after.", None, [("read_note", {"path": "Daily/2026-11-22"})]),
    Reply(
        "That one does not exist. I have enough to write the week's section.",
        "Append, so that nothing of theirs changes.",
        [("create_note", {"path": "Projects/Axon Desktop", "content": WEEK, "mode": "append"})],
    ),
    Reply(ANSWER, "Say what was done, and what was missing."),
)  # fmt: skip


def choose_deepseek(home: Path, server: DeepSeekServer) -> None:
    """Write the settings that a user would make in the dialog."""
    config = home / "config"
    config.mkdir(parents=True)
    model = {"provider": "deepseek", "base_url": server.base_url}
    (config / "settings.json").write_bytes(msgspec.json.encode({"model": model}))


def play(desk: Screen, vault: Path, home: Path, theme: str, prefix: str = "") -> None:
    """Have the week summarised, then run into an error, then stop a long reply."""
    note = vault / "Projects" / "Axon Desktop.md"
    before = note.read_bytes()
    with DeepSeekServer(strict=True) as server:
        choose_deepseek(home, server)
        server.script(*SCRIPT)
        desk.environment["DEEPSEEK_API_KEY"] = server.key
        open_window(desk, vault, home, "--theme", theme, "--note", "Projects/Axon Desktop.md")
        maximise(desk, "1440x900")
        ask(desk, "Summarise my daily notes of this week into Projects/Axon Desktop")
        go_to_question(desk, theme)
        desk.shot(f"{prefix}1-card")
        assert note.read_bytes() == before
        desk.answer("Return")
        wait_until("the week in the note", lambda: note.read_bytes() == before + WEEK.encode())
        desk.wait_window(ROUNDS)
        desk.answer("Return")
        desk.wait_gone(ROUNDS)
        desk.shot(f"{prefix}3-answer")

        server.script(Status(402, "Insufficient Balance"))
        ask(desk, "And what did I promise to Mei?")
        desk.shot(f"{prefix}4-error")

        server.script(Reply(LONG, pace=0.02, piece=12))
        ask(desk, "Tell me about gardens")
        wait_until("the request", lambda: len(server.requests) == len(SCRIPT) + 2)
        desk.wait_changes(5)
        desk.keys("Escape")
        assert server.wait_for_disconnects(1), "the connection stayed open after Stop"
        desk.shot(f"{prefix}5-stopped")
        close(desk)
        assert server.problems == []


def pictures(folder: Path) -> None:
    """Play the scene in the light theme; the dark ones are those of the engine scene."""
    with tempfile.TemporaryDirectory(prefix="axon-scene-") as temp, screen("1440x900", folder) as desk:
        play(desk, copy_sample(Path(temp)), Path(temp), "light", "model-light-")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=pictures.__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "screenshots")
    pictures(parser.parse_args().out)
