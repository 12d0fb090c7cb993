"""`axon render`: a page that is rendered in portions, so that a long note needs little memory."""

import argparse
from pathlib import Path

import pytest

from axon_desktop.commands import render as command
from axon_desktop.markdown.html.render import Renderer

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
