"""The file actions in a window: created once, connected to the window's own signals."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from axon_desktop.ui.aio import spawn
from axon_desktop.ui.file_actions.context import FileActionContext
from axon_desktop.ui.runtime import open_external as outside

if TYPE_CHECKING:
    from axon_desktop.ui.file_actions.file_actions import FileActions
    from axon_desktop.ui.note.pane import NotePane
    from axon_desktop.ui.window.main_window import MainWindow


class FileActionsFeature(QObject):
    """Loads the code that asks and writes at the first request; until then only listens."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._open = FileActionContext(window)
        self._parts: FileActions | None = None
        self._shown = ("", "")
        """(path, text) of the note in the note pane."""
        actions, tree = window.menus.actions, window.tree
        actions["file.new_note"].triggered.connect(lambda: self.parts.new_notes.request())
        actions["file.open_daily_note"].triggered.connect(lambda: self.parts.daily.show_today())
        actions["edit.insert_template"].triggered.connect(lambda: self.parts.templates.request())
        actions["file.new_folder"].triggered.connect(lambda: self.parts.new_notes.request_folder(self._folder()))
        actions["file.rename_note"].triggered.connect(self._rename)
        actions["file.move_note"].triggered.connect(lambda: self._on_chosen(tree.move_to_requested.emit))
        actions["file.duplicate_note"].triggered.connect(lambda: self._on_chosen(self._duplicate))
        actions["view.open_in_obsidian"].triggered.connect(lambda: self._show_note_in_obsidian(window.preview))
        window.groups.each(self._connect)
        window.groups.text_shown.connect(self._note_shown)
        tree.obsidian_requested.connect(lambda path: spawn(self._hand_over(path, "", 0), name="open in Obsidian"))
        tree.new_note_requested.connect(lambda folder: self.parts.new_notes.request(folder))
        tree.new_folder_requested.connect(lambda folder: self.parts.new_notes.request_folder(folder))
        tree.rename_requested.connect(lambda path, is_folder: self.parts.moves.request_rename(path, is_folder))
        tree.trash_requested.connect(lambda path, is_folder: self.parts.moves.request_trash(path, is_folder))
        tree.move_requested.connect(lambda paths, folder: self.parts.moves.request_move(paths, folder))
        tree.move_to_requested.connect(lambda path, is_folder: self.parts.moves.request_target(path, is_folder))
        tree.duplicate_requested.connect(lambda path: self.parts.new_notes.request_copy(path))
        tree.compare_requested.connect(lambda copy, original: self.parts.comparing.request(copy, original))
        self._open.entered.connect(self._find_vaults)
        window.menus.recent.aboutToShow.connect(self._find_vaults)

    def _connect(self, pane: NotePane) -> None:
        pane.obsidian_requested.connect(lambda: self._show_note_in_obsidian(pane))
        pane.create_requested.connect(lambda name, source: self.parts.new_notes.request_linked(name, source))
        pane.obsidian_link_requested.connect(lambda url: self.parts.links.follow(url))

    @property
    def parts(self) -> FileActions:
        """The objects that fulfil the requests."""
        if self._parts is None:
            from axon_desktop.ui.file_actions.file_actions import FileActions

            self._parts = FileActions.make(self._open)
        return self._parts

    def _find_vaults(self) -> None:
        spawn(self._window.chooser.look(), name="look for vaults")

    def _note_shown(self, path: str, text: str) -> None:
        self._shown = path, text

    def _rename(self) -> None:
        self._on_chosen(self.parts.moves.request_rename)

    def _on_chosen(self, act: Callable[[str, bool], None]) -> None:
        """Do it to the selection of the tree while that has the focus, else to the shown note."""
        tree, path, is_folder = self._window.tree, self._window.preview.path, False
        if self._window.focusWidget() is tree.view and tree.chosen[0]:
            path, is_folder = tree.chosen
        if path:
            act(path, is_folder)

    def _duplicate(self, path: str, is_folder: bool) -> None:
        if not is_folder:
            self.parts.new_notes.request_copy(path)

    def _folder(self) -> str:
        """Return the folder selected in the tree, or that of the selected file; empty for the root."""
        path, is_folder = self._window.tree.chosen
        return path if is_folder else path.rpartition("/")[0]

    def _show_note_in_obsidian(self, pane: NotePane) -> None:
        """Show the note of a pane in Obsidian, at the heading at the top of the pane."""
        path = pane.path
        text = self._shown[1] if self._shown[0] == path else ""
        if path:
            line, place = outside.line_edited(pane), outside.heading_shown(pane)
            spawn(self._hand_over(path, text, line, place), name="open in Obsidian")

    async def _hand_over(self, path: str, text: str, line: int, place: str = "") -> None:
        vault = self._open.vault
        place = place or await asyncio.to_thread(outside.heading_at, path, text, line)
        if vault is not None and not outside.open_in_obsidian(vault.root, path, place):
            self._open.show_message(self.tr("No program on this computer can open obsidian:// links."))
