"""A sample of random turns that are taken back; `python -m bench.undo_storm` does a thousand, with kills."""

import os
import random
from pathlib import Path

import pytest

from axon_desktop.paths import resources_dir
from bench.killed_call import CAN_TRACE, Stops, in_process, killed
from bench.undo_drivers import Commands, Staying
from bench.undo_kills import Kills
from bench.undo_storm import Figures, run_batches, run_edits, warm_up
from bench.undo_turns import differences, prepare, snapshot

pytestmark = pytest.mark.forks


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the sample vault, with a data folder and a trash of its own."""
    for name in ("AXON_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    return prepare(resources_dir() / "sample_vault", tmp_path)


def test_turns_are_taken_back_and_done_again_to_the_byte(root: Path) -> None:
    figures = Figures()
    staying = Staying(root)
    run_batches(staying, root, 40, random.Random(7), figures)
    run_edits(staying, root, 10, random.Random(8), figures)
    staying.vault.close()
    run_batches(Commands(root), root, 1, random.Random(9), figures)
    assert figures.faults == []
    assert figures.turns - figures.refused > 35
    assert figures.lines >= 10


@pytest.mark.skipif(not CAN_TRACE, reason="processes are traced on Linux")
def test_turns_that_are_killed_end_as_if_they_were_not(root: Path, tmp_path: Path) -> None:
    warm_up(tmp_path)
    kills = Kills(root, random.Random(3))
    kills.run(6, edits=0.3)
    assert kills.figures.faults == []


@pytest.mark.skipif(not CAN_TRACE, reason="processes are traced on Linux")
def test_process_dies_at_the_call_that_is_named(tmp_path: Path) -> None:
    def work() -> None:
        for number in range(100):
            (tmp_path / str(number)).touch()

    ended, stops = killed(work, at=-1)
    assert not ended
    assert len(list(tmp_path.iterdir())) == 100
    for file in tmp_path.iterdir():
        file.unlink()
    assert killed(work, at=stops // 2) == (True, stops // 2)
    assert 20 < len(list(tmp_path.iterdir())) < 80
    assert killed(work, -1, "naming")[1] < stops // 5
    assert in_process(lambda: [1, "a"]) == [1, "a"]
    chosen = Stops(random.Random(1))
    chosen.learn("write", stops, was_killed=False)
    assert all(1 <= chosen.choose("write") <= stops for _ in range(100))


@pytest.mark.skipif(not hasattr(os, "setxattr"), reason="attributes of files are looked at on Linux")
def test_what_differs_is_noticed(root: Path) -> None:
    before = snapshot(root)
    notes = sorted(root.rglob("*.md"))
    notes[0].chmod(0o444)
    os.setxattr(notes[1], "user.color", b"new")
    (root / "Empty").mkdir()
    assert len(differences("undo", before, snapshot(root))) == 3
