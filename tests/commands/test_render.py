"""A note is rendered alike however its lines end, and with or without a byte order mark."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from axon_desktop.commands.render import render

TEXTS: list[str] = json.loads((Path(__file__).parents[1] / "data/rendered_alike.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("text", TEXTS)
def test_marks_and_line_ends_change_nothing(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    pages = set()
    for start in ("", "\ufeff"):
        for end in ("\n", "\r\n"):
            vault = tmp_path / f"{len(start)}{len(end)}"
            vault.mkdir()
            (vault / "A.md").write_bytes((start + text.replace("\n", end)).encode())
            render(argparse.Namespace(vault=str(vault), note="A"))
            pages.add(capsys.readouterr().out)
    assert len(pages) == 1
    assert "\ufeff" not in pages.pop()
