"""HelpReader: a window beside the main one that shows a text of the help."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from axon_desktop.ui.help.texts import find_picture, read_picture
from axon_desktop.ui.look.parts import vbox
from axon_desktop.ui.look.sizes import start_size
from axon_desktop.ui.markdown_view import MarkdownView
from axon_desktop.ui.search.find_bars import FindBars

if TYPE_CHECKING:
    from axon_desktop.ui.window.main_window import MainWindow

_INSET = 80
"""Pixels by which it is smaller than the main window."""


class HelpReader(QWidget):
    """Ctrl+F finds, Escape closes."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window, Qt.WindowType.Window)
        self.setObjectName("help_reader")
        self.view = MarkdownView(resolve_link=find_picture, load_image=read_picture, parent=self)
        self.view.setAccessibleName(self.tr("Help"))
        self.view.link_activated.connect(self._follow)
        self._bars = FindBars()
        vbox(self.view, parent=self)
        self.setFocusProxy(self.view)
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self, self.close)
        QShortcut(QKeySequence.StandardKey.Find, self, lambda: self._bars.open(self.view, self.view))
        self.resize(start_size(self, 820, 720).boundedTo(window.size() - QSize(_INSET, _INSET)))

    def show_text(self, title: str, text: str) -> None:
        """Show a text from its beginning, and raise the window."""
        self.setWindowTitle(f"{title} — Axon Desktop")
        self.view.set_note("", text)
        if not self.isVisible():
            self._stand_over_the_window()
        self.show()
        self.raise_()
        self.activateWindow()
        self.view.setFocus()

    def _stand_over_the_window(self) -> None:
        """Place it in the middle of the main window: some systems would put it into a corner of the screen."""
        over = self.parentWidget()
        if over is not None:
            self.move(over.frameGeometry().center() - self.rect().center())

    def _follow(self, address: str) -> None:
        """Open a web page in the browser; links between files of the source tree do nothing here."""
        if address.startswith(("https://", "http://")):
            QDesktopServices.openUrl(QUrl(address))
