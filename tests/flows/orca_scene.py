"""The main job with a screen reader running beside it, by keys alone: it speaks, and the program lives.

Start, a note, a request, an approval, undo, the palette, the settings. The tree is walked through at each stop.
"""

from __future__ import annotations

from pathlib import Path

import first_run_scene
from bus import Walk, Walker, start_accessibility, start_session_bus
from bus_scene import walk_program
from desktop import APPROVAL, close, copy_sample
from engine_script import CountingServer
from orca import Orca
from scene import Look, Scene
from screen import PATIENCE, Screen, wait_until

from tests.llm.deepseek_server import Reply

NOTE = "Inbox/Winter"
TEXT = "# Winter\n\nThe beds are dug and the hedge is cut.\n"
KINDS = """# Seeds

What is [[Home|left]].

## Beans

- one
- [ ] sow

| Bed | Row |
| - | - |
| a | 1 |

$x^2$
"""


_REST = 20
"""Looks, ten a second, in which nothing new was said."""


class Listener:
    """Somebody who does not see the window."""

    def __init__(self, scene: Scene, orca: Orca, walker: Walker) -> None:
        self.scene = scene
        self._orca = orca
        self._walker = walker

    def hear(self, key: str, *words: str) -> None:
        """Press a key, if any, and hear these words after it, in any order."""
        if key:
            self.scene.desk.keys(key)
        if words:
            self._orca.hear(*words)

    def type(self, text: str, *words: str) -> None:
        """Type a text, and hear these words after it."""
        self.scene.desk.type(text)
        if words:
            self._orca.hear(*words)

    def rest(self) -> None:
        """Wait until nothing more is said."""
        heard: list[int] = []

        def rests() -> bool:
            heard.append(len(self._orca.said()))
            return heard[-_REST:] == [heard[-1]] * _REST

        wait_until("Orca to rest", rests)

    def ask(self, text: str) -> int:
        """Write a request, and send it once all keys were heard: Orca drops messages while it lags behind."""
        before = self.scene.newest()
        self.scene.write(text)
        self.rest()
        self.scene.keys("Return")
        return before

    def stop(self, words: str) -> Walk:
        """Hear some words, and walk through all that is there."""
        program = self.scene.program
        assert program is not None
        self._orca.hear(words)
        walk = walk_program(self.scene.desk, self._walker, program)
        assert program.poll() is None, "the program has ended"
        assert self._orca.process.poll() is None, "Orca has ended"
        return walk


def read(listener: Listener) -> None:
    """Read a note by its parts, and look for what is not there."""
    scene = listener.scene
    scene.keys("ctrl+o")
    listener.stop("Go to note")
    scene.desk.type("seeds")
    listener.hear("Return", "Seeds document frame")
    for key, words in (
        ("Down", "Seeds heading level 1"), ("h", "Beans heading level 2"),
        ("Up", "What is left."), ("l", "one, 1 of 2"), ("Down", "sow, 2 of 2 check box not checked"),
        ("t", "Table with 2 columns and 1 row"), ("Down", "Row, title of column 2 of 2"),
        ("Down", "Bed: a, row 1 of 1"), ("End", "Formula: x squared"), ("q", "There is no other"),
        ("Home", "Seeds heading"),
    ):  # fmt: skip
        listener.hear(key, words)
    listener.hear("ctrl+f", "Find in this view")
    scene.desk.type("zebra")
    listener.stop("No match")
    scene.keys("Escape")


def answer(listener: Listener) -> None:
    """Ask, hear the answer, and read it in the conversation."""
    scene = listener.scene
    scene.server.script(Reply("There are **three** beds.\n\n- one\n", None, []))
    asked = listener.ask("What is there")
    scene.ended(asked)
    listener.hear("shift+Tab", "There are three beds.")
    listener.hear("shift+Tab", "Conversation document frame")
    listener.hear("Home", "You wrote: What is there")
    listener.hear("Down", "Axon wrote: There are three beds.")


def write(listener: Listener) -> None:
    """Write a paragraph with a list in Live, go through it, and jump."""
    scene = listener.scene
    scene.keys("ctrl+o")
    listener.hear("", "Go to note")
    listener.type("seeds", "Seeds, 1 of")
    listener.hear("Return", "Seeds document frame")
    listener.rest()
    listener.hear("ctrl+e", "Live", "Heading level 1")
    listener.hear("ctrl+End", "blank")
    listener.hear("Return")
    listener.type("# Week", "Heading level 1")
    listener.hear("Return")
    listener.type("Today it rains.")
    listener.hear("Return")
    listener.type("- milk", "Item 1 of 1")
    listener.hear("Return", "Item 2 of 2")
    listener.type("bread")
    for key, words in (
        ("Up", ("Item 1 of 2", "- milk")), ("Down", ("Item 2 of 2", "- bread")),
        ("ctrl+Home", ("Heading level 1",)), ("Down", ("blank",)),
        ("Down", ("Link: left", "What is [[Home|left]].")), ("F8", ("Heading level 2, Beans",)),
        ("shift+F9", ("Link: left",)), ("F9", ("There is no other",)),
    ):  # fmt: skip
        listener.hear(key, *words)
    scene.keys("ctrl+p")
    listener.hear("", "Commands text")
    listener.type("Next table", "Next table, Edit, 1 of 1")
    listener.hear("Return", "Table with 2 columns and 1 row, Titles of the columns")
    listener.hear("Down", "Line below the titles")
    listener.hear("Down", "Row 1 of 1, Bed, column 1 of 2")
    listener.rest()
    listener.hear("ctrl+e", "Reading")


def look_back(listener: Listener) -> None:
    """Look at earlier conversations and at what was changed."""
    listener.rest()
    listener.hear("ctrl+shift+y", "Conversations", "Search conversations text", "1 of ")
    listener.hear("Down", "1 of ")
    listener.hear("Escape", "Axon Desktop")
    listener.rest()
    listener.hear("ctrl+shift+h", "Changes", "Filter changes by note text", "1 of ")
    listener.hear("Down", " of ")
    listener.hear("Escape", "Axon Desktop")


def begin(desk: Screen, orca: Orca, folder: Path) -> None:
    """Go through the first run by ear, up to the window in which the first question is answered."""
    first_run_scene.start(desk, folder, first_run_scene.LOOKS[0])
    orca.hear("Step 1 of 4: Which notes should Axon open?")
    orca.hear("Garden notes")
    for key, words in (
        ("Return", "Which model should Axon use?"), ("", "Offline (no AI)"), ("Home", "DeepSeek, Needs a key"),
        ("End", "Offline (no AI)"), ("Return", "May Axon change notes?"), ("", "Ask first"),
        ("Return", "What should Axon do first?"), ("Down", "read Home"), ("Return", "Request text"),
    ):  # fmt: skip
        if key:
            desk.answer(key)
        orca.hear(words)
    close(desk)


def choose_among_three(listener: Listener) -> None:
    """Hear three changes, leave one out, apply the others by Enter, and take them back."""
    scene = listener.scene
    names = ("Spring", "Summer", "Autumn")
    calls = [("create_note", {"path": f"Inbox/{name}.md", "content": f"# {name}\n"}) for name in names]
    scene.server.script(Reply("", None, calls), Reply("Two are written.", None, []))
    asked = listener.ask("Write three notes")
    listener.hear("", "Axon wants to make 3 changes")
    listener.hear("ctrl+j", "Inbox/Spring.md, chosen, new note")
    listener.hear("Down", "Inbox/Summer.md, chosen, new note, 1 line added at the beginning: # Summer")
    listener.hear("Down", "Inbox/Autumn.md, chosen")
    listener.hear("space", "Inbox/Autumn.md, left out")
    listener.hear("ctrl+r", "Inbox/Spring.md, chosen")
    listener.hear("Tab", "Line 1 is added: # Autumn")
    scene.leave("Return")
    scene.ended(asked)
    written = [scene.vault / "Inbox" / f"{name}.md" for name in names]
    assert [file.exists() for file in written] == [True, True, False]
    listener.hear("", "Two are written.")
    listener.hear("ctrl+alt+z", "Undone: ")
    wait_until("the notes to go", lambda: not any(file.exists() for file in written))


def story(listener: Listener) -> None:
    """Do the main job."""
    scene = listener.scene
    desk, vault = scene.desk, scene.vault
    listener.stop("Axon Desktop frame")
    scene.keys("ctrl+o")
    listener.stop("Go to note")
    desk.type("herb spiral")
    scene.keys("Return")
    listener.stop("Herb spiral document frame")
    scene.keys("Tab")
    listener.stop("link")
    read(listener)
    answer(listener)
    choose_among_three(listener)
    call = ("create_note", {"path": NOTE, "content": TEXT})
    scene.server.script(Reply("", None, [call]), Reply("It is written down."))
    asked = listener.ask("Write down how the garden is")
    desk.wait_window(APPROVAL)
    walk = listener.stop("3 lines added at the beginning: # Winter")
    assert "list item: Line 1 is added: # Winter" in walk.said
    scene.leave("alt+a")
    scene.ended(asked)
    written = vault / f"{NOTE}.md"
    wait_until("the note", written.exists)
    listener.stop("Request text")
    scene.keys("ctrl+p")
    listener.stop("Commands panel")
    desk.type("Undo last change")
    scene.keys("Return")
    wait_until("the note to go", lambda: not written.exists())
    listener.stop("Request text")
    scene.keys("ctrl+comma")
    scene.dialog()
    listener.stop("Search settings text")
    scene.keys("Up", "Down", "Down", "Tab", "Tab")
    listener.stop("combo box")
    scene.leave("Escape")


def play(desk: Screen, folder: Path, *, whole: bool = False) -> list[str]:
    """Play the story in a fresh vault, with Orca from the start; return all that it has said.

    `whole` begins with the first run, writes in Live, and ends with the history; what was said after each key is
    kept in `spoken.log`.
    """
    start_session_bus(desk)
    start_accessibility(desk)
    walker = Walker(desk)
    orca = Orca(desk, folder)
    orca.follow(desk)
    if whole:
        begin(desk, orca, folder / "first")
    with CountingServer() as server:
        vault = copy_sample(folder)
        (vault / "Seeds.md").write_text(KINDS)
        scene = Scene(desk, vault, folder / "home", server, Look())
        try:
            scene.open("Home.md")
            listener = Listener(scene, orca, walker)
            story(listener)
            if whole:
                write(listener)
                look_back(listener)
            close(desk)
        except BaseException:
            desk.grab("orca-failed")
            raise
        finally:
            walker.end()
            (folder / "spoken.log").write_text(orca.noted(), encoding="utf-8")
        assert server.problems == []
    assert scene.program is not None
    assert scene.program.wait(PATIENCE) == 0
    assert orca.process.poll() is None, "Orca has ended"
    return orca.said()
