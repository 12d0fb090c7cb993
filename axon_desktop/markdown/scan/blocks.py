"""Cut a note into its top-level blocks, and huge blocks into parts; joined, their sources are the note again."""

from __future__ import annotations

import re
from collections.abc import Iterator

from axon_desktop.markdown.scan.model import Block, Item, RawBlock
from axon_desktop.markdown.scan.properties import front_matter_end
from axon_desktop.markdown.scan.split import split_block
from axon_desktop.markdown.scan.structure import Kind, Step, Structure

__all__ = ["Block", "Kind", "scan_blocks"]

PAUSE_LINES = 256
"""Lines after which the scan offers to pause."""

_LINE = re.compile(r"([^\r\n]*)(?:\r\n|\r|\n|\Z)")


def scan_blocks(source: str, *, front_matter: bool = True) -> Iterator[Block | None]:
    """Yield the blocks of a note in order, and None wherever the caller may pause."""
    for raw in _scan(source, front_matter):
        if raw is None:
            yield None
        else:
            yield from split_block(source, raw)


def _scan(source: str, front_matter: bool) -> Iterator[RawBlock | None]:
    """Yield the whole top-level blocks, and None now and then inside them too."""
    position = number = 0
    if front_matter and (end := front_matter_end(source)):
        lines = [match.start() for match in _LINE.finditer(source, 0, end) if match.start() < end]
        yield RawBlock("front_matter", 0, [*lines, end], [])
        position, number = end, len(lines)
    structure = Structure()
    feed = structure.feed
    raw = RawBlock("blank", number, [], [])
    work = 0
    for match in _LINE.finditer(source, position):
        start = match.start()
        if start == len(source):
            break
        step = feed(match.group(1))
        if step is not Step.CONTINUES and raw.kind != "blank":
            first = len(raw.lines) - (step is Step.STARTS_BEFORE)
            begun = raw.lines[first:]
            raw.lines[first:] = [begun[0] if begun else start]
            yield raw
            raw = RawBlock(structure.kind, raw.line + first, begun, [])
        raw.kind = structure.kind
        raw.loose = structure.loose
        if structure.item_column >= 0:
            item = Item(len(raw.lines), structure.item_column, structure.item_depth, structure.number)
            raw.items.append(item)
        raw.lines.append(start)
        work += 1 + (structure.depth >> 3)
        if work >= PAUSE_LINES:
            work = 0
            yield None
    if raw.lines:
        raw.lines.append(len(source))
        yield raw
