"""TreeView: the tree of the vault panel; paints whole rows itself, and lets files be dragged onto folders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
)
from PySide6.QtWidgets import QTreeView

from axon_desktop.ui.look.sizes import px, row_height
from axon_desktop.ui.look.theme import in_force
from axon_desktop.ui.tree.delegate import INDENT, ROW_HEIGHT, MatchDelegate, Row, paint_row
from axon_desktop.ui.tree.model import (
    ABSENT_ROLE,
    CHANGED_ROLE,
    COUNT_ROLE,
    EXCLUDED_ROLE,
    FOLDER_ROLE,
    ORIGINAL_ROLE,
    PATH_ROLE,
    display_name,
    dragged_paths,
)

if TYPE_CHECKING:
    from PySide6.QtWidgets import QStyleOptionViewItem

_ENTER_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_OPEN_UNDER_DRAG_MS = 700


class _DraggedName(MatchDelegate):
    """Gives rows their height, and paints the picture of a drag: a name beside that of the target."""

    def __init__(self, view: TreeView) -> None:
        super().__init__()
        self._view = view

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint the name alone."""
        rect: QRect = option.rect
        row = Row(name=str(index.data()), hovered=True)
        paint_row(painter, rect.adjusted(rect.width() // 2, 0, 0, 0), 0, row, option.font)


class TreeView(QTreeView):
    """A tree view that paints whole rows itself, as in the design."""

    chosen = Signal(QModelIndex)
    """An item was clicked, or Enter was pressed on it."""
    rename_requested = Signal(QModelIndex)
    trash_requested = Signal(QModelIndex)
    dropped = Signal(list, str)
    """(vault paths of files, folder that they were dropped onto)."""

    def __init__(self) -> None:
        super().__init__()
        self.current_note = ""
        self._note_row = QPersistentModelIndex()
        """Index at which that note was selected; invalid while it has no row."""
        self._hovered = QPersistentModelIndex()
        self._target: str | None = None
        """Target folder of a drop at this moment."""
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setRootIsDecorated(False)
        self._indent()
        in_force.changed.connect(self._indent)
        self.setExpandsOnDoubleClick(False)
        self.setEditTriggers(QTreeView.EditTrigger.NoEditTriggers)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setDragEnabled(True)
        self.setAcceptDrops(True)
        self.setDropIndicatorShown(False)
        self.setAutoExpandDelay(_OPEN_UNDER_DRAG_MS)
        self.clicked.connect(self.chosen)
        self.doubleClicked.connect(self._choose_again)
        self.setItemDelegate(_DraggedName(self))

    def _indent(self) -> None:
        self.setIndentation(px(INDENT))

    def set_current_note(self, path: str) -> None:
        """Mark the note in the note pane; empty for none."""
        self.current_note = path
        self._update_row(self._note_row)
        self._note_row = QPersistentModelIndex()

    def choose(self, index: QModelIndex) -> None:
        """Select the row of a file, which becomes visible."""
        if index.data(PATH_ROLE) == self.current_note:
            self._note_row = QPersistentModelIndex(index)
        self.setCurrentIndex(index)
        self.scrollTo(index)

    def _update_row(self, index: QModelIndex | QPersistentModelIndex) -> None:
        """Paint one row again, over the view's whole width."""
        rect = self.visualRect(index)
        if not rect.isEmpty():
            self.viewport().update(0, rect.top(), self.viewport().width(), rect.height())

    def drawRow(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint one row over the view's whole width."""
        model_index = index if isinstance(index, QModelIndex) else QModelIndex()
        selection = self.selectionModel()
        selected = selection is not None and selection.isSelected(model_index)
        changed = bool(index.data(CHANGED_ROLE))
        original = index.data(ORIGINAL_ROLE)
        absent = bool(index.data(ABSENT_ROLE))
        count = index.data(COUNT_ROLE)
        is_folder = bool(index.data(FOLDER_ROLE))
        by_keyboard = self.hasFocus() and self.window().testAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange)
        row = Row(
            name=index.data(Qt.ItemDataRole.DisplayRole),
            note=self._note(changed=changed, original=original, absent=absent, count=count),
            short_note=self.tr("copy") if original else self.tr("online") if absent else "",
            arrow="" if not is_folder else "open" if self.isExpanded(model_index) else "closed",
            dot=changed or bool(original),
            faint=absent or bool(index.data(EXCLUDED_ROLE)),
            target=is_folder and self._target is not None and index.data(PATH_ROLE) == self._target,
            selected=selected,
            current_note=not is_folder and index.data(PATH_ROLE) == self.current_note,
            hovered=self._hovered == model_index,
            focused=by_keyboard and self.currentIndex() == model_index,
        )
        rect: QRect = option.rect
        full = QRect(0, rect.top(), self.viewport().width(), row_height(ROW_HEIGHT))
        paint_row(painter, full, px(INDENT) * self._depth(model_index), row, self.font())

    def _note(self, *, changed: bool, original: str | None, absent: bool, count: int | None) -> str:
        if original:
            return self.tr("copy of {name}").format(name=display_name(original))
        if absent:
            return self.tr("not downloaded")
        return self.tr("changed") if changed else "" if count is None else f"{count}"

    @staticmethod
    def _depth(index: QModelIndex) -> int:
        depth = 0
        while (index := index.parent()).isValid():
            depth += 1
        return depth

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Highlight the row under the mouse."""
        self._hover(self.indexAt(event.position().toPoint()))
        super().mouseMoveEvent(event)

    def _choose_again(self, index: QModelIndex) -> None:
        """Handle a second click on a file like the first: it has taken the focus back."""
        if not index.data(FOLDER_ROLE):
            self.chosen.emit(index)

    def leaveEvent(self, event: object) -> None:
        """Remove the highlight of the last row."""
        self._hover(QModelIndex())
        super().leaveEvent(event)  # type: ignore[arg-type]

    def _hover(self, index: QModelIndex) -> None:
        if self._hovered != index:
            self._update_row(self._hovered)
            self._hovered = QPersistentModelIndex(index)
            self._update_row(self._hovered)

    @property
    def selected(self) -> QModelIndex:
        """The visibly selected row; invalid for none: the current one need not be selected."""
        index = self.currentIndex()
        return index if self.selectionModel().isSelected(index) else QModelIndex()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose with Enter, rename with F2, trash with Delete; the rest is Qt's."""
        index = self.currentIndex()
        if index.isValid() and event.key() in _ENTER_KEYS:
            self.chosen.emit(index)
        elif event.key() == Qt.Key.Key_F2 and self.selected.isValid():
            self.rename_requested.emit(index)
        elif event.key() == Qt.Key.Key_Delete and self.selected.isValid():
            self.trash_requested.emit(index)
        else:
            super().keyPressEvent(event)

    # --- dragging files onto folders

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept files of this tree anywhere: after a refusal here Qt does not ask again."""
        super().dragEnterEvent(event)
        if dragged_paths(event.mimeData()):
            event.acceptProposedAction()
        else:
            event.ignore()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Highlight the folder under the mouse, or the folder of the note there."""
        super().dragMoveEvent(event)
        self._aim(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Remove the highlight of the folder."""
        self._set_target(None)
        super().dragLeaveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Emit what to move where; the tree itself changes after the move."""
        paths, target = dragged_paths(event.mimeData()), self._folder_at(event.position().toPoint())
        self._set_target(None)
        self.setState(QTreeView.State.NoState)
        moving = [path for path in paths if path.rpartition("/")[0] != target]
        if moving:
            event.acceptProposedAction()
            self.dropped.emit(moving, target)
        else:
            event.ignore()

    def _aim(self, event: QDragMoveEvent) -> None:
        paths, target = dragged_paths(event.mimeData()), self._folder_at(event.position().toPoint())
        moves = any(path.rpartition("/")[0] != target for path in paths)
        self._set_target(target if moves else None)
        if moves:
            event.acceptProposedAction()
        else:
            event.ignore()

    def _folder_at(self, position: QPoint) -> str:
        index = self.indexAt(position)
        if not index.isValid():
            return ""
        path = str(index.data(PATH_ROLE))
        return path if index.data(FOLDER_ROLE) else path.rpartition("/")[0]

    def _set_target(self, target: str | None) -> None:
        if self._target != target:
            self._target = target
            self.viewport().update()
