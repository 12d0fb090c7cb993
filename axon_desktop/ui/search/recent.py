"""RecentList: a few texts that were used last, the newest first, stored between starts."""

from __future__ import annotations

from PySide6.QtCore import QSettings


class RecentList:
    """The texts under one settings key; it may change, as when another vault is opened."""

    def __init__(self, state: QSettings, most: int) -> None:
        """Take the settings that store them, and their maximum number."""
        self._state = state
        self._most = most
        self._key = ""
        self.texts: list[str] = []
        """The newest first."""

    def open(self, key: str) -> None:
        """Read the texts of this key; those of an empty key are not stored."""
        self._key = key
        kept = self._state.value(key) if key else None
        texts = kept if isinstance(kept, list) else [kept] if isinstance(kept, str) and kept else []
        self.texts = [text for text in texts if isinstance(text, str)][: self._most]

    def add(self, text: str) -> None:
        """Put a text first."""
        self.texts = [text, *(other for other in self.texts if other != text)][: self._most]
        if self._key:
            self._state.setValue(self._key, self.texts)

    def forget(self) -> None:
        """Forget all texts."""
        self.texts = []
        if self._key:
            self._state.remove(self._key)
