"""ReviewList: many changes in groups, each with a check box; only visible rows cost time."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView, QWidget

from axon_desktop.ui.accessibility.announcer import announce_row
from axon_desktop.ui.approval.review.review_rows import CallRow, FileRow, GroupRow, Row
from axon_desktop.ui.diff.rows import Diff
from axon_desktop.ui.diff.spoken import change_words
from axon_desktop.ui.look.check_box import BOX, paint_box
from axon_desktop.ui.look.icons import paint_icon
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.stylesheet import plain_tip
from axon_desktop.ui.look.theme import current_colors
from axon_desktop.ui.widgets.row_list import RowList
from axon_desktop.vault.history.changes import ChangePreview

Index = QModelIndex | QPersistentModelIndex

_ROW_ROLE = Qt.ItemDataRole.UserRole
_ROW = 28
_PAD, _GAP, _ARROW, _INDENT = 14, 8, 12, 22
_SMALL = 12
_STATES = {
    True: Qt.CheckState.Checked,
    False: Qt.CheckState.Unchecked,
    None: Qt.CheckState.PartiallyChecked,
}


class ReviewModel(QAbstractListModel):
    """The rows in order."""

    ticks_changed = Signal()
    """A change was ticked or unticked."""

    def __init__(self, groups: Sequence[GroupRow], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._groups = groups
        self._rows = self._list_rows()

    def _list_rows(self) -> list[Row]:
        rows: list[Row] = []
        for group in self._groups:
            rows.append(group)
            for call in group.calls:
                rows.append(call)
                rows += call.files if call.opened else []
        return rows

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """Return how many rows there are."""
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return the flags; rows with a check box are checkable."""
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        boxed = index.isValid() and not isinstance(self._rows[index.row()], FileRow)
        return flags | Qt.ItemFlag.ItemIsUserCheckable if boxed else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a row, the state of its box, or its text."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == _ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.CheckStateRole and not isinstance(row, FileRow):
            return _STATES[row.ticked]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.spoken(row)
        if role == Qt.ItemDataRole.ToolTipRole and not isinstance(row, GroupRow):
            return plain_tip(row.path)
        return None

    def spoken(self, row: Row) -> str:
        """Return what a screen reader says for a row: what happens to a note, and what changes in it."""
        if isinstance(row, GroupRow):
            parts = [row.title, row.count, row.note]
        elif isinstance(row, CallRow):
            state = self.tr("chosen") if row.ticked else self.tr("left out")
            written = row.request.proposal if row.compared.proposal.action == "write" else None
            parts = [row.path, state, row.note, "" if written is None else _changes(written.changes[0], row.diff)]
        else:
            parts = [row.path, _changes(row.change, row.diff)]
        return ", ".join(part for part in parts if part)

    def at(self, row: int) -> Row | None:
        """Return a row; None outside of the table."""
        return self._rows[row] if 0 <= row < len(self._rows) else None

    def row_of(self, row: Row) -> int:
        """Return the number of a row."""
        return self._rows.index(row)

    def toggle(self, number: int) -> None:
        """Tick or untick a change or a group; a partly ticked group becomes ticked."""
        row = self.at(number)
        if isinstance(row, GroupRow):
            wanted = row.ticked is not True
            for call in row.calls:
                call.ticked = wanted
        elif isinstance(row, CallRow):
            row.ticked = not row.ticked
        else:
            return
        self.notify_ticks()

    def notify_ticks(self) -> None:
        """Update the views after rows were ticked."""
        self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, 0))
        self.ticks_changed.emit()

    def fold(self, number: int, *, opened: bool) -> None:
        """Show or hide the notes whose links follow a move."""
        row = self.at(number)
        if not isinstance(row, CallRow) or not row.files or row.opened == opened:
            return
        first, last = number + 1, number + len(row.files)
        row.opened = opened
        if opened:
            self.beginInsertRows(QModelIndex(), first, last)
            self._rows = self._list_rows()
            self.endInsertRows()
        else:
            self.beginRemoveRows(QModelIndex(), first, last)
            self._rows = self._list_rows()
            self.endRemoveRows()
        self.dataChanged.emit(self.index(number, 0), self.index(number, 0))


class ReviewList(RowList):
    """Shows the rows; a click on a box or Space ticks, Left and Right fold."""

    current_changed = Signal(object)
    """The new current Row."""

    def __init__(self, model: ReviewModel, parent: QWidget | None = None) -> None:
        super().__init__("", delegate := _ReviewDelegate(), _ROW, parent)
        self.setAccessibleName(self.tr("Changes"))
        self.setObjectName("change_rows")
        self._delegate = delegate
        self._model = model
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setModel(model)
        self.selectionModel().currentChanged.connect(lambda now, _old: self._on_current_changed(now.row()))

    def _on_current_changed(self, row: int) -> None:
        self.current_changed.emit(self._model.at(row))

    def go_to(self, row: int) -> None:
        """Make a row the current one."""
        self.setCurrentIndex(self._model.index(row, 0))

    def box(self, row: int) -> QRect:
        """Return the rectangle of a row's box."""
        return box_rect(self.visualRect(self._model.index(row, 0)))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Tick by the box, fold by the arrow."""
        super().mousePressEvent(event)
        place = event.position().toPoint()
        number = self.indexAt(place).row()
        row = self._model.at(number)
        if event.button() != Qt.MouseButton.LeftButton or row is None:
            return
        behind = self.box(number).right() + _GAP // 2
        if place.x() <= behind:
            self._model.toggle(number)
        elif isinstance(row, CallRow) and row.files and place.x() <= behind + _GAP + px(_ARROW):
            self._model.fold(number, opened=not row.opened)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Tick by Space, fold by Left and Right."""
        row = self.currentIndex().row()
        if event.key() == Qt.Key.Key_Space:
            self._model.toggle(row)
            announce_row(self)
        elif event.key() in (Qt.Key.Key_Right, Qt.Key.Key_Left):
            current = self._model.at(row)
            if isinstance(current, FileRow) and event.key() == Qt.Key.Key_Left:
                self.go_to(row := self._model.row_of(current.of))
            self._model.fold(row, opened=event.key() == Qt.Key.Key_Right)
        else:
            super().keyPressEvent(event)


def _changes(change: ChangePreview, diff: Diff) -> str:
    return change_words(change.before, change.after, diff)


def box_rect(rect: QRect) -> QRect:
    """Return the rectangle of the box within a row."""
    return QRect(rect.left() + _PAD, rect.center().y() - BOX // 2, BOX, BOX)


class _ReviewDelegate(QStyledItemDelegate):
    """Paints the rows."""

    def editorEvent(
        self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        """Ignore events: the list handles clicks on boxes itself."""
        return False

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint background, box and text."""
        row: Row = index.model().data(index, _ROW_ROLE)
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        current = bool(state & QStyle.StateFlag.State_Selected)
        focused = current and bool(state & QStyle.StateFlag.State_HasFocus)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(
            painter, rect, row, current=current, hovered=bool(state & QStyle.StateFlag.State_MouseOver)
        )
        if focused:
            painter.setPen(QPen(QColor(current_colors().accent), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -1.5), 4, 4)
        inside = rect.adjusted(_PAD + BOX + _GAP, 0, -_PAD, 0)
        if isinstance(row, FileRow):
            inside.setLeft(inside.left() + _INDENT)
        else:
            paint_box(painter, box_rect(rect), checked=row.ticked, marked=focused)
        if isinstance(row, GroupRow):
            self._paint_group(painter, inside, row, option.font)
        else:
            self._paint_change(painter, inside, row, option.font)
        painter.restore()

    def _paint_ground(self, painter: QPainter, rect: QRect, row: Row, *, current: bool, hovered: bool) -> None:
        colors = current_colors()
        if isinstance(row, GroupRow):
            painter.fillRect(rect, QColor(colors.accent_soft if current else colors.panel))
            painter.fillRect(QRect(rect.left(), rect.top(), rect.width(), 1), QColor(colors.line))
            painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), QColor(colors.line))
        elif current or hovered:
            painter.fillRect(rect, QColor(colors.accent_soft if current else colors.card))

    def _paint_group(self, painter: QPainter, inside: QRect, row: GroupRow, font: QFont) -> None:
        colors = current_colors()
        small, bold = _small(font), _small(font)
        bold.setWeight(QFont.Weight.DemiBold)
        tone = colors.warn if row.group == "look" else colors.text
        inside.setLeft(inside.left() + self._paint_text(painter, inside, row.title, bold, tone) + _GAP)
        inside.setLeft(inside.left() + self._paint_text(painter, inside, row.count, small, colors.muted) + _GAP)
        self._paint_end(painter, inside, row.note, small, colors.muted)

    def _paint_change(self, painter: QPainter, inside: QRect, row: CallRow | FileRow, font: QFont) -> None:
        colors = current_colors()
        small = _small(font)
        if isinstance(row, CallRow) and row.files:
            place = QRectF(inside.left() - 2, inside.center().y() - px(_ARROW) / 2 + 0.5, px(_ARROW), px(_ARROW))
            paint_icon(painter, "chevron_down" if row.opened else "chevron_right", place, QColor(colors.muted))
            inside.setLeft(inside.left() + px(_ARROW) + 4)
        added, removed = row.counts if isinstance(row, CallRow) else (row.diff.added, row.diff.removed)
        if removed:
            self._paint_end(painter, inside, f"−{removed}", small, colors.err)
        if added:
            self._paint_end(painter, inside, f"+{added}", small, colors.ok)
        if isinstance(row, CallRow) and row.note:
            left = inside.width() - QFontMetrics(font).horizontalAdvance(row.path) - _GAP
            most = max(left, inside.width() * 2 // 5)
            self._paint_end(painter, inside, row.note, small, colors.muted, most)
        self._paint_text(painter, inside, row.path, font, colors.text, Qt.TextElideMode.ElideMiddle)

    def _paint_end(
        self, painter: QPainter, inside: QRect, text: str, font: QFont, tone: str, most: int | None = None
    ) -> None:
        """Paint a text at the right end, and reduce `inside` by it."""
        width = min(QFontMetrics(font).horizontalAdvance(text), inside.width() if most is None else most)
        place = QRect(inside.right() - width, inside.top(), width + 1, inside.height())
        self._paint_text(painter, place, text, font, tone)
        inside.setRight(place.left() - _GAP)

    def _paint_text(
        self,
        painter: QPainter,
        place: QRect,
        text: str,
        font: QFont,
        tone: str,
        cut: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> int:
        """Paint a text, elided if necessary; return its width."""
        metrics = QFontMetrics(font)
        shown = metrics.elidedText(text, cut, max(0, place.width()))
        painter.setFont(font)
        painter.setPen(QColor(tone))
        painter.drawText(
            place.left(), place.top() + (place.height() - metrics.height()) // 2 + metrics.ascent(), shown
        )
        return metrics.horizontalAdvance(shown)


def _small(font: QFont) -> QFont:
    small = QFont(font)
    small.setPixelSize(px(_SMALL))
    return small
