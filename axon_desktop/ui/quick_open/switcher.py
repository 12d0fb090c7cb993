"""Switcher: the letters of a name lead to its note."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from axon_desktop.ui.aio import spawn
from axon_desktop.ui.quick_open.box import OfferBox
from axon_desktop.ui.quick_open.note_names import HEADING_SIGN, HeadingMatch, Place, SwitcherNames
from axon_desktop.ui.quick_open.place_rows import offer_of
from axon_desktop.ui.search.recent import RecentList

if TYPE_CHECKING:
    from collections.abc import Sequence

LIMIT = 100
_WAITING_MS = 250
_FEW = 8
"""Notes with which headings are looked for too."""
_SHORTEST = 2
"""Letters of a heading that is looked for when it was not asked for by its sign."""


class Switcher(OfferBox[Place]):
    """Asks the names of a vault in a thread; what is typed faster than found is answered once it is."""

    place_requested = Signal(str, int, bool)
    """(vault path, line or 0, in a new tab): a place was chosen."""
    create_requested = Signal(str)
    """A note of this name is wanted."""
    left = Signal()
    """Enter was pressed before the answer was there; the switcher is closed, and what is typed is for the note."""
    came_back = Signal()
    """The answer was that there is no such note; the switcher is about to be open again."""

    def __init__(self, recent: RecentList, parent: QWidget) -> None:
        super().__init__(offer_of, parent)
        self._recent = recent
        self._names: SwitcherNames | None = None
        self._asked = 0
        self._answered = ""
        self._wanted: Callable[[], None] | None = None
        """What is done once the answer to what was typed is there."""
        self._set_words(self.tr("Go to note"), self.tr("Go to a note by its name; # for headings"))
        self._waiting = QTimer(self, singleShot=True, interval=_WAITING_MS)
        self._waiting.timeout.connect(self._say_waiting)

    def set_names(self, names: SwitcherNames | None) -> None:
        """Lead through another vault, or through none."""
        self.close_list()
        self._names = names

    def open_list(self) -> None:
        """Open with what was open last; a second time closes it."""
        names = self._names
        if names is None:
            return
        self._answered = ""
        super().open_list()
        if self.isVisible():
            spawn(self._prepare(names), name="prepare names")

    def close_list(self) -> None:
        """Close, and give the focus back."""
        self._asked += 1
        self._waiting.stop()
        self._wanted = None
        super().close_list()

    # --- asking

    async def _prepare(self, names: SwitcherNames) -> None:
        """Take the names as they are now, and answer again if they are others than before."""
        others = await asyncio.to_thread(names.prepare)
        if others and names is self._names and isValid(self) and (self._wanted is not None or self.isVisible()):
            self._look(names, self._wanted)

    def _ask(self) -> None:
        if self._names is not None and self.isVisible():
            self._look(self._names)

    def _look(self, names: SwitcherNames, wanted: Callable[[], None] | None = None) -> None:
        """Find what the text in the box means; show it, or do what is wanted with it."""
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
        headings_too = letters >= _SHORTEST and len(places) < _FEW and not query.lstrip().startswith(HEADING_SIGN)
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
            self.list.step(int(places[0].path == self._here()))  # nobody goes to the note that is open
        self._say("" if places else self._nothing(query))
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
        if name.startswith(HEADING_SIGN):
            return self.tr("No heading found.") if name.strip(HEADING_SIGN) else self.tr("Type a heading.")
        return self.tr("No note found. Press Shift+Enter to create “{name}”.").format(name=name)

    def _say_waiting(self) -> None:
        if not self.list.offers.rowCount():
            self._say(self.tr("Reading the file names…"))

    def _working_keys(self) -> Sequence[str]:
        keys: list[str] = []
        if self.list.offers.rowCount():
            keys += [self.tr("Enter to open"), self.tr("Ctrl+Enter to open in a new tab")]
        if self._wanted_name():
            keys.append(self.tr("Shift+Enter to create a note"))
        return keys

    def _wanted_name(self) -> str:
        """Return what a note would be called that Shift+Enter makes; empty where it would make none."""
        name = self.box.text().strip()
        return "" if name.startswith(HEADING_SIGN) else name

    # --- going

    def _choose(self, modifiers: Qt.KeyboardModifier) -> None:
        if modifiers & Qt.KeyboardModifier.ShiftModifier:
            self._create()
            return
        new_tab = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
        if self._answered == self.box.text():
            self._go(new_tab=new_tab)
        else:  # typed faster than found: what is meant is the answer to all of it
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
            self.came_back.emit()
            self.open_list()
            self.box.setText(query)

    def _create(self) -> None:
        name = self._wanted_name()
        if name:
            self.close_list()
            self.create_requested.emit(name)
