"""A scene in a real window that is played by keys alone, with all that can be looked at from outside."""

from __future__ import annotations

import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from desktop import go_to_question, maximise, open_window, waits
from engine_script import CountingServer
from screen import Screen, wait_until

from axon_desktop.theme.colors import DARK, LIGHT

ENDED = ("answer", "stopped", "cancelled", "error")
"""Kinds of the event that is the last of a turn."""


@dataclass(frozen=True)
class Look:
    """What is played in one run, and how the program looks in it."""

    prefix: str = ""
    size: str = "1440x900"
    theme: str = "light"
    language: str = "en"
    crops: bool = False
    """Whether a picture of a dialog has nothing but the dialog."""
    scale: str = "1"
    """How large the program draws; `size` is in pixels of the screen."""
    acts: tuple[Callable[[Scene], None], ...] = ()
    """What is played, in this order."""
    pictures: tuple[str, ...] = ()
    """Those that are wanted; all when none is named."""


@dataclass
class Scene:
    """The program on a screen, with all that can be looked at from outside."""

    desk: Screen
    vault: Path
    home: Path
    server: CountingServer
    look: Look
    main: str = ""
    """The main window."""
    program: subprocess.Popen[bytes] | None = None

    def set_up(self, **settings: object) -> None:
        """Write the settings that a user would have made, and those that are named."""
        look, desk = self.look, self.desk
        config = self.home / "config"
        config.mkdir(parents=True, exist_ok=True)
        general = {"theme": look.theme, "language": look.language, "notify": False}
        model = {"provider": "deepseek", "base_url": self.server.base_url}
        written = {"general": general, "model": model, **settings}
        (config / "settings.json").write_bytes(msgspec.json.encode(written))
        desk.environment["DEEPSEEK_API_KEY"] = self.server.key
        desk.environment["DEEPSEEK_BASE_URL"] = self.server.base_url
        desk.scale = float(look.scale)
        desk.environment["QT_SCALE_FACTOR"] = look.scale

    def open(self, note: str = "Reading/Reading list.md", **settings: object) -> None:
        """Start the program with the settings that a user would have made, and those that are named."""
        self.set_up(**settings)
        self.start(*(("--note", note) if note else ()))

    def open_sample(self, **settings: object) -> None:
        """Start the program without naming a vault; with no settings named, those that are there stay."""
        if settings:
            self.set_up(**settings)
        self.start(sample=True)

    def start(self, *options: str, sample: bool = False, program: tuple[str, ...] = ()) -> None:
        """Start the program with the settings that are there, and let it fill the screen."""
        vault = None if sample else self.vault
        self.program = open_window(self.desk, vault, self.home, *options, program=program)
        maximise(self.desk, self.look.size)
        self.main = self.desk.active()

    def command(self, english: str) -> None:
        """Do something by the command palette, which knows English names in every language."""
        self.keys("ctrl+p")
        self.desk.settle()
        self.desk.type(english)
        self.keys("Return")

    def settings(self) -> dict[str, Any]:
        """Return the settings file as it is now."""
        found: dict[str, Any] = msgspec.json.decode((self.home / "config" / "settings.json").read_bytes())
        return found

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """Ask the store of conversations, as it is on the disk."""
        file = self.home / "data" / "conversations.sqlite"
        if not file.exists():
            return []
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as db:
            return db.execute(query).fetchall()

    def count(self) -> int:
        """Return how many conversations are kept."""
        return len(self.rows("SELECT 1 FROM conversation"))

    def newest(self) -> int:
        """Return the number of what was kept last."""
        found = self.rows("SELECT coalesce(max(id), 0) FROM item")
        return int(found[0][0]) if found else 0

    def ends_since(self, before: int) -> int:
        """Return how many turns have ended since the item of this number was kept."""
        return len(self.rows(f"SELECT 1 FROM item WHERE id > {before} AND kind IN {ENDED}"))

    def shot(self, name: str, *, whole: bool = False) -> None:
        """Save a picture if it is wanted; `whole`: of the screen in any case."""
        if self.look.pictures and name not in self.look.pictures:
            return
        self.desk.rest()
        active = self.desk.active() if self.look.crops and not whole else ""
        self.desk.grab(f"{self.look.prefix}{name}", active if active not in ("", self.main) else "root")

    def keys(self, *names: str) -> None:
        """Press keys once the screen is at rest."""
        self.desk.settle()
        self.desk.keys(*names)

    def find(self, words: str) -> None:
        """Select words of the note that is written in, by the find bar."""
        color = {"light": LIGHT, "dark": DARK}[self.look.theme].sel
        self.keys("ctrl+f")
        self.desk.settle()
        self.desk.paste(words)
        self.desk.rest()
        self.keys("Escape")
        wait_until(f"'{words}' to be selected", lambda: self.desk.pixels(color) > 0)

    def write(self, text: str) -> None:
        """Go to the box and write, as a person would."""
        self.desk.keys("ctrl+l")
        if text.isascii():
            self.desk.type(text)
        else:
            self.desk.paste(text)

    def go_above_box(self, stops: int) -> None:
        """Go up so many stops from the message box, beside that of the note which goes along with a request."""
        self.keys("ctrl+l", *["shift+Tab"] * (1 + stops))

    def dialog(self) -> None:
        """Wait until a dialog has the keyboard."""
        wait_until("a dialog", lambda: self.desk.active() not in ("", self.main))

    def review(self) -> None:
        """Go to what waits for the user, and open its dialog."""
        wait_until("the dialog of a question", self._opens_dialog)

    def _opens_dialog(self) -> bool:
        self.go_to_question()
        if self.desk.active() == self.main and waits(self.desk, self.look.theme):  # it can be answered at its card
            self.desk.answer("space")
            self.desk.settle()
        return self.desk.active() not in ("", self.main)

    def go_to_question(self) -> None:
        """Go to what waits for the user: to its card, if that shows all of it, else to its dialog."""
        go_to_question(self.desk, self.look.theme)

    def leave(self, key: str) -> None:
        """Answer a dialog by a key and wait until it has lost the keyboard."""
        left = self.desk.active()
        self.desk.answer(key)
        wait_until("the end of the dialog", lambda: self.desk.active() not in ("", left))

    def ask(self, text: str) -> int:
        """Send a request; return what `ended` needs to know."""
        before = self.newest()
        self.write(text)
        self.keys("Return")
        return before

    def ended(self, before: int, kind: str = "answer", times: int = 1) -> None:
        """Wait until the script is over and so many turns have ended, the last one so."""
        ends = f"SELECT kind FROM item WHERE id > {before} AND kind IN {ENDED} ORDER BY id"
        wait_until("the end of a turn", lambda: self.server.left == 0 and len(self.rows(ends)) >= times)
        assert [end for (end,) in self.rows(ends)][-1] == kind
        self.desk.settle()
