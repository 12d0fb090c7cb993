"""ChoiceList: a list of few choices, each with a name and a line that explains it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from axon_desktop.ui.look.stylesheet import plain_tip
from axon_desktop.ui.look.theme import current_colors

_ROLE = Qt.ItemDataRole.UserRole
_PADDING = 8
_SIDE = 12
_WRAP = int(Qt.TextFlag.TextWordWrap)
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class Choice:
    """A row."""

    name: str
    """In bold."""
    words: str
    """What it means, below the name."""
    value: Any
    """The value of the choice."""
    badge: str = ""
    """A badge at the right."""
    is_path: bool = False
    """Whether the words are a path, which is elided in its middle and not wrapped."""


class ChoiceList(QListWidget):
    """Arrow keys choose; Enter is left to the dialog's default button."""

    chosen = Signal()
    """A row was double-clicked: the choice is final."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        """Take the list's accessible name."""
        super().__init__(parent)
        self.setObjectName("choice_list")
        self.setAccessibleName(name)
        self.setItemDelegate(_Rows(self))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.itemDoubleClicked.connect(lambda _item: self.chosen.emit())

    def add(self, choice: Choice, row: int | None = None) -> None:
        """Add a choice, at the end unless a row is given; the selection stays."""
        item = QListWidgetItem(choice.name)
        item.setData(_ROLE, choice)
        words = ", ".join(part for part in (choice.name, choice.badge, choice.words) if part)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, words)
        if choice.is_path:
            item.setToolTip(plain_tip(choice.words))
        self.insertItem(self.count() if row is None else row, item)

    @property
    def choice(self) -> Choice | None:
        """The selected choice."""
        item = self.currentItem()
        choice: Choice | None = item.data(_ROLE) if item is not None else None
        return choice

    @property
    def value(self) -> Any:
        """The value of the selected choice, None without one."""
        choice = self.choice
        return choice.value if choice is not None else None

    def choose(self, value: Any) -> None:
        """Select the row with this value, else the first."""
        rows = (row for row in range(self.count()) if self.item(row).data(_ROLE).value == value)
        self.setCurrentRow(next(rows, 0))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the rows out for this width: Qt does so at another height only."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.scheduleDelayedItemsLayout()

    def doItemsLayout(self) -> None:
        """Keep the selection in sight."""
        super().doItemsLayout()
        if self.currentItem() is not None:
            self.scrollToItem(self.currentItem())


class _Rows(QStyledItemDelegate):
    """Paints a name with its badge, and the words below, wrapped."""

    def __init__(self, parent: ChoiceList) -> None:
        super().__init__(parent)
        self._list = parent

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return room for the name and as many lines as the words need."""
        choice: Choice = index.data(_ROLE)
        width = max(120, self._list.viewport().width() - 2 * _SIDE)
        height = _name_height(option.font, choice)
        if choice.words:
            room, flags = QRect(0, 0, width, 1000), 0 if choice.is_path else _WRAP
            height += 2 + QFontMetrics(option.font).boundingRect(room, flags, choice.words).height()
        return QSize(100, height + 2 * _PADDING)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row; the frame shows the keyboard focus."""
        choice: Choice = index.data(_ROLE)
        c, state, rect = current_colors(), option.state, QRect(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if state & QStyle.StateFlag.State_Selected:
            focused = bool(state & QStyle.StateFlag.State_HasFocus)
            painter.setPen(QPen(QColor(c.accent), 1) if focused else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(c.accent_soft))
            painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        inner = rect.adjusted(_SIDE, _PADDING, -_SIDE, -_PADDING)
        metrics = QFontMetrics(option.font)
        room = metrics.horizontalAdvance(choice.badge)
        top = inner.adjusted(0, 0, 0, _name_height(option.font, choice) - inner.height())
        painter.setFont(option.font)
        painter.setPen(QColor(c.muted))
        painter.drawText(top.adjusted(inner.width() - room - 1, 0, 0, 0), 0, choice.badge)
        below = inner.adjusted(0, top.height() + 2, 0, 0)
        if choice.is_path:
            path = metrics.elidedText(choice.words, Qt.TextElideMode.ElideMiddle, below.width())
            painter.drawText(below, 0, path)
        else:
            painter.drawText(below, _WRAP, choice.words)
        bold = _bold(option.font)
        painter.setFont(bold)
        painter.setPen(QColor(c.text))
        name = QFontMetrics(bold).elidedText(choice.name, Qt.TextElideMode.ElideRight, inner.width() - room - 12)
        painter.drawText(top, 0, name)
        painter.restore()


def _bold(font: QFont) -> QFont:
    bold = QFont(font)
    bold.setBold(True)
    return bold


def _name_height(font: QFont, choice: Choice) -> int:
    """Return the actual height of a name with its badge: a substitute font may be higher."""
    name, badge = QFontMetrics(_bold(font)), QFontMetrics(font)
    return max(name.height(), name.size(0, choice.name).height(), badge.size(0, choice.badge).height())
