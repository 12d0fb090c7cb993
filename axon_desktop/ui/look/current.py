"""The colours in force: read where something is painted, so nobody has to hand them on.

Qt repaints and lays out everything when the program's style sheet changes. What a widget has made from colours or
sizes before that (rendered text, heights that are set, its own style sheet) it makes again on `in_force.changed`.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from axon_desktop.theme.colors import LIGHT, Colors


class InForce(QObject):
    """The look that the application wears."""

    changed = Signal()
    """Other colours or sizes are in force; the application already wears them."""

    def __init__(self) -> None:
        super().__init__()
        self.colors: Colors = LIGHT


in_force = InForce()


def current_colors() -> Colors:
    """Return the colours in force; cheap enough to be asked while painting."""
    return in_force.colors
