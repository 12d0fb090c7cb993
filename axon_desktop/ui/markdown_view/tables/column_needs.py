"""The widths that the columns of a table need for their contents, measured in its own fonts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtGui import QFontMetricsF, QTextBlock, QTextCharFormat, QTextDocument, QTextTable

from axon_desktop.ui.markdown_view.tables.column_widths import ColumnNeed

LONGEST_WORD = 30.0
"""Ems: a longer word, such as an address, may be broken."""
_WIDE = "\u2e80-\ud7ff\uf900-\ufaff\uff00-\uff60\U0001f000-\U0003ffff"
"""Characters between which a line may break."""
_TOKENS = re.compile(f"[ \t\u200b]+|\u2028|[{_WIDE}]+|[^ \t\u200b\u2028{_WIDE}]+")
_BREAKABLE = re.compile(f"[{_WIDE}]")
_LINE_BREAK = "\u2028"
_PICTURE = "\ufffc"
_MAX_KNOWN = 20_000
"""Number of words whose widths are cached."""

_known: dict[tuple[str, str], float] = {}
"""Widths of words, by font and word."""
_cells: dict[tuple[str, str], ColumnNeed] = {}
"""Needs of cells, by font and text."""


def text_size(table: QTextTable, document: QTextDocument) -> int:
    """Return the size of a table's text in pixels."""
    size = table.firstCursorPosition().charFormat().font().resolve(document.defaultFont()).pixelSize()
    return size if size > 0 else max(1, document.defaultFont().pixelSize())


def needs_of(longest: Sequence[tuple[str, str]], table: QTextTable, document: QTextDocument) -> list[ColumnNeed]:
    """Return what the columns of a table need for the longest word and the longest text of each."""
    letters, look = _Letters(document), table.firstCursorPosition().charFormat()
    return [
        ColumnNeed(min(letters.width(word, look), letters.longest(look)), letters.width(text, look))
        for word, text in longest
    ]


class _Letters:
    """Measures text in the fonts of a document."""

    def __init__(self, document: QTextDocument) -> None:
        self._font = document.defaultFont()
        self._fonts: dict[int, tuple[str, QFontMetricsF, float]] = {}

    def width(self, text: str, look: QTextCharFormat, number: int = -1) -> float:
        """Return the width of a text; `number` is that of its format, of which many runs have the same."""
        key, metrics, _ = self._metrics(look, number)
        width = _known.get((key, text))
        if width is None:
            if len(_known) >= _MAX_KNOWN:
                _known.clear()
            width = _known[key, text] = metrics.horizontalAdvance(text)
        return width

    def font_key(self, look: QTextCharFormat, number: int) -> str:
        """Return a key for the font of a format."""
        return self._metrics(look, number)[0]

    def longest(self, look: QTextCharFormat, number: int = -1) -> float:
        """Return the maximum width of a word that must not be broken."""
        return self._metrics(look, number)[2]

    def _metrics(self, look: QTextCharFormat, number: int) -> tuple[str, QFontMetricsF, float]:
        found = self._fonts.get(number)
        if found is None or number < 0:
            font = look.font().resolve(self._font)
            found = self._fonts[number] = font.key(), QFontMetricsF(font), LONGEST_WORD * font.pixelSize()
        return found


def measure_table(table: QTextTable, document: QTextDocument) -> list[ColumnNeed]:
    """Return the needs of a table's columns; cells over several columns are left out."""
    columns = table.columns()
    needs = [ColumnNeed()] * columns
    letters = _Letters(document)
    block, end = table.firstCursorPosition().block(), document.findBlock(table.lastPosition())
    in_order = end.blockNumber() - block.blockNumber() + 1 == table.rows() * columns  # one paragraph in each cell
    for count in range(end.blockNumber() - block.blockNumber() + 1):
        cell = None if in_order else table.cellAt(block.position())
        if cell is None or cell.columnSpan() == 1:
            column = count % columns if cell is None else cell.column()
            needs[column] = needs[column].joined(_measure_text(block, letters))
        block = block.next()
    return needs


def _measure_text(block: QTextBlock, letters: _Letters) -> ColumnNeed:
    """Return the needs of a paragraph; many cells have one format and the same text."""
    run = block.begin()
    if run.atEnd():
        return ColumnNeed()
    fragment = run.fragment()
    text = block.text()
    if fragment.length() != len(text) or text == _PICTURE:
        return _measure_runs(block, letters)
    key = letters.font_key(fragment.charFormat(), fragment.charFormatIndex()), text
    need = _cells.get(key)
    if need is None:
        if len(_cells) >= _MAX_KNOWN:
            _cells.clear()
        need = _cells[key] = _measure_runs(block, letters)
    return need


def _measure_runs(block: QTextBlock, letters: _Letters) -> ColumnNeed:
    """Return the needs of a paragraph: its longest unbreakable word, and its longest line."""
    least = most = line = word = 0.0
    run = block.begin()
    while not run.atEnd():
        fragment = run.fragment()
        look, number = fragment.charFormat(), fragment.charFormatIndex()
        if look.isImageFormat():
            width = look.toImageFormat().width() * fragment.length()
            line, word, least = line + width, 0.0, max(least, width / fragment.length())
        else:
            longest = letters.longest(look, number)
            for token in _TOKENS.findall(fragment.text()):
                if token == _LINE_BREAK:
                    most, line, word = max(most, line), 0.0, 0.0
                    continue
                width = letters.width(token, look, number)
                line += width
                if token[0] in " \t\u200b":
                    word = 0.0
                elif _BREAKABLE.match(token):
                    word = 0.0
                    least = max(least, width / len(token))
                else:
                    word += width
                    least = max(least, min(word, longest))
        run += 1
    return ColumnNeed(least, max(most, line))
