"""DocumentCache: documents of the last edited notes, so that changes can be undone when one is reopened."""

from __future__ import annotations

from msgspec import Struct

from axon_desktop.ui.editor.document import NoteDocument

_MOST = 8
_MOST_LETTERS = 1_500_000
"""Characters of all cached documents together."""


class _Kept(Struct, frozen=True):
    sha256: str
    """Of the file with the same text as the document."""
    shown: NoteDocument


class DocumentCache:
    """Documents by the path of their notes, the most recently used at the end."""

    def __init__(self) -> None:
        self._documents: dict[str, _Kept] = {}

    def keep(self, path: str, sha256: str, shown: NoteDocument) -> None:
        """Store a document that is no longer shown; the least recently used are dropped for it."""
        self._drop(path)
        self._documents[path] = _Kept(sha256, shown)
        while len(self._documents) > _MOST or self._letters() > _MOST_LETTERS:
            self._drop(next(iter(self._documents)))

    def has(self, path: str, sha256: str) -> bool:
        """Tell whether the document of a file is cached."""
        kept = self._documents.get(path)
        return kept is not None and kept.sha256 == sha256

    def take(self, path: str, sha256: str) -> NoteDocument | None:
        """Return the document of a file and remove it; one whose text differs from the file is dropped."""
        if self.has(path, sha256):
            return self._documents.pop(path).shown
        self._drop(path)
        return None

    def moved(self, path: str, to: str) -> None:
        """Follow a file that was moved or renamed."""
        if path in self._documents:
            self._drop(to)
            self._documents[to] = self._documents.pop(path)

    def clear(self) -> None:
        """Drop all documents."""
        for path in list(self._documents):
            self._drop(path)

    def _letters(self) -> int:
        return sum(kept.shown.document.characterCount() for kept in self._documents.values())

    def _drop(self, path: str) -> None:
        kept = self._documents.pop(path, None)
        if kept is not None:
            kept.shown.document.deleteLater()
