"""CodeColors: which parts of a block of code are keywords, strings, comments; worked out in a thread."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Sequence
from functools import partial
from typing import TypeAlias

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QTextBlock

from axon_desktop.markdown.html.highlight import MAX_CHARACTERS, code_parts
from axon_desktop.ui.editor.live.states import is_code, state_before
from axon_desktop.ui.editor.syntax import QUOTE, QUOTED
from axon_desktop.ui.markdown_view.render_worker import RenderWorker

Part: TypeAlias = tuple[int, int, str]
"""Start and end in a line, and the role."""
_Key: TypeAlias = tuple[str, str]
"""Language and code."""
_LANGUAGE = re.compile(r"(?:`{3,}|~{3,})[ \t]*([^\s`]{1,40})")
_MOST = 100
"""Blocks of code that are remembered."""


class CodeColors(QObject):
    """Of all documents of one editor."""

    changed = Signal()
    """Colours have come."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.version = 0
        """Counts how often colours came."""
        self._worker = RenderWorker("axon-code", self)
        self._worker.finished.connect(self._take)
        self._found: OrderedDict[_Key, Sequence[Sequence[Part]]] = OrderedDict()
        self._last: tuple[object, int, range, _Key | None] = None, -1, range(0), None
        """Document, its revision, and the code that was asked for last: the next line is mostly of the same."""

    @property
    def at_work(self) -> bool:
        """Whether some colours are still to come."""
        return self._worker.busy

    def parts(self, block: QTextBlock) -> Sequence[Part] | None:
        """Return the coloured parts of a line of code; None while they are not known, which is then seen to."""
        number, document = block.blockNumber(), block.document()
        if self._last[:2] != (document, document.revision()) or number not in self._last[2]:
            self._last = document, document.revision(), *_code_around(block)
        _, _, lines, key = self._last
        if key is None:
            return ()
        found = self._found.get(key)
        if found is None:
            self._worker.add(key, partial(_by_line, *key))
            return None
        self._found.move_to_end(key)
        at = number - lines.start
        shift = _quoted(block)
        return [(start + shift, end + shift, role) for start, end, role in (found[at] if at < len(found) else ())]

    def _take(self, key: _Key, found: Sequence[Sequence[Part]]) -> None:
        self._found[key] = found
        if len(self._found) > _MOST:
            self._found.popitem(last=False)
        self.version += 1
        self.changed.emit()


def _code_around(block: QTextBlock) -> tuple[range, _Key | None]:
    """Return the numbers of the lines of a block of code, with what it is; None for one too long to colour."""
    first = last = block
    size = 0
    while is_code(first.previous()) and size <= MAX_CHARACTERS:
        first = first.previous()
        size += first.length()
    while last.next().isValid() and is_code(last.next()) and size <= MAX_CHARACTERS:
        last = last.next()
        size += last.length()
    lines = range(first.blockNumber(), last.blockNumber() + 1)
    language = _LANGUAGE.search(first.previous().text())
    if size > MAX_CHARACTERS or language is None:
        return lines, None
    texts = []
    while first.blockNumber() < lines.stop and first.isValid():
        texts.append(first.text()[_quoted(first) :])
        first = first.next()
    return lines, (language[1], "\n".join(texts))


def _quoted(block: QTextBlock) -> int:
    """Return how long the marks of quotes before a line of code are."""
    quote = QUOTE.match(block.text()) if state_before(block) & QUOTED else None
    return quote.end() if quote is not None else 0


def _by_line(language: str, code: str) -> list[list[Part]]:
    lines: list[list[Part]] = [[]]
    at = 0
    for text, role in code_parts(code, language):
        for number, piece in enumerate(text.split("\n")):
            if number:
                lines.append([])
                at = 0
            if role and piece.strip():
                lines[-1].append((at, at + len(piece), role))
            at += len(piece)
    return lines
