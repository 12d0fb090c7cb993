"""PlaceList: the lines of the quick switcher."""

from __future__ import annotations

from collections.abc import Sequence

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
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from axon_desktop.ui.icons import paint_icon
from axon_desktop.ui.search.marked_text import Look, draw_marked
from axon_desktop.ui.switcher.names import HeadingMatch, Place
from axon_desktop.vault.markdown.colors import Colors
from axon_desktop.vault.name_search import NameMatch, shown_name

Index = QModelIndex | QPersistentModelIndex

ROW_HEIGHT = 32
_PAD = 10
_ICON = 14
_GAP = 8
_SMALL_PIXELS = 12
_NAME_SHARE = 0.68
"""Of a row that the name may take before the folder is drawn."""
_LEAST_DETAILS = 40


class PlaceModel(QAbstractListModel):
    """The places, best first; a row is made when it is painted."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.places: Sequence[Place] = ()

    def set_places(self, places: Sequence[Place]) -> None:
        """Replace all rows."""
        self.beginResetModel()
        self.places = places
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return how many places there are."""
        return 0 if parent.isValid() else len(self.places)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the place, or what is read aloud of it."""
        if not 0 <= index.row() < len(self.places):
            return None
        place = self.places[index.row()]
        match role:
            case Qt.ItemDataRole.UserRole:
                return place
            case Qt.ItemDataRole.DisplayRole:
                return place.title if isinstance(place, HeadingMatch) else place.name
            case Qt.ItemDataRole.ToolTipRole:
                return place.path
            case Qt.ItemDataRole.AccessibleTextRole:
                name, details = place.title if isinstance(place, HeadingMatch) else place.name, details_of(place)
                return f"{name}, {details}" if details else name
        return None


def details_of(place: Place) -> str:
    """Return what stands at the right of a place: where it is."""
    if isinstance(place, HeadingMatch):
        return shown_name(place.path)
    if place.is_alias:
        return place.path.removesuffix(".md")
    return place.folder


class PlaceDelegate(QStyledItemDelegate):
    """Paints a place: its kind, its name with what was found in it, its folder faintly."""

    def __init__(self, colors: Colors, parent: QObject) -> None:
        super().__init__(parent)
        self.colors = colors

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Give every row the same height."""
        return QSize(0, ROW_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        place = index.data(Qt.ItemDataRole.UserRole)
        if not isinstance(place, NameMatch | HeadingMatch):
            return
        state: QStyle.StateFlag = option.state
        selected = bool(state & QStyle.StateFlag.State_Selected)
        rect: QRect = option.rect
        colors = self.colors
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if selected or state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colors.accent_soft if selected else colors.card))
            painter.drawRoundedRect(QRectF(rect), 6, 6)
        area = rect.adjusted(_PAD, 0, -_PAD, 0)
        self._paint_kind(painter, QRectF(area.left(), area.center().y() - _ICON / 2 + 0.5, _ICON, _ICON), place)
        area.setLeft(area.left() + _ICON + _GAP)
        font: QFont = option.font
        room = area.width() if not details_of(place) else round(area.width() * _NAME_SHARE)
        text = place.title if isinstance(place, HeadingMatch) else place.name
        used = self._draw(painter, area, room, text, place.marks, font, colors.text, selected)
        area.setLeft(area.left() + used + 2 * _GAP)
        self._paint_details(painter, area, place, font, selected)
        painter.restore()

    def _paint_kind(self, painter: QPainter, rect: QRectF, place: Place) -> None:
        name = "heading" if isinstance(place, HeadingMatch) else "alias" if place.is_alias else "note"
        paint_icon(painter, name, rect, QColor(self.colors.muted))

    def _paint_details(self, painter: QPainter, area: QRect, place: Place, font: QFont, selected: bool) -> None:
        details = details_of(place)
        if not details or area.width() < _LEAST_DETAILS:
            return
        small = QFont(font)
        small.setPixelSize(_SMALL_PIXELS)
        metrics = QFontMetrics(small)
        color = self.colors.muted if selected else self.colors.faint
        marks = place.folder_marks if isinstance(place, NameMatch) and not place.is_alias else ()
        width = metrics.horizontalAdvance(details)
        if marks and width <= area.width() - 4:
            area.setLeft(area.right() - width - 3)
            self._draw(painter, area, area.width(), details, marks, small, color, selected)
            return
        painter.setFont(small)
        painter.setPen(QColor(color))
        shown = metrics.elidedText(details, Qt.TextElideMode.ElideMiddle, area.width())
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
        height = QFontMetrics(font).height()
        line = QRect(area.left(), area.center().y() - height // 2 + 1, room, height)
        look = Look(font, color, self.colors.accent, "" if selected else self.colors.accent_soft)
        return draw_marked(painter, line, text, marks, look)


class PlaceList(QListView):
    """The list itself; the box above it keeps the focus."""

    def __init__(self, colors: Colors, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("switcher_list")
        self.setAccessibleName(self.tr("Notes"))
        self.places = PlaceModel(self)
        self.setModel(self.places)
        self._delegate = PlaceDelegate(colors, self)
        self.setItemDelegate(self._delegate)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def set_colors(self, colors: Colors) -> None:
        """Paint with other colours."""
        self._delegate.colors = colors
        self.viewport().update()

    def show_places(self, places: Sequence[Place]) -> None:
        """Show other places, the first one chosen."""
        self.places.set_places(places)
        self.setCurrentIndex(self.places.index(0))

    @property
    def chosen(self) -> Place | None:
        """The place that Enter would go to."""
        place = self.currentIndex().data(Qt.ItemDataRole.UserRole)
        return place if isinstance(place, NameMatch | HeadingMatch) else None

    def step(self, by: int, *, around: bool = False) -> None:
        """Choose another row; `around`: after the last comes the first."""
        count = self.places.rowCount()
        if count:
            row = self.currentIndex().row() + by
            self.setCurrentIndex(self.places.index(row % count if around else min(max(row, 0), count - 1)))
