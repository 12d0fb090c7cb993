"""BoardScene: the positions of a canvas's cards and lines, with a lookup of the visible ones."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QPolygonF

from axon_desktop.vault.canvas.reader import Canvas, Card, Edge, reading_order

LABEL_WIDTH = 240.0
"""Maximum width in pixels of the text on a line."""
_CELL = 800.0
"""Pixels of a cell of the lookup grid."""
_MOST_CELLS = 36
"""Items that cover more cells are checked every time."""
_ARROW = 12.0
_MOST_KEPT = 4_000
_LONG = 900.0
"""Width or height in pixels from which a line is split: the cost of drawing grows with the length."""
_MOST_PIECES = 160_000
_OUT = {"top": (0.0, -1.0), "right": (1.0, 0.0), "bottom": (0.0, 1.0), "left": (-1.0, 0.0)}

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Points = tuple[tuple[float, float], ...]
"""Start, the two points that bend a curve, end."""


class LineSegment(NamedTuple):
    """A part of a line between two cards; a long line is split, so that invisible parts cost nothing."""

    edge: int
    """Number of the line."""
    points: Points
    """Points of its curve."""


class LineEnds(NamedTuple):
    """What belongs to a line besides its curve."""

    arrows: tuple[QPolygonF, ...]
    middle: QPointF
    """Position of its label."""


class BoardScene:
    """The items of one canvas; built in a thread, then only read."""

    def __init__(self, canvas: Canvas) -> None:
        self.cards = canvas.cards
        """Lowest first."""
        self.edges = canvas.edges
        self.order = reading_order(canvas.cards)
        """Numbers of the cards in reading order."""
        boxes = [card_box(card) for card in canvas.cards]
        self.rects = [QRectF(left, top, right - left, bottom - top) for left, top, right, bottom in boxes]
        """Rectangle of each card."""
        self.bounds = _around(boxes)
        """The rectangle around all cards; null if there are none."""
        self._leads_to: dict[int, list[int]] = {}
        for edge in canvas.edges:
            self._leads_to.setdefault(edge.start, []).append(edge.end)
        self._cards = _Grid(boxes)
        curves = [_points(edge, canvas.cards) for edge in canvas.edges]
        most = _MOST_PIECES // max(1, sum(_length(points) > _LONG for points in curves))
        self._pieces = [
            LineSegment(number, part) for number, points in enumerate(curves) for part in _cut(points, most)
        ]
        self._piece_grid = _Grid([_edge_box(piece.points) for piece in self._pieces])
        self._labelled = [number for number, edge in enumerate(canvas.edges) if edge.label]
        self._label_grid = _Grid([_label_box(curves[number]) for number in self._labelled])
        self.path = lru_cache(_MOST_KEPT)(self._path)
        self.ends = lru_cache(_MOST_KEPT)(self._ends)

    def cards_in(self, seen: QRectF) -> list[int]:
        """Return the numbers of the cards in a part of the plane, the lowest first."""
        return self._cards.within(seen)

    def pieces_in(self, seen: QRectF) -> list[int]:
        """Return the numbers of the line pieces that may be in a part of the plane."""
        return self._piece_grid.within(seen)

    def labels_in(self, seen: QRectF) -> list[int]:
        """Return the numbers of the lines whose labels may be in a part of the plane."""
        return [self._labelled[number] for number in self._label_grid.within(seen)]

    def piece(self, number: int) -> LineSegment:
        """Return a piece of a line."""
        return self._pieces[number]

    def card_at(self, point: QPointF) -> int | None:
        """Return the topmost card at a point; a group only where no card covers it."""
        found = [number for number in self.cards_in(QRectF(point, point)) if self.rects[number].contains(point)]
        return max(found, key=lambda number: (self.cards[number].kind != "group", number)) if found else None

    def neighbours(self, number: int) -> list[int]:
        """Return the cards that lines connect to a card, in the order of the lines."""
        return self._leads_to.get(number, [])

    def _path(self, number: int) -> QPainterPath:
        """Return the curve of a piece."""
        start, first, last, end = self._pieces[number].points
        path = QPainterPath(QPointF(*start))
        path.cubicTo(QPointF(*first), QPointF(*last), QPointF(*end))
        return path

    def _ends(self, number: int) -> LineEnds:
        """Return the arrow heads of a line and the position of its label."""
        edge = self.edges[number]
        points = start, first, last, end = _points(edge, self.cards)
        arrows = [_arrow(end, last)] if edge.end_arrow else []
        if edge.start_arrow:
            arrows.append(_arrow(start, first))
        return LineEnds(tuple(arrows), QPointF(*_middle(points)))


def card_box(card: Card) -> Box:
    """Return the rectangle of a card."""
    return card.x, card.y, card.x + card.width, card.y + card.height


class _Grid:
    """Finds boxes by position."""

    def __init__(self, boxes: list[Box]) -> None:
        self._boxes = boxes
        self._cells: dict[tuple[int, int], list[int]] = {}
        self._wide: list[int] = []
        for number, box in enumerate(boxes):
            columns, rows = _cells(box)
            if len(columns) * len(rows) > _MOST_CELLS:
                self._wide.append(number)
                continue
            for column in columns:
                for row in rows:
                    self._cells.setdefault((column, row), []).append(number)

    def within(self, seen: QRectF) -> list[int]:
        """Return the numbers of the boxes that touch a rectangle, in their order."""
        box = seen.left(), seen.top(), seen.right(), seen.bottom()
        columns, rows = _cells(box)
        found = set(self._wide)
        if len(columns) * len(rows) < len(self._cells):
            for column in columns:
                for row in rows:
                    found.update(self._cells.get((column, row), ()))
        else:
            found.update(range(len(self._boxes)))
        return sorted(number for number in found if _touch(self._boxes[number], box))


def _cells(box: Box) -> tuple[range, range]:
    left, top, right, bottom = (math.floor(side / _CELL) for side in box)
    return range(left, right + 1), range(top, bottom + 1)


def _touch(one: Box, other: Box) -> bool:
    return one[0] <= other[2] and one[2] >= other[0] and one[1] <= other[3] and one[3] >= other[1]


def _around(boxes: Iterable[Box]) -> QRectF:
    sides = [*zip(*boxes, strict=True)]
    if not sides:
        return QRectF()
    return QRectF(QPointF(min(sides[0]), min(sides[1])), QPointF(max(sides[2]), max(sides[3])))


def _edge_box(points: Points) -> Box:
    xs, ys = zip(*points, strict=True)
    return min(xs) - _ARROW, min(ys) - _ARROW, max(xs) + _ARROW, max(ys) + _ARROW


def _middle(points: Points) -> tuple[float, float]:
    """Return the middle of a curve."""
    xs, ys = zip(*points, strict=True)
    return (xs[0] + 3 * xs[1] + 3 * xs[2] + xs[3]) / 8, (ys[0] + 3 * ys[1] + 3 * ys[2] + ys[3]) / 8


def _label_box(points: Points) -> Box:
    x, y = _middle(points)
    return x - LABEL_WIDTH, y - 40, x + LABEL_WIDTH, y + 40


def _length(points: Points) -> float:
    left, top, right, bottom = _edge_box(points)
    return max(right - left, bottom - top)


def _cut(points: Points, most: int) -> list[Points]:
    """Split a long curve into pieces of the same shape."""
    found = [points]
    length = _length(points)
    while length > _LONG and 2 * len(found) <= most:
        found = [half for piece in found for half in _halves(piece)]
        length /= 2
    return found


def _halves(points: Points) -> tuple[Points, Points]:
    start, first, last, end = points
    one, bend, two = _between(start, first), _between(first, last), _between(last, end)
    before, after = _between(one, bend), _between(bend, two)
    middle = _between(before, after)
    return (start, one, before, middle), (middle, after, two, end)


def _between(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _points(edge: Edge, cards: tuple[Card, ...]) -> Points:
    """Return the four points of a line's curve, which meets its cards at right angles."""
    one, other = cards[edge.start], cards[edge.end]
    start_side = edge.start_side or _facing(one, other)
    end_side = edge.end_side or _facing(other, one)
    start, end = _anchor(one, start_side), _anchor(other, end_side)
    reach = max(40.0, min(240.0, math.dist(start, end) / 2))
    first = start[0] + reach * _OUT[start_side][0], start[1] + reach * _OUT[start_side][1]
    last = end[0] + reach * _OUT[end_side][0], end[1] + reach * _OUT[end_side][1]
    return start, first, last, end


def _facing(card: Card, other: Card) -> str:
    """Return the side of a card that faces another one."""
    right = other.x + other.width / 2 - card.x - card.width / 2
    down = other.y + other.height / 2 - card.y - card.height / 2
    if abs(right) * (card.height + other.height) >= abs(down) * (card.width + other.width):
        return "right" if right >= 0 else "left"
    return "bottom" if down >= 0 else "top"


def _anchor(card: Card, side: str) -> tuple[float, float]:
    right, down = _OUT[side]
    return card.x + card.width * (1 + right) / 2, card.y + card.height * (1 + down) / 2


def _arrow(tip: tuple[float, float], come_from: tuple[float, float]) -> QPolygonF:
    """Return an arrow head in the direction of the curve's last point."""
    x, y = tip[0] - come_from[0], tip[1] - come_from[1]
    length = math.hypot(x, y) or 1.0
    x, y = x / length, y / length
    back = QPointF(tip[0] - x * _ARROW, tip[1] - y * _ARROW)
    side = QPointF(-y, x) * (_ARROW * 0.55)
    return QPolygonF([QPointF(*tip), back + side, back - side])
