"""Edits of a text, computed without writing: replace a passage, or put text into the section of a heading.

A passage must occur exactly once; where it does not occur, the only one that looks the same is meant. Line ends
are the note's own, whatever the model writes, and text outside the edit keeps every byte.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from dataclasses import dataclass
from typing import Literal, TypeAlias

from axon_desktop.errors import InvalidParametersError, NoChangeError
from axon_desktop.markdown.scan.sections import Section, find_sections, read_sections
from axon_desktop.text.lookalikes import Looks, looks, name_differing

Position: TypeAlias = Literal["start", "end", "replace", "before", "after"]

_LINE_END = re.compile(r"\r\n|\n|\r")
_ROW = re.compile(r"\s*(?:[-*+]|\d{1,9}[.)]|\||>)(?:\s|$)|\s*[|>]")
"""A line of a list, a table or a quote, which continues without a blank line."""
_HEADING = re.compile(r" {0,3}#{1,6}(?:\s|$)")
_AFTER_TITLE = re.compile(r"(?:\s+[#^][^\s#]+)+\s*$")
_BLANK_LINES = re.compile(r"\A(?:[ \t]*[\r\n]+)+")
_MAX_SHOWN = 80
_MAX_PLACES = 10
_NEAR = 60.0


@dataclass(frozen=True, slots=True)
class TextEdit:
    """Replace `old` by `new`."""

    old: str
    new: str


@dataclass(frozen=True, slots=True)
class SectionEdit:
    """Put `content` into the section of `heading`, or around it."""

    heading: str
    content: str
    position: Position


Edit: TypeAlias = TextEdit | SectionEdit


def apply_edits(text: str, edits: list[Edit], path: str) -> str:
    """Return the text after all edits, each made on what the one before it left.

    Raises:
        InvalidParametersError: an edit matches nowhere or several times; it says which and what to do.
    """
    line_end = _usual_line_end(text)
    edited = text
    for index, edit in enumerate(edits):
        name = f"edits.{index}" if len(edits) > 1 else "edits"
        if isinstance(edit, TextEdit):
            edited = _replace(edited, edit, line_end, name, path)
        else:
            edited = _put(edited, edit, line_end, name, path)
    if edited == text:
        raise NoChangeError(f"the edits change nothing in {path}")
    return edited


def _replace(text: str, edit: TextEdit, line_end: str, name: str, path: str) -> str:
    old = edit.old
    if not old:
        raise InvalidParametersError(f"{name}.old is empty; give the text to replace, or a heading and content")
    spans = [(start, start + len(old)) for start in _find_all(text, old)] or _find_plain(text, old)
    if not spans:
        begin, end, new = _find_alike(text, edit, name, path)
        return _replaced(text, begin, end, new, line_end)
    if len(spans) > 1:
        raise InvalidParametersError(
            f"{name}.old stands {len(spans)} times in {path} ({_lines(text, spans)}); add text from the lines "
            "before or after it, so that it stands there once"
        )
    return _replaced(text, *spans[0], edit.new, line_end)


def _replaced(text: str, begin: int, end: int, new: str, line_end: str) -> str:
    begin, end = _whole_line_ends(text, begin, end)
    return text[:begin] + _merged(text[begin:end], new, line_end) + text[end:]


def _find_alike(text: str, edit: TextEdit, name: str, path: str) -> tuple[int, int, str]:
    """Return where the only passage stands that looks like `old`, and `new`, less what is equal at both ends.

    Raises:
        InvalidParametersError: there is none, or there are several; it names the characters that differ.
    """
    note, old, new = Looks(text), Looks(edit.old), edit.new
    places, size = note.find(old), len(old.text)
    if not places:
        raise InvalidParametersError(
            f"{name}.old is not in {path}; copy it exactly from the note{_hint(text, edit.old)}"
        )
    spans = [(note.starts[at], note.ends[at + size - 1]) for at in places]
    begin, end = spans[0]
    if len(spans) > 1:
        differing = name_differing(edit.old, "".join(text[begin:end] for begin, end in spans))
        raise InvalidParametersError(
            f"{name}.old is not in {path}, but {len(spans)} places ({_lines(text, spans)}) look the same"
            f"{f' and differ in {differing}' if differing else ''}; copy one exactly, with text from the lines "
            "before or after it"
        )
    (at,) = places
    head = bisect_right(old.ends, _shared(edit.old, new))
    while not (old.is_seam(head) and note.is_seam(at + head)):
        head -= 1
    if head:
        begin, new = note.ends[at + head - 1], new[old.ends[head - 1] :]
    rest = edit.old[old.ends[head - 1] if head else 0 :]
    tail = bisect_left(old.starts, len(edit.old) - _shared(rest[::-1], new[::-1]), head)
    while not (old.is_seam(tail) and note.is_seam(at + tail)):
        tail += 1
    if tail < size:
        end, new = note.starts[at + tail], new[: len(new) - (len(edit.old) - old.starts[tail])]
    return begin, end, new


def _shared(one: str, other: str) -> int:
    """Return how many characters are equal at the start of two texts."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _whole_line_ends(text: str, begin: int, end: int) -> tuple[int, int]:
    """Widen a span that cuts a CRLF in two."""
    begin -= text.startswith("\r\n", begin - 1) if begin else 0
    end += text.startswith("\r\n", end - 1) if end else 0
    return begin, end


def _find_all(text: str, wanted: str) -> list[int]:
    """Return every position of `wanted`, overlapping ones too."""
    starts: list[int] = []
    at = text.find(wanted)
    while at >= 0:
        starts.append(at)
        at = text.find(wanted, at + 1)
    return starts


def _find_plain(text: str, wanted: str) -> list[tuple[int, int]]:
    """Return every range that equals `wanted` but for line ends."""
    offsets: list[int] = []
    pieces: list[str] = []
    position = 0
    for match in re.finditer(r"\r\n", text):
        pieces.append(text[position : match.start()])
        offsets += range(position, match.start())
        pieces.append("\n")
        offsets.append(match.start())
        position = match.end()
    pieces.append(text[position:])
    offsets += range(position, len(text) + 1)
    plain, looked_for = "".join(pieces), wanted.replace("\r\n", "\n")
    return [(offsets[start], offsets[start + len(looked_for)]) for start in _find_all(plain, looked_for)]


def _merged(old: str, new: str, line_end: str) -> str:
    """Return `new` with the note's line ends; lines at either end that are in `old` too stay as they are."""
    old_lines, new_lines = _split(old), _split(new)
    most = min(len(old_lines), len(new_lines)) - 1
    head = 0
    while head < most and old_lines[head][0] == new_lines[head][0]:
        head += 1
    tail = 0
    while tail < min(len(old_lines), len(new_lines)) - head and old_lines[-1 - tail][0] == new_lines[-1 - tail][0]:
        tail += 1
    kept_head = old_lines[:head]
    kept_tail = old_lines[len(old_lines) - tail :] if tail else []
    middle = [(body, line_end if end else "") for body, end in new_lines[head : len(new_lines) - tail]]
    return "".join(body + end for body, end in [*kept_head, *middle, *kept_tail])


def _split(text: str) -> list[tuple[str, str]]:
    """Cut into lines and their ends; the last has none."""
    lines: list[tuple[str, str]] = []
    position = 0
    for match in _LINE_END.finditer(text):
        lines.append((text[position : match.start()], match[0]))
        position = match.end()
    return [*lines, (text[position:], "")]


def _put(text: str, edit: SectionEdit, line_end: str, name: str, path: str) -> str:
    section = _the_section(text, edit.heading, name, path)
    content = line_end.join(_LINE_END.split(_without_heading(edit, section).strip("\r\n")))
    if edit.position == "replace":
        return _with_body(text, section, content, line_end)
    if not content:
        return text
    place = {
        "start": _after_blank(text, section.body, section.own_end),
        "end": _last_text(text, section.start, section.own_end),
        "before": section.start,
        "after": section.end,
    }[edit.position]
    return _inserted(text, place, content, line_end)


def _without_heading(edit: SectionEdit, section: Section) -> str:
    """Return the content without the section's own heading, which models repeat; a subsection may have it too."""
    content = edit.content
    for own in read_sections(content):
        if _title(own) != _title(section) or (edit.position != "replace" and own.level > section.level):
            continue
        if not content[: own.start].strip():
            return _BLANK_LINES.sub("", content[own.body :])
        if edit.position == "before" and not content[own.body :].strip():
            return content[: own.start].rstrip()
    return content


def _title(section: Section) -> str:
    """Return what a heading says, without tags or the name of a block at its end, and without emphasis."""
    return looks(_AFTER_TITLE.sub("", section.title)).strip("*_ ").casefold()


def _the_section(text: str, heading: str, name: str, path: str) -> Section:
    sections = read_sections(text)
    hits = find_sections(sections, heading)
    if len(hits) == 1:
        return hits[0]
    if hits:
        where = ", ".join(
            " > ".join([*hit.parents, hit.name]) + f" (line {hit.line})" for hit in hits[:_MAX_PLACES]
        )
        raise InvalidParametersError(
            f"{name}.heading {_shown(heading)} stands {len(hits)} times in {path}: {where}; name it with the "
            "headings above it, as A > B, or use old and new"
        )
    known = ", ".join(section.name for section in sections[:_MAX_PLACES]) or "none"
    raise InvalidParametersError(f"{name}.heading {_shown(heading)} is not in {path}; its headings: {known}")


def _with_body(text: str, section: Section, content: str, line_end: str) -> str:
    """Replace all of a section but its heading and the blank lines around."""
    begin = _after_blank(text, section.body, section.end) if content else section.body
    end = max(_last_text(text, section.start, section.end), begin)
    head, tail = text[:begin], text[end:]
    if not content:
        return head + (_LINE_END.sub("", tail, count=1) if begin < end else tail)
    if not head.endswith(("\n", "\r")):
        return head + line_end + content + tail
    return head + content + (line_end if begin == end else "") + tail


def _after_blank(text: str, begin: int, end: int) -> int:
    """Return the position after a blank line, if there is one and it is not the section's last line."""
    match = re.compile(r"[ \t]*(?:\r\n|\n|\r)").match(text, begin, end)
    return match.end() if match and text[match.end() : end].strip() else begin


def _last_text(text: str, begin: int, end: int) -> int:
    """Return where the last line that is not blank ends, without its line end."""
    last = begin + len(text[begin:end].rstrip())
    line_end = _LINE_END.search(text, last, end)
    return line_end.start() if line_end else end


def _inserted(text: str, place: int, content: str, line_end: str) -> str:
    """Insert whole lines, with blank lines between paragraphs as Markdown needs them."""
    head, tail = text[:place], text[place:]
    lines = content.split(line_end)
    above = _LINE_END.split(head.rstrip("\r\n"))[-1]
    below = _LINE_END.split(tail, maxsplit=1)[0]
    on_new_line = not head or head.endswith(("\n", "\r"))
    gap = "" if on_new_line else line_end
    if above.strip() and not _HEADING.match(above) and not _ends_blank(head) and not _go_together(above, lines[0]):
        gap += line_end
    if not on_new_line:
        return head + gap + content + tail
    apart = below.strip() and not _go_together(lines[-1], below)
    return head + gap + content + line_end + (line_end if apart else "") + tail


def _go_together(above: str, below: str) -> bool:
    """Tell whether two lines belong to the same list, table or quote."""
    return _ROW.match(above) is not None and _ROW.match(below) is not None


def _ends_blank(text: str) -> bool:
    """Tell whether the last line is blank."""
    return re.search(r"(?:\r\n|\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r)\Z", text) is not None


def _usual_line_end(text: str) -> str:
    counted = Counter(_LINE_END.findall(text))
    return counted.most_common(1)[0][0] if counted else "\n"


def _lines(text: str, spans: list[tuple[int, int]]) -> str:
    starts = [match.end() for match in _LINE_END.finditer(text)]
    numbers = [str(bisect_right(starts, begin) + 1) for begin, _ in spans[:_MAX_PLACES]]
    return "lines " + ", ".join(numbers) + (" …" if len(spans) > _MAX_PLACES else "")


def _hint(text: str, old: str) -> str:
    """Name the line of the note that is most similar to the first line of the passage."""
    from rapidfuzz import fuzz, process

    first = next((line.strip() for line in old.splitlines() if line.strip()), "")
    lines = [line.strip() for line, _ in _split(text)]
    best = process.extractOne(first, lines, scorer=fuzz.ratio, score_cutoff=_NEAR) if first else None
    if not best:
        return ""
    differing = name_differing(first, best[0])
    return f"; line {best[2] + 1} is nearest: {_shown(best[0])}" + (
        f", which differs in {differing}" if differing else ""
    )


def _shown(text: str) -> str:
    return f'"{text if len(text) <= _MAX_SHOWN else text[:_MAX_SHOWN] + "…"}"'
