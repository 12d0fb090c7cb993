"""Desktop notifications: a click on one raises the window."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from axon_desktop.ui.window.notifications import DesktopNotice, Notifier

pytestmark = pytest.mark.qt_log_ignore(r"propagateSizeHints|raise\(\)")


def program(tmp_path: Path, body: str) -> str:
    """Write a program that replaces the desktop's own; it records its arguments."""
    file = tmp_path / "notify-send"
    file.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >> "{tmp_path}/arguments"\n{body}\n')
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    return str(file)


def arguments(tmp_path: Path) -> list[str]:
    file = tmp_path / "arguments"
    return file.read_text().split("\n") if file.exists() else []


def test_click_is_reported(tmp_path: Path, qtbot: QtBot) -> None:
    notice = DesktopNotice(program(tmp_path, "echo default"))
    with qtbot.waitSignal(notice.clicked):
        notice.show("Vault", "-Axon has answered.", "Show Axon")
    assert arguments(tmp_path)[0] == "--action=default=Show Axon"
    assert arguments(tmp_path)[-4:] == ["--", "Vault", "-Axon has answered.", ""]


def test_notification_that_closes_by_itself_reports_nothing(tmp_path: Path, qtbot: QtBot) -> None:
    notice = DesktopNotice(program(tmp_path, "exit 0"))
    with qtbot.assertNotEmitted(notice.clicked):
        notice.show("Vault", "Axon has answered.", "Show Axon")
        qtbot.waitUntil(lambda: not notice.listening)


def test_old_program_without_clicks_still_shows_the_words(tmp_path: Path, qtbot: QtBot) -> None:
    refuse = 'case "$1" in --action*) exit 1;; esac'
    notice = DesktopNotice(program(tmp_path, refuse))
    notice.show("Vault", "Axon has answered.", "Show Axon")
    qtbot.waitUntil(lambda: arguments(tmp_path).count("Axon has answered.") == 2)
    assert sum(line.startswith("--action") for line in arguments(tmp_path)) == 1


def test_next_notification_and_the_end_leave_no_program_behind(tmp_path: Path, qtbot: QtBot) -> None:
    notice = DesktopNotice(program(tmp_path, "exec sleep 60"))
    notice.show("Vault", "first", "Show Axon")
    qtbot.waitUntil(lambda: "first" in arguments(tmp_path))
    notice.show("Vault", "second", "Show Axon")
    qtbot.waitUntil(lambda: "second" in arguments(tmp_path))
    assert notice.listening
    notice.close()
    assert not notice.listening


def test_click_brings_the_window_to_the_front(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.setWindowState(Qt.WindowState.WindowMinimized | Qt.WindowState.WindowMaximized)
    notifier = Notifier(window, lambda: True)
    with qtbot.waitActive(window):
        notifier.bring_to_front()
    assert window.windowState() & Qt.WindowState.WindowMaximized
    assert not window.isMinimized()
