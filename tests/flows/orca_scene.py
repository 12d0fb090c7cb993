"""The main job with a screen reader running beside it, by keys alone: it speaks, and the program lives.

Start, a note, a request, an approval, undo, the palette, the settings. The tree is walked through at each stop.
"""

from __future__ import annotations

from pathlib import Path

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


class Listener:
    """Somebody who does not see the window."""

    def __init__(self, scene: Scene, orca: Orca, walker: Walker) -> None:
        self.scene = scene
        self._orca = orca
        self._walker = walker

    def stop(self, words: str) -> Walk:
        """Hear some words, and walk through all that is there."""
        program = self.scene.program
        assert program is not None
        self._orca.hear(words)
        walk = walk_program(self.scene.desk, self._walker, program)
        assert program.poll() is None, "the program has ended"
        assert self._orca.process.poll() is None, "Orca has ended"
        return walk


def story(listener: Listener) -> None:
    """Do the main job."""
    scene = listener.scene
    desk, vault = scene.desk, scene.vault
    listener.stop("Axon Desktop frame")
    scene.keys("ctrl+o")
    listener.stop("Go to note")
    desk.type("herb spiral")
    scene.keys("Return")
    listener.stop("Note document frame")
    scene.keys("Tab")
    listener.stop("link")
    call = ("create_note", {"path": NOTE, "content": TEXT})
    scene.server.script(Reply("", None, [call]), Reply("It is written down."))
    asked = scene.ask("Write down how the garden is")
    desk.wait_window(APPROVAL)
    walk = listener.stop("Line 3 is added: The beds are dug and the hedge is cut.")
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


def play(desk: Screen, folder: Path) -> list[str]:
    """Play the story in a fresh vault, with Orca from the start; return all that it has said."""
    start_session_bus(desk)
    start_accessibility(desk)
    walker = Walker(desk)
    orca = Orca(desk, folder)
    with CountingServer() as server:
        scene = Scene(desk, copy_sample(folder), folder / "home", server, Look())
        try:
            scene.open("Home.md")
            story(Listener(scene, orca, walker))
            close(desk)
        except BaseException:
            desk.grab("orca-failed")
            raise
        finally:
            walker.end()
        assert server.problems == []
    assert scene.program is not None
    assert scene.program.wait(PATIENCE) == 0
    assert orca.process.poll() is None, "Orca has ended"
    return orca.said()
