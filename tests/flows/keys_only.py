"""Ask, read what would change, approve, open, undo: the whole story in a real window without a mouse."""

from __future__ import annotations

from pathlib import Path

from desktop import APPROVAL, close, go_to_question, maximise, open_window
from screen import Screen, wait_until

LINES = tuple(f"thought {number}" for number in range(1, 51))
"""More than the comparison shows at once."""


class Keyboard:
    """A desktop whose user never touches the mouse."""

    def __init__(self, desk: Screen) -> None:
        self._desk = desk

    def press(self, *names: str) -> None:
        """Press keys by xdotool's names."""
        self._desk.keys(*names)

    def write(self, text: str) -> None:
        """Type ASCII text."""
        self._desk.type(text)

    def window(self, title: str) -> None:
        """Wait for a window; the window manager gives it the keyboard by itself."""
        wait_until(f"a window '{title}'", lambda: self._desk.window(title))
        wait_until(f"the keyboard in '{title}'", lambda: self._desk.active() == self._desk.window(title))

    def gone(self, title: str) -> None:
        """Wait until there is no such window."""
        self._desk.wait_gone(title)

    def copied(self) -> str:
        """Return the whole text of what has the keyboard."""
        return self._desk.copied()

    def go_to_question(self) -> None:
        """Go to what waits for an answer, once it does."""
        go_to_question(self._desk)

    def answer(self, key: str) -> None:
        """Press a key that is meant as an answer."""
        self._desk.answer(key)

    def shot(self, name: str) -> bytes:
        """Save a picture of the screen at rest, and return it."""
        return self._desk.shot(f"keys-{name}").read_bytes()


def story(desk: Screen, vault: Path, home: Path) -> None:
    """Play the story on a vault, and check the file after every step."""
    keys = Keyboard(desk)
    idea = vault / "Inbox" / "Idea.md"
    open_window(desk, vault, home, "--theme", "light")
    maximise(desk, "1440x900")
    _ask_for_note(keys)
    _read_and_approve(keys)
    wait_until("the new note", idea.exists)
    written = idea.read_bytes()
    assert all(line in written.decode() for line in LINES)
    _open_note(keys, written.decode())
    _undo_on_card(keys, idea, written)
    _undo_by_menu(keys, idea)
    _walk_menus(keys)
    close(desk)


def _ask_for_note(keys: Keyboard) -> None:
    """Go to the chat and write a request of many lines."""
    keys.press("ctrl+l")
    keys.write("create note Inbox/Idea: ")
    for number, line in enumerate(LINES):
        if number:
            keys.press("shift+Return")
        keys.write(line)
    keys.shot("1-request")
    keys.press("Return")


def _read_and_approve(keys: Keyboard) -> None:
    """Go to the comparison, read it to its end, and agree."""
    keys.go_to_question()
    keys.window(APPROVAL)
    first = keys.shot("2-asked")
    keys.press("Tab")  # from the button that applies on to the comparison
    keys.press("Page_Down")
    second = keys.shot("3-read-on")
    keys.press("Page_Down", "Page_Down")
    third = keys.shot("4-read-to-the-end")
    assert len({first, second, third}) == 3
    keys.answer("alt+a")
    keys.gone(APPROVAL)


def _open_note(keys: Keyboard, text: str) -> None:
    """Open the note by its name and copy what is shown; leap to the chat and back, and copy the source."""
    keys.press("ctrl+o")
    keys.write("Idea")
    keys.shot("5-switcher")
    keys.press("Return")
    keys.shot("6-note")
    shown = keys.copied()
    assert all(line in shown for line in LINES), shown
    keys.press("F6", "shift+F6", "ctrl+e")
    keys.shot("7-source")
    assert keys.copied().strip() == text.strip()
    keys.press("ctrl+e")


def _undo_on_card(keys: Keyboard, idea: Path, written: bytes) -> None:
    """Go from the message box back to the button on the line; it undoes, and brings the note again."""
    keys.press("ctrl+l", *["shift+Tab"] * 5)  # over what can be done with an answer of Offline
    keys.shot("8-undo-button")
    keys.press("space")
    wait_until("the note to be gone", lambda: not idea.exists())
    keys.shot("9-undone")
    keys.press("space")
    wait_until("the note to be there again", idea.exists)
    assert idea.read_bytes() == written


def _undo_by_menu(keys: Keyboard, idea: Path) -> None:
    """Undo again by the menu Agent."""
    keys.press("alt+a")
    keys.shot("10-menu")
    keys.press("u")
    wait_until("the note to be gone for good", lambda: not idea.exists())


def _walk_menus(keys: Keyboard) -> None:
    """Open dialogs by menu, by shortcut and by the palette, and leave each with Escape."""
    keys.press("alt+h", "k")
    keys.window("Keyboard shortcuts")
    keys.press("Escape")
    keys.gone("Keyboard shortcuts")
    keys.press("ctrl+comma")
    keys.window("Settings")
    keys.press("Escape")
    keys.gone("Settings")
    keys.press("ctrl+p")
    keys.write("about axon")
    keys.press("Return")
    keys.window("About Axon Desktop")
    keys.press("Escape")
    keys.gone("About Axon Desktop")
    keys.press("ctrl+shift+h")
    keys.window("Changes")
    keys.shot("11-changes")
    keys.press("Escape")
    keys.gone("Changes")
