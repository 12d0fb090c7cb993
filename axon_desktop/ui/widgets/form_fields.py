"""Parts shared by the pages of the settings dialog."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QLabel,
    QSizePolicy,
    QSpinBox,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionSpinBox,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from axon_desktop.ui.language.translation import plain
from axon_desktop.ui.look.icons import paint_icon
from axon_desktop.ui.look.parts import add_parts, text_label, vbox
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.style import paint_combo_box
from axon_desktop.ui.look.theme import current_colors

PAGE_EDGE = 22
"""Pixels between the contents of a page and its right edge."""
_LEAST_WIDTH = 180
_NUMBER_WIDTH = 140
_NUMBER_INSET = 9
"""Pixels that align numbers with the text of other fields."""
_STEP = 12


class Chooser(QComboBox):
    """A combo box that paints its own arrow: a style sheet cannot without an image file."""

    def __init__(self) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint frame, text and arrow."""
        c = current_colors()
        line = QColor(c.accent if self.hasFocus() else c.line)
        paint_combo_box(self, line, QColor(c.raised), QColor(c.text), QColor(c.muted))

    def minimumSizeHint(self) -> QSize:
        """Return a minimum that allows eliding the text."""
        hint = super().minimumSizeHint()
        return QSize(min(hint.width(), px(_LEAST_WIDTH)), hint.height())


def chooser(choices: Mapping[str, str], chosen: str) -> Chooser:
    """Return a combo box of values and their texts."""
    box = Chooser()
    for value, words in choices.items():
        box.addItem(words, value)
    box.setCurrentIndex(max(0, box.findData(chosen)))
    return box


class NumberBox(QSpinBox):
    """A field for an integer that paints its own steps."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        _look_like_number(self)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint field and steps."""
        super().paintEvent(event)
        _paint_steps(self)


class DecimalBox(QDoubleSpinBox):
    """A NumberBox with decimals."""

    def __init__(self) -> None:
        super().__init__()
        _look_like_number(self)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint field and steps."""
        super().paintEvent(event)
        _paint_steps(self)


def _look_like_number(box: QAbstractSpinBox) -> None:
    """Give all number fields one width, which fits the longest."""
    box.setFixedWidth(px(_NUMBER_WIDTH))
    box.lineEdit().setTextMargins(_NUMBER_INSET, 0, 0, 0)


def _paint_steps(box: NumberBox | DecimalBox) -> None:
    """Paint both arrows; a disabled one is faint."""
    colors = current_colors()
    option = QStyleOptionSpinBox()
    box.initStyleOption(option)
    painter, parts, flags = QPainter(box), QStyle.SubControl, QAbstractSpinBox.StepEnabledFlag
    for name, part, flag in (
        ("chevron_up", parts.SC_SpinBoxUp, flags.StepUpEnabled),
        ("chevron_down", parts.SC_SpinBoxDown, flags.StepDownEnabled),
    ):
        room = box.style().subControlRect(QStyle.ComplexControl.CC_SpinBox, option, part, box)
        place = QRectF(0, 0, px(_STEP), px(_STEP))
        place.moveCenter(QRectF(room).center())
        paint_icon(painter, name, place, QColor(colors.muted if option.stepEnabled & flag else colors.disabled))
    painter.end()


def form_layout() -> QFormLayout:
    """Return a layout of labels with fields beside them."""
    form = QFormLayout()
    form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
    form.setHorizontalSpacing(16)
    form.setVerticalSpacing(8)
    return form


def add_row(form: QFormLayout, label: str, field: QWidget) -> None:
    """Add a field that has its label as its name, with the label aligned to the text of the field."""
    form.addRow(label, field)
    field.setAccessibleName(plain(label))
    words = form.labelForField(field)
    if words is not None:  # a form centres labels of another height
        words.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)


def let_wrap_in_form(widget: QWidget) -> None:
    """Let text in a form be as high as necessary: a form uses the size hint if that is higher."""
    policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
    policy.setHeightForWidth(True)
    widget.setSizePolicy(policy)


def page_layout(page: QWidget, title: str, hint: str = "") -> QVBoxLayout:
    """Add a heading to a page and return the layout below it."""
    heading = text_label(title, page, kind="title")
    layout = vbox(heading, 6, parent=page, margins=(22, 18, PAGE_EDGE, 12), spacing=0)
    if hint:
        add_parts(layout, text_label(hint, page, wraps=True, tone="muted"), 12)
    else:
        layout.addSpacing(8)
    return layout


def part_heading(text: str) -> QLabel:
    """Return the heading of a section of a page."""
    words = QLabel(text)
    font = words.font()
    font.setWeight(QFont.Weight.DemiBold)
    words.setFont(font)
    return words


TONE_ROLE = Qt.ItemDataRole.UserRole + 1
"""Role of the name of a cell's text colour, such as `ok`; without one it is the normal text colour."""


class ToneDelegate(QStyledItemDelegate):
    """Paints text in its colour, also in the selected row."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """Set the colour of the cell."""
        super().initStyleOption(option, index)
        palette = QPalette(option.palette)
        color = QColor(getattr(current_colors(), index.data(TONE_ROLE) or "text"))
        for role in (QPalette.ColorRole.Text, QPalette.ColorRole.HighlightedText):
            palette.setColor(role, color)
        option.palette = palette
