"""Bare addresses begin and end at the same places wherever they are found: notes, chat, editor."""

from __future__ import annotations

import html
import json
import re
import time
from pathlib import Path

import pytest

from axon_desktop.markdown.html.links import markdown_link
from axon_desktop.markdown.html.render import Renderer
from axon_desktop.markdown.scan.blocks import scan_blocks
from axon_desktop.markdown.scan.definitions import collect_definitions
from axon_desktop.text.addresses import ADDRESS_START, address_end, address_target
from axon_desktop.theme.colors import LIGHT
from axon_desktop.ui.editor.syntax import TEXT, spans
from axon_desktop.vault.links.link_text import link_at

_START = re.compile(ADDRESS_START)
CASES: list[tuple[str, list[str]]] = json.loads(
    (Path(__file__).parents[1] / "data/addresses.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize(("line", "addresses"), CASES)
def test_where_addresses_begin_and_end(line: str, addresses: list[str]) -> None:
    blocks = [block for block in scan_blocks(line) if block is not None]
    shown = Renderer(LIGHT).render(blocks, collect_definitions(blocks))
    texts = [html.unescape(text) for text in re.findall(r"<a href=\"[^\"]*\">(.*?)</a>", shown)]
    assert texts == [html.unescape(address) for address in addresses]
    assert [line[span.start : span.end] for span in spans(TEXT, line) if span.kind == "link"] == addresses
    for address in addresses:
        begin = line.index(address)
        href = markdown_link(address_target(address), lambda _: None)
        assert href is not None
        assert (
            link_at(line, begin, lambda _: None)
            == link_at(line, begin + len(address), lambda _: None)
            == href.href
        )
    if not addresses:
        assert not any(link_at(line, at, lambda _: None) for at in range(len(line)))


@pytest.mark.parametrize(
    "piece", ["http://a", "www.a", "a@", "a.", "https://a.b/)", "https://a.b/(&a;", "www.", "看http://a_b."]
)
def test_a_long_hostile_line_takes_linear_time(piece: str) -> None:
    def steps(line: str) -> int:
        started = time.process_time_ns()
        at = 0
        while match := _START.search(line, at):
            at = address_end(line, match.start()) or match.end()
        return time.process_time_ns() - started

    short = min(steps(piece * 2_000) for _ in range(3))
    assert steps(piece * 20_000) < 40 * short + 10_000_000
