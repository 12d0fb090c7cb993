"""ErrorBar: a bar below the menu that shows a failure without blocking the user."""

from __future__ import annotations

import traceback
from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QToolBar, QToolButton, QVBoxLayout, QWidget

from axon_desktop.ui.aio import ask, spawn
from axon_desktop.ui.look.icons import icon
from axon_desktop.ui.look.parts import add_parts, hbox, push_button, text_label
from axon_desktop.ui.look.sizes import start_size
from axon_desktop.ui.look.stylesheet import plain_tip
from axon_desktop.ui.look.theme import mono_font

_LONGEST = 400
"""Maximum shown characters of a sentence; its tooltip has all of it."""


class ErrorBar(QToolBar):
    """Shows the newest failure until it is closed."""

    shown = Signal(str)
    """A sentence is shown."""
    closed = Signal(str)
    """The user has dismissed this sentence."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("error_toolbar")
        self.setWindowTitle(self.tr("Errors"))
        self.setMovable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.toggleViewAction().setVisible(False)
        self._details = ""
        frame = self._frame = QFrame()
        frame.setObjectName("error_bar")
        frame.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.text = text_label(wraps=True, plain=True)
        self.text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.action_button = push_button("", clicked=self._act)
        """The action against the failure, if there is one."""
        self.action_button.setAccessibleName(self.windowTitle())
        self._action: Callable[[], object] | None = None
        self._stays = False
        self._details_button = push_button(self.tr("Details"), clicked=self._show_details)
        self._close_button = QToolButton()
        self._close_button.setIcon(icon("close"))
        self._close_button.setAccessibleName(self.tr("Close this message"))
        self._close_button.setToolTip(self.tr("Close"))
        self._close_button.clicked.connect(self._close)
        buttons = (self.action_button, self._details_button, self._close_button)
        hbox((self.text, 1), *buttons, parent=frame, margins=(12, 5, 8, 5), spacing=-1)
        self.addWidget(frame)
        self.hide()

    def show_error(
        self,
        sentence: str,
        error: BaseException | None = None,
        *,
        action: tuple[str, Callable[[], object]] | None = None,
        stays: bool = False,
    ) -> None:
        """Show a failure; the traceback is under Details.

        `action`: text and callback of a button; `stays`: the failure is not resolved by the action.
        """
        words, self._action = action or ("", None)
        self._stays = stays
        self.action_button.setText(words)
        self.action_button.setAccessibleName(words or self.windowTitle())
        self.action_button.setVisible(action is not None)
        self._details = "".join(traceback.format_exception(error)) if error is not None else ""
        self._details_button.setVisible(bool(self._details))
        words = sentence.replace("\n", " ")
        self.text.setText(words if len(words) <= _LONGEST else f"{words[:_LONGEST]}…")
        self.text.setToolTip(plain_tip(sentence))
        self.setAccessibleName(sentence)
        self._fit(self.window().width())  # it has no width yet: the window would grow for it
        self.show()
        self.shown.emit(sentence)

    def withdraw(self, sentence: str) -> None:
        """Remove a failure that is resolved, unless a newer one is shown."""
        if self.accessibleName() == sentence:
            self.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Adopt the height of the text at this width, which no tool bar requests."""
        super().resizeEvent(event)
        self._fit(self.width())

    def _fit(self, width: int) -> None:
        layout = self._frame.layout()
        if layout is not None:
            self._frame.setFixedHeight(max(layout.minimumSize().height(), layout.totalHeightForWidth(width)))

    def _close(self) -> None:
        self.hide()
        self.closed.emit(self.accessibleName())

    def _act(self) -> None:
        action = self._action  # a listener for closing may show another one here
        if not self._stays:
            self._close()
        if action is not None:
            action()

    def _show_details(self) -> None:
        spawn(self._ask_details(self._details), name="error details")

    async def _ask_details(self, details: str) -> None:
        from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit

        dialog = QDialog(self.window())
        dialog.setWindowTitle(self.tr("Error details"))
        text = QPlainTextEdit(details)
        text.setReadOnly(True)
        text.setFont(mono_font())
        text.setObjectName("error_details")
        text.setAccessibleName(self.tr("Error details"))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(dialog.reject)
        copy = buttons.addButton(self.tr("Copy"), QDialogButtonBox.ButtonRole.ActionRole)
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(details))
        layout = QVBoxLayout(dialog)
        add_parts(layout, text, buttons)
        dialog.resize(start_size(dialog, 720, 420))
        await ask(dialog)
