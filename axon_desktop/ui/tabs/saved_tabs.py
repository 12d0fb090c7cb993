"""Tabs as saved in the window's state, one text per vault."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from axon_desktop.ui.tabs.tab import WRITING, Mode, Tab, Visit

_MAX_SAVED = 50
"""Maximum number of saved tabs, from the first."""
_MAX_STEPS = 10
"""Maximum entries of Back, and of Forward, in each tab."""


def tabs_to_text(tabs: Sequence[Tab], index: int) -> str:
    """Return tabs with their positions and histories, and the current one, as a text."""
    kept = [(number, tab) for number, tab in enumerate(tabs) if tab.at is not None][:_MAX_SAVED]
    current = next((place for place, (number, _) in enumerate(kept) if number == index), 0)
    return json.dumps({"current": current, "tabs": [_tab_to_json(tab) for _, tab in kept]}, ensure_ascii=False)


def tabs_from_text(text: str, default: Mode = "reading") -> tuple[list[Tab], int]:
    """Parse saved tabs; a damaged one does not affect the others, and one without a mode has the default."""
    try:
        data: Any = json.loads(text)
        found = [_tab_or_none(entry, default) for entry in data["tabs"][:_MAX_SAVED]]
    except (ValueError, TypeError, KeyError, RecursionError):
        return [], 0
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
