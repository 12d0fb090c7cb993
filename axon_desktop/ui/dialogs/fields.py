"""Parts that the pages of the settings dialog share."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QFont, QPaintEvent
from PySide6.QtWidgets import QComboBox, QFormLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from axon_desktop.ui.chat.style import mark
from axon_desktop.ui.combo_painting import paint_combo_box
from axon_desktop.ui.sizes import px
from axon_desktop.vault.markdown.colors import Colors

PAGE_EDGE = 22
"""Pixels between what is on a page and its right edge."""
_LEAST_WIDTH = 180


class Chooser(QComboBox):
    """A combo box that draws its own arrow: a style sheet cannot without an image file."""

    def __init__(self, colors: Colors) -> None:
        super().__init__()
        self._colors = colors
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def set_colors(self, colors: Colors) -> None:
        """Paint with other colours."""
        self._colors = colors
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint frame, words and arrow."""
        c = self._colors
        line = QColor(c.accent if self.hasFocus() else c.line)
        paint_combo_box(self, line, QColor(c.raised), QColor(c.text), QColor(c.muted))

    def minimumSizeHint(self) -> QSize:
        """Give way where room is short: words that do not fit end in "…"."""
        hint = super().minimumSizeHint()
        return QSize(min(hint.width(), px(_LEAST_WIDTH)), hint.height())


def chooser(choices: Mapping[str, str], chosen: str, colors: Colors) -> Chooser:
    """Return a combo box of values and the words for them."""
    box = Chooser(colors)
    for value, words in choices.items():
        box.addItem(words, value)
    box.setCurrentIndex(max(0, box.findData(chosen)))
    return box


def form_layout() -> QFormLayout:
    """Return a layout of labels with fields beside them."""
    form = QFormLayout()
    form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
    form.setHorizontalSpacing(16)
    form.setVerticalSpacing(8)
    return form


def let_wrap_in_form(widget: QWidget) -> None:
    """Let words in a form be as high as they need: a form takes their guess of their height if that is higher."""
    policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
    policy.setHeightForWidth(True)
    widget.setSizePolicy(policy)


def page_layout(page: QWidget, title: str, hint: str = "") -> QVBoxLayout:
    """Give a page its heading and return the layout for what is below."""
    layout = QVBoxLayout(page)
    layout.setContentsMargins(22, 18, PAGE_EDGE, 12)
    layout.setSpacing(0)
    heading = QLabel(title, page)
    mark(heading, kind="title")
    layout.addWidget(heading)
    layout.addSpacing(6)
    if hint:
        words = QLabel(hint, page)
        words.setWordWrap(True)
        mark(words, tone="muted")
        layout.addWidget(words)
        layout.addSpacing(12)
    else:
        layout.addSpacing(8)
    return layout


def part_heading(text: str) -> QLabel:
    """Return the heading of a part of a page."""
    words = QLabel(text)
    font = words.font()
    font.setWeight(QFont.Weight.DemiBold)
    words.setFont(font)
    return words
