"""The trash: where deleted files go by the vault's own setting. Nothing is ever deleted for good.

`.trash` in the vault keeps each file under its own path, with a number where one of that name is there already.
It is a dot folder, which no vault path can name; only here it is reached.
"""

from __future__ import annotations

import errno
import sys
from itertools import count
from pathlib import PurePosixPath

from axon_desktop.errors import N_, InvalidPathError, WriteFailedError, system_reason
from axon_desktop.vault.files.folder import Folder
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.files.path_rules import shown

FOLDER = ".trash"
MAX_BYTES = 100 << 20
"""Of a file that may be trashed: its bytes are stored in the journal."""


class SystemTrashError(WriteFailedError):
    """The system's trash does not take the file."""


def free_trash_path(gateway: PathGateway, path: str) -> str:
    """Return a free path for a file in the vault's own trash.

    Raises:
        InvalidPathError: `.trash` is a file, or a link out of the vault.
    """
    above, _, name = path.rpartition("/")
    folder = f"{FOLDER}/{above}" if above and _can_hold(gateway, f"{FOLDER}/{above}") else FOLDER
    stem, suffix = PurePosixPath(name).stem, PurePosixPath(name).suffix
    for number in count(2):
        try:
            with gateway.locate((*folder.split("/"), name)) as place:
                if place.stat is None:
                    return f"{folder}/{name}"
        except InvalidPathError:
            if not _can_hold(gateway, folder):
                raise
        name = f"{stem} {number}{suffix}"
    raise AssertionError("numbers do not end")


def _can_hold(gateway: PathGateway, folder: str) -> bool:
    """Tell whether a folder is there or can be made: a file may have been trashed under the same name."""
    try:
        with gateway.locate((*folder.split("/"), "any")):
            return True
    except InvalidPathError:
        return False


def refuse_too_large(path: str, size: int) -> None:
    """Refuse a file whose bytes the journal cannot store.

    Raises:
        WriteFailedError: naming the limit and what to do.
    """
    if size > MAX_BYTES:
        raise WriteFailedError(
            N_(
                "Core",
                "{path} is larger than {size} MB, too large to be brought back by undo; put it into the trash"
                " in your file manager",
            ),
            path=shown(path),
            size=MAX_BYTES >> 20,
        )


def send_to_system(path: str, folder: Folder, name: str) -> None:
    """Put a file of an open folder into the system's trash.

    Raises:
        SystemTrashError: it was not taken.
    """
    try:
        if sys.platform == "linux" and folder.fd is not None:
            from axon_desktop.vault.files import freedesktop_trash as desktop_trash

            desktop_trash.put(folder, name)
        else:
            from send2trash import send2trash  # type: ignore[import-untyped]

            try:
                send2trash(folder.path_of(name))
            except OSError:
                raise
            except Exception as error:
                # COM, by which Windows is asked, has errors of its own
                raise OSError(errno.EIO, str(getattr(error, "strerror", error))) from error
    except OSError as error:
        raise SystemTrashError(
            N_("Core", "{path} cannot go to the system's trash ({why})"),
            path=shown(path),
            why=system_reason(error),
        ) from error
