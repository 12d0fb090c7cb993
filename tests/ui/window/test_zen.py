"""Zen mode leaves the note alone in the window, and brings back what was there."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.ui.chat_world import Run, until
from tests.ui.obsidian_window import vault_window

pytestmark = pytest.mark.qt_log_ignore(r"propagateSizeHints|raise\(\)")


def test_key_hides_panels_and_bars_and_escape_brings_them_back(
    qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, {"Home.md": "# Home\n"}) as world:
            window = world.window
            window.chat_dock.hide()
            window.preview.open_note("Home.md")
            await until(lambda: window.preview.path == "Home.md")
            parts = [window.vault_dock, window.status, window.preview.header, window.preview.tab_bar]
            QTest.keyClick(window, Qt.Key.Key_F11, Qt.KeyboardModifier.ShiftModifier)
            await until(lambda: not any(part.isVisible() for part in parts))
            assert window.menuBar().height() == 0
            QTest.keyClick(window, Qt.Key.Key_F11, Qt.KeyboardModifier.ShiftModifier)
            await until(lambda: all(part.isVisible() for part in parts))
            window.menus.actions["writing.zen"].trigger()
            assert not window.vault_dock.isVisible()
            QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_Escape)
            assert all(part.isVisible() for part in parts)
            assert not window.chat_dock.isVisible()

    run_async(body())
