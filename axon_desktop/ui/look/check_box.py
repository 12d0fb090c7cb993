"""A check box in the theme's colours: a style sheet cannot draw the tick without an image file."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QCheckBox,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionButton,
    QStyleOptionViewItem,
    QWidget,
)

from axon_desktop.ui.look.icons import paint_icon
from axon_desktop.ui.look.theme import current_colors

BOX = 14
"""Height and width of a box."""
_LETTERS = 16
"""Texts of at most so many characters stay in one line."""
_FLAGS = int(Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextShowMnemonic | Qt.TextFlag.TextWordWrap)


def paint_box(painter: QPainter, rect: QRect, *, checked: bool | None, marked: bool, enabled: bool = True) -> None:
    """Paint a box, partly checked for None; `marked` is for the one with the keyboard focus."""
    colors = current_colors()
    partly, checked = checked is None, checked is not False
    line = colors.accent if checked or marked else colors.faint
    ground, tick = colors.accent if checked else colors.raised, colors.on_accent
    if not enabled:
        line, ground, tick = colors.line, colors.panel, colors.faint
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    box = QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5)
    painter.setPen(QPen(QColor(line), 1))
    painter.setBrush(QColor(ground))
    painter.drawRoundedRect(box, 3, 3)
    if checked:
        paint_icon(painter, "minus" if partly else "check", box.adjusted(1, 1, -1, -1), QColor(tick))
    painter.restore()


class CheckBox(QCheckBox):
    """A QCheckBox that paints itself, with text that wraps if there is little room."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def minimumSizeHint(self) -> QSize:
        """Return a minimum that allows wrapping long text."""
        hint = self.sizeHint()
        return QSize(
            min(hint.width(), self._beside() + self.fontMetrics().averageCharWidth() * _LETTERS), hint.height()
        )

    def heightForWidth(self, width: int) -> int:
        """Return the height at a width."""
        return self.sizeHint().height() + self._wrapped(width - self._beside()).height() - self._line().height()

    def _line(self) -> QSize:
        """Return the size of the text in one line."""
        return self.fontMetrics().size(int(Qt.TextFlag.TextShowMnemonic), self.text())

    def _beside(self) -> int:
        """Return the part of the width that is not for text."""
        return self.sizeHint().width() - self._line().width()

    def _wrapped(self, width: int) -> QRect:
        """Return the rectangle of the wrapped text."""
        return self.fontMetrics().boundingRect(QRect(0, 0, max(1, width), 1 << 16), _FLAGS, self.text())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint box, text, and a frame for the keyboard focus."""
        colors = current_colors()
        painter = QPainter(self)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        style = self.style()
        words = style.subElementRect(QStyle.SubElement.SE_CheckBoxContents, option, self)
        place = style.subElementRect(QStyle.SubElement.SE_CheckBoxIndicator, option, self)
        size = self._wrapped(words.width()).size()
        words = QRect(words.left(), words.center().y() - size.height() // 2, words.width(), size.height())
        box = QRect(0, 0, BOX, BOX)
        box.moveCenter(QPoint(place.center().x(), words.top() + min(self._line().height(), size.height()) // 2))
        marked, enabled = self.hasFocus(), self.isEnabled()
        paint_box(painter, box, checked=self.isChecked(), marked=marked, enabled=enabled)
        color = colors.text if enabled else colors.faint
        painter.setPen(QColor(color))
        painter.drawText(words, _FLAGS, self.text())
        if marked:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(colors.accent), 1))
            painter.drawRoundedRect(QRectF(words.topLeft(), size).adjusted(-2.5, -0.5, 2.5, 0.5), 4, 4)


class BoxDelegate(QStyledItemDelegate):
    """Paints the box in the middle of its cell; a click anywhere in the cell or Space changes it."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint background and box; a cell that cannot be changed stays empty."""
        colors = current_colors()
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, QColor(colors.accent_soft))
        if index.flags() & Qt.ItemFlag.ItemIsUserCheckable:
            box = QRect(0, 0, BOX, BOX)
            box.moveCenter(rect.center())
            marked = bool(state & QStyle.StateFlag.State_HasFocus)
            paint_box(painter, box, checked=_is_checked(index), marked=marked)
            if marked:
                painter.setPen(QColor(colors.accent))
                painter.drawRect(box.adjusted(-3, -3, 2, 2))

    def editorEvent(
        self,
        event: QEvent,
        model: QAbstractItemModel,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> bool:
        """Change the box with a click or Space."""
        pressed = isinstance(event, QKeyEvent) and event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Select)
        wanted = event.type() == QEvent.Type.MouseButtonRelease or (
            event.type() == QEvent.Type.KeyPress and pressed
        )
        if not wanted or not index.flags() & Qt.ItemFlag.ItemIsUserCheckable:
            return False
        state = Qt.CheckState.Unchecked if _is_checked(index) else Qt.CheckState.Checked
        return model.setData(index, state, Qt.ItemDataRole.CheckStateRole)


def _is_checked(index: QModelIndex | QPersistentModelIndex) -> bool:
    return Qt.CheckState(index.data(Qt.ItemDataRole.CheckStateRole)) == Qt.CheckState.Checked
