"""UndoPreviewPane: what an undo would do, file by file, with the texts before and after it side by side."""

from __future__ import annotations

import asyncio

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from axon_desktop.ui.changes.change_list import ListSplitter
from axon_desktop.ui.changes.file_model import FileModel
from axon_desktop.ui.changes.row_painting import TWO_LINES, RowStyle, Tone
from axon_desktop.ui.changes.row_table import RowTable
from axon_desktop.ui.changes.undo.widget_tasks import WidgetTasks
from axon_desktop.ui.changes.wording import sentence, split_name
from axon_desktop.ui.diff.rows import Diff, compare, is_text
from axon_desktop.ui.diff.view import SideBySideDiff
from axon_desktop.ui.look.parts import hbox, vbox
from axon_desktop.ui.look.sizes import row_height
from axon_desktop.ui.widgets.labels import WrappedLabel
from axon_desktop.vault.undo.preview import FileUndo, UndoEffect, UndoPreview

_ICONS: dict[UndoEffect, tuple[str, Tone]] = {
    "clean": ("check", "ok"),
    "merged": ("info", "accent"),
    "overwritten": ("info", "warn"),
    "conflict": ("warning", "warn"),
    "impossible": ("cross", "err"),
}
_MAX_BYTES = 4 << 20


class UndoPreviewPane(QWidget):
    """A list of files, and the diff of the selected one.

    `together` means that all files are undone or none.
    """

    def __init__(self, parent: QWidget | None = None, *, together: bool = False) -> None:
        super().__init__(parent)
        self._together = together
        self._held = False
        self._tasks = WidgetTasks(self)
        self._number = 0
        self.model = FileModel[FileUndo](self._look, self._said, self)
        self.files = RowTable(self.model, self.tr("Notes"), self)
        self.files.verticalHeader().setDefaultSectionSize(row_height(TWO_LINES))
        self.files.current_changed.connect(self._show_file)
        self.caption = WrappedLabel("", self, tone="muted", kind="small")
        self.caption.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.diff = SideBySideDiff(self)
        right = QWidget(self)
        vbox(self.caption, (self.diff, 1), parent=right, margins=(10, 0, 0, 0), spacing=-1)
        hbox(ListSplitter(self.files, right, [320, 500], self), parent=self)

    @property
    def current(self) -> FileUndo | None:
        """The file whose diff is shown."""
        row = self.files.row
        return self.model.files[row] if 0 <= row < len(self.model.files) else None

    def set_preview(self, preview: UndoPreview, path: str = "") -> None:
        """Show another preview; select the file that is, or will be, at a path."""
        self._held = self._together and not preview.ok
        self.model.set_files(preview.files)
        rows = (row for row, file in enumerate(preview.files) if path in (file.path, file.target))
        self.files.go_to(next(rows, 0) if preview.files else -1)
        self._show_file(self.files.row)

    def _sentence(self, file: FileUndo) -> str:
        return sentence(file, held=self._held)

    def _said(self, file: FileUndo) -> str:
        return self.tr("{name}: {what}.").format(name=file.path, what=self._sentence(file))

    def _look(self, file: FileUndo) -> RowStyle:
        name, folder = split_name(file.path)
        icon, tone = _ICONS[file.effect]
        if self._held and not file.is_obstacle:
            icon, tone = "minus", "muted"
        below_tone: Tone = tone if file.is_obstacle else "muted"
        return RowStyle(name, folder, below=self._sentence(file), below_tone=below_tone, icon=icon, tone=tone)

    def _show_file(self, row: int) -> None:
        self._number += 1
        if 0 <= row < len(self.model.files):
            self._tasks.start(self._compare(self.model.files[row], self._number), name="compare")
        else:
            self._show("", Diff())

    async def _compare(self, file: FileUndo, number: int) -> None:
        diff = Diff()
        name = split_name(file.path)[0]
        before, after = file.before or b"", file.after or b""
        if file.before is None and file.after is None:
            words = self.tr("Its text stays as it is.")
        elif max(len(before), len(after)) > _MAX_BYTES:
            words = self.tr("Too large to compare here.")
        elif not await asyncio.to_thread(lambda: is_text(before) and is_text(after)):
            words = self.tr("This is not text.")
        else:
            diff = await asyncio.to_thread(compare, file.before, after)
            words = self._sides(file)
        if number == self._number:
            said = self.tr("{name}: {what}.").format(name=name, what=self._sentence(file))
            self._show(f"{said}\n{words}", diff)

    def _sides(self, file: FileUndo) -> str:
        """Return what is compared; where one side has no lines, the other is shown alone."""
        if file.after is None:
            return self.tr("The note as it is now. It would be removed.")
        if not file.before:
            return self.tr("The note as it would be.")
        if file.effect == "conflict":
            return self.tr("Left: as it is now. Right: the earlier text, which would replace later edits.")
        return self.tr("Left: as it is now. Right: as it would be.")

    def _show(self, words: str, diff: Diff) -> None:
        self.caption.setText(words)
        self.diff.set_diff(diff)
        self.diff.setVisible(bool(diff.hunks))
