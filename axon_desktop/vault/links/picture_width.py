"""The width of a picture in a note, as it is written: `![[a.png|300]]`, `![alt|300](a.png)`."""

from __future__ import annotations

import re
from collections.abc import Callable

from axon_desktop.markdown.scan.blocks import scan_blocks
from axon_desktop.vault.links.link import Link
from axon_desktop.vault.links.note_parser import find_links

_SIZE = re.compile(r"\s*\d{1,4}(?:x\d{1,4})?\s*")
_BAR = re.compile(r"(?<!\\)\|")
_QUOTED = re.compile(r"[ \t>]*")


def set_picture_width(
    text: str,
    lines: tuple[int, int],
    is_meant: Callable[[str], bool],
    number: int,
    count: int,
    width: int | None,
) -> str | None:
    """Return a note's text with another width of one picture; None where it is not clear which one is meant.

    Args:
        text: of the note.
        lines: the first and last line, from 1, that are shown together.
        is_meant: tells of the target of a link whether it is the picture's file.
        number: which of the pictures of this file in these lines, from 0.
        count: how many of them are shown.
        width: in pixels; None for the picture's own.
    """
    first, last = lines
    places = [
        link
        for link in find_links("", text)
        if link.embed and first <= link.line <= last and link.form in ("wikilink", "markdown")
        if is_meant(link.target)
    ]
    if len(places) != count:
        return None
    link = places[number]
    span = _label_of_wikilink(text, link) if link.form == "wikilink" else _label_of_address(text, link)
    if span is None:
        return None
    start, end = span
    bar = r"\|" if _is_in_table(text, link) else "|"
    label = _with_width(text[start:end], width, bar, is_alias=link.form == "wikilink")
    return f"{text[:start]}{label}{text[end:]}"


def _label_of_wikilink(text: str, link: Link) -> tuple[int, int] | None:
    """Return where the alias of an embed is, with the bar before it."""
    end = text.find("]]", link.end)
    if end < 0 or "\n" in text[link.end : end]:
        return None
    bar = text.find("|", link.end, end)
    start = end if bar < 0 else bar - (text[bar - 1] == "\\")
    return start, end


def _label_of_address(text: str, link: Link) -> tuple[int, int] | None:
    """Return where the text of an embed with an address is, without its brackets."""
    end = text.rfind("](", 0, link.start)
    if end < 0 or text[end + 2 : link.start].strip("< \t\r\n"):
        return None
    depth = 0
    for at in range(end - 1, -1, -1):
        escaped = (at - len(text[:at].rstrip("\\"))) % 2
        if text[at] == "]" and not escaped:
            depth += 1
        elif text[at] == "[" and not escaped:
            if not depth:
                return (at + 1, end) if text[at - 1 : at] == "!" else None
            depth -= 1
    return None


def _with_width(label: str, width: int | None, bar: str, *, is_alias: bool) -> str:
    """Return a label with this width in place of the one that it ends with."""
    before, found, size = label.rpartition("|")
    if _SIZE.fullmatch(size):
        words = before.removesuffix("\\") if found else ""
        bars = bool(found) or is_alias
    else:
        words, bars = label, True
    if width is None:
        return words
    return f"{words}{bar if bars else ''}{width}"


def _is_in_table(text: str, link: Link) -> bool:
    """Tell whether an embed is in a cell of a table, where a bar must be escaped."""
    start = max(text.rfind("\n", 0, link.start), text.rfind("\r", 0, link.start)) + 1
    end = re.compile(r"[\r\n]|\Z").search(text, link.end)
    line = text[start : end.start() if end else len(text)]
    begin = line.rfind("![", 0, link.start - start)
    close = line.find("]]" if link.form == "wikilink" else ")", link.end - start)
    around = line[:begin] + line[close:]
    if _BAR.search(around) is None:
        return False
    if _QUOTED.sub("", line, count=1).startswith("|"):
        return True
    blocks = [block for block in scan_blocks(text.removeprefix("\ufeff")) if block is not None]
    return [block.kind for block in blocks if block.line < link.line][-1] == "table"
