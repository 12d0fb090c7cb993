"""ChangesDialog: all changes to the vault, newest first, to be viewed and undone."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QMenu, QWidget

from axon_desktop.conversations.store.conversation_store import ConversationStore
from axon_desktop.errors import AxonError
from axon_desktop.ui.accessibility.announcer import speak_rows
from axon_desktop.ui.aio import ask, single_shot, spawn
from axon_desktop.ui.buttons.clear_button import offer_clearing
from axon_desktop.ui.changes.change_list import ChangeList, ListSplitter
from axon_desktop.ui.changes.change_model import FileRow, TurnRow
from axon_desktop.ui.changes.file_pane import FilePane
from axon_desktop.ui.changes.queries import ids_for, read_files
from axon_desktop.ui.changes.retention_bar import RetentionBar
from axon_desktop.ui.changes.undo.confirm_undo import confirm_and_undo
from axon_desktop.ui.changes.undo.rescued_dialog import RescuedDialog
from axon_desktop.ui.changes.undo.widget_tasks import WidgetTasks
from axon_desktop.ui.changes.wording import note_count
from axon_desktop.ui.language.error_texts import error_text
from axon_desktop.ui.look.parts import STRETCH, fill_dialog, hbox, push_button, text_label
from axon_desktop.ui.look.sizes import start_size
from axon_desktop.ui.look.stylesheet import wear_dialog
from axon_desktop.vault import Change, Vault

_TYPING_MS = 150
_FOLDS = (Qt.Key.Key_Right, Qt.Key.Key_Left)
_MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class ChangesDialog(QDialog):
    """Lists turns with their notes; emits what is undone or redone here, and updates the list itself."""

    no_decision = "a list to find something in; it asks before it takes something back"

    undone = Signal(object)
    """The Changes that were made by an undo or a redo."""
    note_requested = Signal(str)
    """Vault path of a note to open."""

    def __init__(
        self,
        vault: Vault,
        parent: QWidget | None = None,
        *,
        store: ConversationStore | None = None,
        first: int | None = None,
    ) -> None:
        """Take the vault, the conversation store (for titles), and the change to select at first."""
        super().__init__(parent)
        self._tasks = WidgetTasks(self)
        self._vault = vault
        self._busy = False
        self.setWindowTitle(self.tr("Changes"))
        wear_dialog(self)
        heading = text_label(self.tr("Changes"), self, kind="title")
        self.filter = QLineEdit(self)
        self.filter.setPlaceholderText(self.tr("Filter by note"))
        self.filter.setAccessibleName(self.tr("Filter changes by note"))
        offer_clearing(self.filter)
        self.filter.installEventFilter(self)
        self._typing = single_shot(self, _TYPING_MS, self._look_for)
        self.filter.textChanged.connect(lambda: self._typing.start())
        self.changes = ChangeList(vault, self, store=store, first=first)
        self.changes.current_changed.connect(self._show_current)
        speak_rows(self.changes.table, self.filter)
        self.changes.table.menu_requested.connect(self._show_menu)
        self.pane = FilePane(vault, self)
        self.message = text_label("", self, wraps=True, plain=True, tone="err")
        self.message.hide()
        self.storage = RetentionBar(vault, self)
        self.storage.freed.connect(self.changes.refresh)
        self.storage.rescued_requested.connect(lambda: spawn(self._show_rescued(), name="rescued texts"))
        self._splitter = ListSplitter(self.changes, self.pane, [380, 560], self)
        fill_dialog(
            self, heading, self.filter, (self._splitter, 1), self.message, self.storage, self._build_buttons()
        )
        self.resize(start_size(self, 980, 620))
        self.setMinimumSize(420, 360)
        self.finished.connect(lambda _result: self._leave())
        self._show_current()

    def _build_buttons(self) -> QHBoxLayout:
        close = push_button(self.tr("&Close"), self, self.reject, auto_default=False)
        self.note_button = push_button("", self, lambda: self._undo(whole=False), auto_default=False)
        self.turn_button = push_button("", self, lambda: self._undo(whole=True), auto_default=False, primary=True)
        return hbox(STRETCH, close, self.note_button, self.turn_button)

    def done(self, result: int) -> None:
        """Close, unless an undo is running."""
        if not self._busy:
            super().done(result)

    def _leave(self) -> None:
        self._typing.stop()
        self.changes.leave()

    def _look_for(self) -> None:
        self.changes.note = self.filter.text().strip()
        self.changes.refresh()

    # --- what is shown

    def _show_current(self) -> None:
        row = self.changes.current
        self.pane.setVisible(row is not None)
        if isinstance(row, FileRow):
            self.pane.show_file(row.file)
        elif isinstance(row, TurnRow):
            words = self.tr("{count} changed. Unfold the turn and choose one to see it.")
            self.pane.say(words.format(count=note_count(row.turn.files)))
            if row.turn.files == 1:
                self._tasks.start(self._show_only(row), name="the one note of a turn")
        else:
            self.pane.say("")
        self._show_buttons()

    async def _show_only(self, turn: TurnRow) -> None:
        """Show the note of a turn that changed only one."""
        try:
            files = await asyncio.to_thread(read_files, self._vault, turn.turn.turn, "")
        except AxonError:
            return  # the message stays
        if len(files) == 1 and self.changes.current is turn:
            self.pane.show_file(files[0])

    def _show_buttons(self) -> None:
        row = self.changes.current
        turn = row.of if isinstance(row, FileRow) else row if isinstance(row, TurnRow) else None
        again = turn is not None and turn.turn.undone == turn.turn.changes
        self.turn_button.setText(self.tr("Redo the &turn") if again else self.tr("Undo the &turn"))
        self.turn_button.setEnabled(turn is not None and not self._busy)
        note_again = isinstance(row, FileRow) and row.file.undone
        self.note_button.setText(
            self.tr("Redo changes to this &note") if note_again else self.tr("Undo changes to this &note")
        )
        self.note_button.setEnabled(isinstance(row, FileRow) and not self._busy)

    def _say(self, text: str) -> None:
        self.message.setText(text)
        self.message.setVisible(bool(text))

    # --- actions

    def _show_menu(self, number: int, place: QPoint) -> None:
        self.changes.table.go_to(number)
        row = self.changes.current
        if not isinstance(row, FileRow | TurnRow):
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if isinstance(row, FileRow):
            menu.addAction(self.tr("&Open the note"), partial(self._open_note, row.file.shown_path))
            menu.addSeparator()
            menu.addAction(self.note_button.text(), lambda: self._undo(whole=False))
        menu.addAction(self.turn_button.text(), lambda: self._undo(whole=True))
        menu.popup(place)

    def _open_note(self, path: str) -> None:
        self.accept()
        self.note_requested.emit(path)

    async def _show_rescued(self) -> None:
        dialog = RescuedDialog(self._vault, self)
        if await ask(dialog):
            self._open_note(dialog.saved)
        else:
            self.storage.refresh()

    def _undo(self, *, whole: bool) -> None:
        row = self.changes.current
        if self._busy or not isinstance(row, FileRow | TurnRow):
            return
        turn = row.of if isinstance(row, FileRow) else row
        spawn(self._take_back(turn, row if isinstance(row, FileRow) and not whole else None), name="undo")

    async def _take_back(self, turn: TurnRow, file: FileRow | None) -> None:
        self._busy = True
        self._show_buttons()
        self._say("")
        try:
            done = await self._confirm_and_undo(turn, file)
        except AxonError as error:
            self._say(error_text(error))
        else:
            if done:
                self.undone.emit(done)
        finally:
            self._busy = False
            self._show_buttons()
            self.changes.refresh()

    async def _confirm_and_undo(self, turn: TurnRow, file: FileRow | None) -> list[Change]:
        vault = self._vault
        if file is not None:
            changes: Sequence[Change] = file.file.changes
            about = {file.file.path, file.file.target} - {""}
        else:
            changes = await asyncio.to_thread(vault.journal.changes, turn.turn.turn)
            about = set()
        ids, redo = await asyncio.to_thread(ids_for, vault, changes)
        if not ids:
            self._say(self.tr("This change is no longer kept, or was just changed again."))
            return []
        return await confirm_and_undo(vault, ids, self, redo=redo, about=about)

    # --- Qt's events

    def showEvent(self, event: QShowEvent) -> None:
        """Read the list when the dialog is shown."""
        super().showEvent(event)
        self.changes.refresh()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the arrow keys move in the list while the filter has the focus; Enter opens a row."""
        if watched is self.filter and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in _MOVES or (event.key() in _FOLDS and not self.filter.text()):
                self.changes.table.event(event)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.changes.enter(self.changes.table.row)
                return True
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the current row visible."""
        super().resizeEvent(event)
        table = self.changes.table
        QTimer.singleShot(0, table, lambda: table.scrollTo(table.currentIndex()))
