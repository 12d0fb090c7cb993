"""BoxDelegate: a cell that is nothing but a box to tick, in the theme's colours."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QEvent, QModelIndex, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from axon_desktop.ui.dialogs.check_box import BOX, paint_box
from axon_desktop.vault.markdown.colors import Colors


class BoxDelegate(QStyledItemDelegate):
    """Paints the box in the middle of its cell; a click anywhere in the cell or Space changes it."""

    def __init__(self, colors: Colors, parent: QWidget) -> None:
        super().__init__(parent)
        self._colors = colors

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint ground and box; a cell that cannot be changed stays empty."""
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, QColor(self._colors.accent_soft))
        if index.flags() & Qt.ItemFlag.ItemIsUserCheckable:
            box = QRect(0, 0, BOX, BOX)
            box.moveCenter(rect.center())
            marked = bool(state & QStyle.StateFlag.State_HasFocus)
            paint_box(painter, box, self._colors, checked=_is_checked(index), marked=marked)
            if marked:
                painter.setPen(QColor(self._colors.accent))
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
