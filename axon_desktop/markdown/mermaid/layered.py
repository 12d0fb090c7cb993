"""Lay out a graph in layers from top to bottom, after Sugiyama: ranks, order within ranks, then positions.

Plain geometry: knows nothing of texts or shapes. The work is bounded by the caps on nodes and edges.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

NODE_GAP = 36.0
"""Least space between neighbours of one layer."""
LAYER_GAP = 44.0
"""Least space between two layers."""
SWEEPS = 8
MAX_CELLS = 6_000
"""Nodes and bends together; a graph with more gets links without bends."""


@dataclass(slots=True)
class Arc:
    """A link between two nodes, by their numbers."""

    source: int
    target: int
    length: int = 1
    """Layers that it spans at least."""
    label: tuple[float, float] = (0.0, 0.0)
    """Size of its text."""
    bends: list[tuple[float, float]] = field(default_factory=list)
    """Where it passes the layers between its ends, from source to target."""
    label_at: tuple[float, float] = (0.0, 0.0)
    """Middle of its text."""
    lanes: list[tuple[float, float]] = field(default_factory=list)
    """Upper and lower edge of the layer of each bend."""


@dataclass(slots=True)
class _Cell:
    """A node, or a bend of a long link."""

    width: float
    height: float
    rank: int
    above: list[int] = field(default_factory=list)
    below: list[int] = field(default_factory=list)
    x: float = 0.0


def lay_out_layers(
    sizes: Sequence[tuple[float, float]], arcs: Sequence[Arc]
) -> tuple[list[tuple[float, float]], float, float]:
    """Return the middles of the nodes, and the width and height of all; fill in bends and positions of texts."""
    inner = [arc for arc in arcs if arc.source != arc.target]
    turned = _back_arcs(len(sizes), inner)
    spans = [
        (arc.target, arc.source) if back else (arc.source, arc.target)
        for arc, back in zip(inner, turned, strict=True)
    ]
    lengths = [max(arc.length, 2 if arc.label[0] else 1) for arc in inner]
    ranks = _ranks(len(sizes), spans, lengths)
    cells = [_Cell(width, height, rank) for (width, height), rank in zip(sizes, ranks, strict=True)]
    chains = _insert_bends(cells, inner, spans)
    layers = _order(cells)
    _place(cells, layers)
    tops = _layer_tops(cells, layers)
    left = min((cell.x - cell.width / 2 for cell in cells), default=0.0)
    right = max((cell.x + cell.width / 2 for cell in cells), default=0.0)
    for arc, back, (chain, labelled) in zip(inner, turned, chains, strict=True):
        spots = []
        for number in chain:
            cell = cells[number]
            top, bottom = tops[cell.rank], tops[cell.rank] + _thickness(cells, layers[cell.rank])
            spots.append((cell.x - left, (top + bottom) / 2, top, bottom))
        if labelled is not None:
            arc.label_at = spots[labelled][:2]
        if back:
            spots.reverse()
        arc.bends = [(x, y) for x, y, _, _ in spots]
        arc.lanes = [(top, bottom) for _, _, top, bottom in spots]
    middles = [
        (cell.x - left, tops[cell.rank] + _thickness(cells, layers[cell.rank]) / 2) for cell in cells[: len(sizes)]
    ]
    height = tops[-1] + _thickness(cells, layers[-1]) if layers else 0.0
    return middles, right - left, height


def _back_arcs(count: int, arcs: Sequence[Arc]) -> list[bool]:
    """Return which links must be reversed to remove all cycles: those that lead back in a depth-first search."""
    leaving: list[list[int]] = [[] for _ in range(count)]
    for number, arc in enumerate(arcs):
        leaving[arc.source].append(number)
    turned = [False] * len(arcs)
    state = [0] * count
    for root in range(count):
        if state[root]:
            continue
        walk = [(root, 0)]
        state[root] = 1
        while walk:
            node, at = walk.pop()
            if at == len(leaving[node]):
                state[node] = 2
                continue
            walk.append((node, at + 1))
            number = leaving[node][at]
            target = arcs[number].target
            if state[target] == 1:
                turned[number] = True
            elif state[target] == 0:
                state[target] = 1
                walk.append((target, 0))
    return turned


def _ranks(count: int, spans: Sequence[tuple[int, int]], lengths: Sequence[int]) -> list[int]:
    """Put every node as high as its links allow, then nodes without links from above near what they lead to."""
    below: list[list[tuple[int, int]]] = [[] for _ in range(count)]
    waiting = [0] * count
    for (source, target), length in zip(spans, lengths, strict=True):
        below[source].append((target, length))
        waiting[target] += 1
    is_source = [not number for number in waiting]
    ranks = [0] * count
    ready = [node for node in range(count) if not waiting[node]]
    for node in ready:
        for target, length in below[node]:
            ranks[target] = max(ranks[target], ranks[node] + length)
            waiting[target] -= 1
            if not waiting[target]:
                ready.append(target)
    for node in range(count):
        if is_source[node] and below[node]:
            ranks[node] = max(0, min(ranks[target] - length for target, length in below[node]))
    return ranks


def _insert_bends(
    cells: list[_Cell], arcs: Sequence[Arc], spans: Sequence[tuple[int, int]]
) -> list[tuple[list[int], int | None]]:
    """Add a bend in each layer that a link crosses; return the bends of each link and which one has its text."""
    chains: list[tuple[list[int], int | None]] = []
    for arc, (source, target) in zip(arcs, spans, strict=True):
        first, last = cells[source].rank + 1, cells[target].rank
        chain: list[int] = []
        before = source
        labelled = (last - first) // 2 if arc.label[0] and last > first else None
        if len(cells) < MAX_CELLS:
            for rank in range(first, last):
                wide = arc.label if rank - first == labelled else (2.0, 0.0)
                cells.append(_Cell(wide[0], wide[1], rank))
                number = len(cells) - 1
                cells[before].below.append(number)
                cells[number].above.append(before)
                chain.append(number)
                before = number
        cells[before].below.append(target)
        cells[target].above.append(before)
        chains.append((chain, labelled if chain else None))
    return chains


def _order(cells: list[_Cell]) -> list[list[int]]:
    """Order each layer so that few links cross: sort by the middle of the neighbours, down and up in turns."""
    layers: list[list[int]] = [[] for _ in range(max((cell.rank for cell in cells), default=-1) + 1)]
    for number in _walk(cells):
        layers[cells[number].rank].append(number)
    best, fewest = [list(layer) for layer in layers], _crossings(cells, layers)
    for sweep in range(SWEEPS):
        if not fewest:
            break
        down = sweep % 2 == 0
        place = {number: index for layer in layers for index, number in enumerate(layer)}
        for layer in layers if down else reversed(layers):
            keys = {}
            for index, number in enumerate(layer):
                near = cells[number].above if down else cells[number].below
                keys[number] = sum(place[other] for other in near) / len(near) if near else float(index)
            layer.sort(key=keys.__getitem__)
            place.update((number, index) for index, number in enumerate(layer))
        crossings = _crossings(cells, layers)
        if crossings < fewest:
            best, fewest = [list(layer) for layer in layers], crossings
    return best


def _walk(cells: list[_Cell]) -> list[int]:
    """Return all cells, connected ones next to each other."""
    seen: dict[int, None] = {}
    for root in sorted(range(len(cells)), key=lambda number: cells[number].rank):
        todo = [root]
        while todo:
            number = todo.pop()
            if number not in seen:
                seen[number] = None
                todo += reversed(cells[number].below)
    return list(seen)


def _crossings(cells: list[_Cell], layers: list[list[int]]) -> int:
    """Count the crossings between neighbouring layers (the number of links is bounded, so counting is cheap)."""
    total = 0
    for upper, lower in pairwise(layers):
        place = {number: index for index, number in enumerate(lower)}
        ends = [end for number in upper for end in sorted(place.get(other, -1) for other in cells[number].below)]
        ends = [end for end in ends if end >= 0]  # a link without bends may lead further down
        tree = [0] * (len(lower) + 1)
        for seen, end in enumerate(ends):
            index, before = end + 1, 0
            while index:
                before += tree[index]
                index &= index - 1
            total += seen - before
            index = end + 1
            while index < len(tree):
                tree[index] += 1
                index += index & -index
    return total


def _place(cells: list[_Cell], layers: list[list[int]]) -> None:
    """Give every cell an x: near the middle of its neighbours, in order and apart from each other."""
    for layer in layers:
        x = 0.0
        for number in layer:
            cells[number].x = x + cells[number].width / 2
            x += cells[number].width + NODE_GAP
    for sweep in range(2 * SWEEPS):
        down = sweep % 2 == 0
        for layer in layers if down else reversed(layers):
            wanted = []
            for number in layer:
                near = cells[number].above if down else cells[number].below
                near = near or (cells[number].below if down and sweep else [])
                wanted.append(sum(cells[other].x for other in near) / len(near) if near else cells[number].x)
            _spread(cells, layer, wanted)


def _spread(cells: list[_Cell], layer: list[int], wanted: list[float]) -> None:
    """Move the cells of a layer as near as possible to where they are wanted, keeping order and gaps."""
    shift, shifts = 0.0, []
    for index, number in enumerate(layer):
        if index:
            shift += (cells[layer[index - 1]].width + cells[number].width) / 2 + NODE_GAP
        shifts.append(shift)
    pools: list[tuple[float, int]] = []  # neighbours that push each other move as one
    for place, offset in zip(wanted, shifts, strict=True):
        mean, size = place - offset, 1
        while pools and pools[-1][0] > mean:
            other, count = pools.pop()
            mean, size = (mean * size + other * count) / (size + count), size + count
        pools.append((mean, size))
    index = 0
    for mean, size in pools:
        for _ in range(size):
            cells[layer[index]].x = mean + shifts[index]
            index += 1


def _thickness(cells: list[_Cell], layer: list[int]) -> float:
    return max((cells[number].height for number in layer), default=0.0)


def _layer_tops(cells: list[_Cell], layers: list[list[int]]) -> list[float]:
    """Return the upper edge of each layer; one that holds only bends is thin."""
    tops, y = [], 0.0
    for layer in layers:
        tops.append(y)
        thickness = _thickness(cells, layer)
        y += thickness + (LAYER_GAP if thickness else LAYER_GAP / 2)
    return tops
