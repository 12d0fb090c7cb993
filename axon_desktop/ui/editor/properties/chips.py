"""ChipsField: the values of a list as chips, with a field in which another one is typed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QWidget

from axon_desktop.ui.editor.properties.fields import PAD, LineField, linked_parts
from axon_desktop.ui.look.icons import paint_icon
from axon_desktop.ui.look.sizes import px, row_height
from axon_desktop.ui.look.stylesheet import plain_tip, small_font
from axon_desktop.ui.look.theme import current_colors

_CHIP, _ROW, _GAP = 20, 28, 6
_SIDE, _CROSS, _LEAST = 8, 10, 40
"""Pixels beside the words of a chip, its cross, and the least width of the field behind them."""


def chip_width(text: str, room: int, font: QFont) -> int:
    """Return how wide a chip is in a room."""
    words = "".join(part.shown for part in linked_parts(text))
    return min(room, QFontMetrics(font).horizontalAdvance(words) + 2 * px(_SIDE) + px(_CROSS) + 4)


def places(widths: Sequence[int], room: int) -> Iterator[QPoint]:
    """Yield where chips of these widths are, and where the field behind them begins."""
    x, y, row = PAD, 0, row_height(_ROW)
    for width in (*widths, px(_LEAST)):
        if x > PAD and x + width > room:
            x, y = PAD, y + row
        yield QPoint(x, y)
        x += width + px(_GAP)


def chips_height(values: Sequence[str], room: int) -> int:
    """Return the height that chips and their field need in a room."""
    font = small_font()
    *_, last = places([chip_width(value, room - 2 * PAD, font) for value in values], room)
    return last.y() + row_height(_ROW)


class Chip(QAbstractButton):
    """One value; its cross, Delete and Backspace remove it, Enter or a double click changes it."""

    removed = Signal()
    changed = Signal()
    followed = Signal()
    stepped = Signal(int)
    """Left or right."""

    def __init__(self, value: str, words: str, *, is_tag: bool, parent: QWidget) -> None:
        super().__init__(parent)
        self.value = value
        self._shown = "".join(part.shown for part in linked_parts(value))
        self.is_link = any(part.is_link for part in linked_parts(value))
        self._is_tag = is_tag
        self.setAccessibleName(words)
        self.setToolTip(plain_tip(value))
        self.setFont(small_font())
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor if self.is_link or is_tag else Qt.CursorShape.ArrowCursor)

    def sizeHint(self) -> QSize:
        """Return the size of words and cross."""
        return QSize(chip_width(self.value, 1 << 16, self.font()), px(_CHIP))

    def _cross(self) -> QRectF:
        side = px(_CROSS)
        return QRectF(self.width() - px(_SIDE) - side + 2, (self.height() - side) / 2, side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint ground, words and cross."""
        colors, painter = current_colors(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(colors.accent)) if self.hasFocus() else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colors.accent_soft if self._is_tag else colors.code))
        ground = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(ground, ground.height() / 2, ground.height() / 2)
        cross, side = self._cross(), px(_SIDE)
        words = ground.adjusted(side, 0, cross.left() - 2 - ground.right(), 0)
        painter.setPen(QColor(colors.accent if self._is_tag or self.is_link else colors.text))
        shown = self.fontMetrics().elidedText(self._shown, Qt.TextElideMode.ElideRight, round(words.width()) + 1)
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, shown)
        paint_icon(painter, "close", cross, QColor(colors.text if self.underMouse() else colors.muted))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Remove the value at its cross; else follow what it names."""
        super().mouseReleaseEvent(event)
        if event.button() != Qt.MouseButton.LeftButton or not self.rect().contains(event.position().toPoint()):
            return
        if event.position().x() >= self._cross().left() - 3:
            self.removed.emit()
        elif self.is_link or self._is_tag:
            self.followed.emit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Change the value."""
        if event.position().x() < self._cross().left() - 3:
            self.changed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the keys of a chip."""
        match event.key():
            case Qt.Key.Key_Delete | Qt.Key.Key_Backspace:
                self.removed.emit()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter | Qt.Key.Key_F2:
                self.changed.emit()
            case Qt.Key.Key_Space:
                (self.followed if self.is_link or self._is_tag else self.changed).emit()
            case Qt.Key.Key_Left:
                self.stepped.emit(-1)
            case Qt.Key.Key_Right:
                self.stepped.emit(1)
            case _:
                super().keyPressEvent(event)


class ChipsField(QWidget):
    """A list of values; all of them are given with each change."""

    changed = Signal(list)
    followed = Signal(str)

    def __init__(self, name: str, *, kind: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.kind = kind
        self._name, self._row = name, parent
        self._values: list[str] = []
        self._changing = -1
        """The number of the value that is in the field to be changed."""
        self.chips: list[Chip] = []
        self.input = LineField(self)
        self.input.completed.connect(self._take)
        self.input.installEventFilter(self)
        self.setFocusProxy(self.input)

    def show_values(self, values: Sequence[str]) -> None:
        """Show what the note has."""
        if list(values) == self._values and len(self.chips) == len(values):
            return
        had = next((number for number, chip in enumerate(self.chips) if chip.hasFocus()), -1)
        self._values, self._changing = list(values), -1
        for chip in self.chips:
            chip.hide()
            chip.deleteLater()
        self.chips = [self._make(number, value) for number, value in enumerate(values)]
        self._place()
        if had >= 0:
            (self.chips[min(had, len(self.chips) - 1)] if self.chips else self.input).setFocus()

    def _make(self, number: int, value: str) -> Chip:
        words = self.tr("{value}, {number} of {count} in {name}, Delete removes it").format(
            value=value, number=number + 1, count=len(self._values), name=self._name
        )
        chip = Chip(value, words, is_tag=self.kind == "tags", parent=self)
        chip.removed.connect(lambda: self._remove(number))
        chip.changed.connect(lambda: self._change(number))
        chip.followed.connect(lambda: self.followed.emit(value))
        chip.stepped.connect(lambda by: self._step(number + by))
        chip.installEventFilter(self._row)
        chip.show()
        return chip

    def _step(self, number: int) -> None:
        if number >= len(self.chips):
            self.input.setFocus()
        elif number >= 0:
            self.chips[number].setFocus()

    def _remove(self, number: int) -> None:
        self.changed.emit([value for at, value in enumerate(self._values) if at != number])

    def _change(self, number: int) -> None:
        """Put a value into the field."""
        self._changing = number
        self.input.show_value("")
        self.input.setText(self._values[number])
        self.input.setModified(True)
        self.input.setFocus()
        self.input.selectAll()

    def _take(self, typed: str) -> None:
        """Take what was typed as another value, or as a changed one."""
        at, self._changing = self._changing, -1
        parts = typed.replace(",", " ").split() if self.kind == "tags" else [typed.strip()]
        new = [part.lstrip("#") if self.kind == "tags" else part for part in parts if part.strip("#")]
        self.input.clear()
        self.input.setModified(False)
        values = list(self._values)
        if at >= 0:
            values[at : at + 1] = new
        else:
            values += new
        if self.kind in ("tags", "aliases"):
            values = list(dict.fromkeys(values))
        if values != self._values:
            self.changed.emit(values)

    def eventFilter(self, watched: QWidget, event: QEvent) -> bool:  # type: ignore[override]  # only of the field
        """Go from the empty field to the chips before it."""
        if (
            event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and event.key() in (Qt.Key.Key_Backspace, Qt.Key.Key_Left)
            and self.input.cursorPosition() == 0
            and not self.input.hasSelectedText()
            and self.chips
        ):
            self.chips[-1].setFocus()
            return True
        return False

    def _place(self) -> None:
        room, font, top = self.width(), small_font(), (row_height(_ROW) - px(_CHIP)) // 2
        widths = [chip_width(value, room - 2 * PAD, font) for value in self._values]
        *spots, last = places(widths, room)
        for chip, width, spot in zip(self.chips, widths, spots, strict=True):
            chip.setGeometry(spot.x(), spot.y() + top, width, px(_CHIP))
        left = last.x() - (PAD if last.x() == PAD else 0)
        self.input.setGeometry(left, last.y() + 1, max(px(_LEAST), room - left), row_height(_ROW) - 2)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the chips."""
        super().resizeEvent(event)
        self._place()
