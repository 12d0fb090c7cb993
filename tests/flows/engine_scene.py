"""Plans, rounds, queue, budget, history, mentions and moves in a real window, by keys alone.

The mouse is never touched. The model is a loopback server that speaks DeepSeek's wire format in strict mode; all
else is the real program. Run by `make screenshots` and by tests/flows/test_engine_scene.py.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

import msgspec
from desktop import close, copy_sample
from engine_script import (
    ANSWERS_ANEW,
    CLOSES,
    COMPARES,
    ENDS,
    FIRST_PLAN,
    GOES_ON,
    INDEX_TEXT,
    MOVES,
    NOT_RATED,
    READS,
    SECOND_PLAN,
    SPENDS,
    TALKS,
    TRIES_AGAIN,
    WRITES_INDEX,
    CountingServer,
)
from picture_taking import make_pictures
from scene import Look, Scene
from screen import Screen, wait_until

CEILING = 20_000


def plan_act(scene: Scene) -> None:
    """A plan: made, sent back, edited, approved, failed, tried again, skipped, done; a question on the way."""
    desk, server = scene.desk, scene.server
    note, index = scene.vault / "Reading" / "Reading list.md", scene.vault / "Reading" / "Index.md"
    before = note.read_bytes()
    server.script(*FIRST_PLAN)
    desk.keys("ctrl+shift+m")
    asked = scene.ask("Tidy my reading list")
    scene.review()
    scene.keys("alt+v")
    desk.settle()
    desk.type("Leave the listing to the end")
    server.script(*SECOND_PLAN)
    scene.leave("Return")
    scene.review()
    assert server.said()[-1] == "Leave the listing to the end"
    scene.keys("F2")
    scene.keys("ctrl+a")
    desk.type("Rate A Field of Small Things, three stars")
    scene.keys("Return", "Return")
    scene.keys("alt+Down")
    scene.shot("plan")
    server.script(*WRITES_INDEX)
    scene.leave("alt+a")
    scene.go_to_question()
    assert not index.exists(), "the note was written before it was approved"
    desk.answer("Return")
    scene.review()  # the rounds of planning count: the next one is the fifth
    assert index.read_text(encoding="utf-8") == INDEX_TEXT
    assert server.left == 2
    scene.shot("rounds")
    scene.leave("alt+d")
    scene.ended(asked, "stopped")
    scene.shot("plan-failed")
    asked = scene.newest()
    server.script(*TRIES_AGAIN)
    scene.go_above_box(3)  # to the first of the plan's buttons
    scene.keys("space")
    scene.review()
    scene.leave("Return")
    scene.ended(asked, "stopped")
    assert note.read_bytes() == before.replace(NOT_RATED["old"].encode(), NOT_RATED["new"].encode())
    asked = scene.newest()
    server.script(*CLOSES)
    scene.keys("alt+k")
    scene.ended(asked)
    ((kept,),) = scene.rows("SELECT plan FROM conversation")
    plan = msgspec.json.decode(kept)
    assert plan["status"] == "completed"
    assert [(step["description"].split()[0], step["status"]) for step in plan["steps"]] == [
        ("Write", "completed"),
        ("Rate", "completed"),
        ("List", "skipped"),
    ]


def command_act(scene: Scene) -> None:
    """Back to answering at once, by a `/` command that is chosen from the list."""
    scene.write("/")
    scene.shot("commands")
    scene.desk.type("re")
    scene.keys("Down", "Up", "Return")
    scene.server.script(*READS)
    asked = scene.newest()
    scene.desk.type("what was read on Wednesday?")
    scene.keys("Return")
    scene.ended(asked)
    assert scene.server.said()[-1] == "what was read on Wednesday?"


def mention_act(scene: Scene) -> None:
    """A note chosen in the `@` popup; its text goes with the request. Then it is edited and sent again."""
    desk, server = scene.desk, scene.server
    asked = scene.newest()
    server.script(*COMPARES)
    desk.keys("ctrl+n")
    scene.write("这两本书有什么不同？ ")
    desk.type("@read")
    scene.keys("Down", "Down", "Up")
    scene.shot("mention")
    scene.keys("Return")
    scene.keys("Return")
    scene.ended(asked)
    assert "One book, many links" in str(server.requests[-1].body["messages"]), "the mentioned note was not sent"
    server.script(*ANSWERS_ANEW)
    conversations = scene.count()
    scene.keys("ctrl+shift+l")
    wait_until("a copy of the conversation", lambda: scene.count() == conversations + 1)
    wait_until("the old request in the box", lambda: "@" in desk.copied())
    asked = scene.newest()
    desk.keys("ctrl+End")
    desk.type(" In one sentence.")
    scene.keys("Return")
    scene.ended(asked)
    assert server.said()[-1].endswith(" In one sentence.")
    assert COMPARES[0].content not in str(server.requests[-1].body["messages"])
    ((origin,),) = scene.rows("SELECT forked_from FROM conversation ORDER BY number DESC LIMIT 1")
    assert origin, "the old conversation was not kept"


def queue_act(scene: Scene) -> None:
    """Requests that wait: edited, moved, one given to the running turn; after a stop the rest is sent by hand."""
    desk, server = scene.desk, scene.server
    server.script(*TALKS)
    done = len(server.requests)
    desk.keys("ctrl+n")
    asked = scene.ask("How do I plant the herb spiral?")
    wait_until("the request", lambda: len(server.requests) == done + 1)
    for text in ("And the tomatoes?", "And the barrel?", "Mind the frost"):
        desk.type(text)
        scene.keys("Return")
    scene.go_above_box(4)  # over the buttons of the last line to that line
    scene.keys("alt+Up", "Return")  # up, and back into the box
    desk.settle()
    desk.type(", please")
    scene.keys("Return")
    scene.go_above_box(2)
    scene.keys("space")
    scene.shot("queue")
    server.release()
    wait_until("the next step", lambda: len(server.requests) == done + 2)
    assert server.said()[-1] == "Mind the frost, please"
    desk.wait_changes(3)
    desk.keys("Escape")
    assert server.wait_for_disconnects(1), "the connection stayed open after Stop"
    scene.ended(asked, "cancelled")
    assert len(server.requests) == done + 2, "what waits was sent after a stop"
    server.script(*GOES_ON)
    asked = scene.newest()
    scene.go_above_box(6)
    scene.keys("space")
    scene.ended(asked, times=2)
    assert [server.said(number)[-1] for number in (-2, -1)] == ["And the tomatoes?", "And the barrel?"]


def move_act(scene: Scene) -> None:
    """A note gets another name, all links follow; undone by the menu's key, done again and undone on its card."""
    desk, server = scene.desk, scene.server
    before = files_of(scene.vault)
    server.script(*MOVES)
    desk.keys("ctrl+n")
    asked = scene.ask("Call the note about the winter book just Winter")
    scene.review()
    scene.shot("move")
    assert files_of(scene.vault) == before, "something was written before it was approved"
    scene.leave("Return")
    scene.ended(asked)
    after = files_of(scene.vault)
    changed = [path for path, text in after.items() if before.get(path) != text]
    assert "Reading/Winter.md" in changed
    assert len(changed) >= 4
    assert not any(b"Left Hand of Winter]]" in text or b"Left%20Hand" in text for text in after.values())
    desk.keys("ctrl+alt+z")
    wait_until("the undo", lambda: files_of(scene.vault) == before)
    for files in (after, before):
        scene.go_above_box(4)  # over what can be done with the answer
        scene.keys("space")
        wait_until("Redo and Undo on the line", partial(_holds, scene.vault, files))


def budget_act(scene: Scene) -> None:
    """A ceiling set in the settings: a warning at four fifths, a stop before it is passed, Continue."""
    desk, server = scene.desk, scene.server
    desk.keys("ctrl+n")
    scene.write("/budget")
    scene.keys("Return")
    scene.dialog()
    scene.keys("alt+t")
    scene.keys("ctrl+a")
    desk.type(str(CEILING))
    scene.leave("Return")
    wait_until("the ceiling", lambda: scene.settings()["limits"]["turn_tokens"] == CEILING)
    server.script(*SPENDS)
    asked = scene.ask("Where did this week go?")
    scene.ended(asked, "stopped")
    assert scene.rows(f"SELECT count(*) FROM item WHERE id > {asked} AND kind = 'budget_warning'") == [(1,)]
    scene.shot("budget")
    asked = scene.newest()
    server.script(*ENDS)
    scene.go_above_box(1)
    scene.keys("space")
    scene.ended(asked)


def history_act(scene: Scene) -> None:
    """Earlier conversations: found by two Chinese characters, named, opened, copied, deleted after a question."""
    desk = scene.desk
    kept = scene.count()
    desk.keys("ctrl+shift+y")
    scene.dialog()
    desk.settle()
    desk.paste("本书")
    scene.keys("Down", "Up")
    scene.keys("F2")
    desk.settle()
    desk.type("Two books")
    scene.keys("Return")
    named = "SELECT id FROM conversation WHERE title = 'Two books'"
    wait_until("the new title", lambda: len(scene.rows(named)) == 1)
    ((original,),) = scene.rows(named)
    scene.shot("history")
    scene.leave("alt+o")
    scene.keys("ctrl+shift+y")
    scene.dialog()
    scene.leave("alt+p")
    wait_until("a copy", lambda: scene.count() == kept + 1)
    copies = f"SELECT id FROM conversation WHERE forked_from = '{original}'"
    assert len(scene.rows(copies)) == 1
    scene.keys("ctrl+shift+y")
    scene.dialog()
    scene.keys("alt+d")
    desk.settle()
    assert scene.count() == kept + 1, "deleted without a question"
    desk.keys("alt+d")
    wait_until("the copy to be gone", lambda: scene.count() == kept)
    assert scene.rows(copies) == []
    scene.leave("Escape")


def files_of(vault: Path) -> dict[str, bytes]:
    """Return every file of a vault by its path."""
    return {file.relative_to(vault).as_posix(): file.read_bytes() for file in vault.rglob("*") if file.is_file()}


def _holds(vault: Path, files: dict[str, bytes]) -> bool:
    return files_of(vault) == files


ACTS = (plan_act, command_act, mention_act, queue_act, move_act, budget_act, history_act)


def play(desk: Screen, folder: Path, look: Look) -> None:
    """Play the acts, each checked against the server, the vault and the store."""
    with CountingServer() as server:
        scene = Scene(desk, copy_sample(folder), folder / "home", server, look)
        done = False
        try:
            scene.open()
            for act in look.acts:
                act(scene)
            close(desk)
            done = True
        finally:
            if not done:
                desk.grab(f"{look.prefix}failed")
        assert server.problems == []


LOOKS = (
    Look("engine-light-", acts=ACTS),
    Look("engine-dark-", theme="dark", acts=ACTS, pictures=("plan", "mention", "queue", "budget", "history")),
    Look("engine-chinese-", language="zh_CN", theme="dark", acts=ACTS, pictures=("plan", "queue", "history")),
    Look(
        "engine-narrow-", size="1000x700", acts=(mention_act, queue_act, budget_act), pictures=("mention", "queue")
    ),
)


if __name__ == "__main__":
    make_pictures(play, LOOKS)
