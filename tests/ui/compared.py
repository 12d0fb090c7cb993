"""A diff shown in a test, and functions that find what is painted."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from axon_desktop.ui.diff.rows import Diff
from axon_desktop.ui.diff.view import SideBySideDiff


def view_of(qtbot: QtBot, diff: Diff, width: int = 700, height: int = 200) -> SideBySideDiff:
    view = SideBySideDiff()
    qtbot.addWidget(view)
    view.resize(width, height)
    view.set_diff(diff)
    view.show()
    return view


def row_pixels(view: SideBySideDiff, row: int, color: str) -> list[int]:
    """Return the columns that have a colour just below the upper edge of a row, or of a line in it."""
    picture = view.viewport().grab().toImage()
    place = view.row_rect(row).translated(-view.viewport().pos())
    lines = range(
        place.top() + 1, min(place.bottom(), picture.height() - 1) + 1, view.verticalScrollBar().singleStep()
    )
    return sorted(
        {x for y in lines if y >= 0 for x in range(picture.width()) if picture.pixelColor(x, y).name() == color}
    )


def ink(picture: QImage, area: QRect) -> list[int]:
    """Return the rows of a picture in which something is drawn within an area, counted from its top."""
    grounds = [picture.pixelColor(area.left(), y) for y in range(area.top(), area.bottom() + 1)]
    columns = range(area.left(), area.right() + 1)
    return [
        number
        for number, ground in enumerate(grounds)
        if any(picture.pixelColor(x, area.top() + number) != ground for x in columns)
    ]
