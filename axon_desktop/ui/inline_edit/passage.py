"""A passage of an edited document: what a reader sees of it, and which part of the document each character is."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from msgspec import Struct
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QTextBlock, QTextCursor, QTextDocument
from shiboken6 import isValid

from axon_desktop.ui.editor.text_codec import NoteText
from axon_desktop.ui.inline_edit.following import Places, Span, joined, units

_BREAK = "\u2029"
_SPECIAL = re.compile("[\ud800-\udfff]")
_Keep = QTextCursor.MoveMode.KeepAnchor
_APART = re.compile(r"\s*(?:[-*+][ \t]|\d+[.)][ \t]|#{1,6}\s|>|\||`{3}|~{3}|\$\$|-{3,}\s*$|\*{3,}\s*$)")
"""The beginning of a line that is a paragraph of its own."""


class Readable(Struct, frozen=True):
    """The text of a part of a document, without markers, and where its characters are."""

    text: str
    starts: Sequence[int]
    """Where each character begins in the part, in UTF-16 units."""
    ends: Sequence[int]

    @classmethod
    def of(cls, part: str, codec: NoteText) -> Readable:
        """Read a part of a document's raw text, given in UTF-16 units."""
        marks = set(codec.marks.values())
        if not _SPECIAL.search(part) and not any(marker in part for marker in codec.markers):
            return cls(part.replace(_BREAK, "\n"), range(len(part)), range(1, len(part) + 1))
        originals = {stand_in: char for char, stand_in in codec.stand_ins.items()}
        text: list[str] = []
        starts: list[int] = []
        ends: list[int] = []
        at, marked = 0, -1
        while at < len(part):
            char = part[at : at + 2] if "\ud800" <= part[at] < "\udc00" else part[at]
            after = at + len(char)
            if char == codec.joint or (char == _BREAK and at and part[at - 1] == codec.joint):
                if ends:
                    ends[-1] = after
            elif char in marks:
                marked = at
            else:
                starts.append(marked if char == _BREAK and marked == at - 1 >= 0 else at)
                ends.append(after)
                text.append("\n" if char == _BREAK else originals.get(char, joined(char)))
            at = after
        return cls("".join(text), starts, ends)

    def span(self, start: int, end: int) -> Span:
        """Return the place in the part of these characters; of none, the place between two."""
        first = self.starts[start] if start < end else self.ends[start - 1] if start else 0
        return first, self.ends[end - 1] if start < end else first


class FollowedDocument(QObject):
    """Follows passages of a document through all its edits, also those of other programs and of undo."""

    moved = Signal()
    """The text was edited; every place is where it belongs now."""

    def __init__(self, document: QTextDocument, parent: QObject) -> None:
        super().__init__(parent)
        self.document = document
        self.places = Places(units(document.toRawText()))
        """The followed passages, in UTF-16 units of the document."""
        document.contentsChange.connect(self._edited)
        document.contentsChanged.connect(self._settled)
        self._version = 0

    def leave(self) -> None:
        """Follow the document no more; it may be gone already."""
        if isValid(self.document):
            self.document.contentsChange.disconnect(self._edited)
            self.document.contentsChanged.disconnect(self._settled)

    def _edited(self, at: int, removed: int, added: int) -> None:
        places, size = self.places, self.document.characterCount() - 1
        beyond = max(0, at + removed - len(places.text))  # Qt counts the end of the last block at times
        removed, added = removed - beyond, max(0, added - beyond)
        new = self._part(at, min(at + added, size))
        if len(places.text) - removed + len(new) == size:
            places.edited(at, removed, new)
        else:
            places.replaced(units(self.document.toRawText()))

    def _settled(self) -> None:
        """Report an edit once the document is consistent again; changes of colours do not count."""
        if self.places.version != self._version:
            self._version = self.places.version
            self.moved.emit()

    def _part(self, start: int, end: int) -> str:
        cursor = QTextCursor(self.document)
        cursor.setPosition(start)
        cursor.setPosition(max(start, end), _Keep)
        return units(cursor.selectedText())

    def read(self, span: Span, codec: NoteText) -> Readable:
        """Return a passage as a reader sees it."""
        return Readable.of(self.places.text[slice(*span)], codec)


def replace(document: QTextDocument, parts: list[tuple[Span, str]]) -> None:
    """Replace parts of a document by text in its own form, as one undo step."""
    cursor = QTextCursor(document)
    cursor.beginEditBlock()
    for (start, end), text in sorted(parts, key=lambda part: part[0], reverse=True):
        cursor.setPosition(start)
        cursor.setPosition(end, _Keep)
        cursor.insertText(text)
    cursor.endEditBlock()


def passage_at(cursor: QTextCursor) -> Span:
    """Return what is selected, without blanks at its ends; without a selection the paragraph of the caret."""
    document = cursor.document()
    start, end = cursor.selectionStart(), cursor.selectionEnd()
    if start == end:
        start, end = _paragraph(cursor.block())
    start, end = start - _is_within(document, start), end + _is_within(document, end)
    taken = QTextCursor(document)
    taken.setPosition(start)
    taken.setPosition(end, _Keep)
    text = units(taken.selectedText())
    inner = text.strip()
    if not inner:
        return (cursor.position(),) * 2 if cursor.hasSelection() is False else (start, start)
    first = start + len(text) - len(text.lstrip())
    return first, first + len(inner)


def _is_within(document: QTextDocument, position: int) -> bool:
    """Tell whether a position is between the two units of a character."""
    return "\udc00" <= document.characterAt(position) < "\ue000"


def _paragraph(block: QTextBlock) -> Span:
    """Return the lines around one that make a paragraph."""
    first = last = block
    if block.text().strip() and not _APART.match(block.text()):
        first, last = _reach(block, QTextBlock.previous), _reach(block, QTextBlock.next)
    return first.position(), last.position() + last.length() - 1


def _reach(block: QTextBlock, step: Callable[[QTextBlock], QTextBlock]) -> QTextBlock:
    beside = step(block)
    while beside.isValid() and beside.text().strip() and not _APART.match(beside.text()):
        block, beside = beside, step(beside)
    return block
