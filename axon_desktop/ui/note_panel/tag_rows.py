"""The tags of a vault as lines: `#project/axon` is below `#project`, whose count includes it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING, Literal, TypeAlias

from axon_desktop.ui.note_panel.rows import PanelRow, RowTarget

if TYPE_CHECKING:
    from axon_desktop.index.catalog.link_graph import LinkGraph

Order: TypeAlias = Literal["name", "count"]


@dataclass(slots=True)
class _Tag:
    """A tag, or a prefix of one that is no tag by itself."""

    name: str
    """The whole tag, as written."""
    count: int = 0
    below: dict[str, _Tag] = field(default_factory=dict)
    """Children by their last parts, casefolded."""


def read_tags(links: LinkGraph) -> list[tuple[str, int]]:
    """Return every tag, and every prefix with subtags, with the number of its notes and theirs, by name."""
    counts = dict(links.tags())
    named = {name.casefold(): name for name in counts}
    above = {
        whole.casefold(): whole
        for name in counts
        for whole in (
            "/".join(parts) for parts in accumulate(([part] for part in name.split("/")[:-1]), list.__add__)
        )
    }
    for key, whole in above.items():
        counts[named.get(key, whole)] = links.count_tagged(whole)
    return sorted(counts.items())


def tag_lines(tags: Iterable[tuple[str, int]], order: Order) -> list[PanelRow]:
    """Return tags as lines, each below its parent."""
    top = _Tag("")
    for name, count in tags:
        tag = top
        for part in name.strip("/").split("/"):
            whole = f"{tag.name}/{part}" if tag.name else part
            tag = tag.below.setdefault(part.casefold(), _Tag(whole))
        tag.count = count
    lines: list[PanelRow] = []
    _add(top, 0, order, lines)
    return lines


def _add(above: _Tag, depth: int, order: Order, lines: list[PanelRow]) -> None:
    by_name = sorted(above.below.items())
    for _, tag in sorted(by_name, key=lambda item: -item[1].count) if order == "count" else by_name:
        shown = tag.name.rpartition("/")[2] if depth else f"#{tag.name}"
        name = f"#{tag.name}"
        lines.append(
            PanelRow(name.casefold(), shown, depth, note=str(tag.count), foldable=bool(tag.below), tip=name,
                 target=RowTarget(tag.name))
        )  # fmt: skip
        _add(tag, depth + 1, order, lines)
