"""Tabs, the source of a note, pictures and other files in a real window, by keys alone; with pictures of it.

Run by `make screenshots` and by tests/flows/test_reading_scene.py.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from desktop import close, copy_sample, maximise, open_window
from picture_taking import make_pictures
from PySide6.QtCore import QSettings
from screen import Screen, wait_until

FIRST = "Projects/Garden/Herb spiral.md"
PDF = "Attachments/Soil and light.pdf"
DRAWING = "Attachments/sun.svg"
PICTURE = "Attachments/herb-spiral.png"
TYPED = "- the mint wants a pot of its own"
SUN = """<svg xmlns="http://www.w3.org/2000/svg" width="240" height="160">
<circle cx="120" cy="80" r="46" fill="#e0a030"/><path d="M20 140h200" stroke="#444" stroke-width="6"/>
<text x="120" y="88" text-anchor="middle" font-size="26">Noon</text></svg>"""


@dataclass(frozen=True)
class Look:
    """How the program looks in one run."""

    prefix: str = ""
    size: str = "1440x900"
    theme: str = "light"


def set_up(vault: Path) -> None:
    """Put files that are no notes into the vault."""
    (vault / PDF).write_bytes(b"%PDF-1.7\n" + bytes(1_480_000))
    (vault / DRAWING).write_text(SUN, encoding="utf-8")


def open_file(desk: Screen, name: str, *, new_tab: bool) -> None:
    """Open a file as a person would: quick switcher, name, Enter."""
    desk.settle()
    desk.keys("ctrl+o")
    desk.settle()
    desk.paste(name)
    desk.settle()
    desk.keys("ctrl+Return" if new_tab else "Return")
    desk.settle()


def add_property(desk: Screen, vault: Path) -> None:
    """Give the open note a property in the form above its text, and see it in the file."""
    desk.keys("ctrl+semicolon")
    desk.settle()
    desk.type("season")
    desk.keys("Return")
    desk.settle()
    desk.type("in bloom")
    desk.keys("Return", "Escape")
    wait_until("the property, in the file", lambda: "\nseason: in bloom\n---\n" in read(vault))
    assert TYPED in read(vault)


def read(vault: Path) -> str:
    """Return the first note as its file has it."""
    return (vault / FIRST).read_text(encoding="utf-8")


def kept_tabs(home: Path) -> tuple[list[str], str]:
    """Return the files of the tabs that a closed window has kept, and the current one."""
    state = QSettings(str(home / "config" / "window.ini"), QSettings.Format.IniFormat)
    key = next(key for key in state.allKeys() if key.startswith("tabs/"))
    kept = json.loads(str(state.value(key)))
    paths = [tab["path"] for tab in kept["tabs"]]
    return paths, paths[kept["current"]]


def play(desk: Screen, folder: Path, look: Look) -> None:
    """Open files in tabs, write, close, and find all of it again in the next window."""
    vault, home = copy_sample(folder), folder / "home"
    set_up(vault)
    home.mkdir()
    options = ("--theme", look.theme)
    open_window(desk, vault, home, *options, "--note", FIRST)
    maximise(desk, look.size)
    for name in ("知识图谱", "Reading list"):
        open_file(desk, name, new_tab=True)
    desk.keys("ctrl+1")
    desk.shot(f"{look.prefix}tabs")
    desk.keys("ctrl+e")
    desk.settle()
    desk.keys("ctrl+End")
    desk.type(f"\n{TYPED}")
    wait_until("what was typed, in the file", lambda: TYPED in read(vault))
    desk.shot(f"{look.prefix}source")
    add_property(desk, vault)
    desk.shot(f"{look.prefix}properties")
    for name, picture in (("herb-spiral", "picture"), ("sun.svg", "drawing"), ("Soil and light", "card")):
        open_file(desk, name, new_tab=True)
        desk.shot(f"{look.prefix}{picture}")
    desk.keys("ctrl+w", "ctrl+shift+t", "ctrl+1")
    desk.settle()
    close(desk)
    paths, current = kept_tabs(home)
    assert paths[0] == current == FIRST
    assert sorted(paths[1:]) == sorted((PICTURE, DRAWING, PDF, "知识/知识图谱.md", "Reading/Reading list.md"))
    open_window(desk, vault, home, *options)
    maximise(desk, look.size)
    desk.settle()
    desk.keys("ctrl+backslash")
    desk.settle()
    desk.shot(f"{look.prefix}split")
    desk.keys("ctrl+w")
    desk.settle()
    close(desk)
    assert kept_tabs(home) == (paths, current)


LOOKS = (
    Look("reading-light-"),
    Look("reading-dark-", theme="dark"),
    Look("reading-narrow-", size="1000x700"),
)


if __name__ == "__main__":
    make_pictures(play, LOOKS)
