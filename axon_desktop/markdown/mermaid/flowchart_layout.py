"""Lay out a flowchart: each subgraph by itself, then as one box among the others."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from axon_desktop.markdown.mermaid.drawing import Box, Drawing, Label, Line, Measure, Point
from axon_desktop.markdown.mermaid.flowchart import Edge, Flowchart, Group, Node
from axon_desktop.markdown.mermaid.layered import Arc, lay_out_layers

PAD_X, PAD_Y = 16.0, 9.0
"""Space around the text of a node."""
GROUP_PAD = 18.0
TITLE_SPACE = 12.0
"""Space under the title of a subgraph."""
MARGIN = 6.0
LOOP = 26.0
"""How far a link from a node to itself extends."""
TWIN_GAP = 26.0
"""Space between links that join the same two boxes."""
_WIDER = {
    "diamond": (1.75, 2.0), "circle": (1.0, 1.0), "double_circle": (1.0, 1.0), "hexagon": (1.25, 1.0),
    "lean_right": (1.3, 1.0), "lean_left": (1.3, 1.0), "trapezoid": (1.35, 1.0), "inverse_trapezoid": (1.35, 1.0),
    "flag": (1.2, 1.0), "stadium": (1.15, 1.0), "subroutine": (1.15, 1.0),
}  # fmt: skip
_WIDTHS = {"thick": 2.6, "solid": 1.2, "dotted": 1.2}


@dataclass(slots=True)
class _Part:
    """Something that was laid out: its size, and what is in it relative to its upper left corner."""

    width: float
    height: float
    drawing: Drawing
    rects: dict[str, Box] = field(default_factory=dict)
    """The boxes of all nodes and groups inside, by id."""


def draw_flowchart(chart: Flowchart, measure: Measure) -> Drawing:
    """Return the drawing of a flowchart."""
    part = _Layout(chart, measure).group(chart.root, chart.direction)
    drawing = Drawing(part.width + 2 * MARGIN, part.height + 2 * MARGIN)
    _move(part.drawing, drawing, MARGIN, MARGIN)
    return drawing


class _Layout:
    """Lays out the groups of one chart, the innermost first."""

    def __init__(self, chart: Flowchart, measure: Measure) -> None:
        self._chart = chart
        self._measure = measure
        self._parent_groups = dict(_parent_groups(chart.root, ()))

    def group(self, group: Group, direction: str) -> _Part:
        """Lay out what is in a group, and the links between its own nodes and groups."""
        names = [*group.members, *(inner.id for inner in group.groups)]
        parts = {name: self._node(self._chart.nodes[name]) for name in group.members}
        parts |= {inner.id: self._framed(inner, inner.direction or direction) for inner in group.groups}
        level = len(self._parent_groups.get(group.id, ())) + 1 if group.id else 0
        here = [(edge, ends) for edge in self._chart.edges if (ends := self._ends(edge, group, level)) is not None]
        sideways = direction in ("LR", "RL")
        arcs = []
        for edge, (source, target) in here:
            size = self._label_size(edge.text)
            arc = Arc(names.index(source), names.index(target), edge.length, size[::-1] if sideways else size)
            arcs.append(arc)
        sizes = [(parts[name].width, parts[name].height) for name in names]
        loops = {source for _, (source, target) in here if source == target}
        sizes = [
            (width + (2 * LOOP if name in loops else 0.0), height)
            for name, (width, height) in zip(names, sizes, strict=True)
        ]
        middles, width, height = lay_out_layers([size[::-1] if sideways else size for size in sizes], arcs)

        def turn(x: float, y: float) -> Point:
            """Rotate a point of a top-down layout into the direction of the group."""
            if direction in ("BT", "RL"):
                y = height - y
            return (y, x) if sideways else (x, y)

        whole = _Part(*turn_size(width, height, sideways), Drawing())
        for name, middle in zip(names, middles, strict=True):
            x, y = turn(*middle)
            part = parts[name]
            x, y = x - part.width / 2, y - part.height / 2
            _move(part.drawing, whole.drawing, x, y)
            whole.rects |= {inner: _shifted(box, x, y) for inner, box in part.rects.items()}
        twins = _count_twins(here)
        for (edge, ends), arc in zip(here, arcs, strict=True):
            bends: list[Point] = []
            for (x, _), (top, bottom) in zip(arc.bends, arc.lanes, strict=True):
                first, last = (bottom, top) if _runs_up(arc, middles) else (top, bottom)
                bends += [turn(x, first), turn(x, last)] if bottom - top > 1 else [turn(x, top)]
            if not bends and (side := twins[frozenset(ends)].pop(0)):
                bends = [_beside(whole.rects[edge.source], whole.rects[edge.target], side)]
            self._draw_edge(whole, edge, bends, turn(*arc.label_at) if arc.bends and edge.text else None)
        return whole

    def _ends(self, edge: Edge, group: Group, level: int) -> tuple[str, str] | None:
        """Return the members of a group that a link joins; None if it belongs elsewhere."""
        ways = []
        for end in (edge.source, edge.target):
            way = (*self._parent_groups[end], end)
            if group.id and (len(way) <= level or way[level - 1] != group.id):
                return None
            ways.append(way)
        (source, target) = (way[level] for way in ways)
        inner = source == target and all(len(way) > level + 1 for way in ways)
        return None if inner else (source, target)

    def _node(self, node: Node) -> _Part:
        width, height = self._measure(node.text)
        width, height = width + 2 * PAD_X, height + 2 * PAD_Y
        share = _WIDER.get(node.shape, (1.0, 1.0))
        width, height = width * share[0], height * share[1]
        if node.shape in ("circle", "double_circle"):
            width = height = max(width, height)
        elif node.shape == "cylinder":
            height += 14.0
        style = self._style(node)
        box = Box(0.0, 0.0, width, height, node.shape, node.text)
        box = replace(
            box,
            fill=style.get("fill", box.fill),
            stroke=style.get("stroke", box.stroke),
            ink=style.get("color", "accent" if node.link else ""),
            link=node.link,
            stroke_width=min(6.0, float(style.get("stroke-width", "1").strip(".") or 1)),
        )
        return _Part(width, height, Drawing(boxes=[box]), {node.id: box})

    def _style(self, node: Node) -> dict[str, str]:
        found: dict[str, str] = {}
        for name in ("default", *node.classes, f"#{node.id}"):
            found |= self._chart.styles.get(name, {})
        return found

    def _framed(self, group: Group, direction: str) -> _Part:
        """Lay out a subgraph with its frame and title."""
        inner = self.group(group, direction)
        title_width, title_height = self._measure(group.title)
        width = max(inner.width, title_width) + 2 * GROUP_PAD
        top = title_height + TITLE_SPACE
        height = inner.height + top + GROUP_PAD
        frame = Box(0.0, 0.0, width, height, "round", fill="panel", stroke="line", kind="group")
        drawing = Drawing(boxes=[frame])
        drawing.labels.append(Label(width / 2, title_height / 2 + 5, group.title, color="muted"))
        x = (width - inner.width) / 2
        _move(inner.drawing, drawing, x, top)
        rects = {name: _shifted(box, x, top) for name, box in inner.rects.items()}
        return _Part(width, height, drawing, rects | {group.id: frame})

    def _label_size(self, text: str) -> tuple[float, float]:
        if not text:
            return 0.0, 0.0
        width, height = self._measure(text)
        return width + 10, height + 6

    def _draw_edge(self, whole: _Part, edge: Edge, bends: list[Point], label: Point | None) -> None:
        if edge.style == "invisible":
            return
        source, target = whole.rects[edge.source], whole.rects[edge.target]
        if edge.source == edge.target:
            points, label = _loop(source)
        else:
            start = _border(source, bends[0] if bends else _middle(target))
            end = _border(target, bends[-1] if bends else _middle(source))
            points = (start, *bends, end)
        dashed, width = edge.style == "dotted", _WIDTHS[edge.style]
        whole.drawing.lines.append(
            Line(points, bool(bends) or edge.source == edge.target, dashed, width, edge.start, edge.end)
        )
        if edge.text:
            x, y = label or ((points[0][0] + points[-1][0]) / 2, (points[0][1] + points[-1][1]) / 2)
            whole.drawing.labels.append(Label(x, y, edge.text, ground=True))


def turn_size(width: float, height: float, sideways: bool) -> tuple[float, float]:
    """Return a size as it is after turning."""
    return (height, width) if sideways else (width, height)


def _parent_groups(group: Group, around: tuple[str, ...]) -> list[tuple[str, tuple[str, ...]]]:
    """Return for every node and group the ids of the groups around it, outermost first."""
    found = [(name, around) for name in group.members]
    for inner in group.groups:
        found += [(inner.id, around), *_parent_groups(inner, (*around, inner.id))]
    return found


def _count_twins(here: list[tuple[Edge, tuple[str, str]]]) -> dict[frozenset[str], list[float]]:
    """Return for each pair of ends the offsets of its links, so that they do not overlap."""
    counts: dict[frozenset[str], int] = {}
    for _, ends in here:
        counts[frozenset(ends)] = counts.get(frozenset(ends), 0) + 1
    return {
        pair: [TWIN_GAP * (index - (count - 1) / 2) for index in range(count)] for pair, count in counts.items()
    }


def _beside(source: Box, target: Box, side: float) -> Point:
    """Return a point beside the middle between two boxes; the same side for both directions."""
    (x1, y1), (x2, y2) = sorted((_middle(source), _middle(target)))
    length = max(1.0, ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5)
    return (x1 + x2) / 2 - (y2 - y1) / length * side, (y1 + y2) / 2 + (x2 - x1) / length * side


def _runs_up(arc: Arc, middles: list[Point]) -> bool:
    return middles[arc.source][1] > middles[arc.target][1]


def _loop(box: Box) -> tuple[tuple[Point, ...], Point]:
    """Return the path of a link from a box to itself, on its right, and the position of its text."""
    right, middle = box.x + box.width, box.y + box.height / 2
    rise = min(12.0, box.height / 4)
    out = right + LOOP * 0.8
    return ((right, middle - rise), (out, middle - rise), (out, middle + rise), (right, middle + rise)), (
        out,
        middle,
    )


def _middle(box: Box) -> Point:
    return box.x + box.width / 2, box.y + box.height / 2


def _border(box: Box, toward: Point) -> Point:
    """Return where the line from a box's middle to a point leaves the box."""
    x, y = _middle(box)
    dx, dy = toward[0] - x, toward[1] - y
    if not dx and not dy:
        return x, y
    half_width, half_height = box.width / 2, box.height / 2
    if box.shape == "diamond":
        share = 1 / (abs(dx) / half_width + abs(dy) / half_height)
    elif box.shape in ("circle", "double_circle"):
        share = half_width / (dx * dx + dy * dy) ** 0.5
    else:
        share = min(half_width / abs(dx) if dx else 9e9, half_height / abs(dy) if dy else 9e9)
    return x + dx * share, y + dy * share


def _shifted(box: Box, x: float, y: float) -> Box:
    return replace(box, x=box.x + x, y=box.y + y)


def _move(source: Drawing, into: Drawing, x: float, y: float) -> None:
    """Put one drawing into another at a position."""
    into.boxes += [_shifted(box, x, y) for box in source.boxes]
    into.lines += [
        replace(line, points=tuple((px + x, py + y) for px, py in line.points)) for line in source.lines
    ]
    into.labels += [replace(label, x=label.x + x, y=label.y + y) for label in source.labels]
