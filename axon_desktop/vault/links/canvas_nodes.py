"""The nodes of a canvas, with the positions of their strings.

A canvas is JSON. It is read mark by mark, because a rewritten path must be put back at its own position and
leave every other byte as it is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from axon_desktop.vault.links.link import Region, decode_json

_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|([{}\[\],:])')
_NODE_DEPTH = ["{", "[", "{"]
_PATH_KEYS = {"file": "file", "group": "background"}
"""Key of the path in each type of node that has one."""


@dataclass(slots=True)
class CanvasNode:
    """The strings of one node, with their positions."""

    values: dict[str, Region] = field(default_factory=dict)

    @property
    def path(self) -> Region | None:
        """Vault path of the file that the node shows; None if it shows none."""
        region = self.values.get(_PATH_KEYS.get(self.text("type"), ""))
        return region if region is not None and region.text else None

    @property
    def card(self) -> Region | None:
        """Markdown of a card of text; None for other nodes."""
        return self.values.get("text") if self.text("type") == "text" else None

    def text(self, key: str) -> str:
        """Return a string of the node; empty if it has none of this name."""
        region = self.values.get(key)
        return region.text if region is not None else ""


def read_nodes(text: str) -> list[CanvasNode]:
    """Return the nodes of a canvas; a damaged one has none."""
    try:
        json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return []
    return [*_nodes(text)]


def _nodes(text: str) -> Iterator[CanvasNode]:
    """Yield the objects in the list `nodes` of the outer object."""
    stack: list[str] = []
    key = section = ""
    expects_key = False
    node = CanvasNode()
    for match in _TOKEN.finditer(text):
        mark = match[2]
        if mark is None:
            if expects_key and stack and stack[-1] == "{":
                name = decode_json(match[1], match.start(1))
                key = name.text
                if len(stack) == 1:
                    section = key
            elif stack == _NODE_DEPTH:
                node.values[key] = decode_json(match[1], match.start(1))
        elif mark in "{[":
            stack.append(mark)
            expects_key = mark == "{"
            if stack == _NODE_DEPTH:
                node = CanvasNode()
        elif mark in "}]":
            if stack == _NODE_DEPTH and section == "nodes":
                yield node
            stack.pop()
            expects_key = False
        else:
            expects_key = mark == "," and bool(stack) and stack[-1] == "{"
