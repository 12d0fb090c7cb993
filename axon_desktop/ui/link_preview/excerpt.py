"""The excerpt of a note that a link preview shows; call this in a thread."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from axon_desktop.errors import VaultError
from axon_desktop.text.file_names import is_note
from axon_desktop.ui.note_panel.rows import RowTarget
from axon_desktop.ui.tree.model import display_name

if TYPE_CHECKING:
    from axon_desktop.markdown.scan.model import Block
    from axon_desktop.vault import Vault

_HEAD = 64_000
"""Characters to read of a note when its beginning is shown."""
_BEFORE = 2
"""Blocks shown before the one with the line."""


class Excerpt(NamedTuple):
    """A part of a file as Markdown."""

    title: str
    text: str
    """Empty if there is nothing to show."""
    found: bool = True
    """Whether the file and its anchor exist."""
    line: int = 0
    """The line of the text, from 1, of the target; 0 if there is none."""


def read_excerpt(vault: Vault, target: RowTarget) -> Excerpt | None:
    """Return what to show of a target; None for files that cannot be shown."""
    from axon_desktop.markdown.html.embeds import Nesting, choose_blocks, scan_embedded
    from axon_desktop.markdown.html.links import is_image

    path, anchor = target.path, target.anchor
    parts = [display_name(path), *(part for part in anchor.split("#") if part)]
    title = " › ".join(parts)
    if is_image(path):
        return Excerpt(title, f"![[{path}]]")
    if not is_note(path):
        return None
    try:
        text = vault.read_exactly([path])[0].text
    except VaultError:
        return Excerpt(title, "", found=False)
    if not (anchor or target.line) and len(text) > _HEAD:
        text = text[: text.rfind("\n", 0, _HEAD) + 1 or _HEAD]
    note = scan_embedded(path, text, lambda _target: None)
    if target.line:
        note = note.__class__(path, note.blocks[_first_near(note.blocks, target.line - 1) :])
    chosen = choose_blocks(note, anchor, Nesting())
    if chosen is None:
        return Excerpt(title, "", found=False)
    blocks, whole = chosen
    source = "".join(block.source for block in blocks)
    shown = source.strip("\r\n")
    line = 0
    if target.line and blocks:
        line = max(0, target.line - blocks[0].line - source[: source.find(shown)].count("\n"))
    return Excerpt(title, shown if whole else f"{shown}\n\n…", line=line)


def _first_near(blocks: tuple[Block, ...], line: int) -> int:
    """Return the number of the first block to show, so that a line is visible."""
    holding = max((at for at, block in enumerate(blocks) if block.line <= line), default=0)
    return max(0, holding - _BEFORE)
