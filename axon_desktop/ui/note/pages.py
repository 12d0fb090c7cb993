"""NotePages: the pages of the note pane, one shown at a time: a sentence, a note, its source, a file."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget

from axon_desktop.errors import VaultError
from axon_desktop.ui.look.parts import centred_text
from axon_desktop.ui.tabs.tab import Visit
from axon_desktop.ui.tree.model import display_name

if TYPE_CHECKING:
    from axon_desktop.index.vault_index import VaultIndex
    from axon_desktop.markdown.html.embed_keys import EmbedKey
    from axon_desktop.markdown.html.embeds import Embedded
    from axon_desktop.ui.editor.view import EditorView
    from axon_desktop.ui.files.card import FileCard
    from axon_desktop.ui.files.kinds import FileKind, FileView
    from axon_desktop.ui.markdown_view import MarkdownView, ViewPosition
    from axon_desktop.ui.note.empty_page import EmptyPage, Reason
    from axon_desktop.ui.note.line_highlight import LineHighlight
    from axon_desktop.vault import Note, Vault

_NOTE_PIXELS = 15
_MAX_IMAGE = 20_000_000
"""Maximum bytes of an image that is decoded inside a note."""


class NotePages(QStackedWidget):
    """Creates each page at its first use: the window's first paint waits for none of them."""

    link_activated = Signal(str, bool)
    """(link, in a new tab)."""
    link_hovered = Signal(str)
    """The link under the mouse; empty when it leaves."""
    jump_started = Signal()
    """A link within the note was followed; the view is still at the link."""
    task_toggled = Signal(int, bool)
    """(line of the note from 1, whether to tick the task on it)."""
    picture_resized = Signal(object, object)
    """(ShownPicture, its width in pixels or None for its own): the edge of a picture was dragged."""
    zoom_requested = Signal(int)
    message_requested = Signal(str)
    files_left = Signal(list)
    """Paths of files and folders that were dropped on a note that cannot link to them."""
    text_edited = Signal(object)  # a str, which Qt need not copy
    """The text in the editor: after saving, or after reading the file."""
    save_state_changed = Signal(object)
    """SaveState of the editor."""
    editor_made = Signal(object)
    """EditorView, once there is one."""
    draft_settled = Signal(str)
    """Vault path of a note without unsaved text; the editor has checked."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("preview_body")
        self._pixels = _NOTE_PIXELS
        self.vault: Vault | None = None
        """The vault of the shown files."""
        self._index: VaultIndex | None = None
        self._resolve: Callable[[str], str | None] | None = None
        self.made_view: MarkdownView | None = None
        """The rendered note, if one was ever shown."""
        self._mark: LineHighlight | None = None
        self.made_editor: EditorView | None = None
        """The editor, if it was ever shown."""
        self._files: dict[str, QWidget] = {}
        self._rendered = ("", "")
        """(path, text) that the view shows."""
        self.nothing: EmptyPage | None = None
        """The page for no open note, with actions; set by the window."""
        self._links_old = False
        """Whether the links of the rendered note must be resolved again, when it is shown."""
        self.hint = centred_text(name="preview_hint")
        self.addWidget(self.hint)

    # --- the pages

    @property
    def view(self) -> MarkdownView:
        """The rendered note."""
        if self.made_view is None:
            from axon_desktop.ui.attachments.picture_handle import PictureHandle
            from axon_desktop.ui.markdown_view import MarkdownView
            from axon_desktop.ui.tabs.new_tab_clicks import LinkClicks

            view = self.made_view = MarkdownView(load_image=self.load_image, load_note=self.load_note)
            view.setAccessibleName(self.tr("Note"))
            view.set_font_size(self._pixels)
            view.link_activated.connect(lambda link: self.link_activated.emit(link, False))
            view.jump_started.connect(self.jump_started)
            view.link_hovered.connect(self.link_hovered)
            view.zoom_requested.connect(self.zoom_requested)
            view.task_toggled.connect(self.task_toggled)
            handle = PictureHandle(view.viewport(), view.picture_at)
            handle.resized.connect(self.picture_resized)
            view.moved.connect(handle.put_away)
            LinkClicks(view, lambda link: self.link_activated.emit(link, True))
            if self._resolve is not None:
                view.set_resolver(self._resolve)
            self.addWidget(view)
        return self.made_view

    @property
    def editor(self) -> EditorView:
        """The source of a note, for editing."""
        if self.made_editor is None:
            from axon_desktop.ui.editor.live.looks import Sources
            from axon_desktop.ui.editor.view import EditorView

            editor = self.made_editor = EditorView()
            editor.set_font_size(self._pixels)
            editor.edit.set_sources(Sources(self.load_image, self.load_note, self._resolve_link))
            editor.link_activated.connect(self.link_activated)
            editor.edit.zoom_requested.connect(self.zoom_requested)
            editor.edit.link_hovered.connect(self.link_hovered)
            editor.attaching.files_left.connect(self.files_left)
            editor.text_changed.connect(lambda text: self.text_edited.emit(text.removeprefix("\ufeff")))
            editor.state_changed.connect(self.save_state_changed)
            editor.drafts.settled.connect(self.draft_settled)
            if self.vault is not None:
                editor.set_vault(self.vault, self._index)
            self.addWidget(editor)
            self.editor_made.emit(editor)
        return self.made_editor

    @property
    def shows_hint(self) -> bool:
        """Whether only a sentence is shown."""
        return self.currentWidget() in (self.hint, self.nothing)

    @property
    def shows_editor(self) -> bool:
        """Whether the source is shown."""
        return self.made_editor is not None and self.currentWidget() is self.made_editor

    @property
    def shows_view(self) -> bool:
        """Whether a rendered note is shown."""
        return self.made_view is not None and self.currentWidget() is self.made_view

    @property
    def searched(self) -> MarkdownView | EditorView | None:
        """What the find bar searches; None if there is nothing."""
        if self.shows_editor:
            return self.made_editor
        if self.shows_view:
            return self.made_view
        from axon_desktop.ui.markdown_view import MarkdownView

        shown = self.currentWidget()
        return shown if isinstance(shown, MarkdownView) else None

    def focus_text(self) -> None:
        """Give the keyboard to what is shown, if it is text."""
        if self.searched is not None:
            self.searched.setFocus()

    @property
    def source(self) -> str:
        """The text in the editor, without a byte order mark."""
        return self.editor.text.removeprefix("\ufeff")

    @property
    def rendered(self) -> str:
        """The text of the rendered note."""
        return self._rendered[1]

    # --- settings of all pages

    def set_live(self, live: bool) -> None:
        """Hide the marks in the editor but those at the caret, or show all as source."""
        self.editor.edit.set_live(live)

    def set_vault(self, vault: Vault, index: VaultIndex | None, resolve: Callable[[str], str | None]) -> None:
        """Show files of another vault."""
        self.vault, self._index, self._resolve = vault, index, resolve
        self._rendered = ("", "")
        if self.made_view is not None:
            self.made_view.forget_notes()
            self.made_view.set_resolver(resolve)
        if self.made_editor is not None:
            self.made_editor.forget()
            self.made_editor.edit.forget_files()
            self.made_editor.set_vault(vault, index)

    def renew_links(self) -> None:
        """Resolve the links again: their targets may have changed."""
        self._links_old = self.made_view is not None and not self.shows_view  # a long note takes a while
        if self.shows_view and self._resolve is not None:
            self.view.set_resolver(self._resolve)
        if self.made_editor is not None:
            self.made_editor.edit.renew_links()

    def set_font_size(self, pixels: int) -> None:
        """Set the text size."""
        self._pixels = pixels
        for page in self._made_pages():
            page.set_font_size(pixels)

    def zoom(self, step: int) -> bool:
        """Zoom the shown file; False if it has no zoom of its own."""
        zoom = getattr(self.currentWidget(), "zoom", None)
        if zoom is None:
            return False
        zoom(step)
        return True

    def _made_pages(self) -> list[FileView]:
        pages = [page for page in (self.made_view, self.made_editor, *self._files.values()) if page is not None]
        return cast("list[FileView]", pages)

    # --- showing

    def _turn_to(self, page: QWidget) -> None:
        """Show a page; the focus moves to it."""
        focused = QApplication.focusWidget()
        had_focus = focused is not None and self.isAncestorOf(focused)
        self.setCurrentWidget(page)
        if had_focus:
            page.setFocus()

    def show_hint(self, text: str) -> None:
        """Show a sentence."""
        self.hint.setText(text)
        self._turn_to(self.hint)

    def show_reason(self, reason: Reason, words: str) -> None:
        """Show why nothing is open: on the page for it, or as a sentence before there is such a page."""
        if self.nothing is None:
            self.show_hint(words)
            return
        self.nothing.show_reason(reason)
        self._turn_to(self.nothing)

    def show_editor_again(self) -> None:
        """Show the editor as it was left."""
        if self.made_editor is not None and self.made_editor.path:
            self._turn_to(self.made_editor)
            self.made_editor.setFocus()

    def show_rendered(self, path: str, text: str, *, keep: bool) -> None:
        """Show a rendered note; with `keep` its position stays."""
        keep = keep and self._rendered[0] == path
        if not (keep and self._rendered[1] == text):
            self.view.setAccessibleName(display_name(path))
            self.view.set_note(display_name(path), text, path=path, keep_position=keep)
        elif self._links_old and self._resolve is not None:
            self.view.set_resolver(self._resolve)
        self._links_old = False
        self._rendered = path, text
        if self._mark is not None:
            self._mark.stop()
        self._turn_to(self.view)

    def show_source(self, path: str, note: Note) -> None:
        """Show a note's source; if the editor has the note already, typed text stays."""
        self.editor.show_note(path, note)
        self._turn_to(self.editor)

    async def show_long_source(self, path: str, note: Note) -> None:
        """Show a note's source; for a long one a thread creates the document first."""
        self.editor.catch_up(path, note)
        if self.editor.takes_long(path, note):
            made = await self.editor.make_document(note)
            self.editor.show_note(path, note, made=made)
            self.editor.refresh()  # its file may have changed
        self.show_source(path, note)

    async def show_file(self, vault: Vault, kind: FileKind, path: str, data: bytes) -> None:
        """Show a file that is no note; returns when it is shown."""
        page = self._file_page(kind)
        await cast("FileView", page).show_file(vault, path, data, self._index)
        self._turn_to(page)

    async def show_card(self, vault: Vault, path: str, why: str, *, absent: bool) -> None:
        """Show the name of a file, why its content is not shown, and a button to open or fetch it."""
        from axon_desktop.ui.files.kinds import CARD

        page = self._file_page(CARD)
        await cast("FileCard", page).show_card(vault, path, why, absent=absent)
        self._turn_to(page)

    def _file_page(self, kind: FileKind) -> QWidget:
        if kind.name not in self._files:
            self._files[kind.name] = self._make_file_page(kind)
        return self._files[kind.name]

    def _make_file_page(self, kind: FileKind) -> QWidget:
        page = kind.make()
        cast("FileView", page).set_font_size(self._pixels)
        if hasattr(page, "link_activated"):
            page.link_activated.connect(lambda link: self.link_activated.emit(link, False))
        for name in ("link_hovered", "message_requested", "zoom_requested"):
            if hasattr(page, name):
                getattr(page, name).connect(getattr(self, name))
        self.addWidget(page)
        return page

    # --- positions

    def place(self) -> ViewPosition | None:
        """Return the position at the upper edge in a note's source; None for other pages."""
        if self.shows_editor and self.made_editor is not None:
            from axon_desktop.ui.editor.source_lines import line_start
            from axon_desktop.ui.markdown_view import ViewPosition

            line = self.made_editor.line
            return ViewPosition(
                False, float(line_start(self.source, line)) if line > 1 else -1.0
            )  # the title is above it
        return self.view.place() if self.shows_view else None

    def go_to(self, visit: Visit) -> None:
        """Scroll to the position, heading or line of a visit in the shown note."""
        if self.shows_editor:
            self._go_in_source(visit)
        elif visit.place is not None:
            self.view.go_to(visit.place)
        elif visit.line:
            self._line_mark().go_to(self._rendered[1], visit.line)
        elif visit.heading:
            self.view.scroll_to_heading(visit.heading)

    def _go_in_source(self, visit: Visit) -> None:
        from axon_desktop.ui.editor.source_lines import heading_line, line_at

        text = self.source
        if visit.place is not None:
            self.editor.scroll_to_line(line_at(text, visit.place))
        elif visit.line:
            self.editor.go_to_line(visit.line)
        elif visit.heading:
            line = heading_line(text, visit.heading)
            if line:
                self.editor.go_to_line(line)

    def _line_mark(self) -> LineHighlight:
        if self._mark is None:
            from axon_desktop.ui.note.line_highlight import LineHighlight

            self._mark = LineHighlight(self.view)
        return self._mark

    def _resolve_link(self, target: str) -> str | None:
        return self._resolve(target) if self._resolve is not None else None

    # --- callbacks of the view, in threads

    def load_image(self, path: str) -> bytes | None:
        """Read an image of the vault; called in a worker thread of the view."""
        vault = self.vault
        if vault is None:
            return None
        try:
            return vault.read_attachment(path, _MAX_IMAGE)
        except VaultError:
            return None

    def load_note(self, key: EmbedKey) -> Embedded | None:
        """Read what is embedded in the shown note; called in a worker thread of the view."""
        from axon_desktop.ui.markdown_view.embeds.embed_kinds import load_embed

        vault = self.vault
        return None if vault is None else load_embed(vault, self._index, key)
