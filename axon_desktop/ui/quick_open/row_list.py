"""QuickOpenList: the list below a text field for a name, best match first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from axon_desktop.text.fuzzy import Marks
from axon_desktop.ui.language.translation import translate
from axon_desktop.ui.look.icons import paint_icon
from axon_desktop.ui.look.sizes import px, row_height
from axon_desktop.ui.look.stylesheet import plain_tip
from axon_desktop.ui.look.theme import current_colors
from axon_desktop.ui.search.marked_text import TextFormat, draw_marked

Index = QModelIndex | QPersistentModelIndex
T = TypeVar("T")

ROW_HEIGHT = 32
_PAD = 10
_ICON = 14
_GAP = 8
_SMALL_PIXELS = 12
_NAME_SHARE = 0.68
"""Share of a row that the name may take before the details are drawn."""
_LEAST_DETAILS = 40
_KEY_PAD = 6


@dataclass(frozen=True, slots=True)
class QuickOpenRow:
    """The displayed data of a row."""

    name: str
    icon: str = ""
    """Name of the icon before it; empty for a blank."""
    marks: Marks = ()
    """Ranges of the name that match the query."""
    details: str = ""
    """Faint text at the right: where it is, or why it is not available."""
    details_marks: Marks = ()
    keys: str = ""
    """The shortcut, at the far right."""
    tip: str = ""
    enabled: bool = True
    """A disabled one is grey and cannot be chosen."""
    is_heading: bool = False
    """Whether it is a heading of the lines below it; the keyboard skips it."""
    is_apart: bool = False
    """Whether there is a line above it."""
    is_chosen: bool = False
    """Whether it is the current one of several choices."""

    @property
    def spoken(self) -> str:
        """The text for screen readers."""
        chosen = self.is_chosen or self.icon == "check"
        state = translate("QuickOpenRow", "chosen") if chosen else ""
        return ", ".join(part for part in (self.name, state, self.details, self.keys) if part)


class QuickOpenModel(QAbstractListModel, Generic[T]):
    """The items, best first; a row is described when it is painted."""

    def __init__(self, describe: Callable[[T], QuickOpenRow], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._describe = describe
        self.things: Sequence[T] = ()

    def set_things(self, things: Sequence[T]) -> None:
        """Replace all rows."""
        self.beginResetModel()
        self.things = things
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self.things)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the description of a row, or its text, or the text for screen readers."""
        if not 0 <= index.row() < len(self.things):
            return None
        offer = self._describe(self.things[index.row()])
        match role:
            case Qt.ItemDataRole.UserRole:
                return offer
            case Qt.ItemDataRole.DisplayRole:
                return offer.name
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip(offer.tip)
            case Qt.ItemDataRole.AccessibleTextRole:
                return offer.spoken
        return None


class QuickOpenDelegate(QStyledItemDelegate):
    """Paints a row: its icon, the name with the match, faint details, the shortcut in a frame."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the same height for every row."""
        return QSize(0, row_height(ROW_HEIGHT))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        offer = index.data(Qt.ItemDataRole.UserRole)
        if not isinstance(offer, QuickOpenRow):
            return
        state: QStyle.StateFlag = option.state
        selected = bool(state & QStyle.StateFlag.State_Selected)
        rect: QRect = option.rect
        colors = current_colors()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if (selected or state & QStyle.StateFlag.State_MouseOver) and not offer.is_heading:
            painter.setPen(QColor(colors.frame))
            painter.setBrush(QColor(colors.accent_soft if selected else colors.card))
            painter.drawRoundedRect(QRectF(rect).adjusted(0, 1 if offer.is_apart else 0, 0, 0), 6, 6)
        area = rect.adjusted(_PAD, 0, -_PAD, 0)
        if offer.is_apart and index.row():
            painter.setPen(QPen(QColor(colors.line), 1))
            painter.drawLine(area.left() - 4, area.top(), area.right() + 4, area.top())
        if offer.is_heading:
            self._paint_heading(painter, area, offer, option.font)
            painter.restore()
            return
        if offer.icon:
            place = QRectF(area.left(), area.center().y() - px(_ICON) / 2 + 0.5, px(_ICON), px(_ICON))
            paint_icon(painter, offer.icon, place, QColor(colors.accent if offer.is_chosen else colors.muted))
            area.setLeft(area.left() + px(_ICON) + _GAP)
        font = QFont(option.font)
        font.setBold(offer.is_chosen)
        if offer.keys:
            area.setRight(area.right() - self._paint_keys(painter, area, offer, font) - _GAP)
        room = area.width() if not offer.details else round(area.width() * _NAME_SHARE)
        color = colors.text if offer.enabled else colors.faint
        used = self._draw(painter, area, room, offer.name, offer.marks, font, color, selected)
        area.setLeft(area.left() + used + 2 * _GAP)
        self._paint_details(painter, area, offer, QFont(option.font), selected)
        painter.restore()

    def _paint_heading(self, painter: QPainter, area: QRect, offer: QuickOpenRow, font: QFont) -> None:
        """Paint a heading at the lower edge of its row."""
        colors = current_colors()
        small = QFont(font)
        small.setPixelSize(px(_SMALL_PIXELS))
        metrics = QFontMetrics(small)
        painter.setFont(small)
        painter.setPen(QColor(colors.faint))
        line = area.adjusted(0, area.height() - metrics.height() - 3, 0, -3)
        details = metrics.elidedText(offer.details, Qt.TextElideMode.ElideRight, line.width() // 2)
        painter.drawText(line, int(Qt.AlignmentFlag.AlignRight), details)
        line.setRight(line.right() - metrics.horizontalAdvance(details) - _GAP)
        name = metrics.elidedText(offer.name, Qt.TextElideMode.ElideRight, line.width())
        painter.drawText(line, int(Qt.AlignmentFlag.AlignLeft), name)

    def _paint_keys(self, painter: QPainter, area: QRect, offer: QuickOpenRow, font: QFont) -> int:
        colors = current_colors()
        small = QFont(font)
        small.setPixelSize(px(_SMALL_PIXELS))
        metrics = QFontMetrics(small)
        width, height = metrics.horizontalAdvance(offer.keys) + 2 * _KEY_PAD, metrics.height() + 3
        frame = QRectF(area.right() - width, area.center().y() - height / 2 + 0.5, width, height)
        painter.setPen(QPen(QColor(colors.line), 1))
        painter.setBrush(QColor(colors.bg))
        painter.drawRoundedRect(frame, 4, 4)
        painter.setFont(small)
        painter.setPen(QColor(colors.muted if offer.enabled else colors.faint))
        painter.drawText(frame, int(Qt.AlignmentFlag.AlignCenter), offer.keys)
        return width

    def _paint_details(
        self, painter: QPainter, area: QRect, offer: QuickOpenRow, font: QFont, selected: bool
    ) -> None:
        colors = current_colors()
        if not offer.details or area.width() < _LEAST_DETAILS:
            return
        small = QFont(font)
        small.setPixelSize(px(_SMALL_PIXELS))
        metrics = QFontMetrics(small)
        color = colors.muted if selected else colors.faint
        width = metrics.horizontalAdvance(offer.details)
        if offer.details_marks and width <= area.width() - 4:
            area.setLeft(area.right() - width - 3)
            marks = offer.details_marks
            self._draw(painter, area, area.width(), offer.details, marks, small, color, selected)
            return
        painter.setFont(small)
        painter.setPen(QColor(color))
        shown = metrics.elidedText(offer.details, Qt.TextElideMode.ElideMiddle, area.width())
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, shown)

    def _draw(
        self,
        painter: QPainter,
        area: QRect,
        room: int,
        text: str,
        marks: Sequence[tuple[int, int]],
        font: QFont,
        color: str,
        selected: bool,
    ) -> int:
        colors = current_colors()
        height = QFontMetrics(font).height()
        line = QRect(area.left(), area.center().y() - height // 2 + 1, room, height)
        look = TextFormat(font, color, colors.accent, "" if selected else colors.accent_soft)
        return draw_marked(painter, line, text, marks, look)


class QuickOpenList(QListView, Generic[T]):
    """The list itself; the field above it keeps the focus."""

    def __init__(self, describe: Callable[[T], QuickOpenRow], parent: QWidget | None = None) -> None:
        """Take a function that describes an item."""
        super().__init__(parent)
        self.setObjectName("switcher_list")
        self.offers: QuickOpenModel[T] = QuickOpenModel(describe, self)
        self.setModel(self.offers)
        self._delegate = QuickOpenDelegate(self)
        self.setItemDelegate(self._delegate)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def show_things(self, things: Sequence[T], at: int = 0) -> None:
        """Show other items, one of them chosen: the first, or the one with this index."""
        self.offers.set_things(things)
        self.setCurrentIndex(self.offers.index(at))
        self.step(0)

    @property
    def chosen(self) -> T | None:
        """The chosen item, for Enter."""
        row = self.currentIndex().row()
        return self.offers.things[row] if 0 <= row < len(self.offers.things) else None

    def step(self, by: int, *, around: bool = False) -> None:
        """Choose another row; `around`: the first follows the last."""
        count, row = self.offers.rowCount(), self.currentIndex().row()
        for _ in range(count):
            row = (row + by) % count if around else min(max(row + by, 0), count - 1)
            if not self._is_heading(row):
                self.setCurrentIndex(self.offers.index(row))
                return
            by = 1 if by >= 0 or (row == 0 and not around) else -1

    def _is_heading(self, row: int) -> bool:
        offer = self.offers.data(self.offers.index(row), Qt.ItemDataRole.UserRole)
        return isinstance(offer, QuickOpenRow) and offer.is_heading
