"""A sample of hostile paths; `python -m bench.path_attacks` tries all."""

import sys
from pathlib import Path

import pytest

from bench.path_attacks import attack
from bench.path_spellings import all_spellings


@pytest.mark.skipif(sys.platform == "win32", reason="makes pipes and sockets")
def test_hostile_paths_of_all_systems_get_nowhere(tmp_path: Path) -> None:
    counts, faults = attack(tmp_path, every=20)
    assert faults == []
    assert min(counts.values()) > 20


def test_every_system_has_five_hundred_paths() -> None:
    for system, spellings in all_spellings().items():
        assert len({spelling.path for spelling in spellings}) >= 500, system
