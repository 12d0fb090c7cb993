"""Tells what changes in a vault's folder, within a second, from a thread of its own.

What is told may also be a write of this program: see `own_writes`.
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
"""Told by the system; looked at again and again; the folder is not where it was."""

MOST = 2_000
"""Changes at once from which they are not named."""
_GROUP_MS = 300
"""Changes that follow each other are told together, but not later than this."""
_QUIET_MS = 50
_LOOK_MS = 400
"""How often it is looked whether the folder is still there."""
_FLOOD_PAUSE = 1.0
"""Seconds between two messages while very much changes."""
_RETRY = 0.5
_SETTINGS = frozenset({".obsidian", ".obsidian/app.json"})
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Changes:
    """Files and folders that were made, changed or taken away."""

    paths: tuple[str, ...] = ()
    """Vault paths, sorted."""
    many: bool = False
    """Whether there are too many to be named, or it is not known what changed: look at everything."""
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
        tell: Callable[[Changes], None],
        tell_state: Callable[[WatchState], None] = lambda state: None,
        *,
        poll: bool | None = None,
        most: int = MOST,
    ) -> None:
        """Take the folder and what is called from the watching thread; `poll` overrules the kind of drive."""
        self._root = str(root)
        self._roots = tuple(dict.fromkeys(f"{place}{os.sep}" for place in (self._root, os.path.realpath(root))))
        self._tell = tell
        self._tell_state = tell_state
        self._poll = poll
        self._most = most
        self._state: WatchState | None = None
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="vault watcher", daemon=True)

    def start(self) -> None:
        """Begin; the first state is told when changes are seen from then on."""
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
            if again:  # it was away, or is another folder
                self._tell(Changes(many=True))
            try:
                self._listen(source, identity)
            except Exception:  # noqa: BLE001 - the one thread that hears of changes: it must go on
                _log.warning("The system tells of no more changes: they are looked for from now on", exc_info=True)
                self._poll = True
                self._stop.wait(_RETRY)
            finally:
                source.close()

    def _enter(self, state: WatchState) -> None:
        if state != self._state:
            self._state = state
            self._tell_state(state)

    def _identity(self) -> tuple[int, int] | None:
        """Return what tells the folder from another one at its place; None if none is there."""
        try:
            info = Path(self._root).stat()
        except OSError:
            return None
        return info.st_dev, info.st_ino

    def _open(self) -> _Source | None:
        """Return what waits for changes; None if the folder went away just now."""
        if self._poll if self._poll is not None else is_remote(Path(self._root)):
            return Poller(self._root)
        from watchfiles._rust_notify import RustNotify

        try:
            return RustNotify([self._root], False, False, 0, True, True)
        except FileNotFoundError:
            return None
        except (OSError, RuntimeError) as error:  # the system watches no more folders for this user
            _log.warning("Changes are looked for, since the system does not tell of them: %s", error)
            return Poller(self._root)

    def _listen(self, source: _Source, identity: tuple[int, int] | None) -> None:
        """Tell of changes until the folder is away or the end is near."""
        flood_told: float | None = None
        while True:
            found = source.watch(_GROUP_MS, _QUIET_MS, _LOOK_MS, self._stop)
            if found in ("stop", "signal") or self._identity() != identity:
                return
            changes = self._named(path for _, path in found) if isinstance(found, set) else None
            if changes is not None and len(changes.paths) > self._most:
                if flood_told is None or time.monotonic() - flood_told > _FLOOD_PAUSE:
                    self._tell(Changes(many=True, settings=changes.settings))
                    flood_told = time.monotonic()
            elif changes is None and flood_told is not None:  # it is quiet again, and some may have been lost
                flood_told = None
                self._tell(Changes(many=True))
            elif changes is not None and (changes.paths or changes.settings):
                self._tell(changes)

    def _named(self, places: Iterable[str]) -> Changes:
        """Return what the system named as vault paths, without what is no item of the vault."""
        paths: set[str] = set()
        settings = False
        for place in places:
            root = next((root for root in self._roots if place.startswith(root)), None)
            path = place[len(root) :].replace(os.sep, "/") if root is not None else ""
            settings = settings or path in _SETTINGS
            if path and is_unicode(path) and not any(is_skipped(part) for part in path.split("/")):
                paths.add(path)
        return Changes(tuple(sorted(paths)), settings=settings)
