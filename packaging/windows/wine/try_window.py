"""Opens the frozen Windows program on a virtual screen by wine, and lets it write a note, undo that and end.

    try_window.py WINE PROGRAM FOLDER

By keys only, as somebody would do it; each step is looked at on the disk and pictured in FOLDER.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests" / "flows"))

import desktop  # noqa: E402
from screen import screen, wait_until  # noqa: E402

PIPED = 'set -o pipefail; : | "$0" "$@" 2>&1 | cat'
"""Python by wine wants true pipes."""
SLOW = 240.0
"""Seconds: wine starts its own programs before the first window."""


def windows(path: Path) -> str:
    """Return the name that a path has for a Windows program."""
    return "Z:" + str(path.absolute()).replace("/", "\\")


def main() -> None:
    """Do one round."""
    wine, program, folder = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="axon-windows-") as temp, screen("1440x900", Path(folder)) as desk:
        home, vault = Path(temp) / "home", desktop.copy_sample(Path(temp))
        idea = vault / "Inbox" / "Idea.md"
        before = {file: file.read_bytes() for file in vault.rglob("*") if file.is_file()}
        home.mkdir()
        desk.logs.append(desktop.log_of(home))
        started = desk.start(
            ("bash", "-c", PIPED, wine, program, windows(vault), "--theme", "light"),
            home / "window.log",
            AXON_HOME=windows(home),
            QT_QPA_PLATFORM="windows",
        )
        desk.wait_window(f"{vault.name} — Axon")
        desktop.maximise(desk, "1440x900")
        desk.shot("1-window")
        desktop.ask(desk, "create note Inbox/Idea: written by wine")
        desk.wait_window(desktop.APPROVAL)
        desk.shot("2-asked")
        desktop.approve(desk)
        wait_until("the note", idea.exists)
        assert idea.read_text(encoding="utf-8").strip() == "written by wine"
        desktop.wait_turns(home, 1)
        desk.shot("3-written")
        desk.keys("ctrl+shift+BackSpace")
        wait_until("the undo", lambda: not idea.exists())
        desk.shot("4-undone")
        assert {file: file.read_bytes() for file in vault.rglob("*") if file.is_file()} == before
        desktop.close(desk)
        code = started.wait(SLOW)
        assert code == 0, code


if __name__ == "__main__":
    main()
