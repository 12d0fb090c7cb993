"""Focus order: Tab follows the reading order, panel by panel from the left; F6 goes to the next panel.

Qt uses the order in which widgets were created, and pages, cards and strips are created at their first use;
panels can be moved, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QSplitter, QWidget

_SLACK = 2
"""Pixels by which neighbours may overlap."""


def step_focus(window: QWidget, forward: bool) -> bool:
    """Move the focus to the next widget in reading order, wrapping around; False if there is none."""
    here = window.focusWidget()
    stops = list(_stops(window, here, _wanted_policy()))
    if not any(stop is not here for stop in stops):
        return False
    step = 1 if forward else -1
    at = stops.index(here) + step if here in stops else 0 if forward else -1
    reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
    stops[at % len(stops)].setFocus(reason)
    return True


def step_panel(window: QWidget, forward: bool) -> bool:
    """Move the focus to the next panel: to its last focused widget, else the largest one; False without one."""
    wanted, here = _wanted_policy(), window.focusWidget()
    stops = {panel: list(_stops(panel, None, wanted)) for panel in _panels(window)}
    panels = [panel for panel, inside in stops.items() if inside]
    at = next((number for number, panel in enumerate(panels) if here is not None and panel.isAncestorOf(here)), -1)
    if not panels or (at >= 0 and len(panels) == 1):
        return False
    panel = panels[(at + (1 if forward else -1)) % len(panels) if at >= 0 else 0]
    last = panel.focusWidget()
    target = last if last in stops[panel] else max(stops[panel], key=lambda stop: stop.width() * stop.height())
    target.setFocus(Qt.FocusReason.ShortcutFocusReason)
    return True


def _panels(widget: QWidget) -> Iterator[QWidget]:
    """Yield the panels of a window in reading order, and in place of a splitter its parts."""
    for child in _children(widget):
        if isinstance(child, QSplitter):
            yield from _panels(child)
        else:
            yield child


def _wanted_policy() -> Qt.FocusPolicy:
    """Return the focus policy that a tab stop must accept: on some systems the user can limit it to fields."""
    behaviour = QGuiApplication.styleHints().tabFocusBehavior()
    every = behaviour == Qt.TabFocusBehavior.TabFocusAllControls
    return Qt.FocusPolicy.TabFocus if every else Qt.FocusPolicy.StrongFocus


def _stops(widget: QWidget, here: QWidget | None, wanted: Qt.FocusPolicy) -> Iterator[QWidget]:
    """Yield the tab stops in reading order, and the focused widget."""
    takes_tab = widget.focusPolicy() & wanted == wanted
    if widget is here or (takes_tab and widget.focusProxy() is None and widget.isEnabled()):
        yield widget
    for child in _children(widget):
        yield from _stops(child, here, wanted)


def _children(widget: QWidget) -> list[QWidget]:
    """Return the visible children of a widget in reading order."""
    inside = [child for child in widget.children() if isinstance(child, QWidget)]
    return _read([child for child in inside if child.isVisible() and not child.isWindow()])


def _read(widgets: Sequence[QWidget]) -> list[QWidget]:
    """Sort siblings: split into rows, these into columns, and so on; an overlay follows what it covers."""
    if len(widgets) < 2:
        return list(widgets)
    for vertical in (True, False):
        parts = _cut(widgets, vertical=vertical)
        if len(parts) > 1:
            return [widget for part in parts for widget in _read(part)]
    return list(widgets)


def _cut(widgets: Sequence[QWidget], *, vertical: bool) -> list[list[QWidget]]:
    """Return the groups that a straight line separates."""

    def span(widget: QWidget) -> tuple[int, int]:
        place = widget.geometry()
        return (place.top(), place.bottom()) if vertical else (place.left(), place.right())

    parts: list[list[QWidget]] = []
    end = 0
    for widget in sorted(widgets, key=lambda one: span(one)[0]):
        first, last = span(widget)
        if parts and first < end - _SLACK:
            parts[-1].append(widget)
            end = max(end, last)
        else:
            parts.append([widget])
            end = last
    return parts
