"""OpenTabs: the tabs of one vault in order, and the current one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QObject, Signal

from axon_desktop.ui.tabs.tab import WRITING, Mode, Tab
from axon_desktop.ui.tree.model import display_name

_MAX_CLOSED = 20


class OpenTabs(QObject):
    """At least one tab, which may be empty; pinned ones come first."""

    changed = Signal()
    """Tabs were added, removed, renamed or marked."""
    current_changed = Signal()
    """Another tab is to be shown; the previous one is still as it was when last shown."""
    emptied = Signal()
    """The last tab was closed; an empty one is there in its place."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.default_mode: Mode = "reading"
        """The mode of a tab that has none of its own yet."""
        self.writing_mode: Mode = "source"
        """The mode in which a note was edited last."""
        self._tabs = [Tab()]
        self.index = 0
        """Number of the current tab, from 0."""
        self._closed: list[tuple[int, Tab]] = []

    @property
    def all(self) -> Sequence[Tab]:
        """All tabs from left to right."""
        return tuple(self._tabs)

    @property
    def current(self) -> Tab:
        """The current tab."""
        return self._tabs[self.index]

    @property
    def can_reopen(self) -> bool:
        """Whether a tab was closed."""
        return bool(self._closed)

    @property
    def last_closed(self) -> str:
        """Vault path of the tab that `reopen` shows; empty for none."""
        return self._closed[-1][1].path if self._closed else ""

    def set_default_mode(self, mode: Mode) -> None:
        """Set the mode in which notes open; empty tabs take it at once."""
        self.default_mode = mode
        self.writing_mode = mode if mode in WRITING else WRITING[0]
        for tab in self._tabs:
            if tab.at is None:
                tab.mode = mode

    def replace(self, tabs: Sequence[Tab], index: int = 0) -> None:
        """Replace all tabs, by those of another vault or of the last run; closed tabs are forgotten."""
        self._tabs = list(tabs) or [Tab(mode=self.default_mode)]
        self.index = min(max(index, 0), len(self._tabs) - 1)
        self._closed.clear()
        self.changed.emit()
        self.current_changed.emit()

    @property
    def _pinned(self) -> int:
        """The number of pinned tabs."""
        return sum(tab.pinned for tab in self._tabs)

    def add(self, tab: Tab) -> None:
        """Add a tab right of the current one and show it; it replaces an empty one."""
        if self.current.at is None:
            self._tabs[self.index] = tab
            self.changed.emit()
            self.current_changed.emit()
        else:
            self.insert(self.index + 1, tab)

    def insert(self, index: int, tab: Tab) -> None:
        """Insert a tab at an index, or as near as pinned tabs allow, and show it."""
        self.index = self._allowed(index, tab)
        self._tabs.insert(self.index, tab)
        self.changed.emit()
        self.current_changed.emit()

    def _allowed(self, index: int, tab: Tab) -> int:
        """Return the index nearest to this one where a tab may be inserted."""
        pinned = self._pinned
        return min(index, pinned) if tab.pinned else min(max(index, pinned), len(self._tabs))

    def add_empty(self) -> None:
        """Show an empty tab, which a note will replace."""
        if self.current.at is not None:
            self.insert(self.index + 1, Tab(mode=self.default_mode))

    def pin(self, index: int, *, pinned: bool) -> None:
        """Pin a tab, or release it; it goes to the end of the pinned ones, or right after them."""
        current = self.current
        tab = self._tabs.pop(index)
        tab.pinned = pinned
        self._tabs.insert(self._pinned, tab)
        self.index = self._tabs.index(current)
        self.changed.emit()

    def select(self, index: int) -> None:
        """Show a tab; an invalid number is ignored."""
        if 0 <= index < len(self._tabs) and index != self.index:
            self.index = index
            self.current_changed.emit()

    def step(self, by: int) -> None:
        """Show the tab so many positions to the right, wrapping around."""
        self.select((self.index + by) % len(self._tabs))

    def close(self, index: int) -> None:
        """Close a tab; after the current one its right neighbour is shown, after the last one an empty tab."""
        tab = self._tabs[index]
        if tab.at is not None:
            self._closed.append((index, tab))
            del self._closed[:-_MAX_CLOSED]
        self.take(index)

    def take(self, index: int) -> Tab:
        """Remove a tab that is shown elsewhere from now on, as closing does."""
        tab = self._tabs.pop(index)
        shown = index == self.index
        emptied = not self._tabs
        if emptied:
            self._tabs.append(Tab(mode=self.default_mode))
        if index < self.index or self.index == len(self._tabs):
            self.index -= 1
        self.changed.emit()
        if shown:
            self.current_changed.emit()
        if emptied:
            self.emptied.emit()
        return tab

    def close_others(self, index: int) -> None:
        """Close all tabs but one and the pinned ones."""
        current, kept = self.current, self._tabs[index]
        for other in reversed(range(len(self._tabs))):
            if (tab := self._tabs[other]) is not kept and not tab.pinned and tab.at is not None:
                self._closed.append((other, tab))
        del self._closed[:-_MAX_CLOSED]
        self._tabs = [tab for tab in self._tabs if tab is kept or tab.pinned]
        shown = current if current in self._tabs else kept
        self.index = self._tabs.index(shown)
        self.changed.emit()
        if shown is not current:
            self.current_changed.emit()

    def reopen(self) -> None:
        """Reopen the last closed tab, at its index."""
        if not self._closed:
            return
        index, tab = self._closed.pop()
        if self._tabs == [self.current] and self.current.at is None:
            self._tabs.clear()
        self.insert(index, tab)

    def move(self, source: int, target: int) -> None:
        """Move a tab, as far as pinned tabs allow; the current one stays current."""
        current = self.current
        tab = self._tabs.pop(source)
        self._tabs.insert(self._allowed(target, tab), tab)
        self.index = self._tabs.index(current)
        self.changed.emit()

    def follow_moves(self, moved: Mapping[str, str]) -> None:
        """Update the paths of moved files."""
        tabs = [*self._tabs, *(tab for _, tab in self._closed)]
        renamed = [tab for tab in tabs if tab.follow_moves(moved)]
        if renamed:
            self.changed.emit()

    def mark(self, tab: Tab, *, unsaved: bool | None = None, gone: bool | None = None) -> None:
        """Set the marks of a tab's file."""
        before = tab.unsaved, tab.gone
        tab.unsaved = tab.unsaved if unsaved is None else unsaved
        tab.gone = tab.gone if gone is None else gone
        if before != (tab.unsaved, tab.gone):
            self.changed.emit()


def tab_titles(paths: Sequence[str]) -> list[str]:
    """Return the titles of tabs: names of notes, with enough folders to distinguish equal ones."""
    return [_title(path, [other for other in paths if other != path]) for path in paths]


def _title(path: str, others: Sequence[str]) -> str:
    name = display_name(path)
    same = [other.split("/")[:-1] for other in others if display_name(other) == name]
    folders = path.split("/")[:-1]
    if not same or not folders:
        return name
    count = 1
    while count < len(folders) and any(other[-count:] == folders[-count:] for other in same):
        count += 1
    return f"{name} · {'/'.join(folders[-count:])}"
