"""KeptDocuments: the last few notes that were edited, so that their changes can be undone when one comes back."""

from __future__ import annotations

from dataclasses import dataclass

from axon_desktop.ui.editor.document import NoteDocument

_MOST = 8
_MOST_LETTERS = 1_500_000
"""Of all kept documents together."""


@dataclass(frozen=True, slots=True)
class _Kept:
    sha256: str
    """Of the file that says the same as the document."""
    shown: NoteDocument


class KeptDocuments:
    """Documents by the path of their notes, the one left last at the end."""

    def __init__(self) -> None:
        self._kept: dict[str, _Kept] = {}

    def keep(self, path: str, sha256: str, shown: NoteDocument) -> None:
        """Keep a document that is no longer shown; those left longest ago go for it."""
        self._drop(path)
        self._kept[path] = _Kept(sha256, shown)
        while len(self._kept) > _MOST or self._letters() > _MOST_LETTERS:
            self._drop(next(iter(self._kept)))

    def has(self, path: str, sha256: str) -> bool:
        """Tell whether the document of a file is here."""
        kept = self._kept.get(path)
        return kept is not None and kept.sha256 == sha256

    def take(self, path: str, sha256: str) -> NoteDocument | None:
        """Hand out the document of a file; one that says something else than the file is dropped."""
        if self.has(path, sha256):
            return self._kept.pop(path).shown
        self._drop(path)
        return None

    def moved(self, path: str, to: str) -> None:
        """Go with a file that was moved or renamed."""
        if path in self._kept:
            self._drop(to)
            self._kept[to] = self._kept.pop(path)

    def clear(self) -> None:
        """Keep nothing."""
        for path in list(self._kept):
            self._drop(path)

    def _letters(self) -> int:
        return sum(kept.shown.document.characterCount() for kept in self._kept.values())

    def _drop(self, path: str) -> None:
        kept = self._kept.pop(path, None)
        if kept is not None:
            kept.shown.document.deleteLater()
