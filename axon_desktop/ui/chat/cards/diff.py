"""CardDiff: the lines that a call changed, as shown on its card."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter

from axon_desktop.ui.language.translation import translate
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.stylesheet import mono_font
from axon_desktop.ui.look.theme import current_colors

_ROW = 17
_MOST = 12
"""Lines that are shown; the others are only counted."""
_ABOVE = 5
_LONGEST = 400
_BEFORE, _AFTER = 12, 6
"""Characters around the first difference that are shown with it."""
_FARTHEST = 20_000
"""How far into a line a difference is searched."""


class CardDiff:
    """Some changed lines; where other files changed too, with their paths."""

    def __init__(self, diff: tuple[str, ...] = (), counts: tuple[int, int] = (0, 0)) -> None:
        """Take the lines of an Observation's diff and the total counts, which old conversations do not contain."""
        lines = [line.replace("\t", "    ").rstrip("\r\n") for line in diff]
        pairs = zip(lines, _same_beginnings(lines), strict=True)
        self._lines = [(line, same) for line, same in pairs if line[:1] in ("+", "-", "@")]
        """Each with the number of characters, after the first, that it has in common with its counterpart."""
        there = sum(line.startswith("+") for line in lines), sum(line.startswith("-") for line in lines)
        self.counts = counts if any(counts) else there
        """Number of added and removed lines."""
        self._rest = len(self._lines) - _MOST + sum(self.counts) - sum(there)
        """Number of lines that are not shown."""

    @property
    def height(self) -> int:
        """The height of the lines, with the gap above them."""
        shown = min(len(self._lines), _MOST) + (self._rest > 0)
        return _ABOVE + shown * px(_ROW) if shown else 0

    def paint(self, painter: QPainter, left: int, top: int, width: int) -> None:
        """Paint the lines, elided."""
        colors = current_colors()
        painter.setFont(mono_font())
        metrics = QFontMetrics(mono_font())
        top += _ABOVE
        for line, same in self._lines[:_MOST]:
            rect = QRect(left, top, width, px(_ROW))
            if line[0] != "@":  # a file's path is above its lines
                painter.fillRect(rect, QColor(colors.add if line[0] == "+" else colors.delete))
            painter.setPen(QColor(colors.muted if line[0] == "@" else colors.text))
            mark, text = ("", line.removeprefix("@ ")) if line[0] == "@" else (f"{line[0]} ", line[1:])
            shown = mark + _cut(text, same, metrics, width - 12 - metrics.horizontalAdvance(mark))
            painter.drawText(rect.adjusted(6, 0, -6, 0), Qt.AlignmentFlag.AlignVCenter, shown)
            top += px(_ROW)
        if self._rest > 0:
            painter.setPen(QColor(colors.muted))
            text = translate("Chat", "… {count} more").format(count=self._rest)
            painter.drawText(QRect(left + 6, top, width, px(_ROW)), Qt.AlignmentFlag.AlignVCenter, text)


def _cut(line: str, same: int, metrics: QFontMetrics, width: int) -> str:
    """Return the part of a line that fits, with the first difference in it."""
    end = same + _AFTER
    if same > _BEFORE and (end > _LONGEST or metrics.horizontalAdvance(line[:end]) > width):
        line = f"…{line[same - _BEFORE :]}"
    return metrics.elidedText(line[:_LONGEST], Qt.TextElideMode.ElideRight, width)


def _same_beginnings(lines: Sequence[str]) -> list[int]:
    """Return for each line the length of the beginning that it shares with its counterpart."""
    same = [0] * len(lines)
    removed: deque[int] = deque()
    for number, line in enumerate(lines):
        if line.startswith("+") and removed:
            old = removed.popleft()
            same[old] = same[number] = _common_prefix(lines[old][1:_FARTHEST], line[1:_FARTHEST])
        elif line.startswith("-"):
            if not lines[number - 1].startswith("-"):
                removed.clear()
            removed.append(number)
        else:
            removed.clear()
    return same


def _common_prefix(one: str, other: str) -> int:
    """Return the length of the common beginning of two texts."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (mine, theirs) in pairs if mine != theirs), min(len(one), len(other)))
