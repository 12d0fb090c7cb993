"""Characters of scripts without an installed font: shown as boxes at once, without a slow search for fonts.

For the scripts below Qt wants a font with OpenType tables. Where none is installed it opens all fonts there are,
for each script and each font style again (0.05 to 0.2 s in the window's thread), and draws boxes in the end. A
run of characters whose font is not merged with others is drawn as boxes of its own font without that search.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF, QTextCharFormat

from axon_desktop.ui.utf16 import units

_System = QFontDatabase.WritingSystem
_LETTERS = {
    _System.Syriac: "\u0700-\u074f\u0860-\u086f",
    _System.Thaana: "\u0780-\u07bf",
    _System.Nko: "\u07c0-\u07ff",
    _System.Devanagari: "\u0900-\u097f\u1cd0-\u1cff\ua8e0-\ua8ff\U00011b00-\U00011b5f",
    _System.Bengali: "\u0980-\u09ff",
    _System.Gurmukhi: "\u0a00-\u0a7f",
    _System.Gujarati: "\u0a80-\u0aff",
    _System.Oriya: "\u0b00-\u0b7f",
    _System.Tamil: "\u0b80-\u0bff\U00011fc0-\U00011fff",
    _System.Telugu: "\u0c00-\u0c7f",
    _System.Kannada: "\u0c80-\u0cff",
    _System.Malayalam: "\u0d00-\u0d7f",
    _System.Sinhala: "\u0d80-\u0dff\U000111e0-\U000111ff",
    _System.Khmer: "\u1780-\u17ff\u19e0-\u19ff",
}
"""Characters of the scripts for which Qt requires OpenType tables (its `scriptRequiresOpenType`)."""
_ANY = re.compile(f"[{''.join(_LETTERS.values())}]")
_COMMON = (
    "\\W\\d_\u00b5\u02b9-\u02df\u02ec\u02ee\u0374\u0640\u2100-\u214f\u2e2f\u3006\u3031-\u3035\u303c\u30fc\ua788"
    "\uff70\uff9e\uff9f\U0001d400-\U0001d7ff"
)
"""Punctuation, digits and letters without a script: Qt assigns them to the script before them."""
_EMOJI = re.compile(
    "[\U0001f300-\U0001f320\U0001f32d-\U0001f335\U0001f337-\U0001f37c\U0001f37e-\U0001f393\U0001f3a0-\U0001f3ca"
    "\U0001f3e0-\U0001f3f0\U0001f3f8-\U0001f43e\U0001f440\U0001f442-\U0001f4fc\U0001f4ff-\U0001f53d"
    "\U0001f5fb-\U0001f64f\U0001f680-\U0001f6c5\U0001f7e0-\U0001f7eb\U0001f90c-\U0001f93a\U0001f947-\U0001f9ff]+"
)
"""Characters that Qt always takes for emoji, which have a font of their own."""


def has_such_letters(text: str) -> bool:
    """Tell whether characters of such a script may be in a text; quick, and the answer is mostly no."""
    return not text.isascii() and _ANY.search(text) is not None


def fontless_runs(text: str, letters: str | None = None) -> Iterator[tuple[int, int]]:
    """Yield (start, end) in Qt's positions of the runs of a paragraph whose characters are in no font.

    `letters` are such characters in the form of a character class; by default those of this computer.
    """
    pattern = _pattern(_missing() if letters is None else letters)
    if pattern is None:
        return
    place = counted = 0
    for match in pattern.finditer(text):
        for start, end in _without_emoji(text, *match.span()):
            first = counted + units(text[place:start])
            place, counted = end, first + units(text[start:end])
            yield first, counted


@cache
def unmerged() -> QTextCharFormat:
    """Return a format that only keeps Qt from searching other fonts for a character."""
    look = QTextCharFormat()
    look.setFontStyleStrategy(QFont.StyleStrategy.NoFontMerging)
    return look


def is_unmerged(look: QTextCharFormat, default: QFont) -> bool:
    """Tell whether a run is to be shown as boxes, and make Qt load its font with a Latin letter.

    Then blanks, digits and punctuation of the run are shown correctly; a font that Qt meets first with missing
    characters is dropped for the whole run.
    """
    if look.fontStyleStrategy() != QFont.StyleStrategy.NoFontMerging:
        return False
    QFontMetricsF(look.font().resolve(default)).horizontalAdvance("a")
    return True


def _without_emoji(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for emoji in _EMOJI.finditer(text, start, end):
        if start < emoji.start():
            yield start, emoji.start()
        start = emoji.end()
    if start < end:
        yield start, end


@cache
def _missing() -> str:
    """Return the characters that no font of this computer claims to have, in the form of a character class."""
    installed = set(QFontDatabase.writingSystems())
    return "".join(letters for system, letters in _LETTERS.items() if system not in installed)


@cache
def _pattern(letters: str) -> re.Pattern[str] | None:
    if not letters:
        return None
    return re.compile(rf"(?:\A[{_COMMON}]*)?[{letters}][{letters}{_COMMON}]*")
