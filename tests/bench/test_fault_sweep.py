"""A sample of failing disk calls; `python -m bench.fault_sweep` lets each one fail."""

from pathlib import Path

import pytest

from bench.fault_sweep import ACTS, sweep


@pytest.mark.parametrize("act", ["create", "system trash"])
def test_failing_disk_leaves_all_or_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, act: str) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    found = sweep(tmp_path, 17, {act: ACTS[act]})
    assert found.misses == []
    assert found.refused > 20
