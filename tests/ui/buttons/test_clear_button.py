from __future__ import annotations

from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QLineEdit, QToolButton
from pytestqt.qtbot import QtBot

from axon_desktop.ui.buttons.clear_button import offer_clearing


def test_cross_is_drawn_in_the_colour_of_the_words(qtbot: QtBot) -> None:
    box = QLineEdit()
    qtbot.addWidget(box)
    offer_clearing(box)
    box.resize(200, 30)
    box.show()
    box.setText("words")
    cross = box.findChild(QToolButton)
    assert cross is not None
    qtbot.waitUntil(lambda: cross.property("opacity") == 1.0)

    def seen(color: str) -> bool:
        picture = cross.grab().toImage()
        middle, wanted = picture.pixelColor(picture.width() // 2, picture.height() // 2), QColor(color)
        return abs(middle.red() - wanted.red()) + abs(middle.blue() - wanted.blue()) < 120

    for color in ("#c00000", "#0000c0"):
        palette = cross.palette()
        palette.setColor(QPalette.ColorRole.ButtonText, QColor(color))
        cross.setPalette(palette)
        assert seen(color)
    assert cross.accessibleName() == "Clear"
