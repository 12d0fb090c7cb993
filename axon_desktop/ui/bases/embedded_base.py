"""Bases inside notes, as tables in Markdown."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

from axon_desktop.markdown.html.embed_keys import EmbedKey
from axon_desktop.markdown.html.embeds import EmbeddedNote, scan_embedded
from axon_desktop.text.file_names import without_suffix
from axon_desktop.ui.bases.indexed_notes import note_source
from axon_desktop.ui.bases.wording import column_title, count_sentence, fault_sentence, problem_sentences
from axon_desktop.ui.language.translation import language_tag, translate
from axon_desktop.vault.bases.base_file import Base, BaseError, View, read_base
from axon_desktop.vault.bases.query import CancelledError, Cell, Table, run_view

if TYPE_CHECKING:
    from axon_desktop.index.vault_index import VaultIndex
    from axon_desktop.vault import Vault


MOST_ROWS = 50
_PICTURE_WIDTH = 120
_MAX_BYTES = 4 << 20
_PATIENCE = 5.0
"""Time limit in seconds for finding the files of a base."""
_MARKUP = re.compile(r"([\\`*_\[\]<>#$~=%^|{}!&])")


def load_base(vault: Vault, index: VaultIndex | None, key: EmbedKey) -> EmbeddedNote:
    """Return a base, or a block of one, as a note with a table.

    Raises:
        VaultError: the file cannot be read.
    """
    data = key.source.encode() if key.source else vault.read_attachment(key.path, _MAX_BYTES)
    text = _base_text(vault, index, key, data)
    return scan_embedded(key.path, text, lambda target: vault.names.resolve_link(target, ""))


def _base_text(vault: Vault, index: VaultIndex | None, key: EmbedKey, data: bytes) -> str:
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
            language=language_tag(),
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
        lines += [
            f"| {'? ' if row.unsure else ''}{' | '.join(map(_cell, row.cells))} |"
            for row in table.rows[:MOST_ROWS]
        ]
    if len(table.rows) > MOST_ROWS:
        left, more = table.total - MOST_ROWS, translate("BaseView", "… and {number} more files")
        more = translate("BaseView", "… and 1 more file") if left == 1 else more
        lines += ["", more.format(number=f"{left:,}")]
    return "\n".join(lines)


def _cell(cell: Cell) -> str:
    if not cell.known:
        return "?"
    if cell.picture and not re.search(r"[|#^\[\]\\<>\s]|%%", cell.picture.replace(" ", "")):
        return rf"![[{cell.path}\|{_PICTURE_WIDTH}]]" if cell.path else f"![](<{cell.picture}>)"
    target = without_suffix(cell.path) if cell.path else cell.missing
    if target and not re.search(r"[|#^\[\]\\]|%%", target):
        label = re.sub(r"[|\[\]\\]", " ", " ".join(cell.text.split()))
        return rf"[[{target}\|{label}]]" if label.strip() else f"[[{target}]]"
    return _plain(cell.text)


def _plain(text: str) -> str:
    """Return a text escaped for Markdown, on one line."""
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))
