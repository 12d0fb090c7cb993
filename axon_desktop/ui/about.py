"""AboutDialog: what this program is."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, qVersion
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
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
