"""Two small dialogs of the Help menu: the shortcuts list and about."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, qVersion
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from axon_desktop import __version__


def _with_close(dialog: QDialog, content: QWidget) -> None:
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    buttons.rejected.connect(dialog.reject)
    layout = QVBoxLayout(dialog)
    layout.setContentsMargins(20, 18, 20, 16)
    layout.setSpacing(14)
    layout.addWidget(content, 1)
    layout.addWidget(buttons)


class ShortcutsDialog(QDialog):
    """Lists every key."""

    def __init__(self, shortcuts: Sequence[tuple[str, str]], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        more = [
            (self.tr("Enter"), self.tr("Send the message, open the note, follow the link")),
            (self.tr("Shift+Enter"), self.tr("Begin a new line in the message")),
            (self.tr("Esc"), self.tr("Stop the agent; close the find bar; clear the filter")),
            (self.tr("Tab"), self.tr("Go to the next link or panel")),
        ]
        table = QWidget()
        grid = QGridLayout(table)
        grid.setContentsMargins(0, 0, 12, 0)
        grid.setHorizontalSpacing(28)
        grid.setVerticalSpacing(7)
        grid.setColumnStretch(1, 1)
        for row, (keys, text) in enumerate([*shortcuts, *more]):
            label = QLabel(f"<b>{keys}</b>")
            grid.addWidget(label, row, 0)
            meaning = QLabel(text)
            meaning.setWordWrap(True)
            grid.addWidget(meaning, row, 1)
        table.setObjectName("shortcuts")
        scroll = QScrollArea()
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setWidget(table)
        scroll.setAccessibleName(self.windowTitle())
        _with_close(self, scroll)
        self.resize(QSize(520, 600))


class AboutDialog(QDialog):
    """Says what this program is."""

    def __init__(self, icon: QIcon, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("About Axon Desktop"))
        picture = QLabel()
        picture.setPixmap(icon.pixmap(QSize(64, 64)))
        picture.setAlignment(Qt.AlignmentFlag.AlignTop)
        text = QLabel(
            self.tr(
                "<b>Axon Desktop {version}</b><p>An agent for Obsidian vaults that shows every step, asks before "
                "it writes and can undo all of it.</p><p>MIT licence. Built with Qt {qt} (LGPL 3) and other free "
                "software; see LICENSE.</p>"
            ).format(version=__version__, qt=qVersion())
        )
        text.setWordWrap(True)
        text.setMinimumWidth(320)
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(16)
        layout.addWidget(picture)
        layout.addWidget(text, 1)
        _with_close(self, row)
