"""`axon render`: a note as a page of HTML."""

from __future__ import annotations

import argparse
import html
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from axon_desktop.commands import DONE
from axon_desktop.commands.open_vault import open_vault

if TYPE_CHECKING:
    from axon_desktop.markdown.scan.model import Block
    from axon_desktop.vault import Vault


_PORTION = 100_000
"""Characters that are rendered at once: the parser needs about 160 bytes for each."""


def render(options: argparse.Namespace) -> int:
    """Print a note as HTML."""
    with open_vault(options.vault) as vault:
        for piece in _page(vault, options.note):
            print(piece, end="")
    return DONE


def _page(vault: Vault, path: str) -> Iterator[str]:
    """Yield a note as an HTML page; links keep the form that the window follows (`axon-note:` and so on).

    The note is scanned twice, once for what it defines, so that its blocks are never all in memory.
    """
    from axon_desktop.markdown.html.render import Renderer
    from axon_desktop.markdown.scan.blocks import scan_blocks
    from axon_desktop.markdown.scan.definitions import Definitions
    from axon_desktop.theme.colors import LIGHT

    note = vault.read(path)
    path, text = (
        note.path,
        note.text.removeprefix("\ufeff"),
    )  # the mark of some editors is no part of the first line
    del note
    vault.names.scan()
    definitions, front_matter, first = Definitions(), "", None
    for block in filter(None, scan_blocks(text)):
        definitions.add(block)
        if block.kind == "front_matter" and not block.offset:
            front_matter = block.source
        elif first is None and block.kind != "blank":
            first = block
    renderer = Renderer(LIGHT, lambda target: vault.names.resolve_link(target, path))
    title = PurePosixPath(path).stem
    says_it_itself = first is not None and first.heading == (1, title)
    head = f'<meta charset="utf-8">\n<title>{html.escape(title)}</title>'
    yield f"<!DOCTYPE html>\n<html>\n<head>\n{head}\n</head>\n<body>\n"
    yield renderer.render_header("" if says_it_itself else title, front_matter)
    portion: list[Block] = []
    for block in filter(None, scan_blocks(text)):
        portion.append(block)
        if block.offset + len(block.source) - portion[0].offset > _PORTION:
            yield renderer.render(portion, definitions)
            portion = []
    yield renderer.render([*portion, *definitions.note_blocks()], definitions)
    yield "\n</body>\n</html>\n"
