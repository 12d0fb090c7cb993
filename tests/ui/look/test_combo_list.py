"""The list of a combo box looks like a menu: one frame, and the row that is chosen is marked."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from axon_desktop.theme.colors import Colors, colors_of
from axon_desktop.theme.look import Look
from axon_desktop.ui.look.theme import apply_theme
from axon_desktop.ui.widgets.form_fields import chooser

LOOKS = [colors_of(dark=dark, high=high) for dark in (False, True) for high in (False, True)]


@pytest.mark.parametrize("colors", LOOKS)
def test_list_of_a_combo_box_looks_like_a_menu(colors: Colors, qapp: QApplication, qtbot: QtBot) -> None:
    apply_theme(qapp, colors, Look())
    window = QWidget()
    qtbot.addWidget(window)
    box = chooser({"a": "First", "b": "Second", "c": "Third"}, "b")
    box.setParent(window)
    box.resize(300, box.sizeHint().height())
    with qtbot.waitExposed(window):
        window.show()
    box.showPopup()
    rows = box.view()
    qtbot.waitUntil(rows.isVisible)
    popup = rows.window()
    picture = popup.grab().toImage()

    def seen(row: int) -> str:
        """Return the ground of a row, right of its words."""
        place = rows.visualRect(rows.model().index(row, 0))
        return picture.pixelColor(rows.viewport().mapTo(popup, place.center())).name()

    marked = colors.accent if colors.high else colors.accent_soft
    assert [QColor(name) for name in (seen(0), seen(1), seen(2))] == [
        QColor(color) for color in (colors.raised, marked, colors.raised)
    ]
    middle = [picture.pixelColor(picture.width() // 2, y).name() for y in range(4)]
    assert [name == QColor(colors.line).name() for name in middle] == [True, False, False, False], middle
    box.hidePopup()
