"""The process of meaning: encodes passages while it is let, answers queries at once, and ends when it is idle.

One process encodes a vault's notes; a second one only answers, from the same file.
"""

from __future__ import annotations

import ctypes
import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue

from axon_desktop.errors import AxonError
from axon_desktop.index.supervised_worker import run_worker
from axon_desktop.meaning.builder import MeaningBuilder
from axon_desktop.meaning.bundled_encoder import BundledEncoder
from axon_desktop.meaning.encoder import Encoder
from axon_desktop.meaning.meaning_finder import MeaningFinder
from axon_desktop.meaning.messages import (
    Answer,
    Ask,
    Begin,
    Changed,
    Compare,
    Encode,
    Encoded,
    FromWorker,
    Idle,
    Pause,
    Phase,
    Progress,
    ToWorker,
)
from axon_desktop.meaning.vector_store import VectorStore
from axon_desktop.persistence.file_lock import try_lock

FILE_NAME = "meaning"
_IDLE = 120.0
"""Seconds without a query after which the process ends, if nothing is left to do."""
_IDLE_UNUSED = 5.0
"""The same where nothing was encoded or asked."""
_REPORT_EVERY = 0.25
_COMPARED_FOR = 5.0
"""Seconds for which a comparison holds, where nobody says what changes."""
_AT_ONCE = 500
"""Notes that are encoded before the first query is answered, if nothing is encoded yet."""
_CHANGED_AT_ONCE = 30
"""Changed notes that are encoded before a query is answered."""


class MeaningWorker:
    """Keeps the vectors of one vault."""

    def __init__(self, begin: Begin, send: Callable[[FromWorker], None]) -> None:
        self._begin = begin
        self._send = send
        self._inbox: SimpleQueue[ToWorker] = SimpleQueue()
        self._encoded: SimpleQueue[Encoded] = SimpleQueue()
        self._encoder = self._make_encoder()
        self._root, home = Path(begin.root), Path(begin.home)
        home.mkdir(parents=True, exist_ok=True)
        lock = os.open(home / f"{FILE_NAME}.lock", os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        writes = try_lock(lock)
        self._store = VectorStore(home / FILE_NAME, self._encoder.id, write=writes)
        self._builder = MeaningBuilder(self._root, self._store, self._encoder) if writes else None
        self._finder = MeaningFinder(self._root, self._store, self._encoder, self._find_again)
        self._paused_until = 0.0
        self._compared = 0.0
        self._phase: Phase = "starting"
        self._total = 0
        self._reported = 0.0
        self._idle = _IDLE_UNUSED
        self._problem = ""
        self._orders = 1
        """Messages that were taken, the one to begin with included."""

    def _make_encoder(self) -> Encoder:
        if not self._begin.server:
            return BundledEncoder()
        from axon_desktop.meaning.server_encoder import RemoteEncoder  # with all that a connection needs

        return RemoteEncoder(self._begin.server, is_here=self._begin.server_is_here, ask=self._ask_server)

    def _ask_server(self, request: Encode) -> Encoded:
        self._send(request)
        self._orders += 1
        return self._encoded.get()

    def take(self, order: ToWorker) -> None:
        """See `Worker.take`."""
        if isinstance(order, Encoded):
            self._encoded.put(order)
        else:
            self._inbox.put(order)

    def run(self) -> None:
        """Work until the process ends."""
        while True:
            try:
                order = self._next_order()
            except Empty:
                self._send(Idle(self._orders))
                continue
            self._orders += order is not None
            if order is not None:
                self._obey(order)
            else:
                self._encode()

    def _next_order(self) -> ToWorker | None:
        """Return the next order, after waiting for one if nothing else is to be done; None if there is work.

        Raises:
            Empty: there was nothing to do for long.
        """
        if self._has_work and not self._problem:
            pause = self._paused_until - time.monotonic()
            try:
                return self._inbox.get(timeout=pause) if pause > 0 else self._inbox.get_nowait()
            except Empty:
                return None
        at_rest: Phase = "failed" if self._problem else "ready" if self._builder is not None else "waiting"
        if self._phase != at_rest and self._orders > 1:  # it was told what to look at
            self._report(at_rest)
        if self._inbox.empty():
            _return_memory()
        return self._inbox.get(timeout=self._idle)

    @property
    def _has_work(self) -> bool:
        return self._builder is not None and any(self._builder.work)

    def _obey(self, order: ToWorker) -> None:
        match order:
            case Ask():
                self._answer(order)
            case Changed(paths):
                self._problem = ""
                if self._builder is not None:
                    self._builder.mark(paths)
            case Compare():
                self._compare()
            case Pause(seconds):
                self._paused_until = time.monotonic() + seconds

    def _compare(self) -> None:
        if self._builder is not None:
            self._report("comparing", at_once=True)
            self._builder.compare()
            self._problem = ""
            if not self._has_work:
                self._report("ready", at_once=True)
        self._compared = time.monotonic()

    def _answer(self, ask: Ask) -> None:
        self._idle = _IDLE
        try:
            self._catch_up()
            found = self._finder.find(ask)
            if self._builder is not None and self._builder.work.changed:  # some changed, and nobody said so
                self._catch_up()
                found = self._finder.find(ask)
            self._problem = ""
            self._send(Answer(ask.ticket, found, usable=self._is_usable))
        except AxonError as error:
            self._send(Answer(ask.ticket, usable=self._is_usable, problem=str(error)))

    def _catch_up(self) -> None:
        """Make what is known as new as a query needs it."""
        self._store.refresh()
        builder = self._builder
        if builder is None:
            return
        holds = self._begin.watched and (self._compared > 0 or self._is_usable)
        if not holds and time.monotonic() > self._compared + _COMPARED_FOR:
            self._compare()
        work = builder.work
        takes_all = work.beginnings <= (_CHANGED_AT_ONCE if self._is_usable else _AT_ONCE)
        if work.changed <= _CHANGED_AT_ONCE:
            while builder.work.changed or (takes_all and builder.work.beginnings):
                builder.step()

    def _find_again(self, path: str) -> None:
        if self._builder is not None:
            self._builder.mark([path])

    @property
    def _is_usable(self) -> bool:
        return self._store.passages > 0

    def _encode(self) -> None:
        assert self._builder is not None
        self._idle = _IDLE
        work = self._builder.work
        try:
            self._builder.step()
        except AxonError as error:
            self._problem = str(error)
            self._report("failed", at_once=True)
            return
        self._report("beginnings" if work.beginnings or work.changed else "rests")

    def _report(self, phase: Phase, *, at_once: bool = False) -> None:
        """Report progress: at once when a phase begins, then now and then."""
        now = time.monotonic()
        work = self._builder.work if self._builder is not None else None
        left = 0 if work is None else work.rests if phase == "rests" else work.beginnings + work.changed
        if phase != self._phase:
            self._phase, self._total = phase, left
        elif not at_once and now - self._reported < _REPORT_EVERY:
            return
        self._reported = now
        self._total = max(self._total, left)
        self._send(Progress(phase, self._total - left, self._total, self._is_usable, self._problem))


def _return_memory() -> None:
    """Return to the system what glibc keeps for later, of a comparison or of the search among all passages."""
    with suppress(OSError, AttributeError, TypeError):  # it is another library
        ctypes.CDLL(None).malloc_trim(0)


def main() -> None:
    """Work for the process that started this one."""
    run_worker(ToWorker, MeaningWorker)


if __name__ == "__main__":
    main()
