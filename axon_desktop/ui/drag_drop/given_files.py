"""Files dropped or pasted in the source of a note: links to those in the vault."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from axon_desktop.ui.drag_drop.dropped_files import sort_files
from axon_desktop.ui.files.kinds import DRAWING, IMAGE, kind_of
from axon_desktop.vault.links.link_text import write_link, write_target

if TYPE_CHECKING:
    from axon_desktop.vault import Vault


def links_to(vault: Vault, files: Sequence[Path], source: str) -> tuple[list[str], list[Path]]:
    """Return the links from `source` to files, and the files that cannot be linked; for a thread.

    Pictures are embedded.
    """
    from axon_desktop.vault.obsidian.config import read_app_settings

    found = sort_files(files, vault.root)
    settings, table = read_app_settings(vault.root), vault.names.table
    links = []
    for path, is_folder in found.inside:
        if not is_folder:
            target = write_target(path, source, table, settings)
            link = write_link(target, "", "", path=path, markdown=settings.use_markdown_links)
            links.append(f"!{link}" if kind_of(path) in (IMAGE, DRAWING) else link)
    folders = [vault.root / path for path, is_folder in found.inside if is_folder]
    return links, [*found.outside, *found.folders, *folders, *found.missing]
