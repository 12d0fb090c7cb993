"""Styles of words: a command puts markers around the selection, or takes them away."""

from __future__ import annotations

import re

from axon_desktop.text.edits.edit import Change, Command, Edit
from axon_desktop.text.edits.ordered_lists import ITEM, QUOTE

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_NOT_SPACED = re.compile("[\u2e80-\u303f\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]")
"""Characters of writing systems without blanks, where a word is not known."""
_HEADING = re.compile(r"#{1,6}[ \t]+")
_ADDRESS = re.compile(r"(?:https?://|mailto:|obsidian://)[^\s<>]+")


def style(marker: str) -> Command:
    """Return the command that puts a marker around the selection or the word, or takes it away."""
    return lambda text, anchor, caret: _toggled(text, anchor, caret, marker)


def _toggled(text: str, anchor: int, caret: int, marker: str) -> Change | None:
    start, end = sorted((anchor, caret))
    if start == end:
        start, end = _word_at(text, caret)
        if start == end:
            return _opened(text, caret, marker)
    parts = _parts(text, start, end)
    if not parts:
        return None
    worn = [_worn(text, *part, marker) for part in parts]
    edits: list[Edit] = []
    takes_away = all(one is not None for one in worn)
    for (first, last), inner in zip(parts, worn, strict=True):
        if takes_away and inner is not None:
            edits += (
                Edit(inner[0] - len(marker), inner[0], ""),
                Edit(inner[1], inner[1] + len(marker), ""),
            )
        elif inner is None:
            edits += (Edit(first, first, marker), Edit(last, last, marker))
    if anchor == caret:
        return Change(tuple(edits), *(_within(caret, edits),) * 2)
    first, last = parts[0][0], parts[-1][1]
    inside = _within(first, edits), _within(last, edits)
    if takes_away and worn[0] is not None and worn[-1] is not None:
        inside = _within(worn[0][0], edits), _within(worn[-1][1], edits)
    return Change(tuple(edits), *(inside if anchor < caret else inside[::-1]))


def _within(position: int, edits: list[Edit]) -> int:
    """Return where a position goes: before what is inserted at the end of words, behind what is at their start."""
    shift = 0
    for number, edit in enumerate(edits):
        closes = number % 2
        if edit.start > position or (closes and edit.start == position):
            break
        shift += len(edit.text) - (min(edit.end, position) - edit.start)
    return position + shift


def _opened(text: str, caret: int, marker: str) -> Change:
    """Begin a style at the caret; between its empty markers they go again."""
    size = len(marker)
    if text[caret - size : caret] == marker == text[caret : caret + size] and caret >= size:
        return Change((Edit(caret - size, caret + size, ""),), caret - size, caret - size)
    return Change((Edit(caret, caret, 2 * marker),), caret + size, caret + size)


def _word_at(text: str, caret: int) -> tuple[int, int]:
    """Return the word at the caret; nothing in text without blanks."""
    start = text.rfind("\n", 0, caret) + 1
    end = text.find("\n", caret)
    for word in _WORD.finditer(text, start, len(text) if end < 0 else end):
        if word.start() <= caret <= word.end():
            return word.span() if not _NOT_SPACED.search(word[0]) else (caret, caret)
    return caret, caret


def _parts(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return what of a selection wears the style: of each line its words, without its mark and blanks around."""
    found, at = [], start
    while at <= end:
        stop = text.find("\n", at, end)
        stop = end if stop < 0 else stop
        first, last = at, stop
        if not first or text[first - 1] == "\n":
            line = text[first:last]
            head = ITEM.match(line) or QUOTE.match(line)
            first += head.end() if head is not None else 0
            mark = _HEADING.match(text, first, last)
            first = mark.end() if mark is not None else first
        words = text[first:last]
        first += len(words) - len(words.lstrip())
        last -= len(words) - len(words.rstrip())
        if first < last:
            found.append((first, last))
        at = stop + 1
    return found


def _worn(text: str, start: int, end: int, marker: str) -> tuple[int, int] | None:
    """Return the words inside the markers of a selection that has the style, inside or around; else None."""
    char, size = marker[0], len(marker)
    inner = text[start:end]
    leads, trails = _run(inner, char), _run(inner[::-1], char)
    if leads + trails < len(inner) and _has(min(leads, trails), size, char):
        return start + size, end - size
    before, after = _run(text[max(0, start - 4) : start][::-1], char), _run(text[end : end + 4], char)
    return (start, end) if _has(min(before, after), size, char) else None


def _run(text: str, char: str) -> int:
    return len(text) - len(text.lstrip(char))


def _has(run: int, size: int, char: str) -> bool:
    """Tell whether a run of markers is or holds this style: of `***` the word is both bold and italic."""
    if char in "*_":
        return run in (1, 3) if size == 1 else run in (2, 3)
    return run >= size


def link(text: str, anchor: int, caret: int) -> Change:
    """Make a link of the selection, with the caret where its address or its words are missing."""
    start, end = sorted((anchor, caret))
    if start == end:
        start, end = _word_at(text, caret)
    words = text[start:end]
    if is_address(words):
        return Change((Edit(start, start, "[]("), Edit(end, end, ")")), start + 1, start + 1)
    place = end + (3 if words else 1)
    return Change((Edit(start, start, "["), Edit(end, end, "]()")), place, place)


def linked(text: str, anchor: int, caret: int, address: str) -> Change | None:
    """Make a link to an address of the selected words; None where there are none in one line."""
    start, end = sorted((anchor, caret))
    words = text[start:end]
    if not is_address(address) or not words.strip() or "\n" in words or is_address(words):
        return None
    made = f"[{words}]({address.strip()})"
    return Change((Edit(start, end, made),), start + len(made), start + len(made))


def is_address(text: str) -> bool:
    """Tell whether a text is a single web address."""
    return _ADDRESS.fullmatch(text.strip()) is not None
