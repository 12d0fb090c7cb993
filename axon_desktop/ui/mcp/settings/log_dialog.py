"""LogDialog: the log of a server."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QWidget

from axon_desktop.mcp_host.visible_text import show_invisible
from axon_desktop.ui.look.parts import STRETCH, fill_dialog, hbox, push_button, text_label
from axon_desktop.ui.look.sizes import start_size
from axon_desktop.ui.look.stylesheet import mark, mono_font, wear_dialog
from axon_desktop.ui.widgets.labels import WrappedLabel

_REFRESH_MS = 500


class LogDialog(QDialog):
    """Shows the last lines and follows them; they can be selected and copied."""

    no_decision = "nothing is asked"

    def __init__(self, server: str, read: Callable[[], list[str]], parent: QWidget | None = None) -> None:
        """Take a function that returns the current lines."""
        super().__init__(parent)
        self._read = read
        self._lines: list[str] | None = None
        name = show_invisible(server)
        title = self.tr("Log of “{server}”").format(server=name)
        self.setWindowTitle(title)
        wear_dialog(self)
        heading = WrappedLabel(title, self)
        mark(heading, kind="title")
        hint = text_label(
            self.tr("What the server wrote to its error output. Lines from Axon start with [axon]."),
            self,
            wraps=True,
            tone="muted",
        )
        self.text = QPlainTextEdit(self)
        self.text.setReadOnly(True)
        self.text.setFont(mono_font())
        self.text.setTabChangesFocus(True)
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.text.setCursorWidth(0)  # read-only
        self.text.setAccessibleName(title)
        self.text.setPlaceholderText(self.tr("The server has not written anything."))
        self.copy = push_button(
            self.tr("&Copy all"),
            self,
            lambda: QGuiApplication.clipboard().setText(self.text.toPlainText()),
            auto_default=False,
        )
        close = push_button(self.tr("C&lose"), self, self.accept, default=True)
        row = hbox(self.copy, STRETCH, close, spacing=-1)
        fill_dialog(self, heading, hint, (self.text, 1), row)
        self.resize(start_size(self, 720, 440))
        timer = QTimer(self, interval=_REFRESH_MS)
        timer.timeout.connect(self._refresh)
        timer.start()
        self._refresh()

    def _refresh(self) -> None:
        """Show new lines, unless something is selected; stay at the end when there."""
        lines = self._read()
        if lines == self._lines or self.text.textCursor().hasSelection():
            return
        self._lines = lines
        bar = self.text.verticalScrollBar()
        place, at_end = bar.value(), bar.value() >= bar.maximum()
        self.text.setPlainText("\n".join(map(show_invisible, lines)))
        bar.setValue(bar.maximum() if at_end else place)
        self.copy.setEnabled(bool(lines))
