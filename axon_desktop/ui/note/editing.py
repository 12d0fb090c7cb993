"""Editing: the user's changes in the pane, reported to tabs and header, saved before another file is shown."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from axon_desktop.ui.aio import spawn
from axon_desktop.ui.note.header import NoteHeader
from axon_desktop.ui.note.pages import NotePages
from axon_desktop.ui.tabs.open_tabs import OpenTabs
from axon_desktop.ui.tabs.tab import Tab, Visit

if TYPE_CHECKING:
    from axon_desktop.ui.markdown_view.layout.hit_testing import ShownPicture
    from axon_desktop.ui.note.edits_in_place import EditsInPlace
    from axon_desktop.vault import Vault


class Editing(QObject):
    """Has the editor after a note's source was first shown; ticks tasks and resizes pictures without it."""

    outdated = Signal()
    """The displayed note differs from its file."""

    def __init__(self, pages: NotePages, tabs: OpenTabs, header: NoteHeader) -> None:
        super().__init__(pages)
        self._pages = pages
        self._tabs = tabs
        self._header = header
        self._in_place: EditsInPlace | None = None
        pages.save_state_changed.connect(self._state_changed)
        pages.task_toggled.connect(self._toggle_task)
        pages.picture_resized.connect(self._resize_picture)
        header.save_settle_requested.connect(lambda: pages.editor.settle())

    async def leave(self, path: str = "") -> bool:
        """Save the editor's text before another file is shown; False if the user stays with it."""
        editor = self._pages.made_editor
        if editor is None or editor.path in ("", path):
            return True
        if await editor.leave():
            if not editor.state.safe:
                editor.forget()  # a draft has the text, or the user discarded it; nobody is asked again
            return True
        self._show_source_of(editor.path)
        return False

    async def save_or_draft(self) -> bool:
        """Save typed text when the program ends, else keep it as a draft; tell whether it is a draft now."""
        editor = self._pages.made_editor
        return editor is not None and await editor.save_or_draft()

    @property
    def settled(self) -> bool:
        """Whether the file has all typed text."""
        return self._pages.made_editor is None or not self._pages.made_editor.dirty

    def _show_source_of(self, path: str) -> None:
        """Return to the tab of a note, or open one: the tab where it was may show the next file already."""
        tab = next((tab for tab in self._tabs.all if tab.path == path), None)
        if tab is None:
            self._tabs.add(Tab(Visit(path, mode=self._tabs.writing_mode)))
        else:
            assert tab.at is not None  # it has a path
            tab.at = replace(tab.at, mode=self._tabs.writing_mode)
            self._tabs.select(self._tabs.all.index(tab))

    async def save(self) -> None:
        """Save the typed text; if that fails, it becomes a draft if possible."""
        if self._pages.made_editor is not None:
            await self._pages.made_editor.save()

    def shows(self, path: str) -> bool:
        """Tell whether the source of this note is shown."""
        editor = self._pages.made_editor
        return editor is not None and editor.path == path and self._pages.shows_editor

    def keeps(self, path: str) -> bool:
        """Tell whether the shown source of this note has unsaved text."""
        editor = self._pages.made_editor
        return editor is not None and self.shows(path) and editor.dirty

    def is_being_written(self, path: str) -> bool:
        """Tell whether the keyboard focus is in the source of this note."""
        editor = self._pages.made_editor
        return editor is not None and self.shows(path) and editor.edit.has_keyboard

    def has_text_of(self, path: str) -> bool:
        """Tell whether the editor has unsaved text of this note, shown or not."""
        editor = self._pages.made_editor
        return editor is not None and editor.path == path and editor.dirty

    def show_state(self) -> None:
        """Show how the source relates to its file: while it is shown, and when it is not saved."""
        editor, path = self._pages.made_editor, self._tabs.current.path
        if editor is None or editor.path != path or (editor.state.safe and not self._pages.shows_editor):
            self._header.set_save_state(None)
        else:
            has_notice = self._pages.shows_editor  # a notice over the text, with actions
            self._header.set_save_state(editor.state, acts=not has_notice)

    def _toggle_task(self, line: int, done: bool) -> None:
        """Change a task in the file; the view shows it when the file is read again."""
        vault, path = self._pages.vault, self._tabs.current.path
        if vault is None or not path:
            return
        shown = self._pages.rendered

        def edit(text: str) -> str | None:
            from axon_desktop.markdown.scan.tasks import set_task
            from axon_desktop.ui.note.edits_in_place import is_same_line

            return set_task(text, line, done=done) if is_same_line(text, shown, line) else None

        spawn(self._changes(vault, path, edit), name="change a task")

    def _resize_picture(self, picture: ShownPicture, width: int | None) -> None:
        """Write the width of a picture; the view shows it when the file is read again."""
        vault, path = self._pages.vault, self._tabs.current.path
        if vault is None or not path:
            return
        shown, resolve = self._pages.rendered, vault.names.resolve_link

        def edit(text: str) -> str | None:
            from axon_desktop.vault.links.picture_width import set_picture_width

            if text.removeprefix("\ufeff").splitlines() != shown.splitlines():
                return None
            return set_picture_width(
                text,
                picture.lines,
                lambda target: resolve(target, path) == picture.path,
                picture.number,
                picture.count,
                width,
            )

        spawn(self._changes(vault, path, edit), name="resize a picture")

    def _changes(self, vault: Vault, path: str, edit: Callable[[str], str | None]) -> Coroutine[Any, Any, None]:
        if self._in_place is None:
            from axon_desktop.ui.note.edits_in_place import EditsInPlace

            self._in_place = EditsInPlace(self)
            self._in_place.message_requested.connect(self._pages.message_requested)
            self._in_place.outdated.connect(self.outdated)
        return self._in_place.change(vault, path, edit, self.save)

    def _state_changed(self, _state: object) -> None:
        editor = self._pages.made_editor
        for tab in self._tabs.all:
            self._tabs.mark(tab, unsaved=editor is not None and tab.path == editor.path and editor.dirty)
        self.show_state()
