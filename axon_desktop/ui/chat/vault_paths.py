"""Names of notes and folders, as they are written, pasted or dropped in the chat."""

from __future__ import annotations

from bisect import bisect_left
from pathlib import Path

from axon_desktop.vault import Vault


def is_known(vault: Vault, name: str) -> bool:
    """Tell whether a note or folder has this name, as far as it is known without looking at the disk."""
    names = vault.names
    folder = name.strip("/")
    place = bisect_left(names.folders, folder)
    if place < len(names.folders) and names.folders[place] == folder:
        return True
    return not name.endswith("/") and names.resolve_link(name, source="") is not None


def path_in(vault: Vault, file: str) -> str | None:
    """Return the vault path of a file, a folder's with a slash at its end; None for one from elsewhere."""
    try:
        path = Path(file).relative_to(vault.root).as_posix()
    except ValueError:
        return None
    if path == "." or any(part.startswith(".") for part in path.split("/")):
        return None
    return f"{path}/" if path in vault.names.folders else path
