"""JumpToLatest: a button that scrolls a conversation back to its end."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from axon_desktop.ui.look.icons import paint_icon
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.stylesheet import baseline, small_font
from axon_desktop.ui.look.theme import current_colors, in_force
from axon_desktop.ui.markdown_view import MarkdownView

_HEIGHT = 26
_RING = 4
"""Width of the ring in the background's colour, which separates it from the text below it."""
_BELOW = 10
_ICON = 14
_LEAST = 48
"""Pixels above the end from which the button is shown."""


class JumpToLatest(QAbstractButton):
    """Floats over the lower edge of a conversation while its end is not visible."""

    def __init__(self, view: MarkdownView) -> None:
        super().__init__(view)
        self._view = view
        self.setText(self.tr("Jump to latest"))
        self.setAccessibleName(self.text())
        self.setToolTip(self.tr("Show the end of the conversation and follow it again"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(self._jump)
        bar = view.verticalScrollBar()
        bar.valueChanged.connect(self._follow)
        bar.rangeChanged.connect(self._follow)
        view.viewport().installEventFilter(self)
        in_force.changed.connect(self._place)
        QWidget.setTabOrder(self, view)  # Tab reaches it before the conversation's content
        self.hide()

    def _jump(self) -> None:
        if self.hasFocus():
            self._view.setFocus(Qt.FocusReason.OtherFocusReason)
        self._view.scroll_to_end()
        self.hide()

    def _follow(self) -> None:
        bar = self._view.verticalScrollBar()
        away = bar.maximum() - bar.value() > px(_LEAST) and not self._view.follows_end
        if away != self.isVisibleTo(self._view):
            self._place()
            self.setVisible(away)
            self.raise_()

    def _place(self) -> None:
        size, view = self.sizeHint(), self._view.viewport().geometry()
        left = view.left() + (view.width() - size.width()) // 2
        self.setGeometry(left, view.bottom() + 1 - _BELOW - size.height() + _RING, size.width(), size.height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep its position."""
        if event.type() == QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)

    def sizeHint(self) -> QSize:
        """Return the size with the ring."""
        words = QFontMetrics(small_font()).horizontalAdvance(self.text())
        return QSize(8 + px(_ICON) + 6 + words + 11 + 2 * _RING, px(_HEIGHT) + 2 * _RING)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint ring, background, arrow and text."""
        painter, colors = QPainter(self), current_colors()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colors.raised))
        painter.drawRoundedRect(QRectF(self.rect()), self.height() / 2, self.height() / 2)
        pill = QRectF(self.rect()).adjusted(_RING + 0.5, _RING + 0.5, -_RING - 0.5, -_RING - 0.5)
        painter.setPen(QPen(QColor(colors.accent if self.hasFocus() else colors.line), 1))
        painter.setBrush(QColor(colors.card if self.underMouse() else colors.raised))
        painter.drawRoundedRect(pill, pill.height() / 2, pill.height() / 2)
        left = _RING + 8
        square = QRectF(left, (self.height() - px(_ICON)) / 2, px(_ICON), px(_ICON))
        paint_icon(painter, "down", square, QColor(colors.text))
        painter.setFont(small_font())
        painter.setPen(QColor(colors.text))
        row = QRect(self.rect())
        painter.drawText(QPoint(left + px(_ICON) + 6, baseline(row, small_font())), self.text())
