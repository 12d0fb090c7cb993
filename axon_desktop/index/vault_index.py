"""VaultIndex: starts the process of a vault's index, receives its messages, reads the index."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, TypeAlias

from axon_desktop.index.catalog.catalog import Catalog
from axon_desktop.index.catalog.link_graph import LinkGraph
from axon_desktop.index.catalog.text_index import TextReader
from axon_desktop.index.messages import (
    Begin,
    Committed,
    FilesChanged,
    FromWorker,
    Phase,
    Progress,
    Settled,
    Touch,
    WatchStateChanged,
)
from axon_desktop.index.store import index_folder
from axon_desktop.index.supervised_worker import SupervisedWorker
from axon_desktop.index.watch.echo_filter import EchoFilter
from axon_desktop.index.watch.watcher import WatchState
from axon_desktop.vault import Vault
from axon_desktop.vault.history.changes import VaultChanged
from axon_desktop.worker_process import worker_command

if TYPE_CHECKING:
    from axon_desktop.index.search.search import NoteFinder

_GRACE = 0.25
"""Delay of a reported change in seconds: if it is our own write, that may not be finished yet."""
_PATIENCE = 2.0
"""Seconds that a search waits for what was just written."""
_OTHERS_PATIENCE = 3.0
"""Seconds after which another process that writes the index certainly knows our writes."""
_CRASHES_TRUSTED = 1
"""Crashes after which the index itself is assumed to be their cause."""


@dataclass(frozen=True, slots=True)
class IndexState:
    """State of the index, for a progress bar and the status bar."""

    phase: Phase = "starting"
    done: int = 0
    total: int = 0
    """Files of this phase."""
    searchable: bool = False
    """Whether it has all texts."""
    watch: WatchState | None = None
    """How changes by other programs are noticed; None before it begins."""
    problem: str = ""
    """The last error output of its process; empty for none."""


@dataclass(frozen=True, slots=True)
class OutsideChange:
    """Other programs changed something."""

    paths: tuple[str, ...]
    """Vault paths of files and folders, sorted."""
    many: bool
    """Whether there are too many to be named."""
    settings: bool
    """Whether Obsidian's settings of the vault changed."""
    moved: dict[str, str]
    """Old and new paths of files that were only renamed; both are among `paths`, or below one of them."""
    same: tuple[str, ...] = ()
    """Files, maybe others than `paths`, of which only times or permissions changed, as far as the index knows."""


IndexListener: TypeAlias = Callable[[IndexState | OutsideChange], None]


class VaultIndex:
    """The index of one vault; safe to use from any thread."""

    def __init__(
        self, vault: Vault, listener: IndexListener = lambda event: None, *, home: Path | None = None
    ) -> None:
        """Take the vault; `listener` is called from threads of this object. Nothing is started yet."""
        self._vault = vault
        self._listener = listener
        self._home = home or index_folder(vault.id)
        self._own = EchoFilter(vault.root)
        self._worker = SupervisedWorker(
            lambda: worker_command("axon_desktop.index.worker"),
            self._home / "worker.log",
            FromWorker,
            begin=self._begin,
            take=self._take,
            ended=self._ended,
        )
        self._changed = self._worker.changed
        self._state = IndexState()
        self._ticket = self._settled = self._unseen = 0
        self._wrote = -_OTHERS_PATIENCE
        self._folder = ""
        self._stale = False
        self._readers: tuple[str, TextReader, Catalog] | None = None
        self._changes: SimpleQueue[tuple[float, FilesChanged] | None] = SimpleQueue()
        self._unsubscribe: Callable[[], None] = lambda: None
        self._thread = threading.Thread(target=self._announce, name="outside changes", daemon=True)

    @property
    def state(self) -> IndexState:
        """The present state."""
        return self._state

    @property
    def worker_pid(self) -> int | None:
        """Process id of the worker; None while there is none."""
        return self._worker.pid

    def start(self) -> None:
        """Begin to build and to watch, unless it was closed meanwhile."""
        if self._worker.closed:
            return
        self._unsubscribe = self._vault.subscribe(self._written)
        self._thread.start()

    def close(self) -> None:
        """End the process and close the files; it may be called again."""
        self._unsubscribe()
        self._worker.close()
        self._changes.put(None)
        if self._thread.is_alive():
            self._thread.join()
        with self._changed:
            self._folder = ""
            self._drop_readers()

    # Reading

    def finder(self) -> NoteFinder | None:
        """Return the finder; None while not all texts are indexed. Waits a moment for our own writes.

        The finder raises IndexUnavailableError once the index is damaged or closed; then request another one.
        """
        from axon_desktop.index.search.search import NoteFinder  # not before the first search

        readers = self._readers_now()
        if readers is None:
            return None
        return NoteFinder(self._vault.root, readers[1], readers[2], lambda: self._state.phase == "ready")

    def links(self) -> LinkGraph | None:
        """Return the graph of links, with tags and headings; None while there is no index yet.

        Before the state is `ready` some files are missing in it. The vault's names must have been scanned.
        """
        readers = self._readers_now()
        return None if readers is None else LinkGraph(readers[2], self._vault.names.table)

    def distrust(self) -> None:
        """Rebuild the index, because reading it failed; an index of another process is only opened again."""
        with self._changed:
            self._folder = ""
            if self._state.phase == "waiting":
                return
            self._worker.crashes = max(self._worker.crashes, _CRASHES_TRUSTED)
            self._worker.kill()

    def _damaged(self, folder: str) -> None:
        """Handle that reading this folder failed; another one may be in use by now."""
        with self._changed:
            if folder == self._folder:
                self.distrust()

    def _readers_now(self) -> tuple[str, TextReader, Catalog] | None:
        """Return the current readers; None if the index cannot be read, or does not have our writes."""
        if self._state.phase == "waiting":
            if time.monotonic() < self._wrote + _OTHERS_PATIENCE:
                return None  # the process that writes it notices it like any other change
        else:
            self._settle(_PATIENCE)
        try:
            return self._current()
        except (ValueError, OSError, sqlite3.Error):
            self.distrust()
            return None

    def _current(self) -> tuple[str, TextReader, Catalog] | None:
        with self._changed:
            if not self._folder:
                return None
            if self._readers is None or self._readers[0] != self._folder:
                self._drop_readers()
                folder, damaged = Path(self._folder), partial(self._damaged, self._folder)
                self._readers = self._folder, TextReader(folder, damaged), Catalog(folder, damaged)
            elif self._stale or self._state.phase == "waiting":
                self._readers[1].reload()
            self._stale = False
            return self._readers

    def _drop_readers(self) -> None:
        if self._readers is not None:
            self._readers[2].close()
            self._readers = None

    def _settle(self, seconds: float) -> bool:
        """Wait until all of our writes so far are in the index."""
        with self._changed:
            wanted = self._ticket
            return self._changed.wait_for(
                lambda: self._settled >= wanted or self._worker.closed or not self._folder, seconds
            )

    # Writing

    def _written(self, event: VaultChanged) -> None:
        """Report our own writes to the worker; called from the thread that wrote."""
        if event.origin == "outside":
            return
        self._own.note(event.paths)
        with self._changed:
            self._ticket += 1
            self._wrote = time.monotonic()
            self._worker.send(Touch(event.paths, self._ticket))

    # Messages

    def _begin(self) -> list[Begin]:
        self._unseen = self._ticket
        fresh = self._worker.crashes > _CRASHES_TRUSTED
        return [Begin(str(self._vault.root), str(self._home), fresh=fresh)]

    def _ended(self, failure: str | None) -> None:
        with self._changed:
            self._folder = ""
            self._settled = self._ticket
            self._changed.notify_all()
        if failure is None:
            self._enter(IndexState())
            self._worker.start()
        else:
            self._enter(IndexState("failed", problem=failure))

    def _take(self, news: FromWorker) -> None:
        match news:
            case Progress(phase, done, total, folder):
                with self._changed:
                    if folder and not self._folder:  # what was written before the start was compared
                        self._settled = max(self._settled, self._unseen)
                    self._stale = self._stale or phase == "ready"
                    self._folder = folder
                    self._changed.notify_all()
                self._enter(replace(self._state, phase=phase, done=done, total=total, searchable=bool(folder)))
            case Committed():
                self._stale = True
            case Settled(ticket):
                with self._changed:
                    self._stale = True
                    self._settled = max(self._settled, ticket)
                    self._changed.notify_all()
            case FilesChanged():
                self._changes.put((time.monotonic() + _GRACE, news))
            case WatchStateChanged(state):
                self._enter(replace(self._state, watch=state))

    def _enter(self, state: IndexState) -> None:
        if state != self._state:
            self._state = state
            self._listener(state)

    def _announce(self) -> None:
        """Call the listener for changes by others, once it is clear that they are not ours."""
        self._worker.start()
        while (item := self._changes.get()) is not None:
            due, changed = item
            pause = due - time.monotonic()
            if pause > 0:
                time.sleep(pause)
            while self._vault.is_writing and time.monotonic() < due + _PATIENCE:
                time.sleep(_GRACE / 10)
            paths = tuple(self._own.others(changed.paths))
            if paths or changed.many or changed.settings:
                moved = {} if not paths else changed.moved
                self._listener(OutsideChange(paths, changed.many, changed.settings, moved, changed.same))
