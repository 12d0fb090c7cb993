"""Fonts, style sheets, tool tips and marks of matches, of the chat dock and the dialogs."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QObject, QRect
from PySide6.QtGui import QColor, QFont, QFontMetrics, Qt, QTextCharFormat
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from axon_desktop.ui.look import theme
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.theme import current_colors, in_force

BAR_BESIDE = """
QScrollArea > QWidget > QScrollBar:vertical { width: 16px; }
QScrollArea > QWidget > QScrollBar::handle:vertical { margin: 2px 2px 2px 8px; }
"""
"""Reserves room between the contents of a scroll area and its bar."""


@cache
def _mono(pixels: int, bold: bool) -> QFont:
    font = theme.mono_font(pixels)
    font.setBold(bold)
    return font


def mono_font(*, bold: bool = False) -> QFont:
    """Return the font of cards and diffs; cheap enough to be called while painting."""
    return QFont(_mono(px(12), bold))


def small_font(*, bold: bool = False) -> QFont:
    """Return the window's font in the size of secondary text: captions, counts, reports."""
    font = QFont(QApplication.font())
    font.setPixelSize(px(12))
    if bold:
        font.setWeight(QFont.Weight.DemiBold)
    return font


def baseline(row: QRect, font: QFont | None = None) -> int:
    """Return the baseline of a font, or that of cards, in a row: text in other fonts shares it."""
    metrics = QFontMetrics(font or mono_font())
    return row.top() + (row.height() + metrics.ascent() - metrics.descent()) // 2


def mark(widget: QWidget, **properties: str | bool) -> None:
    """Set the properties that the style sheet selects by, and apply the new style at once."""
    if all(widget.property(name) == value for name, value in properties.items()):
        return  # restyling is slow, and some callers do it at every token
    for name, value in properties.items():
        widget.setProperty(name, value)
    if widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):  # else it is styled when it is first shown
        style = widget.style()
        style.unpolish(widget)
        style.polish(widget)


def let_wrap(widget: QWidget) -> None:
    """Let a widget use the available width, and be as high as its text then needs."""
    policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    policy.setHeightForWidth(True)
    widget.setSizePolicy(policy)


class _Clothes(QObject):
    """The widget's own style sheets; the widget is its parent, and nothing else here refers to it.

    In a reference cycle the collector would free it, and with it the screen that it once returned.
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
    """Give a widget and its children style sheets of their own, files of `resources/styles`, in the current look.

    They override app.qss. Call it while the widget is empty: existing children would be styled once more.
    """
    _Clothes(widget, names)


def wear_dialog(dialog: QWidget) -> None:
    """Give a dialog the style sheets of dialogs."""
    wear(dialog, "dialogs.qss", "controls.qss")


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


def plain_tip(text: str) -> str:
    """Return a tooltip that shows a text unchanged, whoever wrote it."""
    if not Qt.mightBeRichText(text):
        return text
    from html import escape  # imports the names of all entities: not before the first paint

    return "<qt>" + escape(text).replace("\n", "<br>") + "</qt>"
