"""Writing a small file in one step: whoever reads it, or is killed, finds the old one or the new one, whole."""

from __future__ import annotations

import itertools
import os
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

_WHOLLY = 51 if sys.platform == "darwin" else None
"""F_FULLFSYNC."""


def flush_to_disk(fd: int) -> None:
    """Return once an open file, or the names in an open folder, would survive a power cut.

    On macOS `fsync` leaves it in the memory of the disk itself; some disks refuse the call that empties it.

    Raises:
        OSError: the disk failed.
    """
    if _WHOLLY is not None:
        import fcntl

        with suppress(OSError):
            fcntl.fcntl(fd, _WHOLLY)
            return
    os.fsync(fd)


def write_atomically(file: Path, content: bytes, *, lasting: bool = True) -> None:
    """Put a file that only the user may read in the place of another; a link stays, and leads to the new text.

    Until it is whole it has a name of its own, as another process may write the same file. `lasting` says that it
    shall survive a power cut, too.

    Raises:
        OSError: the disk refused; the old file is as it was.
    """
    file = Path(os.path.realpath(file))
    number, name = tempfile.mkstemp(prefix=f"{file.stem}-", suffix=".tmp", dir=file.parent)
    temp = Path(name)
    try:
        with os.fdopen(number, "wb") as out:
            out.write(content)
            if lasting:
                out.flush()
                flush_to_disk(out.fileno())
        temp.replace(file)
    except OSError:
        with suppress(OSError):
            temp.unlink()
        raise


def save_damaged_copy(file: Path, data: bytes | None) -> Path:
    """Keep what a file holds, or where that cannot be read the file itself, beside it; return where.

    Raises:
        OSError: there is no room for it; the file is as it was.
    """
    for number in itertools.count(1):
        place = file.with_name(f"{file.name}.damaged{f'-{number}' if number > 1 else ''}")
        if data is not None and place.is_file() and place.read_bytes() == data:
            return place
        if not os.path.lexists(place):
            break
    if data is None:
        file.replace(place)
    else:
        write_atomically(place, data)
    return place
