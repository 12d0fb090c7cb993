"""NoHits: the page of a search without results: the reason, and what else to try."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, Signal
from PySide6.QtWidgets import QProgressBar, QWidget

from axon_desktop.ui.aio import spawn
from axon_desktop.ui.look.parts import STRETCH, text_label, vbox
from axon_desktop.ui.widgets.empty_state import EmptyState, EmptyStateAction

if TYPE_CHECKING:
    from axon_desktop.index.vault_index import IndexState
    from axon_desktop.ui.search.vault_search import VaultSearch

_PLAIN = re.compile(r"[\w\s'’.,-]+")
"""A query that is only words, and may be the name of a note."""
_SHORTEST = 4
_BUILDING = ("starting", "comparing", "texts", "entries")


class NoHits(QWidget):
    """A page of the search."""

    search_requested = Signal(str)
    """Another query that has results."""
    ask_requested = Signal(str)
    """The agent is to be asked about a query."""
    create_requested = Signal(str)
    """A note with this name is to be created."""
    names_requested = Signal(str)
    """File names are to be searched."""

    def __init__(self) -> None:
        super().__init__()
        self.state = EmptyState()
        self.progress = QProgressBar()
        self.progress.setObjectName("index_progress")
        self.progress.setAccessibleName(self.tr("Indexing"))
        self.progress.setTextVisible(False)
        self.progress.setFixedHeight(3)
        self.done = text_label(wraps=True)
        self._about = QWidget()
        vbox(self.progress, self.done, parent=self._about, margins=(0, 8, 0, 4), spacing=-1)
        self.state.add_below_title(self._about)
        vbox(self.state, STRETCH, parent=self, margins=(6, 14, 6, 0), spacing=-1)
        self._version = 0

    def show_nothing_found(self, query: str, why: str, search: VaultSearch | None) -> None:
        """Show that a query found nothing; a similar name is offered after a search for it."""
        self._version += 1
        self._about.hide()
        self._show(query, why, ())
        if search is not None and is_plain(query) and len(query) >= _SHORTEST:
            spawn(self._find_similar(query, why, search, self._version), name="look for near names")

    def _show(self, query: str, why: str, meant: Sequence[EmptyStateAction]) -> None:
        ways = [
            *meant,
            EmptyStateAction(self.tr("Ask Axon"), partial(self.ask_requested.emit, query), primary=not meant),
        ]
        if is_plain(query):
            ways.append(
                EmptyStateAction(self.tr("New note of this name"), partial(self.create_requested.emit, query))
            )
        title = self.tr("No note has these words") if is_plain(query) else self.tr("Nothing found")
        self.state.say(title, why, ways)

    async def _find_similar(self, query: str, why: str, search: VaultSearch, version: int) -> None:
        found = await asyncio.to_thread(search.near_words, query, lambda: version != self._version)
        if found is None or version != self._version:
            return
        words, notes = found
        one, many = (
            self.tr("Did you mean “{words}”? 1 note has it."),
            self.tr("Did you mean “{words}”? {count} notes have it."),
        )
        number = QLocale(QLocale.Language.English).toString(notes)
        asked = (one if notes == 1 else many).format(words=words, count=number)
        way = EmptyStateAction(
            self.tr("Search “{words}”").format(words=words), partial(self.search_requested.emit, words), True
        )
        self._show(query, f"{why}\n{asked}" if why else asked, (way,))

    def show_progress(self, query: str, state: IndexState, *, busy: bool) -> None:
        """Show the progress of the index, while there is nothing else to show."""
        self._version += 1
        numbers = QLocale(QLocale.Language.English)
        words = self.tr("{done} of {total} notes")
        count = words.format(done=numbers.toString(state.done), total=numbers.toString(state.total))
        self.done.setText(count if state.total else "")
        self.done.setVisible(bool(state.total))
        self.progress.setRange(0, state.total)
        self.progress.setValue(state.done)
        self._about.show()
        found = self.tr("Searching the files…") if busy else self.tr("What is read so far has no hit.")
        names = self.tr("File names can be searched already.")
        self.state.say(
            self.tr("Reading the vault"),
            f"{found} {names}",
            [EmptyStateAction(self.tr("File names"), partial(self.names_requested.emit, query), primary=True)],
        )


def is_building(state: IndexState | None) -> bool:
    """Tell whether an index is being built and cannot be searched yet."""
    return state is not None and state.phase in _BUILDING and not state.searchable


def is_plain(query: str) -> bool:
    """Tell whether a query is nothing but words."""
    return _PLAIN.fullmatch(query) is not None
