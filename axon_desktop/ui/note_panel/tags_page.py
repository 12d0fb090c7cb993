"""TagsPage: all tags of the vault, as a tree with counts."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QActionGroup, QGuiApplication, QShowEvent
from PySide6.QtWidgets import QMenu, QStackedWidget, QToolButton, QWidget

from axon_desktop.ui.aio import single_shot, spawn
from axon_desktop.ui.look.icons import icon
from axon_desktop.ui.look.parts import hbox, name_menu_button, name_panel, vbox
from axon_desktop.ui.note_panel.filter_box import FilterBox, make_hint
from axon_desktop.ui.note_panel.row_view import PanelRowView
from axon_desktop.ui.note_panel.rows import PanelRow
from axon_desktop.ui.note_panel.tag_rows import Order, read_tags, tag_lines
from axon_desktop.ui.session.vault_context import ask_index
from axon_desktop.ui.status_bar.index_status import failure_words

if TYPE_CHECKING:
    from axon_desktop.index.vault_index import VaultIndex
    from axon_desktop.ui.session.vault_context import VaultContext

_PAUSE_MS = 400
_MAX_DEPTH_OPEN = 1
"""Tags deeper than this are initially folded."""


class TagsPage(QWidget):
    """Queries the index only while visible."""

    search_requested = Signal(str)
    """A query that finds the notes of a tag."""

    def __init__(self, context: VaultContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name_panel(self, "tags_page")
        self._context = context
        self._order: Order = "name"
        self._tags: list[tuple[str, int]] | None = None
        self._outdated = True
        self._asking = False
        self._known: set[str] = set()
        """Keys of the tags that were shown before: the user's folding of them stays."""

        self.list = PanelRowView(self.tr("Tags"))
        self.filter = FilterBox(self.tr("Filter tags"), self.list)
        self.sort = QToolButton()
        self.sort.setIcon(icon("sort"))
        self.sort.setToolTip(self.tr("Sort order of the tags"))
        self.sort.setAccessibleName(self.tr("Sort order of the tags"))
        self.sort.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.sort.setMenu(self._make_order_menu())
        name_menu_button(self.sort)
        self.sort.setEnabled(False)
        self.hint = make_hint()
        self._pages = QStackedWidget()
        self._pages.addWidget(self.hint)
        self._pages.addWidget(self.list)
        vbox(hbox((self.filter, 1), self.sort, spacing=4), self._pages, parent=self, margins=(8, 10, 8, 0))
        self.setFocusProxy(self.filter)

        self._pause = single_shot(self, _PAUSE_MS, self._refresh)
        self.list.chosen.connect(lambda line, _new_tab: self._search(line))
        self.list.menu_requested.connect(lambda line, place: self.make_menu(line).popup(place))
        self.filter.looked.connect(self._show_list)
        context.entered.connect(self._leave)
        context.left.connect(self._leave)
        context.catalog_changed.connect(self._outdate)
        context.files_changed.connect(lambda _change: self._outdate())

    def _make_order_menu(self) -> QMenu:
        menu = QMenu(self)
        group = QActionGroup(menu)
        orders: tuple[tuple[Order, str], ...] = (
            ("name", self.tr("By name")),
            ("count", self.tr("By number of notes")),
        )
        for order, text in orders:
            action = menu.addAction(text, partial(self.set_order, order))
            action.setCheckable(True)
            action.setChecked(order == self._order)
            group.addAction(action)
        return menu

    def set_order(self, order: Order) -> None:
        """Sort the tags by another order."""
        self._order = order
        spawn(self._arrange(), name="order of the tags")

    def showEvent(self, event: QShowEvent) -> None:
        """Send the queries that were postponed while hidden."""
        super().showEvent(event)
        self._refresh()

    # --- queries

    def _leave(self) -> None:
        self._tags = None
        self._known.clear()
        self.list.lines.folded.clear()
        self._outdate()

    def _outdate(self) -> None:
        self._outdated = True
        if not self._pause.isActive():
            self._pause.start()

    def _refresh(self) -> None:
        if self._outdated and self.isVisible() and not self._asking:
            self._outdated, self._asking = False, True
            spawn(self._gather(), name="tags")

    async def _gather(self) -> None:
        index = self._context.index
        tags = await ask_index(index, partial(_tags_of, index)) if index is not None else None
        self._asking = False
        if index is self._context.index:
            self._tags = tags
            await self._arrange()
        if self._outdated:
            self._pause.start()

    async def _arrange(self) -> None:
        """Show the tags in the current order."""
        tags, order = self._tags, self._order
        lines = await asyncio.to_thread(tag_lines, tags or (), order)
        if tags is not self._tags or order != self._order:
            return  # they changed
        deep = {line.key for line in lines if line.foldable and line.depth >= _MAX_DEPTH_OPEN}
        self.list.lines.folded |= deep - self._known
        self._known |= deep
        self.list.set_lines(lines)
        self._show_list()

    def _show_list(self) -> None:
        """Show the tags, or say why there are none."""
        self.hint.setText(self._reason())
        shown = self.list.lines.rowCount() > 0
        self._pages.setCurrentWidget(self.list if shown else self.hint)
        self.sort.setEnabled(bool(self.list.lines.lines))
        self.setFocusProxy(self.list if shown else self.filter)

    def _reason(self) -> str:
        """Return why there is nothing to show."""
        index = self._context.index
        if self.list.lines.lines:
            return self.tr("No tags match.")
        if index is None:
            return self.tr("This vault has no index, so its tags are not known.")
        if index.state.phase == "failed":
            words = self.tr("The index of this vault could not be built, so its tags are not known.")
            return f"{words}\n\n{failure_words(index)}"
        if self._tags is None or index.state.phase in ("texts", "entries"):
            return self.tr("Reading the tags in the vault…")
        return self.tr("No note in this vault has a tag.")

    # --- choosing

    def _search(self, line: PanelRow) -> None:
        self.search_requested.emit(f"tag:#{line.target.path}")

    def make_menu(self, line: PanelRow) -> QMenu:
        """Return the menu of a tag, which deletes itself on closing."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Search"), partial(self._search, line))
        menu.addAction(self.tr("Copy tag"), partial(QGuiApplication.clipboard().setText, f"#{line.target.path}"))
        return menu


def _tags_of(index: VaultIndex) -> list[tuple[str, int]] | None:
    links = index.links()
    return None if links is None else read_tags(links)
