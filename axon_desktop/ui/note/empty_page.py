"""EmptyPage: the page of the note pane while no note is open, with a reason and actions."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStackedWidget, QWidget

from axon_desktop.ui.actions import with_native_keys
from axon_desktop.ui.aio import spawn
from axon_desktop.ui.language.translation import translate
from axon_desktop.ui.look.parts import text_label, vbox
from axon_desktop.ui.session.user_writes import StaleWriteError, UserWrites, new_turn
from axon_desktop.ui.tree.model import display_name
from axon_desktop.ui.widgets.empty_state import Centred, EmptyState, EmptyStateAction, KeyRow
from axon_desktop.vault import Vault

if TYPE_CHECKING:
    from axon_desktop.ui.note.pane import NotePane
    from axon_desktop.ui.window.main_window import MainWindow


Reason: TypeAlias = Literal["no_tab", "no_vault", "empty_vault", "away"]


def why_nothing(vault: Vault | None, *, away: bool, without_vault: bool) -> tuple[Reason, str]:
    """Take the vault, whether its folder is missing, and whether none could be opened."""
    if away:
        words = translate(
            "NotePane",
            "The vault’s folder is missing. The note will be shown again as soon as the folder is back.",
        )
        return "away", words
    if vault is None and without_vault:
        return "no_vault", translate("NotePane", "No vault is open. Choose one with File → Open vault…")
    if vault is not None and vault.names.ready and not vault.names.paths:
        return "empty_vault", with_native_keys(
            translate("NotePane", "There are no notes here yet. Press Ctrl+Shift+N to create one.")
        )
    return "no_tab", translate("NotePane", "Choose a note on the left to read it here.")


class EmptyPage(QStackedWidget):
    """A page of the note pane."""

    def __init__(self, window: MainWindow, pane: NotePane) -> None:
        super().__init__()
        self.setObjectName("preview_body")
        self._window = window
        self._pane = pane
        self.reason: Reason = "no_tab"
        """Why nothing is open."""
        self.rows: list[KeyRow] = []
        self._no_tab = Centred(self._make_rows())
        self.state = EmptyState()
        """The widgets for all other reasons."""
        self._other = Centred(self.state)
        self.addWidget(self._no_tab)
        self.addWidget(self._other)
        pane.tabs.changed.connect(self._name_reopened)

    # --- no tab

    def _make_rows(self) -> QWidget:
        page = QWidget()
        title = text_label(translate("EmptyPage", "No note is open"), name="empty_title")
        title.setContentsMargins(8, 0, 0, 4)
        layout = vbox(title, parent=page, spacing=0)
        for icon_name, words, command in (
            ("search", translate("EmptyPage", "Open a note"), "file.go_to_note"),
            ("note_new", translate("EmptyPage", "New note"), "file.new_note"),
            ("calendar", translate("EmptyPage", "Today’s daily note"), "file.open_daily_note"),
            ("history", "", "file.reopen_closed_tab"),
            ("comment", translate("EmptyPage", "Ask Axon"), "agent.write_a_message"),
        ):
            row = KeyRow(icon_name, words, self._window.menus.actions[command], page)
            row.step_requested.connect(lambda step, row=row: self._step(row, step))
            self.rows.append(row)
            layout.addWidget(row)
        self._name_reopened()
        return page

    def _name_reopened(self) -> None:
        path = self._pane.tabs.last_closed
        row = self.rows[3]
        row.setText(translate("EmptyPage", "Reopen {name}").format(name=display_name(path)))
        row.setVisible(bool(path))

    def _step(self, row: KeyRow, step: int) -> None:
        shown = [other for other in self.rows if not other.isHidden()]
        shown[(shown.index(row) + step) % len(shown)].setFocus()

    # --- all reasons

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason, /) -> None:
        """Give the focus to the first action."""
        if self.currentWidget() is self._no_tab:
            self.rows[0].setFocus(reason)
        elif self.state.buttons:
            self.state.buttons[0].setFocus(reason)

    def show_reason(self, reason: Reason) -> None:
        """Show why nothing is open."""
        self.reason = reason
        self.setCurrentWidget(self._no_tab if reason == "no_tab" else self._other)
        if reason == "no_vault":
            self._show_no_vault()
        elif reason == "empty_vault":
            self._show_empty()
        elif reason == "away":
            self._show_missing()

    def _show_no_vault(self) -> None:
        self.state.icon.show_icon("folder")
        self.state.say(
            translate("EmptyPage", "No vault is open"),
            translate("EmptyPage", "A vault is a folder with Markdown files, as Obsidian has it."),
            [EmptyStateAction(translate("EmptyPage", "Open vault…"), self._window.chooser.choose, primary=True)],
        )

    def _show_empty(self) -> None:
        self.state.icon.show_icon("note")
        self.state.say(
            translate("EmptyPage", "This vault has no notes yet"),
            translate("EmptyPage", "Axon works on the Markdown files in this folder, beside Obsidian."),
            [
                EmptyStateAction(
                    translate("EmptyPage", "New note"),
                    self._window.menus.actions["file.new_note"].trigger,
                    primary=True,
                ),
                EmptyStateAction(translate("EmptyPage", "Add the sample notes"), self._add_sample),
                EmptyStateAction(translate("EmptyPage", "Open another vault…"), self._window.chooser.choose),
            ],
        )

    def _show_missing(self) -> None:
        vault, window = self._window.context.vault, self._window
        if vault is None:
            return
        kept = sum(tab.unsaved for tab in self._pane.tabs.all)
        words = [translate("EmptyPage", "It was in {folder}. Axon goes on by itself once it is back.")]
        if kept == 1:
            words.append(translate("EmptyPage", "Unsaved text of 1 note is kept."))
        elif kept:
            words.append(translate("EmptyPage", "Unsaved text of {count} notes is kept.").format(count=kept))
        ways = [
            EmptyStateAction(translate("EmptyPage", "Look again"), self._look_again, primary=True),
            EmptyStateAction(translate("EmptyPage", "It has moved…"), window.chooser.choose_moved),
            EmptyStateAction(translate("EmptyPage", "Open another vault…"), window.chooser.choose),
        ]
        if self._unsaved is not None:
            ways.append(EmptyStateAction(translate("EmptyPage", "Save the kept text…"), self._save_unsaved))
            ways.append(
                EmptyStateAction(translate("EmptyPage", "Back to the text"), self._pane.body.show_editor_again)
            )
        self.state.icon.show_icon("folder")
        title = translate("EmptyPage", "{vault} cannot be reached").format(vault=vault.name)
        self.state.say(title, " ".join(words).format(folder=_short(vault.root)), ways)

    # --- actions

    def _add_sample(self) -> None:
        if self._window.context.vault is not None:
            spawn(add_sample_notes(self._window.context.vault), name="add the sample notes")

    def _look_again(self) -> None:
        self._window.tree.refresh()
        self._pane.refresh()

    @property
    def _unsaved(self) -> tuple[str, bytes] | None:
        """Vault path and bytes of a note whose text is not saved; None if there is none."""
        editor = self._pane.body.made_editor
        return (editor.path, editor.data()) if editor is not None and editor.dirty else None

    def _save_unsaved(self) -> None:
        spawn(self._ask_where(), name="save the kept text")

    async def _ask_where(self) -> None:
        from axon_desktop.ui.widgets.file_dialog import ask_save_file

        kept = self._unsaved
        if kept is None:
            return
        path, data = kept
        window, title = self._window, translate("EmptyPage", "Save the kept text")
        file = await ask_save_file(window, title, path.rpartition("/")[2])
        if file is not None:
            await asyncio.to_thread(file.write_bytes, data)
            words = translate("EmptyPage", "The text was saved as {file}.").format(file=file)
            self._window.status.show_message(words)

    # --- like the other pages of the pane

    def set_font_size(self, pixels: int) -> None:
        """Do nothing: the page belongs to the window, whose text size is not the notes'."""


def _short(folder: Path) -> str:
    """Return a folder as people write it: with `~` for the home folder."""
    home = Path.home()
    return f"~/{folder.relative_to(home).as_posix()}" if folder.is_relative_to(home) else str(folder)


async def add_sample_notes(vault: Vault) -> None:
    """Write the sample vault's notes into a vault; existing files stay, and all of it is one undo."""
    from axon_desktop.paths import resources_dir

    root = resources_dir() / "sample_vault"
    files = await asyncio.to_thread(lambda: sorted(file for file in root.rglob("*") if file.is_file()))
    writes, turn = UserWrites(vault), new_turn()
    title = translate("EmptyPage", "Added the sample notes")
    for file in files:
        path = file.relative_to(root).as_posix()
        if path.startswith("."):
            continue  # settings belong to the user
        data = await asyncio.to_thread(file.read_bytes)
        try:
            await writes.write(path, data, turn=turn, title=title)
        except StaleWriteError:
            continue


def install(window: MainWindow) -> None:
    """Show the page in each pane of a window while it has no note open."""
    window.groups.each(lambda pane: pane.set_nothing_open(EmptyPage(window, pane)))
