"""Polling of all files, where the system does not report changes."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path
from typing import Literal

from axon_desktop.vault.files.path_rules import is_skipped

_PAUSE = 2.0
"""Seconds between two scans."""
_PATIENCE = 10
"""The same as a multiple of the time that a scan takes."""
_STEP = 0.2


class Poller:
    """Has the interface of watchfiles' `RustNotify`."""

    def __init__(self, root: str, pause: float = _PAUSE) -> None:
        self._root = root
        self._pause = pause
        self._seen = _look(root)
        self._next = time.monotonic() + pause

    def watch(
        self, _debounce_ms: int, _step_ms: int, timeout_ms: int, stop: threading.Event
    ) -> set[tuple[int, str]] | Literal["stop", "timeout"]:
        """Wait for the next scan and return what differs; the kinds of changes are not distinguished."""
        end = time.monotonic() + timeout_ms / 1000
        while time.monotonic() < self._next:
            if stop.wait(min(_STEP, timeout_ms / 1000)):
                return "stop"
            if time.monotonic() >= end:
                return "timeout"
        begun = time.monotonic()
        seen = _look(self._root)
        self._next = time.monotonic() + max(self._pause, _PATIENCE * (time.monotonic() - begun))
        if not Path(self._root).is_dir():
            return "timeout"
        changed = {path for path, _ in seen.items() ^ self._seen.items()}
        self._seen = seen
        return {(0, path) for path in changed} or "timeout"

    def close(self) -> None:
        """Forget the last scan."""
        self._seen = {}


def _look(root: str) -> dict[str, tuple[int, int, int]]:
    """Return all visible files and folders; of a folder only that it is there."""
    found: dict[str, tuple[int, int, int]] = {}
    todo = [root]
    while todo:
        try:
            with os.scandir(todo.pop()) as entries:
                for entry in entries:
                    if is_skipped(entry.name):
                        continue
                    if entry.is_dir(follow_symlinks=False):
                        todo.append(entry.path)
                        found[entry.path] = 0, 0, 0
                    else:
                        info = entry.stat(follow_symlinks=False)
                        found[entry.path] = info.st_mtime_ns, info.st_size, info.st_ino
        except OSError:
            continue
    return found
