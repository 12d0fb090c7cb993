"""What leads where, in a real window and by keys alone: outline, links, a look at one of them, tags.

Run by `make screenshots` and by tests/flows/test_links_scene.py.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from desktop import choose_language, close, copy_sample, maximise, open_window
from find_scene import is_indexed
from picture_taking import make_pictures
from screen import Screen, wait_until


@dataclass(frozen=True)
class Look:
    """How the program looks in one run, and which note is looked at."""

    prefix: str
    theme: str
    note: str
    linking: str
    """The first note that links to it."""
    size: str = "1440x900"
    language: str = "en"


LOOKS = (
    Look("links-light-", "light", "Projects/Garden/Herb spiral.md", "Daily/2026-11-18.md"),
    Look("links-dark-", "dark", "Projects/Garden/Herb spiral.md", "Daily/2026-11-18.md"),
    Look("links-chinese-", "light", "知识/知识图谱.md", "Home.md", language="zh_CN"),
)


def play(desk: Screen, folder: Path, look: Look) -> None:
    """Look at each page, then follow the first backlink."""
    home = folder / "home"
    choose_language(home, look.language)
    open_window(desk, copy_sample(folder), home, "--theme", look.theme, "--note", look.note)
    maximise(desk, look.size)
    wait_until("the index", is_indexed(home))
    desk.settle()
    desk.act("alt+v", "p", "g")
    desk.act("alt+v", "p", "u")
    desk.shot(f"{look.prefix}outline")
    desk.act("alt+f", "k")
    desk.act("alt+v", "p", "b")
    desk.shot(f"{look.prefix}bookmarks")
    desk.act("alt+v", "p", "k")
    desk.keys("Home", "Down", "Down")
    desk.settle()
    desk.keys("ctrl+shift+i")
    desk.settle()
    desk.shot(f"{look.prefix}preview")
    desk.keys("Escape")
    desk.settle()
    desk.keys("Return")
    desk.settle()
    close(desk)
    kept = (home / "config" / "window.ini").read_text("utf-8")
    assert Path(look.linking).stem in kept, "the backlink was not followed"


if __name__ == "__main__":
    make_pictures(play, LOOKS)
