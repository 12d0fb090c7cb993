"""Actions after which the focus does not move to the note: arrow keys, second clicks, closing other tabs."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from axon_desktop.ui.composer.input import ChatInput
from tests.ui.chat_world import Run
from tests.ui.obsidian_window import vault_window
from tests.waiting import until

pytestmark = pytest.mark.qt_log_ignore(r"propagateSizeHints|raise\(\)")
NOTES = {"Home.md": "# Home\n", "Plan.md": "# Plan\n", "Zwei.md": "zwei\n"}


def test_the_arrow_keys_keep_the_keyboard_in_the_tree_and_on_the_tabs(
    qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            window, preview = world.window, world.window.preview
            preview.open_note("Home.md")
            await world.shows("Home.md")
            await until(lambda: preview._arrived)
            rows = window.tree.view
            rows.setFocus()
            for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up):
                QTest.keyClick(rows, key)
                assert window.focusWidget() is rows
            assert preview.path == "Home.md"
            preview.open_note("Plan.md", new_tab=True)
            await world.shows("Plan.md")
            preview.tab_bar.strip.setFocus()
            QTest.keyClick(preview.tab_bar.strip, Qt.Key.Key_Left)
            await world.shows("Home.md")
            await until(lambda: preview._arrived)
            assert window.focusWidget() is preview.tab_bar.strip

    run_async(body())


def test_a_double_click_in_the_tree_is_no_other_than_a_click(
    qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            window, rows = world.window, world.window.tree.view
            await until(lambda: rows.model().rowCount() == len(NOTES))
            place = rows.visualRect(rows.model().index(1, 0)).center()
            rows.setFocus()
            for act in (QTest.mouseClick, QTest.mouseDClick, QTest.mouseRelease):
                act(rows.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
            await world.shows("Plan.md")
            await until(lambda: window.preview._arrived)
            assert window.focusWidget() is window.preview.body.view
            assert len(window.preview.tabs.all) == 1

    run_async(body())


def test_closing_a_tab_leaves_somebody_who_writes_elsewhere_alone(
    qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            window, preview = world.window, world.window.preview
            for path in ("Home.md", "Plan.md", "Zwei.md"):
                preview.open_note(path, new_tab=True)
            await world.shows("Zwei.md")
            await until(lambda: preview._arrived)
            window.focus_chat()
            box = window.focusWidget()
            assert isinstance(box, ChatInput)
            window.menus.actions["file.close_tab"].trigger()
            await world.shows("Plan.md")
            await until(lambda: preview._arrived)
            assert window.focusWidget() is box
            preview.body.view.setFocus()
            window.menus.actions["file.close_tab"].trigger()
            await world.shows("Home.md")
            await until(lambda: preview._arrived)
            assert window.focusWidget() is preview.body.view

    run_async(body())
