"""A sample of random turns that are taken back; `python -m bench.undo_storm` does a thousand."""

import os
import random
from pathlib import Path

import pytest

from axon_desktop.paths import resources_dir
from bench.undo_storm import Commands, Figures, Staying, differences, prepare, run_batches, run_edits, snapshot


def test_turns_are_taken_back_and_done_again_to_the_byte(tmp_path: Path) -> None:
    root, figures = prepare(resources_dir() / "sample_vault", tmp_path), Figures()
    staying = Staying(root, tmp_path / "home")
    run_batches(staying, root, 50, random.Random(7), figures)
    run_edits(staying, root, 15, random.Random(8), figures)
    staying.vault.close()
    run_batches(Commands(root, tmp_path / "home"), root, 2, random.Random(9), figures)
    assert figures.faults == []
    assert figures.turns - figures.refused > 40
    assert figures.edits > 10


@pytest.mark.skipif(not hasattr(os, "setxattr"), reason="attributes of files are looked at on Linux")
def test_what_differs_is_noticed(tmp_path: Path) -> None:
    root = prepare(resources_dir() / "sample_vault", tmp_path)
    before = snapshot(root)
    notes = sorted(root.rglob("*.md"))
    notes[0].chmod(0o444)
    os.setxattr(notes[1], "user.color", b"new")
    (root / "Empty").mkdir()
    assert len(differences("undo", before, snapshot(root))) == 3
