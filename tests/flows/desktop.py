"""What scenes do in a real window, by keys and mouse only: open it, ask, answer, close it; and the main job."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from screen import Screen, wait_until

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from axon_desktop.theme.colors import DARK, LIGHT

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "resources" / "sample_vault"
_STATUS_BAR = 26
"""Pixels of its height, at 100 %."""
_ENDS = "('answer', 'error', 'cancelled', 'stopped')"
"""Kinds of the event that is the last of a turn."""
APPROVAL = "Apply this change?"
APPROVAL_IN = {"en": APPROVAL, "zh_CN": "应用此更改？"}
"""The title of the dialog in each language of the pictures."""


def choose_language(home: Path, language: str, **others: object) -> None:
    """Let the program speak a language at its first start, as if the user had chosen it, and other settings."""
    config = home / "config"
    config.mkdir(parents=True, exist_ok=True)
    written = {"general": {"language": language}, **others}
    (config / "settings.json").write_text(json.dumps(written), encoding="utf-8")


def log_of(home: Path) -> Path:
    """Return where the program writes down what goes wrong in it."""
    return home / "data" / "log" / "axon-desktop.log"


def open_window(
    desk: Screen, vault: Path | None, home: Path, *options: str, program: tuple[str, ...] = ()
) -> subprocess.Popen[bytes]:
    """Start the program on a vault, with settings of its own, and wait for the window to fill.

    Where the settings do not say how, notes open for reading, with which these stories begin, and are found by
    their words only.
    """
    _open_notes_for_reading(home / "config" / "settings.json")
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
    desk.wait_window(f"{name} — Axon")  # the title has the vault's name once the chat is there
    return started


def _open_notes_for_reading(settings: Path) -> None:
    settings.parent.mkdir(parents=True, exist_ok=True)
    written = json.loads(settings.read_text("utf-8")) if settings.exists() else {}
    written.setdefault("general", {}).setdefault("default_mode", "reading")
    written.setdefault("meaning", {"encoder": "off"})  # encoding takes time that few stories need
    settings.write_text(json.dumps(written, ensure_ascii=False), "utf-8")


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


def turns_ended(home: Path) -> int:
    """Return how many turns the conversation's store knows the end of."""
    store = home / "data" / "conversations.sqlite"
    if not store.exists():
        return 0
    try:
        with closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as db:
            return int(db.execute(f"SELECT count(*) FROM item WHERE kind IN {_ENDS}").fetchone()[0])
    except sqlite3.Error:  # it is being made
        return 0


def wait_turns(home: Path, count: int) -> None:
    """Wait until so many turns have ended."""
    wait_until(f"the end of turn {count}", lambda: turns_ended(home) >= count)


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
    desk.shot(f"{prefix}1-window")
    ask(desk, f"read {note}")
    wait_turns(home, 1)
    desk.shot(f"{prefix}2-read")
    ask(desk, "create note Inbox/Idea: 记住 this")
    desk.wait_window(APPROVAL)
    desk.shot(f"{prefix}3-approval")
    approve(desk)
    wait_until("the new note", idea.exists)
    wait_turns(home, 2)
    desk.shot(f"{prefix}4-created")
    created = idea.read_bytes()
    ask(desk, "append to Inbox/Idea: and that")
    desk.wait_window(APPROVAL)
    desk.shot(f"{prefix}5-append")
    approve(desk)
    wait_until("the longer note", lambda: len(idea.read_bytes()) > len(created))
    wait_turns(home, 3)
    desk.shot(f"{prefix}6-appended")
    assert "记住 this" in idea.read_text(encoding="utf-8")
    assert "and that" in idea.read_text(encoding="utf-8")
    close(desk)


def copy_sample(folder: Path) -> Path:
    """Return a fresh copy of the sample vault."""
    vault = folder / "Sample vault"
    shutil.copytree(SAMPLE, vault)
    return vault
