"""SpellChecker: asks a child process which words are right, and remembers the answers."""

from __future__ import annotations

import asyncio
import json
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from axon_desktop.errors import SettingsError, system_reason
from axon_desktop.persistence.atomic_write import write_atomically
from axon_desktop.ui.aio import in_time, spawn
from axon_desktop.ui.editor.spelling.dictionaries import (
    chosen_codes,
    find_dictionaries,
    has_hunspell,
    user_words_file,
)
from axon_desktop.worker_process import worker_command, worker_environment

_MOST_KNOWN = 20_000
"""Answers that are remembered."""
_PATIENCE = 20.0
"""Seconds after which a child is ended that does not answer."""
_MOST_FAILURES = 3
"""Children that may end by themselves before no other one is started."""


class SpellChecker(QObject):
    """Knows the words of the chosen languages, and those that the user has added."""

    learned = Signal()
    """More words are known, or other dictionaries are in use."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._dictionaries: list[str] = []
        self._child: subprocess.Popen[bytes] | None = None
        self._right: dict[str, bool] = {}
        self._asked: set[str] = set()
        self._own: set[str] = set()
        self._failures = 0
        self._one_at_a_time = asyncio.Lock()
        self._choice: object = None

    @property
    def active(self) -> bool:
        """Whether there is a dictionary to look words up in."""
        return bool(self._dictionaries) and self._failures < _MOST_FAILURES

    def use(self, chosen: Sequence[str], languages: Sequence[str], *, on: bool) -> None:
        """Use these dictionaries, or those of languages; or none."""
        choice = tuple(chosen), tuple(languages), on
        if choice != self._choice:
            self._choice = choice
            spawn(self._use(choice, chosen, languages, on=on and has_hunspell()), name="find dictionaries")

    async def _use(self, choice: object, chosen: Sequence[str], languages: Sequence[str], *, on: bool) -> None:
        files: list[str] = []
        if on:
            found, own = await asyncio.to_thread(_look)
            self._own |= own
            files = [str(found[code]) for code in chosen_codes(chosen, found, languages)]
        if choice == self._choice and files != self._dictionaries:
            self.end()
            self._dictionaries, self._failures = files, 0
            self._right.clear()
            self.learned.emit()

    def is_right(self, word: str) -> bool | None:
        """Tell whether a word is right; None as long as that is not known."""
        if not self._own.isdisjoint((word, word.lower())):
            return True
        return self._right.get(word)

    def ask(self, words: Iterable[str]) -> None:
        """Find out about words; `learned` tells when it is known."""
        new = [word for word in dict.fromkeys(words) if word not in self._asked]
        if new and self.active:
            self._asked.update(new)
            spawn(self._ask(new), name="check spelling")

    async def wrong_among(self, words: Iterable[str]) -> set[str]:
        """Return those of some words that are not right."""
        asked = dict.fromkeys(words)
        await self._ask([word for word in asked if self.is_right(word) is None])
        return {word for word in asked if self.is_right(word) is False}

    async def _ask(self, words: list[str]) -> None:
        dictionaries = self._dictionaries
        wrong = await self._request({"check": words})
        self._asked.difference_update(words)
        if wrong is None or dictionaries is not self._dictionaries:
            return
        if len(self._right) + len(words) > _MOST_KNOWN:
            self._right.clear()
        self._right.update((word, word not in wrong) for word in words)
        self.learned.emit()

    async def suggestions(self, word: str) -> list[str]:
        """Return words that may be meant."""
        return await self._request({"suggest": word}) or []

    async def add(self, word: str) -> None:
        """Add a word to those of the user.

        Raises:
            SettingsError: their file cannot be written; the word is known until the end of this run.
        """
        self._own.add(word)
        self.learned.emit()
        await asyncio.to_thread(_keep, word)

    # --- the child

    async def _request(self, request: dict[str, Any]) -> list[str] | None:
        async with self._one_at_a_time:
            if not self.active:
                return None
            answer: list[str] | None = await in_time(
                asyncio.to_thread(self._exchange, request), _PATIENCE, name="spelling"
            )
            if answer is None and self._child is not None:
                self._failures += 1
                self.end()
            return answer

    def _exchange(self, request: dict[str, Any]) -> list[str] | None:
        try:
            if self._child is None:
                self._child = _start(self._dictionaries)
            child = self._child
            assert child.stdin is not None
            assert child.stdout is not None
            child.stdin.write(json.dumps(request).encode() + b"\n")
            child.stdin.flush()
            answer: list[str] = json.loads(child.stdout.readline())
        except (OSError, ValueError):
            return None
        return answer

    def end(self) -> None:
        """End the child; the next question starts another one."""
        if self._child is not None:
            self._child.kill()
            for pipe in (self._child.stdin, self._child.stdout):
                if pipe is not None:
                    pipe.close()
            self._child.wait()
            self._child = None


def _start(dictionaries: list[str]) -> subprocess.Popen[bytes]:
    child = subprocess.Popen(
        worker_command("axon_desktop.ui.editor.spelling.worker"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=worker_environment(),
    )
    assert child.stdin is not None
    child.stdin.write(json.dumps(dictionaries).encode() + b"\n")
    return child


def _look() -> tuple[dict[str, Path], set[str]]:
    """Return the dictionaries and the user's own words."""
    try:
        words = set(user_words_file().read_text("utf-8", "replace").split())
    except OSError:
        words = set()
    return find_dictionaries(), words


def _keep(word: str) -> None:
    file = user_words_file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        words = file.read_text("utf-8", "replace") if file.exists() else ""
        write_atomically(file, f"{words.rstrip()}\n{word}\n".lstrip().encode())
    except OSError as error:
        raise SettingsError(SettingsError.CANNOT_WRITE, file=file, why=system_reason(error)) from error
