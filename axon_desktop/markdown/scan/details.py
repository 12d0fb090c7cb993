"""`<details>` of a note: the content between its tags, with blank lines and other Markdown, becomes one block."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from axon_desktop.markdown.scan.blocks import scan_blocks
from axon_desktop.markdown.scan.model import Block

MAX_WEIGHT = 4_000
"""What can be unfolded at once, in characters; anything longer is shown without folding."""
MAX_DEPTH = 3
"""Depth of nested details that fold."""

_START = re.compile(r"\s*<details(\s[^>]*)?>", re.IGNORECASE)
_TAG = re.compile(r"<(/?)details(?=[\s>])", re.IGNORECASE)
_SUMMARY = re.compile(r"\s*<summary(?:\s[^>]*)?>(.*?)</summary>", re.IGNORECASE | re.DOTALL)
_OPEN = re.compile(r"(?:^|\s)open(?:[\s=]|$)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Details:
    """The parts of such a block."""

    summary: str
    """HTML of the line that is always shown; empty if the note gives none."""
    is_open: bool
    """Whether it is unfolded at first."""
    blocks: tuple[Block, ...]
    """The folded content, with its positions in the note."""
    rest: str
    """The text after the last tag without a blank line between."""


def gather_details(blocks: Iterator[Block | None]) -> Iterator[Block | None]:
    """Join the blocks from `<details>` to its end, if they are not too heavy; pauses are passed on."""
    held: list[Block] = []
    depth = weight = 0
    for block in blocks:
        if block is None:
            yield None
            continue
        if not held and not (block.kind == "html" and not block.continues and _START.match(block.source)):
            yield block
            continue
        depth = _depth(block) + (depth if held else 0)
        weight = block.weight + (weight if held else 0)
        held.append(block)
        if depth <= 0 and weight <= MAX_WEIGHT:
            source = "".join(part.source for part in held)
            yield replace(held[0], kind="details", source=source, weight=weight)
            held = []
        elif depth <= 0 or weight > MAX_WEIGHT:
            yield from held
            held = []
    yield from held


def read_details(block: Block) -> Details:
    """Take such a block apart."""
    source = block.source
    start = _START.match(source)
    begin = start.end() if start else 0
    summary = _SUMMARY.match(source, begin)
    begin = summary.end() if summary else begin
    end = list(_TAG.finditer(source))[-1]
    stop = source.find(">", end.end()) + 1
    inner = tuple(
        replace(
            part,
            line=part.line + block.line + source.count("\n", 0, begin),
            offset=part.offset + block.offset + begin,
        )
        for part in gather_details(scan_blocks(source[begin : end.start()], front_matter=False))
        if part is not None
    )
    is_open = bool(start and start.group(1) and _OPEN.search(start.group(1)))
    return Details(summary.group(1).strip() if summary else "", is_open, inner, source[stop:].strip())


def _depth(block: Block) -> int:
    """Return how many more details begin in a block than end there."""
    if block.kind != "html":
        return 0
    return sum(-1 if tag.group(1) else 1 for tag in _TAG.finditer(block.source))
