"""Bulk reading of files: each folder is opened once for all of its files, and nothing is waited for.

Good for search, not for writing: a file that another program is just writing may come half. What is to be
written is read again by `reader`.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator
from itertools import groupby

from axon_desktop.errors import ReadFailedError, VaultError
from axon_desktop.vault.files.folder import Folder, NotAFileError
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.files.path_rules import split_path

MAX_BYTES = 16 << 20
"""Larger files are no notes; they are passed over."""
_NO_NOTE = (errno.ENOENT, errno.EFBIG)


def read_files(
    gateway: PathGateway, paths: Iterable[str], *, head: int | None = None, unread: list[str] | None = None
) -> Iterator[tuple[str, bytes]]:
    """Yield each file that can be read with its bytes, or the first `head` of them; sorted paths cost least.

    `unread` gets the files that are there, and that the disk did not give.
    """
    failed = unread if unread is not None else []
    for parent, members in groupby(paths, key=lambda path: path.rpartition("/")[0]):
        try:
            with gateway.open_folder(split_path(parent) if parent else ()) as folder:
                for path in members:
                    try:
                        data = _read(gateway, folder, path, head)
                    except OSError as error:
                        if error.errno not in _NO_NOTE:
                            failed.append(path)
                        continue
                    if data is not None:
                        yield path, data
        except ReadFailedError:
            failed += members
        except VaultError:
            continue


def _read(gateway: PathGateway, folder: Folder, path: str, head: int | None) -> bytes | None:
    try:
        name = path.rsplit("/", 1)[-1]
        if head is None:
            return folder.read_here(name, MAX_BYTES)
        with folder.open_file(name) as fd:
            return os.read(fd, head)
    except NotAFileError:  # a link, maybe into the vault: the gateway knows
        try:
            return gateway.read(split_path(path), MAX_BYTES)[0][:head]
        except VaultError:
            return None
