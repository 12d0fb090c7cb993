"""The features around the reading pane, each put into the window by one call after the first paint."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from axon_desktop.ui.main_window import MainWindow


def add_features(window: MainWindow) -> None:
    """Put every feature into a window that was painted; each listens to the window's own signals."""
