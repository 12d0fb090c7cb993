"""LogDialog: the log of a server."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from axon_desktop.mcp_host.visible_text import show_invisible
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
        hint = QLabel(
            self.tr("What the server wrote to its error output. Lines from Axon start with [axon]."), self
        )
        hint.setWordWrap(True)
        mark(hint, tone="muted")
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
        self.copy = QPushButton(self.tr("&Copy all"), self)
        self.copy.setAutoDefault(False)
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.text.toPlainText()))
        close = QPushButton(self.tr("C&lose"), self)
        close.setDefault(True)
        close.clicked.connect(self.accept)
        row = QHBoxLayout()
        row.addWidget(self.copy)
        row.addStretch(1)
        row.addWidget(close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 18)
        layout.setSpacing(8)
        for part in (heading, hint):
            layout.addWidget(part)
        layout.addWidget(self.text, 1)
        layout.addLayout(row)
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
