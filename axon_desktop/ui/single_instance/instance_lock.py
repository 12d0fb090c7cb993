"""InstanceLock: a lock held by the first program of its user; the system releases it when that program ends."""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import sys
import tempfile
from pathlib import Path

from axon_desktop import paths
from axon_desktop.persistence.file_lock import try_lock

_PRIVATE = 0o700
_LOCKED_AT = 4096
"""Position of the lock in the file: after the process number, which others read."""


class InstanceLock:
    """The lock of one user on one set of settings, held or not."""

    def __init__(self, folder: Path, name: str) -> None:
        self._file = folder / f"{name}.lock"
        self._fd = -1
        self.address = name if sys.platform == "win32" else str(folder / f"{name}.socket")
        """Address of the holder's socket."""

    @classmethod
    def of_user(cls) -> InstanceLock | None:
        """Return the lock, not acquired yet; None if there is no folder that only this user can write to."""
        whose = f"{paths.config_dir().absolute()}\0{os.environ.get('USERNAME', '')}"
        name = f"axon-desktop-{hashlib.sha256(whose.encode(errors='surrogateescape')).hexdigest()[:16]}"
        folder = _private_folder()
        return cls(folder, name) if folder is not None else None

    def take(self) -> bool:
        """Try to acquire it; tell whether this program holds it now, also on disks that do not support locks."""
        if self._fd < 0:
            self._fd = os.open(self._file, os.O_RDWR | os.O_CREAT, 0o600)
        if not try_lock(self._fd, _LOCKED_AT):
            return False
        os.lseek(self._fd, 0, os.SEEK_SET)
        os.ftruncate(self._fd, 0)
        os.write(self._fd, str(os.getpid()).encode())
        return True

    def holder(self) -> str:
        """Return the holder's process number; empty if it is not known."""
        try:
            text = self._file.read_text("ascii")
        except (OSError, ValueError):
            return ""
        return text if text.isdigit() else ""

    def release(self) -> None:
        """Release the lock."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1


def _private_folder() -> Path | None:
    """Return a folder that only this user can write to, for the lock and the socket; its path must be short."""
    if sys.platform == "win32":
        folder = paths.config_dir()
        folder.mkdir(parents=True, exist_ok=True)
        return folder
    given = os.environ.get("XDG_RUNTIME_DIR", "")
    own = Path(tempfile.gettempdir()) / f"axon-desktop-{os.getuid()}"
    for folder in [Path(given) / "axon-desktop", own] if given.startswith("/") else [own]:
        with contextlib.suppress(OSError):
            folder.mkdir(mode=_PRIVATE, exist_ok=True)
            found = folder.lstat()
            if stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid():
                if stat.S_IMODE(found.st_mode) & ~_PRIVATE:
                    folder.chmod(_PRIVATE)
                return folder
    return None
