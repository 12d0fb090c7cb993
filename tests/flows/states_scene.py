"""What every panel says when it has nothing to show, is still reading, has no model, or failed; with pictures.

Nothing is pretended: the vault is empty, the server is not there, the files are damaged, the index is held up.
Run by `make screenshots` and by tests/flows/test_states_scene.py.
"""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

import psutil

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from desktop import close, copy_sample, maximise, open_window
from dialogs_scene import NOTHING, write_anew
from engine_script import Counted, CountingServer
from picture_taking import make_pictures
from scene import Look, Scene
from screen import PATIENCE, Screen, wait_until
from servers_scene import back_to, dialog_over

from tests.llm.deepseek_server import Status

MANY = 16_000
LINES = "The herb spiral wants sun above and shade below, see [[Note {number}]] and #garden/{number}.\n" * 12
OFFLINE = {"provider": "offline"}
_STARTS = 0.25
"""Seconds of the processor after which a process is no longer just starting."""


def closed_port() -> int:
    """Return a port of this computer on which nobody listens."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return int(server.getsockname()[1])


def look_for(scene: Scene, keys: str, words: str) -> None:
    """Open a box and write into it."""
    scene.keys(keys)
    scene.desk.settle()
    write_anew(scene, words)


def empty_act(scene: Scene) -> None:
    """A vault without a note, no model, nothing changed, nothing said, no server: every panel and dialog."""
    desk = scene.desk
    scene.vault = scene.home.parent / "Empty vault"
    scene.vault.mkdir()
    scene.open(note="", model=OFFLINE)
    scene.shot("empty")
    scene.command("Tags")
    scene.command("Outline")
    scene.shot("empty-tags-outline")
    scene.keys("ctrl+shift+f")
    scene.command("Links")
    scene.shot("empty-search-links")
    scene.keys("ctrl+o")
    scene.shot("switcher-empty")
    scene.keys("Escape")
    for keys, name in (
        ("ctrl+shift+h", "changes-empty"),
        ("ctrl+shift+y", "history-empty"),
        ("ctrl+shift+o", "vaults-one"),
    ):
        scene.keys(keys)
        scene.dialog()
        scene.shot(name)
        scene.leave("Escape")
    scene.keys("F1")
    scene.dialog()
    desk.type(NOTHING)
    scene.shot("shortcuts-nothing")
    scene.keys("Escape")
    scene.leave("Escape")
    scene.keys("ctrl+comma")
    scene.dialog()
    scene.keys("Down", "Down")
    scene.shot("servers-none")
    page = desk.active()
    for keys, name in (("alt+i", "import-none"), ("alt+a", "server-new")):
        scene.keys(keys)
        dialog_over(scene, page)
        scene.shot(name)
        back_to(scene, page, "Escape")
    scene.leave("Escape")
    close(desk)


def nothing_act(scene: Scene) -> None:
    """A vault with notes, and words that none of them holds: every box in which something is looked for."""
    scene.vault = copy_sample(scene.home.parent / "to be searched")
    scene.open("Home.md", model=OFFLINE)
    look_for(scene, "ctrl+shift+f", NOTHING)
    scene.shot("search-nothing")
    look_for(scene, "ctrl+shift+e", NOTHING)
    scene.shot("filter-nothing")
    scene.keys("Escape")
    look_for(scene, "ctrl+p", NOTHING)
    scene.shot("palette-nothing")
    scene.keys("Escape", "ctrl+o")
    scene.desk.type(NOTHING)
    scene.shot("switcher-nothing")
    scene.keys("Escape", "ctrl+w")
    scene.shot("no-tab")
    close(scene.desk)


def model_act(scene: Scene) -> None:
    """A model that is not there, one that wants another key, one that is busy; and what the settings say of it."""
    desk = scene.desk
    scene.vault = copy_sample(scene.home.parent / "for the model")
    nobody = {
        "provider": "openai_compatible",
        "base_url": f"http://127.0.0.1:{closed_port()}/v1",
        "model": "qwen3:4b",
    }
    scene.open("Home.md", model=nobody, other_models=[{"provider": "deepseek", "base_url": scene.server.base_url}])
    asked = scene.ask("What did I read this week?")
    scene.ended(asked, "error")
    scene.shot("unreachable")
    scene.keys("ctrl+l")
    desk.type("/model")
    scene.keys("Return")
    scene.shot("models")
    scene.keys("Escape", "ctrl+l")
    desk.paste("Compare @[[Projects/Axon Desktop]] and @[[知识/知识图谱]] with @[[No such note]]")
    scene.keys("Escape")
    scene.shot("goes-along")
    scene.keys("ctrl+a", "Delete")
    scene.keys("ctrl+comma")
    scene.dialog()
    scene.keys("alt+t")
    scene.shot("test-failed")
    scene.leave("Escape")
    close(desk)
    scene.open("Home.md")
    scene.server.script(Status(401, "Authentication Fails, Your api key: ****cdef is invalid"))
    asked = scene.ask("What did I read this week?")
    scene.ended(asked, "error")
    scene.shot("wrong-key")
    scene.server.script(*[Status(429, "Rate limit reached", retry_after=20)] * 5)
    asked = scene.ask("And last week?")
    wait_until("the request", lambda: scene.server.left < 5)
    desk.settle()  # but for the seconds, which count down
    if not scene.look.pictures or "busy" in scene.look.pictures:
        desk.grab(f"{scene.look.prefix}busy")
    scene.server.forget()
    desk.keys("Escape")
    scene.ended(asked, "cancelled")
    close(desk)


def unrecorded_act(scene: Scene) -> None:
    """A record of changes that another program keeps locked: the agent asks, and so does the editor."""
    desk = scene.desk
    scene.vault = copy_sample(scene.home.parent / "for the record")
    scene.open("Inbox.md")
    scene.keys("ctrl+e")
    scene.keys("ctrl+End")
    desk.type("\nThis line is recorded.")
    scene.keys("Return")
    journals = scene.home / "data" / "vaults"
    wait_until("a record", lambda: any(journals.rglob("journal.sqlite")))
    desk.settle()
    (journal,) = journals.rglob("journal.sqlite")
    task = {"path": "Inbox", "content": "- Call the water company\n", "mode": "append"}
    scene.server.script(
        Counted("", "", [("create_note", task)]),
        Counted("It stands in [[Inbox]]."),
    )
    with closing(sqlite3.connect(journal, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        asked = scene.ask("Remind me to call the water company")
        scene.review()
        scene.leave("alt+a")
        scene.review()
        scene.shot("unrecorded-asked")
        scene.leave("alt+a")
        scene.ended(asked)
        scene.shot("unrecorded-card")
        scene.keys("ctrl+e", "ctrl+e")
        scene.keys("ctrl+End")
        desk.type("\nThis one is not.")
        desk.wait_changes(1)
        scene.shot("unrecorded-editor")
    close(desk)


BROKEN = (
    ("Latin.md", b"# Caf\xe9\n", "note-unreadable"),
    ("Damaged.png", b"\x89PNG\r\n\x1a\n" + bytes(40), "picture-damaged"),
    ("Damaged.canvas", b"{", "canvas-damaged"),
    ("Nothing.canvas", b"{}", "canvas-empty"),
    ("Damaged.base", b"views: [", "base-damaged"),
    (
        "Nothing.base",
        b'filters: file.name == "no such note"\nviews:\n  - type: table\n    name: None\n',
        "base-nothing",
    ),
    ("No text.md", b"", "note-empty"),
    ("Summer.mp4", bytes(200), "file-card"),
    ("Away.md", b"", "note-elsewhere"),
    ("Seeds.txt", "basil 12\nthyme 4\n薄荷 7\n".encode(), "text-file"),
)


def files_act(scene: Scene) -> None:
    """Files that cannot be shown, a note that goes, and at last the whole vault."""
    desk = scene.desk
    scene.vault = copy_sample(scene.home.parent / "for the files")
    folder = scene.vault / "Odd"
    folder.mkdir()
    for name, data, _ in BROKEN:
        (folder / name).write_bytes(data)
    os.truncate(folder / "Away.md", 9_000)  # a size and no blocks, as a sync service shows what is not here
    scene.open("Home.md", model=OFFLINE)
    scene.command("Outline")
    for name, _, picture in BROKEN:
        look_for(scene, "ctrl+o", name.removesuffix(".md"))
        scene.keys("Return")
        scene.shot(picture)
    look_for(scene, "ctrl+o", "Mei Tanaka")
    scene.keys("Return")
    desk.settle()
    (scene.vault / "People" / "Mei Tanaka.md").unlink()
    desk.wait_changes(1)
    scene.shot("note-gone")
    look_for(scene, "ctrl+o", "Home")
    scene.keys("Return")
    desk.settle()
    gone = scene.vault.rename(scene.vault.with_name("Elsewhere"))
    desk.wait_changes(1)
    scene.shot("vault-gone")
    gone.rename(scene.vault)
    desk.wait_changes(1)
    close(desk)


def index_act(scene: Scene) -> None:
    """The index while it is being made, held up by stopping its process; and one that cannot be made."""
    desk = scene.desk
    scene.vault = scene.home.parent / "A large vault that also has a long name, 很大的仓库，名字也很长"
    scene.vault.mkdir()
    for number in range(MANY):
        note = scene.vault / f"Folder {number // 500}" / f"Note {number}.md"
        note.parent.mkdir(exist_ok=True)
        note.write_text(LINES.format(number=number % 50), encoding="utf-8")
    scene.set_up(model=OFFLINE)
    scene.program = program = open_window(desk, scene.vault, scene.home, "--note", "Folder 0/Note 7.md")
    wait_until("the index to begin", lambda: any(map(is_at_work, workers_of(program))))
    workers = workers_of(program)
    for worker in workers:
        with suppress(psutil.NoSuchProcess):
            worker.send_signal(signal.SIGSTOP)
    maximise(desk, scene.look.size)
    scene.main = desk.active()
    scene.command("Tags")
    scene.command("Links")
    scene.shot("indexing")
    look_for(scene, "ctrl+shift+f", "herb spiral")
    scene.shot("indexing-search")
    for worker in workers:
        with suppress(psutil.NoSuchProcess):
            worker.send_signal(signal.SIGCONT)
    close(desk)
    scene.home = scene.home.parent / "without a cache"
    scene.vault = copy_sample(scene.home)
    (scene.home / "cache").write_text("Nothing can be written here.")
    scene.open("Home.md", model=OFFLINE)
    scene.command("Tags")
    scene.command("Links")
    scene.shot("index-off")
    close(desk)


def workers_of(program: subprocess.Popen[bytes]) -> list[psutil.Process]:
    """Return the processes that a program has started."""
    return psutil.Process(program.pid).children(recursive=True)


def is_at_work(worker: psutil.Process) -> bool:
    """Tell whether a process has done more than to start."""
    with suppress(psutil.NoSuchProcess):
        return sum(worker.cpu_times()[:2]) > _STARTS
    return False


def start_act(scene: Scene) -> None:
    """Starts that go wrong: after a crash, without the vault of before, with settings that cannot be read."""
    desk, folder = scene.desk, scene.home.parent
    scene.vault = copy_sample(folder / "for the crash")
    scene.open("Inbox.md", model=OFFLINE)
    scene.keys("ctrl+e")
    scene.keys("ctrl+End")
    desk.type("\nThis is being written when the computer goes down, and is never saved by hand.")
    assert scene.program is not None
    scene.program.kill()
    scene.program.wait(PATIENCE)
    desk.wait_gone("Axon")
    scene.start()
    scene.shot("after-crash")
    close(desk)
    scene.home = folder / "without the vault"
    general = {"theme": scene.look.theme, "language": scene.look.language, "notify": False}
    gone = folder / "Notes that I had on the other disk, in a folder with a long name" / "Vault"
    scene.open_sample(general={**general, "last_vault": str(gone)}, model=OFFLINE)
    scene.shot("vault-missing")
    close(desk)
    scene.home = folder / "with other settings"
    scene.open_sample(general={**general, "density": "roomy"})
    scene.shot("settings-unreadable")
    close(desk)


ACTS: tuple[Callable[[Scene], None], ...] = (
    empty_act,
    nothing_act,
    model_act,
    unrecorded_act,
    files_act,
    index_act,
    start_act,
)


def play(desk: Screen, folder: Path, look: Look) -> None:
    """Play the acts, each with a vault and a home of its own."""
    for act in look.acts:
        with CountingServer() as server:
            place = folder / act.__name__
            place.mkdir()
            scene = Scene(desk, place, place / "home", server, look)
            done = False
            try:
                act(scene)
                done = True
            finally:
                if not done:
                    desk.grab(f"{look.prefix}failed")
            assert server.problems == []


LIGHT = Look("states-light-", crops=True, acts=ACTS)
LOOKS = (
    LIGHT,
    Look("states-dark-", "1000x700", "dark", "zh_CN", crops=True, acts=ACTS),
    Look(
        "states-double-",
        "2000x1400",
        crops=True,
        scale="2",
        acts=(empty_act, nothing_act, model_act),
        pictures=("empty", "search-nothing", "history-empty", "servers-none", "unreachable"),
    ),
    replace(
        LIGHT,
        prefix="states-taiwan-",
        language="zh_TW",
        acts=(empty_act, model_act),
        pictures=("empty", "changes-empty", "servers-none", "wrong-key"),
    ),
)


if __name__ == "__main__":
    make_pictures(play, LOOKS)
