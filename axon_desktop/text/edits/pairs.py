"""Pairs: typed markers wrap what is selected; brackets and quotes close, step over and go together."""

from __future__ import annotations

from axon_desktop.text.edits.edit import Change, Edit, in_code

_BRACKETS = {"(": ")", "[": "]", "{": "}", "（": "）", "「": "」", "『": "』", "《": "》"}
_QUOTES = {'"': '"', "'": "'", "`": "`"}
_CLOSES = {**_BRACKETS, **_QUOTES}
_WRAPS = {**_CLOSES, "“": "”", "‘": "’", "*": "*", "_": "_", "=": "==", "~": "~~", "$": "$"}
_NOT_IN_CODE = "*_=~$"
_OPENERS = {closer: opener for opener, closer in _BRACKETS.items()}
_MAY_FOLLOW = set(" \t\x1c\x1d\x1e\x1f)]}\"'.,;:!?）」』》”’。，；：！？、…|*_~=")
"""Characters before which brackets and quotes close."""
TYPED = frozenset({*_WRAPS, *_OPENERS})
"""Characters that may do more than stand in the text."""


def typed(text: str, anchor: int, caret: int, character: str) -> Change | None:
    """Return what a typed character does, if it is more than to stand there."""
    start, end = sorted((anchor, caret))
    if start != end:
        return _wrapped(text, anchor, caret, character)
    before, after = text[caret - 1 : caret] if caret else "", text[caret : caret + 1]
    if character == after and _steps_over(text, caret, character):
        return Change((), caret + 1, caret + 1)
    closer = _CLOSES.get(character)
    if closer is None or before == "\\" or (after and after != "\n" and after not in _MAY_FOLLOW):
        return None
    if character in _QUOTES and (before == character or _is_word(before) or in_code(text, caret)):
        return None
    if character in _BRACKETS:
        left, right = _around(text, caret)
        if _closed(right, character) > _open(left, character):
            return None  # a closing one waits for it
    return Change((Edit(caret, caret, character + closer),), caret + 1, caret + 1)


def _wrapped(text: str, anchor: int, caret: int, character: str) -> Change | None:
    start, end = sorted((anchor, caret))
    closer = _WRAPS.get(character)
    if closer is None or not text[start:end].strip():
        return None
    if character in _NOT_IN_CODE and in_code(text, start):
        return None
    opener = closer if character in "=~" else character
    edits = Edit(start, start, opener), Edit(end, end, closer)
    return Change(edits, anchor + len(opener), caret + len(opener))


def delete_pair(text: str, anchor: int, caret: int) -> Change | None:
    """Return what Backspace does between the two of a pair: both go."""
    if anchor != caret or not caret:
        return None
    before, after = text[caret - 1], text[caret : caret + 1]
    if _CLOSES.get(before) != after or text[caret - 2 : caret - 1] == "\\":
        return None
    left, right = _around(text, caret)
    is_quote = before in _QUOTES
    pairs = left.count(before) % 2 == 1 if is_quote else _open(left, before) <= _closed(right, before)
    return Change((Edit(caret - 1, caret + 1, ""),), caret - 1, caret - 1) if pairs else None


def _steps_over(text: str, caret: int, character: str) -> bool:
    """Tell whether a closing character that stands behind the caret already closes what is open."""
    left, right = _around(text, caret)
    if character in _QUOTES:
        return left.count(character) % 2 == 1
    opener = _OPENERS.get(character)
    return opener is not None and 0 < _open(left, opener) <= _closed(right, opener)


def _around(text: str, caret: int) -> tuple[str, str]:
    """Return the parts of the caret's line."""
    end = text.find("\n", caret)
    return text[text.rfind("\n", 0, caret) + 1 : caret], text[caret : len(text) if end < 0 else end]


def _open(left: str, opener: str) -> int:
    """Return how many brackets are open at the end of a text."""
    depth, closer = 0, _BRACKETS[opener]
    for char in left:
        if char == opener:
            depth += 1
        elif char == closer:
            depth = max(0, depth - 1)
    return depth


def _closed(right: str, opener: str) -> int:
    """Return how many brackets a text closes that it did not open."""
    depth, found, closer = 0, 0, _BRACKETS[opener]
    for char in right:
        if char == opener:
            depth += 1
        elif char == closer and depth:
            depth -= 1
        elif char == closer:
            found += 1
    return found


def _is_word(char: str) -> bool:
    return char.isalnum() or char == "_"
