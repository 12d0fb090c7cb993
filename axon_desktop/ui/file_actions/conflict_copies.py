"""ConflictCopies: shows how a sync service's conflict copy differs from the original file."""

from __future__ import annotations

import asyncio

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QWidget

from axon_desktop.errors import NoteNotFoundError
from axon_desktop.ui.aio import ask, spawn
from axon_desktop.ui.diff.rows import Diff, compare, is_text
from axon_desktop.ui.diff.view import SideBySideDiff
from axon_desktop.ui.file_actions.context import FileActionContext
from axon_desktop.ui.file_actions.move_file import FileMoves
from axon_desktop.ui.look.parts import STRETCH, add_parts, fill_dialog, hbox, push_button
from axon_desktop.ui.look.sizes import start_size
from axon_desktop.ui.look.stylesheet import mark, plain_tip, wear_dialog
from axon_desktop.ui.tree.model import display_name
from axon_desktop.ui.widgets.labels import ElidedLabel, WrappedLabel
from axon_desktop.vault import Vault


class ConflictCopies(QObject):
    """Only compares, changes nothing."""

    def __init__(self, open_vault: FileActionContext, moves: FileMoves) -> None:
        super().__init__(open_vault)
        self._open = open_vault
        self._moves = moves

    def request(self, copy: str, original: str) -> None:
        """Show the differences of the copy."""
        if (vault := self._open.wanted()) is not None:
            spawn(self._compare(vault, copy, original), name="compare")

    async def _compare(self, vault: Vault, copy: str, original: str) -> None:
        try:
            diff = await asyncio.to_thread(_diff, vault, copy, original)
        except NoteNotFoundError:
            self._open.show_message(self.tr("{name} is no longer there.").format(name=original))
            return
        if diff is None:
            self._open.show_message(
                self.tr("Axon can only compare text; {name} is not a text file.").format(name=display_name(copy))
            )
            return
        dialog = ComparisonDialog(copy, original, diff, self._open.window)
        if await ask(dialog):
            self._moves.request_trash(copy, is_folder=False)


def _diff(vault: Vault, copy: str, original: str) -> Diff | None:
    """Compare two files; None if one of them is not text."""
    before, after = (note.data for note in vault.read_exactly([original, copy]))
    return compare(before, after) if is_text(before) and is_text(after) else None


_BETWEEN = 8
"""Pixels after the name of a file, before that of the other."""


class _Head(ElidedLabel):
    """The path above its pane; a long one is elided in the middle."""

    def __init__(self, path: str, parent: QWidget) -> None:
        super().__init__(path, parent, mode=Qt.TextElideMode.ElideMiddle)
        self.setToolTip(plain_tip(path))
        mark(self, tone="muted", kind="small")


class ComparisonDialog(QDialog):
    """Original left, copy right; accepted when the copy is to be trashed."""

    def __init__(self, copy: str, original: str, diff: Diff, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Compare with {name}").format(name=display_name(original)))
        wear_dialog(self)
        heading = WrappedLabel(self.windowTitle(), self, kind="title")
        extent = self.tr("+{added} −{removed} lines")
        if not diff.hunks:
            extent = self.tr("{original} and {copy} are identical.")
        said = extent.format(original=original, copy=copy, added=diff.added, removed=diff.removed)
        words = WrappedLabel(said, self, tone="muted")
        sides = (
            (original, any(row.left_number for row in diff.rows)),
            (copy, any(row.right_number for row in diff.rows)),
        )
        self.heads = [_Head(path, self) for path, is_there in sides if is_there]
        """Placed above the panes; an empty file has no room beside the other."""
        heads = QHBoxLayout()
        heads.setSpacing(0)  # each begins where its pane does
        for head in self.heads:
            add_parts(heads, (head, 1), _BETWEEN)
        self.view = SideBySideDiff(self)
        bar = self.view.verticalScrollBar()
        bar.rangeChanged.connect(
            lambda _least, most: heads.setContentsMargins(0, 0, bar.sizeHint().width() if most else 0, 0)
        )
        self.view.set_diff(diff)
        self.trash_button = push_button(
            self.tr("Move the copy to the &trash…"), self, self.accept, auto_default=False
        )
        close = push_button(self.tr("&Close"), self, self.reject, default=True)
        buttons = hbox(self.trash_button, STRETCH, close, spacing=-1)
        fill_dialog(self, heading, words, heads, (self.view, 1), buttons)
        self.resize(start_size(self, 900, 560))
        self.setMinimumSize(420, 300)
        self.view.setFocus()
