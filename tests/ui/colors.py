"""Other colours for widgets that are tested without a `Theme`; conftest.py resets them."""

from __future__ import annotations

from axon_desktop.theme.colors import Colors
from axon_desktop.ui.look.theme import in_force


def wear_colors(colors: Colors) -> None:
    """Use these colours, as when the user chooses another theme."""
    in_force.colors = colors
    in_force.changed.emit()
