"""A conversation with a model in a real window: thinking, five rounds, both questions, an error, a stop.

The model is a loopback server that speaks DeepSeek's wire format in strict mode; everything else is the real
program, moved by keys and mouse. Run by `make screenshots` and by tests/flows/test_desktop.py.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
from desktop import ROOT, ask, close, copy_sample, go_to_question, maximise, open_window
from picture_taking import make_pictures
from scene import Look
from screen import Screen, wait_until

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


def play(desk: Screen, folder: Path, look: Look) -> None:
    """Have the week summarised, then run into an error, then stop a long reply."""
    vault, home = copy_sample(folder), folder / "home"
    note = vault / "Projects" / "Axon Desktop.md"
    before = note.read_bytes()
    with DeepSeekServer(strict=True) as server:
        choose_deepseek(home, server)
        server.script(*SCRIPT)
        desk.environment["DEEPSEEK_API_KEY"] = server.key
        desk.environment["DEEPSEEK_BASE_URL"] = server.base_url
        open_window(desk, vault, home, "--theme", look.theme, "--note", "Projects/Axon Desktop.md")
        maximise(desk, look.size)
        ask(desk, "Summarise my daily notes of this week into Projects/Axon Desktop")
        go_to_question(desk, look.theme)
        desk.shot(f"{look.prefix}1-card")
        assert note.read_bytes() == before
        desk.answer("Return")
        wait_until("the week in the note", lambda: note.read_bytes() == before + WEEK.encode())
        desk.wait_window(ROUNDS)
        desk.answer("Return")
        desk.wait_gone(ROUNDS)
        desk.shot(f"{look.prefix}3-answer")

        server.script(Status(402, "Insufficient Balance"))
        ask(desk, "And what did I promise to Mei?")
        desk.shot(f"{look.prefix}4-error")

        server.script(Reply(LONG, pace=0.02, piece=12))
        ask(desk, "Tell me about gardens")
        wait_until("the request", lambda: len(server.requests) == len(SCRIPT) + 2)
        desk.wait_changes(5)
        desk.keys("Escape")
        assert server.wait_for_disconnects(1), "the connection stayed open after Stop"
        desk.shot(f"{look.prefix}5-stopped")
        close(desk)
        assert server.problems == []


LOOKS = (Look("model-light-"),)
"""The dark pictures of a conversation are those of the engine scene."""


if __name__ == "__main__":
    make_pictures(play, LOOKS)
