"""The trash of a Linux desktop (freedesktop.org trash specification 1.0), reached from an open folder.

A program that is given a path can be led elsewhere by whoever swaps a folder on the way for a link. A file that is
renamed from one open folder into another cannot: it is the one that was looked at.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from datetime import datetime
from itertools import count
from pathlib import Path, PurePosixPath
from urllib.parse import quote

from axon_desktop.vault.files.folder import Folder

_MOST_ALIKE = 10_000
"""Files of one name in a trash, above which something else is wrong."""


def put(folder: Folder, name: str) -> None:
    """Move a file into the trash of its disk, under its name or one with a number.

    Raises:
        OSError: there is no trash on its disk, or it does not take the file.
    """
    assert folder.fd is not None
    trash, origin = _find_trash(os.fstat(folder.fd).st_dev, folder.path_of(name))
    for part in ("files", "info"):
        (trash / part).mkdir(parents=True, exist_ok=True, mode=0o700)
    note = f"[Trash Info]\nPath={quote(origin)}\nDeletionDate={datetime.now():%Y-%m-%dT%H:%M:%S}\n"  # noqa: DTZ005 - local time, says the specification
    with (
        Folder.root(str(trash / "files"), handles=True) as files,
        Folder.root(str(trash / "info"), handles=True) as info,
    ):
        for free in _names(name):
            label = f"{free}.trashinfo"
            try:
                with info.create_file(label, 0o600) as fd:
                    os.write(fd, note.encode())
            except FileExistsError:
                continue
            try:
                folder.rename_new(name, free, files)
            except FileExistsError:
                info.unlink(label)
            except OSError:
                info.unlink(label)
                raise
            else:
                return
    raise OSError(errno.EEXIST, os.strerror(errno.EEXIST), name)


def _names(name: str) -> Iterator[str]:
    yield name
    stem, suffix = PurePosixPath(name).stem, PurePosixPath(name).suffix
    for number in count(2):
        if number > _MOST_ALIKE:
            return
        yield f"{stem} {number}{suffix}"


def _find_trash(disk: int, full: str) -> tuple[Path, str]:
    """Return the trash for a file on a disk, and how that trash notes where the file was."""
    full = os.path.abspath(full)  # noqa: PTH100 - links as the user named them
    given = os.environ.get("XDG_DATA_HOME", "")
    home = Path(given) if Path(given).is_absolute() else Path.home() / ".local/share"
    if _disk_of(home) == disk:
        return home / "Trash", full
    top = Path(os.path.realpath(full)).parent
    while not top.is_mount():
        top = top.parent
    if top.stat().st_dev != disk:
        raise OSError(errno.EXDEV, os.strerror(errno.EXDEV), full)
    relative = os.path.relpath(os.path.realpath(full), top)
    shared = top / ".Trash"
    try:
        mode = shared.lstat().st_mode
    except FileNotFoundError:
        mode = 0
    if stat.S_ISDIR(mode) and mode & stat.S_ISVTX:
        return shared / str(os.getuid()), relative
    own = top / f".Trash-{os.getuid()}"
    own.mkdir(exist_ok=True, mode=0o700)
    if own.is_symlink():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(own))
    return own, relative


def _disk_of(folder: Path) -> int:
    """Return the disk of a folder, or of the nearest above that is there."""
    while not folder.exists():
        folder = folder.parent
    return folder.stat().st_dev
