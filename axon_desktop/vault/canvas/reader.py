"""Reads a canvas (JSON Canvas 1.0) for display: cards with their positions, and the edges between them.

As tolerant as Obsidian: what is not understood is left out and counted, and the rest is there. Changes of a canvas
go through `canvas_nodes`, which leaves every other byte as it is.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

import msgspec

CardKind: TypeAlias = Literal["text", "file", "link", "group"]
Side: TypeAlias = Literal["", "top", "right", "bottom", "left"]
Fault: TypeAlias = Literal["too_large", "not_json", "no_canvas"]
Oddity: TypeAlias = Literal[
    "unknown_type", "same_id", "odd_position", "loose_edge", "too_many_cards", "too_many_edges", "text_cut"
]

MAX_BYTES = 16 << 20
MAX_CARDS = 20_000
MAX_EDGES = 40_000
MAX_TEXT = 200_000
"""Characters of one card."""
FARTHEST = 1_000_000.0
"""Pixels from the origin; what lies farther away is shown at this position."""
LARGEST = 100_000.0
"""Pixels of one side of a card."""

_MAX_NAME = 4_000
_MAX_ODD_JSON = 1 << 20
"""Bytes up to which the slow reader tries what the fast one refuses."""
_SIZE = (250.0, 60.0)
"""Size of a card without one."""
_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}){1,2}")
_ROW = 60.0
"""Cards whose upper edges differ by less are read as one row, from left to right."""
_MAX_PAIRS = 500_000
"""Of a card and a group; with more, which card lies in which group is not worked out."""


@dataclass(frozen=True, slots=True)
class Card:
    """A node of a canvas."""

    id: str
    kind: CardKind
    x: float
    y: float
    """Of the upper left corner."""
    width: float
    height: float
    color: str = ""
    """A preset, "1" to "6", or `#rrggbb`; empty for none."""
    text: str = ""
    """Markdown of a text card, label of a group."""
    target: str = ""
    """Vault path of a file, address of a link, vault path of a group's background."""
    anchor: str = ""
    """Heading (`A#B`) or block (`^a1`) of a file; empty for all of it."""
    fit: Literal["cover", "ratio", "repeat"] = "cover"
    """How the background of a group fills it."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A line between two cards."""

    start: int
    """Number of the card it comes from, in the order of the canvas."""
    end: int
    start_side: Side = ""
    """Where it leaves the card; empty for the side that faces the other one."""
    end_side: Side = ""
    start_arrow: bool = False
    end_arrow: bool = True
    color: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class Canvas:
    """What a canvas shows."""

    cards: tuple[Card, ...] = ()
    """In the order in which they lie over each other, the lowest first."""
    edges: tuple[Edge, ...] = ()
    oddities: tuple[tuple[Oddity, int], ...] = ()
    """What was left out or corrected, and how often."""


class CanvasError(ValueError):
    """A file is not a canvas that can be shown."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault = fault
        """What is wrong with it."""


def read_canvas(data: bytes) -> Canvas:
    """Read the bytes of a `.canvas` file.

    Raises:
        CanvasError: it is too large, no JSON, or JSON of another kind.
    """
    if len(data) > MAX_BYTES:
        raise CanvasError("too_large")
    data = data.removeprefix(b"\xef\xbb\xbf")
    if not data.strip():
        return Canvas()
    content = _decode(data)
    if not isinstance(content, dict):
        raise CanvasError("no_canvas")
    odd: Counter[Oddity] = Counter()
    cards, numbers = _read_cards(_objects(content.get("nodes")), odd)
    edges = _read_edges(_objects(content.get("edges")), numbers, odd)
    return Canvas(tuple(cards), tuple(edges), tuple(odd.items()))


def reading_order(cards: tuple[Card, ...]) -> list[int]:
    """Return the numbers of the cards as one reads them: by rows, a group before what lies in it."""
    groups = [number for number, card in enumerate(cards) if card.kind == "group"]
    if len(groups) * len(cards) > _MAX_PAIRS:
        groups = []
    inside: dict[int | None, list[int]] = {}
    for number, card in enumerate(cards):
        owner = _owner(number, card, cards, groups)
        inside.setdefault(owner, []).append(number)
    order: list[int] = []
    todo = _by_rows(inside.get(None, ()), cards)[::-1]
    while todo:
        number = todo.pop()
        order.append(number)
        todo += _by_rows(inside.get(number, ()), cards)[::-1]
    return order


def _owner(number: int, card: Card, cards: tuple[Card, ...], groups: list[int]) -> int | None:
    """Return the smallest group around a card; a group lies in larger ones only, so there are no rings."""
    around = [
        (_area(cards[group]), group)
        for group in groups
        if group != number and _holds(cards[group], card) and (_area(cards[group]), group) > (_area(card), number)
    ]
    return min(around)[1] if around else None


def _holds(group: Card, card: Card) -> bool:
    x, y = card.x + card.width / 2, card.y + card.height / 2
    return group.x <= x <= group.x + group.width and group.y <= y <= group.y + group.height


def _area(card: Card) -> float:
    return card.width * card.height


def _by_rows(numbers: list[int] | tuple[()], cards: tuple[Card, ...]) -> list[int]:
    """Sort cards into rows: a row is what begins less than a line below its first card."""
    rows: list[list[int]] = []
    top = -math.inf
    for number in sorted(numbers, key=lambda number: (cards[number].y, cards[number].x)):
        if cards[number].y - top >= _ROW:
            rows.append([])
            top = cards[number].y
        rows[-1].append(number)
    return [number for row in rows for number in sorted(row, key=lambda number: cards[number].x)]


def _decode(data: bytes) -> Any:
    try:
        return msgspec.json.decode(data)
    except RecursionError as error:
        raise CanvasError("not_json") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        if len(data) > _MAX_ODD_JSON:
            raise CanvasError("not_json") from error
    try:  # lone surrogates, NaN: what JavaScript or other programs write and a strict reader refuses
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise CanvasError("not_json") from error


def _objects(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _read_cards(nodes: list[Any], odd: Counter[Oddity]) -> tuple[list[Card], dict[str, int]]:
    """Return the cards and the number of each by its id; of two with one id, edges lead to the first."""
    cards: list[Card] = []
    numbers: dict[str, int] = {}
    for count, node in enumerate(nodes):
        if count == MAX_CARDS:
            odd["too_many_cards"] = len(nodes) - MAX_CARDS
            break
        card = _read_card(node, odd)
        if card is None:
            odd["unknown_type"] += 1
            continue
        if card.id in numbers:
            odd["same_id"] += 1
        else:
            numbers[card.id] = len(cards)
        cards.append(card)
    return cards, numbers


def _read_card(node: Any, odd: Counter[Oddity]) -> Card | None:
    if not isinstance(node, dict) or node.get("type") not in get_args(CardKind):
        return None
    kind: CardKind = node["type"]
    x, y = (_number(node.get(key), 0.0, -FARTHEST, FARTHEST) for key in ("x", "y"))
    width, height = (
        _number(node.get(key), size, 1.0, LARGEST) for key, size in zip(("width", "height"), _SIZE, strict=True)
    )
    if any(place != node.get(key) for key, place in (("x", x), ("y", y), ("width", width), ("height", height))):
        odd["odd_position"] += 1
    text = _text(node.get({"text": "text", "group": "label"}.get(kind, "")), MAX_TEXT + 1)
    if len(text) > MAX_TEXT:
        text = text[:MAX_TEXT]
        odd["text_cut"] += 1
    target = _text(node.get({"file": "file", "link": "url", "group": "background"}.get(kind, "")))
    anchor = _text(node.get("subpath")).removeprefix("#") if kind == "file" else ""
    fit = node.get("backgroundStyle")
    return Card(
        _text(node.get("id")),
        kind,
        x,
        y,
        width,
        height,
        _color(node.get("color")),
        text,
        target,
        anchor,
        fit if fit in ("ratio", "repeat") else "cover",
    )


def _read_edges(found: list[Any], numbers: dict[str, int], odd: Counter[Oddity]) -> list[Edge]:
    edges: list[Edge] = []
    for count, edge in enumerate(found):
        if count == MAX_EDGES:
            odd["too_many_edges"] = len(found) - MAX_EDGES
            break
        ends = edge if isinstance(edge, dict) else {}
        start, end = numbers.get(_text(ends.get("fromNode"))), numbers.get(_text(ends.get("toNode")))
        if start is None or end is None:
            odd["loose_edge"] += 1
            continue
        edges.append(
            Edge(
                start,
                end,
                _side(ends.get("fromSide")),
                _side(ends.get("toSide")),
                ends.get("fromEnd") == "arrow",
                ends.get("toEnd") != "none",
                _color(ends.get("color")),
                " ".join(_text(ends.get("label"), 200).split()),
            )
        )
    return edges


def _text(value: Any, limit: int = _MAX_NAME) -> str:
    """Return a string without lone surrogates, which JSON can hold and Qt cannot."""
    if not isinstance(value, str):
        return ""
    text: str = value[:limit]
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def _number(value: Any, default: float, least: float, most: float) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value != value:  # NaN
        return default
    return float(min(max(value, least), most))


def _side(value: Any) -> Side:
    side: Side = value if value in get_args(Side) else ""
    return side


def _color(value: Any) -> str:
    if value in ("1", "2", "3", "4", "5", "6"):
        return str(value)
    if not isinstance(value, str) or not _HEX.fullmatch(value):
        return ""
    return value.lower() if len(value) == 7 else "#" + "".join(letter * 2 for letter in value[1:].lower())
