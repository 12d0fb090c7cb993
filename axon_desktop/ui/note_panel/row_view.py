"""PanelRowView: a list of foldable lines, used by mouse and keyboard like a tree."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from axon_desktop.ui.look.theme import in_force
from axon_desktop.ui.note_panel.row_delegate import PanelRowDelegate, arrow_rect
from axon_desktop.ui.note_panel.row_model import PanelRowModel
from axon_desktop.ui.note_panel.rows import PanelRow
from axon_desktop.ui.tree.delegate import ROW_HEIGHT
from axon_desktop.ui.widgets.row_list import RowList

_ENTER_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_SEEN_PAUSE_MS = 30


class PanelRowView(RowList):
    """A line may have children; a section folds by a click, others by their arrow."""

    chosen = Signal(object, bool)
    """(PanelRow, whether in a new tab) that was clicked or entered."""
    menu_requested = Signal(object, QPoint)
    """(PanelRow, position on the screen) for a context menu."""
    fold_changed = Signal(object, bool)
    """(PanelRow, whether it is open)."""
    visible_changed = Signal()
    """The visible lines may have changed."""
    pointed_at = Signal(object, QRect)
    """(PanelRow or None, its rectangle on the screen) under the mouse."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, delegate := PanelRowDelegate(), ROW_HEIGHT, parent)
        self._delegate = delegate
        self.setObjectName("lines")
        self.lines = PanelRowModel(self)
        self._pointed = ""
        self._pressed = ""
        """Key of the line on which the mouse button was pressed."""
        self.setModel(self.lines)
        in_force.changed.connect(self.measure)
        self._pause = QTimer(self, singleShot=True, interval=_SEEN_PAUSE_MS)
        self._pause.timeout.connect(self.visible_changed)
        self.verticalScrollBar().valueChanged.connect(lambda _value: self._pause.start())

    # --- content

    def set_lines(self, lines: Sequence[PanelRow]) -> None:
        """Replace the lines, keeping position and current line if they still exist."""
        kept, scroll = self._current_key(), self.verticalScrollBar().value()
        if self.lines.set_lines(lines):
            self._restore(kept, scroll)
        if self.hasFocus() and not self.currentIndex().isValid():
            self.step_into()

    def set_filter(self, wanted: str) -> None:
        """Show only lines with these words."""
        kept = self._current_key()
        self.lines.set_filter(wanted)
        self._restore(kept, 0)
        if wanted and not self.currentIndex().isValid():
            self.step_into()

    def set_open(self, line: PanelRow, shown: bool) -> None:
        """Fold or unfold a line."""
        if not line.foldable or shown == (line.key not in self.lines.folded):
            return
        kept, scroll = self._current_key(), self.verticalScrollBar().value()
        self.lines.folded ^= {line.key}
        self.lines.refold()
        self._restore(kept, scroll)
        self.fold_changed.emit(line, shown)

    def set_position(self, key: str) -> None:
        """Highlight the line of the current position, and keep it visible."""
        row = self.lines.row_at_or_above(key) if key else None
        key = "" if row is None else self.lines.line(row).key
        if key == self._delegate.current:
            return
        self._delegate.current = key
        self.viewport().update()
        if row is not None and not self.underMouse():
            self.scrollTo(self.lines.index(row, 0))

    @property
    def position(self) -> str:
        """Key of the highlighted line."""
        return self._delegate.current

    def line_at(self, point: QPoint) -> PanelRow | None:
        """Return the line at a point of the viewport."""
        index = self.indexAt(point)
        return self.lines.line(index.row()) if index.isValid() else None

    def rect_of(self, index: QModelIndex) -> QRect:
        """Return the rectangle of a line on the screen, as wide as the list with its scroll bar."""
        rect = self.visualRect(index)
        left, top = self.mapToGlobal(QPoint()).x(), self.viewport().mapToGlobal(rect.topLeft()).y()
        return QRect(left, top, self.width(), rect.height())

    def current_line(self) -> PanelRow | None:
        """Return the line with the focus."""
        index = self.currentIndex()
        return self.lines.line(index.row()) if index.isValid() else None

    def visible_lines(self) -> list[PanelRow]:
        """Return the visible lines."""
        first = self.indexAt(QPoint(1, 1))
        if not first.isValid():
            return []
        last = self.indexAt(QPoint(1, self.viewport().height() - 1))
        end = last.row() + 1 if last.isValid() else self.lines.rowCount()
        return [self.lines.line(row) for row in range(first.row(), end)]

    def step_into(self) -> None:
        """Make the first line the current one."""
        if self.lines.rowCount():
            self._set_current(0)

    @property
    def pointed(self) -> str:
        """Key of the line under the mouse."""
        return self._pointed if self.viewport().underMouse() else ""

    def _current_key(self) -> str:
        line = self.current_line()
        return line.key if line is not None else ""

    def _restore(self, key: str, scroll: int) -> None:
        row = self.lines.row_at_or_above(key) if key else None
        if row is not None:
            self._set_current(row, scroll=False)
        self.verticalScrollBar().setValue(scroll)
        self._pause.start()

    def _set_current(self, row: int, *, scroll: bool = True) -> None:
        index = self.lines.index(row, 0)
        if scroll:
            self.setCurrentIndex(index)
            return
        self.setAutoScroll(False)  # else Qt would scroll to it
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self.setAutoScroll(True)

    # --- mouse and keyboard

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Fold by the arrow; anything else is chosen on release."""
        line = self.line_at(event.position().toPoint())
        if line is not None and self._folds(line, event):
            super().mousePressEvent(event)
            self.set_open(line, not self.lines.is_open(line))
            self._pressed = ""
            return
        self._pressed = line.key if line is not None else ""
        if event.button() != Qt.MouseButton.MiddleButton:
            super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Handle a second click like the first, which has moved the focus."""
        super().mouseDoubleClickEvent(event)
        line = self.line_at(event.position().toPoint())
        self._pressed = line.key if line is not None and not self._folds(line, event) else ""

    def _folds(self, line: PanelRow, event: QMouseEvent) -> bool:
        if not line.foldable or event.button() != Qt.MouseButton.LeftButton:
            return False
        point = event.position().toPoint()
        return line.kind == "section" or arrow_rect(line, self.visualRect(self.indexAt(point))).contains(point)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose the pressed line; with Ctrl or the middle button in a new tab."""
        super().mouseReleaseEvent(event)
        line = self.line_at(event.position().toPoint())
        pressed, self._pressed = self._pressed, ""
        if line is None or line.key != pressed or line.kind in ("section", "hint"):
            return
        if event.button() == Qt.MouseButton.MiddleButton:
            self.chosen.emit(line, True)
        elif event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(line, bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Report the line under the mouse."""
        super().mouseMoveEvent(event)
        self._point_at(event.position().toPoint())

    def leaveEvent(self, event: QEvent) -> None:
        """Report that no line is under the mouse."""
        super().leaveEvent(event)
        self._point_at(None)

    def _point_at(self, point: QPoint | None) -> None:
        index = self.indexAt(point) if point is not None else QModelIndex()
        line = self.lines.line(index.row()) if index.isValid() else None
        key = line.key if line is not None else ""
        if key != self._pointed:
            self._pointed = key
            self.pointed_at.emit(line, self.rect_of(index))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter chooses, Left and Right fold and unfold."""
        line, key = self.current_line(), event.key()
        if line is None:
            super().keyPressEvent(event)
        elif key in _ENTER_KEYS:
            if line.kind == "section":
                self.set_open(line, not self.lines.is_open(line))
            elif line.kind != "hint":
                self.chosen.emit(line, bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        elif key == Qt.Key.Key_Right:
            self._step_in(line)
        elif key == Qt.Key.Key_Left:
            self._step_out(line)
        else:
            super().keyPressEvent(event)

    def _step_in(self, line: PanelRow) -> None:
        """Unfold a line, or go to its first child."""
        if line.foldable and not self.lines.is_open(line):
            self.set_open(line, True)
        elif line.foldable:
            self._set_current(min(self.currentIndex().row() + 1, self.lines.rowCount() - 1))

    def _step_out(self, line: PanelRow) -> None:
        """Fold a line, or go to its parent."""
        above = self.lines.parent_of(self.currentIndex().row())
        if line.foldable and self.lines.is_open(line):
            self.set_open(line, False)
        elif above is not None:
            self._set_current(above)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Select the current line: Qt makes the first one current, but does not select it."""
        super().focusInEvent(event)
        if self.currentIndex().isValid() and event.reason() != Qt.FocusReason.MouseFocusReason:
            self._set_current(self.currentIndex().row())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Request the menu of the line under the mouse, or of the current one."""
        row, place = self.place_of_menu(event)
        line = self.lines.line(row) if row >= 0 else None
        if line is not None and line.kind != "hint":
            self.menu_requested.emit(line, place)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Report that more lines may be visible."""
        super().resizeEvent(event)
        self._pause.start()
