"""Tabs as saved in the window's state, one text per vault."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from axon_desktop.ui.tabs.tab import WRITING, Mode, Tab, Visit

_MAX_SAVED = 50
"""Maximum number of saved tabs, from the first."""
_MAX_STEPS = 10
"""Maximum entries of Back, and of Forward, in each tab."""


_MAX_GROUPS = 16
"""Maximum number of groups, and of parts within each other."""


class SavedGroup(Struct, frozen=True):
    """The tabs of one group."""

    tabs: Sequence[Tab]
    index: int
    """Number of the current tab."""
    used: bool = False
    """Whether it is the group that was used last."""


class SavedSplit(Struct, frozen=True):
    """Groups beside or below each other."""

    vertical: bool
    sizes: Sequence[int]
    parts: Sequence[SavedLayout]


SavedLayout: TypeAlias = "SavedGroup | SavedSplit"


def layout_to_text(layout: SavedLayout) -> str:
    """Return groups with their tabs, positions and histories as a text."""
    return json.dumps(_layout_to_json(layout), ensure_ascii=False)


def layout_from_text(text: str, default: Mode = "reading") -> SavedLayout | None:
    """Parse saved groups; a damaged one does not affect the others. None if nothing is left.

    A tab without a mode has the default.
    """
    try:
        data: Any = json.loads(text)
        return _layout_from_json(data, default, [0], 0)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, OverflowError):
        return None


def _layout_to_json(layout: SavedLayout) -> dict[str, object]:
    if isinstance(layout, SavedGroup):
        kept = _tabs_to_json(layout.tabs, layout.index)
        return {**kept, "used": True} if layout.used else kept
    parts = [_layout_to_json(part) for part in layout.parts]
    return {"split": "rows" if layout.vertical else "columns", "sizes": list(layout.sizes), "parts": parts}


def _layout_from_json(data: Any, default: Mode, groups: list[int], depth: int) -> SavedLayout | None:
    if "split" not in data:
        groups[0] += 1
        tabs, index = _tabs_from_json(data, default)
        return SavedGroup(tabs, index, data.get("used") is True) if tabs and groups[0] <= _MAX_GROUPS else None
    if depth >= _MAX_GROUPS:
        return None
    sized = zip(data["parts"], data["sizes"], strict=True)
    found = [(_layout_from_json(part, default, groups, depth + 1), size) for part, size in sized]
    kept = [(part, max(1, int(size))) for part, size in found if part is not None]
    if len(kept) < 2:
        return kept[0][0] if kept else None
    return SavedSplit(data["split"] == "rows", [size for _, size in kept], [part for part, _ in kept])


def _tabs_to_json(tabs: Sequence[Tab], index: int) -> dict[str, object]:
    kept = [(number, tab) for number, tab in enumerate(tabs) if tab.at is not None][:_MAX_SAVED]
    current = next((place for place, (number, _) in enumerate(kept) if number == index), 0)
    return {"current": current, "tabs": [_tab_to_json(tab) for _, tab in kept]}


def _tabs_from_json(data: Any, default: Mode) -> tuple[list[Tab], int]:
    found = [_tab_or_none(entry, default) for entry in data["tabs"][:_MAX_SAVED]]
    current = data.get("current")
    is_there = type(current) is int and 0 <= current < len(found) and found[current] is not None
    tabs = [tab for tab in found if tab is not None]
    return tabs, sum(tab is not None for tab in found[:current]) if is_there else 0


def _tab_or_none(entry: Any, default: Mode) -> Tab | None:
    try:
        return _tab_from_json(entry, default)
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError):
        return None


def _tab_to_json(tab: Tab) -> dict[str, object]:
    assert tab.at is not None
    kept = _visit_to_json(tab.at) | {"mode": tab.mode}
    if tab.pinned:
        kept["pinned"] = True
    for name, visits in (("past", tab.past), ("future", tab.future)):
        if visits:
            kept[name] = [_visit_to_json(visit) for visit in visits[-_MAX_STEPS:]]
    return kept


def _visit_to_json(visit: Visit) -> dict[str, object]:
    kept: dict[str, object] = {"path": visit.path}
    if visit.place is not None:
        kept["place"] = [visit.place.in_notes, visit.place.source]
    else:  # it was not left yet
        kept |= {name: value for name, value in (("heading", visit.heading), ("line", visit.line)) if value}
    return kept


def _tab_from_json(entry: Any, default: Mode) -> Tab:
    past, future = ([_visit_from_json(visit) for visit in entry.get(name, ())] for name in ("past", "future"))
    mode = next((mode for mode in ("reading", *WRITING) if mode == entry.get("mode")), default)
    pinned = entry.get("pinned") is True
    return Tab(_visit_from_json(entry), past[-_MAX_STEPS:], future[-_MAX_STEPS:], mode, pinned=pinned)


def _visit_from_json(entry: Any) -> Visit:
    from axon_desktop.ui.markdown_view.layout.position import (
        ViewPosition,  # imports the view: not before the first paint
    )

    path, place, heading = entry["path"], entry.get("place"), entry.get("heading", "")
    if not isinstance(path, str) or not path or not isinstance(heading, str):
        raise ValueError("a tab without a path")
    spot = ViewPosition(bool(place[0]), float(place[1])) if place is not None else None
    return Visit(path, heading, int(entry.get("line", 0)), spot)
