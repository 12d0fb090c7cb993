"""The path of the shown note: folders muted, name bold, outer folders left out when there is no room."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.stylesheet import plain_tip
from axon_desktop.ui.look.theme import current_colors
from axon_desktop.ui.tree.model import display_name


class Breadcrumb(QWidget):
    """Paints `Projects / **Axon Desktop**`."""

    def __init__(self) -> None:
        super().__init__()
        self._path = ""
        self._folders: list[str] = []
        self._name = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setAccessibleName(self.tr("Path of the note"))

    def set_path(self, path: str) -> None:
        """Show a vault path; empty shows nothing."""
        if path == self._path:
            return
        self._path = path
        self._folders = path.split("/")[:-1]
        self._name = display_name(path)
        self.setToolTip(plain_tip(path))
        self.setAccessibleDescription(path)
        self.update()

    def shown_folders(self, room: int) -> str:
        """Return as many of the folders as fit, the innermost first."""
        wide = self.fontMetrics().horizontalAdvance
        for start in range(len(self._folders) + 1):
            shown = self._folders[start:] if start == 0 else ["…", *self._folders[start:]]
            text = "".join(f"{part} / " for part in shown)
            if wide(text) <= room:
                return text
        return ""

    def minimumSizeHint(self) -> QSize:
        """Allow it to shrink to almost nothing."""
        return QSize(40, px(20))

    def sizeHint(self) -> QSize:
        """Ask for one line."""
        return QSize(200, px(20))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the name first: the folders take the rest of the width."""
        colors = current_colors()
        painter = QPainter(self)
        bold = QFont(self.font())
        bold.setWeight(QFont.Weight.Bold)
        name = QFontMetrics(bold).elidedText(self._name, Qt.TextElideMode.ElideRight, self.width())
        name_width = QFontMetrics(bold).horizontalAdvance(name)
        metrics = self.fontMetrics()
        folders = self.shown_folders(self.width() - name_width)
        line = (self.height() + metrics.ascent() - metrics.descent()) // 2  # the common baseline
        painter.setPen(QColor(colors.muted))
        painter.drawText(0, line, folders)
        painter.setFont(bold)
        painter.setPen(QColor(colors.text))
        left = metrics.horizontalAdvance(folders)
        painter.drawText(left, line, name)
