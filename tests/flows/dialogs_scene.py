"""Every dialog, menu and box over the window, opened as a user would and by keys alone; with pictures of each.

The model is a loopback server that speaks DeepSeek's wire format in strict mode, the MCP server a real program.
Run by `make screenshots` and by tests/flows/test_dialogs_scene.py.
"""

from __future__ import annotations

import json
import shutil
import sys
from contextlib import suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from desktop import close, copy_sample
from engine_script import Counted, CountingServer
from find_scene import is_indexed
from picture_taking import make_pictures
from scene import Look, Scene
from screen import Screen, wait_until
from servers_scene import back_to, dialog_over, program

from axon_desktop.mcp_host.config.config import ServerConfig
from tests.mcp_host.scenes import CRUDE, agree

LONG_NAME = (
    "Projects/Winter garden/A note whose name is as long as names get when somebody pastes the first sentence,"
    " 很长的名字也要放得下"
)
LONG_TEXT = "# Winter garden\n\n" + "\n".join(
    f"- Bed {number}: what grows there, how much light and water it wants, and who looks after it in August"
    for number in range(1, 9)
)
WORKS = (
    Counted("", "A note first.", [("create_note", {"path": LONG_NAME, "content": LONG_TEXT})]),
    Counted(
        "",
        "The rest.",
        [
            ("edit_note", {"path": "Home", "old": "nothing here matters", "new": "nothing here is in use"}),
            ("create_note", {"path": "Projects/Garden/Rain barrel", "content": "Written again.\n"}),
            ("move_note", {"path": "Reading/The Left Hand of Winter", "to": "Projects/"}),
            ("create_note", {"path": "Reading/Index", "content": LONG_TEXT}),
            ("run_command", {"command": ["ls", "-la", "Projects"]}),
            ("trash_note", {"path": "Inbox"}),
        ],
    ),
    Counted("", "And the tickets.", [("tickets_visit", {})]),
    Counted("The note is there, the inbox is in the trash, and nobody has signed in."),
)
NOTHING = "qqqq"
"""What nothing is called."""


def set_up(scene: Scene) -> None:
    """Put what the dialogs are about into the vault and the program's home."""
    vault = scene.vault
    templates = vault / "Templates"
    templates.mkdir()
    for name in ("Daily note", "Meeting", "书评"):
        (templates / f"{name}.md").write_text("# {{title}}\n\n{{date}}\n", encoding="utf-8")
    (vault / ".obsidian" / "templates.json").write_text(json.dumps({"folder": "Templates"}), encoding="utf-8")
    home = (vault / "Home.md").read_text(encoding="utf-8")
    copy = vault / "Home (conflicted copy 2026-11-20).md"
    copy.write_text(
        home.replace("nothing here matters", "nothing here is in use") + "\nA line from another device.\n",
        encoding="utf-8",
    )
    scene.home.mkdir(parents=True)
    scene.desk.environment["PATH"] = f"{scene.home / 'bin'}:{scene.desk.environment['PATH']}"
    tickets = program(scene, "tickets-mcp", "-S", "-E", CRUDE, "normal")
    agree(scene.home, ServerConfig(name="tickets", command=tickets))


def write_anew(scene: Scene, text: str) -> None:
    """Write something in the place of what the box with the keyboard holds."""
    scene.keys("ctrl+a")
    scene.desk.type(text)


def visit(scene: Scene, english: str, name: str) -> None:
    """Open a dialog by its command, take its picture, and leave it."""
    scene.command(english)
    scene.dialog()
    scene.shot(name)
    scene.leave("Escape")


def menus_act(scene: Scene) -> None:
    """The menus of the window, and the boxes over it."""
    desk = scene.desk
    for letter, name in (("e", "edit"), ("v", "view"), ("a", "agent"), ("h", "help"), ("f", "file")):
        scene.keys(f"alt+{letter}")
        scene.shot(f"menu-{name}")
        scene.keys("Escape", "Escape")
    scene.keys("alt+v", "p")
    scene.shot("menu-panels")
    scene.keys("Escape", "Escape", "Escape")
    scene.keys("ctrl+p")
    scene.shot("palette")
    scene.keys("Escape")
    scene.command("Files")
    scene.keys("Menu")
    scene.shot("tree-menu")
    scene.keys("Escape")
    scene.keys("ctrl+f")
    desk.settle()
    desk.type("the")
    scene.shot("find-bar")
    scene.keys("Escape")


def help_act(scene: Scene) -> None:
    """What the Help menu opens."""
    visit(scene, "About Axon Desktop", "about")
    scene.keys("F1")
    scene.dialog()
    scene.shot("shortcuts")
    scene.keys("Return")
    scene.shot("shortcuts-recording")
    scene.keys("Escape")
    scene.leave("Escape")
    scene.command("What")
    scene.dialog()
    scene.shot("news")
    scene.leave("Escape")
    scene.command("Save diagnostics")
    scene.dialog()
    scene.desk.settle()
    with suppress(AssertionError):  # it looks at the computer for some seconds, if it has not done so by now
        scene.desk.wait_changes(1, 20)
    scene.shot("diagnostics")
    scene.leave("Escape")


def settings_act(scene: Scene) -> None:
    """Every page of the settings, a search in them, and what the page of servers opens."""
    desk = scene.desk
    scene.keys("ctrl+comma")
    scene.dialog()
    scene.shot("settings-models")
    scene.keys("Up")
    scene.shot("settings-general")
    scene.keys("Down", "Down")
    scene.shot("settings-safety")
    scene.keys("Down")
    page = desk.active()
    scene.keys("Tab", "Tab", "Home", "alt+l")
    dialog_over(scene, page)
    scene.shot("server-log")
    back_to(scene, page, "Escape")
    scene.keys("alt+v")
    dialog_over(scene, page)
    scene.shot("server-remove")
    back_to(scene, page, "Escape")
    scene.keys("ctrl+f", "Down")
    scene.shot("settings-appearance")
    scene.keys("Down")
    scene.shot("settings-editor")
    scene.keys("Down", "alt+r", "Up")
    scene.shot("settings-meaning")
    scene.keys("Down", "ctrl+f", "Down")
    scene.shot("settings-task-manager")
    desk.type("API")
    scene.shot("settings-found")
    write_anew(scene, NOTHING)
    scene.shot("settings-nothing")
    scene.keys("ctrl+a", "BackSpace")
    scene.leave("Escape")


def files_act(scene: Scene) -> None:
    """What asks about notes: a name, a new place, the trash, two versions, a template, another vault."""
    desk = scene.desk
    scene.keys("ctrl+shift+n")
    scene.dialog()
    desk.type("Inbox/Plans for spring")
    scene.shot("new-note")
    write_anew(scene, "Home: draft?")
    scene.shot("new-note-refused")
    scene.leave("Escape")
    scene.command("Rename note")
    scene.dialog()
    write_anew(scene, "Start here")
    scene.shot("rename")
    scene.leave("Return")
    scene.dialog()
    scene.shot("rename-links")
    scene.leave("Escape")
    scene.command("Files")
    scene.keys("Menu", *["Down"] * 6, "Return")
    scene.dialog()
    desk.type("Greenhouse")
    scene.shot("new-folder")
    scene.leave("Escape")
    scene.keys("Delete")
    scene.dialog()
    scene.shot("trash")
    scene.leave("Escape")
    scene.keys("ctrl+o")
    desk.settle()
    desk.type("conflicted")
    scene.keys("Return")
    scene.command("Files")
    scene.keys("Menu", *["Down"] * 4, "Return")
    scene.dialog()
    scene.shot("versions")
    scene.leave("Escape")
    scene.command("Insert template")
    scene.dialog()
    scene.shot("template")
    desk.type(NOTHING)
    scene.shot("template-nothing")
    scene.leave("Escape")
    scene.keys("ctrl+shift+o")
    scene.dialog()
    scene.shot("vaults")
    scene.leave("alt+f")
    scene.dialog()
    scene.shot("folder")
    scene.leave("Escape")


def chat_act(scene: Scene) -> None:
    """The questions before a note with a long name is made, a program runs, a note goes, and a page is opened."""
    desk = scene.desk
    scene.server.script(*WORKS)
    asked = scene.ask("Make a note of the winter garden and tidy up")
    scene.review()
    scene.shot("write")
    desk.answer("alt+e")
    scene.shot("write-edit")
    desk.answer("alt+e")
    desk.answer("alt+p")
    scene.shot("write-all", whole=True)  # the menu reaches beyond the dialog
    scene.keys("Escape")
    scene.leave("alt+a")
    scene.review()
    scene.shot("review")
    scene.leave("alt+r")
    scene.review()
    scene.shot("command")
    scene.leave("alt+u")
    scene.review()
    scene.shot("trash-asked")
    scene.leave("alt+m")
    scene.review()
    scene.shot("tool")
    scene.leave("alt+a")
    scene.review()
    scene.shot("address")
    scene.leave("Escape")
    scene.ended(asked)
    scene.shot("asked")


def changes_act(scene: Scene) -> None:
    """What was changed, what it takes on the disk, and undoing where somebody has edited since."""
    desk = scene.desk
    scene.keys("ctrl+shift+h")
    scene.dialog()
    scene.keys("Right", "Down")
    scene.shot("changes")
    desk.type(NOTHING)
    scene.shot("changes-nothing")
    scene.keys("ctrl+a", "BackSpace")
    scene.keys("alt+s")
    scene.shot("changes-storage")
    (scene.vault / f"{LONG_NAME}.md").write_text("# Winter garden\n\nWritten again.\n", encoding="utf-8")
    listed = desk.active()
    scene.keys("alt+t")
    dialog_over(scene, listed)
    scene.shot("undo")
    back_to(scene, listed, "Escape")
    scene.leave("Escape")
    visit(scene, "Go back to a message", "back")
    visit(scene, "Save to a note", "save-to-note")
    visit(scene, "Export as Markdown", "export")
    scene.keys("ctrl+shift+y")
    scene.dialog()
    scene.shot("history")
    desk.type(NOTHING)
    scene.shot("history-nothing")
    scene.leave("Escape")


def editor_act(scene: Scene) -> None:
    """Suggestions while a link is written, a note that is changed in two places at once, and what was rescued."""
    desk = scene.desk
    note = scene.vault / "Projects" / "Garden" / "Rain barrel.md"
    scene.keys("ctrl+o")
    desk.settle()
    desk.type("rain barrel")
    scene.keys("Return")
    scene.keys("ctrl+e")
    desk.settle()
    scene.keys("ctrl+End")
    desk.type("\nSee [[gar")
    scene.shot("suggestions")
    scene.keys("Escape")
    wait_until("what was typed, in the file", lambda: b"[[gar" in note.read_bytes())
    desk.settle()
    desk.type("den]], which is mine")
    note.write_bytes(note.read_bytes().replace(b"[[gar", b"[[Garden]], which is theirs"))
    desk.wait_changes(1)
    scene.shot("edited-twice")
    scene.keys("ctrl+o")
    desk.settle()
    desk.type("Home")
    scene.keys("Return")
    scene.dialog()
    scene.shot("not-saved")
    scene.leave("alt+c")
    scene.dialog()
    scene.shot("merge")
    scene.keys("alt+a")  # what was typed is in no file any more: it is rescued
    scene.leave("Return")
    scene.keys("ctrl+shift+h")
    scene.dialog()
    listed = desk.active()
    scene.keys("alt+r")
    dialog_over(scene, listed)
    scene.shot("rescued")
    back_to(scene, listed, "Escape")
    scene.leave("Escape")


ACTS = (menus_act, help_act, settings_act, files_act, chat_act, changes_act, editor_act)


def play(desk: Screen, folder: Path, look: Look) -> None:
    """Play the acts in a fresh vault."""
    with CountingServer() as server:
        scene = Scene(desk, copy_sample(folder), folder / "home", server, look)
        set_up(scene)
        done = False
        try:
            scene.open("Home.md", safety={"commands": True}, other_models=[{"provider": "anthropic"}])
            wait_until("the index", is_indexed(scene.home))
            for act in look.acts:
                act(scene)
            close(desk)
            done = True
        finally:
            if not done:
                desk.grab(f"{look.prefix}failed")
                shutil.copy(scene.home / "window.log", desk.folder)
        assert server.problems == []


LOOKS = (
    Look("dialogs-light-", crops=True, acts=ACTS),
    Look("dialogs-dark-", "1000x700", "dark", "zh_CN", crops=True, acts=ACTS),
    Look(
        "dialogs-double-",
        "2000x1400",
        crops=True,
        scale="2",
        acts=(menus_act, help_act, settings_act, chat_act, changes_act),
        pictures=("menu-view", "palette", "about", "shortcuts", "settings-models", "write", "changes", "back"),
    ),
    Look(
        "dialogs-taiwan-",
        crops=True,
        theme="dark",
        language="zh_TW",
        acts=ACTS,
        pictures=("menu-agent", "settings-general", "rename-links", "write", "changes", "back", "not-saved"),
    ),
)


if __name__ == "__main__":
    make_pictures(play, LOOKS)
