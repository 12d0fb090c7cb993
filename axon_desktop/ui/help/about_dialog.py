"""AboutDialog: name, version and licences of the program."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, qVersion
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QDialog, QWidget

from axon_desktop import __version__
from axon_desktop.ui.look.parts import fill_dialog, hbox, push_button, text_label


class AboutDialog(QDialog):
    """Shows what this program is."""

    no_decision = "nothing is asked"

    def __init__(self, icon: QIcon, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("About Axon Desktop"))
        picture = text_label(align=Qt.AlignmentFlag.AlignTop)
        picture.setPixmap(icon.pixmap(QSize(64, 64)))
        text = text_label(
            self.tr(
                "<b>Axon Desktop {version}</b><p>An agent for Obsidian vaults that shows every step,"
                " asks before it writes, and can undo every change.</p><p>MIT licence. Built with Qt"
                " {qt} (LGPL 3) and other free software; see LICENSE.</p>"
            ).format(version=__version__, qt=qVersion()),
            wraps=True,
        )
        text.setMinimumWidth(320)
        close = push_button(self.tr("&Close"), self, self.reject, auto_default=False)
        row = hbox(picture, (text, 1), spacing=16)
        fill_dialog(self, (row, 1), (close, 0, Qt.AlignmentFlag.AlignRight), spacing=14)
