"""The lines of the outline, the links and the tags: a tree as a list, each line with its depth."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple, TypeAlias

Kind: TypeAlias = Literal["section", "entry", "new", "snippet", "hint"]
"""`section`: a title that only folds. `new`: a missing target. `snippet`: a line of a note.
`hint`: a remark that cannot be selected."""


class RowTarget(NamedTuple):
    """The target of a line, as its page interprets it."""

    path: str = ""
    """Vault path of a file, or the name of a missing one."""
    anchor: str = ""
    """Heading or block; empty for the whole file."""
    line: int = 0
    """PanelRow of the file, from 1; 0 for none."""


class PanelRow(NamedTuple):
    """One line; the following deeper ones are its descendants. A tuple: very many are compared at a time."""

    key: str
    """Stable when the list is re-created; unique."""
    text: str
    depth: int = 0
    kind: Kind = "entry"
    note: str = ""
    """Shown at the right."""
    foldable: bool = False
    marks: tuple[tuple[int, int], ...] = ()
    """Emphasised ranges of the text."""
    tip: str = ""
    target: RowTarget = RowTarget()


def shown_rows(lines: Sequence[PanelRow], folded: Collection[str], wanted: str = "") -> list[int]:
    """Return the visible lines: those outside folded ones, or those with all `wanted` words and their ancestors.

    A filter ignores folding.
    """
    if words := wanted.casefold().split():
        return _matching(lines, words)
    rows: list[int] = []
    hidden_below: int | None = None
    for row, line in enumerate(lines):
        if hidden_below is not None and line.depth > hidden_below:
            continue
        hidden_below = line.depth if line.foldable and line.key in folded else None
        rows.append(row)
    return rows


def parent_row(lines: Sequence[PanelRow], row: int) -> int | None:
    """Return the parent of a line."""
    return next((above for above in range(row - 1, -1, -1) if lines[above].depth < lines[row].depth), None)


def _matching(lines: Sequence[PanelRow], words: Sequence[str]) -> list[int]:
    rows: list[int] = []
    around: list[int] = []
    """Ancestors of the current line that are not among the rows yet."""
    for row, line in enumerate(lines):
        while around and lines[around[-1]].depth >= line.depth:
            around.pop()
        around.append(row)
        folded = line.text.casefold()
        if all(word in folded for word in words):
            seen = rows[-1] if rows else -1
            rows += [above for above in around if above > seen]
    return rows
