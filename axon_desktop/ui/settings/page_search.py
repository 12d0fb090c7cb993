"""Looking for a setting by words: what stands on the pages of a dialog, and marking what was found there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QComboBox, QLabel, QTableWidget, QWidget
from shiboken6 import isValid

from axon_desktop.text.fuzzy import fold_name
from axon_desktop.ui.language.translation import english_of, plain
from axon_desktop.ui.look.current import current_colors

_MARK_ALPHA = 46
_ROOM = 4
"""Pixels between what was found and the edge of its mark."""
_STATES = ("ok", "warn", "err")
"""Tones of words that say how something is now; they are no settings."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a page: a label with its field, a box, a button, a description."""

    title: str
    words: str
    """All that it can be found by, folded."""
    widgets: tuple[QWidget, ...]
    """What is marked; the last one is gone to."""
    is_description: bool = False
    """Whether there is nothing in it to set."""


def rows_of(page: QWidget) -> list[Row]:
    """Return the rows of a page that are in sight when the page is, each title once."""
    found: dict[str, Row] = {}
    for widget in page.findChildren(QWidget):
        row = _row_of(widget) if not _is_hidden(widget, page) else None
        if row is not None:
            found.setdefault(row.title, row)
    return list(found.values())


def matching(rows: Sequence[Row], page_title: str, query: str) -> list[Row]:
    """Return the rows that hold the words of a query; some of the words may stand in the title of the page.

    Descriptions are what is found only where no setting is.
    """
    words, title = fold_name(query).split(), searched(page_title)
    found = [
        row
        for row in rows
        if any(word in row.words for word in words) and all(word in row.words or word in title for word in words)
    ]
    return [row for row in found if not row.is_description] or found


def searched(*texts: str) -> str:
    """Return what texts of the window can be found by: their words, and those of their English."""
    return fold_name(" ".join(plain(text) for text in (*texts, *map(english_of, texts))))


def _row_of(widget: QWidget) -> Row | None:
    if isinstance(widget, QLabel):
        title, buddy = plain(widget.text()).strip(), widget.buddy()
        if (
            widget.property("kind") == "title"
            or widget.property("tone") in _STATES
            or not any(sign.isalpha() for sign in title)
            or widget.textFormat() == Qt.TextFormat.RichText
        ):
            return None
        fields = (buddy,) if buddy is not None else ()
        inside = [text for field in fields for text in _inside(field)]
        return Row(title, searched(widget.text(), *inside), (widget, *fields), is_description=not fields)
    if isinstance(widget, QAbstractButton) and any(sign.isalpha() for sign in widget.text()):
        title = plain(widget.text()).strip()
        return Row(title, searched(widget.text(), widget.toolTip()), (widget,))
    if isinstance(widget, QAbstractItemView) and widget.accessibleName():
        return Row(widget.accessibleName(), searched(*_inside(widget)), (widget,))
    return None


def _inside(field: QWidget) -> list[str]:
    """Return what can be chosen in a field, and what a table's columns are called."""
    texts = [field.accessibleName(), field.toolTip()]
    if isinstance(field, QComboBox):
        texts += [field.itemText(number) for number in range(field.count())]
    if isinstance(field, QTableWidget):
        heads = (field.horizontalHeaderItem(column) for column in range(field.columnCount()))
        texts += [head.text() for head in heads if head is not None]
    return texts


def _is_hidden(widget: QWidget, page: QWidget) -> bool:
    """Tell whether a widget was hidden on purpose, and is not only on a page that was never shown."""
    at: QWidget | None = widget
    hidden, on_purpose = Qt.WidgetAttribute.WA_WState_Hidden, Qt.WidgetAttribute.WA_WState_ExplicitShowHide
    while at is not None and at is not page:
        if at.isWindow() or (at.testAttribute(hidden) and at.testAttribute(on_purpose)):
            return True
        at = at.parentWidget()
    return False


class FoundMarks(QWidget):
    """Lies on a page, below all that stands there, and tints what was found; the mouse goes through."""

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self._rows: Sequence[Row] = ()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._page = page
        page.installEventFilter(self)
        self.hide()

    @property
    def marked(self) -> list[str]:
        """The titles of the rows that are marked."""
        return [row.title for row in self._rows]

    def mark_rows(self, rows: Sequence[Row]) -> None:
        """Mark other rows; none for no search."""
        self._rows = rows
        self.setVisible(bool(rows))
        self.setGeometry(self._page.rect())
        self.lower()
        self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Cover the page as it grows."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest) and isinstance(watched, QWidget):
            self.setGeometry(watched.rect())
            self.update()
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Tint each row, from edge to edge of what is on the page."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        color = QColor(current_colors().accent)
        color.setAlpha(_MARK_ALPHA)
        painter.setBrush(color)
        layout = self._page.layout()
        room = layout.contentsRect() if layout is not None else self._page.rect()
        for row in self._rows:
            area = QRect()
            for widget in row.widgets:
                if isValid(widget) and widget.isVisible():
                    area |= QRect(widget.mapTo(self._page, QPoint()), widget.size())
            if not area.isEmpty():
                area.setLeft(room.left())
                area.setRight(room.right())
                painter.drawRoundedRect(QRectF(area.adjusted(-_ROOM, -_ROOM // 2, _ROOM, _ROOM // 2)), 5, 5)
