"""Tables of few and of many columns in a real window: scrolled by wheel and keys, and looked at.

Run by `make screenshots` and by tests/flows/test_tables_scene.py.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from desktop import close, copy_sample, maximise, open_window
from picture_taking import make_pictures
from reading_scene import open_file
from screen import Screen, wait_until

NOTE = "Wide tables.md"
EMBEDS = "Wide bases.md"
COLUMNS = (3, 10, 14, 30)
"""Of the tables that have a note of their own."""
WORDS = (
    "system {0}",
    "",
    "中文的表格内容在这里换行显示更多的文字",
    "`identifier_{0}`",
    "A sentence of prose that goes on for a while, as people write them in tables.",
    "https://example.com/a/long/address?with=query",
    "**bold** and [[Reading list]]",
    "12.50",
)
BASE = """filters:
  and:
    - file.ext == "md"
views:
  - type: table
    name: Everything
    order: [file.name, file.folder, file.size, file.mtime, file.ctime, nothing, file.path, file.tags, author]
"""


@dataclass(frozen=True)
class Look:
    """How the program looks in one run."""

    prefix: str
    theme: str
    size: str
    place: tuple[int, int]
    """In the second row of the note's first table."""
    language: str = "en"


LOOKS = (
    Look("tables-light-", "light", "1600x1000", (650, 214)),
    Look("tables-dark-", "dark", "1600x1000", (650, 214)),
    Look("tables-narrow-", "light", "1000x700", (400, 214)),
    Look("tables-darknarrow-", "dark", "1000x700", (400, 214), "zh_CN"),
)
RIGHT = 7
"""The button by which X tells of a wheel that turns to the right."""


def table(columns: int, rows: int, words: tuple[str, ...] = WORDS) -> str:
    """Return a table with long words, Chinese and empty columns."""
    lines = [[f"column {column}" for column in range(columns)], ["---"] * columns]
    lines += [
        [words[column % len(words)].format(column + 100 * row) for column in range(columns)] for row in range(rows)
    ]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines) + "\n"


def set_up(vault: Path) -> None:
    """Put notes with tables and one with bases into the vault."""
    quoted = "".join(f"> {line}\n" for line in table(10, 2).splitlines())
    note = table(14, 3, WORDS[:1]) + table(3, 2) + table(10, 2) + "> [!note] In a callout\n" + quoted
    (vault / NOTE).write_text(note + "\n" + table(30, 40), encoding="utf-8")
    for columns in COLUMNS:
        (vault / f"{columns} columns.md").write_text(table(columns, 12), encoding="utf-8")
    (vault / "All notes.base").write_text(BASE, encoding="utf-8")
    (vault / EMBEDS).write_text(f"![[All notes.base]]\n\n![[{NOTE.removesuffix('.md')}]]\n", encoding="utf-8")


def open_on(desk: Screen, vault: Path, home: Path, look: Look, path: str) -> None:
    """Start the program with a note in the reading pane."""
    config = home / "config"
    config.mkdir(parents=True, exist_ok=True)
    general = {"theme": look.theme, "language": look.language, "notify": False}
    (config / "settings.json").write_text(json.dumps({"general": general}), encoding="utf-8")
    open_window(desk, vault, home, "--note", path)
    maximise(desk, look.size)
    desk.settle()


def play(desk: Screen, folder: Path, look: Look) -> None:
    """Scroll tables sideways, and look at them before and after."""
    vault = copy_sample(folder)
    set_up(vault)
    home = folder / "home"
    open_on(desk, vault, home, look, NOTE)
    desk.shot(f"{look.prefix}note")
    before = ""

    def is_copied() -> bool:
        nonlocal before
        before = desk.copied_at(*look.place)
        return before.startswith("system")

    wait_until("a cell, copied", is_copied)
    desk.click(*look.place, button=RIGHT, times=4)
    wait_until("a column further to the right", lambda: desk.copied_at(*look.place) != before)
    desk.keys("End")
    desk.settle()
    desk.shot(f"{look.prefix}scrolled")
    desk.keys("Home")
    wait_until("the first column again", lambda: desk.copied_at(*look.place) == before)
    for columns in COLUMNS:
        open_file(desk, f"{columns} columns", new_tab=False)
        desk.shot(f"{look.prefix}{columns}-columns")
    close(desk)
    open_on(desk, vault, home, look, EMBEDS)
    desk.settle()
    desk.shot(f"{look.prefix}embeds")
    close(desk)
    open_on(desk, vault, home, look, "All notes.base")
    desk.settle()
    desk.shot(f"{look.prefix}base")
    close(desk)


if __name__ == "__main__":
    make_pictures(play, LOOKS)
