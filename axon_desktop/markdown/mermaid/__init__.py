"""Mermaid diagrams, read and laid out without a browser: flowcharts and sequence diagrams.

Everything is bounded: what is too large or not understood is no diagram, and the view shows its source.
"""

from __future__ import annotations

import re
from functools import lru_cache

from axon_desktop.markdown.mermaid.drawing import Drawing, Measure
from axon_desktop.markdown.mermaid.flowchart import Flowchart, read_flowchart
from axon_desktop.markdown.mermaid.flowchart_layout import draw_flowchart
from axon_desktop.markdown.mermaid.sequence import Sequence, read_sequence
from axon_desktop.markdown.mermaid.sequence_layout import draw_sequence

__all__ = [
    "MAX_SOURCE", "Drawing", "Flowchart", "Measure", "Sequence", "diagram_kind", "lay_out", "links_of",
    "read_diagram",
]  # fmt: skip

MAX_SOURCE = 16_000
"""Characters of a diagram that is drawn."""

_FRONT_MATTER = re.compile(r"\s*---[ \t]*\n(?:.*\n)*?---[ \t]*\n")
_COMMENT = re.compile(r"^[ \t]*%%.*$", re.MULTILINE)
_KIND = re.compile(r"\s*([A-Za-z][\w-]*)")


def diagram_kind(source: str) -> str:
    """Return the word that a diagram's source begins with, such as `flowchart` or `pie`; empty if it has none."""
    match = _KIND.match(_body(source[:MAX_SOURCE]))
    return match.group(1)[:40] if match else ""


@lru_cache(maxsize=64)
def read_diagram(source: str) -> Flowchart | Sequence | None:
    """Read a diagram; None for other kinds, and for what is too large or not understood."""
    if len(source) > MAX_SOURCE:
        return None
    lines = _body(source).strip().splitlines()
    if not lines:
        return None
    kind = diagram_kind(lines[0])
    if kind in ("graph", "flowchart"):
        return read_flowchart(lines)
    return read_sequence(lines[1:]) if kind == "sequenceDiagram" else None


def links_of(diagram: Flowchart | Sequence) -> list[str]:
    """Return what the nodes lead to that are links, in their order, as a link in a note names it."""
    nodes = diagram.nodes.values() if isinstance(diagram, Flowchart) else ()
    return [node.link for node in nodes if node.link]


def lay_out(diagram: Flowchart | Sequence, measure: Measure) -> Drawing:
    """Compute the layout of a diagram."""
    if isinstance(diagram, Flowchart):
        return draw_flowchart(diagram, measure)
    return draw_sequence(diagram, measure)


def _body(source: str) -> str:
    """Return a source without its configuration and comments."""
    front = _FRONT_MATTER.match(source)
    return _COMMENT.sub("", source[front.end() :] if front else source)
