"""WelcomeDialog: the four questions of the first run, one at a time; all of them can be skipped."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QStackedWidget, QWidget

from axon_desktop.ui.aio import spawn
from axon_desktop.ui.first_run.choices import Choices
from axon_desktop.ui.first_run.page import Page
from axon_desktop.ui.look.parts import STRETCH, hbox, push_button, text_label, vbox
from axon_desktop.ui.look.sizes import start_size
from axon_desktop.ui.look.stylesheet import plain_tip, wear_dialog
from axon_desktop.ui.widgets.labels import ElidedLabel


class WelcomeDialog(QDialog):
    """`choices` holds the answers, also when the rest was skipped."""

    no_decision = "a form"

    def __init__(self, pages: Sequence[Page], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.choices = Choices()
        self._pages = pages
        self._task: asyncio.Task[None] | None = None
        self.setWindowTitle(self.tr("Welcome to Axon Desktop"))
        wear_dialog(self)
        self._stack = QStackedWidget(self)
        for page in pages:
            self._stack.addWidget(page)
            page.next_requested.connect(self.go_on)
            page.word_changed.connect(self._set_word)
        self.vault = ElidedLabel("", self, mode=Qt.TextElideMode.ElideMiddle, tone="muted", kind="small")
        """The chosen folder, on the pages after that."""
        self.place = text_label("", self, tone="muted", kind="small")
        self.skip = push_button(self.tr("Sk&ip the rest"), self, self.reject, auto_default=False)
        self.back = push_button(self.tr("Go &back"), self, self._go_back, auto_default=False)
        self.next = push_button("", self, self.go_on, default=True, primary=True)
        row = hbox(self.skip, STRETCH, self.place, 8, self.back, self.next)
        vbox((self._stack, 1), self.vault, row, parent=self, margins=(22, 18, 22, 18), spacing=14)
        self.resize(start_size(self, 600, 560))
        self.setMinimumSize(380, 360)
        self.finished.connect(self._stop)
        self._show(0)

    @property
    def page(self) -> Page:
        """The current question."""
        return self._pages[self._stack.currentIndex()]

    def go_on(self) -> None:
        """Take the answer and show the next page; after the last one accept."""
        if self._task is None:
            self._task = spawn(self._go_on(), name="welcome")

    async def _go_on(self) -> None:
        self._set_busy(busy=True)
        try:
            if await self.page.settle(self.choices):
                if self._stack.currentIndex() + 1 == len(self._pages):
                    self.accept()
                    return
                following = self._pages[self._stack.currentIndex() + 1]
                await following.begin(self.choices)
                self._show(self._stack.currentIndex() + 1)
        finally:
            self._task = None
            self._set_busy(busy=False)

    def _go_back(self) -> None:
        if self._task is not None:
            self._task.cancel()
        elif self._stack.currentIndex():
            self._show(self._stack.currentIndex() - 1)

    def _show(self, index: int) -> None:
        self._stack.setCurrentIndex(index)
        words = self.tr("Step {number} of {count}").format(number=index + 1, count=len(self._pages))
        self.place.setText(words)
        self._show_vault(chosen=index > 0)
        self.back.setEnabled(index > 0)
        self.skip.setVisible(index + 1 < len(self._pages))
        self._set_word("")
        self.page.list.setFocus(Qt.FocusReason.OtherFocusReason)
        self.setAccessibleName(f"{self.windowTitle()}, {words}: {self.page.title}")

    def _show_vault(self, *, chosen: bool) -> None:
        """Show which folder is going to be opened, once one is chosen."""
        folder = self.choices.vault
        name = folder.name or str(folder) if folder is not None else self.tr("The sample vault")
        self.vault.setText(self.tr("Notes: {folder}").format(folder=name))
        self.vault.setToolTip(plain_tip(str(folder)) if folder is not None else "")
        self.vault.setVisible(chosen)

    def _set_word(self, word: str) -> None:
        is_last = self._stack.currentIndex() + 1 == len(self._pages)
        self.next.setText(word or (self.tr("&Get started") if is_last else self.tr("&Next")))

    def _set_busy(self, *, busy: bool) -> None:
        self.next.setEnabled(not busy)
        self.back.setEnabled(busy or self._stack.currentIndex() > 0)
        if not busy and self.focusWidget() in (None, self.next, self.back):
            self.page.list.setFocus()

    def _stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
