"""Writing a small file in one step: whoever reads it, or is killed, finds the old one or the new one, whole."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path


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
                os.fsync(out.fileno())
        temp.replace(file)
    except OSError:
        with suppress(OSError):
            temp.unlink()
        raise
