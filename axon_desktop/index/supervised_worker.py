"""A process that works for one vault: what starts it, feeds it, starts it again and ends it; and its beginning.

Orders and news are lines of JSON; the first order says what to work on.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

import msgspec

from axon_desktop.worker_process import worker_environment

MAX_CRASHES = 3
"""In a row, until it is given up."""
_LONG_LIFE = 600.0
"""Seconds after which a crash is unrelated to the one before."""
_MOST_WORDS = 200
_NICENESS = 10
"""The window has priority."""


class SupervisedWorker:
    """One process at a time, in the life of its owner; safe to use from any thread."""

    def __init__(
        self,
        command: Callable[[], list[str]],
        log: Path,
        news: Any,
        *,
        begin: Callable[[], Iterable[msgspec.Struct]],
        take: Callable[[Any], None],
        ended: Callable[[str | None], None],
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Take what starts it, where its errors go, and the types of its news. Nothing is started yet.

        `begin` gives its first orders, and is called with `changed` held. `take` gets its news, and `ended` hears
        that it ended without `close`: then it may be started again, unless it is told why it was given up. Both
        are called from a thread of this object, but for a start that fails.
        """
        self._command, self._log = command, log
        self._news = msgspec.json.Decoder(news)
        self._begin, self._take, self._ended = begin, take, ended
        self._environment = environment or {}
        self.changed = threading.Condition()
        """Guards this object, and what its owner keeps beside it."""
        self.crashes = 0
        """How often it ended by itself, in a row."""
        self.closed = False
        self.is_at_rest = False
        """Whether it was asked to end when it had nothing to do."""
        self.sent = 0
        """Orders that the process was given."""
        self._child: subprocess.Popen[bytes] | None = None
        self._threads: list[threading.Thread] = []

    @property
    def pid(self) -> int | None:
        """Process id; None while there is none."""
        child = self._child
        return child.pid if child is not None else None

    def start(self) -> None:
        """Start it unless it runs, or this was closed."""
        with self.changed:
            if self.closed or self._child is not None:
                return
            try:
                self._log.parent.mkdir(parents=True, exist_ok=True)
                with self._log.open("wb") as log:
                    self._child = subprocess.Popen(
                        self._command(),
                        stdin=subprocess.PIPE,
                        stdout=subprocess.PIPE,
                        stderr=log,
                        env={**worker_environment(), **self._environment},
                    )
            except OSError as error:  # no space, no permission to write, no more processes
                self._ended((error.strerror or str(error))[:_MOST_WORDS])
                return
            self.is_at_rest, self.sent = False, 0
            self.send(*self._begin())
            self._threads = [thread for thread in self._threads if thread.is_alive()]
            thread = threading.Thread(target=self._serve, args=(self._child,), name=self._log.stem, daemon=True)
            self._threads.append(thread)
            thread.start()

    def send(self, *orders: msgspec.Struct) -> None:
        """Give it orders; what it does not read is lost when it ends."""
        with self.changed:
            if self._child is None or self._child.stdin is None or self.is_at_rest:
                return
            self.sent += len(orders)
            with suppress(OSError):  # it ended just now
                self._child.stdin.write(b"".join(map(_line, orders)))
                self._child.stdin.flush()

    def rest(self) -> None:
        """Let it end when it has done what it was asked."""
        with self.changed:
            if self._child is not None and self._child.stdin is not None:
                self.is_at_rest = True
                with suppress(OSError):
                    self._child.stdin.close()

    def kill(self) -> None:
        """End it at once: another one may be started."""
        with self.changed:
            if self._child is not None:
                self._child.kill()

    def close(self) -> None:
        """End it for good; it may be called again."""
        with self.changed:
            self.closed = True
            self.kill()
            self.changed.notify_all()
            threads = [*self._threads]
        for thread in threads:
            thread.join()

    def _serve(self, child: subprocess.Popen[bytes]) -> None:
        """Read the news of a process until it ends."""
        begun = time.monotonic()
        assert child.stdout is not None
        for line in child.stdout:
            self._take(self._news.decode(line))
        with suppress(OSError), child:  # what it did not read is lost with it
            pass
        with self.changed:
            self._child = None
            self.changed.notify_all()
            if self.closed:
                return
            if not self.is_at_rest:
                self.crashes = 1 if time.monotonic() - begun > _LONG_LIFE else self.crashes + 1
        self._ended(self._last_words() if self.crashes > MAX_CRASHES else None)

    def _last_words(self) -> str:
        """Return the last line of the process's error output."""
        with suppress(OSError):
            lines = self._log.read_text("utf-8", "replace").split("\n")
            return next((line.strip() for line in reversed(lines) if line.strip()), "")[:_MOST_WORDS]
        return ""


class Worker(Protocol):
    """What such a process does."""

    def take(self, order: Any) -> None:
        """Take an order; called from another thread than `run`."""

    def run(self) -> None:
        """Work until the process ends."""


def run_worker(orders: Any, make: Callable[[Any, Callable[[msgspec.Struct], None]], Worker]) -> None:
    """Be the process: `make` gets the first order, and what sends news; it ends with the program.

    `orders` are the types of the orders.
    """
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    reader = msgspec.json.Decoder(orders)
    begin = reader.decode(sys.stdin.buffer.readline())
    output, sending = sys.stdout.buffer, threading.Lock()
    sys.stdout = sys.stderr  # what a library prints must not mix with messages

    def send(news: msgspec.Struct) -> None:
        with sending:
            output.write(_line(news))
            output.flush()

    def listen() -> None:
        for line in sys.stdin.buffer:
            worker.take(reader.decode(line))
        os._exit(0)

    worker = make(begin, send)
    threading.Thread(target=listen, name="orders", daemon=True).start()
    worker.run()


def _line(message: msgspec.Struct) -> bytes:
    return msgspec.json.encode(message) + b"\n"
