"""Read Mermaid flowcharts: nodes with their shapes, links with their labels, subgraphs, simple styles."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import unescape

from axon_desktop.markdown.mermaid.drawing import SHAPES, Shape, Tip

MAX_NODES = 300
MAX_EDGES = 600
MAX_GROUPS = 60
MAX_DEPTH = 6
"""Subgraphs in subgraphs."""
MAX_LABEL = 400
DIRECTIONS = {"TB": "TB", "TD": "TB", "BT": "BT", "LR": "LR", "RL": "RL"}

_HEADER = re.compile(r"\s*(?:graph|flowchart(?:-elk)?)\b[ \t]*([A-Za-z]{2}|[<>^v])?[ \t]*;?(.*)$")
_ARROWS = {">": "LR", "<": "RL", "^": "BT", "v": "TB"}
_ID = re.compile(r"[^\W_](?:[\w.]|-(?![-.>]))*|_[\w.]*")
_SHAPES: tuple[tuple[str, str, Shape], ...] = (
    ("(((", ")))", "double_circle"),
    ("((", "))", "circle"),
    ("([", "])", "stadium"),
    ("[[", "]]", "subroutine"),
    ("[(", ")]", "cylinder"),
    ("{{", "}}", "hexagon"),
    ("[/", "/]", "lean_right"),
    ("[/", "\\]", "trapezoid"),
    ("[\\", "\\]", "lean_left"),
    ("[\\", "/]", "inverse_trapezoid"),
    ("[", "]", "rect"),
    ("(", ")", "round"),
    ("{", "}", "diamond"),
    (">", "]", "flag"),
)
_NAMED_SHAPES: dict[str, Shape] = {
    "rounded": "round", "event": "round", "terminal": "stadium", "pill": "stadium", "database": "cylinder",
    "cyl": "cylinder", "db": "cylinder", "circ": "circle", "dbl-circ": "double_circle", "diam": "diamond",
    "decision": "diamond", "question": "diamond", "hex": "hexagon", "prepare": "hexagon", "lean-r": "lean_right",
    "lean-l": "lean_left", "trap-b": "trapezoid", "trap-t": "inverse_trapezoid", "subproc": "subroutine",
    "fr-rect": "subroutine", "odd": "flag",
}  # fmt: skip
_LINK = re.compile(
    r"(?P<start>[xo<])?(?P<body>--+(?=[>xo])|---+|-\.+-|==+(?=[>xo])|===+|~~~+)(?P<end>[>]|[xo](?![^\W_]))?"
)
_TEXT_LINK = re.compile(
    r"(?P<start>[xo<])?(?:--[ \t]*(?P<solid>[^\n|]*?[^\s\-|])[ \t]*(?P<body1>--+(?=[>xo])|---+)"
    r"|==[ \t]*(?P<thick>[^\n|]*?[^\s=|])[ \t]*(?P<body2>==+(?=[>xo])|===+)"
    r"|-\.[ \t]*(?P<dotted>[^\n|]*?[^\s.|])[ \t]*(?P<body3>\.+-))(?P<end>[>xo])?"
)
_EDGE_NAME = re.compile(r"[A-Za-z]\w*@(?=[xo<]?[-=~])")
_PIPE_TEXT = re.compile(r"[ \t]*\|([^|\n]*)\|")
_CLASS_MARK = re.compile(r":::([\w-]+)")
_DATA = re.compile(r"@\{([^}\n]*)\}")
_DATA_SHAPE = re.compile(r"\bshape:[ \t]*([\w-]+)")
_DATA_LABEL = re.compile(r"\blabel:[ \t]*(?:\"([^\"]*)\"|'([^']*)'|([^,]+))")
_BREAK = re.compile(r"<br[ \t]*/?>|\\n", re.IGNORECASE)
_ESCAPED = re.compile(r"\\([-+*_`.])")
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_COLOR = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$")
_SUBGRAPH = re.compile(r"subgraph\b[ \t]*(.*)$")
_IGNORED = re.compile(r"(?:linkStyle|click|accTitle|accDescr)\b")
_NAMED = re.compile(r"[ \t]*(?:\"([^\"]*)\"|([^,]+))[ \t]*(?:,|$)")
_LINKED = "internal-link"
"""Class of the nodes that lead to the note of their text, in Obsidian."""
_TIPS: dict[str, Tip] = {">": "arrow", "<": "arrow", "o": "circle", "x": "cross"}


@dataclass(slots=True)
class Node:
    """A node of a flowchart."""

    id: str
    text: str
    shape: Shape = "rect"
    classes: list[str] = field(default_factory=list)

    @property
    def link(self) -> str:
        """The note that it leads to, maybe with `#` and a heading; empty if it is no link."""
        return self.text.replace("\n", " ") if _LINKED in self.classes else ""


@dataclass(frozen=True, slots=True)
class Edge:
    """A link between two nodes or groups."""

    source: str
    target: str
    text: str = ""
    style: str = "solid"
    """`solid`, `dotted`, `thick` or `invisible`."""
    start: Tip = "none"
    end: Tip = "none"
    length: int = 1
    """Layers that it spans at least."""


@dataclass(slots=True)
class Group:
    """A subgraph, or the whole chart."""

    id: str = ""
    title: str = ""
    direction: str = ""
    members: list[str] = field(default_factory=list)
    """Ids of its nodes."""
    groups: list[Group] = field(default_factory=list)


@dataclass(slots=True)
class Flowchart:
    """A parsed flowchart."""

    direction: str = "TB"
    nodes: dict[str, Node] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)
    root: Group = field(default_factory=Group)
    styles: dict[str, dict[str, str]] = field(default_factory=dict)
    """Properties (`fill`, `stroke`, `color`, `stroke-width`) by class name; `#id` for those of one node."""


class _NotUnderstoodError(Exception):
    """The source is not a flowchart, or too large."""


def read_flowchart(lines: Sequence[str]) -> Flowchart | None:
    """Read the lines of a flowchart, its header included; None if it is not understood."""
    header = _HEADER.match(lines[0])
    if header is None:
        return None
    direction = header.group(1) or "TB"
    chart = Flowchart(_ARROWS.get(direction, DIRECTIONS.get(direction.upper(), "TB")))
    try:
        _Reader(chart).read([header.group(2), *lines[1:]])
    except _NotUnderstoodError:
        return None
    return chart if chart.nodes else None


class _Reader:
    """Takes statements one after the other."""

    def __init__(self, chart: Flowchart) -> None:
        self._chart = chart
        self._open = [chart.root]
        self._groups: dict[str, Group] = {}
        self._owner: dict[str, Group] = {}
        self._assigned: list[tuple[str, str]] = []
        """Names of nodes and their classes: both may be named in any order."""

    def read(self, lines: Sequence[str]) -> None:
        """Read all statements."""
        for line in lines:
            for statement in _statements(line):
                self._statement(statement)
        if len(self._open) > 1:
            raise _NotUnderstoodError
        nodes = self._chart.nodes
        texts = {node.text: node for node in nodes.values()}
        for name, kind in self._assigned:
            if node := nodes.get(name) or texts.get(name):
                node.classes.append(kind)
        for group in self._groups.values():
            if group.id in self._chart.nodes:  # named before it was opened
                self._chart.nodes.pop(group.id)
                owner = self._owner.pop(group.id)
                owner.members.remove(group.id)

    def _statement(self, text: str) -> None:
        word = text.split(maxsplit=1)[0]
        if match := _SUBGRAPH.match(text):
            self._begin_group(match.group(1).strip())
        elif text == "end":
            if len(self._open) == 1:
                raise _NotUnderstoodError
            self._open.pop()
        elif word == "direction":
            self._open[-1].direction = DIRECTIONS.get(text.split()[-1].upper(), "")
        elif word in ("classDef", "style"):
            self._style(text)
        elif word == "class":
            self._assign_class(text)
        elif not _IGNORED.match(text):
            self._chain(text)

    def _begin_group(self, text: str) -> None:
        if len(self._groups) >= MAX_GROUPS or len(self._open) > MAX_DEPTH:
            raise _NotUnderstoodError
        match = re.match(r"([\w.-]+)[ \t]*\[(.*)\]$", text)
        name, title = (match.group(1), match.group(2)) if match else (text.strip('"'), text)
        group = Group(name or f"group {len(self._groups)}", clean_label(title))
        if group.id in self._groups:
            raise _NotUnderstoodError
        self._groups[group.id] = group
        self._open[-1].groups.append(group)
        self._open.append(group)

    def _style(self, text: str) -> None:
        parts = text.split(maxsplit=2)
        if len(parts) < 3:
            return
        values = {}
        for part in parts[2].rstrip(";").split(","):
            name, _, value = part.partition(":")
            value = value.strip()
            if name.strip() in ("fill", "stroke", "color") and _COLOR.match(value):
                values[name.strip()] = (
                    value if len(value) == 7 else "#" + "".join(character * 2 for character in value[1:])
                )
            elif name.strip() == "stroke-width" and (width := re.match(r"[\d.]{1,4}", value)):
                values["stroke-width"] = width.group()
        for name in parts[1].split(","):
            self._chart.styles.setdefault(f"#{name}" if parts[0] == "style" else name, {}).update(values)

    def _assign_class(self, text: str) -> None:
        names, _, kind = text.removeprefix("class").rstrip("; \t").rpartition(" ")
        for name in _NAMED.finditer(names):
            self._assigned.append(((name[1] or name[2] or "").strip(), kind))

    def _chain(self, text: str) -> None:
        """Read `a & b --> c -->|text| d`."""
        position, sources = self._nodes(text, 0)
        while position < len(text):
            position, link = _read_link(text, position)
            position, targets = self._nodes(text, position)
            for source in sources:
                for target in targets:
                    if len(self._chart.edges) >= MAX_EDGES:
                        raise _NotUnderstoodError
                    self._chart.edges.append(Edge(source, target, **link))  # type: ignore[arg-type]
            sources = targets

    def _nodes(self, text: str, position: int) -> tuple[int, list[str]]:
        """Read nodes joined by `&`; return where they end."""
        names = []
        while True:
            position, name = self._node(text, _skip(text, position))
            names.append(name)
            position = _skip(text, position)
            if not text.startswith("&", position):
                return position, names
            position += 1

    def _node(self, text: str, position: int) -> tuple[int, str]:
        match = _ID.match(text, position)
        if match is None:
            raise _NotUnderstoodError
        name, position = match.group(), match.end()
        label: str | None = None
        shape: Shape = "rect"
        if data := _DATA.match(text, position):
            label, shape = _read_data(data.group(1))
            position = data.end()
        elif position < len(text) and text[position] in "([{>":
            position, label, shape = _read_shape(text, position)
        node = self._chart.nodes.get(name)
        if node is None and name not in self._groups:
            if len(self._chart.nodes) >= MAX_NODES:
                raise _NotUnderstoodError
            node = self._chart.nodes[name] = Node(name, name)
            self._owner[name] = self._open[-1]
            self._open[-1].members.append(name)
        elif node is not None and self._owner[name] is self._chart.root and len(self._open) > 1:
            self._owner[name].members.remove(name)  # named outside before, but a member of this group
            self._owner[name] = self._open[-1]
            self._open[-1].members.append(name)
        if node is not None and label is not None:
            node.text, node.shape = clean_label(label), shape
        if mark := _CLASS_MARK.match(text, position):
            position = mark.end()
            if node is not None:
                node.classes.append(mark.group(1))
        return position, name


def clean_label(text: str) -> str:
    """Return a label as it is shown: without quotes and tags, its breaks as line breaks."""
    text = text.strip()[: 4 * MAX_LABEL]
    if len(text) > 1 and text[0] == text[-1] == '"':
        text = text[1:-1].strip()
    if len(text) > 1 and text[0] == text[-1] == "`":
        text = text[1:-1].replace("**", "").replace("*", "")
    text = _TAG.sub("", _BREAK.sub("\n", text))
    text = _ESCAPED.sub(r"\1", text)
    text = re.sub(r"#(\w+);", lambda match: f"&#{match[1]};" if match[1].isdigit() else f"&{match[1]};", text)
    return "\n".join(line.strip() for line in unescape(text).split("\n"))[:MAX_LABEL]


def _statements(line: str) -> list[str]:
    """Cut a line at semicolons outside quotes and brackets' text."""
    line = line.strip()
    if ";" not in line:
        return [line] if line else []
    parts, quoted, begin = [], False, 0
    for index, character in enumerate(line):
        if character == '"':
            quoted = not quoted
        elif character == ";" and not quoted and not re.search(r"#\w+$", line[max(0, index - 12) : index]):
            parts.append(line[begin:index].strip())
            begin = index + 1
    return [part for part in (*parts, line[begin:].strip()) if part]


def _skip(text: str, position: int) -> int:
    while position < len(text) and text[position] in " \t":
        position += 1
    return position


def _read_shape(text: str, position: int) -> tuple[int, str, Shape]:
    """Read the bracketed label of a node."""
    for opener, closer, shape in _SHAPES:
        if not text.startswith(opener, position):
            continue
        begin = position + len(opener)
        quoted = _skip(text, begin)
        if text.startswith('"', quoted):
            end = text.find('"', quoted + 1)
            stop = _skip(text, end + 1) if end > 0 else -1
            if end > 0 and text.startswith(closer, stop):
                return stop + len(closer), text[quoted : end + 1], shape
            continue
        end = text.find(closer, begin)
        if end >= 0 and "[" not in text[begin:end]:
            return end + len(closer), text[begin:end], shape
    raise _NotUnderstoodError


def _read_data(data: str) -> tuple[str | None, Shape]:
    """Read `@{ shape: hex, label: "text" }`."""
    named = _DATA_SHAPE.search(data)
    name = named.group(1) if named else "rect"
    shape: Shape = _NAMED_SHAPES.get(name) or SHAPES.get(name, "rect")
    label = _DATA_LABEL.search(data)
    return (next(part for part in label.groups() if part is not None) if label else None), shape


def _read_link(text: str, position: int) -> tuple[int, dict[str, object]]:
    """Read a link with its text; return where it ends and the fields of its edges."""
    position = _skip(text, position)
    if name := _EDGE_NAME.match(text, position):
        position = name.end()
    match = _LINK.match(text, position)
    words = ""
    if match is not None:
        body = match["body"]
    elif match := _TEXT_LINK.match(text, position):
        words = match["solid"] or match["thick"] or match["dotted"]
        body = match["body1"] or match["body2"] or match["body3"]
    else:
        raise _NotUnderstoodError
    position = match.end()
    if pipe := _PIPE_TEXT.match(text, position):
        words, position = pipe.group(1), pipe.end()
    style = {"=": "thick", "~": "invisible", ".": "dotted"}.get(body[0], "dotted" if "." in body else "solid")
    usual = {"dotted": body.count("."), "invisible": len(body) - 2}.get(
        style, len(body) - (1 if match["end"] else 2)
    )
    return position, {
        "text": clean_label(words),
        "style": style,
        "start": _TIPS.get(match["start"] or "", "none"),
        "end": _TIPS.get(match["end"] or "", "none"),
        "length": max(1, min(6, usual)),
    }
