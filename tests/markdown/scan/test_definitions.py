"""Link definitions, read without the Markdown parser where they are plain."""

import pytest

from axon_desktop.markdown.html import markup
from axon_desktop.markdown.scan.blocks import scan_blocks
from axon_desktop.markdown.scan.definitions import Definitions, collect_definitions


def collect(source: str) -> Definitions:
    return collect_definitions(block for block in scan_blocks(source) if block is not None)


@pytest.mark.parametrize("title", ["", ' "c"', " 'c'", " (c)"])
def test_plain_definition_needs_no_parser(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(markup, "shared_parser", lambda: pytest.fail("parsed"))
    found = collect(f"[a]: <b>{title}\n[d]: e{title}\n").references
    said = "c" if title else ""
    assert found == {"A": {"title": said, "href": "b"}, "D": {"title": said, "href": "e"}}


@pytest.mark.parametrize("line", [r"[a]: <b\*> 'c'", "[a]: b 'c\\'d'", "[a]: b (c&amp;d)", "[a]: <b%C3%A4>"])
def test_definition_with_escapes_is_parsed(line: str) -> None:
    reference: dict[str, object] = {}
    parser = markup.shared_parser()
    parser.block.parse(line, parser, {"references": reference}, [])
    assert reference
    assert collect(line).references == reference
