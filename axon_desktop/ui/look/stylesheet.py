"""Fonts and style sheets of the chat dock and the dialogs."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QObject, QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from axon_desktop.ui.look import theme
from axon_desktop.ui.look.current import current_colors, in_force
from axon_desktop.ui.look.sizes import px

BAR_BESIDE = """
QScrollArea > QWidget > QScrollBar:vertical { width: 16px; }
QScrollArea > QWidget > QScrollBar::handle:vertical { margin: 2px 2px 2px 8px; }
"""
"""Keeps some room between what is in a scroll area and its bar."""


@cache
def _mono(pixels: int, bold: bool) -> QFont:
    font = theme.mono_font(pixels)
    font.setBold(bold)
    return font


def mono_font(*, bold: bool = False) -> QFont:
    """Return the font of cards and diffs; cheap enough to be asked while painting."""
    return QFont(_mono(px(12), bold))


def small_font(*, bold: bool = False) -> QFont:
    """Return the window's font in the size of what accompanies: captions, counts, what was done."""
    font = QFont(QApplication.font())
    font.setPixelSize(px(12))
    if bold:
        font.setWeight(QFont.Weight.DemiBold)
    return font


def baseline(row: QRect, font: QFont | None = None) -> int:
    """Return where a font, or that of cards, stands in a row: letters of others are beside its own, not lower."""
    metrics = QFontMetrics(font or mono_font())
    return row.top() + (row.height() + metrics.ascent() - metrics.descent()) // 2


def mark(widget: QWidget, **properties: str | bool) -> None:
    """Set the properties that the style sheet selects by, and take the new look at once."""
    if all(widget.property(name) == value for name, value in properties.items()):
        return  # a look is taken slowly, and some ask for theirs at every token
    for name, value in properties.items():
        widget.setProperty(name, value)
    if widget.testAttribute(
        Qt.WidgetAttribute.WA_WState_Polished
    ):  # else it takes its look when it is first shown
        style = widget.style()
        style.unpolish(widget)
        style.polish(widget)


def let_wrap(widget: QWidget) -> None:
    """Let a widget be as wide as there is room, and as high as its texts then need."""
    policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    policy.setHeightForWidth(True)
    widget.setSizePolicy(policy)


class _Clothes(QObject):
    """The style sheets that a widget has of its own; it is their parent, and nothing else here refers to it.

    In a circle of references the collector would free it, and with it the screen that it once asked for.
    """

    def __init__(self, widget: QWidget, names: tuple[str, ...]) -> None:
        super().__init__(widget)
        self._names = names
        in_force.changed.connect(self._put_on)
        self._put_on()

    def _put_on(self) -> None:
        widget, colors = self.parent(), current_colors()
        assert isinstance(widget, QWidget)
        widget.setStyleSheet("".join(theme.fill_style_sheet(name, colors) for name in self._names))


def wear(widget: QWidget, *names: str) -> None:
    """Give a widget and all in it style sheets of their own, files of `resources/styles`, in the look in force.

    They win over app.qss. Ask for them while the widget is empty: what is there already would be styled once more.
    """
    _Clothes(widget, names)


def wear_dialog(dialog: QWidget) -> None:
    """Give a dialog the style sheets of dialogs."""
    wear(dialog, "dialogs.qss", "controls.qss")
