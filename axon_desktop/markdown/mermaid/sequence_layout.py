"""Lay out a sequence diagram: a column for each participant, a row for each step."""

from __future__ import annotations

from dataclasses import dataclass

from axon_desktop.markdown.mermaid.drawing import Box, Drawing, Label, Line, Measure
from axon_desktop.markdown.mermaid.sequence import Activation, Frame, Message, Sequence, SequenceNote

PAD_X, PAD_Y = 14.0, 8.0
MIN_WIDTH = 80.0
"""Of the box of a participant."""
COLUMN_GAP = 40.0
"""Least space between the boxes of two participants."""
TEXT_GAP = 24.0
"""Least space beside the text of a message."""
ROW_GAP = 14.0
MARGIN = 8.0
SELF_WIDTH = 36.0
BAR = 10.0
"""Width of the bar of an active participant."""
FRAME_PAD = 14.0
MAX_TITLE = 120


@dataclass(slots=True)
class _OpenFrame:
    """A frame whose end has not come."""

    word: str
    top: float
    left: int
    right: int
    branches: list[tuple[float, str]]


def draw_sequence(sequence: Sequence, measure: Measure) -> Drawing:
    """Return the drawing of a sequence diagram."""
    return _Layout(sequence, measure).draw()


class _Layout:
    """Goes through the steps from top to bottom."""

    def __init__(self, sequence: Sequence, measure: Measure) -> None:
        self._sequence = sequence
        self._measure = measure
        self._names = list(sequence.participants)
        self._column = {name: index for index, name in enumerate(self._names)}
        sizes = [measure(sequence.participants[name].text) for name in self._names]
        self._widths = [max(MIN_WIDTH, width + 2 * PAD_X) for width, _ in sizes]
        self._head = max(height for _, height in sizes) + 2 * PAD_Y
        if any(participant.actor for participant in sequence.participants.values()):
            self._head += 30.0
        self._drawing = Drawing()
        self._lines: list[Line] = []
        self._bars: list[Box] = []
        self._active: dict[str, list[float]] = {}
        self._frames: list[_OpenFrame] = []
        self._count = 0
        self._y = 0.0
        self._x = self._columns()

    def draw(self) -> Drawing:
        """Return the drawing."""
        drawing = self._drawing
        self._y = MARGIN
        if self._sequence.title:
            _, height = self._measure(self._sequence.title)
            middle = (self._x[0] + self._x[-1]) / 2
            drawing.labels.append(Label(middle, self._y + height / 2, self._sequence.title[:MAX_TITLE], bold=True))
            self._y += height + ROW_GAP
        top = self._y
        self._y += self._head + ROW_GAP
        following = [*self._sequence.steps[1:], None]
        for step, after in zip(self._sequence.steps, following, strict=True):
            if isinstance(step, Message):
                self._message(step, activates=after == Activation(step.target, active=True))
            elif isinstance(step, SequenceNote):
                self._remark(step)
            elif isinstance(step, Frame):
                self._frame(step)
            else:
                self._activation(step)
        for name in list(self._active):
            while self._active[name]:
                self._activation(Activation(name, active=False))
        bottom = self._y + ROW_GAP
        lives = [Line(((x, top + self._head), (x, bottom)), color="line") for x in self._x]
        drawing.lines = [*lives, *self._lines]
        for y in (top, bottom):
            for name, x, width in zip(self._names, self._x, self._widths, strict=True):
                who = self._sequence.participants[name]
                shape = "actor" if who.actor else "rect"
                box = Box(x - width / 2, y, width, self._head, shape, who.text, kind="node" if y == top else "bar")  # type: ignore[arg-type]
                drawing.boxes.append(box)
        drawing.boxes += self._bars
        drawing.height = bottom + self._head + MARGIN
        self._fit_width()
        return drawing

    def _columns(self) -> list[float]:
        """Return the middle of each column, so far apart that names and texts fit between."""
        gaps = [
            (left + right) / 2 + COLUMN_GAP for left, right in zip(self._widths, self._widths[1:], strict=False)
        ]
        edge_left = edge_right = 0.0
        for step in self._sequence.steps:
            if isinstance(step, Message):
                first, last = sorted((self._column[step.source], self._column[step.target]))
                width = self._measure(step.text)[0] + TEXT_GAP + (26 if self._sequence.numbered else 0)
                if first == last:
                    width += SELF_WIDTH
                    last += 1
            elif isinstance(step, SequenceNote):
                columns = sorted(self._column[name] for name in step.about)
                first, last = columns[0], columns[-1]
                width = self._measure(step.text)[0] + 2 * PAD_X + 10
                if step.side == "left of":
                    first, last = first - 1, first
                elif step.side == "right of" or first == last:
                    width = width if step.side == "right of" else width / 2 + PAD_X
                    last = first + 1
            else:
                continue
            if first < 0:
                edge_left = max(edge_left, width)
            elif last >= len(self._names):
                edge_right = max(edge_right, width)
            else:
                between = sum(gaps[first:last])
                for index in range(first, last):
                    gaps[index] += max(0.0, width - between) / (last - first)
        x = MARGIN + max(self._widths[0] / 2, edge_left) + FRAME_PAD
        columns_at = [x]
        for gap in gaps:
            x += gap
            columns_at.append(x)
        self._drawing.width = x + max(self._widths[-1] / 2, edge_right) + FRAME_PAD + MARGIN
        return columns_at

    def _message(self, step: Message, *, activates: bool) -> None:
        self._count += 1
        text = f"{self._count}. {step.text}" if self._sequence.numbered else step.text
        width, height = self._measure(text) if text else (0.0, 0.0)
        source, target = self._column[step.source], self._column[step.target]
        self._widen(source, target)
        top = self._y
        if source == target:
            x = self._x[source] + self._bar_side(step.source)
            self._drawing.labels.append(Label(x + SELF_WIDTH + 6 + width / 2, top + 14, text))
            points = ((x, top + 4), (x + SELF_WIDTH, top + 4), (x + SELF_WIDTH, top + 24), (x, top + 24))
            self._y = max(top + 28, top + height) + ROW_GAP
        else:
            right = target > source
            start = self._x[source] + self._bar_side(step.source) * (1 if right else -1)
            side = BAR / 2 if activates else self._bar_side(step.target)
            end = self._x[target] - side * (1 if right else -1)
            y = top + height + 4
            if text:
                self._drawing.labels.append(Label((start + end) / 2, top + height / 2, text))
            points = ((start, y), (end, y))  # type: ignore[assignment]
            self._y = y + ROW_GAP
        self._lines.append(Line(points, dashed=step.dashed, start=step.start, end=step.end, color="text"))

    def _bar_side(self, name: str) -> float:
        return BAR / 2 if self._active.get(name) else 0.0

    def _remark(self, step: SequenceNote) -> None:
        width, height = self._measure(step.text)
        width, height = width + 2 * PAD_X, height + 2 * PAD_Y
        columns = sorted(self._column[name] for name in step.about)
        first, last = self._x[columns[0]], self._x[columns[-1]]
        if step.side == "left of":
            x = first - width - 8
        elif step.side == "right of":
            x = last + 8
        else:
            width = max(width, last - first + 2 * PAD_X)
            x = (first + last - width) / 2
        self._widen(columns[0], columns[-1])
        box = Box(x, self._y, width, height, "rect", step.text, fill="note", stroke="warn", kind="note")
        self._bars.append(box)
        self._y += height + ROW_GAP

    def _frame(self, step: Frame) -> None:
        if step.step == "begin":
            text = f"{step.word} [{step.text}]" if step.text and step.word != "rect" else step.word
            height = self._measure(text)[1]
            self._frames.append(_OpenFrame(step.word, self._y, len(self._names), -1, [(self._y, text)]))
            self._y += (height + 10 if step.word != "rect" else 0) + ROW_GAP / 2
        elif step.step == "branch" and self._frames:
            text = f"[{step.text}]" if step.text else ""
            self._frames[-1].branches.append((self._y, text))
            self._y += self._measure(text or " ")[1] + 10 + ROW_GAP / 2
        elif self._frames:
            self._end_frame(self._frames.pop())

    def _end_frame(self, frame: _OpenFrame) -> None:
        if frame.right < 0:
            frame.left, frame.right = 0, len(self._names) - 1
        depth = len(self._frames)
        left = self._x[frame.left] - self._widths[frame.left] / 2 - max(2.0, FRAME_PAD - 4 * depth)
        right = self._x[frame.right] + self._widths[frame.right] / 2 + max(2.0, FRAME_PAD - 4 * depth)
        fill = "panel" if frame.word == "rect" else ""
        box = Box(left, frame.top, right - left, self._y - frame.top, "rect", "", fill, "line", kind="group")
        self._drawing.boxes.insert(0, box)
        for index, (y, text) in enumerate(frame.branches if frame.word != "rect" else ()):
            if index:
                self._lines.append(Line(((left, y), (right, y)), dashed=True, color="line"))
            if text:
                height = self._measure(text)[1]
                self._drawing.labels.append(
                    Label(left + 8, y + 5 + height / 2, text, align="left", bold=not index, color="muted")
                )
        if self._frames:
            self._widen(frame.left, frame.right)
        self._y += ROW_GAP

    def _widen(self, *columns: int) -> None:
        """Widen the open frames to their content."""
        for frame in self._frames:
            frame.left, frame.right = min(frame.left, *columns), max(frame.right, *columns)

    def _activation(self, step: Activation) -> None:
        begun = self._active.setdefault(step.id, [])
        if step.active:
            begun.append(self._y - ROW_GAP)
        elif begun:
            top = begun.pop()
            x = self._x[self._column[step.id]] - BAR / 2 + 4 * len(begun)
            height = max(8.0, self._y - ROW_GAP - top)
            self._bars.insert(0, Box(x, top, BAR, height, "rect", "", "accent_soft", "accent", kind="bar"))

    def _fit_width(self) -> None:
        """Widen the drawing to its rightmost part."""
        for label in self._drawing.labels:
            width = self._measure(label.text)[0]
            right = label.x + (width if label.align == "left" else width / 2)
            self._drawing.width = max(self._drawing.width, right + MARGIN)
        for box in self._drawing.boxes:
            self._drawing.width = max(self._drawing.width, box.x + box.width + MARGIN)
