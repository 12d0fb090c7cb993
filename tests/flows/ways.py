"""Ten ways to a note from five places of the focus, by true keys and mouse, by somebody who types on at once.

What is typed must be in the note that was asked for, and nowhere else; a note that is only read takes nothing.
Run by tests/flows/test_ways.py.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias, get_args

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from desktop import ask, close, maximise, open_window
from find_scene import is_indexed
from PySide6.QtCore import QSettings
from screen import PATIENCE, Screen, wait_until

from axon_desktop.theme.colors import LIGHT

Way: TypeAlias = Literal[
    "new", "daily", "template", "switcher", "search hit", "link", "backlink", "tree", "tab", "history"
]
Place: TypeAlias = Literal["message box", "message", "tree", "filter", "editor"]
Mode: TypeAlias = Literal["reading", "source"]
WAYS: tuple[Way, ...] = get_args(Way)
PLACES: tuple[Place, ...] = get_args(Place)
WRITING: tuple[Way, ...] = ("new", "daily", "template")
"""Ways that end in a note that is open for writing, whatever its tab's mode."""

SIZE = "1440x900"
AIM, HOME, MADE, DECOY = "Aim.md", "Home.md", "My diary.md", "Quota.md"
NOTES = {
    AIM: "# Aim\n\nA pelican.\n",
    HOME: "[[Aim]]\n",
    DECOY: "quota\n",  # where the tree goes for letters that are typed in it
    "Templates/Meeting.md": "# {{title}}\n",
}
HEADING = "# My diary\n"
SHOWN = {AIM: "Aim\nA pelican.", HOME: "Home\nAim"}
"""What is copied of these notes in Reading."""
_HIT = "pelican"
_MARK = "x"
"""A letter that no word here has."""
_PACE = 80
"""Milliseconds from each letter to the next behind a dialog. No program hears of a key that comes before the
window manager has given the keyboard to the window below."""

# at 100 %, in a window of this size
_MESSAGE, _ANSWERED_LINK = (1050, 145), (1020, 211)
_NOTE, _LINK = (900, 800), (325, 151)
_ROW_OF_AIM, _ROW_OF_HOME = (60, 186), (20, 200, 240, 222)
_ROW_OF_HIT, _ROW_OF_BACKLINK = (20, 172, 240, 198), (40, 612, 240, 640)
_FIRST_TAB = (283, 52)


@dataclass(frozen=True)
class Trial:
    """One way from one place, in a tab that shows its notes so."""

    way: Way
    place: Place
    mode: Mode

    @property
    def word(self) -> str:
        """What is typed: the tree would go to a note by its first letters, and no other trial has it."""
        number = ALL.index(self)
        return f"quo{chr(ord('a') + number // 20)}{chr(ord('a') + number % 20)}"

    @property
    def writes(self) -> bool:
        """Whether the note that is gone to can be written in."""
        return self.way in WRITING or self.mode == "source"

    def fits(self, text: str, target: str) -> bool:
        """Tell whether a note has the word, and is else as it must be."""
        match self.way:
            case "new" | "daily":
                return text == self.word
            case "template":
                return text == HEADING + self.word
        return text.count(self.word) == 1 and text.replace(self.word, "") == NOTES[target]


ALL = tuple(
    Trial(way, place, mode)
    for way in WAYS
    for place in PLACES
    for mode in get_args(Mode)
    if not (place == "editor" and mode == "reading")
)
"""All of the fifty, those that need no editor to begin with in both modes."""


@dataclass
class Outcome:
    """What was seen in one trial."""

    trial: Trial
    wrong: list[str] = field(default_factory=list)
    strayed: dict[str, str] = field(default_factory=dict)
    """What was found in fields in which nothing was to be written."""

    @property
    def good(self) -> bool:
        """Whether all is as it must be."""
        return not (self.wrong or self.strayed)


def kept_tabs(home: Path) -> list[str]:
    """Return the files of the tabs that the window remembers."""
    state = QSettings(str(home / "config" / "window.ini"), QSettings.Format.IniFormat)
    texts = [str(state.value(key)) for key in state.allKeys() if key.startswith("tabs/")]
    return [tab["path"] for text in texts for tab in json.loads(text)["tabs"]]


class Walker:
    """Goes to notes in one window."""

    def __init__(self, desk: Screen, vault: Path, home: Path, patience: float) -> None:
        self.desk = desk
        self.vault = vault
        self.home = home
        self.main = desk.active()
        self.patience = patience

    # --- eyes

    def texts(self) -> dict[str, str]:
        """Return all notes as they are on the disk."""
        files = self.vault.rglob("*.md")
        return {file.relative_to(self.vault).as_posix(): file.read_text("utf-8") for file in files}

    def _dailies(self) -> list[str]:
        return [name for name in self.texts() if name.startswith("2")]

    def _wait_for(self, shown: str) -> None:
        """Click into the note until this is what is copied there, and have nothing selected."""

        def is_there() -> bool:
            self.desk.click(*_NOTE)
            return self.desk.copied() == shown

        wait_until(f"{shown!r} in the note", is_there)
        self.desk.press("ctrl+Home")

    def _read(self, *keys: str) -> str:
        """Go to a field, and return what is in it once a mark that is typed there is; leave it empty."""
        self.desk.clear_clipboard()
        self.desk.press(*keys, "ctrl+End", _MARK)
        found = ""

        def has_mark() -> bool:
            nonlocal found
            found = self.desk.copied()
            return _MARK in found

        wait_until(f"a mark in the field of {keys}", has_mark)
        self.desk.press("ctrl+a", "BackSpace")
        return found.replace(_MARK, "", 1)

    # --- a trial

    def play(self, trial: Trial) -> Outcome:
        """Go to a note, type at once, and see where the word is."""
        outcome = Outcome(trial)
        self._begin(trial)
        self._go_to(trial.place)
        self._look(trial, self._take(trial), outcome)
        return outcome

    def _switch_to(self, note: str, key: str = "Return") -> None:
        self.desk.press("ctrl+o")
        self.desk.type(note.removesuffix(".md").lower())
        self.desk.press(key)

    def _have(self, note: str, shown: str, key: str = "Return") -> None:
        """Have a note with the keyboard in it, whoever puts it there."""
        self._switch_to(note, key)
        self._wait_for(shown)

    def _begin(self, trial: Trial) -> None:
        """Have the note open from which the way leads, with one behind it or a tab beside it."""
        first, *others = {"backlink": [AIM], "history": [AIM, HOME], "tab": [AIM, HOME]}.get(trial.way, [HOME])
        shown = NOTES if trial.mode == "source" else SHOWN
        self._have(first, SHOWN[first])
        if trial.mode == "source":
            self.desk.press("ctrl+e")
            self._wait_for(NOTES[first])
        for note in others:
            self._have(note, shown[note], "ctrl+Return" if trial.way == "tab" else "Return")

    def _go_to(self, place: Place) -> None:
        """Put the keyboard somewhere else."""
        match place:
            case "message box":
                self.desk.press("ctrl+l")
            case "message":
                self.desk.click(*_MESSAGE)
            case "tree":
                self.desk.press("ctrl+shift+e", "Down")
            case "filter":
                self.desk.press("ctrl+shift+e")
            case "editor":
                self.desk.click(*_NOTE)

    def _take(self, trial: Trial) -> str:
        """Go to a note and type at once; return which one it is."""
        if trial.way in ("new", "template"):
            self.desk.press("ctrl+shift+n")
            wait_until("the dialog", lambda: self.desk.active() not in ("", self.main))
            self.desk.type(MADE.removesuffix(".md"))
            if trial.way == "template":
                self.desk.press("alt+t", "End")
            self.desk.press("Return")
            wait_until("the keyboard in the window below", lambda: self.desk.active() == self.main)
            self.desk.press(*trial.word, pace=_PACE)
            return MADE
        self._set_out(trial)
        self.desk.type(trial.word)
        if trial.way == "daily":
            wait_until("today's note", self._dailies)
            return self._dailies()[0]
        return HOME if trial.way == "backlink" else AIM

    def _set_out(self, trial: Trial) -> None:
        match trial.way:
            case "daily":
                self.desk.press("ctrl+shift+d")
            case "switcher":
                self._switch_to(AIM)
            case "search hit":
                self.desk.press("ctrl+shift+f", "ctrl+a")
                self.desk.type(_HIT)
                self.desk.settle()  # what the last letter finds takes the place of what those before it found
                self._click_on(_ROW_OF_HIT)
            case "link":
                self._follow(trial)
            case "backlink":
                self._click_on(_ROW_OF_BACKLINK)
            case "tree":
                wait_until("the row of the open note", lambda: self.desk.place_of(LIGHT.accent, *_ROW_OF_HOME))
                self.desk.click(*_ROW_OF_AIM)
            case "tab":
                self.desk.click(*_FIRST_TAB)
            case "history":
                self.desk.press("alt+Left")

    def _click_on(self, box: tuple[int, int, int, int]) -> None:
        """Click on words that are lit up, once they are there."""
        wait_until("the words to be clicked on", lambda: self.desk.place_of(LIGHT.accent, *box))
        found = self.desk.place_of(LIGHT.accent, *box)
        assert found is not None
        self.desk.click(*found)

    def _follow(self, trial: Trial) -> None:
        """Follow a link: of the answer for who is at a message, else of the note."""
        if trial.place == "message":
            self.desk.click(*_ANSWERED_LINK)
        elif trial.mode == "reading":
            self.desk.click(*_LINK)
        else:
            self.desk.click(*_NOTE)
            self.desk.press("ctrl+Home", "Right", "Right", "Right", "ctrl+Return")

    def _look(self, trial: Trial, target: str, outcome: Outcome) -> None:
        """See where the keyboard and the word are; leave everything as it was."""
        found = ""

        def is_there() -> bool:
            nonlocal found
            found = self.desk.copied()
            return trial.fits(found, target) if trial.writes else found == SHOWN[target]

        if not self._comes(is_there):
            outcome.wrong.append(f"the keyboard is at {found!r}")
        fields = {"message box": ("ctrl+l",), "filter": ("ctrl+shift+e", "End")}
        if trial.way == "search hit":
            fields["search"] = ("ctrl+shift+f", "End")
        for name, keys in fields.items():
            text = self._read(*keys)
            if text != (_HIT if name == "search" else ""):
                outcome.strayed[name] = text
        if trial.place == "tree" and not trial.writes:
            self.desk.press("ctrl+shift+e", "Down", "Return")  # to the row where the tree is
            if not self._comes(is_there):
                outcome.wrong.append(f"the tree is at {found!r}")
        self.close_tabs()

        def is_kept() -> bool:
            texts = self.texts()
            if trial.writes and not trial.fits(texts.pop(target, ""), target):
                return False
            return texts == {name: text for name, text in NOTES.items() if not (trial.writes and name == target)}

        if not self._comes(is_kept):
            texts = self.texts()
            changed = {name: text for name, text in texts.items() if NOTES.get(name) != text}
            outcome.wrong.append(f"the files are {changed}, without {[*NOTES.keys() - texts.keys()]}")
        self._restore()

    def _comes(self, condition: Callable[[], bool]) -> bool:
        try:
            wait_until("what must be", condition, self.patience)
        except AssertionError:
            return False
        return True

    def _restore(self) -> None:
        for name, text in self.texts().items():
            if name not in NOTES:
                (self.vault / name).unlink()
            elif text != NOTES[name]:
                (self.vault / name).write_text(NOTES[name], encoding="utf-8")

    def walk_by_arrows(self) -> None:
        """Go down in the tree by keys, which keep the keyboard there, and open the note where they end."""
        self._have(AIM, SHOWN[AIM])
        self.desk.press("ctrl+shift+e", *["Down"] * 3, "Up", "Return")  # into the tree, to the decoy, to Home
        wait_until("the note where the arrow keys led", lambda: self.desk.copied() == SHOWN[HOME])
        self.close_tabs()

    def close_tabs(self) -> None:
        """Close all tabs, and wait until the window remembers none: nothing of them is to be saved any more."""
        self.desk.press("ctrl+w", "ctrl+w", "ctrl+w")
        wait_until("the end of all tabs", lambda: kept_tabs(self.home) == [])


def play(
    desk: Screen,
    folder: Path,
    trials: Sequence[Trial],
    *,
    patience: float = PATIENCE,
    program: tuple[str, ...] = (),
    arrows: bool = True,
) -> Iterator[Outcome]:
    """Play these trials in one window, which starts again with each call; `program` in place of Axon itself."""
    vault, home = folder / "vault", folder / "home"
    home.mkdir()
    for name, text in {**NOTES, ".obsidian/templates.json": '{"folder": "Templates"}'}.items():
        (vault / name).parent.mkdir(parents=True, exist_ok=True)
        (vault / name).write_text(text, encoding="utf-8")
    open_window(desk, vault, home, "--theme", "light", "--note", HOME, program=program)
    maximise(desk, SIZE)
    wait_until("the index", is_indexed(home))
    walker = Walker(desk, vault, home, patience)
    ask(desk, "read Home")
    desk.settle()
    desk.act("alt+v", "p", "k")  # the links, and with them where Home is linked from
    walker.close_tabs()
    for trial in trials:
        try:
            outcome = walker.play(trial)
        except AssertionError:
            desk.grab(f"trial-{ALL.index(trial)}")
            raise
        if not outcome.good:
            desk.grab(f"trial-{ALL.index(trial)}")
        yield outcome
    if arrows:
        walker.walk_by_arrows()
    close(desk)
    assert walker.texts() == NOTES, "something was written later"


def main() -> None:
    """Play the trials of the numbers given, and print what was seen."""
    import tempfile

    from screen import screen

    first, last = int(sys.argv[1]), int(sys.argv[2])
    with tempfile.TemporaryDirectory(prefix="axon-ways-") as temp, screen(SIZE, Path("out/ways")) as desk:
        for outcome in play(desk, Path(temp), ALL[first:last]):
            print(ALL.index(outcome.trial), outcome, flush=True)


if __name__ == "__main__":
    main()
