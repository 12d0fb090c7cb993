"""The first start in a real window, by keys alone: vault, model, mode and a first question; then the guide.

Run by `make screenshots` and by tests/flows/test_first_run_scene.py.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path

from desktop import ROOT, close, copy_sample, log_of
from picture_taking import make_pictures
from screen import Screen, wait_until

from axon_desktop.theme.colors import DARK, LIGHT


@dataclass(frozen=True)
class Look:
    """How the program looks in one run."""

    prefix: str
    theme: str
    language: str
    size: str


LOOKS = (
    Look("first-run-light-", "light", "en", "1440x900"),
    Look("first-run-chinese-", "dark", "zh_CN", "1000x640"),
)


def start(desk: Screen, folder: Path, look: Look) -> Path:
    """Start the program of a user who has Obsidian with one vault, and nothing of Axon; return its home."""
    home, config = folder / "home", folder / "config"
    (home / "config").mkdir(parents=True)
    (config / "obsidian").mkdir(parents=True)
    general = {"theme": look.theme, "language": look.language}
    (home / "config" / "settings.json").write_text(json.dumps({"general": general}), "utf-8")
    known = {"vaults": {"1": {"path": str(copy_sample(folder).rename(folder / "Garden notes")), "ts": 1}}}
    (config / "obsidian" / "obsidian.json").write_text(json.dumps(known), "utf-8")
    desk.logs.append(log_of(home))
    desk.start(
        (sys.executable, "-m", "axon_desktop"),
        home / "window.log",
        AXON_HOME=str(home),
        XDG_CONFIG_HOME=str(config),
        PYTHONPATH=str(ROOT),
        PYTHON_KEYRING_BACKEND="keyring.backends.null.Keyring",
    )
    main = desk.wait_window("Axon Sample Vault — Axon")
    wait_until("the welcome", lambda: desk.active() not in ("", main))
    return home


def play(desk: Screen, folder: Path, look: Look) -> None:
    """Take Obsidian's vault and Offline, look at what a key needs, and let a note be read."""
    home = start(desk, folder, look)
    desk.shot(f"{look.prefix}1-vault")
    accent = (LIGHT if look.theme == "light" else DARK).accent
    enough = desk.pixels(accent) * 3 // 4

    def press(*keys: str) -> None:
        """Press keys, and wait until *Next* can be pressed again: what they began is done."""
        desk.act(*keys)
        wait_until("the end of what was begun", lambda: desk.pixels(accent) >= enough)

    press("Return")
    press("Home", "Return")
    desk.shot(f"{look.prefix}2-key")
    desk.keys("shift+Tab", "End")
    desk.shot(f"{look.prefix}3-model")
    press("Return")
    desk.shot(f"{look.prefix}4-safety")
    press("Return")
    desk.keys("Down")
    desk.shot(f"{look.prefix}5-question")
    desk.keys("Return")
    settings = home / "config" / "settings.json"
    wait_until("the vault", lambda: '"last_vault": "/' in settings.read_text("utf-8"))
    desk.shot(f"{look.prefix}6-answer")
    desk.keys("shift+F1")
    desk.settle()
    desk.shot(f"{look.prefix}7-guide")
    desk.keys("Escape")
    desk.settle()
    close(desk)


if __name__ == "__main__":
    make_pictures(play, LOOKS)
