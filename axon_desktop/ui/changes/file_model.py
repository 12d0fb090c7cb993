"""FileModel: a list of files, or of versions of files, each with a RowStyle and a tooltip."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt

from axon_desktop.ui.changes.row_painting import LOOK_ROLE, Index, RowStyle
from axon_desktop.ui.look.stylesheet import plain_tip

T = TypeVar("T")


class FileModel(QAbstractListModel, Generic[T]):
    """The look of a row is computed when it becomes visible."""

    def __init__(
        self, look: Callable[[T], RowStyle], tip: Callable[[T], str], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._look = look
        self._tip = tip
        self.files: Sequence[T] = ()

    def set_files(self, files: Sequence[T]) -> None:
        """Replace the files."""
        self.beginResetModel()
        self.files = files
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """Return how many files there are."""
        return 0 if parent.isValid() else len(self.files)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the RowStyle of a row, or its text."""
        if not index.isValid():
            return None
        file = self.files[index.row()]
        if role == LOOK_ROLE:
            return self._look(file)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._look(file).spoken
        return plain_tip(self._tip(file)) if role == Qt.ItemDataRole.ToolTipRole else None
