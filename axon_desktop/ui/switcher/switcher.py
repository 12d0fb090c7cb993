"""Switcher: a box and a list over the window; the letters of a name lead to its note."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QLineEdit, QVBoxLayout, QWidget
from shiboken6 import isValid

from axon_desktop.ui.aio import spawn
from axon_desktop.ui.chat.composing import CompositionGuard
from axon_desktop.ui.search.recent import RecentList
from axon_desktop.ui.switcher.names import HEADING_SIGN, HeadingMatch, SwitcherNames
from axon_desktop.ui.switcher.place_list import ROW_HEIGHT, PlaceList
from axon_desktop.vault.markdown.colors import Colors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from axon_desktop.ui.switcher.names import Place

LIMIT = 100
_SHOWN = 11
"""Rows that are seen at once."""
_WIDTH = 620
_TOP = 76
_MARGIN = 24
_WAITING_MS = 250
_FEW = 8
"""Notes with which headings are looked for too."""
_SHORTEST = 2
"""Letters of a heading that is looked for when it was not asked for by its sign."""
_ENTER_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_STAYS_OPEN = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason)
_STEPS = {
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_PageDown: _SHOWN - 1,
    Qt.Key.Key_PageUp: 1 - _SHOWN,
}


class Switcher(QFrame):
    """Part of the window, not a window of its own: input methods are not disturbed."""

    place_requested = Signal(str, int, bool)
    """(vault path, line or 0, in a new tab): a place was chosen."""
    create_requested = Signal(str)
    """A note of this name is wanted."""

    def __init__(self, colors: Colors, recent: RecentList, parent: QWidget) -> None:
        super().__init__(parent)
        self._over = parent
        self.setObjectName("switcher")
        self.setAccessibleName(self.tr("Go to note"))
        self._recent = recent
        self._names: SwitcherNames | None = None
        self._current: Callable[[], str] = lambda: ""
        self._asked = 0
        self._answered = ""
        self._wanted: Callable[[], None] | None = None
        """What is done once the answer to what was typed is there."""
        self._before: QWidget | None = None
        """What had the focus."""
        self._waiting = QTimer(self, singleShot=True, interval=_WAITING_MS)
        self._waiting.timeout.connect(self._say_waiting)
        self.box = QLineEdit()
        self.box.setObjectName("switcher_box")
        self.box.setPlaceholderText(self.tr("Go to a note by its name; # for headings"))
        self.box.setAccessibleName(self.tr("Go to note"))
        self.box.textChanged.connect(self._ask)
        CompositionGuard(self.box)
        self.box.installEventFilter(self)
        self.list = PlaceList(colors)
        self.list.clicked.connect(lambda _index: self._go(new_tab=self._new_tab()))
        self.hint = QLabel()
        self.hint.setObjectName("switcher_hint")
        self.hint.setWordWrap(True)
        self.hint.setTextFormat(Qt.TextFormat.PlainText)
        keys = QLabel(self.tr("Enter opens · Ctrl+Enter in a new tab · Shift+Enter makes a note · Esc closes"))
        keys.setObjectName("switcher_keys")
        keys.setMinimumWidth(40)  # the window may be narrower than the words
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 6)
        layout.setSpacing(6)
        for widget in (self.box, self.list, self.hint, keys):
            layout.addWidget(widget)
        self._around = layout
        self._keys = keys
        parent.installEventFilter(self)
        self.hide()

    def set_colors(self, colors: Colors) -> None:
        """Draw with other colours."""
        self.list.set_colors(colors)

    def set_names(self, names: SwitcherNames | None) -> None:
        """Lead through another vault, or through none."""
        self.close_list()
        self._names = names

    def open_list(self) -> None:
        """Open with what was open last; a second time closes it."""
        if self.isVisible():
            self.close_list()
            return
        if self._names is None:
            return
        self._before = QApplication.focusWidget()
        self.list.show_places(())
        self.hint.hide()
        self._answered = ""
        self.box.clear()
        self._place()
        self.show()
        self.raise_()
        self.box.setFocus()
        self._ask()
        spawn(self._prepare(self._names), name="prepare names")

    def close_list(self) -> None:
        """Close, and give the focus back."""
        self._asked += 1
        self._waiting.stop()
        self._wanted = None
        if self.isHidden():
            return
        had_focus = self.box.hasFocus()
        before, self._before = self._before, None
        self.hide()
        if had_focus and before is not None and isValid(before):
            before.setFocus()

    # --- asking

    async def _prepare(self, names: SwitcherNames) -> None:
        """Take the names as they are now, and answer again if they are others than before."""
        if await asyncio.to_thread(names.prepare) and names is self._names and isValid(self):
            wanted = self._wanted
            self._ask()
            self._wanted = wanted

    def _ask(self) -> None:
        if self._names is None or self.isHidden():
            return
        self._asked += 1
        self._wanted = None
        self._waiting.start()
        spawn(self._find(self._names, self.box.text(), self._asked), name="go to note")

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
        self.list.show_places(places)
        if chosen in places:
            self.list.step(places.index(chosen))
        elif len(places) > 1 and not query.strip():
            self.list.step(int(places[0].path == self._here()))  # nobody goes to the note that is open
        self._say("" if places else self._nothing(query))
        self._place()
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
        return self.tr("No note found. Shift+Enter makes “{name}”.").format(name=name)

    def _say_waiting(self) -> None:
        if self.list.places.rowCount():
            return
        self._say(self.tr("Reading the names…"))
        self._place()

    def _say(self, text: str) -> None:
        self.hint.setText(text)
        self.hint.setVisible(bool(text))
        self.list.setVisible(not text)

    def _announce(self) -> None:
        QAccessible.updateAccessibility(QAccessibleEvent(self.list, QAccessible.Event.Focus))

    # --- going

    def _go(self, *, new_tab: bool) -> None:
        place = self.list.chosen
        if place is not None:
            self.close_list()
            line = place.line if isinstance(place, HeadingMatch) else 0
            self.place_requested.emit(place.path, line, new_tab)

    def _create(self) -> None:
        name = self.box.text().strip()
        if name and not name.startswith(HEADING_SIGN):
            self.close_list()
            self.create_requested.emit(name)

    @staticmethod
    def _new_tab() -> bool:
        return bool(QApplication.keyboardModifiers() & Qt.KeyboardModifier.ControlModifier)

    # --- place and keys

    def _place(self) -> None:
        """Lie at the top of the window, in its middle, as high as there are rows."""
        room = self._over.rect().adjusted(_MARGIN, 0, -_MARGIN, -_MARGIN)
        rows = min(max(1, self.list.places.rowCount()), _SHOWN)
        self.list.setFixedHeight(rows * ROW_HEIGHT + 2)
        width = min(_WIDTH, room.width())
        self._around.activate()
        wraps = self._around.hasHeightForWidth()
        wanted = self._around.totalHeightForWidth(width) if wraps else self._around.totalSizeHint().height()
        height = min(wanted, room.height() - _TOP)
        self.setGeometry(room.center().x() - width // 2, _TOP, width, height)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the window's size, take the keys of the box, close when the focus goes elsewhere."""
        if watched is not self.box:
            if event.type() == QEvent.Type.Resize and self.isVisible():
                self._place()
            return False
        if isinstance(event, QFocusEvent) and event.lostFocus() and event.reason() not in _STAYS_OPEN:
            self._before = None
            self.close_list()
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            if event.key() in (*_ENTER_KEYS, *_STEPS, Qt.Key.Key_Escape):
                event.accept()
            return False
        return isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and self._take_key(event)

    def _take_key(self, event: QKeyEvent) -> bool:
        key, modifiers = event.key(), event.modifiers()
        if key == Qt.Key.Key_Escape:
            self.close_list()
        elif key in _STEPS:
            step = _STEPS[Qt.Key(key)]
            self.list.step(step, around=abs(step) == 1)
            self._announce()
        elif key in _ENTER_KEYS and modifiers & Qt.KeyboardModifier.ShiftModifier:
            self._create()
        elif key in _ENTER_KEYS:
            new_tab = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
            if self._answered == self.box.text():
                self._go(new_tab=new_tab)
            else:  # typed faster than found: what is meant is the answer to all of it
                self._wanted = lambda: self._go(new_tab=new_tab)
        else:
            return False
        return True
