"""Keyboard rules for a window: Tab reaches everything, in reading order, and is never trapped."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLineEdit,
    QMainWindow,
    QTabBar,
    QTableView,
    QWidget,
)
from shiboken6 import isValid

from tests.ui.accessible_told import Walk, is_inner_part, takes_tab, title_of
from tests.waiting import until

Exits: TypeAlias = "Sequence[tuple[type[QWidget], Qt.Key, Qt.KeyboardModifier]]"
"""Widgets that use Tab for their text, and the keys that leave them."""
_MOST_STEPS = 600
_TRAPPED = 40
"""Presses of Tab after which a widget that still has the focus is a trap."""
_LOOK_AGAIN = 20
"""Steps after which the set of reachable widgets is computed again: that walks through the whole window."""
_SLACK = 3


@dataclass(frozen=True)
class Move:
    """A step of the focus from one widget to another."""

    one: QWidget
    other: QWidget

    def goes_back(self, window: QWidget) -> bool:
        """Tell whether it goes against the reading order; to be asked while both are where they were."""
        if (
            not isValid(self.one)
            or not self.one.isVisible()
            or self.one.isAncestorOf(self.other)
            or self.other.isAncestorOf(self.one)
        ):
            return False
        seen = [_panel_of(widget, window) for widget in (self.one, self.other)]
        if seen[0] is seen[1]:
            seen = [self.one, self.other]
        return _is_behind(_area_of(seen[0], window), _area_of(seen[1], window))


@dataclass
class Round:
    """The results of one round through a window."""

    reached: set[QWidget] = field(default_factory=set)
    jumps: list[Move] = field(default_factory=list)
    """Steps against the reading order."""
    unmarked: list[QWidget] = field(default_factory=list)
    """Widgets that look the same with and without focus."""
    faults: list[str] = field(default_factory=list)


async def key_faults(window: QWidget, exits: Exits = (), seen: set[QWidget] | None = None) -> Walk:
    """Press Tab until everything was reached, then Shift+Tab; `seen` are widgets that were compared before."""
    seen = set() if seen is None else seen
    window.activateWindow()
    await until(window.isActiveWindow)
    if window.focusWidget() is None:
        QTest.keyClick(window, Qt.Key.Key_Tab)
    begin: QWidget | None = window.focusWidget()
    if begin is None:
        return Walk([f"{title_of(window)}: nothing takes the keyboard"])
    rounds = []
    for forward in (True, False):
        begin.setFocus()
        rounds.append(await _go_round(window, begin, exits, seen, forward=forward))
    there, back = rounds
    if not exits and not there.reached.issuperset(_stops(window)):  # widgets that appeared on the way back
        begin.setFocus()
        there.reached |= (await _go_round(window, begin, exits, seen, forward=True)).reached
    walk = Walk(there.faults + back.faults, stops=len(there.reached | back.reached))
    for stop in _stops(window):
        ways = [name for name, found in (("Tab", there), ("Shift+Tab", back)) if stop not in found.reached]
        if len(ways) == 2 or (ways and not exits):  # after a widget that keeps Tab, one way is enough
            walk.faults.append(f"{title_of(stop)}: never reached by {' and '.join(ways)}")
    jumps = list(dict.fromkeys(there.jumps))
    if len(jumps) > 1:  # one is the step from the end to the beginning
        walk.faults += [f"{title_of(jump.one)}: Tab goes back from it to {title_of(jump.other)}" for jump in jumps]
    walk.faults += [f"{title_of(widget)}: it does not show that it has the keyboard" for widget in there.unmarked]
    walk.faults += _unreached_faults(window)
    return walk


async def _go_round(window: QWidget, begin: QWidget, exits: Exits, seen: set[QWidget], *, forward: bool) -> Round:
    """Press Tab until the focus is where it began, and everything was reached."""
    found = Round({begin})
    last, stayed, met = begin, 0, 0
    look: QImage | None = None
    for _ in range(_MOST_STEPS):
        way_out = next(((key, held) for kind, key, held in exits if isinstance(last, kind)), None)
        if way_out is not None:
            QTest.keyClick(last, way_out[0], way_out[1])
        elif forward:
            QTest.keyClick(last, Qt.Key.Key_Tab)
        else:
            QTest.keyClick(last, Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
        await asyncio.sleep(0)  # what comes near the viewport is created in a later iteration
        here = QApplication.focusWidget()
        if here is None or here.window() is not window:
            found.faults.append(f"{title_of(last)}: Tab leads from it out of the window")
            break
        stayed = stayed + 1 if here is last else 0
        if stayed and len(_stops(window)) == 1:
            break
        if stayed > _TRAPPED:
            found.faults.append(f"{title_of(here)}: the keyboard does not get out of it by Tab")
            break
        if here is not last:
            move = Move(last, here)
            if way_out is None and move.goes_back(window):
                found.jumps.append(move)
            if look is not None and isValid(last) and last.isVisible():
                seen.add(last)
                if last.grab().toImage() == look:
                    found.unmarked.append(last)
            look = here.grab().toImage() if here not in seen else None
            met += 1
            found.reached.add(here)
            if (here is begin or met % _LOOK_AGAIN == 0) and _is_round(window, here is begin, found.reached, met):
                break
        last = here
    return found


def _is_round(window: QWidget, at_begin: bool, reached: set[QWidget], met: int) -> bool:
    """Tell whether everything visible was reached, or was passed often enough."""
    stops = set(_stops(window))
    return (at_begin and reached >= stops) or met > 2 * len(stops)


def _stops(window: QWidget) -> list[QWidget]:
    """Return the visible widgets that Tab should reach."""
    inside = [widget for widget in [window, *window.findChildren(QWidget)] if widget.window() is window]
    return [widget for widget in inside if widget.isVisible() and widget.isEnabled() and takes_tab(widget)]


def _panel_of(widget: QWidget, window: QWidget) -> QWidget:
    """Return the dock, central widget or bar that contains a widget; in a dialog, the dialog."""
    panel, above = widget, widget.parentWidget()
    while isinstance(window, QMainWindow) and above is not None and above is not window:
        panel, above = above, above.parentWidget()
    return panel if isinstance(window, QMainWindow) else window


def _area_of(widget: QWidget, window: QWidget) -> QRect:
    return QRect(widget.mapTo(window, QPoint(0, 0)), widget.size()) if widget is not window else window.rect()


def _is_behind(one: QRect, other: QRect) -> bool:
    """Tell whether `other` is above `one` without being in a column to the right, or to the left in one row."""
    if other.bottom() <= one.top() + _SLACK:
        return other.left() < one.right() - _SLACK
    shared = min(one.bottom(), other.bottom()) - max(one.top(), other.top())
    in_row = shared > min(one.height(), other.height()) / 2
    return in_row and other.right() <= one.left() + _SLACK


def _unreached_faults(window: QWidget) -> list[str]:
    """Find what can be clicked but not reached: buttons and boxes that accept no focus."""
    faults = []
    for widget in window.findChildren(QAbstractButton) + window.findChildren(QComboBox):
        out = widget.window() is not window or not widget.isVisible() or not widget.isEnabled()
        if out or is_inner_part(widget) or isinstance(widget.parent(), QLineEdit | QTabBar | QTableView):
            continue
        group = widget.group() if isinstance(widget, QAbstractButton) else None
        if group is not None and group.exclusive():
            continue  # the arrow keys move between them
        field = widget.lineEdit() if isinstance(widget, QComboBox) else None
        if not (field or widget).focusPolicy() & Qt.FocusPolicy.TabFocus:
            faults.append(f"{title_of(widget)}: no key reaches it")
    return faults
