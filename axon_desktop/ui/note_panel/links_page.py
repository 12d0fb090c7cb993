"""LinksPage: backlinks, outgoing links, and unlinked mentions of the shown note."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtGui import QGuiApplication, QShowEvent
from PySide6.QtWidgets import QMenu, QStackedWidget, QWidget

from axon_desktop.ui.aio import single_shot, spawn
from axon_desktop.ui.look.parts import name_panel, vbox
from axon_desktop.ui.look.stylesheet import plain_tip
from axon_desktop.ui.note_panel.filter_box import make_hint
from axon_desktop.ui.note_panel.link_rows import (
    BACKLINK,
    LinkWords,
    NoteLinks,
    gather_links,
    read_snippets,
    wikilink,
)
from axon_desktop.ui.note_panel.row_view import PanelRowView
from axon_desktop.ui.note_panel.rows import PanelRow, RowTarget
from axon_desktop.ui.note_panel.unlinked_mentions import UnlinkedMentions, find_mentions
from axon_desktop.ui.session.vault_context import ask_index
from axon_desktop.ui.status_bar.index_status import failure_words

if TYPE_CHECKING:
    from axon_desktop.index.vault_index import VaultIndex
    from axon_desktop.ui.session.vault_context import VaultContext
    from axon_desktop.vault import Vault
    from axon_desktop.vault.history.changes import VaultChanged

_PAUSE_MS = 120
_LOOK_AGAIN_MS = 900
"""After a change by another program the index may be updated a little later."""
_MENTIONS = "mentions"
_SECTIONS = frozenset({"backlinks", "outgoing", _MENTIONS})


class LinksPage(QWidget):
    """Follows the shown note; queries the index only while visible."""

    note_requested = Signal(str, str, int, bool)
    """(vault path, heading or block, line or 0, whether in a new tab)."""
    create_requested = Signal(str, str)
    """(name of a note that does not exist, vault path of the note with the link)."""

    def __init__(self, context: VaultContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name_panel(self, "links_page")
        self._context = context
        self._path = ""
        """Path of the note whose links are shown, or requested."""
        self._serial = 0
        self._outdated = True
        self._asking = False
        self._found: NoteLinks | None = None
        self._mentions: UnlinkedMentions | None = None
        self._looking = False
        self._lines_read: dict[str, PanelRow] = {}
        self._asked: set[str] = set()
        """Keys of lines that were read, or are being read, since the links were requested."""

        self.progress = make_hint()
        self.progress.hide()
        self.list = PanelRowView(self.tr("Links"))
        self.list.lines.folded.add(_MENTIONS)
        self.hint = make_hint()
        self._pages = QStackedWidget()
        self._pages.addWidget(self.hint)
        self._pages.addWidget(self.list)
        vbox(self.progress, (self._pages, 1), parent=self, margins=(8, 10, 8, 0), spacing=4)
        self.setFocusProxy(self.hint)

        self._pause = single_shot(self, _PAUSE_MS, self._refresh)
        self._recheck = single_shot(self, _LOOK_AGAIN_MS, self._outdate)
        self.list.chosen.connect(self._choose)
        self.list.menu_requested.connect(lambda line, place: self.make_menu(line).popup(place))
        self.list.fold_changed.connect(self._fold_changed)
        self.list.visible_changed.connect(self._read_visible)
        context.note_changed.connect(self._note_changed)
        context.entered.connect(self._leave)
        context.left.connect(self._leave)
        context.catalog_changed.connect(self._index_changed)
        context.files_changed.connect(self._files_changed)

    def showEvent(self, event: QShowEvent) -> None:
        """Send the queries that were postponed while hidden."""
        super().showEvent(event)
        self._refresh()

    # --- changes

    def _note_changed(self, path: str, _text: str) -> None:
        if path != self._path:
            self._forget(path)
            self._refresh()

    def _leave(self) -> None:
        self._forget("")
        self._outdate()

    def _forget(self, path: str) -> None:
        """Drop all results, and every pending answer."""
        self._serial += 1
        self._path = path
        self._outdated = True
        self._asking = self._looking = False
        self._found = self._mentions = None
        self._lines_read.clear()
        self.list.lines.folded &= _SECTIONS

    def _files_changed(self, change: VaultChanged) -> None:
        self._outdate()
        if change.origin == "outside":
            self._recheck.start()

    def _index_changed(self) -> None:
        """Query again when the index knows more, and show its progress."""
        index = self._context.index
        if self._found is None or (index is not None and index.state.phase == "ready"):
            self._outdate()
        elif self.isVisible():
            self._show_progress()

    def _outdate(self) -> None:
        self._outdated = True
        if not self._pause.isActive():
            self._pause.start()

    # --- queries

    def _refresh(self) -> None:
        if self._outdated and self.isVisible() and not self._asking:
            self._outdated, self._asking = False, True
            self._path = self._context.note_path
            self._serial += 1
            spawn(self._gather(self._serial, self._path), name="links of the note")

    async def _gather(self, serial: int, path: str) -> None:
        index, vault = self._context.index, self._context.vault
        found: NoteLinks | None = None
        if index is not None and vault is not None and path:
            words = LinkWords(self.tr("Create"), self.tr("in a canvas"))
            found = await ask_index(index, partial(_links_of, vault, index, path, words))
        if serial != self._serial:
            return  # another note is shown
        self._asking = False
        self._found = found
        self._asked.clear()
        if _MENTIONS in self.list.lines.folded:
            self._mentions = None
        else:
            self._look_for_mentions()
        self._show()
        if self._outdated:
            self._pause.start()

    def _fold_changed(self, line: PanelRow, shown: bool) -> None:
        if line.key == _MENTIONS and shown and self._mentions is None:
            self._look_for_mentions()
            self._show()

    def _look_for_mentions(self) -> None:
        if not self._looking:
            self._looking = True
            spawn(self._find_mentions(self._serial), name="unlinked mentions")

    async def _find_mentions(self, serial: int) -> None:
        index, vault, path = self._context.index, self._context.vault, self._path
        found: UnlinkedMentions | None = None
        if index is not None and vault is not None and path:
            gone = partial(self._is_gone, path)
            found = await ask_index(index, partial(find_mentions, vault, index, path, gone))
        if path == self._path and vault is self._context.vault:
            self._looking = False
            self._mentions = found
            if serial != self._serial:  # the links were requested again: so is this
                self._look_for_mentions()
            self._show()

    def _is_gone(self, path: str) -> bool:
        return path != self._path

    def _read_visible(self) -> None:
        """Read the visible lines of other notes that were not read yet."""
        if not self.isVisible():
            return
        wanted = [
            line
            for line in self.list.visible_lines()
            if line.key.startswith(BACKLINK) and line.key not in self._asked
        ]
        if wanted:
            self._asked.update(line.key for line in wanted)
            spawn(self._read(self._path, wanted), name="lines of backlinks")

    async def _read(self, path: str, wanted: list[PanelRow]) -> None:
        vault = self._context.vault
        if vault is None:
            return
        made = await asyncio.to_thread(read_snippets, vault, path, wanted)
        if path == self._path:
            self._lines_read.update(made)
            self.list.lines.replace(made)

    # --- showing

    def _show(self) -> None:
        self._show_progress()
        found = self._found
        if found is None:
            self.hint.setText(self._reason())
            self.hint.setToolTip(plain_tip(failure_words(self._context.index)))
            self._turn_to(self.hint)
            return
        read = self._lines_read
        lines = [
            self._section("backlinks", self.tr("Backlinks"), found.incoming),
            *([read.get(line.key, line) for line in found.backlinks] or [_remark(self.tr("No notes link here."))]),
            self._section("outgoing", self.tr("Outgoing links"), len(found.outgoing)),
            *(found.outgoing or [_remark(self.tr("This note has no links."))]),
        ]
        mentions = self._mentions
        if mentions is None:
            waiting = self.tr("Looking for mentions…") if self._looking else self.tr("The index is not ready yet.")
            lines += [
                PanelRow(_MENTIONS, self.tr("Unlinked mentions"), 0, "section", foldable=True),
                _remark(waiting),
            ]
        else:
            section = self._section(_MENTIONS, self.tr("Unlinked mentions"), mentions.found)
            lines.append(section._replace(note=f"{section.note}+") if mentions.more else section)
            lines += mentions.lines or [_remark(self.tr("Nothing else mentions this note."))]
        self.list.set_lines(lines)
        self._turn_to(self.list)

    def _turn_to(self, page: QWidget) -> None:
        self._pages.setCurrentWidget(page)
        self.setFocusProxy(page)  # a hidden widget cannot have the focus

    def _section(self, key: str, title: str, count: int) -> PanelRow:
        return PanelRow(key, title, 0, "section", str(count), foldable=True)

    def _reason(self) -> str:
        """Return why there is nothing to show."""
        index = self._context.index
        if not self._context.note_path:
            return self.tr("Open a note to see its links.")
        if index is None:
            return self.tr("This vault has no index, so its links are not known.")
        if index.state.phase == "failed":
            return self.tr("The index of this vault could not be built, so its links are not known.")
        return self.tr("Reading the vault’s links…")

    def _show_progress(self) -> None:
        """Show the progress of the index while links may be missing."""
        index = self._context.index
        state = index.state if index is not None else None
        reading = state is not None and state.phase in ("texts", "entries") and state.total > 0
        self.progress.setVisible(reading)
        if state is not None and reading:
            numbers = QLocale(QLocale.Language.English)
            done, total = (numbers.toString(number) for number in (state.done, state.total))
            self.progress.setText(self.tr("Still reading: {done} of {total}").format(done=done, total=total))

    # --- choosing

    def _choose(self, line: PanelRow, new_tab: bool) -> None:
        if line.kind == "new":
            self.create_requested.emit(line.target.path, self._path)
        elif line.target.path:
            self.note_requested.emit(line.target.path, line.target.anchor, line.target.line, new_tab)

    def make_menu(self, line: PanelRow) -> QMenu:
        """Return the menu of a line, which deletes itself on closing."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if line.kind == "section":
            shown = self.list.lines.is_open(line)
            menu.addAction(
                self.tr("Fold") if shown else self.tr("Unfold"), partial(self.list.set_open, line, not shown)
            )
            return menu
        if line.kind == "new":
            menu.addAction(self.tr("Create note"), partial(self._choose, line, False))
        else:
            menu.addAction(self.tr("Open"), partial(self._choose, line, False))
            menu.addAction(self.tr("Open in new tab"), partial(self._choose, line, True))
        menu.addAction(self.tr("Copy wikilink"), partial(self._copy, line.target))
        return menu

    def _copy(self, target: RowTarget) -> None:
        QGuiApplication.clipboard().setText(wikilink(self._context.vault, target))


def _links_of(vault: Vault, index: VaultIndex, path: str, words: LinkWords) -> NoteLinks | None:
    links = index.links() if vault.names.ready else None  # without the names no link can be resolved
    return None if links is None else gather_links(links, path, words)


def _remark(text: str) -> PanelRow:
    return PanelRow(f"remark:{text}", text, 1, "hint")
