"""Search for a setting: the texts on the pages of a dialog, and highlighting the matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QComboBox, QLabel, QTableWidget, QWidget
from shiboken6 import isValid

from axon_desktop.text.fuzzy import fold_name
from axon_desktop.ui.language.translation import english_of, plain
from axon_desktop.ui.look.theme import current_colors

_MARK_ALPHA = 46
_ROOM = 4
"""Padding of a highlight in pixels."""
_STATES = ("ok", "warn", "err")
"""Tones of texts about the current state, which are no settings."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a page: a label with its field, a box, a button, a description."""

    title: str
    words: str
    """All searchable text, folded."""
    widgets: tuple[QWidget, ...]
    """The highlighted widgets; the last one is scrolled to."""
    is_description: bool = False
    """Whether it contains nothing to set."""


def rows_of(page: QWidget) -> list[Row]:
    """Return the rows of a page that are visible with it, each title once."""
    found: dict[str, Row] = {}
    for widget in page.findChildren(QWidget):
        row = _row_of(widget) if not _is_hidden(widget, page) else None
        if row is not None:
            found.setdefault(row.title, row)
    return list(found.values())


def matching(rows: Sequence[Row], page_title: str, query: str) -> list[Row]:
    """Return the rows that match the words of a query; some of the words may be in the title of the page.

    Descriptions are returned only if no setting matches.
    """
    words, title = fold_name(query).split(), searched(page_title)
    found = [
        row
        for row in rows
        if any(word in row.words for word in words) and all(word in row.words or word in title for word in words)
    ]
    return [row for row in found if not row.is_description] or found


def searched(*texts: str) -> str:
    """Return the searchable text for texts of the window: their words, and those of their English."""
    return fold_name(" ".join(plain(text) for text in (*texts, *map(english_of, texts))))


def _row_of(widget: QWidget) -> Row | None:
    if isinstance(widget, QLabel):
        title, buddy = plain(widget.text()).strip(), widget.buddy()
        if (
            widget.property("kind") == "title"
            or widget.property("tone") in _STATES
            or not any(char.isalpha() for char in title)
            or widget.textFormat() == Qt.TextFormat.RichText
        ):
            return None
        fields = (buddy,) if buddy is not None else ()
        inside = [text for field in fields for text in _inside(field)]
        return Row(title, searched(widget.text(), *inside), (widget, *fields), is_description=not fields)
    if isinstance(widget, QAbstractButton) and any(char.isalpha() for char in widget.text()):
        title = plain(widget.text()).strip()
        return Row(title, searched(widget.text(), widget.toolTip()), (widget,))
    if isinstance(widget, QAbstractItemView) and widget.accessibleName():
        return Row(widget.accessibleName(), searched(*_inside(widget)), (widget,))
    return None


def _inside(field: QWidget) -> list[str]:
    """Return the choices of a field, and the column titles of a table."""
    texts = [field.accessibleName(), field.toolTip()]
    if isinstance(field, QComboBox):
        texts += [field.itemText(number) for number in range(field.count())]
    if isinstance(field, QTableWidget):
        heads = (field.horizontalHeaderItem(column) for column in range(field.columnCount()))
        texts += [head.text() for head in heads if head is not None]
    return texts


def _is_hidden(widget: QWidget, page: QWidget) -> bool:
    """Tell whether a widget was hidden on purpose, and not only because its page was never shown."""
    at: QWidget | None = widget
    hidden, on_purpose = Qt.WidgetAttribute.WA_WState_Hidden, Qt.WidgetAttribute.WA_WState_ExplicitShowHide
    while at is not None and at is not page:
        if at.isWindow() or (at.testAttribute(hidden) and at.testAttribute(on_purpose)):
            return True
        at = at.parentWidget()
    return False


class MatchHighlights(QWidget):
    """A layer on a page, below its contents, that tints matches; the mouse ignores it."""

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
        """The titles of the highlighted rows."""
        return [row.title for row in self._rows]

    def mark_rows(self, rows: Sequence[Row]) -> None:
        """Highlight other rows; none without a search."""
        self._rows = rows
        self.setVisible(bool(rows))
        self.setGeometry(self._page.rect())
        self.lower()
        self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Cover the page when it is resized."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest) and isinstance(watched, QWidget):
            self.setGeometry(watched.rect())
            self.update()
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Tint each row, over the full width of the contents."""
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
