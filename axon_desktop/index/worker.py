"""The index's process: the only writer, and the only one that watches the vault.

It ends with the program that started it, whenever that is: both halves of the index survive a kill.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue

from axon_desktop.errors import JournalError, WriteFailedError
from axon_desktop.index.build.builder import IndexBuilder, find_same
from axon_desktop.index.build.document import DocumentWorkers, collect_garbage_seldom
from axon_desktop.index.messages import (
    Begin,
    Committed,
    FilesChanged,
    FromWorker,
    Phase,
    Progress,
    Settled,
    Touch,
    ToWorker,
    WatchStateChanged,
)
from axon_desktop.index.store import IndexStore, open_store, readable_folder
from axon_desktop.index.supervised_worker import run_worker
from axon_desktop.index.watch.moves import find_moves
from axon_desktop.index.watch.watcher import Changes, Watcher, WatchState
from axon_desktop.vault.writing.lock import WriteLock

_PORTION = 100
"""Files after which new orders are read."""
_REPORT_EVERY = 0.25
_RETRY = 1.0


class IndexWorker:
    """Keeps the index of one vault up to date."""

    def __init__(self, begin: Begin, send: Callable[[FromWorker], None]) -> None:
        self._root = Path(begin.root)
        self._home = Path(begin.home)
        self._fresh = begin.fresh
        self._send = send
        self._inbox: SimpleQueue[Touch | Changes] = SimpleQueue()
        self._remade = False
        self._store: IndexStore | None = None
        self._searchable = False
        self._phase: Phase = "starting"
        self._total = 0
        self._last_report = 0.0

    def take(self, order: ToWorker) -> None:
        """See `Worker.take`."""
        assert isinstance(order, Touch)
        self._inbox.put(order)

    def run(self) -> None:
        """Work until the process ends."""
        watcher = Watcher(self._root, self._on_changes, self._enter)
        watcher.start()
        lock = WriteLock(self._home / "lock")
        while True:
            try:
                with lock.held(lambda: True):
                    while True:
                        self._keep()
            except (WriteFailedError, JournalError):  # another process writes it, or there can be no lock file
                self._send(Progress("waiting", folder=str(readable_folder(self._home) or "")))
                time.sleep(_RETRY)

    def _keep(self) -> None:
        """Build the index and keep it up to date; return when it must be rebuilt."""
        store = open_store(self._home, fresh=self._fresh, quick=True)
        self._store, self._searchable = store, store.complete
        builder = IndexBuilder(self._root, store, lambda: DocumentWorkers(self._root))
        self._compare(builder)
        checked = self._remade
        while True:
            work = builder.work
            if not (work.texts or self._searchable):
                store.mark_complete()
                self._searchable = True
            if not (work.texts or work.entries):
                if not (checked or (store.agrees and store.catalog.is_sound())):
                    self._fresh = self._remade = True
                    store.close()
                    return
                checked = True
                self._report("ready", builder)
            self._answer(builder, wait=not (work.texts or work.entries))
            self._step(builder)

    def _answer(self, builder: IndexBuilder, *, wait: bool) -> None:
        """Handle the orders that came meanwhile, all together."""
        orders = self._orders(wait=wait)
        touches = [order for order in orders if isinstance(order, Touch)]
        changes = [order for order in orders if isinstance(order, Changes)]
        named: list[Touch | Changes] = [*touches, *changes]
        if any(change.many or change.settings for change in changes):
            builder.refresh_scope()
            self._compare(builder)
            named = [*touches]  # the others are among what was found
        left = builder.mark(dict.fromkeys(path for order in named for path in order.paths)) if named else 0
        while left > 0:
            builder.step(_PORTION, whole=True)
            left -= _PORTION
        if named:
            builder.commit()
            self._send(Settled(touches[-1].ticket) if touches else Committed())

    def _orders(self, *, wait: bool) -> list[Touch | Changes]:
        orders: list[Touch | Changes] = [self._inbox.get()] if wait else []
        with suppress(Empty):
            while True:
                orders.append(self._inbox.get_nowait())
        return orders

    def _compare(self, builder: IndexBuilder) -> None:
        self._report("comparing", builder)
        builder.compare()

    def _step(self, builder: IndexBuilder) -> None:
        before = builder.work
        if before.texts or before.entries:
            self._report("texts" if before.texts else "entries", builder)
            builder.step(_PORTION)
            if before.texts and not builder.work.texts:
                self._send(Committed())

    def _report(self, phase: Phase, builder: IndexBuilder) -> None:
        """Report progress of the phase: at once when it begins, then now and then."""
        now = time.monotonic()
        work = builder.work
        left = work.texts if phase == "texts" else work.entries
        if phase != self._phase:
            self._phase, self._total = phase, left
        elif now - self._last_report < _REPORT_EVERY:
            return
        self._last_report = now
        self._total = max(self._total, left)
        folder = str(self._store.folder) if self._store is not None and self._searchable else ""
        self._send(Progress(phase, self._total - left, self._total, folder))

    def _on_changes(self, changes: Changes) -> None:
        """Pass on the watcher's changes; called from its thread."""
        store = self._store
        moved = find_moves(self._root, store.catalog, changes.paths) if store is not None else {}
        same = find_same(self._root, store.catalog, changes.paths) if store is not None else ()
        self._send(FilesChanged(changes.paths, changes.many, changes.settings, moved, same))
        self._inbox.put(changes)

    def _enter(self, state: WatchState) -> None:
        self._send(WatchStateChanged(state))


def main() -> None:
    """Work for the process that started this one."""
    collect_garbage_seldom()
    run_worker(ToWorker, IndexWorker)


if __name__ == "__main__":
    main()
