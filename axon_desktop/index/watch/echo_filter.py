"""EchoFilter: separates our own writes from those of other programs, as the watcher reports both."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from pathlib import Path

_MOST = 20_000


class EchoFilter:
    """Remembers how we left the files that we wrote; safe to use from any thread."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._left: OrderedDict[str, tuple[int, int, int] | None] = OrderedDict()
        self._lock = threading.Lock()

    def note(self, paths: Iterable[str]) -> None:
        """Record that we just wrote, moved or removed these files."""
        with self._lock:
            for path in paths:
                self._left.pop(path, None)
                self._left[path] = self._look(path)
            while len(self._left) > _MOST:
                self._left.popitem(last=False)

    def others(self, paths: Iterable[str]) -> Sequence[str]:
        """Return those of some changed files that are not as we left them."""
        with self._lock:
            ours = {path for path in paths if path in self._left and self._left[path] == self._look(path)}
            folders = {folder for path in ours for folder in _folders(path)}
        return [path for path in paths if path not in ours and not (path in folders and self._is_folder(path))]

    def _look(self, path: str) -> tuple[int, int, int] | None:
        try:
            info = (self._root / path).lstat()
        except OSError:
            return None
        return info.st_mtime_ns, info.st_size, info.st_ino

    def _is_folder(self, path: str) -> bool:
        return (self._root / path).is_dir()


def _folders(path: str) -> Iterable[str]:
    """Return the folders around a file, which a write may have created."""
    parts = path.split("/")[:-1]
    return ["/".join(parts[: index + 1]) for index in range(len(parts))]
