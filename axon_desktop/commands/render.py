"""`axon render`: a note as a page of HTML."""

from __future__ import annotations

import argparse
import html
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from axon_desktop.commands import DONE
from axon_desktop.commands.open_vault import open_vault

if TYPE_CHECKING:
    from axon_desktop.vault import Vault


def render(options: argparse.Namespace) -> int:
    """Print a note as HTML."""
    with open_vault(options.vault) as vault:
        print(_page(vault, options.note))
    return DONE


def _page(vault: Vault, path: str) -> str:
    """Return a note as an HTML page; links keep the form that the window follows (`axon-note:` and so on)."""
    from axon_desktop.markdown.html.render import Renderer
    from axon_desktop.markdown.scan.blocks import scan_blocks
    from axon_desktop.markdown.scan.definitions import collect_definitions
    from axon_desktop.theme.colors import LIGHT

    note = vault.read(path)
    vault.names.scan()
    text = note.text.removeprefix("\ufeff")  # the mark of some editors is no part of the first line
    blocks = [block for block in scan_blocks(text) if block is not None]
    front_matter = blocks[0].source if blocks and blocks[0].kind == "front_matter" else ""
    definitions = collect_definitions(blocks)
    renderer = Renderer(LIGHT, lambda target: vault.names.resolve_link(target, note.path))
    title = PurePosixPath(note.path).stem
    first = next((block for block in blocks if block.kind not in ("front_matter", "blank")), None)
    says_it_itself = first is not None and first.heading == (1, title)
    body = renderer.render_header("" if says_it_itself else title, front_matter)
    body += renderer.render([*blocks, *definitions.note_blocks()], definitions)
    head = f'<meta charset="utf-8">\n<title>{html.escape(title)}</title>'
    return f"<!DOCTYPE html>\n<html>\n<head>\n{head}\n</head>\n<body>\n{body}\n</body>\n</html>"
