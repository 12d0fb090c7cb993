"""ChangeModel: turns, the files of unfolded ones, and a row that loads older ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt, Signal

from axon_desktop.ui.changes.row_painting import LOOK_ROLE, Index, RowStyle, Tone
from axon_desktop.ui.changes.wording import (
    ACTION_ICONS,
    action_words,
    note_count,
    split_name,
    title,
    turn_state,
    undone,
    when,
    who,
)
from axon_desktop.ui.look.stylesheet import plain_tip
from axon_desktop.vault.history.by_file import ChangedFile
from axon_desktop.vault.history.records import TurnSummary


@dataclass(eq=False, slots=True)
class TurnRow:
    """A turn."""

    turn: TurnSummary
    conversation: str | None = None
    """Title of its conversation."""
    opened: bool = False
    files: list[FileRow] = field(default_factory=list)
    """Of an unfolded turn, once they are read."""

    def look(self) -> RowStyle:
        """Return how the row is painted."""
        turn, state = self.turn, turn_state(self.turn)
        about = " · ".join(text for text in (note_count(turn.files), state, who(turn, self.conversation)) if text)
        return RowStyle(
            title(turn),
            below=about,
            ends=((when(turn.time), "muted"),),
            arrow="open" if self.opened else "closed",
            bold=turn.origin != "undo",
            faded=turn.undone == turn.changes or turn.origin == "undo",
        )


@dataclass(eq=False, slots=True)
class FileRow:
    """A file of a turn."""

    of: TurnRow
    file: ChangedFile
    counts: tuple[int, int] | None = None
    """Lines added and removed."""
    asked: bool = False
    """Whether the lines were counted, or are being counted."""

    def look(self) -> RowStyle:
        """Return how the row is painted."""
        file = self.file
        name, folder = split_name(file.shown_path)
        ends: list[tuple[str, Tone]] = []
        if file.undone:
            ends.append((undone(), "muted"))
        if self.counts is not None:
            ends += [(f"+{self.counts[0]}", "ok"), (f"−{self.counts[1]}", "err")]
        return RowStyle(
            name,
            folder,
            ends=tuple(ends),
            icon=ACTION_ICONS[file.action],
            tone="muted",
            indented=True,
            faded=file.undone,
        )


@dataclass(eq=False, slots=True)
class MoreRow:
    """Loads older turns."""

    words: str

    def look(self) -> RowStyle:
        """Return how the row is painted."""
        return RowStyle(self.words, centered=True)


Row = TurnRow | FileRow | MoreRow


class ChangeModel(QAbstractListModel):
    """The rows in order; a view asks only for visible ones."""

    counts_requested = Signal()
    """Rows without line counts became visible: see `take_uncounted`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []
        self._uncounted: list[FileRow] = []

    # --- Qt's interface

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """Return how many rows there are."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the RowStyle of a row, or its text."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == LOOK_ROLE:
            if isinstance(row, FileRow) and not row.asked:
                row.asked = True
                self._uncounted.append(row)
                self.counts_requested.emit()
            return row.look()
        if role == Qt.ItemDataRole.AccessibleTextRole:
            action = f", {action_words(row.file)}" if isinstance(row, FileRow) else ""
            return row.look().spoken + action
        if role == Qt.ItemDataRole.ToolTipRole:
            return (
                plain_tip(f"{row.file.shown_path} ({action_words(row.file)})")
                if isinstance(row, FileRow)
                else None
            )
        return None

    # --- rows

    def at(self, row: int) -> Row | None:
        """Return a row; None outside of the table."""
        return self._rows[row] if 0 <= row < len(self._rows) else None

    def turns(self) -> list[TurnRow]:
        """Return the loaded turns, newest first."""
        return [row for row in self._rows if isinstance(row, TurnRow)]

    def turn_rows(self, first: int = 0) -> list[int]:
        """Return the row numbers of turns, from a row on."""
        return [number for number in range(first, len(self._rows)) if isinstance(self._rows[number], TurnRow)]

    def find(self, turn: str, path: str = "") -> int:
        """Return the row number of a turn, or of one of its files if it is unfolded; -1 for none."""
        found = -1
        for number, row in enumerate(self._rows):
            if isinstance(row, TurnRow) and row.turn.turn == turn:
                found = number
            elif isinstance(row, FileRow) and row.of.turn.turn == turn and path == row.file.path:
                return number
        return found

    def set_turns(self, turns: Sequence[TurnRow], more: str) -> None:
        """Set the turns, with the files of unfolded ones; `more` is the label of the row that loads older ones."""
        self.beginResetModel()
        self._uncounted.clear()
        self._rows = []
        for turn in turns:
            self._rows.append(turn)
            self._rows += turn.files if turn.opened else []
        if more:
            self._rows.append(MoreRow(more))
        self.endResetModel()

    def add_turns(self, turns: Sequence[TurnRow], more: str) -> int:
        """Add older turns in place of the row that loads them; return the row number of the first."""
        if self._rows and isinstance(self._rows[-1], MoreRow):
            last = len(self._rows) - 1
            self.beginRemoveRows(QModelIndex(), last, last)
            self._rows.pop()
            self.endRemoveRows()
        first = len(self._rows)
        new: list[Row] = [*turns, *([MoreRow(more)] if more else [])]
        if new:
            self.beginInsertRows(QModelIndex(), first, first + len(new) - 1)
            self._rows += new
            self.endInsertRows()
        return first

    def unfold(self, turn: TurnRow, files: list[FileRow]) -> None:
        """Show the files of a turn."""
        if turn.opened or turn not in self._rows:
            return
        row = self._rows.index(turn)
        turn.opened, turn.files = True, files
        if files:
            self.beginInsertRows(QModelIndex(), row + 1, row + len(files))
            self._rows[row + 1 : row + 1] = files
            self.endInsertRows()
        self._row_changed(row)

    def fold(self, turn: TurnRow) -> None:
        """Hide the files of a turn."""
        if not turn.opened:
            return
        row, count = self._rows.index(turn), len(turn.files)
        turn.opened = False
        if count:
            self.beginRemoveRows(QModelIndex(), row + 1, row + count)
            del self._rows[row + 1 : row + 1 + count]
            self.endRemoveRows()
        turn.files = []
        self._row_changed(row)

    def name_conversations(self, titles: Mapping[str, str]) -> None:
        """Set the titles of the turns' conversations."""
        for turn in self.turns():
            turn.conversation = titles.get(turn.turn.turn, turn.conversation)
        if self._rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, 0))

    # --- counting

    def take_uncounted(self) -> list[FileRow]:
        """Return the rows whose lines are to be counted now."""
        rows, self._uncounted = self._uncounted, []
        return rows

    def counted(self, rows: Sequence[FileRow], counts: Sequence[tuple[int, int] | None]) -> None:
        """Store line counts."""
        for row, count in zip(rows, counts, strict=True):
            row.counts = count
        if self._rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, 0))

    def _row_changed(self, row: int) -> None:
        self.dataChanged.emit(self.index(row, 0), self.index(row, 0))
