"""Bases and canvases embedded in notes: a base as a Markdown table, a canvas as the JSON of its drawing."""

from __future__ import annotations

import json
import re
import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from axon_desktop.errors import VaultError
from axon_desktop.markdown.html.board_embeds import BaseKey, is_canvas
from axon_desktop.markdown.html.links import ResolveLink
from axon_desktop.markdown.html.render import Renderer
from axon_desktop.markdown.scan.blocks import scan_blocks
from axon_desktop.markdown.scan.definitions import Definitions
from axon_desktop.theme.colors import LIGHT
from axon_desktop.ui.bases.indexed_notes import note_source
from axon_desktop.ui.bases.wording import column_title, count_sentence, fault_sentence, problem_sentences
from axon_desktop.ui.markdown_view.layout.plain_text import as_copied, plain_text
from axon_desktop.vault.bases.base_file import Base, BaseError, View, read_base
from axon_desktop.vault.bases.query import CancelledError, Cell, Table, run_view
from axon_desktop.vault.canvas.reader import Canvas, CanvasError, Card, read_canvas

if TYPE_CHECKING:
    from axon_desktop.index.vault_index import VaultIndex
    from axon_desktop.vault import Vault

translate = QCoreApplication.translate

MOST_ROWS = 50
MOST_CARDS, MOST_EDGES = 200, 400
"""Limits of a canvas that is drawn in a note; of a larger one only the name is shown."""
_MAX_BYTES = 4 << 20
_CARD_CHARS = 300
_PATIENCE = 5.0
"""Time limit in seconds for finding the files of a base."""
_MARKUP = re.compile(r"([\\`*_\[\]<>#$~=%^|{}!&])")


def load_board(vault: Vault, index: VaultIndex | None, key: str) -> tuple[str, ResolveLink] | None:
    """Return the content for a key of `board_embeds`, and the resolver of its links; None if it cannot be read.

    Slow: for a thread.
    """
    base = BaseKey.read(key)
    try:
        if base is not None:
            data = base.source.encode() if base.source else vault.read_attachment(base.path, _MAX_BYTES)
            return _base_text(vault, index, base, data), lambda target: vault.names.resolve_link(target, "")
        if is_canvas(key):
            return _drawing(vault, key, vault.read_attachment(key, _MAX_BYTES)), lambda _target: None
    except VaultError:
        return None
    return None


# Bases


def _base_text(vault: Vault, index: VaultIndex | None, key: BaseKey, data: bytes) -> str:
    try:
        base = read_base(data)
    except BaseError as error:
        return _plain(fault_sentence(error))
    view = next((view for view in base.views if view.name.casefold() == key.view.casefold()), base.views[0])
    ends = time.monotonic() + _PATIENCE
    try:
        table = run_view(
            base,
            view,
            vault,
            note_source(vault, index),
            this=key.this,
            watch=lambda _done, _total: time.monotonic() < ends,
        )
    except CancelledError:
        return _plain(
            translate("BaseView", "Finding this base’s files takes too long, so it cannot be shown here.")
        )
    return _table_text(base, view, table)


def _table_text(base: Base, view: View, table: Table) -> str:
    head = " · ".join(
        part for part in (f"**{_plain(view.name)}**" if view.name else "", count_sentence(table)) if part
    )
    lines = [head, ""]
    for sentence in problem_sentences(base, view, table):
        lines += [f"*{_plain(sentence)}*", ""]
    if table.rows:
        titles = (_plain(column_title(key, base)) or "–" for key in table.columns)
        lines += [f"| {' | '.join(titles)} |", "|---" * len(table.columns) + "|"]
        lines += [f"| {' | '.join(map(_cell, row.cells))} |" for row in table.rows[:MOST_ROWS]]
    if len(table.rows) > MOST_ROWS:
        more = translate("BaseView", "… and {number} more files").format(number=f"{table.total - MOST_ROWS:,}")
        lines += ["", more]
    return "\n".join(lines)


def _cell(cell: Cell) -> str:
    if not cell.known:
        return "?"
    target = cell.path.removesuffix(".md") if cell.path else cell.missing
    if target and not re.search(r"[|#^\[\]\\]|%%", target):
        label = re.sub(r"[|\[\]\\]", " ", " ".join(cell.text.split()))
        return rf"[[{target}\|{label}]]" if label.strip() else f"[[{target}]]"
    return _plain(cell.text)


def _plain(text: str) -> str:
    """Return a text escaped for Markdown, on one line."""
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))


# Canvases


def _drawing(vault: Vault, path: str, data: bytes) -> str:
    """Return a canvas as JSON with the beginnings of its texts; empty if it is too large or invalid."""
    try:
        canvas = read_canvas(data)
    except CanvasError:
        return ""
    if not canvas.cards or len(canvas.cards) > MOST_CARDS or len(canvas.edges) > MOST_EDGES:
        return ""
    return json.dumps(_content(vault, path, canvas), ensure_ascii=False, separators=(",", ":"))


def _content(vault: Vault, path: str, canvas: Canvas) -> dict[str, list[dict[str, object]]]:
    renderer = Renderer(LIGHT, lambda target: vault.names.resolve_link(target, path))
    nodes: list[dict[str, object]] = []
    for number, card in enumerate(canvas.cards):
        node: dict[str, object] = {"id": str(number), "type": card.kind, "x": card.x, "y": card.y}
        node |= {"width": card.width, "height": card.height, "color": card.color, **_said(card, renderer)}
        nodes.append(node)
    edges: list[dict[str, object]] = [
        {
            "id": f"e{number}",
            "fromNode": str(edge.start),
            "toNode": str(edge.end),
            **({"fromSide": edge.start_side} if edge.start_side else {}),
            **({"toSide": edge.end_side} if edge.end_side else {}),
            "fromEnd": "arrow" if edge.start_arrow else "none",
            "toEnd": "arrow" if edge.end_arrow else "none",
            "color": edge.color,
            "label": edge.label[:_CARD_CHARS],
        }
        for number, edge in enumerate(canvas.edges)
    ]
    return {"nodes": nodes, "edges": edges}


def _said(card: Card, renderer: Renderer) -> dict[str, object]:
    match card.kind:
        case "text":
            blocks = [block for block in scan_blocks(card.text[: 4 * _CARD_CHARS]) if block is not None]
            return {"text": as_copied(plain_text(renderer.render(blocks, Definitions()))).strip()[:_CARD_CHARS]}
        case "group":
            return {"label": card.text[:_CARD_CHARS]}
        case "file":
            return {"file": card.target}
        case "link":
            return {"url": card.target}
