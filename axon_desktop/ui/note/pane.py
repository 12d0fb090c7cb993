"""The reading pane: one tab's note or file, where it lies, and the way back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from axon_desktop.errors import FolderNotFoundError, NoteNotFoundError, ReadFailedError, VaultError
from axon_desktop.ui.aio import spawn
from axon_desktop.ui.language.errors import error_text
from axon_desktop.ui.note.editing import Editing
from axon_desktop.ui.note.header import PreviewHeader
from axon_desktop.ui.note.keyboard_focus import NoteFocus
from axon_desktop.ui.note.pages import Pages
from axon_desktop.ui.tabs.open_tabs import OpenTabs
from axon_desktop.ui.tabs.tab import WRITING, Mode, Tab, Visit

if TYPE_CHECKING:
    from axon_desktop.index.vault_index import VaultIndex
    from axon_desktop.ui.editor.view import EditorView
    from axon_desktop.ui.markdown_view import MarkdownView
    from axon_desktop.ui.note.empty_page import NothingOpen
    from axon_desktop.ui.note.link_follower import LinkFollower
    from axon_desktop.ui.note.loading import Loaded
    from axon_desktop.ui.tabs.strip import TabStrip
    from axon_desktop.vault import Vault
    from axon_desktop.vault.history.changes import VaultChanged

_RELINK_PAUSE_MS = 400
_PATIENCE_MS = 400
"""How long a file may be read before that is said."""


class PreviewPane(QWidget):
    """The centre of the window."""

    note_opened = Signal(str)
    """Vault path of the file that is now shown."""
    text_shown = Signal(str, object)  # two strs; Qt need not copy the long one
    """(vault path, text) of the note that is shown, whenever its text changed; no text for what is no note."""
    create_requested = Signal(str, str)
    """(name of a note that does not exist, vault path of the note that links to it)."""
    tag_requested = Signal(str)
    """A tag, without `#`, whose notes are to be found."""
    obsidian_link_requested = Signal(str)
    """An `obsidian:` address, to be followed inside the window."""
    obsidian_requested = Signal()
    """The note is to be shown in Obsidian."""
    message_requested = Signal(str)
    """A sentence for the status bar."""
    zoom_requested = Signal(int)
    """Steps by which the user wants larger (or, negative, smaller) type."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("preview")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._vault: Vault | None = None
        self.tabs = OpenTabs(self)
        self._tab = self.tabs.current
        """The tab whose file is shown or being read."""
        self._arrived = False
        """Whether that file is shown, and not only on its way."""
        self._loaded: Loaded | None = None
        self._told = ("", "")
        self._loading: asyncio.Task[None] | None = None
        self._relink_pause = QTimer(self, singleShot=True, interval=_RELINK_PAUSE_MS)
        self._relink_pause.timeout.connect(self._relink)
        self._linked: Sequence[str] = ()
        """The files of the vault when the links were drawn."""
        self._patience = QTimer(self, singleShot=True, interval=_PATIENCE_MS)
        self._patience.timeout.connect(self._say_reading)
        self._away = self._without_vault = False
        """Whether the folder of the vault is gone; whether no vault could be opened."""

        self._strip: TabStrip | None = None
        self._links: LinkFollower | None = None
        self.header = PreviewHeader()
        self.body = Pages()
        self._editing = Editing(self.body, self.tabs, self.header)
        self.note_focus = NoteFocus(self, self.body)
        """Where the keyboard goes when somebody goes to a note."""
        layout = self._layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.header)
        layout.addWidget(self.body, 1)
        self._connect()
        self._show_hint(self.tr("Choose a note on the left to read it here."))

    def _connect(self) -> None:
        self.tabs.changed.connect(lambda: self.strip if len(self.tabs.all) > 1 else None)
        self.tabs.current_changed.connect(self._show_current_tab)
        self.header.back_requested.connect(self.go_back)
        self.header.forward_requested.connect(self.go_forward)
        self.header.mode_requested.connect(self.set_mode)
        self.header.obsidian_requested.connect(self.obsidian_requested)
        self.body.link_activated.connect(lambda link, new_tab: self.follow(link, new_tab=new_tab))
        self.body.link_hovered.connect(self.show_link)
        self.body.jump_started.connect(self._remember_place)
        self.body.zoom_requested.connect(self.zoom_requested)
        self.body.message_requested.connect(self.message_requested)
        self.body.text_edited.connect(self._text_edited)
        self._editing.outdated.connect(self.refresh)

    @property
    def strip(self) -> TabStrip:
        """The row of tabs; made when first needed, like all that is not there before the window's first paint."""
        if self._strip is None:
            from axon_desktop.ui.tabs.strip import TabStrip

            self._strip = TabStrip(self.tabs)
            self._layout.insertWidget(0, self._strip)
            self._strip.refresh()
        return self._strip

    @property
    def links(self) -> LinkFollower:
        """What knows where links lead; made when first needed."""
        if self._links is None:
            from axon_desktop.ui.note.link_follower import links_of

            self._links = links_of(self)
            self._links.heading_requested.connect(self._go_to_heading)
        return self._links

    # --- what the window tells

    @property
    def path(self) -> str:
        """Vault path of the file that is shown or was asked for last; empty for none."""
        return self._tab.path

    @property
    def view(self) -> MarkdownView:
        """The rendered note; made when first needed."""
        return self.body.view

    @property
    def searched(self) -> MarkdownView | EditorView | None:
        """What the find bar looks through: the note as it is shown; None when there is none."""
        return self.body.searched

    def set_vault(self, vault: Vault, index: VaultIndex | None = None) -> None:
        """Read from another vault, with nothing open."""
        self._cancel_loading()
        self.note_focus.forget()
        self._vault = vault
        self._arrived = self._away = False
        self.body.set_vault(vault, index, self._make_resolver(vault))
        self.tabs.replace([])

    def restore_tabs(self, tabs: Sequence[Tab], current: int) -> None:
        """Show the tabs of the last time."""
        with self.note_focus.left_alone():
            self.tabs.replace(tabs, current)

    def set_font_size(self, pixels: int) -> None:
        """Draw text in this size."""
        self.body.set_font_size(pixels)

    def zoom(self, step: int) -> bool:
        """Let a picture change its size; False when what is shown is text."""
        return self.body.zoom(step)

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

        `to_write` shows it so that one can type, at its end. Without `focus` the keyboard stays where it is:
        nobody asked for the note.
        """
        visit = Visit(path, heading, line)
        if not focus:
            with self.note_focus.left_alone():
                self._open(visit, new_tab=new_tab)
        elif to_write:
            self.note_focus.write_at_end()
            mode = self._tab.mode if self._tab.mode in WRITING else WRITING[0]
            self._open(replace(visit, mode=mode), new_tab=new_tab)
        else:
            self._open(visit, new_tab=new_tab)

    def _open(self, visit: Visit, *, new_tab: bool) -> None:
        if new_tab and self.path:
            self.tabs.add(Tab(visit, mode=self._tab.mode))
        elif visit.path != self.path:
            if self.path:
                self._remember_place()
            self._start(visit)
        elif visit.mode is not None:
            self._start(visit)
        elif visit.heading or visit.line:
            self._go_within(visit)
        else:
            self._go_into()

    def go_back(self) -> None:
        """Show the note before, where it was left."""
        self._step(self._tab.step_back)

    def go_forward(self) -> None:
        """Undo going back."""
        self._step(self._tab.step_forward)

    def refresh(self) -> None:
        """Read the shown file again and show it if it changed, at the same place."""
        at = self._tab.at
        if at is not None and (self._loading is None or self._loading.done()):
            if self.body.made_editor is not None:
                self.body.made_editor.refresh()
            self._loading = spawn(self._load(at, again=True), name=f"read {at.path} again")

    def names_ready(self) -> None:
        """Draw the links again, now that they can find their targets."""
        if self._vault is not None:
            self._linked = self._vault.names.paths
        self.body.renew_links()
        if self._tab.at is None:
            self._show_nothing()

    def _relink(self) -> None:
        """Draw the links again if files came or went; what was only written into changes no link."""
        if self._vault is not None and self._vault.names.paths != self._linked:
            self.names_ready()

    def show_no_vault(self) -> None:
        """Say what to do when no vault could be opened."""
        self._without_vault = True
        self._show_nothing()

    def set_nothing_open(self, page: NothingOpen) -> None:
        """Take the page that says what can be done while nothing is open."""
        self.body.nothing = page
        self.body.addWidget(page)
        if self._tab.at is None and (self._vault is not None or self._without_vault):
            self._show_nothing()

    def _show_nothing(self) -> None:
        """Say that nothing is open, why, and what can be done."""
        from axon_desktop.ui.note.empty_page import why_nothing

        self.body.show_reason(*why_nothing(self._vault, away=self._away, without_vault=self._without_vault))
        self._forget_shown()

    def set_away(self, *, away: bool) -> None:
        """Take whether the folder of the vault is gone: its notes come back with it, what is typed stays."""
        self._away = away
        if self._tab.at is None:
            self._show_nothing()
        elif not away and self.body.shows_hint and self._editing.has_text_of(self.path):
            self.body.show_editor_again()
        else:
            self.refresh()

    def on_vault_changed(self, change: VaultChanged) -> None:
        """Show what became of the open notes; links may have come to life or died."""
        editor = self.body.made_editor
        if change.moved:
            before = self.path
            self.tabs.follow_moves(change.moved)
            if self.path != before:
                self._renamed(before)
        if editor is not None:
            editor.on_vault_changed(change)
        if change.many or self.path in change.paths:
            self.refresh()
        if self.body.made_view is not None:
            self.body.made_view.notes_changed(change.paths, many=change.many)
        self._relink_pause.start()
        if self._vault is not None:
            from axon_desktop.ui.tabs.missing_files import mark_gone

            spawn(mark_gone(self.tabs, self._vault, change), name="look for the notes of the tabs")

    def follow(self, link: str, *, new_tab: bool = False) -> None:
        """Follow a link of a note or of the conversation; what is not known to be harmless is refused."""
        self.links.follow(link, new_tab=new_tab)

    def show_link(self, link: str) -> None:
        """Show in the status bar where a link leads."""
        self.links.show(link)

    def load_image(self, path: str) -> bytes | None:
        """Read an image of the vault; may be called in any thread."""
        return self.body.load_image(path)

    def _make_resolver(self, vault: Vault) -> Callable[[str], str | None]:
        return lambda target: vault.names.resolve_link(target, self.path)

    # --- tabs

    def _show_current_tab(self) -> None:
        """Leave the tab that is shown, noting its place, and show the one that is now current."""
        left, self._tab = self._tab, self.tabs.current
        if left.at is not None and left is not self._tab:
            left.at = self._here_in(left)
        self._update_header()
        if self._tab.at is None:
            self._cancel_loading()
            self._arrived = False
            self._show_nothing()
            if self.body.made_editor is not None:
                spawn(self._editing.leave_for(""), name="save note")
        elif left.at is not None and left not in self.tabs.all and not self._has_keyboard():
            with self.note_focus.left_alone():  # a tab was closed by somebody who writes elsewhere
                self._start(self._tab.at)
        else:
            self._start(self._tab.at)

    def _has_keyboard(self) -> bool:
        here = self.window().focusWidget()
        return here is not None and (here is self or self.isAncestorOf(here))

    def keep_place(self) -> None:
        """Note in the current tab where the reader is."""
        if self._tab.at is not None:
            self._tab.at = self._here()

    def _renamed(self, before: str) -> None:
        """Go on showing a file that has another name."""
        self.header.set_path(self.path)
        editor = self.body.made_editor
        if editor is not None and editor.path == before:
            editor.moved(before, self.path)
        self.note_focus.moved(before, self.path)
        self._cancel_loading()
        self._loading = None  # it read a name that nothing has any more
        if self._arrived:
            self.note_opened.emit(self.path)
            self.refresh()
        elif self._tab.at is not None:
            self._start(self._tab.at)

    # --- places

    def _here(self) -> Visit:
        return self._here_in(self._tab)

    def _here_in(self, tab: Tab) -> Visit:
        """Return where the reader is; where they are about to be, while that is still being read."""
        assert tab.at is not None
        return replace(tab.at, heading="", line=0, place=self.body.place()) if self._arrived else tab.at

    def _remember_place(self) -> None:
        self._tab.remember(self._here())
        self._update_header()

    def _step(self, step: Callable[[Visit], Visit | None]) -> None:
        visit = step(self._here()) if self._tab.at is not None else None
        if visit is not None:
            self._start(visit)

    def _go_to_heading(self, heading: str) -> None:
        """Scroll within the shown note."""
        if self.path:
            self._go_within(Visit(self.path, heading))

    def _go_within(self, visit: Visit) -> None:
        """Go elsewhere in the same note; Back returns."""
        if not self._arrived:
            self._start(replace(visit, mode=self._tab.at.mode if self._tab.at is not None else None))
            return
        self._remember_place()
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
        self._tab.at, self._arrived = visit, False
        self._set_out()
        self._update_header()
        self.tabs.changed.emit()
        self._loading = spawn(self._load(visit), name=f"read {visit.path}")
        self._loading.add_done_callback(partial(self._load_ended, visit.path))

    def _set_out(self) -> None:
        """Take the keyboard along to what is being read, but from tabs that the arrow keys walk through."""
        if self._strip is None or not self._strip.walking:
            self.note_focus.set_out(self.path, writes=self._tab.shown_as in WRITING)

    def _arrive(self, path: str, *, failed: bool = False) -> None:
        page = self.body.currentWidget() or self.body.hint
        edit = self.body.editor.edit if self.body.shows_editor and not failed else None
        self.note_focus.arrive(path, page, edit, failed=failed)

    def _load_ended(self, path: str, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and task.exception() is not None:
            self._arrive(path, failed=True)

    async def _load(self, visit: Visit, *, again: bool = False) -> None:
        """Read in a thread, then show; `again` keeps the place and does nothing for an unchanged file."""
        vault = self._vault
        if vault is None or not await self._editing.leave_for(visit.path):
            return
        if not again:
            self.body.hint.clear()  # what it asks for is under way
            self._patience.start()
        from axon_desktop.ui.note.loading import load

        try:
            loaded = await asyncio.to_thread(load, vault, visit.path)
        except NoteNotFoundError:
            self.tabs.mark(self._tab, gone=True)
            if self._editing.keeps(visit.path):
                self._update_header()
                self._arrive(visit.path)
                return  # the editor says what is to be done about it
            gone = self.tr("{name} no longer exists.").format(name=visit.path)
            way = self.tr("Use Agent → Changes… to bring back what was deleted in Axon.")
            self._show_hint(f"{gone}\n\n{way}")
        except FolderNotFoundError:  # the vault's own
            self.tabs.mark(self._tab, gone=False)
            if not self._editing.keeps(visit.path) and not self._editing.is_being_written(visit.path):
                self._away = True
                self._show_nothing()
        except ReadFailedError as error:
            self.tabs.mark(self._tab, gone=False)
            await self.body.show_card(vault, visit.path, self._why_unread(visit.path, error))
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

    def _why_unread(self, path: str, error: ReadFailedError) -> str:
        """Say why a file cannot be read; of a note that is text of another kind, what helps."""
        from axon_desktop.text.file_names import NOTE_SUFFIX

        if path.lower().endswith(NOTE_SUFFIX) and isinstance(error.__cause__, UnicodeDecodeError):
            return self.tr("This note is not UTF-8 text. To show it here, save it as UTF-8 in another editor.")
        return error_text(error)

    async def _show(self, vault: Vault, visit: Visit, loaded: Loaded, *, again: bool) -> None:
        """Show what was read."""
        again = again and self._arrived and not self.body.shows_hint
        before, self._loaded = self._loaded, loaded
        if loaded.kind is not None:
            self._tell_text("")
            same = before is not None and loaded.sha256 and before.sha256 == loaded.sha256
            if not (again and same):
                await self.body.show_file(vault, loaded.kind, visit.path, loaded.data)
        elif self._tab.shown_as == "source" and loaded.note is not None:
            if not again:
                await self.body.show_long_source(visit.path, loaded.note)
            self._tell_text(self.body.source)
        else:
            self.body.view.set_strict_line_breaks(loaded.strict_breaks)
            self.body.show_rendered(visit.path, loaded.text, keep=again)
            self._tell_text(loaded.text)
        self._arrived = True
        self._update_header()
        if self.has_note and not again:
            self.body.go_to(visit)

    @property
    def has_note(self) -> bool:
        """Whether a note is shown, and neither a file of another kind nor a sentence."""
        return self._loaded is not None and self._loaded.note is not None

    def _say_reading(self) -> None:
        """Say that a file takes its time; it may be written by another program just now."""
        self.body.show_hint(self.tr("Reading {name}…").format(name=self.path))

    def _tell_text(self, text: str) -> None:
        if self._told != (self.path, text):
            self._told = self.path, text
            self.text_shown.emit(self.path, text)

    def _show_hint(self, text: str) -> None:
        self.body.show_hint(text)
        self._forget_shown()

    def _forget_shown(self) -> None:
        """Go on without a note or file: something stands in its place."""
        self._loaded = None
        self._arrived = False
        self._tell_text("")
        self._update_header()

    @property
    def settled(self) -> bool:
        """Whether the files hold all that was typed."""
        return self._editing.settled

    async def leave(self) -> bool:
        """Bring into its file what was typed; False when that failed and the user wants to stay with it."""
        return await self._editing.leave_for("")

    async def put_away(self) -> bool:
        """Save what was typed, or keep it, as the program ends; tell whether it is kept and in no file."""
        editor = self.body.made_editor
        return editor is not None and await editor.put_away()

    # --- how it is shown

    def toggle_source(self) -> None:
        """Change between reading and source."""
        self.set_mode("reading" if self._tab.shown_as == "source" else "source")

    def set_mode(self, mode: str) -> None:
        """Show the note rendered or its source, at its place."""
        note = self._loaded.note if self._loaded is not None else None
        at, wanted = self._tab.at, cast(Mode, mode)
        if wanted == self._tab.shown_as or at is None or note is None:
            return
        if not self._arrived and note.path != at.path:
            return
        here = self._here()
        self._tab.at = at = replace(at, mode=None)
        self._tab.mode = wanted
        if not self._arrived:  # its source is on its way
            self._start(at)
            return
        self._set_out()
        if mode == "source" and self.body.editor.takes_long(at.path, note):
            self._arrived = False
            self._tab.at = here = replace(here, mode=at.mode)
            self._loading = spawn(self._turn_to_source(here), name=f"show the source of {at.path}")
            self._loading.add_done_callback(partial(self._load_ended, at.path))
            self._update_header()
            return
        if mode == "source":
            self.body.show_source(self.path, note)
        else:
            spawn(self.body.editor.save(), name="save note")
            self.body.show_rendered(self.path, self.body.source, keep=True)
            self._tell_text(self.body.source)
        self.body.go_to(here)
        self._arrive(self.path)
        self._update_header()

    async def _turn_to_source(self, here: Visit) -> None:
        """Show the source of a long note where its reader is."""
        if self._vault is not None and self._loaded is not None:
            await self._show(self._vault, here, self._loaded, again=False)
            self._arrive(here.path)

    def focus_text(self) -> None:
        """Give the keyboard to what is shown, if it is a note."""
        shown = self.searched
        if shown is not None:
            shown.setFocus()

    def _text_edited(self, text: str) -> None:
        if self._editing.shows(self.path):
            self._tell_text(text)

    def _update_header(self) -> None:
        self.header.set_path(self.path, gone=self._tab.gone)
        self.header.set_steps(back=bool(self._tab.past), forward=bool(self._tab.future))
        self.header.set_mode(self._tab.shown_as if self.has_note else "reading", possible=self.has_note)
        self._editing.show_state()
