"""What Enter, Tab and the style keys do to lines of Markdown: plain functions on text."""

from __future__ import annotations

import re
from dataclasses import dataclass

_ITEM = re.compile(
    r"(?P<quote>(?:[ \t]*>[ \t]?)*)(?P<indent>[ \t]*)"
    r"(?P<marker>[-*+]|(?P<number>\d{1,9})(?P<dot>[.)]))(?P<gap>[ \t]+)(?P<task>\[.\][ \t]+)?"
)
_QUOTE = re.compile(r"(?:[ \t]*>[ \t]?)+")
_INDENT = re.compile(r"(?P<quote>(?:[ \t]*>[ \t]?)*)(?P<indent>\t| {1,4})")


@dataclass(frozen=True, slots=True)
class Continuation:
    """What Enter does at a place of a list or quote."""

    begins: str
    """What the next line begins with."""
    ends: bool = False
    """Whether the line holds nothing else, so that Enter takes that away instead."""


def continuation(before: str, line: str) -> Continuation | None:
    """Return what Enter does after `before` in a line; None for a plain new line."""
    item = _ITEM.match(line)
    if item is not None:
        if len(before) < item.end():
            return None
        if not line[item.end() :].strip():
            return Continuation(item["quote"], ends=True)
        number = item["number"]
        marker = f"{int(number) + 1}{item['dot']}" if number else item["marker"]
        task = "[ ] " if item["task"] else ""
        return Continuation(item["quote"] + item["indent"] + marker + item["gap"] + task)
    quote = _QUOTE.match(line)
    if quote is None or len(before) < quote.end():
        return None
    return Continuation("" if not line[quote.end() :].strip() else quote[0], ends=not line[quote.end() :].strip())


def is_item(line: str) -> bool:
    """Tell whether a line begins an item of a list."""
    return _ITEM.match(line) is not None


def indent_at(line: str) -> int:
    """Return where a line is indented: behind the signs of a quote."""
    quote = _QUOTE.match(line)
    return quote.end() if quote is not None else 0


def outdent(line: str) -> tuple[int, int]:
    """Return from where to where a line loses its first step of indentation; equal if it has none."""
    found = _INDENT.match(line)
    return found.span("indent") if found is not None else (0, 0)


def is_address(text: str) -> bool:
    """Tell whether a text is one web address and nothing else."""
    return re.fullmatch(r"(?:https?://|mailto:|obsidian://)[^\s<>]+", text.strip()) is not None
