"""BookmarksPage: the user's bookmarks, and below them those of Obsidian."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu, QStackedWidget, QWidget

from axon_desktop.ui.bookmarks.bookmark_file import Bookmark
from axon_desktop.ui.look.parts import name_panel, vbox
from axon_desktop.ui.note_panel.filter_box import FilterBox, make_hint
from axon_desktop.ui.note_panel.row_view import PanelRowView
from axon_desktop.ui.note_panel.rows import Kind, PanelRow
from axon_desktop.ui.tree.model import display_name

_OBSIDIAN = "obsidian"
"""Key of the section of Obsidian's bookmarks, and beginning of theirs."""


class BookmarksPage(QWidget):
    """Shows what it is given."""

    chosen = Signal(object, bool)
    """(Bookmark, whether in a new tab)."""
    removed = Signal(object)
    """A Bookmark of the user's that is to go."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name_panel(self, "bookmarks_page")
        self._by_key: dict[str, Bookmark] = {}
        self.list = _BookmarkList(self.tr("Bookmarks"), self._remove)
        self.filter = FilterBox(self.tr("Filter bookmarks"), self.list)
        self.hint = make_hint()
        self._pages = QStackedWidget()
        self._pages.addWidget(self.hint)
        self._pages.addWidget(self.list)
        vbox(self.filter, self._pages, parent=self, margins=(8, 10, 8, 0))
        self.setFocusProxy(self.filter)
        self.list.chosen.connect(self._choose)
        self.list.menu_requested.connect(lambda line, place: self.make_menu(line).popup(place))
        self.filter.looked.connect(self._show_list)

    def show_bookmarks(
        self, own: Sequence[Bookmark], obsidian: Sequence[Bookmark], is_there: Callable[[str], bool]
    ) -> None:
        """Show bookmarks; `is_there` tells whether a vault path exists."""
        self._by_key = {f"{number}": one for number, one in enumerate(own)}
        others = {f"{_OBSIDIAN}/{number}": one for number, one in enumerate(obsidian)}
        lines = [self._line(key, one, 0, is_there) for key, one in self._by_key.items()]
        if others:
            lines.append(PanelRow(_OBSIDIAN, self.tr("From Obsidian"), 0, "section", foldable=True))
            lines += [self._line(key, one, one.depth + 1, is_there) for key, one in others.items()]
        self._by_key |= others
        self.list.set_lines(lines)
        self._show_list()

    def _line(self, key: str, one: Bookmark, depth: int, is_there: Callable[[str], bool]) -> PanelRow:
        if one.kind == "group":
            return PanelRow(key, one.path, depth, "section", foldable=True)
        if one.kind == "search":
            return PanelRow(key, one.title or one.path, depth, note=self.tr("search"), tip=one.path)
        name = one.title or one.heading or display_name(one.path)
        where = display_name(one.path) if name == one.heading else one.path.rpartition("/")[0]
        kind: Kind = "entry" if is_there(one.path) else "new"
        tip = f"{one.path}#{one.heading}" if one.heading else one.path
        return PanelRow(key, name, depth, kind, note="" if kind == "new" else where, tip=tip)

    def _show_list(self) -> None:
        some = bool(self.list.lines.lines)
        words = self.tr("A file, a heading or a search can be bookmarked from its menu.")
        self.hint.setText(self.tr("No bookmarks match.") if some else words)
        shown = self.list.lines.rowCount() > 0
        self._pages.setCurrentWidget(self.list if shown else self.hint)
        self.setFocusProxy(self.list if shown else self.filter)

    # --- choosing

    def _choose(self, line: PanelRow, new_tab: bool) -> None:
        if line.key in self._by_key:
            self.chosen.emit(self._by_key[line.key], new_tab)

    def _remove(self, line: PanelRow) -> None:
        if line.key in self._by_key and not line.key.startswith(_OBSIDIAN):
            self.removed.emit(self._by_key[line.key])

    def make_menu(self, line: PanelRow) -> QMenu:
        """Return the menu of a bookmark, which deletes itself on closing."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Open"), partial(self._choose, line, False))
        menu.addAction(self.tr("Open in new tab"), partial(self._choose, line, True))
        if not line.key.startswith(_OBSIDIAN):
            menu.addSeparator()
            menu.addAction(self.tr("Remove bookmark"), partial(self._remove, line))
        return menu


class _BookmarkList(PanelRowView):
    """Removes with Delete."""

    def __init__(self, name: str, remove: Callable[[PanelRow], None]) -> None:
        super().__init__(name)
        self._take_away = remove

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Remove the bookmark with the focus; the rest is the list's."""
        line = self.current_line()
        if event.key() == Qt.Key.Key_Delete and line is not None:
            self._take_away(line)
        else:
            super().keyPressEvent(event)
