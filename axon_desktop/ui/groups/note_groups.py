"""NoteGroups: the centre of the window, one or more note panes beside and below each other, each with its tabs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QApplication, QSplitter, QWidget
from shiboken6 import isValid

from axon_desktop.ui.aio import spawn
from axon_desktop.ui.note.pane import NotePane
from axon_desktop.ui.tabs.tab import WRITING, Tab, Visit

if TYPE_CHECKING:
    from axon_desktop.agent.approval.taint import Origin
    from axon_desktop.index.vault_index import VaultIndex
    from axon_desktop.ui.groups.drop_shade import DropShade
    from axon_desktop.ui.tabs.saved_tabs import SavedLayout
    from axon_desktop.ui.tabs.tab import Mode
    from axon_desktop.vault import Vault

_ALONE, _BESIDE = 336, 200
"""Minimum width in pixels of a pane that is alone, and of each that is not."""


class NoteGroups(QSplitter):
    """A tree of splitters; what asks for "the note" means the pane that was used last.

    A note is written in one group at a time: another group shows it as it is saved, until the user writes there.
    """

    used = Signal()
    """Another pane is used from now on."""
    changed = Signal()
    """Tabs, panes or their sizes changed: what is to be kept for the next start."""
    note_opened = Signal(str)
    """Vault path of the file that the used pane shows now."""
    text_shown = Signal(str, object)
    """(vault path, text) of the note in the used pane, whenever it changed."""
    pane_closed = Signal(object)
    """NotePane that is about to be deleted."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._dress(self)
        self.find_origins: Callable[[str], Awaitable[Sequence[Origin]]] = _no_origins
        """Returns whose words may have led to a link of a note, or, for an empty path, of the conversation."""
        self._connectors: list[Callable[[NotePane], object]] = []
        self._by_use: list[NotePane] = []
        self._vault: tuple[Vault, VaultIndex | None] | None = None
        self._pixels = 0
        self._mode: Mode | None = None
        self._shade: DropShade | None = None
        self.addWidget(self._make())
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._follow_focus)

    def _dress(self, splitter: QSplitter) -> None:
        splitter.setObjectName("note_groups")
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(1)
        splitter.splitterMoved.connect(self.changed)

    # --- panes

    @property
    def current(self) -> NotePane:
        """The pane that was used last."""
        return self._by_use[0]

    @property
    def all(self) -> list[NotePane]:
        """All panes in reading order."""
        return list(_panes(self))

    def each(self, connect: Callable[[NotePane], object]) -> None:
        """Call with every pane, also with each that is made later."""
        self._connectors.append(connect)
        for pane in self.all:
            connect(pane)

    def beside(self, pane: NotePane) -> NotePane | None:
        """Return the pane that was used before this one; None if it is alone."""
        return next((other for other in self._by_use if other is not pane), None)

    def _make(self) -> NotePane:
        pane = NotePane()
        pane.groups = self
        if self._pixels:
            pane.body.set_font_size(self._pixels)
        if self._mode is not None:
            pane.tabs.set_default_mode(self._mode)
        if self._vault is not None:
            pane.set_vault(*self._vault)
        pane.note_opened.connect(lambda path: self.note_opened.emit(path) if pane is self.current else None)
        pane.text_shown.connect(lambda *shown: self.text_shown.emit(*shown) if pane is self.current else None)
        pane.tabs.changed.connect(self.changed)
        pane.tabs.current_changed.connect(self.changed)
        pane.tabs.emptied.connect(lambda: spawn(self._close_empty(pane), name="close a group"))
        pane.installEventFilter(self)
        self._by_use.append(pane)
        self._fit(pane)
        self._connectors = [connect for connect in self._connectors if _is_alive(connect)]
        for connect in self._connectors:
            connect(pane)
        return pane

    def use(self, pane: NotePane) -> None:
        """Take a pane as the one that is used."""
        if pane is self.current:
            return
        left = self.current
        self._by_use.remove(pane)
        self._by_use.insert(0, pane)
        spawn(left.editing.save(), name="save note")
        self._mark_used()
        self.used.emit()
        if pane.path:
            self.note_opened.emit(pane.path)
        self.text_shown.emit(*pane.reported)
        self.changed.emit()

    def _mark_used(self) -> None:
        for pane in self._by_use:
            pane.tab_bar.strip.set_used(pane is self.current)

    def _follow_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        if len(self._by_use) > 1:
            while now is not None and not isinstance(now, NotePane):
                now = now.parentWidget()
            if now in self._by_use:
                self.use(now)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Use a pane that is clicked where nothing takes the keyboard."""
        if event.type() == QEvent.Type.MouseButtonPress and isinstance(watched, NotePane):
            self.take_keyboard(watched)
        return super().eventFilter(watched, event)

    def take_keyboard(self, pane: NotePane) -> None:
        """Use a pane, with the keyboard in what it shows."""
        if pane is not self.current and pane in self._by_use:
            _page(pane).setFocus(Qt.FocusReason.MouseFocusReason)
            self.use(pane)

    def step(self, by: int) -> None:
        """Go to the next pane, or the one before, in reading order."""
        panes = self.all
        pane = panes[(panes.index(self.current) + by) % len(panes)]
        here = pane.focusWidget()
        (here if here is not None and here.isVisible() else _page(pane)).setFocus(
            Qt.FocusReason.ShortcutFocusReason
        )
        self.use(pane)

    # --- splitting and closing

    def split(self, pane: NotePane, where: Qt.Orientation, *, before: bool = False) -> NotePane:
        """Put a new pane beside or below one, or before it, and return it; both have the same size then."""
        with _Focus():
            parent = _parent(pane)
            if parent.count() > 1 and parent.orientation() != where:
                parent = self._wrap(parent, pane)
            parent.setOrientation(where)
            at, sizes = parent.indexOf(pane), parent.sizes()
            made = self._make()
            parent.insertWidget(at if before else at + 1, made)
            half = sizes[at] // 2
            parent.setSizes([*sizes[:at], sizes[at] - half, half, *sizes[at + 1 :]])
        self._fit_all()
        made.show_nothing()
        self._mark_used()
        self.changed.emit()
        return made

    def split_off(self, pane: NotePane, where: Qt.Orientation) -> None:
        """Show the tab of a pane in a new one beside or below it, too."""
        pane.keep_place()
        tab = pane.tabs.current
        made = self.split(pane, where)
        if tab.at is not None:
            made.tabs.add(Tab(replace(tab.at, mode=None), list(tab.past), list(tab.future), tab.mode))
        self.use(made)
        _page(made).setFocus()

    def _wrap(self, parent: QSplitter, pane: NotePane) -> QSplitter:
        """Put a splitter of its own between a pane and its parent."""
        sizes, at = parent.sizes(), parent.indexOf(pane)
        made = QSplitter()
        self._dress(made)
        parent.insertWidget(at, made)
        made.addWidget(pane)
        parent.setSizes(sizes)
        return made

    async def _close_empty(self, pane: NotePane) -> None:
        """Close a pane without tabs, once its text is saved; the last pane stays."""
        if pane.leaving is not None:
            await asyncio.wait([pane.leaving])
        if len(self._by_use) > 1 and pane in self._by_use and not pane.path and pane.editing.settled:
            self._close(pane)

    def _close(self, pane: NotePane) -> None:
        had_keyboard = pane.isAncestorOf(self.window().focusWidget() or pane)
        if pane is self.current and (other := self.beside(pane)) is not None:
            self.use(other)
        self._by_use.remove(pane)
        self.pane_closed.emit(pane)
        parent = _parent(pane)
        with _Focus():
            pane.hide()
            pane.setParent(None)
            pane.deleteLater()
            self._tidy(parent)
        if had_keyboard:
            self.focus_page()
        self._fit_all()
        self._mark_used()
        self.changed.emit()

    def _tidy(self, splitter: QSplitter) -> None:
        """Take out splitters with a single part."""
        if splitter.count() != 1:
            return
        only = _part(splitter, 0)
        if splitter is not self:
            above = _parent(splitter)
            sizes = above.sizes()
            above.replaceWidget(above.indexOf(splitter), only)
            above.setSizes(sizes)
            splitter.deleteLater()
            self._tidy(above)
        elif isinstance(only, QSplitter):
            sizes = only.sizes()
            self.setOrientation(only.orientation())
            while only.count():
                self.addWidget(_part(only, 0))
            only.setParent(None)
            only.deleteLater()
            self.setSizes(sizes)

    def _fit(self, pane: NotePane) -> None:
        pane.setMinimumWidth(_ALONE if len(self._by_use) == 1 else _BESIDE)

    def _fit_all(self) -> None:
        for pane in self._by_use:
            self._fit(pane)

    # --- tabs between groups

    def carry(self, source: NotePane, place: QPoint) -> None:
        """Show where the tab that is dragged would go if it were dropped here."""
        if self._shade is None:
            from axon_desktop.ui.groups.drop_shade import DropShade

            self._shade = DropShade()
        self._shade.aim(self.all, source, place)

    def drop(self, source: NotePane, place: QPoint) -> None:
        """Move the tab that was dragged to where it was dropped, or write a link to its note there."""
        self.carry(source, place)
        assert self._shade is not None
        aim = self._shade.target
        self.end_carrying()
        if aim is not None and aim[2] < 0:
            self._link_to(source.path, aim[0], place)
        elif aim is not None:
            spawn(self._move_tab(source, source.tabs.current, *aim), name="move a tab")

    def _link_to(self, path: str, target: NotePane, place: QPoint) -> None:
        from axon_desktop.ui.attachments.given import Given, GivenFile  # not needed before the first paint

        edit, vault = target.body.editor.edit, target.body.vault
        if vault is not None:
            edit.setTextCursor(edit.cursorForPosition(edit.viewport().mapFromGlobal(place)))
            edit.setFocus(Qt.FocusReason.MouseFocusReason)
            edit.given.emit(Given((GivenFile(vault.root / path),)))

    def end_carrying(self) -> None:
        """Take away what shows where a tab would go."""
        if self._shade is not None:
            self._shade.withdraw()

    async def _move_tab(
        self, source: NotePane, tab: Tab, target: NotePane, where: Qt.Orientation | None, at: int
    ) -> None:
        """Move a tab to an index of another group, or to a new group before (0) or after (1) the target."""
        source.keep_place()
        if not await source.editing.leave() or tab not in source.tabs.all or target not in self._by_use:
            return
        if where is not None:
            target = self.split(target, where, before=not at)
        source.tabs.take(source.tabs.all.index(tab))
        if where is not None:
            target.tabs.add(tab)
        else:
            target.tabs.insert(at, tab)
        self.use(target)

    # --- one group writes a note

    def _writer(self, pane: NotePane, path: str) -> NotePane | None:
        """Return the other pane in which a note is written."""
        others = [other for other in self._by_use if other is not pane] if path else []
        return next((other for other in others if _writes(other, path)), None)

    def as_allowed(self, pane: NotePane, visit: Visit) -> Visit:
        """Return a visit for reading if another pane writes the note, which is let go if the visit is to write."""
        writer = self._writer(pane, visit.path)
        if writer is not None:
            if visit.mode in WRITING:
                spawn(self._take_over(pane, writer, visit.path, visit.mode), name="write in this group")
            return replace(visit, mode="reading")
        return replace(visit, mode=None) if visit.mode == "reading" else visit

    def takes_over(self, pane: NotePane, mode: Mode) -> bool:
        """Let a pane write its note instead of the one that did; False if no other does."""
        writer = self._writer(pane, pane.path) if mode in WRITING else None
        if writer is not None:
            spawn(self._take_over(pane, writer, pane.path, mode), name="write in this group")
        return writer is not None

    async def _take_over(self, pane: NotePane, writer: NotePane, path: str, mode: Mode) -> None:
        await writer.editing.save()
        if writer.editing.has_text_of(path):
            words = self.tr("This note is being written in the other group, and is not saved.")
            pane.message_requested.emit(words)
            return
        if writer.path == path:
            writer.set_mode("reading")
        if pane.path == path:
            pane.start_in(mode)

    # --- all panes at once

    def set_vault(self, vault: Vault, index: VaultIndex | None) -> None:
        """Show another vault, with nothing open."""
        for pane in self._by_use[1:]:
            pane.set_vault(vault, index)  # which ends what it is doing
            self._close(pane)
        self._vault = vault, index
        self.current.set_vault(vault, index)

    def set_default_mode(self, mode: Mode) -> None:
        """Set the mode in which notes open."""
        self._mode = mode
        for pane in self._by_use:
            pane.tabs.set_default_mode(mode)

    def set_font_size(self, pixels: int) -> None:
        """Set the size of the text of notes."""
        self._pixels = pixels
        for pane in self._by_use:
            pane.body.set_font_size(pixels)

    def refresh(self) -> None:
        """Read all shown files again."""
        for pane in self._by_use:
            pane.refresh()

    def focus_page(self) -> None:
        """Give the keyboard to what the used pane shows."""
        _page(self.current).setFocus()

    def open_note(self, path: str) -> None:
        """Show a note in the used pane."""
        self.current.open_note(path)

    @property
    def settled(self) -> bool:
        """Whether the files have all typed text."""
        return all(pane.editing.settled for pane in self._by_use)

    async def leave(self) -> bool:
        """Save all typed text before the vault is closed; False if the user stays with a text."""
        for pane in list(self._by_use):
            if not await pane.editing.leave():
                return False
        return True

    async def save(self) -> None:
        """Save all typed text; what cannot be saved becomes a draft if possible."""
        for pane in list(self._by_use):
            await pane.editing.save()

    async def save_or_draft(self) -> bool:
        """Save typed text when the program ends, else keep it as drafts; tell whether there is one now."""
        return any([await pane.editing.save_or_draft() for pane in list(self._by_use)])

    def forget_text(self) -> None:
        """Save what is typed, for the last time, as the vault is left."""
        for pane in self._by_use:
            if pane.body.made_editor is not None:
                pane.body.made_editor.forget()

    # --- the next start

    def to_keep(self) -> SavedLayout:
        """Return all groups with their tabs and sizes."""
        return self._kept(self)

    def _kept(self, widget: QWidget) -> SavedLayout:
        from axon_desktop.ui.tabs.saved_tabs import SavedGroup, SavedSplit

        if isinstance(widget, NotePane):
            return SavedGroup(widget.tabs.all, widget.tabs.index, widget is self.current)
        assert isinstance(widget, QSplitter)
        parts = [self._kept(_part(widget, number)) for number in range(widget.count())]
        if len(parts) == 1:
            return parts[0]
        return SavedSplit(widget.orientation() == Qt.Orientation.Vertical, widget.sizes(), parts)

    def restore(self, layout: SavedLayout) -> None:
        """Show the groups of the last session."""
        used: list[NotePane] = []
        self._restore(layout, self.current, used)
        self._by_use.sort(key=lambda pane: pane not in used)
        self._mark_used()

    def _restore(self, layout: SavedLayout, pane: NotePane, used: list[NotePane]) -> None:
        from axon_desktop.ui.tabs.saved_tabs import SavedGroup

        if isinstance(layout, SavedGroup):
            if layout.used:
                used.append(pane)
            pane.restore_tabs(layout.tabs, layout.index)
            return
        where = Qt.Orientation.Vertical if layout.vertical else Qt.Orientation.Horizontal
        panes = [pane]
        for _ in layout.parts[1:]:
            panes.append(self.split(panes[-1], where))
        _parent(pane).setSizes(list(layout.sizes))
        for part, other in zip(layout.parts, panes, strict=True):
            self._restore(part, other, used)


async def _no_origins(_source: str) -> Sequence[Origin]:
    return ()


def _page(pane: NotePane) -> QWidget:
    return pane.body.currentWidget() or pane.body


def _writes(pane: NotePane, path: str) -> bool:
    shown = pane.tabs.current
    return pane.editing.has_text_of(path) or (shown.path == path and shown.shown_as in WRITING)


def _is_alive(connect: Callable[[NotePane], object]) -> bool:
    """Tell whether the object that a function belongs to is there, if it is Qt's."""
    owner = getattr(connect, "__self__", None)
    return not isinstance(owner, QObject) or isValid(owner)


class _Focus:
    """Gives the keyboard back to what had it: Qt takes it from a widget that gets another parent."""

    def __enter__(self) -> None:
        self._widget = QApplication.focusWidget()

    def __exit__(self, *_error: object) -> None:
        if self._widget is not None and isValid(self._widget) and self._widget.isVisible():
            self._widget.setFocus()


def _panes(splitter: QSplitter) -> Iterator[NotePane]:
    for number in range(splitter.count()):
        part = _part(splitter, number)
        if isinstance(part, NotePane):
            yield part
        elif isinstance(part, QSplitter):
            yield from _panes(part)


def _part(splitter: QSplitter, number: int) -> QWidget:
    part = splitter.widget(number)
    assert part is not None
    return part


def _parent(widget: QWidget) -> QSplitter:
    parent = widget.parentWidget()
    assert isinstance(parent, QSplitter)
    return parent
