from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPalette
from PySide6.QtWidgets import QApplication, QStyle

from axon_desktop.ui.look.style import LevelText
from axon_desktop.ui.look.theme import ui_font


def lowest_ink(style: QStyle, text: str, pixels: int, height: int = 40) -> int:
    """Return the lowest row in which the first letter of a text, an x, has ink."""
    image = QImage(220, 60, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.setFont(ui_font(pixels))
    flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
    style.drawItemText(painter, QRect(2, 0, 200, height), flags.value, QPalette(), True, text)
    width = painter.fontMetrics().horizontalAdvance("x")
    painter.end()
    rows = [y for y in range(60) for x in range(2, width + 1) if QColor(image.pixel(x, y)).lightness() < 128]
    return max(rows)


@pytest.mark.parametrize("pixels", [12, 13, 15, 20, 26])
def test_words_stand_on_one_line_whatever_stands_beside_them(qapp: QApplication, pixels: int) -> None:
    """Red with Qt's own style at each of these sizes, where a font with Chinese letters is installed."""
    style = LevelText()
    off = [
        abs(lowest_ink(style, "x国", pixels, height) - lowest_ink(style, "x", pixels, height))
        for height in (38, 39, 40, 41)
    ]
    assert sum(off) <= 2, off  # where a letter is half-way between two rows it may go either way


def test_latin_words_are_painted_as_ever(qapp: QApplication) -> None:
    assert lowest_ink(LevelText(), "x…", 13) == lowest_ink(qapp.style(), "x…", 13)
