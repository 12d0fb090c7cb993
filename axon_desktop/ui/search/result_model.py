"""ResultModel: the notes that were found, each followed by its matching lines, unless it is folded.

A list and no tree: Qt asks for each row of a tree many times, and there may be thousands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QAbstractListModel, QMimeData, QModelIndex, QObject, QPersistentModelIndex, Qt

from axon_desktop.text.file_names import without_suffix
from axon_desktop.ui.look.stylesheet import plain_tip
from axon_desktop.ui.search.vault_search import Answer, Marks
from axon_desktop.vault.search.excerpts import Excerpt
from axon_desktop.vault.search.found import FoundNote

Index = QModelIndex | QPersistentModelIndex


class Row(NamedTuple):
    """One row."""

    number: int
    """Path of the note."""
    note: FoundNote
    excerpt: Excerpt | None = None
    """A line of the note."""
    more: int = 0
    """Number of lines of the note that this row stands for; with neither, the row is the note itself."""

    @property
    def is_note(self) -> bool:
        """Whether it is the note itself."""
        return self.excerpt is None and not self.more


class ResultModel(QAbstractListModel):
    """Notes and their lines, one below the other."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.notes: Sequence[FoundNote] = ()
        """All results, visible or folded."""
        self.rows: list[Row] = []
        """The visible rows."""
        self.root: Path | None = None
        """The folder of the vault; None while there is none."""
        self.title_marks: Mapping[str, Marks] = {}
        """Ranges of the titles that match, by path."""
        self._lines: Mapping[str, Sequence[Excerpt]] = {}
        self._folded: set[str] = set()
        self._whole: set[str] = set()
        """Paths of notes whose lines are all shown."""

    @property
    def only_passages(self) -> bool:
        """Whether each result is a passage, so that nothing folds."""
        return bool(self.notes) and all(note.passage for note in self.notes)

    def set_answer(self, answer: Answer | None, *, again: bool = False) -> bool:
        """Show results; tell whether all rows that were shown before are still there, perhaps with more.

        `again`: the query is the same as before, so folded and expanded notes stay so.
        """
        self.notes = answer.found.notes if answer is not None else ()
        self.title_marks = answer.title_marks if answer is not None else {}
        self._lines = answer.lines if answer is not None else {}
        if not again:
            self._whole, self._folded = set(), set()
        rows, known = self._all_rows(), len(self.rows)
        if again and known and [*map(_shown, rows[:known])] == [*map(_shown, self.rows)]:
            if len(rows) > known:
                self.beginInsertRows(QModelIndex(), known, len(rows) - 1)
                self.rows = rows
                self.endInsertRows()
            self.rows = rows
            return True
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()
        return False

    def count_lines(self, note: FoundNote) -> int:
        """Return the number of matching lines of a note."""
        return len(self._lines.get(note.path, note.excerpts))

    def _rows(self, number: int, note: FoundNote) -> list[Row]:
        """Return the rows of a note that is not folded."""
        every = self._lines.get(note.path, note.excerpts)
        seen = every if note.path in self._whole else note.excerpts
        rows = [Row(number, note), *(Row(number, note, excerpt) for excerpt in seen)]
        return rows if len(seen) == len(every) else [*rows, Row(number, note, more=len(every) - len(seen))]

    def show_lines(self, number: int) -> None:
        """Show all lines of a note."""
        self._whole.add(self.notes[number].path)
        self.fold(number, folded=True)
        self.fold(number, folded=False)

    def follow_moves(self, moved: Mapping[str, str]) -> None:
        """Update the paths of notes that were moved; they keep their position."""
        if not any(note.path in moved for note in self.notes):
            return
        self.notes = tuple(_renamed(note, moved) for note in self.notes)
        self.rows = [row._replace(note=self.notes[row.number]) for row in self.rows]
        self._lines = {moved.get(path, path): lines for path, lines in self._lines.items()}
        self.title_marks = {path: marks for path, marks in self.title_marks.items() if path not in moved}
        self._folded = {moved.get(path, path) for path in self._folded}
        self._whole = {moved.get(path, path) for path in self._whole}
        self.dataChanged.emit(self.index(0), self.index(len(self.rows) - 1))

    # Folding

    def is_folded(self, number: int) -> bool:
        """Tell whether the lines of a note are hidden."""
        return self.notes[number].path in self._folded

    @property
    def all_folded(self) -> bool:
        """Whether all lines are hidden."""
        return all(note.path in self._folded for note in self.notes)

    def fold_all(self, *, folded: bool) -> None:
        """Hide all lines, or show them."""
        self.beginResetModel()
        self._folded = {note.path for note in self.notes} if folded else set()
        self.rows = self._all_rows()
        self.endResetModel()

    def _all_rows(self) -> list[Row]:
        rows = (self._rows(number, note) for number, note in enumerate(self.notes))
        return [row for some in rows for row in (some[:1] if some[0].note.path in self._folded else some)]

    def fold(self, number: int, *, folded: bool) -> None:
        """Hide the lines of a note, or show them."""
        note = self.notes[number]
        if (note.path in self._folded) == folded:
            return
        at = self.row_of(number) + 1
        (self._folded.add if folded else self._folded.discard)(note.path)
        if folded:
            after = next(
                (row for row in range(at, len(self.rows)) if self.rows[row].number != number), len(self.rows)
            )
            if after > at:
                self.beginRemoveRows(QModelIndex(), at, after - 1)
                del self.rows[at:after]
                self.endRemoveRows()
        elif lines := self._rows(number, note)[1:]:
            self.beginInsertRows(QModelIndex(), at, at + len(lines) - 1)
            self.rows[at:at] = lines
            self.endInsertRows()
        self.dataChanged.emit(self.index(at - 1), self.index(at - 1))

    def row_of(self, number: int) -> int:
        """Return the row of a note."""
        return next(at for at, row in enumerate(self.rows) if row.number == number)

    def row_like(self, old: Row) -> int | None:
        """Return the row most similar to an earlier one: the note, or its line; None if it is gone."""
        same = [at for at, row in enumerate(self.rows) if row.note.path == old.note.path]
        return min(same, key=lambda at: _distance(self.rows[at], old), default=None)

    # Qt

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of visible rows."""
        return 0 if parent.isValid() else len(self.rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let rows be dragged."""
        return super().flags(index) | Qt.ItemFlag.ItemIsDragEnabled

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """Pack the note of a row for a drag: it becomes a link where it is dropped."""
        from axon_desktop.ui.attachments.given import note_mime

        if self.root is None or not indexes:
            return QMimeData()
        return note_mime(self.root / self.rows[indexes[0].row()].note.path)

    def supportedDragActions(self) -> Qt.DropAction:
        """Let rows be copied only."""
        return Qt.DropAction.CopyAction

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the text of a row; the delegate decides how it looks."""
        if not 0 <= index.row() < len(self.rows):
            return None
        _, note, excerpt, more = self.rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole if more == 1:
                return self.tr("1 more line")
            case Qt.ItemDataRole.DisplayRole if more:
                return self.tr("{count} more lines").format(count=more)
            case Qt.ItemDataRole.DisplayRole:
                return note.title if excerpt is None else excerpt.text
            case Qt.ItemDataRole.ToolTipRole:
                tip = note.path if excerpt is None else f"{note.path}:{excerpt.line}"
                return plain_tip(f"{tip}\n{self._likeness(note)}" if note.likeness else tip)
            case Qt.ItemDataRole.AccessibleTextRole if excerpt is not None:
                return self.tr("Line {number}: {text}").format(number=excerpt.line, text=excerpt.text)
            case Qt.ItemDataRole.AccessibleTextRole if note.passage:
                where = " › ".join((note.path, *note.heading_path))
                return f"{where}: {note.passage}; {self._likeness(note)}"
            case Qt.ItemDataRole.AccessibleTextRole if not more:
                words = self.tr("{path}, lines: {count}")
                words = words.format(path=note.path, count=self.count_lines(note))
                return f"{words}; {self._likeness(note)}" if note.likeness else words
        return None

    def _likeness(self, note: FoundNote) -> str:
        return self.tr("{percent} % alike").format(percent=round(100 * note.likeness))

    def as_markdown(self) -> str:
        """Return all results that are shown or folded as a list of links."""
        lines: list[str] = []
        for note in self.notes:
            lines.append(f"- [[{without_suffix(note.path)}]]")
            every = self._lines.get(note.path, note.excerpts)
            lines += [f"    - {text.strip()}" for text in (*(one.text for one in every), note.passage) if text]
        return "\n".join(lines)


def _renamed(note: FoundNote, moved: Mapping[str, str]) -> FoundNote:
    return replace(note, path=moved[note.path]) if note.path in moved else note


def _shown(row: Row) -> tuple[object, ...]:
    """Return the displayed content of a row."""
    return row.note.path, row.excerpt, row.more, bool(row.note.excerpts), row.note.passage


def _distance(row: Row, old: Row) -> tuple[bool, bool, int]:
    """Return a sort key for how much a row differs from one of the same note."""
    if row.excerpt is None or old.excerpt is None:
        return (row.is_note, bool(row.more)) != (old.is_note, bool(old.more)), False, 0
    return False, row.excerpt.text != old.excerpt.text, abs(row.excerpt.line - old.excerpt.line)
