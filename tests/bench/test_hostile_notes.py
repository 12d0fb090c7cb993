"""The watch over hostile notes sees each thing that must not happen, when it is planted."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QFile, QIODevice, QTimer, qWarning
from PySide6.QtWidgets import QApplication

from bench.hostile_notes import GAP_MS, Seen, Stage, Tally, show_all
from bench.hostile_texts import FAMILIES

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="what is opened is noticed in other ways there")

NOTE = b"# A note\n\nWith words.\n"


@pytest.fixture(scope="module")
def stage(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    stage = Stage(tmp_path_factory.mktemp("hostile"))
    yield stage
    stage.close()


def shown_with(stage: Stage, fault: Callable[[], object]) -> Seen:
    """Show a note while a fault happens in the GUI thread."""
    QTimer.singleShot(0, fault)
    return stage.show_data(Seen(0, "planted"), NOTE)


def test_nothing_planted_is_nothing_seen(stage: Stage) -> None:
    seen = shown_with(stage, lambda: None)
    assert seen.wrongs == []
    assert Tally([seen], [1.0]).passed or seen.gap > GAP_MS  # others may hold the processor


def test_socket_is_seen(stage: Stage) -> None:
    kept: list[socket.socket] = []
    seen = shown_with(stage, lambda: kept.append(socket.socket()))
    kept[0].close()
    assert any("socket.__new__" in wrong for wrong in seen.wrongs)
    assert "a socket was opened" in seen.wrongs


def test_file_outside_is_seen(stage: Stage, tmp_path: Path) -> None:
    (tmp_path / "outside.txt").write_text("x", encoding="utf-8")
    seen = shown_with(stage, lambda: (tmp_path / "outside.txt").read_text(encoding="utf-8"))
    assert any("outside.txt" in wrong for wrong in seen.wrongs)


def test_bait_opened_by_qt_is_seen(stage: Stage) -> None:
    def open_bait() -> None:
        file = QFile(str(stage.bait.folder / "secret.png"))
        file.open(QIODevice.OpenModeFlag.ReadOnly)
        file.close()

    assert "a file of the bait was opened" in shown_with(stage, open_bait).wrongs


def test_program_is_seen(stage: Stage) -> None:
    seen = shown_with(
        stage, lambda: subprocess.run([sys.executable, "--version"], check=True, capture_output=True)
    )
    assert any("subprocess.Popen" in wrong for wrong in seen.wrongs)


@pytest.mark.no_qt_log
@pytest.mark.qt_no_exception_capture
def test_error_and_complaint_of_qt_are_seen(stage: Stage) -> None:
    stage.listen()  # the test's own framework listens otherwise

    def fail() -> None:
        raise ArithmeticError("planted")

    assert any("ArithmeticError: planted" in wrong for wrong in shown_with(stage, fail).wrongs)
    assert "Qt: planted" in shown_with(stage, lambda: qWarning("planted")).wrongs


def test_work_and_waiting_are_distinguished(stage: Stage) -> None:
    def work() -> None:
        end = time.thread_time() + 1.3 * GAP_MS / 1000
        while time.thread_time() < end:
            pass

    worked, waited = shown_with(stage, work), shown_with(stage, lambda: time.sleep(1.3 * GAP_MS / 1000))
    assert worked.gap > GAP_MS < worked.work
    assert waited.gap > GAP_MS > waited.work
    assert not Tally([worked], [0.5]).passed
    assert not Tally([waited], [1.0]).passed
    assert Tally([waited], [0.5]).passed


def test_memory_is_seen(stage: Stage) -> None:
    held: list[bytes] = []
    before = stage.show_data(Seen(0, "planted"), NOTE).memory
    grown = shown_with(stage, lambda: held.append(os.urandom(1 << 20) * 40))
    assert grown.memory - before > 30
    grown.memory = 301.0
    assert not Tally([grown], [1.0]).passed


def test_each_wrong_is_printed_with_its_note() -> None:
    tally = Tally([Seen(7, "bytes", gap=20.0, work=4.0), Seen(8, "tabs", gap=150.0, work=9.0)], [1.0, 0.99])
    lines = list(tally.lines())
    assert lines[0] == "8 tabs: 150 ms, of which 9 ms worked; "
    assert lines[1] == "2 hostile notes of 2 families; 1 went wrong"
    assert lines[2].startswith("longest gap by the wall clock: 150 ms (limit 100)")
    assert not Tally().passed


def test_scripts_without_a_font_take_no_longer_than_others(qapp: QApplication) -> None:
    families = list(FAMILIES)
    first = 2 * len(families)
    numbers = [first + families.index(name) for name in ("rare scripts", "bytes")]
    assert [seen for seen in show_all(numbers) if seen.work > GAP_MS] == []
