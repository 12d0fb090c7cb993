"""ChangeList: the turns of a vault with their notes, read in threads on demand."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

from axon_desktop.conversations.store.conversation_store import ConversationStore
from axon_desktop.errors import AxonError
from axon_desktop.ui.aio import single_shot
from axon_desktop.ui.changes.change_model import ChangeModel, FileRow, MoreRow, Row, TurnRow
from axon_desktop.ui.changes.queries import PAGE, count_lines, read_files, read_page
from axon_desktop.ui.changes.row_painting import TWO_LINES
from axon_desktop.ui.changes.row_table import RowTable
from axon_desktop.ui.changes.undo.widget_tasks import WidgetTasks
from axon_desktop.ui.language.error_texts import error_text
from axon_desktop.ui.look.parts import centred_text, vbox
from axon_desktop.ui.look.sizes import row_height
from axon_desktop.vault import Vault

_NEWS_MS = 300


class ChangeList(QWidget):
    """Shows the newest turns, unfolds them, reads older ones on request; shows a message if there are none."""

    current_changed = Signal()
    """The current row changed or was read again."""
    _vault_changed = Signal(object)

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
        self.note = ""
        """Filter: a part of the path of notes; applied by `refresh`."""
        self._vault = vault
        self._store = store
        self._first = first
        self._loading = 0
        self.model = ChangeModel(self)
        self.table = RowTable(self.model, self.tr("Changes"), self)
        self.table.current_changed.connect(lambda _row: self.current_changed.emit())
        self.table.entered_row.connect(self.enter)
        self.table.folded.connect(self._fold)
        self.setFocusProxy(self.table)
        self.empty = centred_text(self.tr("Reading…"), self, tone="muted")
        self.table.hide()
        vbox((self.table, 1), (self.empty, 1), parent=self, spacing=-1)
        self._news = single_shot(self, _NEWS_MS, self.refresh)
        self._counting = single_shot(self, 0, lambda: self._tasks.start(self._count(), name="count lines"))
        self.model.counts_requested.connect(self._counting.start)
        self._vault_changed.connect(lambda _event: self._news.start())
        self._unsubscribe = vault.subscribe(self._vault_changed.emit)

    def leave(self) -> None:
        """Disconnect from the vault."""
        self._unsubscribe()
        self._news.stop()
        self._counting.stop()

    @property
    def current(self) -> Row | None:
        """The current row."""
        return self.model.at(self.table.row)

    # --- reading

    def refresh(self) -> None:
        """Read the displayed turns again, in the background; unfolded ones stay so."""
        if not self.isVisible():
            return  # closed while something was being undone
        self._loading += 1
        self._tasks.start(self._refresh(self._loading), name="list changes")

    async def _refresh(self, number: int) -> None:
        known = {row.turn.turn: row for row in self.model.turns()}
        turns: list[TurnRow] = []
        more = problem = ""
        try:
            turns, more = await self._read(max(PAGE, len(known)), None)
            for turn in turns:
                old = known.get(turn.turn.turn)
                if old is not None:
                    turn.conversation = old.conversation
                    turn.opened = old.opened
                    turn.files = await self._read_files(turn) if old.opened else []
        except AxonError as error:
            turns, more, problem = [], "", error_text(error)
        if number != self._loading:
            return  # the filter or the vault has changed meanwhile
        self._show(turns, more)
        self._show_state(problem)
        self.current_changed.emit()
        if self._first is not None and turns:
            await self._go_to_change(self._first)
        await self._name(turns)

    async def _read(self, count: int, before: int | None) -> tuple[list[TurnRow], str]:
        """Return turns, and the label of the row that loads more; empty if there are no more."""
        page = await asyncio.to_thread(read_page, self._vault, count, before, self.note)
        more = self.tr("Show older changes") if page.more else ""
        return [TurnRow(turn) for turn in page.turns], more

    async def _read_files(self, turn: TurnRow) -> list[FileRow]:
        def read() -> list[FileRow]:
            return [FileRow(turn, file) for file in read_files(self._vault, turn.turn.turn, self.note)]

        return await asyncio.to_thread(read)

    async def _name(self, turns: Sequence[TurnRow]) -> None:
        """Find the conversations of turns."""
        unknown = [row.turn.turn for row in turns if row.conversation is None and row.turn.origin == "agent"]
        if self._store is not None and unknown:
            self.model.name_conversations(await self._store.find_turns(self._vault.id, unknown))

    async def _go_to_change(self, change_id: int) -> None:
        """Unfold the turn of a change and select its file."""
        self._first = None
        try:
            change = await asyncio.to_thread(self._vault.journal.change, change_id)
        except AxonError:
            return  # no longer in the history
        turn = self.model.at(self.model.find(change.turn))
        if isinstance(turn, TurnRow):
            await self._unfold(turn)
            self.table.go_to(self.model.find(change.turn, change.path))

    async def _read_older(self) -> None:
        turns = self.model.turns()
        new, more = await self._read(PAGE, turns[-1].turn.number if turns else None)
        first = self.model.add_turns(new, more)
        self._set_heights(first)
        self.table.go_to(first)
        await self._name(new)

    async def _unfold(self, turn: TurnRow) -> None:
        files = await self._read_files(turn)
        self.model.unfold(turn, files)
        if len(files) == 1 and self.current is turn:
            self.table.go_to(self.table.row + 1)

    async def _count(self) -> None:
        rows = self.model.take_uncounted()
        if rows:
            try:
                counts = await asyncio.to_thread(count_lines, self._vault, [row.file for row in rows])
            except AxonError:
                return  # the pane shows the error for the selected file
            self.model.counted(rows, counts)

    # --- showing

    def _show(self, turns: Sequence[TurnRow], more: str) -> None:
        """Show turns, keeping the current row if it still exists."""
        row, turn, path = self.current, "", ""
        if isinstance(row, FileRow):
            turn, path = row.of.turn.turn, row.file.path
        elif isinstance(row, TurnRow):
            turn = row.turn.turn
        self.model.set_turns(turns, more)
        self._set_heights()
        at = self.model.find(turn, path) if turn else -1
        self.table.go_to(max(at, 0) if turns else -1)

    def _show_state(self, problem: str) -> None:
        filled = self.model.rowCount() > 0
        self.table.setVisible(filled)
        self.empty.setVisible(not filled)
        if problem:
            self.empty.setText(self.tr("The changes cannot be read.\n\n{why}").format(why=problem))
        elif self.note:
            self.empty.setText(self.tr("No changes to notes with “{name}” in their path.").format(name=self.note))
        else:
            self.empty.setText(self.tr("Nothing has changed yet. Changes made through Axon are kept here."))

    def _set_heights(self, first: int = 0) -> None:
        for row in self.model.turn_rows(first):
            self.table.setRowHeight(row, row_height(TWO_LINES))

    # --- folding

    def enter(self, number: int) -> None:
        """Fold or unfold a turn, or read older ones."""
        row = self.model.at(number)
        if isinstance(row, MoreRow):
            self._tasks.start(self._read_older(), name="older changes")
        elif isinstance(row, TurnRow):
            self._fold(number, not row.opened)

    def _fold(self, number: int, opened: bool) -> None:
        row = self.model.at(number)
        if isinstance(row, FileRow) and not opened:
            self.table.go_to(self.model.find(row.of.turn.turn))
        elif isinstance(row, TurnRow) and opened and not row.opened:
            self._tasks.start(self._unfold(row), name="files of a turn")
        elif isinstance(row, TurnRow) and not opened:
            self.model.fold(row)


_NARROW = 660
_GAP = 8
"""Between the list and the handle, as in the style sheet."""


class ListSplitter(QSplitter):
    """Changes its orientation by its width."""

    def __init__(self, chooser: QWidget, pane: QWidget, sizes: list[int], parent: QWidget) -> None:
        """Take both widgets, and their initial widths."""
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setObjectName("changes_splitter")
        self.setHandleWidth(1 + _GAP)
        self.setChildrenCollapsible(False)
        self.addWidget(chooser)
        self.addWidget(pane)
        self.setSizes(sizes)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the pane below the list where it is narrow."""
        super().resizeEvent(event)
        narrow = self.width() < _NARROW
        self.setOrientation(Qt.Orientation.Vertical if narrow else Qt.Orientation.Horizontal)
