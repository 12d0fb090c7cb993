"""AboutDialog: name, version and licences of the program."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, qVersion
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from axon_desktop import __version__


class AboutDialog(QDialog):
    """Shows what this program is."""

    no_decision = "nothing is asked"

    def __init__(self, icon: QIcon, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("About Axon Desktop"))
        picture = QLabel()
        picture.setPixmap(icon.pixmap(QSize(64, 64)))
        picture.setAlignment(Qt.AlignmentFlag.AlignTop)
        text = QLabel(
            self.tr(
                "<b>Axon Desktop {version}</b><p>An agent for Obsidian vaults that shows every step,"
                " asks before it writes, and can undo every change.</p><p>MIT licence. Built with Qt"
                " {qt} (LGPL 3) and other free software; see LICENSE.</p>"
            ).format(version=__version__, qt=qVersion())
        )
        text.setWordWrap(True)
        text.setMinimumWidth(320)
        close = QPushButton(self.tr("&Close"), self)
        close.setAutoDefault(False)
        close.clicked.connect(self.reject)
        row = QHBoxLayout()
        row.setSpacing(16)
        row.addWidget(picture)
        row.addWidget(text, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 18)
        layout.setSpacing(14)
        layout.addLayout(row, 1)
        layout.addWidget(close, 0, Qt.AlignmentFlag.AlignRight)
