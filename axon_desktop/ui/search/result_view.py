"""ResultView: the list of search results, used by keyboard and mouse."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QCursor, QFocusEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QListView

from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.theme import in_force
from axon_desktop.ui.search.result_model import ResultModel, Row
from axon_desktop.ui.search.result_rows import ARROW_WIDTH, ResultDelegate
from axon_desktop.ui.search.vault_search import Answer
from axon_desktop.vault.search.found import FoundNote

_ENTER_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_NEW_TAB = Qt.KeyboardModifier.ControlModifier
_BATCH = 40
"""Rows that are laid out in one turn of the event loop."""


class ResultView(QListView):
    """Notes that fold, with their lines."""

    place_requested = Signal(str, int, bool)
    """(vault path, line or 0, in a new tab): a result was chosen."""
    left_upwards = Signal()
    """Up was pressed in the first row."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("search_results")
        self.setAccessibleName(self.tr("Search results"))
        self.results = ResultModel(self)
        self.setModel(self.results)
        self._delegate = ResultDelegate(self.results, self)
        self.setItemDelegate(self._delegate)
        self.setMouseTracking(True)
        self.setDragEnabled(True)
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setBatchSize(_BATCH)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        in_force.changed.connect(self._measure)

    def _measure(self) -> None:
        self._delegate.measure()
        self.scheduleDelayedItemsLayout()

    def show_answer(self, answer: Answer | None, *, again: bool = False) -> None:
        """Show results; additions leave scroll position and folding as they are.

        So does a repeated query (`again`), as far as the same is still found.
        """
        self._delegate.width = self.viewport().width()
        at, top = max(0, self.currentIndex().row()), self.indexAt(QPoint(0, 0))
        row, first = self.row, self.results.rows[top.row()] if top.isValid() else None
        place, height = self.verticalScrollBar().value(), self.visualRect(top).top()
        if self.results.set_answer(answer, again=again):
            self.viewport().update()  # marks and counts may have changed
            return
        if not again:
            self.setCurrentIndex(self.results.index(0))
            self.scrollToTop()
            return
        if place:
            self._lay_out_all()
        now = self.results.row_like(row) if row is not None else None
        self.setCurrentIndex(self.results.index(min(at, len(self.results.rows) - 1) if now is None else now))
        self.verticalScrollBar().setValue(place)
        now = self.results.row_like(first) if place and first is not None else None
        if now is not None:
            self.verticalScrollBar().setValue(place + self.visualRect(self.results.index(now)).top() - height)

    def _lay_out_all(self) -> None:
        """Lay out all rows at once: otherwise only the first ones can be scrolled to."""
        self.setLayoutMode(QListView.LayoutMode.SinglePass)
        self.doItemsLayout()
        self.setLayoutMode(QListView.LayoutMode.Batched)

    @property
    def row(self) -> Row | None:
        """The current row."""
        at = self.currentIndex().row()
        return self.results.rows[at] if 0 <= at < len(self.results.rows) else None

    @property
    def held(self) -> Sequence[FoundNote]:
        """The notes that must not move: down to the one under the pointer, and to the one with the keyboard."""
        rows = [self.currentIndex().row()] if self.hasFocus() else []
        if self.viewport().underMouse():
            rows.append(self.indexAt(self.viewport().mapFromGlobal(QCursor.pos())).row())
        last = max(rows, default=-1)
        return self.results.notes[: self.results.rows[last].number + 1] if last >= 0 else ()

    def open_current(self, *, new_tab: bool) -> None:
        """Open the target of the current row; if it stands for more lines, show them."""
        row = self.row
        if row is not None and row.more:
            self.results.show_lines(row.number)
            self.setCurrentIndex(self.results.index(self.results.row_of(row.number) + 1))
        elif row is not None:
            line = row.excerpt.line if row.excerpt else row.note.line if row.note.passage else 0
            self.place_requested.emit(row.note.path, line, new_tab)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open with Enter, fold with Left and Right, return to the query with Up in the first row."""
        row = self.row
        if event.key() in _ENTER_KEYS:
            self.open_current(new_tab=bool(event.modifiers() & _NEW_TAB))
        elif event.key() == Qt.Key.Key_Up and self.currentIndex().row() <= 0:
            self.left_upwards.emit()
        elif event.key() == Qt.Key.Key_Left and row is not None:
            self.setCurrentIndex(self.results.index(self.results.row_of(row.number)))
            if row.is_note:
                self.results.fold(row.number, folded=True)
        elif event.key() == Qt.Key.Key_Right and row is not None:
            self.results.fold(row.number, folded=False)
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Fold by a click on an arrow, open elsewhere; with Ctrl or the middle button in a new tab."""
        super().mouseReleaseEvent(event)
        place = event.position().toPoint()
        index: QModelIndex = self.indexAt(place)
        middle = event.button() is Qt.MouseButton.MiddleButton
        if not index.isValid() or not (middle or event.button() is Qt.MouseButton.LeftButton):
            return
        row = self.results.rows[index.row()]
        if middle:
            self.setCurrentIndex(index)
        elif row.is_note and not row.note.passage and place.x() < px(ARROW_WIDTH):
            self.results.fold(row.number, folded=not self.results.is_folded(row.number))
            return
        if index == self.currentIndex():  # else the button was pressed elsewhere
            self.open_current(new_tab=middle or bool(event.modifiers() & _NEW_TAB))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Make a row current, so that the focus is visible."""
        super().focusInEvent(event)
        if not self.currentIndex().isValid():
            self.setCurrentIndex(self.results.index(0))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap the lines again."""
        super().resizeEvent(event)
        if self._delegate.width != self.viewport().width():
            self._delegate.width = self.viewport().width()
            self.scheduleDelayedItemsLayout()
