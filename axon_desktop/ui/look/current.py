"""The current colours: read where something is painted, so nobody has to pass them on.

Qt repaints and lays out everything when the program's style sheet changes. What a widget has made from colours or
sizes before that (rendered text, fixed heights, its own style sheet) must be made again on `in_force.changed`.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from axon_desktop.theme.colors import LIGHT, Colors


class InForce(QObject):
    """The look that is applied to the application."""

    changed = Signal()
    """Colours or sizes have changed; they are applied to the application already."""

    def __init__(self) -> None:
        super().__init__()
        self.colors: Colors = LIGHT


in_force = InForce()


def current_colors() -> Colors:
    """Return the current colours; cheap enough to be called while painting."""
    return in_force.colors
