"""A lock on an open file, held until it is closed, or until the process ends, however it does."""

from __future__ import annotations

import os
import sys

if sys.platform == "win32":
    import msvcrt

    def try_lock(fd: int, at: int = 0) -> bool:
        """Lock the byte `at`, which nobody can read meanwhile; tell whether this process holds it now."""
        os.lseek(fd, at, os.SEEK_SET)
        try:
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import errno
    import fcntl

    def try_lock(fd: int, at: int = 0) -> bool:
        """Lock the file; tell whether this process holds it now, also on disks that know no locks."""
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            return error.errno not in (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES)
        return True
