"""Which notes Obsidian had open last: it keeps that in the vault, where it is read and never written."""

from __future__ import annotations

from pathlib import Path

from axon_desktop.vault.obsidian import read_config


def last_open_in_obsidian(root: Path) -> list[str]:
    """Return vault paths, the last one first; empty if there is no such list. Some may no longer exist."""
    paths = read_config(root / ".obsidian" / "workspace.json").get("lastOpenFiles")
    return [path for path in paths if isinstance(path, str)] if isinstance(paths, list) else []
