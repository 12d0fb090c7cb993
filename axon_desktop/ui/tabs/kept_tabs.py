"""Tabs as they are kept in the window's state, one text per vault."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from axon_desktop.ui.tabs.tab import Tab, Visit

_MAX_KEPT = 50
"""Tabs; who has more finds the first of them again."""


def tabs_to_text(tabs: Sequence[Tab], index: int) -> str:
    """Return tabs, their places and which is current; Back and Forward begin anew in the next window."""
    kept = [(number, tab) for number, tab in enumerate(tabs) if tab.at is not None][:_MAX_KEPT]
    current = next((place for place, (number, _) in enumerate(kept) if number == index), 0)
    return json.dumps({"current": current, "tabs": [_tab_to_json(tab) for _, tab in kept]}, ensure_ascii=False)


def tabs_from_text(text: str) -> tuple[list[Tab], int]:
    """Return the tabs that a text holds; none when it is damaged."""
    try:
        data: Any = json.loads(text)
        tabs = [_tab_from_json(entry) for entry in data["tabs"][:_MAX_KEPT]]
        index = int(data["current"])
    except (ValueError, TypeError, KeyError, IndexError, RecursionError):
        return [], 0
    return tabs, index if 0 <= index < len(tabs) else 0


def _tab_to_json(tab: Tab) -> dict[str, object]:
    assert tab.at is not None
    kept: dict[str, object] = {"path": tab.at.path}
    if tab.at.place is not None:
        kept["place"] = [tab.at.place.in_notes, tab.at.place.source]
    if tab.mode == "source":
        kept["mode"] = tab.mode
    return kept


def _tab_from_json(entry: Any) -> Tab:
    from axon_desktop.ui.view.spot import Spot  # brings the view: not before the first paint

    place = entry.get("place") if isinstance(entry, dict) else None
    spot = Spot(bool(place[0]), float(place[1])) if place is not None else None
    path = entry["path"]
    if not isinstance(path, str) or not path:
        raise ValueError("a tab without a path")
    return Tab(Visit(path, place=spot), mode="source" if entry.get("mode") == "source" else "reading")
