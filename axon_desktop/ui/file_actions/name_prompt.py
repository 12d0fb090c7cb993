"""NamePrompt: asks for a name and shows, while it is typed, what it would create."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QLineEdit, QPushButton, QVBoxLayout, QWidget

from axon_desktop.ui.aio import single_shot, spawn
from axon_desktop.ui.file_actions.wording import fault_words
from axon_desktop.ui.look.parts import STRETCH, fill_dialog, hbox, push_button
from axon_desktop.ui.look.sizes import start_size
from axon_desktop.ui.look.stylesheet import mark, wear_dialog
from axon_desktop.ui.widgets.labels import WrappedLabel
from axon_desktop.vault.moves.new_path import NewPath

_PAUSE_MS = 80


class NamePrompt(QDialog):
    """`found` is the result of the check of the accepted name."""

    no_decision = "a form: Enter ends the name"
    opened = Signal()
    """Emitted when it is about to be shown."""

    def __init__(
        self,
        title: str,
        check: Callable[[str], NewPath],
        parent: QWidget | None = None,
        *,
        name: str = "",
        types_on: bool = False,
    ) -> None:
        """Take the check of a typed name, which is called in a thread.

        `types_on`: whoever presses Return continues typing elsewhere. The prompt closes at once, and reopens
        if the name is not possible.
        """
        super().__init__(parent)
        self._types_on = types_on
        self.found: NewPath | None = None
        self._check = check
        self._checking = 0
        self._accepts_once_checked = False
        self.setWindowTitle(title)
        wear_dialog(self)
        heading = WrappedLabel(title, self, kind="title")
        self.field = QLineEdit(name, self)
        self.field.setAccessibleName(self.tr("Name"))
        self.message = WrappedLabel(parent=self)
        self.message.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.message.setMinimumHeight(2 * self.message.fontMetrics().height() + 4)  # the dialog does not jump
        self.rows = QVBoxLayout()
        """For additional fields."""
        cancel = push_button(self.tr("&Cancel"), self, self.reject, auto_default=False)
        self.accept_button = QPushButton(self)
        self.accept_button.setAutoDefault(False)  # Return is handled below, also while a name is being checked
        self.accept_button.clicked.connect(self.accept)
        mark(self.accept_button, primary=True)
        buttons = hbox(STRETCH, cancel, self.accept_button)
        fill_dialog(self, heading, self.field, self.rows, self.message, 4, buttons)
        self.setMinimumWidth(start_size(self, 480, 0).width())
        self._pause = single_shot(self, _PAUSE_MS, self._begin_check)
        self.field.textChanged.connect(self._typed)
        self._show(None)
        self.field.setFocus()
        self.field.setSelection(len(name), -len(name))  # all, from its end: of a long name the folder is visible
        self._pause.start(0)

    # Texts of kinds of prompts

    def accept_words(self, found: NewPath | None) -> str:
        """Return the text of the button."""
        return self.tr("&Open") if found is not None and found.exists else self.tr("C&reate")

    def message_for(self, found: NewPath) -> str:
        """Return the message about a possible name."""
        words = self.tr("Opens {path}, which already exists") if found.exists else self.tr("Creates {path}")
        return words.format(path=found.path)

    # Checking

    def _typed(self, _text: str) -> None:
        self._checking += 1  # a running check is about an older text
        self._accepts_once_checked = False
        self.found = None
        self._pause.start()

    def _begin_check(self) -> None:
        self._checking += 1
        spawn(self._run_check(self.field.text(), self._checking), name="check name")

    async def _run_check(self, typed: str, number: int) -> None:
        found = await asyncio.to_thread(self._check, typed)
        if number == self._checking:
            self.found = found
            self._show(found)
            if self._accepts_once_checked:
                self._accepts_once_checked = False
                self.accept()
            if found.fault and self.isHidden():
                self.open()

    def _show(self, found: NewPath | None) -> None:
        fault = fault_words(found) if found is not None else ""
        fine = found is not None and not found.fault
        mark(self.message, tone="err" if fault else "muted")
        self.message.setText(self.message_for(found) if found is not None and fine else fault)
        self.field.setAccessibleDescription(self.message.text())
        self.accept_button.setText(self.accept_words(found))
        self.accept_button.setEnabled(fine)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Accept with Return, wherever the focus is."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.accept()
        else:
            super().keyPressEvent(event)

    def open(self) -> None:
        """Show the prompt, unless everything was typed before."""
        if not (self._types_on and self._accepts_once_checked):
            super().open()
            self.opened.emit()

    def accept(self) -> None:
        """Accept a possible name; one that is still being checked, as soon as the result is known."""
        if self.found is None:
            self._accepts_once_checked = True
            if self._types_on and self.field.text():
                self.hide()
        elif not self.found.fault:
            super().accept()
