"""The cross that clears a line edit; Qt's own button has neither name nor tooltip, and another icon."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QLineEdit, QToolButton

from axon_desktop.ui.language.translation import translate
from axon_desktop.ui.look.icons import paint_icon
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.stylesheet import plain_tip

_ICON = 14


def offer_clearing(box: QLineEdit) -> None:
    """Add the cross to a line edit; by keyboard it is cleared with Escape, or Ctrl+A and Delete."""
    box.setClearButtonEnabled(True)
    cross = box.findChild(QToolButton)
    if cross is not None:
        words = translate("ClearButton", "Clear")
        cross.setAccessibleName(words)
        cross.setToolTip(plain_tip(words))
        cross.installEventFilter(_Drawing(cross))


class _Drawing(QObject):
    """Paints the cross, in the colour of the current theme."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Paint instead of Qt."""
        if event.type() != QEvent.Type.Paint or not isinstance(watched, QToolButton):
            return False
        painter, side = QPainter(watched), px(_ICON)
        painter.setOpacity(float(watched.property("opacity")))  # Qt fades it in and out
        place = QRectF((watched.width() - side) / 2, (watched.height() - side) / 2, side, side)
        paint_icon(painter, "close", place, watched.palette().buttonText().color())
        return True
