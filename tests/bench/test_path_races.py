"""A sample of swapped paths; `python -m bench.path_races` does ten thousand."""

from pathlib import Path

import pytest

from axon_desktop.vault.files.folder import HAS_HANDLES
from bench.path_races import attack

pytestmark = pytest.mark.skipif(not HAS_HANDLES, reason="no folder handles on this system")


def test_swapped_paths_never_lead_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    races = attack(tmp_path, 150, 3)
    assert races.faults == []
    assert races.races >= 150
    assert sum(races.done.values()) > 20
    assert sum(races.refused.values()) > 20
