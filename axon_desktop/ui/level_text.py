"""LevelText: words of one line stand on one line, whichever fonts their letters come from.

Qt centres a text by the height of the fonts that it needs. Those of Chinese, Japanese and Korean are taller, so
their words would stand a pixel or two below the Latin words, the signs and the fields beside them.
"""

from __future__ import annotations

import re

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPalette, QTextLayout
from PySide6.QtWidgets import QProxyStyle

_TALL = re.compile("[\u2e80-\ud7ff\uf900-\ufaff\uff00-\uff60]")
_SIGNS = ("x", "国")


class LevelText(QProxyStyle):
    """The style of the window, but for the height at which it paints such words."""

    def __init__(self) -> None:
        super().__init__("fusion")
        self._lower: dict[str, float] = {}
        """By how many pixels, for each font."""

    def drawItemText(
        self,
        painter: QPainter,
        rect: QRect,
        flags: int,
        pal: QPalette | Qt.GlobalColor | QColor,
        enabled: bool,
        text: str,
        textRole: QPalette.ColorRole = QPalette.ColorRole.NoRole,  # noqa: N803
    ) -> None:
        """Paint words on the line on which Latin ones would stand."""
        if not (flags & Qt.AlignmentFlag.AlignVCenter.value and _TALL.search(text)):
            super().drawItemText(painter, rect, flags, pal, enabled, text, textRole)
            return
        excess = self._excess(painter.font())
        painter.translate(0, -excess)
        super().drawItemText(painter, rect, flags, pal, enabled, text, textRole)
        painter.translate(0, excess)

    def _excess(self, font: QFont) -> float:
        """Return by how much of a pixel Qt would paint these lower than Latin words."""
        known = self._lower.get(font.key())
        if known is None:
            latin, tall = (ascent - height / 2 for height, ascent in (line_height(font, sign) for sign in _SIGNS))
            known = self._lower[font.key()] = tall - latin
        return known


def line_height(font: QFont, text: str) -> tuple[float, float]:
    """Return the height of a line with these words, and of what of it is above their feet, in pixels."""
    layout = QTextLayout(text, font)
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    return (line.height(), line.ascent()) if line.isValid() else (QFontMetricsF(font).height(), 0.0)
