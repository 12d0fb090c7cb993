"""The formats of matches of a search, in rendered texts as in plain ones."""

from __future__ import annotations

from PySide6.QtGui import QColor, QTextCharFormat

from axon_desktop.ui.look.theme import current_colors

_STRENGTH = 0.3


def found_look() -> QTextCharFormat:
    """Return the format of a match."""
    look, ground = QTextCharFormat(), QColor(current_colors().warn)
    ground.setAlphaF(_STRENGTH)
    look.setBackground(ground)
    return look


def current_look() -> QTextCharFormat:
    """Return the format of the current match."""
    colors = current_colors()
    look = QTextCharFormat()
    look.setBackground(QColor(colors.accent))
    look.setForeground(QColor(colors.on_accent))
    return look
