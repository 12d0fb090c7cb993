"""The whole tree is walked through over the true bus, in every window and dialog, and the program lives."""

import re
import sys
from collections import Counter
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[2]))

import bus
import bus_scene
import screen

from tests.ui import accessible_dialogs, accessible_server_dialogs  # noqa: F401  they fill the table
from tests.ui.accessible_scenes import NOTES, SCENES, SELECTED
from tests.ui.accessible_table import DIALOGS

pytestmark = [
    pytest.mark.desktop,
    pytest.mark.timeout(1200),
    pytest.mark.skipif(bool(screen.missing_tools()), reason=f"needs {', '.join(screen.missing_tools())}"),
    pytest.mark.skipif(
        bool(bus.missing()) and not bus.can_be_installed(),
        reason=f"needs {', '.join(bus.missing())}, which cannot be installed here",
    ),
]
GONE = re.compile(r"No such object path")
"""Of a thing that went while it was asked, and of cells that Qt names although a table does not have them."""


def test_every_window_and_dialog_is_walked_through(tmp_path: Path) -> None:
    assert not bus.missing(), "`packaging/setup.sh desktop` installs these"
    with screen.screen("1440x1000", tmp_path / "shots") as desk:
        tour = bus_scene.Tour(desk, tmp_path)
        assert tour.walk_all() == 0, tour.log.read_text()[-3_000:]
    assert tour.walks.keys() == SCENES.keys() | DIALOGS.keys()
    assert min(walk.things for walk in tour.walks.values()) > 4
    assert sum(walk.things for walk in tour.walks.values()) > 5_000
    failed = sum((Counter(walk.failed) for walk in tour.walks.values()), Counter[str]())
    faults = [fault for fault in failed if not GONE.search(fault)]
    assert not faults, "\n".join(faults)
    asked = tour.walks["write_approval"].said
    text = NOTES["Home.md"]
    start, end = text.index(SELECTED), text.index(SELECTED) + len(SELECTED)
    assert [text, end, [[start, end]]] in tour.walks["live"].edited
    assert any(words.startswith("list item: Line 4 changes from: line 3 to: three") for words in asked)


@pytest.mark.parametrize("calls", [400, pytest.param(10_000, marks=pytest.mark.soak)])
def test_random_questions_while_text_comes_end_nothing(tmp_path: Path, calls: int) -> None:
    assert not bus.missing(), "`packaging/setup.sh desktop` installs these"
    with screen.screen("900x700", tmp_path / "shots") as desk:
        tour = bus_scene.Tour(desk, tmp_path, "stream")
        assert tour.ask_at_random(calls) == 0, tour.log.read_text()[-3_000:]
    said = re.search(r"longest gap \d+ ms, (\d+) ms of processor time", tour.log.read_text())
    assert said is not None
    assert int(said[1]) < 100, said[0]


def test_what_ended_the_program_is_found(tmp_path: Path) -> None:
    assert not bus.missing(), "`packaging/setup.sh desktop` installs these"
    with screen.screen("1440x1000", tmp_path / "shots") as desk:
        assert bus_scene.Tour(desk, tmp_path, "fault").walk_all() != 0
