"""RoundProgress: the progress of the turn, with the calls of the round and their states."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen, QRegion
from PySide6.QtWidgets import QWidget

from axon_desktop.ui.chat.cards.state_icon import CallState, paint_state
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.stylesheet import let_wrap, mono_font
from axon_desktop.ui.look.theme import current_colors

_PAD_X = 10
_PAD_Y = 7
_LINE = 19
_BAR = 3
_CALL_LINE = 17
_ICON = 11
_CALL_GAP = 14
_MOST_LINES = 4
"""Lines of calls that are shown, the last ones; the cards above show all calls."""
_WIDTHS = 8
"""Number of widths whose layouts are cached; a layout tries several."""


@dataclass(slots=True)
class _Places:
    """The positions of the calls at one width, each as x and line, and where the next one would begin."""

    calls: list[tuple[int, int]] = field(default_factory=list)
    x: int = _PAD_X
    line: int = 0


class RoundProgress(QWidget):
    """Shows "Round 2 / 5", a bar, and the round's calls."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._round = 0
        self._confirm_at = 0
        self._total = 0
        self._calls: list[tuple[str, CallState]] = []
        self._places: dict[tuple[int, str], _Places] = {}
        """By width and font: a round of a hundred calls has hundreds of updates."""
        let_wrap(self)

    def begin_round(self, number: int, confirm_at: int) -> None:
        """Start a round with no calls yet."""
        self._round = number
        self._confirm_at = confirm_at
        self._total = 0
        self._calls = []
        self._places.clear()
        self._changed()

    def set_total(self, calls: int) -> None:
        """Set the number of calls in the round's reply."""
        self._total = calls
        self._changed()

    def set_call(self, index: int, tool: str, state: CallState) -> None:
        """Set the state of a call; calls come in order."""
        lines = self._lines()
        while len(self._calls) <= index:
            self._calls.append((tool, "running"))
        if self._calls[index][0] != tool:
            self._places.clear()
        self._calls[index] = (tool, state)
        if self._lines() != lines:
            self._changed()
            return
        self._name()
        top, line = self._top(), self._place_calls(self.width())[index][1] - self._first_line()
        self.update(0, 0, self.width(), top)
        if line >= 0:
            self.update(0, top + line * px(_CALL_LINE), self.width(), px(_CALL_LINE))

    @property
    def done(self) -> int:
        """Number of finished calls of the round."""
        return sum(state in ("ok", "error", "undone") for _, state in self._calls)

    def title(self) -> str:
        """Return the number of the round; beyond the confirmation without a total."""
        if self._round > self._confirm_at:
            return self.tr("Round {round}").format(round=self._round)
        return self.tr("Round {round} / {of}").format(round=self._round, of=self._confirm_at)

    def summary(self) -> str:
        """Return what the round is doing."""
        total = max(self._total, len(self._calls))
        if not total:
            return self.tr("Working…")
        if any(state == "waiting" for _, state in self._calls):
            return self.tr("Waiting for you… {done} of {total}").format(done=self.done, total=total)
        if self.done < total:
            return self.tr("Running tools… {done} of {total}").format(done=self.done, total=total)
        return self.tr("{done} of {total} done").format(done=self.done, total=total)

    def _changed(self) -> None:
        self._name()
        self.updateGeometry()
        self.update()

    def _name(self) -> None:
        self.setAccessibleName(f"{self.title()}, {self.summary()}")

    def _top(self) -> int:
        """Return the top of the calls."""
        return _PAD_Y + px(_LINE) + 5 + _BAR + 5

    def _lines(self, width: int | None = None) -> int:
        """Return the number of lines of calls, at this width or the current one."""
        return self._place_calls(self.width() if width is None else width)[-1][1] + 1 if self._calls else 0

    def _first_line(self) -> int:
        """Return the first visible line."""
        return max(0, self._lines() - _MOST_LINES)

    def _fraction(self) -> float:
        total = max(self._total, len(self._calls))
        inside = self.done / total if total else 0.0
        return min(1.0, (self._round - 1 + inside) / max(1, self._confirm_at))

    def hasHeightForWidth(self) -> bool:
        """Return True: the calls wrap."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height at this width."""
        height = 2 * _PAD_Y + px(_LINE) + 5 + _BAR
        lines = min(_MOST_LINES, self._lines(width))
        return height + (5 + lines * px(_CALL_LINE) if lines else 0)

    def sizeHint(self) -> QSize:
        """Return the size at the current width."""
        width = self.width() or 320
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """Return the smallest useful size."""
        return QSize(120, self.heightForWidth(self.width() or 320))

    def _place_calls(self, width: int) -> list[tuple[int, int]]:
        """Return the position (x, line) of each call."""
        font = mono_font()
        key = (width, font.key())
        if key not in self._places and len(self._places) >= _WIDTHS:
            self._places.clear()
        places = self._places.setdefault(key, _Places())
        if len(places.calls) < len(self._calls):
            metrics, right = QFontMetrics(font), width - _PAD_X
            for tool, _ in self._calls[len(places.calls) :]:
                needed = px(_ICON) + 6 + metrics.horizontalAdvance(tool)
                if places.x > _PAD_X and places.x + needed > right:
                    places.x, places.line = _PAD_X, places.line + 1
                places.calls.append((places.x, places.line))
                places.x += needed + _CALL_GAP
        return places.calls

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint frame, text, bar and calls."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(current_colors().line), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 7, 7)
        self._paint_words(painter)
        top = _PAD_Y + px(_LINE) + 5
        self._paint_bar(painter, QRectF(_PAD_X, top, self.width() - 2 * _PAD_X, _BAR))
        self._paint_calls(painter, event.region())

    def _paint_words(self, painter: QPainter) -> None:
        colors = current_colors()
        row = QRect(_PAD_X, _PAD_Y, self.width() - 2 * _PAD_X, px(_LINE))
        strong = QFont(self.font())
        strong.setBold(True)
        painter.setPen(QColor(colors.text))
        head, number, rest = self.title().partition(str(self._round))
        used = 0
        for text, font in ((head, self.font()), (number, strong), (rest, self.font())):
            painter.setFont(font)
            painter.drawText(row.adjusted(used, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, text)
            used += QFontMetrics(font).horizontalAdvance(text)
        painter.setPen(QColor(colors.muted))
        text = self.fontMetrics().elidedText(self.summary(), Qt.TextElideMode.ElideRight, row.width() - used - 10)
        painter.drawText(row, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, text)

    def _paint_bar(self, painter: QPainter, rect: QRectF) -> None:
        colors = current_colors()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colors.line))
        painter.drawRoundedRect(rect, 1.5, 1.5)
        painter.setBrush(QColor(colors.accent))
        painter.drawRoundedRect(QRectF(rect.left(), rect.top(), rect.width() * self._fraction(), _BAR), 1.5, 1.5)

    def _paint_calls(self, painter: QPainter, shown: QRegion) -> None:
        font, top, height, icon = mono_font(), self._top(), px(_CALL_LINE), px(_ICON)
        painter.setFont(font)
        metrics, first = QFontMetrics(font), self._first_line()
        for (tool, state), (x, line) in zip(self._calls, self._place_calls(self.width()), strict=True):
            y = top + (line - first) * height
            if line < first or not shown.intersects(QRect(0, y, self.width(), height)):
                continue
            paint_state(painter, QRectF(x, y + (height - icon) / 2, icon, icon), state)
            painter.setPen(QColor(current_colors().muted))
            left = x + icon + 6
            if x == _PAD_X:  # other calls are only on this line if they fit
                tool = metrics.elidedText(tool, Qt.TextElideMode.ElideRight, self.width() - _PAD_X - left)
            painter.drawText(QRect(left, y, self.width() - left, height), Qt.AlignmentFlag.AlignVCenter, tool)
