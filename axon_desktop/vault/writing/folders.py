"""Folders that a change creates, and empty ones that it removes."""

from __future__ import annotations

from contextlib import ExitStack, suppress

from axon_desktop.errors import VaultError
from axon_desktop.vault.files.folder import Folder
from axon_desktop.vault.files.path_gateway import Location, PathGateway

LEFT_BY_SYSTEM = frozenset({".DS_Store", ".localized"})
"""Files that macOS puts into folders that were opened, and creates again by itself."""


def missing_folders(place: Location) -> tuple[str, ...]:
    """Return the real paths of the folders that a file there would need."""
    return tuple("/".join((*place.folder.parts, *place.missing[: i + 1])) for i in range(len(place.missing)))


def make_folders(gateway: PathGateway, folders: tuple[str, ...]) -> None:
    """Make folders, outermost first; one in the one before it is made from there, not from the root."""
    with ExitStack() as opened:
        folder: Folder | None = None
        last = ""
        for path in folders:
            *above, name = path.split("/")
            inner = folder.enter(last) if folder is not None and (*folder.parts, last) == tuple(above) else None
            opened.close()
            folder = opened.enter_context(gateway.open_folder(above) if inner is None else inner)
            with suppress(FileExistsError):
                folder.make_folder(name)
            folder.sync()
            last = name


def remove_empty_folders(gateway: PathGateway, folders: tuple[str, ...]) -> None:
    """Remove folders as far as they are empty; they are named outermost first."""
    for path in reversed(folders):
        *above, name = path.split("/")
        try:
            with gateway.open_folder(above) as folder:
                try:
                    folder.remove_folder(name)
                except OSError:
                    with folder.enter(name) as inside:
                        _clear(inside)
                    folder.remove_folder(name)
                folder.sync()
        except (OSError, VaultError):
            continue  # it was never made, or something is in it


def _clear(folder: Folder) -> None:
    """Remove what the system put into a folder, if nothing else is in it."""
    names = folder.names()
    if LEFT_BY_SYSTEM.issuperset(names):
        for name in names:
            folder.unlink(name)
