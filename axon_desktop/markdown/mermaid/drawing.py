"""Drawings as plain data for any painter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Shape: TypeAlias = Literal[
    "rect", "round", "stadium", "subroutine", "cylinder", "circle", "double_circle", "flag", "diamond", "hexagon",
    "lean_right", "lean_left", "trapezoid", "inverse_trapezoid", "actor", "none",
]  # fmt: skip
Tip: TypeAlias = Literal["none", "arrow", "open", "circle", "cross"]
Point: TypeAlias = tuple[float, float]
Measure: TypeAlias = Callable[[str], tuple[float, float]]
"""Returns width and height of text, whose lines are separated by line breaks."""

_NODE_SHAPES: tuple[Shape, ...] = (
    "rect", "round", "stadium", "subroutine", "cylinder", "circle", "double_circle", "flag", "diamond", "hexagon",
    "lean_right", "lean_left", "trapezoid", "inverse_trapezoid",
)  # fmt: skip
SHAPES: dict[str, Shape] = {shape: shape for shape in _NODE_SHAPES}
"""The shapes of nodes by their names."""


@dataclass(frozen=True, slots=True)
class Box:
    """A closed shape, with text in its middle."""

    x: float
    y: float
    width: float
    height: float
    shape: Shape = "rect"
    text: str = ""
    fill: str = "raised"
    """A colour of the theme by its name, `#rrggbb`, or nothing."""
    stroke: str = "accent"
    """The same for the outline."""
    dashed: bool = False
    stroke_width: float = 1.0
    ink: str = ""
    """Colour of the text; empty for the usual one."""
    kind: Literal["node", "group", "note", "bar"] = "node"
    """What it represents."""
    link: str = ""
    """The note that it leads to; see `Node.link`."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line through some points."""

    points: tuple[Point, ...]
    smooth: bool = False
    dashed: bool = False
    width: float = 1.2
    start: Tip = "none"
    end: Tip = "none"
    color: str = "muted"


@dataclass(frozen=True, slots=True)
class Label:
    """Text around a point."""

    x: float
    y: float
    text: str
    align: Literal["center", "left"] = "center"
    ground: bool = False
    """Whether it covers what is under it."""
    bold: bool = False
    color: str = "text"


@dataclass(slots=True)
class Drawing:
    """A drawing, painted in this order: boxes of groups, lines, other boxes, labels."""

    width: float = 0.0
    height: float = 0.0
    boxes: list[Box] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
