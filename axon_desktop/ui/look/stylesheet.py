"""What the chat dock and the dialogs add to the program's style sheet, from the theme's colours."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from axon_desktop.theme.colors import Colors
from axon_desktop.ui.look import theme
from axon_desktop.ui.look.sizes import gap, px, row_height

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


def control_style(colors: Colors) -> str:
    """Return the style sheet of chips, links, toned labels and framed fields."""
    c = colors
    return f"""
QPushButton {{ font-size: {px(13)}px; min-height: {row_height(18)}px; }}
QPushButton:default {{ background: {c.raised}; color: {c.text}; border-color: {c.line}; }}
QPushButton:default:focus {{ border-color: {c.accent}; }}
QPushButton[primary="true"], QPushButton[primary="true"]:default {{ background: {c.accent}; color: {c.on_accent};
    border-color: {c.accent}; }}
QPushButton[primary="true"]:focus {{ border-color: {c.text}; }}
QPushButton[primary="true"]:disabled {{ background: {c.panel}; color: {c.faint}; border-color: {c.line}; }}
QPushButton[kind="chip"] {{ background: transparent; color: {c.muted}; border: 1px solid {c.line};
    border-radius: {row_height(18) // 2 + 1}px; padding: 0 9px; min-height: {row_height(18)}px;
    font-size: {px(12)}px; }}
QPushButton[kind="chip"]:hover, QPushButton[kind="chip"]:focus {{ border-color: {c.accent}; }}
QPushButton[kind="flat"] {{ background: transparent; border: 1px solid {c.frame}; padding: 2px; }}
QPushButton[kind="flat"]:hover {{ background: {c.card}; }}
QPushButton[kind="flat"]:focus {{ border-color: {c.accent}; }}
QPushButton[kind="link"] {{ background: transparent; border: none; padding: 0; min-height: 0; color: {c.accent};
    text-align: left; }}
QPushButton[kind="link"]:hover, QPushButton[kind="link"]:focus {{ text-decoration: underline; }}
QPushButton[kind="link"]:disabled {{ background: transparent; color: {c.muted}; }}
QPushButton[kind="small"] {{ font-size: {px(12)}px; min-height: {row_height(20)}px; padding: 0 7px;
    border-radius: 5px; }}
QPushButton[kind="undo"] {{ border: none; padding: 0; min-height: 0; }}
QPushButton[kind="fold"] {{ background: transparent; border: none; padding: 0; min-height: 0; color: {c.muted}; }}
QPushButton[kind="fold"]:hover, QPushButton[kind="fold"]:focus {{ color: {c.accent}; }}
QSpinBox, QDoubleSpinBox {{ max-height: {row_height(18)}px; padding-right: 26px; }}
QSpinBox::up-button, QDoubleSpinBox::up-button {{ width: 24px; subcontrol-origin: border;
    subcontrol-position: top right; border: none; }}
QSpinBox::down-button, QDoubleSpinBox::down-button {{ width: 24px; subcontrol-origin: border;
    subcontrol-position: bottom right; border: none; }}
QPushButton[kind="example"] {{ background: {c.bg}; text-align: left; padding: {gap(6)}px 10px; color: {c.text}; }}
QPushButton[kind="example"]:hover {{ background: {c.accent_soft}; border-color: {c.accent}; }}
QLabel {{ background: transparent; color: {c.text}; }}
QLabel[tone="muted"], QLabel#switcher_hint {{ color: {c.muted}; }}
QLabel#switcher_keys {{ color: {c.faint}; }}
QLabel[tone="ok"] {{ color: {c.ok}; }}
QLabel[tone="warn"] {{ color: {c.warn}; }}
QLabel[tone="err"] {{ color: {c.err}; }}
QLabel[kind="title"] {{ font-size: {px(15)}px; font-weight: bold; }}
QLabel[kind="small"] {{ font-size: {px(12)}px; }}
QAbstractScrollArea::corner {{ background: transparent; }}
QPlainTextEdit {{ border: 1px solid {c.line}; border-radius: 6px; }}
QPlainTextEdit:focus {{ border-color: {c.accent}; }}
"""
