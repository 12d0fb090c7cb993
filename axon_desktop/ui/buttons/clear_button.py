"""The cross that empties a box for one line: Qt's own has neither name nor tooltip, and is no icon of ours."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QLineEdit, QToolButton

from axon_desktop.ui.look.icons import paint_icon
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.tooltip import plain_tip

_ICON = 14


def offer_clearing(box: QLineEdit) -> None:
    """Put the cross into a box; by the keyboard a box is emptied with Escape, or with Ctrl+A and Delete."""
    box.setClearButtonEnabled(True)
    cross = box.findChild(QToolButton)
    if cross is not None:
        words = QCoreApplication.translate("ClearButton", "Clear")
        cross.setAccessibleName(words)
        cross.setToolTip(plain_tip(words))
        cross.installEventFilter(_Drawing(cross))


class _Drawing(QObject):
    """Paints the cross, in the colour of the theme in force."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Paint in Qt's place."""
        if event.type() != QEvent.Type.Paint or not isinstance(watched, QToolButton):
            return False
        painter, side = QPainter(watched), px(_ICON)
        painter.setOpacity(float(watched.property("opacity")))  # it comes and goes slowly
        place = QRectF((watched.width() - side) / 2, (watched.height() - side) / 2, side, side)
        paint_icon(painter, "close", place, watched.palette().buttonText().color())
        return True
