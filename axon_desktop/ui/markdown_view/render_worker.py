"""One thread that runs a list of jobs; a newer list replaces the waiting ones."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor

from PySide6.QtCore import QObject, Qt, Signal


class RenderWorker(QObject):
    """Runs jobs one after the other and passes each result to the thread of its owner."""

    finished = Signal(object, object)
    """(key, result) of a job, in the GUI thread."""
    _ended = Signal(object, object)

    def __init__(self, name: str, owner: QObject) -> None:
        super().__init__()  # no child of the owner: a running job may still report when that is deleted
        owner.destroyed.connect(lambda: self.close())
        self._name = name
        self._pool: ThreadPoolExecutor | None = None
        self._jobs: dict[Hashable, Future[object]] = {}
        # In a later turn of the event loop, also if the job has ended already: the caller continues first.
        self._ended.connect(self._take, Qt.ConnectionType.QueuedConnection)

    def want(self, jobs: Mapping[Hashable, Callable[[], object]]) -> None:
        """Queue `jobs` in their order; drop the waiting ones that are not among them."""
        for key, future in list(self._jobs.items()):
            if future.cancel():
                del self._jobs[key]
        for key, job in jobs.items():
            if key not in self._jobs:
                self._submit(key, job)

    def add(self, key: Hashable, job: Callable[[], object]) -> None:
        """Queue one more job after the others."""
        if key not in self._jobs:
            self._submit(key, job)

    @property
    def busy(self) -> bool:
        """Whether a job runs or waits."""
        return bool(self._jobs)

    def close(self) -> None:
        """Drop waiting jobs and let the thread end."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
        self._jobs.clear()

    def _submit(self, key: Hashable, job: Callable[[], object]) -> None:
        if self._pool is None:
            self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix=self._name)
        future = self._pool.submit(job)
        self._jobs[key] = future
        future.add_done_callback(lambda done: None if done.cancelled() else self._ended.emit(key, done))

    def _take(self, key: Hashable, future: Future[object]) -> None:
        if self._jobs.get(key) is not future:
            return
        del self._jobs[key]
        self.finished.emit(key, future.result())
