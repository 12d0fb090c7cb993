"""Somebody who does not wait for the question: a new note in a real window, its name by true keys at once."""

import sys
from functools import partial
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import screen
from desktop import choose_language, close, copy_sample, maximise, open_window

pytestmark = [
    pytest.mark.desktop,
    pytest.mark.timeout(600),
    pytest.mark.skipif(bool(screen.missing_tools()), reason=f"needs {', '.join(screen.missing_tools())}"),
]
SIZE = "1440x900"


def holds(note: Path, text: str) -> bool:
    """Tell whether a note has this text and no other."""
    return note.read_text("utf-8").strip() == text


def test_name_typed_before_the_prompt_has_the_keyboard_is_whole(tmp_path: Path) -> None:
    vault, home = copy_sample(tmp_path), tmp_path / "home"
    choose_language(home, "en")
    with screen.screen(SIZE, tmp_path / "shots") as desk:
        open_window(desk, vault, home, "--note", "Inbox.md")
        maximise(desk, SIZE)
        main = desk.active()
        for name in ("thoughtsandother", "thingsofthisweek"):  # the first takes longer: its parts are loaded
            desk.keys("ctrl+l")
            desk.settle()
            desk.press("ctrl+shift+n")
            for letter in name:  # one by one, as a person does
                desk.press(letter)
            screen.wait_until("the prompt", lambda: desk.active() not in ("", main))
            desk.press("Return")
            screen.wait_until("the end of the prompt", lambda: desk.active() == main)
            desk.type("Dear diary")
            note = vault / f"{name}.md"
            screen.wait_until("the note", note.exists)
            screen.wait_until("its text", partial(holds, note, "Dear diary"))
            desk.settle()
        close(desk)
