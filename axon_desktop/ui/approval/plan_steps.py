"""StepList: the steps of a plan in the review, as cards that can be edited in place and moved."""

from __future__ import annotations

import msgspec
from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from axon_desktop.agent.plan.plan import PlanStep
from axon_desktop.ui.chat.cards.state_icon import paint_step
from axon_desktop.ui.look.parts import name_panel, vbox
from axon_desktop.ui.look.stylesheet import plain_tip
from axon_desktop.ui.look.theme import current_colors

_ROLE = Qt.ItemDataRole.UserRole
_GAP = 6
"""Pixels between cards."""
_PADDING = 9
_SIGN = 12
_INDENT = 40
_WRAP = int(Qt.TextFlag.TextWordWrap)
Index = QModelIndex | QPersistentModelIndex


class StepEditor(QWidget):
    """The two fields that replace a card while it is edited: what is done, and what is expected."""

    finished = Signal()
    """Enter was pressed in the second field."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name_panel(self, "step_editor")
        self.description, self.outcome = QLineEdit(self), QLineEdit(self)
        self.description.setAccessibleName(self.tr("What to do"))
        self.outcome.setAccessibleName(self.tr("Expected result"))
        self.description.setPlaceholderText(self.tr("What to do"))
        self.outcome.setPlaceholderText(self.tr("Expected result"))
        vbox(self.description, self.outcome, parent=self, margins=(8, 5, 8, 5), spacing=4)
        self.description.returnPressed.connect(self.outcome.setFocus)
        self.outcome.returnPressed.connect(self.finished)
        self.setFocusProxy(self.description)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Stop Enter here: in the dialog it would approve the plan."""
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)


class StepDelegate(QStyledItemDelegate):
    """Paints a step as a card, and edits it in place."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return what the wrapped texts need at the list's width."""
        view = self.parent()
        width = view.viewport().width() if isinstance(view, QListWidget) else option.rect.width()
        texts = self._layout(option.font, index, width)
        height = sum(rect.height() for rect, _, _ in texts) + 2 * _PADDING + 2
        return QSize(width, height + _GAP)

    def _layout(self, font: QFont, index: Index, width: int) -> list[tuple[QRect, str, bool]]:
        """Return (rectangle inside the card, text, whether it is the first line) of both texts."""
        step: PlanStep = index.data(_ROLE)
        room = QRect(0, 0, max(60, width - _INDENT - 12), 10_000)
        metrics = QFontMetrics(font)
        first = metrics.boundingRect(room, _WRAP, step.description)
        expected = self.tr("Expect: {outcome}").format(outcome=step.expected_outcome)
        second = metrics.boundingRect(room, _WRAP, expected)
        top = QRect(_INDENT, _PADDING, room.width(), first.height())
        below = QRect(_INDENT, _PADDING + first.height() + 2, room.width(), second.height())
        return [(top, step.description, True), (below, expected, False)]

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the card with its icon, its number and both texts."""
        step: PlanStep = index.data(_ROLE)
        c = current_colors()
        card = option.rect.adjusted(0, 0, 0, -_GAP)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        focused = selected and bool(option.state & QStyle.StateFlag.State_HasFocus)
        painter.setPen(QPen(QColor(c.accent if focused else c.frame), 1))
        painter.setBrush(QColor(c.accent_soft if selected else c.card))
        painter.drawRoundedRect(QRectF(card).adjusted(0.5, 0.5, -0.5, -0.5), 7, 7)
        texts = self._layout(option.font, index, option.rect.width())
        line = painter.fontMetrics().height()
        top = card.top() + _PADDING
        paint_step(painter, QRectF(card.left() + 9, top + (line - _SIGN) / 2, _SIGN, _SIGN), step.status)
        bold = QFont(option.font)
        bold.setBold(True)
        painter.setFont(bold)
        painter.setPen(QColor(c.text))
        painter.drawText(QRect(card.left() + 25, top, 16, line), 0, str(index.row() + 1))
        painter.setFont(option.font)
        for rect, text, first in texts:
            painter.setPen(QColor(c.text if first else c.muted))
            painter.drawText(rect.translated(card.topLeft()), _WRAP, text)
        painter.restore()

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """Return the two fields."""
        editor = StepEditor(parent)
        editor.finished.connect(lambda: self._commit(editor))
        return editor

    def _commit(self, editor: StepEditor) -> None:
        self.commitData.emit(editor)
        self.closeEditor.emit(editor)

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Fill the fields."""
        assert isinstance(editor, StepEditor)
        step: PlanStep = index.data(_ROLE)
        editor.description.setText(step.description)
        editor.outcome.setText(step.expected_outcome)

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Store the texts of the fields; an empty one keeps its old text."""
        assert isinstance(editor, StepEditor)
        step: PlanStep = index.data(_ROLE)
        new = msgspec.structs.replace(
            step,
            description=editor.description.text().strip() or step.description,
            expected_outcome=editor.outcome.text().strip() or step.expected_outcome,
        )
        model.setData(index, new, _ROLE)

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        """Lay the fields over the card; they may overlap the next one where they need more room."""
        place = option.rect.adjusted(0, 0, 0, -_GAP)
        place.setHeight(max(place.height(), editor.sizeHint().height()))
        editor.setGeometry(place)
        editor.raise_()

    def eventFilter(self, editor: QObject, event: QEvent) -> bool:
        """Leave Tab and Enter to the two fields."""
        keys = (Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() in keys:
            return False
        return super().eventFilter(editor, event)


class StepList(QListWidget):
    """Steps in order. Enter or F2 edits, Alt+Up and Alt+Down move, Insert adds, Delete removes.

    Finished steps are read-only and stay before all others.
    """

    changed = Signal()

    def __init__(self, steps: tuple[PlanStep, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("plan_steps")
        self.setAccessibleName(self.tr("Steps"))
        self.setItemDelegate(StepDelegate(self))
        self.setFrameShape(QListWidget.Shape.NoFrame)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        trigger = QAbstractItemView.EditTrigger
        self.setEditTriggers(trigger.DoubleClicked | trigger.SelectedClicked | trigger.EditKeyPressed)
        for step in steps:
            self._insert(self.count(), step)
        first = next((row for row in range(self.count()) if self._is_open(row)), 0)
        self.setCurrentRow(first)
        self.model().rowsMoved.connect(self._finished_first)
        self.itemChanged.connect(self._item_changed)

    def steps(self) -> tuple[PlanStep, ...]:
        """Return the steps in their current order."""
        return tuple(self._step(row) for row in range(self.count()))

    def _step(self, row: int) -> PlanStep:
        step: PlanStep = self.item(row).data(_ROLE)
        return step

    def _is_open(self, row: int) -> bool:
        return self._step(row).status != "completed"

    def _insert(self, row: int, step: PlanStep) -> None:
        item = QListWidgetItem()
        item.setData(_ROLE, step)
        flags = Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled
        if step.status != "completed":
            flags |= Qt.ItemFlag.ItemIsEditable | Qt.ItemFlag.ItemIsDragEnabled
        item.setFlags(flags)
        self._describe(item, row)
        self.insertItem(row, item)

    def _describe(self, item: QListWidgetItem, row: int) -> None:
        step: PlanStep = item.data(_ROLE)
        words = self.tr("Step {number}: {description} Expect: {outcome}")
        text = words.format(number=row + 1, description=step.description, outcome=step.expected_outcome)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, text)
        item.setToolTip(plain_tip(step.result or ""))

    def add_step(self) -> None:
        """Add a step after the current one and edit it."""
        row = max(self.currentRow() + 1, sum(not self._is_open(row) for row in range(self.count())))
        number = 1 + max((step.id for step in self.steps()), default=0)
        new = PlanStep(
            id=number,
            description=self.tr("New step"),
            expected_outcome=self.tr("The step is done"),
            status="pending",
        )
        self._insert(row, new)
        self.setCurrentRow(row)
        self.edit(self.currentIndex())
        self.changed.emit()

    def remove_step(self) -> None:
        """Remove the current step, unless it is finished."""
        row = self.currentRow()
        if row >= 0 and self._is_open(row):
            self.takeItem(row)
            self.changed.emit()

    def move_step(self, by: int) -> None:
        """Move the current step up (-1) or down (1), not past a finished one."""
        row, target = self.currentRow(), self.currentRow() + by
        if 0 <= row < self.count() and 0 <= target < self.count() and self._is_open(row) and self._is_open(target):
            item = self.takeItem(row)
            self.insertItem(target, item)
            self.setCurrentRow(target)
            self.changed.emit()

    def _finished_first(self) -> None:
        """After a drag, move finished steps back to the beginning."""
        steps = self.steps()
        ordered = sorted(steps, key=lambda step: step.status != "completed")
        if list(steps) != ordered:
            current = self._step(self.currentRow()).id
            self.clear()
            for step in ordered:
                self._insert(self.count(), step)
            self.setCurrentRow(next(row for row, step in enumerate(ordered) if step.id == current))
        self.changed.emit()

    def _item_changed(self, item: QListWidgetItem) -> None:
        self.blockSignals(True)
        self._describe(item, self.row(item))
        self.blockSignals(False)
        self.doItemsLayout()
        self.changed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Edit, move, add and remove by keys."""
        alt = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        match event.key():
            case Qt.Key.Key_Up | Qt.Key.Key_Down if alt:
                self.move_step(-1 if event.key() == Qt.Key.Key_Up else 1)
            case Qt.Key.Key_Delete:
                self.remove_step()
            case Qt.Key.Key_Insert:
                self.add_step()
            case Qt.Key.Key_F2:
                if self.currentRow() >= 0 and self._is_open(self.currentRow()):
                    self.edit(self.currentIndex())
            case _:
                super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap the texts again."""
        super().resizeEvent(event)
        self.doItemsLayout()
