"""A note is found in a real window, by keys alone: by its text in the search, by its name, by what is near to it.

Run by `make screenshots` and by tests/flows/test_find_scene.py.
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from desktop import choose_language, close, copy_sample, maximise, open_window
from picture_taking import make_pictures
from screen import Screen, wait_until

from axon_desktop.theme.colors import DARK, LIGHT
from axon_desktop.vault.names.quick_search import shown_name

_BARS = (150, 620, 250, 840)
"""Where the panel of related notes shows how near they are."""
_MARKED = 20
"""Pixels that a word has at least which was found."""


@dataclass(frozen=True)
class Look:
    """How the program looks in one run, and what is looked for."""

    prefix: str
    theme: str
    query: str
    """Words of a note."""
    letters: str
    """Letters of a name."""
    note: str
    """The note of that name."""
    size: str = "1440x900"
    language: str = "en"
    encoder: str = "off"
    """What reads the notes for search by meaning."""


LOOKS = (
    Look("find-light-", "light", "herb tag:garden", "hspi", "Projects/Garden/Herb spiral.md", encoder="bundled"),
    Look("find-dark-", "dark", "note", "readlist", "Reading/Reading list.md"),
    Look("find-chinese-", "light", "知识 笔记", "图谱", "知识/知识图谱.md", language="zh_CN"),
)


def write(desk: Screen, text: str) -> None:
    """Write into what has the keyboard."""
    if text.isascii():
        desk.type(text)
    else:
        desk.paste(text)
    desk.settle()


def is_indexed(home: Path) -> Callable[[], bool]:
    """Return what tells whether all notes of the vault are in its index."""

    def check() -> bool:
        files = [*home.glob("cache/**/catalog.sqlite")]
        if not files:
            return False
        with closing(sqlite3.connect(f"{files[0].as_uri()}?mode=ro", uri=True)) as db:
            try:
                missing, known = db.execute("SELECT sum(entry IS NULL), count(*) FROM notes").fetchone()
            except sqlite3.Error:
                return False
            return bool(known) and not missing

    return check


def play(desk: Screen, folder: Path, look: Look) -> None:
    """Search, open the second line of the first note, then go to another note by its name."""
    home = folder / "home"
    choose_language(home, look.language, meaning={"encoder": look.encoder})
    open_window(desk, copy_sample(folder), home, "--theme", look.theme, "--note", "Home.md")
    maximise(desk, look.size)
    wait_until("the index", is_indexed(home))
    desk.keys("ctrl+shift+f")
    desk.settle()
    accent = {"light": LIGHT, "dark": DARK}[look.theme].accent
    before = desk.pixels(accent)
    write(desk, look.query)
    wait_until("the words that were found, in colour", lambda: desk.pixels(accent) > before + _MARKED)
    desk.keys("Down", "Down")
    desk.settle()
    before = desk.pixels(accent)
    desk.keys("Return")
    wait_until("what was found, in its note", lambda: desk.pixels(accent) != before)
    desk.settle()
    desk.shot(f"{look.prefix}search")
    desk.keys("ctrl+o")
    desk.settle()
    write(desk, look.letters)
    desk.shot(f"{look.prefix}switcher")
    desk.keys("Return")
    desk.settle()
    desk.keys("ctrl+p")
    desk.settle()
    desk.type("Related notes")
    desk.keys("Return")
    desk.settle()
    if look.encoder != "off":
        wait_until("how near a note is, in colour", lambda: desk.place_of(accent, *_BARS) is not None)
        desk.settle()
    desk.shot(f"{look.prefix}related")
    close(desk)
    kept = (home / "config" / "window.ini").read_text("utf-8")
    assert shown_name(look.note) in kept or not look.note.isascii(), "another note was opened"


if __name__ == "__main__":
    make_pictures(play, LOOKS)
