"""WriteApproval: "Apply this change?" with the exact diff side by side; hunks can be left out, the text edited."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from PySide6.QtGui import QAccessible, QKeySequence, QShortcut
from PySide6.QtWidgets import QStackedWidget, QWidget

from axon_desktop.agent.approval.approval import ApprovalRequest, Verdict
from axon_desktop.ui.aio import spawn
from axon_desktop.ui.approval.dialog import ApprovalDialog
from axon_desktop.ui.approval.proposal_editor import EditPane
from axon_desktop.ui.diff.rows import Diff, compare, is_text, take_hunks
from axon_desktop.ui.diff.spoken import READ_ALL
from axon_desktop.ui.diff.view import SideBySideDiff
from axon_desktop.ui.look.parts import text_label
from axon_desktop.ui.look.sizes import start_size
from axon_desktop.vault.history.changes import ChangePreview, Proposal


class WriteApproval(ApprovalDialog):
    """Asks about writing one note."""

    def __init__(
        self, request: ApprovalRequest, change: ChangePreview, diff: Diff, parent: QWidget | None = None
    ) -> None:
        super().__init__(request, parent)
        self._change = change
        self._text = change.after
        """The text that is compared with the note: as proposed, or as edited by the user."""
        self._diff: Diff | None = diff
        """Its diff with the note; None while that is being computed."""
        self._edit: EditPane | None = None
        self.view = SideBySideDiff(self)
        self.view.chosen_changed.connect(self._show_choice)
        self._hint = text_label("", self, wraps=True, tone="muted", kind="small")
        self._hint.setContentsMargins(0, 8, 0, 0)
        self._height = self._grown = 0
        """Height of the dialog with the diff, and with the editor, which needs more."""
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self.view)
        self.edit_button.show()
        self.edit_button.setEnabled(is_text(change.after))
        self.edit_button.clicked.connect(self._toggle_edit)
        self._offer_folder_rules(Proposal.write(change))
        self._show_diff(diff)
        if len(diff.hunks) > 1 or QAccessible.isActive():
            self._first = self.view  # Space on the button would apply what the user wants to leave out, or to hear
        else:
            self.view.describe_with(self._first)
        QShortcut(QKeySequence(READ_ALL), self, self.view.say_all)
        self._compose(self.tr("Apply this change?"), self._pages, self._hint)

    # --- what is shown -------------------------------------------------------------------------------------------

    def _show_diff(self, diff: Diff) -> None:
        self._diff = diff
        self.view.set_diff(diff, choosable=True)
        self._show_choice()

    def _show_choice(self) -> None:
        diff = self._diff or Diff()
        chosen = [hunk for number, hunk in enumerate(diff.hunks) if number in self.view.chosen]
        counts = f"+{sum(hunk.added for hunk in chosen)} −{sum(hunk.removed for hunk in chosen)}"
        self._summarise(self._action().format(path=self._strong(self._change.path)), counts)
        self._hint.setVisible(len(diff.hunks) > 1)
        self._hint.setText(
            self.tr(
                "{chosen} of {count} changes selected. Press ↑ or ↓ to go to another, Space to"
                " select it or leave it out."
            ).format(chosen=len(chosen), count=len(diff.hunks))
        )
        self._update_buttons()

    def _action(self) -> str:
        if self._change.kind == "create":
            return self.tr("create {path}")
        if self._change.mode == "append":
            return self.tr("append to {path}")
        return self.tr("edit {path}") if self._change.mode == "edit" else self.tr("overwrite {path}")

    def _can_apply(self) -> bool:
        return self._editing or not (self._diff and self._diff.hunks) or bool(self.view.chosen)

    # --- editing -------------------------------------------------------------------------------------------------

    @property
    def _editing(self) -> bool:
        return self._pages.currentIndex() == 1

    def _toggle_edit(self) -> None:
        if self._editing:
            self._text, self._diff = self._result(), None
            self._pages.setCurrentIndex(0)
            if self.height() == self._grown:
                self.resize(self.width(), self._height)
            self.edit_button.setText(self.tr("&Edit before applying…"))
            spawn(self._compare_again(), name="compare")
        else:
            self._open_editor(self._result())
            self._pages.setCurrentIndex(1)
            self._height = self.height()
            self._grown = max(self._height, start_size(self, 0, 460).height())
            self.resize(self.width(), self._grown)
            self.edit_button.setText(self.tr("Compar&e"))
            self._hint.hide()
        self._update_buttons()

    def _open_editor(self, text: bytes) -> None:
        """Edit this text; an editor that already holds it is reused, with its undo stack."""
        if self._edit is None or self._edit.text != text:
            if self._edit is not None:
                self._pages.removeWidget(self._edit)
                self._edit.deleteLater()
            self._edit = EditPane(self._change.before, text, self)
            self._edit.finished.connect(lambda: self._finish(Verdict.ONCE))
            self._pages.addWidget(self._edit)
        self._edit.editor.setFocus()

    async def _compare_again(self) -> None:
        text = self._text
        diff = await asyncio.to_thread(compare, self._change.before, text)
        if text is self._text and not self._editing:
            self._show_diff(diff)

    # --- answers -------------------------------------------------------------------------------------------------

    def _result(self) -> bytes:
        """Return the bytes that would be written."""
        if self._editing and self._edit is not None:
            return self._edit.text
        if self._diff is None:
            return self._text
        return take_hunks(self._change.before, self._text, self._diff, self.view.chosen)

    def _edited(self) -> Proposal | None:
        result = self._result()
        return None if result == self._change.after else Proposal.write(replace(self._change, after=result))
