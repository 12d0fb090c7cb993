"""The reading pane: the note or file of the current tab, with Back and Forward."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from axon_desktop.errors import (
    FolderNotFoundError,
    NotDownloadedError,
    NoteNotFoundError,
    ReadFailedError,
    VaultError,
)
from axon_desktop.ui.aio import single_shot, spawn
from axon_desktop.ui.language.error_texts import error_text
from axon_desktop.ui.look.parts import name_panel, vbox
from axon_desktop.ui.note.editing import Editing
from axon_desktop.ui.note.header import NoteHeader
from axon_desktop.ui.note.keyboard_focus import NoteFocus
from axon_desktop.ui.note.open_note_updates import OpenNoteUpdates
from axon_desktop.ui.note.pages import NotePages
from axon_desktop.ui.tabs.bar import TabBar
from axon_desktop.ui.tabs.open_tabs import OpenTabs
from axon_desktop.ui.tabs.tab import WRITING, Mode, Tab, Visit

if TYPE_CHECKING:
    from axon_desktop.index.vault_index import VaultIndex
    from axon_desktop.ui.groups.note_groups import NoteGroups
    from axon_desktop.ui.note.empty_page import EmptyPage
    from axon_desktop.ui.note.link_follower import LinkFollower
    from axon_desktop.ui.note.loading import Loaded
    from axon_desktop.vault import Vault

_PATIENCE_MS = 400
"""How long reading a file may take before the pane says so."""


class NotePane(QWidget):
    """The centre of the window."""

    note_opened = Signal(str)
    """Vault path of the file that is now shown."""
    text_shown = Signal(str, object)  # two strs; Qt need not copy the long one
    """(vault path, text) of the shown note, whenever its text changed; the text is empty for other files."""
    create_requested = Signal(str, str)
    """(name of a note that does not exist, vault path of the note that links to it)."""
    tag_requested = Signal(str)
    """A tag, without `#`, to search for."""
    obsidian_link_requested = Signal(str)
    """An `obsidian:` address, to follow inside the window."""
    obsidian_requested = Signal()
    """Show the note in Obsidian."""
    message_requested = Signal(str)
    """A sentence for the status bar."""
    zoom_requested = Signal(int)
    """Steps by which the user wants larger (or, negative, smaller) type."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name_panel(self, "preview")
        self.tabs = OpenTabs(self)
        self._tab = self.tabs.current
        """The tab whose file is shown or being read."""
        self._arrived = False
        """Whether that file is shown, and no longer being read."""
        self._loaded: Loaded | None = None
        self.reported = ("", "")
        """(vault path, text) of the last `text_shown`."""
        self._loading: asyncio.Task[None] | None = None
        self._patience = single_shot(self, _PATIENCE_MS, self._say_reading)
        self._away = self._without_vault = False
        """Whether the folder of the vault is gone; whether no vault could be opened."""

        self.groups: NoteGroups | None = None
        """The groups of the window, which know what the others show."""
        self.leaving: asyncio.Task[bool] | None = None
        """Saves the text of a note that is left for no other one."""
        self.tab_bar = TabBar(self.tabs)
        self.header = NoteHeader()
        self.body = NotePages()
        self.editing = Editing(self.body, self.tabs, self.header)
        """Saving of what is typed into the note."""
        self._links: LinkFollower | None = None
        """Follows links, also those of the conversation."""
        self.updates = OpenNoteUpdates(self)
        """Updates the open notes when files change."""
        self.note_focus = NoteFocus(self, self.body)
        """Gives the keyboard to a note that the user goes to."""
        vbox(self.tab_bar, self.header, (self.body, 1), parent=self, spacing=0)
        self._connect()
        self._show_hint(self.tr("Choose a note on the left to read it here."))

    def _connect(self) -> None:
        self.tabs.current_changed.connect(self._show_current_tab)
        self.header.back_requested.connect(self.go_back)
        self.header.forward_requested.connect(self.go_forward)
        self.header.mode_requested.connect(self.set_mode)
        self.header.obsidian_requested.connect(self.obsidian_requested)
        self.body.link_activated.connect(lambda link, new_tab: self.links.follow(link, new_tab=new_tab))
        self.body.link_hovered.connect(lambda link: self.links.show(link))
        self.body.jump_started.connect(self._remember_position)
        self.body.zoom_requested.connect(self.zoom_requested)
        self.body.message_requested.connect(self.message_requested)
        self.body.text_edited.connect(self._text_edited)
        self.editing.outdated.connect(self.refresh)

    @property
    def links(self) -> LinkFollower:
        """What knows where links lead; made when first needed."""
        if self._links is None:
            from axon_desktop.ui.note.link_follower import LinkFollower

            self._links = LinkFollower(self)
        return self._links

    # --- what the window asks for

    @property
    def path(self) -> str:
        """Vault path of the file that is shown or was requested last; empty for none."""
        return self._tab.path

    def set_vault(self, vault: Vault, index: VaultIndex | None = None) -> None:
        """Change to another vault, with nothing open."""
        self._cancel_loading()
        self.note_focus.forget()
        self._arrived = self._away = False
        self.body.set_vault(vault, index, lambda target: vault.names.resolve_link(target, self.path))
        self.tabs.replace([])

    def restore_tabs(self, tabs: Sequence[Tab], current: int) -> None:
        """Show the tabs of the last session."""
        with self.note_focus.left_alone():
            self.tabs.replace(tabs, current)

    def open_note(
        self,
        path: str,
        heading: str = "",
        *,
        line: int = 0,
        new_tab: bool = False,
        to_write: bool = False,
        focus: bool = True,
    ) -> None:
        """Show a note, remembering the one shown before; at a heading, or at a line of its source from 1.

        `to_write` opens it for typing, at its end. Without `focus` the keyboard stays where it is: the user did
        not ask for the note.
        """
        visit = Visit(path, heading, line)
        if not focus:
            with self.note_focus.left_alone():
                self._open(visit, new_tab=new_tab)
        elif to_write:
            self.note_focus.write_at_end()
            mode = self._tab.mode if self._tab.mode in WRITING else self.tabs.writing_mode
            self._open(replace(visit, mode=mode), new_tab=new_tab)
        else:
            self._open(visit, new_tab=new_tab)

    def _open(self, visit: Visit, *, new_tab: bool) -> None:
        elsewhere = new_tab or (self._tab.pinned and visit.path != self.path)
        if elsewhere and self.path:
            self.tabs.add(Tab(visit, mode=self._tab.mode))
        elif visit.path != self.path:
            if self.path:
                self._remember_position()
            self._start(visit)
        elif visit.mode is not None:
            self._start(visit)
        elif visit.heading or visit.line:
            self._go_within(visit)
        else:
            self._go_into()

    def go_back(self) -> None:
        """Show the previous note at the position where it was left."""
        self._step(self._tab.step_back)

    def go_forward(self) -> None:
        """Show the note from which the user went back."""
        self._step(self._tab.step_forward)

    def refresh(self) -> None:
        """Read the shown file again and show it if it changed, at the same position."""
        at = self._tab.at
        if at is not None and (self._loading is None or self._loading.done()):
            if self.body.made_editor is not None:
                self.body.made_editor.refresh()
            self._loading = spawn(self._load(at, again=True), name=f"read {at.path} again")

    def show_no_vault(self) -> None:
        """Show what to do when no vault could be opened."""
        self._without_vault = True
        self.show_nothing()

    def set_nothing_open(self, page: EmptyPage) -> None:
        """Set the page that is shown while nothing is open."""
        self.body.nothing = page
        self.body.addWidget(page)
        if self._tab.at is None and (self.body.vault is not None or self._without_vault):
            self.show_nothing()

    def show_nothing(self) -> None:
        """Show that nothing is open, why, and what can be done."""
        from axon_desktop.ui.note.empty_page import why_nothing

        self.body.show_reason(*why_nothing(self.body.vault, away=self._away, without_vault=self._without_vault))
        self._forget_shown()

    def set_away(self, *, away: bool) -> None:
        """Set whether the folder of the vault is missing: its notes return with it, typed text stays."""
        self._away = away
        if self._tab.at is None:
            self.show_nothing()
        elif not away and self.body.shows_hint and self.editing.has_text_of(self.path):
            self.body.show_editor_again()
        else:
            self.refresh()

    # --- tabs

    def _show_current_tab(self) -> None:
        """Leave the tab that is shown, noting the reading position, and show the one that is now current."""
        left, self._tab = self._tab, self.tabs.current
        if left.at is not None and left is not self._tab:
            left.at = self._here_in(left)
        self._update_header()
        if self._tab.at is None:
            self._cancel_loading()
            self._arrived = False
            self.show_nothing()
            if self.body.made_editor is not None:
                self.leaving = spawn(self.editing.leave(), name="save note")
        elif left.at is not None and left not in self.tabs.all and not self._has_keyboard():
            with self.note_focus.left_alone():  # a tab was closed while the user writes elsewhere
                self._start(self._tab.at)
        else:
            self._start(self._tab.at)

    def _has_keyboard(self) -> bool:
        here = self.window().focusWidget()
        return here is not None and (here is self or self.isAncestorOf(here))

    def keep_place(self) -> None:
        """Note the reading position in the current tab."""
        if self._tab.at is not None:
            self._tab.at = self._here()

    def renamed(self, before: str) -> None:
        """Keep showing a file that has another name now."""
        self.header.set_path(self.path)
        editor = self.body.made_editor
        if editor is not None and editor.path == before:
            editor.moved(before, self.path)
        self.note_focus.moved(before, self.path)
        self._cancel_loading()
        self._loading = None  # it read a name that no longer exists
        if self._arrived:
            self.note_opened.emit(self.path)
            self.refresh()
        elif self._tab.at is not None:
            self._start(self._tab.at)

    # --- where the reader is

    def _here(self) -> Visit:
        return self._here_in(self._tab)

    def _here_in(self, tab: Tab) -> Visit:
        """Return the reading position; while the file is still being read, the position to go to."""
        assert tab.at is not None
        return replace(tab.at, heading="", line=0, place=self.body.place()) if self._arrived else tab.at

    def _remember_position(self) -> None:
        self._tab.remember(self._here())
        self._update_header()

    def _step(self, step: Callable[[Visit], Visit | None]) -> None:
        visit = step(self._here()) if self._tab.at is not None else None
        if visit is not None:
            self._start(visit)

    def go_to_heading(self, heading: str) -> None:
        """Scroll within the shown note."""
        if self.path:
            self._go_within(Visit(self.path, heading))

    def _go_within(self, visit: Visit) -> None:
        """Go to another position in the same note; Back returns."""
        if not self._arrived:
            self._start(replace(visit, mode=self._tab.at.mode if self._tab.at is not None else None))
            return
        self._remember_position()
        if self.has_note:
            self.body.go_to(visit)
        self._go_into()

    def _go_into(self) -> None:
        """Give the keyboard to the file that is shown, or as soon as it is."""
        self._set_out()
        if self._loading is None or self._loading.done():
            self._arrive(self.path, failed=not self._arrived)

    # --- reading

    def _cancel_loading(self) -> None:
        if self._loading is not None:
            self._loading.cancel()

    def _start(self, visit: Visit) -> None:
        self._cancel_loading()
        if self.groups is not None:
            visit = self.groups.as_allowed(self, visit)
        self._tab.at, self._arrived = visit, False
        self._set_out()
        self._update_header()
        self.tabs.changed.emit()
        self._loading = spawn(self._load(visit), name=f"read {visit.path}")
        self._loading.add_done_callback(partial(self._load_ended, visit.path))

    def _set_out(self) -> None:
        """Take the keyboard to the file being read, unless the arrow keys are walking through the tabs."""
        if not self.tab_bar.walking:
            self.note_focus.set_out(self.path, writes=self._tab.shown_as in WRITING)

    def _arrive(self, path: str, *, failed: bool = False) -> None:
        page = self.body.currentWidget() or self.body.hint
        edit = self.body.editor.edit if self.body.shows_editor and not failed else None
        self.note_focus.arrive(path, page, edit, failed=failed)

    def _load_ended(self, path: str, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and task.exception() is not None:
            self._arrive(path, failed=True)

    async def _load(self, visit: Visit, *, again: bool = False) -> None:
        """Read in a thread, then show; `again` keeps the position and does nothing for an unchanged file."""
        vault = self.body.vault
        if vault is None or not await self.editing.leave(visit.path):
            return
        if not again:
            self.body.hint.clear()  # it may ask for what is happening now
            self._patience.start()
        from axon_desktop.ui.note.loading import load, why_unread

        try:
            loaded = await asyncio.to_thread(load, vault, visit.path)
        except NoteNotFoundError:
            self.tabs.mark(self._tab, gone=True)
            if self.editing.keeps(visit.path):
                self._update_header()
                self._arrive(visit.path)
                return  # the editor shows what can be done
            gone = self.tr("{name} no longer exists.").format(name=visit.path)
            way = self.tr("Use Agent → Changes… to bring back what was deleted in Axon.")
            self._show_hint(f"{gone}\n\n{way}")
        except FolderNotFoundError:  # the vault's own
            self.tabs.mark(self._tab, gone=False)
            if not self.editing.keeps(visit.path) and not self.editing.is_being_written(visit.path):
                self._away = True
                self.show_nothing()
        except ReadFailedError as error:
            self.tabs.mark(self._tab, gone=False)
            absent = isinstance(error, NotDownloadedError)
            await self.body.show_card(vault, visit.path, why_unread(visit.path, error), absent=absent)
            self._forget_shown()
        except VaultError as error:
            self._show_hint(error_text(error))
        else:
            self._away = False
            self.tabs.mark(self._tab, gone=False)
            await self._show(vault, visit, loaded, again=again)
        finally:
            self._patience.stop()
        if not again:
            self.note_opened.emit(visit.path)
        self._arrive(visit.path, failed=not self._arrived)

    async def _show(self, vault: Vault, visit: Visit, loaded: Loaded, *, again: bool) -> None:
        """Show what was read."""
        again = again and self._arrived and not self.body.shows_hint
        before, self._loaded = self._loaded, loaded
        if loaded.kind is not None:
            self._report_text("")
            same = before is not None and loaded.sha256 and before.sha256 == loaded.sha256
            if not (again and same):
                await self.body.show_file(vault, loaded.kind, visit.path, loaded.data)
        elif self._tab.shown_as in WRITING and loaded.note is not None:
            self.body.set_live(self._tab.shown_as == "live")
            if not again:
                await self.body.show_long_source(visit.path, loaded.note)
            self._report_text(self.body.source)
        else:
            self.body.view.set_strict_line_breaks(loaded.strict_breaks)
            self.body.show_rendered(visit.path, loaded.text, keep=again)
            self._report_text(loaded.text)
        self._arrived = True
        self._update_header()
        if self.has_note and not again:
            self.body.go_to(visit)

    @property
    def has_note(self) -> bool:
        """Whether a note is shown, and neither a file of another kind nor a sentence."""
        return self._loaded is not None and self._loaded.note is not None

    def _say_reading(self) -> None:
        """Show that reading takes a while; another program may be writing the file."""
        self.body.show_hint(self.tr("Reading {name}…").format(name=self.path))

    def _report_text(self, text: str) -> None:
        if self.reported != (self.path, text):
            self.reported = self.path, text
            self.text_shown.emit(self.path, text)

    def _show_hint(self, text: str) -> None:
        self.body.show_hint(text)
        self._forget_shown()

    def _forget_shown(self) -> None:
        """Note that no note or file is shown any more, but a message."""
        self._loaded = None
        self._arrived = False
        self._report_text("")
        self._update_header()

    # --- how it is shown

    def toggle_source(self) -> None:
        """Change between reading and editing, live or as source, whichever was last."""
        self.set_mode("reading" if self._tab.shown_as in WRITING else self.tabs.writing_mode)

    def set_mode(self, mode: str) -> None:
        """Show the note rendered, its source, or both in one, at the same position."""
        note = self._loaded.note if self._loaded is not None else None
        at, requested = self._tab.at, cast(Mode, mode)
        if requested == self._tab.shown_as or at is None or note is None:
            return
        if not self._arrived and note.path != at.path:
            return
        if self.groups is not None and self.groups.takes_over(self, requested):
            return
        here, was_written = self._here(), self._tab.shown_as in WRITING
        self._tab.at = at = replace(at, mode=None)
        self._tab.mode = requested
        if not self._arrived:  # its source is on its way
            self._start(at)
            return
        if requested in WRITING:
            self.tabs.writing_mode = requested
            self.body.set_live(requested == "live")
            if was_written:
                self._update_header()
                return
        self._set_out()
        if requested in WRITING and self.body.editor.takes_long(at.path, note):
            self._arrived = False
            self._tab.at = here = replace(here, mode=at.mode)
            self._loading = spawn(self._turn_to_source(here), name=f"show the source of {at.path}")
            self._loading.add_done_callback(partial(self._load_ended, at.path))
            self._update_header()
            return
        if requested in WRITING:
            self.body.show_source(self.path, note)
        else:
            spawn(self.body.editor.save(), name="save note")
            self.body.show_rendered(self.path, self.body.source, keep=True)
            self._report_text(self.body.source)
        self.body.go_to(here)
        self._arrive(self.path)
        self._update_header()

    def start_in(self, mode: Mode) -> None:
        """Show the note in another mode as it is in its file now."""
        self._tab.mode = mode
        self._start(replace(self._here(), mode=None))

    async def _turn_to_source(self, here: Visit) -> None:
        """Show the source of a long note at the reading position."""
        if self.body.vault is not None and self._loaded is not None:
            await self._show(self.body.vault, here, self._loaded, again=False)
            self._arrive(here.path)

    def _text_edited(self, text: str) -> None:
        if self.editing.shows(self.path):
            self._report_text(text)

    def _update_header(self) -> None:
        self.header.set_path(self.path, gone=self._tab.gone)
        self.header.set_steps(back=bool(self._tab.past), forward=bool(self._tab.future))
        self.header.set_mode(self._tab.shown_as if self.has_note else "reading", possible=self.has_note)
        self.editing.show_state()
