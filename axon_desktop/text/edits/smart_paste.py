"""Pasting: an address over words is a link, rows of cells are a table, and blocks stand on lines of their own."""

from __future__ import annotations

import re

from axon_desktop.text.edits.edit import Change, Command, Edit, insertion
from axon_desktop.text.edits.styles import linked
from axon_desktop.text.edits.tables import from_rows, has_table

_BLOCK = re.compile(r"#{1,6} |[-*+] |\d{1,9}[.)] |\||```|> |---$")


def paste(words: str) -> Command:
    """Return the command that pastes words: as the address of the selected ones, as a table, or as they are."""

    def command(text: str, anchor: int, caret: int) -> Change | None:
        link = linked(text, anchor, caret, words)
        if link is not None:
            return link
        rows = _rows(words)
        if rows is None or has_table(text, caret):
            return insertion(text, anchor, caret, words)
        return paste_blocks(from_rows(rows))(text, anchor, caret)

    return command


def paste_blocks(markdown: str) -> Command:
    """Return the command that puts Markdown in the place of the selection; blocks begin on lines of their own."""

    def command(text: str, anchor: int, caret: int) -> Change:
        start, end = sorted((anchor, caret))
        made = markdown
        if "\n" in made and _BLOCK.match(made):
            before, after = text[text.rfind("\n", 0, start) + 1 : start], text[end:].partition("\n")[0]
            made = ("\n\n" if before.strip() else "") + made + ("\n\n" if after.strip() else "")
        return Change((Edit(start, end, made),), start + len(made), start + len(made))

    return command


def _rows(words: str) -> list[list[str]] | None:
    """Return the cells of copied rows: at least two, all with as many tabs."""
    lines = words.strip("\n").split("\n")
    rows = [line.rstrip("\r").split("\t") for line in lines]
    if len(rows) < 2 or len(rows[0]) < 2 or len({len(row) for row in rows}) > 1:
        return None
    return None if all(not row[0].strip() for row in rows) else rows
