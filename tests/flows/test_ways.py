"""Ten ways to a note from five places of the focus, in a real window by true keys and mouse: 50 of 50."""

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[2]))

import screen
import ways
from ways import Outcome, Trial

HERE = Path(__file__).parent
SAMPLE = (
    Trial("new", "message box", "reading"),
    Trial("new", "filter", "source"),
    Trial("daily", "message", "source"),
    Trial("template", "tree", "reading"),
    Trial("switcher", "filter", "source"),
    Trial("search hit", "message box", "source"),
    Trial("link", "message", "reading"),
    Trial("backlink", "tree", "reading"),
    Trial("tree", "tree", "reading"),
    Trial("tree", "filter", "source"),
    Trial("tab", "editor", "source"),
    Trial("history", "editor", "source"),
)
PLANTED = {
    Trial("daily", "message box", "reading"): "message box",
    Trial("history", "filter", "reading"): "filter",
    Trial("tab", "message box", "source"): "message box",
}
"""Where the word is with the planted fault."""

pytestmark = [
    pytest.mark.desktop,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(bool(screen.missing_tools()), reason=f"needs {', '.join(screen.missing_tools())}"),
]


def played(folder: Path, trials: Sequence[Trial]) -> list[Outcome]:
    """Play trials in one window."""
    with screen.screen(ways.SIZE, folder / "shots") as desk:
        return list(ways.play(desk, folder, trials))


def test_a_sample_of_the_ways_with_each_and_from_each_place_ends_in_the_note(tmp_path: Path) -> None:
    assert {trial.way for trial in SAMPLE} == set(ways.WAYS)
    assert {trial.place for trial in SAMPLE} == set(ways.PLACES)
    outcomes = played(tmp_path, SAMPLE)
    assert [outcome for outcome in outcomes if not outcome.good] == []
    assert len(outcomes) == len(SAMPLE)


def test_a_keyboard_that_stays_where_it_was_is_found(tmp_path: Path) -> None:
    program = (sys.executable, str(HERE / "planted_focus.py"))
    with screen.screen(ways.SIZE, tmp_path / "shots") as desk:
        outcomes = list(ways.play(desk, tmp_path, [*PLANTED], patience=2, program=program, arrows=False))
    assert [outcome.strayed for outcome in outcomes] == [{place: trial.word} for trial, place in PLANTED.items()]


@pytest.mark.soak
def test_fifty_of_fifty(tmp_path: Path) -> None:
    outcomes = played(tmp_path, ways.ALL)
    assert [outcome for outcome in outcomes if not outcome.good] == []
    assert len({(one.trial.way, one.trial.place) for one in outcomes}) == len(ways.WAYS) * len(ways.PLACES) == 50
