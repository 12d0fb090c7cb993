"""A canvas and a base in a real window: looked at, walked through by keys, a note opened from each.

Run by `make screenshots` and by tests/flows/test_boards_scene.py.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from desktop import close, copy_sample, maximise, open_window
from picture_taking import make_pictures
from screen import Screen


@dataclass(frozen=True)
class Look:
    """How the program looks in one run."""

    prefix: str
    theme: str
    language: str
    size: str


LOOKS = (
    Look("boards-light-", "light", "en", "1440x900"),
    Look("boards-dark-", "dark", "en", "1440x900"),
    Look("boards-chinese-", "light", "zh_CN", "1100x700"),
)
CANVAS = "Projects/Garden/Garden.canvas"
BASE = "Reading/Books.base"


def open_on(desk: Screen, vault: Path, home: Path, look: Look, path: str) -> None:
    """Start the program with a file in the reading pane, which gets the keyboard by a click."""
    config = home / "config"
    config.mkdir(parents=True, exist_ok=True)
    general = {"theme": look.theme, "language": look.language, "notify": False}
    (config / "settings.json").write_text(json.dumps({"general": general}), encoding="utf-8")
    open_window(desk, vault, home, "--note", path)
    maximise(desk, look.size)
    desk.settle()
    height = int(look.size.split("x")[1])
    desk.click(330, height - 90)  # where nothing is
    desk.settle()


def kept(home: Path) -> str:
    """Return what the window wrote down when it was closed."""
    return (home / "config" / "window.ini").read_text("utf-8")


def play(desk: Screen, folder: Path, look: Look) -> None:
    """Look at both files, and open a note from each."""
    vault = copy_sample(folder)
    homes = folder / "canvas home", folder / "base home"
    open_on(desk, vault, homes[0], look, CANVAS)
    desk.keys("Home", "Tab")
    desk.settle()
    desk.shot(f"{look.prefix}canvas")
    desk.keys("Return")
    desk.settle()
    desk.settle()
    close(desk)
    assert "Herb spiral" in kept(homes[0]), "Enter on the card did not open its note"
    open_on(desk, vault, homes[1], look, BASE)
    desk.settle()
    desk.shot(f"{look.prefix}base")
    desk.keys("Down", "Return")
    desk.settle()
    close(desk)
    assert "The Left Hand of Winter" in kept(homes[1]), "Enter on the row did not open its note"


if __name__ == "__main__":
    make_pictures(play, LOOKS)
