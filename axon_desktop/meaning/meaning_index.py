"""MeaningIndex: starts the process of meaning when there is something for it, and asks it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeAlias

import msgspec

from axon_desktop.errors import AxonError, MeaningUnavailableError
from axon_desktop.index.store import index_folder
from axon_desktop.index.supervised_worker import MAX_CRASHES, SupervisedWorker
from axon_desktop.meaning.messages import (
    LEAST_ALIKE,
    Answer,
    Ask,
    Begin,
    Changed,
    Compare,
    Encode,
    Encoded,
    FromWorker,
    Idle,
    MeaningPassage,
    Pause,
    Phase,
    Progress,
    ToWorker,
)
from axon_desktop.settings.settings import MeaningSettings
from axon_desktop.vault import Vault
from axon_desktop.vault.history.changes import VaultChanged
from axon_desktop.worker_process import worker_command

_PATIENCE = 30.0
"""Seconds that a query waits; the process may have to start, and to encode what changed."""
_LOOK_UP = 0.05
"""Seconds between two looks whether the query was given up."""
_PAUSE = 2.0
"""Seconds for which nothing is encoded after a key."""
_PAUSE_EVERY = 0.5
_QUIET = 20.0
"""Seconds after a change until a process is started only for that."""
_LEAST_FOUND = 0.2
"""Likeness below which a query finds nothing."""
_ONE_THREAD = dict.fromkeys(
    ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"), "1"
)
"""Encoding takes one core, and leaves the others to the user."""


class MeaningState(msgspec.Struct, frozen=True):
    """How far the notes are encoded, for the status bar."""

    phase: Phase = "off"
    done: int = 0
    total: int = 0
    """Notes of this phase."""
    usable: bool = False
    """Whether anything can be found, as far as is known."""
    problem: str = ""
    """Why it failed; empty for no reason."""


MeaningListener: TypeAlias = Callable[[MeaningState], None]


class MeaningIndex:
    """The meaning of one vault's notes; safe to use from any thread."""

    def __init__(
        self,
        vault: Vault,
        settings: MeaningSettings | None = None,
        listener: MeaningListener = lambda state: None,
        *,
        api_key: Callable[[], str | None] = lambda: None,
        watched: bool = True,
        home: Path | None = None,
    ) -> None:
        """Take the vault; `listener` is called from threads of this object. Nothing is started yet.

        `api_key` gets the key of a server. `watched` says that the vault's listeners hear of changes by other
        programs; else files are compared before a query.
        """
        self._vault = vault
        self._settings = settings or MeaningSettings()
        self._listener = listener
        self._api_key = api_key
        self._watched = watched
        self._home = home or index_folder(vault.id)
        self._worker = SupervisedWorker(
            lambda: worker_command("axon_desktop.meaning.worker"),
            self._home / "meaning.log",
            FromWorker,
            begin=self._begin,
            take=self._take,
            ended=self._ended,
            environment=_ONE_THREAD,
        )
        self._changed = self._worker.changed
        self._state = MeaningState()
        self._paused = 0.0
        self._ticket = 0
        self._answers: dict[int, Answer | None] = {}
        """What was asked; None before the answer is there."""
        self._news: dict[str, None] = {}
        """Changed paths that no process was told."""
        self._many = False
        self._due: threading.Timer | None = None
        self._server_error: AxonError | None = None
        self._unsubscribe = vault.subscribe(self._hear)

    @property
    def state(self) -> MeaningState:
        """The present state."""
        return self._state

    @property
    def receiver(self) -> str:
        """Host of the server that is sent the texts of notes; empty while nothing leaves this computer."""
        from axon_desktop.net_address import host_of

        is_sent = self._settings.encoder == "server" and not self._is_here
        return host_of(self._settings.base_url) if is_sent else ""

    @property
    def worker_pid(self) -> int | None:
        """Process id of the worker; None while there is none."""
        return self._worker.pid

    def start(self) -> None:
        """Encode what is not encoded yet, in the background."""
        with self._changed:
            self._many = True
            self._tell()

    def tell(self, paths: Iterable[str]) -> None:
        """Take files or folders as changed; what the vault's listeners hear of need not be told."""
        with self._changed:
            self._news.update(dict.fromkeys(paths))
            self._tell()

    def pause(self) -> None:
        """Encode nothing for a moment, because somebody types; cheap enough for each key."""
        now = time.monotonic()
        if now > self._paused + _PAUSE_EVERY and self._changed.acquire(blocking=False):
            self._paused = now  # while the lock is held a process may be starting: then the next key will do
            self._worker.send(Pause(_PAUSE))
            self._changed.release()

    def find(
        self,
        text: str,
        limit: int = 20,
        *,
        folder: str = "",
        among: Sequence[str] | None = None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> tuple[MeaningPassage, ...]:
        """Return the passages, one of a note, that mean a text, best first; for a thread.

        `folder` is where the notes are, `among` which ones are looked at.

        Raises:
            MeaningUnavailableError: nothing is encoded yet, or it cannot be asked.
            LLMError: the server that encodes has failed.
        """
        notes = None if among is None else tuple(among)
        ask = Ask(0, text, folder=folder, among=notes, limit=limit, least=_LEAST_FOUND)
        return self._ask(ask, cancelled)

    def related(
        self, path: str, limit: int = 20, cancelled: Callable[[], bool] = lambda: False
    ) -> tuple[MeaningPassage, ...]:
        """Return the passages of other notes that are most like a note; see `find`."""
        return self._ask(Ask(0, path=path, limit=limit, least=LEAST_ALIKE), cancelled)

    def related_to(
        self, text: str, path: str, limit: int = 20, cancelled: Callable[[], bool] = lambda: False
    ) -> tuple[MeaningPassage, ...]:
        """Return those that are most like a text of a note, such as what is selected; see `find`."""
        return self._ask(Ask(0, text, path, limit=limit, least=LEAST_ALIKE), cancelled)

    def close(self) -> None:
        """End the process; what it has encoded is kept. It may be called again."""
        self._unsubscribe()
        self._worker.close()
        with self._changed:
            self._cancel_due()

    # Asking

    def _ask(self, ask: Ask, cancelled: Callable[[], bool]) -> tuple[MeaningPassage, ...]:
        if self._settings.encoder == "off":
            raise MeaningUnavailableError(MeaningUnavailableError.OFF)
        end = time.monotonic() + _PATIENCE
        with self._changed:
            self._ticket += 1
            ticket = self._ticket
            self._answers[ticket] = None
            asked: int | None = None
            while self._answers[ticket] is None and not self._worker.closed and not cancelled():
                if self._worker.pid is None or self._worker.pid != asked:  # none yet, or it ended
                    self._tell()
                    asked = self._worker.pid
                    self._worker.send(msgspec.structs.replace(ask, ticket=ticket))
                if time.monotonic() > end or asked is None or self._worker.crashes > MAX_CRASHES:
                    break
                self._changed.wait(_LOOK_UP)
            answer = self._answers.pop(ticket)
        if answer is None:
            if cancelled():
                return ()
            raise MeaningUnavailableError(MeaningUnavailableError.SILENT)
        if answer.problem:
            raise self._server_error or MeaningUnavailableError(answer.problem)
        if not answer.usable:
            raise MeaningUnavailableError(MeaningUnavailableError.EMPTY)
        return answer.passages

    # Changes

    def _hear(self, event: VaultChanged) -> None:
        """Take what changed; called from the thread that wrote."""
        paths = [path for path in event.paths if path not in event.same]
        paths += [path for pair in event.moved.items() for path in pair]
        with self._changed:
            self._news.update(dict.fromkeys(paths))
            self._many = self._many or event.many
            if self._worker.pid is not None:
                self._tell()
            elif self._due is None and not self._worker.closed and self._settings.encoder != "off":
                self._due = threading.Timer(_QUIET, self._catch_up)
                self._due.daemon = True
                self._due.start()

    def _catch_up(self) -> None:
        with self._changed:
            self._tell()

    def _tell(self) -> None:
        """Tell the process what changed; one is started if there is none."""
        if self._settings.encoder == "off":
            return
        self._cancel_due()
        if self._worker.pid is None:
            self._worker.start()
        elif not self._worker.is_at_rest:  # else the next one hears of it
            self._worker.send(*self._take_news())

    def _take_news(self) -> list[ToWorker]:
        news = self._news
        many, self._many, self._news = self._many, False, {}
        return [Compare()] if many else [Changed(tuple(news))] if news else []

    def _cancel_due(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None

    # The process

    def _begin(self) -> list[ToWorker]:
        is_server = self._settings.encoder == "server"
        server = f"{self._settings.base_url} {self._settings.model}" if is_server else ""
        begin = Begin(str(self._vault.root), str(self._home), server, self._is_here, self._watched)
        return [begin, *self._take_news()]

    def _ended(self, failure: str | None) -> None:
        if failure is not None:
            self._many = True
            self._enter(MeaningState("failed", problem=failure))
            return
        with self._changed:
            self._many = self._many or not self._worker.is_at_rest
            if self._many or self._news:
                self._tell()

    @property
    def _is_here(self) -> bool:
        from axon_desktop.net_address import is_loopback

        return is_loopback(self._settings.base_url)

    def _take(self, news: FromWorker) -> None:
        match news:
            case Progress(phase, done, total, usable, problem):
                if phase == "ready":
                    self._worker.crashes = 0
                self._enter(MeaningState(phase, done, total, usable, problem))
            case Answer(ticket):
                with self._changed:
                    if ticket in self._answers:
                        self._answers[ticket] = news
                    self._changed.notify_all()
            case Encode(texts):
                encoded = self._ask_server(texts)
                self._worker.send(encoded)
            case Idle(orders):
                with self._changed:
                    if orders == self._worker.sent:
                        self._worker.rest()

    def _ask_server(self, texts: tuple[str, ...]) -> Encoded:
        from axon_desktop.meaning.server_encoder import EmbeddingsServer

        try:
            encoded = EmbeddingsServer(self._settings, self._api_key).encode(texts)
        except AxonError as error:
            self._server_error = error
            return Encoded(0, b"", str(error))
        self._server_error = None
        return encoded

    def _enter(self, state: MeaningState) -> None:
        if state != self._state:
            self._state = state
            self._listener(state)
