"""Moving a section of a note to before another heading; its level stays, and its subsections go along."""

from __future__ import annotations

import re

from axon_desktop.markdown.scan.sections import Section, read_sections

_TAIL = re.compile(r"[ \t\r\n]*\Z")


def move_section(text: str, line: int, before: int) -> str | None:
    """Return the text with the section whose heading is on a line (from 1) before that on another, 0 for the end.

    Only two parts change places: the blank lines between them, and at the end, stay. None if nothing changes, or
    if a part would be read as something else at its new place.
    """
    sections = read_sections(text)
    moved = next((section for section in sections if section.line == line), None)
    target = next((section for section in sections if section.line == before), None)
    place = target.start if target is not None else len(text)
    if moved is None or (before and target is None) or moved.start <= place <= moved.end:
        return None
    start, middle, end = sorted(
        ((moved.start, moved.end, place), (place, moved.start, moved.end))[place < moved.start]
    )
    first, second = text[start:middle], text[middle:end]
    between, last = _TAIL.findall(first)[0], _TAIL.findall(second)[0]
    first, second = first.removesuffix(between), second.removesuffix(last)
    wanted = _in_order(sections, moved, place)
    gap = "\r\n" if "\r\n" in between else "\n"  # an underlined heading needs a blank line before it
    for above, inside in (("", ""), ("", gap), (gap, ""), (gap, gap)):
        made = f"{text[:start]}{above}{second}{between}{inside}{first}{last}{text[end:]}"
        if [(section.level, section.title) for section in read_sections(made)] == wanted:
            return made
    return None


def _in_order(sections: list[Section], moved: Section, place: int) -> list[tuple[int, str]]:
    """Return the headings as they follow each other after the move."""
    going = [section for section in sections if moved.start <= section.start < moved.end]
    staying = [section for section in sections if section not in going]
    at = sum(section.start < place for section in staying)
    return [(section.level, section.title) for section in (*staying[:at], *going, *staying[at:])]
