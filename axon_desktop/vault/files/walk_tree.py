"""Walking all folders below one, each opened relative to the one above it.

No link is followed, also where somebody swaps a folder for one meanwhile; so whatever is found lies in the vault.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from axon_desktop.errors import FolderNotFoundError, VaultError
from axon_desktop.vault.files.folder import Folder
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.files.path_rules import is_skipped, is_unicode, shown
from axon_desktop.vault.files.placeholders import name_of_stub

_MOST_OPEN = 50
"""Folders one below the other that are held open; what is below them is walked from the root again."""


class Listing(NamedTuple):
    """The items of one folder."""

    prefix: str
    """What stands before the name of each: empty, or the folder's vault path with a slash."""
    folders: list[str]
    """Names of the folders in it."""
    files: list[os.DirEntry[str]]
    """Plain files; to be asked for facts before the next folder is."""
    links: list[str]
    """Names of the symbolic links in it, wherever they lead."""
    absent: list[str]
    """Names of the files that an older iCloud keeps elsewhere."""


@contextmanager
def real_folder(gateway: PathGateway, path: str) -> Iterator[Folder]:
    """Open a folder that is reached through no link; "" is the root.

    Raises:
        FolderNotFoundError: there is no such folder.
        InvalidPathError: a link on the way leads out of the vault.
    """
    parts = tuple(path.split("/")) if path else ()
    with gateway.open_folder(parts) as folder:
        if folder.parts != parts:
            raise FolderNotFoundError(shown(path))
        yield folder


def walk_folders(gateway: PathGateway, top: str = "") -> Iterator[Listing]:
    """Yield the items of a folder and of all below it; what is no item or cannot be opened is passed over.

    What could not be opened is tried once more at the end: a disk may fail for a moment.
    """
    unread = [top]
    for _ in range(2):
        todo, unread = unread, []
        while todo:
            path = todo.pop()
            try:
                with real_folder(gateway, path) as folder:
                    yield from _below(folder, f"{path}/" if path else "", todo, unread)
            except VaultError:
                unread.append(path)


def _below(folder: Folder, prefix: str, later: list[str], unread: list[str], above: int = 1) -> Iterator[Listing]:
    """Walk an open folder; `later` gets what is too deep, `unread` what cannot be opened."""
    folders: list[str] = []
    files: list[os.DirEntry[str]] = []
    links: list[str] = []
    absent: list[str] = []
    try:
        with folder.scan() as entries:
            for entry in entries:
                if not is_unicode(entry.name):
                    continue
                if is_skipped(entry.name):
                    if (name := name_of_stub(entry.name)) and not is_skipped(name):
                        absent.append(name)
                    continue
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry.name)
                elif entry.is_file(follow_symlinks=False):
                    files.append(entry)
                elif entry.is_symlink():
                    links.append(entry.name)
    except OSError:
        unread.append(prefix.rstrip("/"))
        return
    yield Listing(prefix, folders, files, links, absent)
    for name in folders:
        if above == _MOST_OPEN:
            later.append(prefix + name)
            continue
        try:
            below = folder.enter(name)
        except OSError:
            unread.append(prefix + name)
            continue
        with below:
            yield from _below(below, f"{prefix}{name}/", later, unread, above + 1)
