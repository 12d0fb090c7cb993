"""Tabs in the whole window: keys, clicks in the tree, and restoring them in the next window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from axon_desktop.ui.markdown_view import ViewPosition
from axon_desktop.ui.widgets.confirm_dialog import Question
from axon_desktop.ui.window.main_window import MainWindow
from tests.ui.chat_world import Run
from tests.ui.obsidian_window import vault_window
from tests.waiting import until

pytestmark = pytest.mark.qt_log_ignore(r"propagateSizeHints|raise\(\)")

LONG = "".join(f"Paragraph {number} of some words.\n\n" for number in range(200))
NOTES = {
    "Home.md": "# Home\n\nSee [[Plan]].\n",
    "Plan.md": LONG,
    "知识图谱.md": "节点与边。\n",
    "Sub/Plan.md": "other\n",
}
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("HOME", str(tmp_path))


def open_paths(window: MainWindow) -> list[str]:
    return [tab.path for tab in window.preview.tabs.all]


async def shown(window: MainWindow, text: str) -> None:
    view = window.preview.body.view
    await until(lambda: window.preview._arrived and not view.busy and text in view.to_plain_text())


def test_keys_walk_close_and_reopen(qapp: QApplication, tmp_path: Path, run_async: Run, qtbot: QtBot) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            window = world.window
            for path in ("Home.md", "Plan.md", "知识图谱.md"):
                window.preview.open_note(path, new_tab=True)
            await shown(window, "节点")
            assert open_paths(window) == ["Home.md", "Plan.md", "知识图谱.md"]
            preview = window.preview
            qtbot.keyClick(window, Qt.Key.Key_Tab, CONTROL)
            assert preview.path == "Home.md"
            qtbot.keyClick(window, Qt.Key.Key_2, CONTROL)
            assert preview.path == "Plan.md"
            qtbot.keyClick(window, Qt.Key.Key_9, CONTROL)
            assert preview.path == "知识图谱.md"
            qtbot.keyClick(window, Qt.Key.Key_W, CONTROL)
            assert open_paths(window) == ["Home.md", "Plan.md"]
            qtbot.keyClick(window, Qt.Key.Key_T, CONTROL | SHIFT)
            assert preview.path == "知识图谱.md"
            await shown(window, "节点")
            qtbot.keyClick(window, Qt.Key.Key_E, CONTROL)
            assert preview.body.shows_editor
            qtbot.keyClick(window, Qt.Key.Key_E, CONTROL)
            assert preview.body.shows_view
            assert window.tree.view.current_note == "知识图谱.md"
            for _ in range(3):
                qtbot.keyClick(window, Qt.Key.Key_W, CONTROL)
            assert (preview.path, window.tree.view.current_note) == ("", "")

    run_async(body())


def test_the_first_note_has_the_keyboard_and_no_other_that_nobody_asked_for(
    qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            window = world.window
            assert window.focusWidget() is window.tree.view
            window.preview.open_note("Home.md", focus=False)
            await shown(window, "See")
            assert window.focusWidget() is window.preview.body.view
            window.tree.setFocus()
            window.preview.open_note("Plan.md", focus=False)
            await shown(window, "Paragraph")
            assert window.focusWidget() is window.tree.view

    run_async(body())


def test_the_window_closes_only_after_asking_about_text_that_cannot_be_saved(
    qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            window, asked = world.window, []
            window.close_requested.connect(lambda: asked.append("close"))
            window.close()
            assert asked.pop() == "close"
            window.preview.open_note("Home.md")
            await shown(window, "See")
            window.preview.toggle_source()
            window.preview.body.editor.edit.insertPlainText("Mine. ")
            (world.root / "Home.md").write_text("Theirs, and not what it was.\n", encoding="utf-8")
            for leaves in (False, True):
                window.close()
                question = await world.dialog(Question)
                (question.accept_button if leaves else question.cancel_button).click()
                await until(lambda: not window._leaving)
                assert asked == ["close"] * leaves
            window.preview.body.editor.forget()

    run_async(body())


def test_row_of_the_tree_is_opened_in_a_new_tab(
    qapp: QApplication, tmp_path: Path, run_async: Run, qtbot: QtBot
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            window, rows = world.window, world.window.tree.view
            window.preview.open_note("Home.md")
            window.tree.set_current_note("Plan.md")
            await until(lambda: rows.currentIndex().data(Qt.ItemDataRole.UserRole) == "Plan.md")
            place = rows.visualRect(rows.currentIndex()).center()
            qtbot.mouseClick(rows.viewport(), Qt.MouseButton.MiddleButton, pos=place)
            assert open_paths(window) == ["Home.md", "Plan.md"]
            window.preview.tabs.select(0)
            qtbot.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, CONTROL, place)
            assert open_paths(window) == ["Home.md", "Plan.md", "Plan.md"]
            qtbot.keyClick(rows, Qt.Key.Key_Return, CONTROL)
            assert len(open_paths(window)) == 4
            window.tree.filter.setText("知识")
            await until(lambda: window.tree.matches.isVisible())
            place = window.tree.matches.visualRect(window.tree.matches.currentIndex()).center()
            qtbot.mouseClick(window.tree.matches.viewport(), Qt.MouseButton.MiddleButton, pos=place)
            assert window.preview.path == "知识图谱.md"

    run_async(body())


def test_next_window_finds_tabs_places_and_modes(qapp: QApplication, tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            window = world.window
            window.preview.open_note("Home.md")
            await shown(window, "See")
            window.preview.toggle_source()
            window.preview.open_note("Sub/Plan.md", new_tab=True)
            window.preview.open_note("Plan.md", new_tab=True)
            window.preview.set_mode("reading")
            await until(lambda: window.preview._arrived)
            window.preview.set_mode("reading")
            await shown(window, "Paragraph 0")
            window.preview.body.view.verticalScrollBar().setValue(2000)
            await until(lambda: not window.preview.body.view.busy)
            left.append(window.preview.body.view.place())
            assert left[0].source > 1000

    left: list[ViewPosition] = []

    async def again() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            window = world.window
            assert open_paths(window) == ["Home.md", "Sub/Plan.md", "Plan.md"]
            await shown(window, "Paragraph 0")
            await until(lambda: abs(window.preview.body.view.place().source - left[0].source) < 40)
            strip = window.preview.tab_bar.strip
            assert [strip.tabText(number) for number in range(3)] == ["Home", "Plan · Sub", "Plan"]
            window.preview.tabs.select(0)
            await until(lambda: window.preview.body.shows_editor)
            assert window.preview.body.source == NOTES["Home.md"]

    run_async(body())
    run_async(again())


@pytest.mark.parametrize("mode", ["reading", "source"])
def test_control_click_on_a_link_opens_a_tab_and_leaves_the_note_open(
    mode: str, qapp: QApplication, tmp_path: Path, run_async: Run, qtbot: QtBot
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            window, preview = world.window, world.window.preview
            preview.open_note("Home.md")
            await shown(window, "See")
            if mode == "source":
                preview.set_mode("source")
                edit = preview.body.editor.edit
                cursor = edit.textCursor()
                cursor.setPosition(edit.toPlainText().index("Plan") + 2)
                widget, place = edit.viewport(), edit.cursorRect(cursor).center()
            else:
                view = preview.body.view
                await until(view.visible_chunks)
                widget = view.viewport()
                place = next(
                    QPoint(x, y)
                    for y in range(0, 300, 4)
                    for x in range(0, widget.width(), 4)
                    if view.link_at(QPoint(x, y))
                )
            qtbot.mouseClick(widget, Qt.MouseButton.LeftButton, CONTROL, place)
            assert open_paths(window) == ["Home.md", "Plan.md"]
            await world.shows("Plan.md")
            await until(lambda: preview.body.shows_editor == (mode == "source") and preview._arrived)
            shown_page = preview.body.editor.edit if mode == "source" else preview.body.view
            assert window.focusWidget() is shown_page

    run_async(body())
