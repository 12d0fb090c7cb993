"""Sizes: measures of the design, scaled by the user's text size and density.

The application carries both, the text size in its font and the density in a property; `ui.look.theme` sets them.
"""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from axon_desktop.theme.look import DESIGN_TEXT, Density

NOTE_PIXELS = 15
"""Size of the text of notes, beside a window whose text is of 13."""
NOTE_SIZES = range(10, 29)
_DENSITY = "density"
_COVERED = 0.9
"""Maximum share of the screen that a dialog covers when it opens, and of its window with larger text."""


def set_density(app: QApplication, density: Density) -> None:
    """Set whether rows are as high as in the design, or lower."""
    app.setProperty(_DENSITY, density)


def is_compact() -> bool:
    """Tell whether rows are lower than in the design."""
    app = QApplication.instance()
    return app is not None and app.property(_DENSITY) == "compact"


def px(design: float) -> int:
    """Return a scaled measure: the size of small text, the height of a widget with one line."""
    pixels = QApplication.font().pixelSize()
    return round(design) if pixels <= 0 else round(design * pixels / DESIGN_TEXT)


def row_height(design: float) -> int:
    """Return the scaled height of a row, a tab or a bar; a sixth lower when compact."""
    return px(design - design // 6) if is_compact() else px(design)


def gap(design: float) -> int:
    """Return the scaled space above and below text; a third less when compact."""
    return px(design * 2 / 3) if is_compact() else px(design)


def start_size(dialog: QWidget, width: float, height: float) -> QSize:
    """Return the initial size of a dialog: as designed, larger with larger text, within window and screen."""
    wanted = QSize(px(width), px(height))
    if (over := dialog.parentWidget()) is not None:
        wanted = wanted.boundedTo(over.window().size() * _COVERED)
    wanted = wanted.expandedTo(QSize(round(width), round(height)))
    return wanted.boundedTo(dialog.screen().availableSize() * _COVERED)


def fit_beside_fields(button: QWidget) -> None:
    """Make a button as high as the field in its row; alone it is a little lower."""
    button.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Preferred)
