"""Watcher: reports changes in a vault's folder, within a second, from a thread of its own.

Reported changes may also be writes of this program: see `echo_filter`.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol, TypeAlias

from axon_desktop.index.watch.drives import is_remote
from axon_desktop.index.watch.polling import Poller
from axon_desktop.vault.files.path_rules import is_skipped, is_unicode

WatchState: TypeAlias = Literal["watching", "polling", "away"]
"""The system reports changes; they are polled; the folder is missing."""

MOST = 2_000
"""Changes at once from which they are not listed any more."""
_GROUP_MS = 300
"""Changes that follow each other are reported together, but not later than this."""
_QUIET_MS = 50
_LOOK_MS = 400
"""How often the folder is checked to be still there."""
_FLOOD_PAUSE = 1.0
"""Seconds between two messages while very much changes."""
_RETRY = 0.5
_SETTINGS = frozenset({".obsidian", ".obsidian/app.json"})
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Changes:
    """Files and folders that were created, changed or removed."""

    paths: tuple[str, ...] = ()
    """Vault paths, sorted."""
    many: bool = False
    """Whether there are too many to be named, or it is not known what changed: compare everything."""
    settings: bool = False
    """Whether Obsidian's settings of the vault changed."""


class _Source(Protocol):
    def watch(
        self, debounce_ms: int, step_ms: int, timeout_ms: int, stop_event: threading.Event, /
    ) -> set[tuple[int, str]] | Literal["signal", "stop", "timeout"]: ...

    def close(self) -> None: ...


class Watcher:
    """Watches one folder until it is closed."""

    def __init__(
        self,
        root: Path,
        on_changes: Callable[[Changes], None],
        on_state: Callable[[WatchState], None] = lambda state: None,
        *,
        poll: bool | None = None,
        most: int = MOST,
    ) -> None:
        """Take the folder and callbacks for the watching thread; `poll` overrules the kind of drive."""
        self._root = str(root)
        self._roots = tuple(dict.fromkeys(f"{place}{os.sep}" for place in (self._root, os.path.realpath(root))))
        self._on_changes = on_changes
        self._on_state = on_state
        self._poll = poll
        self._most = most
        self._state: WatchState | None = None
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="vault watcher", daemon=True)

    def start(self) -> None:
        """Begin; the first state is reported when changes are noticed from then on."""
        self._thread.start()

    def close(self) -> None:
        """End, and wait for the thread."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._stop.is_set():
            identity = self._identity()
            source = None if identity is None else self._open()
            if source is None:
                self._enter("away")
                self._stop.wait(_RETRY)
                continue
            again = self._state is not None
            self._enter("polling" if isinstance(source, Poller) else "watching")
            if again:  # it was missing, or is another folder
                self._on_changes(Changes(many=True))
            try:
                self._listen(source, identity)
            except Exception:  # noqa: BLE001 - the one thread that reports changes must not end
                _log.warning("The system reports no more changes: files are polled from now on", exc_info=True)
                self._poll = True
                self._stop.wait(_RETRY)
            finally:
                source.close()

    def _enter(self, state: WatchState) -> None:
        if state != self._state:
            self._state = state
            self._on_state(state)

    def _identity(self) -> tuple[int, int] | None:
        """Return the identity of the folder at this path; None if there is none."""
        try:
            info = Path(self._root).stat()
        except OSError:
            return None
        return info.st_dev, info.st_ino

    def _open(self) -> _Source | None:
        """Return the source of changes; None if the folder was removed just now."""
        if self._poll if self._poll is not None else is_remote(Path(self._root)):
            return Poller(self._root)
        import watchfiles  # noqa: F401 - the package before its parts: another thread may be importing it
        from watchfiles._rust_notify import RustNotify

        try:
            return RustNotify([self._root], False, False, 0, True, True)
        except FileNotFoundError:
            return None
        except (OSError, RuntimeError) as error:  # the system watches no more folders for this user
            _log.warning("Files are polled, since the system does not report changes: %s", error)
            return Poller(self._root)

    def _listen(self, source: _Source, identity: tuple[int, int] | None) -> None:
        """Report changes until the folder is missing or this is closed."""
        flood_reported: float | None = None
        while True:
            found = source.watch(_GROUP_MS, _QUIET_MS, _LOOK_MS, self._stop)
            if found in ("stop", "signal") or self._identity() != identity:
                return
            changes = self._named(path for _, path in found) if isinstance(found, set) else None
            if changes is not None and len(changes.paths) > self._most:
                if flood_reported is None or time.monotonic() - flood_reported > _FLOOD_PAUSE:
                    self._on_changes(Changes(many=True, settings=changes.settings))
                    flood_reported = time.monotonic()
            elif changes is None and flood_reported is not None:  # it is quiet again, and some may have been lost
                flood_reported = None
                self._on_changes(Changes(many=True))
            elif changes is not None and (changes.paths or changes.settings):
                self._on_changes(changes)

    def _named(self, places: Iterable[str]) -> Changes:
        """Return the reported paths as vault paths, without those that are no items of the vault."""
        paths: set[str] = set()
        settings = False
        for place in places:
            root = next((root for root in self._roots if place.startswith(root)), None)
            path = place[len(root) :].replace(os.sep, "/") if root is not None else ""
            settings = settings or path in _SETTINGS
            if path and is_unicode(path) and not any(is_skipped(part) for part in path.split("/")):
                paths.add(path)
        return Changes(tuple(sorted(paths)), settings=settings)
