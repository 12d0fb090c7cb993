"""CardDiff: the lines that a call has changed, as they stand on its card."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QRect, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter

from axon_desktop.ui.chat.style import mono_font
from axon_desktop.ui.sizes import px
from axon_desktop.vault.markdown.colors import Colors

_ROW = 17
_MOST = 12
"""Lines that are shown; the rest is counted."""
_ABOVE = 5
_LONGEST = 400


class CardDiff:
    """Some changed lines, and where files change besides the one that the call is about, their paths."""

    def __init__(self, diff: tuple[str, ...] = ()) -> None:
        """Take the lines of an Observation's diff."""
        self._lines = tuple(line for line in diff if line[:1] in ("+", "-", "@"))

    @property
    def height(self) -> int:
        """The height that they take, with the gap above them."""
        shown = min(len(self._lines), _MOST) + (len(self._lines) > _MOST)
        return _ABOVE + shown * px(_ROW) if shown else 0

    def paint(self, painter: QPainter, left: int, top: int, width: int, colors: Colors) -> None:
        """Paint the lines, cut where they are too long."""
        painter.setFont(mono_font())
        metrics = QFontMetrics(mono_font())
        top += _ABOVE
        for line in self._lines[:_MOST]:
            rect = QRect(left, top, width, px(_ROW))
            if line[0] != "@":  # a file's path stands above its lines
                painter.fillRect(rect, QColor(colors.add if line[0] == "+" else colors.delete))
            painter.setPen(QColor(colors.muted if line[0] == "@" else colors.text))
            text = line.removeprefix("@ ")[:_LONGEST].replace("\t", "    ").rstrip("\r\n")
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, width - 12)
            painter.drawText(rect.adjusted(6, 0, -6, 0), Qt.AlignmentFlag.AlignVCenter, shown)
            top += px(_ROW)
        rest = len(self._lines) - _MOST
        if rest > 0:
            painter.setPen(QColor(colors.muted))
            text = QCoreApplication.translate("Chat", "… {count} more").format(count=rest)
            painter.drawText(QRect(left + 6, top, width, px(_ROW)), Qt.AlignmentFlag.AlignVCenter, text)
