"""A sample of `python -m bench.inline`."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from bench import inline


def test_a_sample_finds_nothing_wrong(qapp: QApplication, capsys: pytest.CaptureFixture[str]) -> None:
    assert inline.main(["--selections", "12", "--edits", "60", "--seed", "3"]) == 0
    said = capsys.readouterr().out
    assert "nothing wrong" in said
    assert "0 on a wrong passage" in said
