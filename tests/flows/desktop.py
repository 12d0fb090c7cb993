"""The main job in a real window, by keys and mouse only: read, create, append, look, undo; with pictures.

Run by `make screenshots` (pictures into docs/screenshots) and by tests/flows/test_desktop.py.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from screen import Screen, screen, wait_until

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from axon_desktop.theme.colors import DARK, LIGHT

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "resources" / "sample_vault"
_STATUS_BAR = 26
"""Pixels of its height, at 100 %."""
APPROVAL = "Apply this change?"
APPROVAL_IN = {"en": APPROVAL, "zh_CN": "应用此更改？"}
"""The title of the dialog in each language of the pictures."""


def choose_language(home: Path, language: str) -> None:
    """Let the program speak a language at its first start, as if the user had chosen it."""
    config = home / "config"
    config.mkdir(parents=True, exist_ok=True)
    (config / "settings.json").write_text(json.dumps({"general": {"language": language}}), encoding="utf-8")


def log_of(home: Path) -> Path:
    """Return where the program writes down what goes wrong in it."""
    return home / "data" / "log" / "axon-desktop.log"


def open_window(
    desk: Screen, vault: Path | None, home: Path, *options: str, program: tuple[str, ...] = ()
) -> subprocess.Popen[bytes]:
    """Start the program on a vault, with settings of its own, and wait for the window to fill."""
    desk.logs.append(log_of(home))
    started = desk.start(
        (
            *(program or (sys.executable, "-m", "axon_desktop")),
            *([str(vault)] if vault is not None else []),
            *options,
        ),
        home / "window.log",
        AXON_HOME=str(home),
        PYTHONPATH=str(ROOT),
    )
    name = vault.name if vault is not None else "Axon Sample Vault"
    desk.wait_window(f"{name} — Axon", 60)  # the title has the vault's name once the chat is there
    return started


def maximise(desk: Screen, size: str) -> None:
    """Let the window fill the screen."""
    width, height = map(int, size.split("x"))
    desk.resize("Axon", width, height)
    desk.settle()


def ask(desk: Screen, text: str) -> None:
    """Put a request into the chat's input, as a person would, and send it."""
    desk.wait_window("Axon")
    desk.keys("ctrl+l")
    if text.isascii():
        desk.type(text)
    else:
        desk.paste(text)
    desk.keys("Return")


def has_answer(home: Path) -> bool:
    """Tell whether an answer was kept."""
    file = home / "data" / "conversations.sqlite"
    if not file.exists():
        return False
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as db:
        return bool(db.execute("SELECT 1 FROM item WHERE kind = 'answer'").fetchone())


def waits(desk: Screen, theme: str = "light") -> bool:
    """Tell whether the status bar says that something waits for the user; the window fills the screen."""
    colors = {"light": LIGHT, "dark": DARK}[theme]
    return desk.pixels(colors.warn, slice(-round(_STATUS_BAR * desk.scale), None)) > 0


def go_to_question(desk: Screen, theme: str = "light") -> None:
    """Go to what waits, once it does: to its card, if that shows all of it, else to its dialog."""
    desk.settle()  # what was answered just now waits no more
    wait_until("a question", lambda: waits(desk, theme))
    desk.keys("ctrl+j")
    desk.settle()


def approve(desk: Screen, title: str = APPROVAL) -> None:
    """Answer the approval dialog by keyboard."""
    desk.wait_window(title)
    desk.answer("Return")
    desk.wait_gone(title)


def close(desk: Screen) -> None:
    """Close the window by its own shortcut and wait until it is gone; no fault of its own may stand in its log."""
    desk.wait_window("Axon")
    desk.keys("ctrl+q")
    desk.wait_gone("Axon")
    for log in desk.logs:
        written = log.read_text(encoding="utf-8") if log.exists() else ""
        assert "Traceback" not in written, written


def main_job(desk: Screen, vault: Path, home: Path, note: str, prefix: str = "", size: str = "1440x900") -> None:
    """Read a note, create one, append to it; check the file after every step."""
    idea = vault / "Inbox" / "Idea.md"
    open_window(desk, vault, home, "--theme", "light")
    maximise(desk, size)
    desk.shot(f"{prefix}01-window")
    ask(desk, f"read {note}")
    desk.shot(f"{prefix}02-read")
    ask(desk, "create note Inbox/Idea: 记住 this")
    desk.wait_window(APPROVAL)
    desk.shot(f"{prefix}03-approval")
    approve(desk)
    wait_until("the new note", idea.exists)
    desk.shot(f"{prefix}04-created")
    created = idea.read_bytes()
    ask(desk, "append to Inbox/Idea: and that")
    desk.wait_window(APPROVAL)
    desk.shot(f"{prefix}05-append")
    approve(desk)
    wait_until("the longer note", lambda: len(idea.read_bytes()) > len(created))
    desk.shot(f"{prefix}06-appended")
    assert "记住 this" in idea.read_text(encoding="utf-8")
    assert "and that" in idea.read_text(encoding="utf-8")
    close(desk)


def copy_sample(folder: Path) -> Path:
    """Return a fresh copy of the sample vault."""
    vault = folder / "Sample vault"
    shutil.copytree(SAMPLE, vault)
    return vault


VIEWS = (
    # name, screen, theme, language, note, request
    ("dark", "1440x900", "dark", "en", "Projects/Axon Desktop.md", "list Projects"),
    ("chinese", "1440x900", "light", "zh_CN", "知识/知识图谱.md", "读取 知识/卡片笔记法"),
    ("chinese-dark", "1440x900", "dark", "zh_CN", "知识/知识图谱.md", "创建笔记 Inbox/想法：记住 这件事"),
    ("narrow", "1000x700", "light", "en", "Projects/Lisbon in spring.md", "read People/Mei Tanaka"),
    ("narrow-dark", "1000x700", "dark", "en", "How to/Reading a note.md", "list How to"),
    ("wide", "1600x1000", "light", "en", "Projects/Garden/Herb spiral.md", "list How to"),
)


def pictures(folder: Path) -> None:
    """Make every picture of the README and the guide."""
    with tempfile.TemporaryDirectory(prefix="axon-pictures-") as temp:
        vault = copy_sample(Path(temp))
        home = Path(temp) / "home"
        home.mkdir()
        with screen("1440x900", folder) as desk:
            main_job(desk, vault, home, "Projects/Axon Desktop")
    for name, size, theme, language, note, request in VIEWS:
        with tempfile.TemporaryDirectory(prefix="axon-pictures-") as temp, screen(size, folder) as desk:
            choose_language(Path(temp), language)
            open_window(desk, copy_sample(Path(temp)), Path(temp), "--theme", theme, "--note", note)
            maximise(desk, size)
            ask(desk, request)
            if request.startswith("创建"):
                desk.wait_window(APPROVAL_IN[language])
                desk.shot(f"{name}-approval")
                approve(desk, APPROVAL_IN[language])
            wait_until("the answer", lambda: has_answer(Path(temp)))  # asked at once
            desk.shot(name)
            close(desk)


def main() -> None:
    """Make the pictures."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "screenshots")
    pictures(parser.parse_args().out)


if __name__ == "__main__":
    main()
