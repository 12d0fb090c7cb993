"""UndoDialog: shows what an undo would do to each file, before it is done."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from PySide6.QtWidgets import QDialog, QHBoxLayout, QWidget

from axon_desktop.errors import AxonError
from axon_desktop.ui.changes.undo.preview_pane import UndoPreviewPane
from axon_desktop.ui.changes.undo.widget_tasks import WidgetTasks
from axon_desktop.ui.changes.wording import note_count, preview_summary
from axon_desktop.ui.language.error_texts import error_text
from axon_desktop.ui.look.check_box import CheckBox
from axon_desktop.ui.look.parts import STRETCH, fill_dialog, hbox, push_button, text_label
from axon_desktop.ui.look.sizes import start_size
from axon_desktop.ui.look.stylesheet import mark, wear_dialog
from axon_desktop.vault.undo.preview import UndoPreview


class UndoDialog(QDialog):
    """Accepted when the user agreed to `preview`.

    Files that cannot be undone can be left out if the rest can be undone. Later edits of a note are overwritten
    only if the user agrees for this note.
    """

    def __init__(
        self,
        preview: UndoPreview,
        parent: QWidget | None = None,
        *,
        redo: bool = False,
        changed: bool = False,
        look: Callable[[frozenset[str]], UndoPreview] | None = None,
    ) -> None:
        """Take the preview; `changed` means that it differs from one shown before.

        `look` computes in a thread the preview if later edits of some files may be overwritten; None: not offered.
        """
        super().__init__(parent)
        self.preview = preview
        self.over: frozenset[str] = frozenset()
        """Paths of the files whose later edits may be overwritten."""
        self._look = look
        self._number = 0
        self._tasks = WidgetTasks(self)
        self._redo, self._changed = redo, changed
        self._verb = verb = self.tr("Redo") if redo else self.tr("Undo")
        self.setWindowTitle(verb)
        wear_dialog(self)
        self._title = text_label("", self, wraps=True, kind="title")
        self.summary = text_label("", self, wraps=True)
        self.pane = UndoPreviewPane(self)
        self.anyway = CheckBox(self.tr("Res&tore anyway: the current text stays in the history"), self)
        self.anyway.clicked.connect(self._choose)
        self.pane.files.current_changed.connect(lambda _row: self._show_choice())
        fill_dialog(self, self._title, self.summary, (self.pane, 1), self.anyway, self._build_buttons())
        self.pane.diff.describe_with(self.agree_button)
        self.resize(start_size(self, 860, 520))
        self.setMinimumSize(400, 320)
        self._show(preview)

    def _build_buttons(self) -> QHBoxLayout:
        cancel = push_button(self.tr("&Cancel"), self, self.reject, auto_default=False)
        self.agree_button = push_button("", self, self.accept, default=True, primary=True)
        return hbox(STRETCH, cancel, self.agree_button)

    def _show(self, preview: UndoPreview, path: str = "") -> None:
        """Show a preview, and of its files the one with a path."""
        self.preview = preview
        words = self.tr("Redo the changes in {count}?") if self._redo else self.tr("Undo the changes in {count}?")
        self._title.setText(words.format(count=note_count(len(preview.files))))
        self.summary.setText(preview_summary(preview, changed=self._changed))
        mark(self.summary, tone="muted" if preview.ok else "warn")
        others = sum(not file.is_obstacle for file in preview.files)
        words = f"&{self._verb}"
        if not preview.ok and others:
            more = self.tr("{verb} the &other note") if others == 1 else self.tr("{verb} the &other {count}")
            words = more.format(verb=self._verb, count=note_count(others))
        self.agree_button.setText(words)
        self.agree_button.setEnabled(bool(preview.possible) and others > 0)
        self.pane.set_preview(preview, path)
        self._show_choice()

    # --- a note with later edits

    def _show_choice(self) -> None:
        file = self.pane.current
        may_go = self._look is not None and self.preview.may_overwrite
        self.anyway.setVisible(may_go and file is not None and file.effect in ("conflict", "overwritten"))
        if file is not None:
            self.anyway.setChecked(file.effect == "overwritten")

    def _choose(self, anyway: bool) -> None:
        file = self.pane.current
        if file is None or self._look is None:
            return
        over = self.over | {file.path} if anyway else self.over - {file.path}
        self.agree_button.setEnabled(False)
        self._number += 1
        self._tasks.start(self._look_again(self._look, over, file.path, self._number), name="look at undo again")

    async def _look_again(
        self, look: Callable[[frozenset[str]], UndoPreview], over: frozenset[str], path: str, number: int
    ) -> None:
        preview, problem = self.preview, ""
        try:
            preview = await asyncio.to_thread(look, over)
        except AxonError as error:
            over, problem = self.over, error_text(error)
        if number == self._number:
            self.over = over
            self._show(preview, path)
            if problem:
                self.summary.setText(problem)
                mark(self.summary, tone="warn")
