from __future__ import annotations

import threading
from pathlib import Path

import pytest

from axon_desktop.errors import WriteFailedError
from axon_desktop.vault.writing.lock import WriteLock
from tests.waiting import PATIENCE


def test_waiting_for_another_thread_can_be_given_up(tmp_path: Path) -> None:
    lock, held, done = WriteLock(tmp_path / "write.lock"), threading.Event(), threading.Event()

    def hold() -> None:
        with lock:
            held.set()
            done.wait(PATIENCE)

    holder = threading.Thread(target=hold)
    holder.start()
    assert held.wait(PATIENCE)
    asked: list[bool] = []

    def give_up() -> bool:
        asked.append(True)
        return len(asked) == 2

    with pytest.raises(WriteFailedError, match="already"), lock.held(give_up):
        pass
    assert len(asked) == 2
    done.set()
    holder.join()
    with lock.held(lambda: True), lock.held(lambda: True):
        assert lock.is_held
    assert not lock.is_held
