"""A sample of folders that are killed on their way; `python -m bench.folder_kills` does some hundred."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bench.folder_kills import FolderKills
from bench.killed_call import CAN_TRACE

pytestmark = pytest.mark.forks


@pytest.mark.skipif(not CAN_TRACE, reason="processes are traced on Linux")
def test_killed_folders_are_never_half_done_nor_half_redone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    cycles = FolderKills(tmp_path, random.Random(2))
    cycles.run(6)
    assert cycles.figures.faults == []
    assert cycles.figures.pressed > 6
