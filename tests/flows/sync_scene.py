"""Turns in a real window that are reported to a Task Manager, by keys alone: set up, tested, reported, gone.

The Task Manager is a real server on this machine, the model one that speaks DeepSeek's wire format in strict mode.
Run by `make screenshots` and by tests/flows/test_sync_scene.py.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from desktop import close, copy_sample
from engine_script import Counted, CountingServer, reading
from picture_taking import make_pictures
from scene import Look, Scene
from screen import Screen, wait_until

from tests.agent_sync.task_manager import TaskManager

EXECUTION = "exec-2026-11-22-17"
STEPS = (
    {"description": "Read the reading list", "expected_outcome": "Its books are known"},
    {"description": "Look at the herb spiral", "expected_outcome": "Its state is known"},
    {"description": "Write Inbox/Week", "expected_outcome": "One new note with both"},
)
PLANNED = (
    Counted("", "That makes three steps.", [("propose_plan", {"goal": "Sum up the week", "steps": list(STEPS)})]),
    Counted("", None, reading("Reading/Reading list")),
    Counted("Two books are finished."),
    Counted("", None, reading("Projects/Garden/Herb spiral")),
    Counted("The spiral is planted."),
    Counted("", None, [("create_note", {"path": "Inbox/Week", "content": "# Week\n\nTwo books, one spiral.\n"})]),
    Counted("Inbox/Week is there."),
)
READS = (Counted("", None, reading("Daily/2026-11-18")), Counted("*Winter* was finished on Wednesday."))


def page_act(scene: Scene, task_manager: TaskManager) -> None:
    """The page, filled in and tested; saved, the light comes on."""
    desk = scene.desk
    scene.keys("ctrl+comma")
    scene.dialog()
    scene.keys(*["Down"] * 6, "alt+r")  # the last page
    for key, text in (("alt+a", task_manager.url), ("alt+e", EXECUTION)):
        scene.keys(key)
        desk.settle()
        desk.type(text)
    scene.keys("alt+t")
    wait_until("the health check", lambda: task_manager.asked)
    scene.shot("page")
    scene.leave("alt+s")
    wanted = {"report": True, "url": task_manager.url, "execution_id": EXECUTION}
    wait_until("the settings on the disk", lambda: scene.settings().get("task_manager") == wanted)


def plan_act(scene: Scene, task_manager: TaskManager) -> None:
    """A plan of three steps is done and arrives step by step."""
    scene.server.script(*PLANNED)
    scene.desk.keys("ctrl+shift+m")
    asked = scene.ask("Sum up my week")
    scene.review()
    scene.leave("alt+a")
    scene.review()  # the rounds of planning count: the next one is the fifth
    scene.leave("alt+d")
    scene.review()
    scene.leave("Return")
    scene.ended(asked)
    wait_until("the last report", lambda: len(task_manager.steps) == 6 and ended(task_manager))
    first, second, third = (step["description"] for step in STEPS)
    reports = [step["step_name"] for step in task_manager.steps.values()]
    assert reports == [first, "read_note", second, "read_note", third, "create_note"]
    assert task_manager.refused == []
    scene.shot("reported")


def ended(task_manager: TaskManager) -> bool:
    return all(step["status"] == "completed" for step in task_manager.steps.values())


def dead_act(scene: Scene) -> None:
    """The Task Manager is gone: the turn is as it always was, the light says why nothing arrives."""
    scene.desk.keys("ctrl+shift+m")
    scene.server.script(*READS)
    asked = scene.ask("What was read on Wednesday?")
    scene.ended(asked)
    scene.shot("dead")


def play(desk: Screen, folder: Path, look: Look) -> None:
    """Play the acts in a fresh vault."""
    with CountingServer() as server:
        scene = Scene(desk, copy_sample(folder), folder / "home", server, look)
        scene.open()
        with TaskManager() as task_manager:
            page_act(scene, task_manager)
            plan_act(scene, task_manager)
        dead_act(scene)
        close(desk)
        assert server.problems == []


LOOKS = (Look(prefix="sync-light-"),)


if __name__ == "__main__":
    make_pictures(play, LOOKS)
