"""Which words of a line are checked: those of prose, in scripts that are written with letters and blanks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from axon_desktop.ui.editor.syntax import (
    BLOCK_NAME,
    CALLOUT,
    MATH,
    PROPERTIES,
    QUOTE,
    START,
    WHAT,
    end_state,
    spans,
)

_UNCHECKED = frozenset(("code", "fence", "link", "address", "tag", "property", "comment", "math", "html"))
_OTHER_SCRIPTS = (
    "\\u0e00-\\u0eff\\u1000-\\u109f\\u1100-\\u11ff\\u1780-\\u17ff\\u2e80-\\ua4cf\\ua960-\\ua97f"
    "\\uac00-\\ud7ff\\uf900-\\ufaff\\uff66-\\uffdc\\U0001b000-\\U0001b16f\\U00020000-\\U0003ffff"
)
"""Thai, Lao, Burmese, Khmer, Korean, Chinese and Japanese: no words between blanks, or none to look up."""
_LETTER = rf"[^\W\d_{_OTHER_SCRIPTS}]"
_MARK = "[\u0300-\u036f\u00ad\u200c\u200d]"
_WORD = re.compile(rf"{_LETTER}(?:{_LETTER}|{_MARK})*(?:['\u2019](?:{_LETTER}|{_MARK})+)*")
_JOINED = re.compile(r"(?:[\d@\\/]|[^\W_]_)\0|\0(?:[\d@\\/]|_[^\W_])")
"""What makes a word, which is a NUL here, part of a name, a path or a number."""
_LONGEST = 60


def words_of(before: int, text: str) -> Iterator[tuple[int, int, str]]:
    """Yield (start, end, word) of the words to check in a line, after the state of the line before."""
    what, after = before & WHAT, end_state(before, text) & WHAT
    if what in (PROPERTIES, MATH) or after in (PROPERTIES, MATH) or (before == START and text.startswith("---")):
        return
    skipped = [(part.start, part.end) for part in spans(before, text) if part.kind in _UNCHECKED]
    quote = QUOTE.match(text)
    if quote is not None and (callout := CALLOUT.match(text, quote.end())) is not None:
        skipped.append((quote.end(), text.find("]", callout.start()) + 1))
    if (name := BLOCK_NAME.search(text)) is not None:
        skipped.append(name.span())
    for match in _WORD.finditer(text):
        start, end = match.span()
        if any(first < end and start < last for first, last in skipped):
            continue
        around = f"{text[max(0, start - 2) : start]}\0{text[end : end + 2]}"
        word = match[0].replace("\u2019", "'").replace("\u00ad", "")
        if len(word) > 1 and end - start <= _LONGEST and not _JOINED.search(around) and _is_prose(word):
            yield start, end, word


def _is_prose(word: str) -> bool:
    """Tell whether a word is neither an abbreviation in capitals nor a name such as `getName`."""
    return not any(letter.isupper() for letter in word[1:])
