"""`axon render`: alike however lines end; in portions, so that a long note needs little memory."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from axon_desktop.commands import render as command
from axon_desktop.commands.render import render
from axon_desktop.markdown.html.render import Renderer

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


NOTE = (
    "---\ntags: [a]\n---\n# Long\n\nSee [^1], [one] and ^[an inline note].\n\n- a\n- b\n\n1. x\n\n   y\n\n"
    "> quote\n> more\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```python\ncode\n```\n\nSetext\n======\n\n"
    "<div>raw</div>\n\n$$x$$\n\n---\n\n"
)


def test_the_page_is_the_same_in_any_portions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "Long.md").write_text(NOTE * 4 + "[^1]: A note.\n\n[one]: https://example.org\n", "utf-8")
    portions: list[int] = []
    real = Renderer.render

    def counted(self: Renderer, blocks: list[object], *more: object) -> str:
        portions.append(len(blocks))
        return real(self, blocks, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(Renderer, "render", counted)
    pages = []
    for size in (1, 70, 1_000_000):
        monkeypatch.setattr(command, "_PORTION", size)
        portions.clear()
        assert command.render(argparse.Namespace(vault=str(tmp_path), note="Long")) == 0
        pages.append(capsys.readouterr().out)
        assert max(portions) < 10 or size > 100
    assert pages[0] == pages[1] == pages[2]
    assert pages[0].startswith("<!DOCTYPE html>")
    assert pages[0].endswith("</html>\n")
    assert 'href="https://example.org"' in pages[0]
    assert 'name="fn-1"' in pages[0]
