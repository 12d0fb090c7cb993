"""PageList: the pages of a dialog, and the rows on them that match a search."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QShortcut
from PySide6.QtWidgets import (
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from axon_desktop.text.fuzzy import fold_name
from axon_desktop.ui.accessibility.announcer import speak_rows
from axon_desktop.ui.buttons.clear_button import offer_clearing
from axon_desktop.ui.look.parts import name_panel, vbox
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.stylesheet import plain_tip
from axon_desktop.ui.settings.page_search import MatchHighlights, Row, matching, rows_of, searched

_PAGE, _ROW = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
_WIDTH = 190
_MOST_WIDTH = 250
"""Maximum width with large text: the pages need the room more."""
_INSET = 14


class _InsetRows(QStyledItemDelegate):
    """Indents found rows below their page."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint one line."""
        if index.data(_ROW) is not None:
            option.rect = option.rect.adjusted(_INSET, 0, 0, 0)
        super().paint(painter, option, index)


class PageList(QWidget):
    """A search field above a list; without a query the list has all pages, and nothing else."""

    page_chosen = Signal(int)
    """Number of the page to show; -1 when the search finds nothing."""
    row_chosen = Signal(object)
    """The Row to scroll to."""
    row_requested = Signal(object)
    """The Row that gets the focus."""

    def __init__(self, pages: Mapping[str, QWidget], parent: QWidget | None = None) -> None:
        """Take the pages by their titles."""
        super().__init__(parent)
        name_panel(self, "page_list")
        self.setFixedWidth(min(px(_WIDTH), _MOST_WIDTH))
        self._pages = dict(pages)
        self._titles = list(pages)
        self._marks = [MatchHighlights(page) for page in pages.values()]
        self._page = 0
        self.box = QLineEdit(self)
        self.box.setPlaceholderText(self.tr("Search settings"))
        self.box.setAccessibleName(self.tr("Search settings"))
        offer_clearing(self.box)
        self.box.textChanged.connect(self._fill)
        self.box.installEventFilter(self)
        self.list = QListWidget(self)
        self.list.setObjectName("settings_list")
        speak_rows(self.list, self.box)
        self.list.ensurePolished()  # a screen reader measures the rows before they are shown
        self.list.setAccessibleName(self.tr("Pages"))
        self.list.setItemDelegate(_InsetRows(self.list))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentItemChanged.connect(self._choose)
        self.list.itemActivated.connect(lambda _item: self._go())
        around = vbox(self.box, margins=(10, 0, 10, 0))
        vbox(around, 6, (self.list, 1), parent=self, margins=(0, 12, 0, 0), spacing=0)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self.window(), self.start)
        self._fill("")

    @property
    def marked(self) -> list[str]:
        """The titles of the highlighted rows on the shown page."""
        return self._marks[self._page].marked

    def start(self) -> None:
        """Move the focus to the search field."""
        self.box.setFocus()
        self.box.selectAll()

    def show_page(self, number: int) -> None:
        """Show a page, and end a search."""
        if self.box.text():
            self.box.clear()
        self.list.setCurrentRow(number)

    # --- searching

    def _fill(self, query: str) -> None:
        """List the matching pages and rows, and go to the first row."""
        self.list.blockSignals(True)
        self.list.clear()
        first: QListWidgetItem | None = None
        for number, (title, page) in enumerate(self._pages.items()):
            rows = matching(rows_of(page), title, query) if query.strip() else []
            self._marks[number].mark_rows(rows)
            if query.strip() and not rows and not _holds(title, query):
                continue
            items = [self._add(title, number, None), *(self._add(row.title, number, row) for row in rows)]
            first = first or (items[1] if rows else items[0])
        self.list.blockSignals(False)
        if not query.strip():
            self.list.setCurrentRow(self._page)
        elif first is not None:
            self.list.setCurrentItem(first)
        else:
            self.page_chosen.emit(-1)

    def _add(self, text: str, page: int, row: Row | None) -> QListWidgetItem:
        item = QListWidgetItem(text, self.list)
        item.setData(_PAGE, page)
        if row is not None:
            item.setData(_ROW, row)
            item.setToolTip(plain_tip(text))
            font = item.font()
            font.setPixelSize(px(12))
            item.setFont(font)
        return item

    def _choose(self, item: QListWidgetItem | None, _before: QListWidgetItem | None = None) -> None:
        if item is None:
            return
        self._page = item.data(_PAGE)
        for number in range(self.list.count()):
            other = self.list.item(number)
            font = other.font()
            font.setBold(other.data(_PAGE) == self._page and other.data(_ROW) is None)
            other.setFont(font)
        self.page_chosen.emit(self._page)
        if item.data(_ROW) is not None:
            self.row_chosen.emit(item.data(_ROW))

    def _go(self) -> None:
        """Move the focus to the chosen row."""
        item = self.list.currentItem()
        if item is not None and item.data(_ROW) is not None:
            self.row_requested.emit(item.data(_ROW))

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Choose in the list with the arrow keys, open with Enter, end the search with Esc, all in the field."""
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            row = self.list.currentRow() + (1 if event.key() == Qt.Key.Key_Down else -1)
            self.list.setCurrentRow(min(max(row, 0), self.list.count() - 1))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._go()
        elif event.key() == Qt.Key.Key_Escape and self.box.text():
            self.box.clear()
        else:
            return False
        return True


def _holds(title: str, query: str) -> bool:
    folded = searched(title)
    return all(word in folded for word in fold_name(query).split())
