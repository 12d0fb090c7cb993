"""SpokenDiff: the texts of a diff for screen readers: each row, a summary, and the first changes."""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import islice

from axon_desktop.text.visible import visible
from axon_desktop.ui.diff.rows import Diff, decode
from axon_desktop.ui.diff.words import ShownLine
from axon_desktop.ui.language.translation import translate

READ_ALL = "Ctrl+R"
"""The keys at which a dialog lets all of a comparison be heard."""
_ROWS, _CHARACTERS = 12, 300
"""Rows in the description, and characters of a long one."""
_HUNKS = 3
"""Changes that are said one by one."""


class SpokenDiff:
    """The texts of one diff."""

    def __init__(self, diff: Diff, shown: Callable[[int], tuple[ShownLine, ShownLine]]) -> None:
        """Take a function that returns what is displayed in a row."""
        self._diff = diff
        self._shown = shown

    def row(self, number: int, chosen: Collection[int]) -> str:
        """Return the text of a row, and the effect on it if these hunks are applied."""
        row = self._diff.rows[number]
        if row.kind == "skip":
            return skip_words(row.skipped)
        old, new = (side.text for side in self._shown(number))
        hunk = self._diff.hunk_at(number)
        # of a line split into several rows, some may have no change
        both = bool(row.left_number and row.right_number)
        unchanged = hunk is not None and both and row.left == row.right and number != self._diff.hunks[hunk].first
        if row.kind == "same" or unchanged:
            words = "{number}: {new}"
        elif not row.left_number:
            words = translate("SideBySideDiff", "Line {number} is added: {new}")
        elif not row.right_number:
            words = translate("SideBySideDiff", "Line {number} is removed: {old}")
        else:
            words = translate("SideBySideDiff", "Line {number} changes from: {old} to: {new}")
        said = words.format(number=row.right_number or row.left_number, old=old, new=new)
        return said if hunk is None or hunk in chosen else f"{translate('SideBySideDiff', 'left out')}: {said}"

    def changes(self, chosen: Collection[int], current: int | None = None, *, whole: bool = False) -> str:
        """Return how much the chosen hunks change, or the current one, and the first changed lines, or all."""
        numbers = sorted(chosen) if current is None else [current]
        hunks = [self._diff.hunks[number] for number in numbers]
        text = extent_words(sum(hunk.added for hunk in hunks), sum(hunk.removed for hunk in hunks))
        if current is not None:
            in_it, out = translate("SideBySideDiff", "selected"), translate("SideBySideDiff", "left out")
            text = translate("SideBySideDiff", "Change {number} of {count}, {state}: {lines}").format(
                number=current + 1,
                count=len(self._diff.hunks),
                state=in_it if current in chosen else out,
                lines=text,
            )
        changed = (row for hunk in hunks for row in hunk.rows)
        if whole:
            return "\n".join([text, *(self.row(row, chosen) for row in changed)])
        rows = list(islice(changed, _ROWS + 1))
        said = [self.row(row, chosen) for row in rows[:_ROWS]]
        lines = [one if len(one) <= _CHARACTERS else f"{one[:_CHARACTERS]}…" for one in said]
        more = translate("SideBySideDiff", "… {keys} reads all of it").format(keys=READ_ALL)
        return "\n".join([text, *lines, *([more] if len(rows) > _ROWS else [])])


def change_words(before: bytes | None, after: bytes, diff: Diff) -> str:
    """Return what changes in a note: of each of the first changes its place, the lines as they are and will be."""
    old, new = decode(before).split("\n"), decode(after).split("\n")
    said = []
    for hunk in diff.hunks[:_HUNKS]:
        place = _place(new, hunk.new.start)
        if not hunk.removed:
            words = translate("SideBySideDiff", "{lines} added {place}: {new}")
        elif not hunk.added:
            words = translate("SideBySideDiff", "{lines} removed {place}: {old}")
        else:
            words = translate("SideBySideDiff", "{lines} changed {place}, from: {old} to: {new}")
        texts = {"old": _said_lines(old[hunk.old]), "new": _said_lines(new[hunk.new])}
        said.append(words.format(lines=_count(max(hunk.added, hunk.removed)), place=place, **texts))
    if (more := len(diff.hunks) - _HUNKS) > 0:
        words = translate("SideBySideDiff", "{count} more changes").format(count=more)
        said.append(translate("SideBySideDiff", "1 more change") if more == 1 else words)
    return "\n".join(said)


def _place(lines: list[str], start: int) -> str:
    """Return where a change begins: after the nearest heading above it, or else the nearest line."""
    above = [line for line in reversed(lines[:start]) if line.strip(" #>-*\t\r")]
    found = next((line for line in above if line.startswith("#")), above[0] if above else "")
    if not found:
        return translate("SideBySideDiff", "at the beginning")
    words = visible(found.strip(" #>-*\t\r"), keep="")[:_CHARACTERS]
    return translate("SideBySideDiff", "after “{line}”").format(line=words)


def _said_lines(lines: list[str]) -> str:
    text = " \n".join(line for line in (visible(line.strip(), keep="") for line in lines) if line)
    return text if len(text) <= _CHARACTERS else f"{text[:_CHARACTERS]}…"


def _count(lines: int) -> str:
    words = translate("SideBySideDiff", "{count} lines").format(count=lines)
    return translate("SideBySideDiff", "1 line") if lines == 1 else words


def extent_words(added: int, removed: int) -> str:
    """Return how many lines are added and removed."""
    words = translate("SideBySideDiff", "{lines} added, {removed} removed")
    return words.format(lines=_count(added), removed=removed)


def skip_words(count: int) -> str:
    """Return the text for hidden lines."""
    words = translate("SideBySideDiff", "⋯ {count} unchanged lines").format(count=count)
    return translate("SideBySideDiff", "⋯ 1 unchanged line") if count == 1 else words
