"""How what was found stands out, in rendered texts as in plain ones."""

from __future__ import annotations

from PySide6.QtGui import QColor, QTextCharFormat

from axon_desktop.ui.look.current import current_colors

_STRENGTH = 0.3


def found_look() -> QTextCharFormat:
    """Return the look of a match."""
    look, ground = QTextCharFormat(), QColor(current_colors().warn)
    ground.setAlphaF(_STRENGTH)
    look.setBackground(ground)
    return look


def current_look() -> QTextCharFormat:
    """Return the look of the match that one is at."""
    colors = current_colors()
    look = QTextCharFormat()
    look.setBackground(QColor(colors.accent))
    look.setForeground(QColor(colors.on_accent))
    return look
