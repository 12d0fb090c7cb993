"""Switcher: opens a note by typing parts of its name."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from axon_desktop.markdown.html.links import is_image
from axon_desktop.text.file_names import is_note, without_suffix
from axon_desktop.ui.actions import native, with_native_keys
from axon_desktop.ui.aio import single_shot, spawn
from axon_desktop.ui.quick_open.box import QuickOpenBox
from axon_desktop.ui.quick_open.note_names import HEADING_MARKER, HeadingMatch, Place, SwitcherNames
from axon_desktop.ui.quick_open.row_list import QuickOpenRow
from axon_desktop.ui.search.recent import RecentList
from axon_desktop.vault.names.quick_search import shown_name

if TYPE_CHECKING:
    from collections.abc import Sequence

LIMIT = 100
_WAITING_MS = 250
_FEW = 8
"""Maximum number of notes in a list that has headings, too."""
_SHORTEST = 2
"""Minimum length of a query that finds headings without `#`."""


class Switcher(QuickOpenBox[Place]):
    """Queries the names of a vault in a thread; Enter before the result waits for it."""

    place_requested = Signal(str, int, bool)
    """(vault path, line or 0, in a new tab): a place was chosen."""
    create_requested = Signal(str)
    """A note with this name is to be created."""
    left = Signal()
    """Enter was pressed before the result was there; the switcher is closed, further typing is for the note."""
    reopening = Signal()
    """There is no such note; the switcher is about to open again."""

    def __init__(self, recent: RecentList, parent: QWidget) -> None:
        super().__init__(offer_of, parent)
        self._recent = recent
        self._names: SwitcherNames | None = None
        self._asked = 0
        self._answered = ""
        self._wanted: Callable[[], None] | None = None
        """The action that waits for the result."""
        self._set_words(self.tr("Go to note"), self.tr("Go to a note by its name; # for headings"))
        self._waiting = single_shot(self, _WAITING_MS, self._show_waiting)

    def set_names(self, names: SwitcherNames | None) -> None:
        """Search another vault, or none."""
        self.close_list()
        self._names = names

    def open_list(self) -> None:
        """Open with the last opened notes; a second time closes it."""
        names = self._names
        if names is None:
            return
        self._answered = ""
        super().open_list()
        if self.isVisible():
            spawn(self._prepare(names), name="prepare names")

    def close_list(self) -> None:
        """Close, and return the focus."""
        self._asked += 1
        self._waiting.stop()
        self._wanted = None
        super().close_list()

    # --- queries

    async def _prepare(self, names: SwitcherNames) -> None:
        """Load the current names, and query again if they changed."""
        others = await asyncio.to_thread(names.prepare)
        if others and names is self._names and isValid(self) and (self._wanted is not None or self.isVisible()):
            self._look(names, self._wanted)

    def _ask(self) -> None:
        if self._names is not None and self.isVisible():
            self._look(self._names)

    def _look(self, names: SwitcherNames, wanted: Callable[[], None] | None = None) -> None:
        """Find matches for the text of the field; show them, or run `wanted` with them."""
        self._asked += 1
        self._wanted = wanted
        self._waiting.start()
        spawn(self._find(names, self.box.text(), self._asked), name="go to note")

    async def _find(self, names: SwitcherNames, query: str, number: int) -> None:
        places = await asyncio.to_thread(
            names.find, query, self._recent.texts, LIMIT, lambda: number != self._asked
        )
        if number != self._asked:
            return  # something else was typed meanwhile
        letters = len(query.strip())
        headings_too = (
            letters >= _SHORTEST and len(places) < _FEW and not query.lstrip().startswith(HEADING_MARKER)
        )
        if places or not headings_too:
            self._show(query, places)
        if headings_too:
            headings = await asyncio.to_thread(names.headings, query, LIMIT - len(places))
            if number == self._asked:
                self._show(query, [*places, *headings])

    def _show(self, query: str, places: Sequence[Place]) -> None:
        self._waiting.stop()
        chosen = self.list.chosen if query == self._answered else None
        self._answered = query
        self.list.show_things(places)
        if chosen in places:
            self.list.step(places.index(chosen))
        elif len(places) > 1 and not query.strip():
            self.list.step(int(places[0].path == self._here()))  # nobody wants to go to the open note
        self._show_message("" if places else self._nothing(query))
        self._announce()
        wanted, self._wanted = self._wanted, None
        if wanted is not None:
            wanted()

    def _here(self) -> str:
        return self._recent.texts[0] if self._recent.texts else ""

    def _nothing(self, query: str) -> str:
        name = query.strip()
        if not name:
            return self.tr("Notes that you open are listed here.")
        if name.startswith(HEADING_MARKER):
            return self.tr("No heading found.") if name.strip(HEADING_MARKER) else self.tr("Type a heading.")
        return with_native_keys(self.tr("No note found. Press Shift+Enter to create “{name}”.")).format(name=name)

    def _show_waiting(self) -> None:
        if not self.list.offers.rowCount():
            self._show_message(self.tr("Reading the file names…"))

    def _working_keys(self) -> Sequence[str]:
        keys: list[str] = []
        if self.list.offers.rowCount():
            keys += [
                self.tr("Enter to open"),
                self.tr("{keys} to open in a new tab").format(keys=native("Ctrl+Enter")),
            ]
        if self._wanted_name():
            keys.append(with_native_keys(self.tr("Shift+Enter to create a note")))
        return keys

    def _wanted_name(self) -> str:
        """Return the name of the note that Shift+Enter would create; empty if it would create none."""
        name = self.box.text().strip()
        return "" if name.startswith(HEADING_MARKER) else name

    # --- opening

    def _choose(self, modifiers: Qt.KeyboardModifier) -> None:
        if modifiers & Qt.KeyboardModifier.ShiftModifier:
            self._create()
            return
        new_tab = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
        if self._answered == self.box.text():
            self._go(new_tab=new_tab)
        else:  # typed before the result: the first match of all of it is meant
            names = self._names
            self.close_list()
            if names is not None:
                self.left.emit()
                self._look(names, lambda: self._go(new_tab=new_tab))

    def _go(self, *, new_tab: bool) -> None:
        place = self.list.chosen
        if place is not None:
            self.close_list()
            line = place.line if isinstance(place, HeadingMatch) else 0
            self.place_requested.emit(place.path, line, new_tab)
        elif self.isHidden():
            query = self.box.text()
            self.reopening.emit()
            self.open_list()
            self.box.setText(query)

    def _create(self) -> None:
        name = self._wanted_name()
        if name:
            self.close_list()
            self.create_requested.emit(name)


def offer_of(place: Place) -> QuickOpenRow:
    """Return the row of a place: its kind, its name with the match, and its folder."""
    if isinstance(place, HeadingMatch):
        return QuickOpenRow(place.title, "heading", place.marks, shown_name(place.path), tip=place.path)
    if place.is_alias:
        return QuickOpenRow(place.name, "alias", place.marks, without_suffix(place.path), tip=place.path)
    path = place.path.lower()
    other = "image" if is_image(path) else "board" if path.lower().endswith((".canvas", ".base")) else "file"
    icon = "note" if is_note(path) else other
    return QuickOpenRow(place.name, icon, place.marks, place.folder, place.folder_marks, tip=place.path)
