"""Groups of tabs in the whole window: splitting, dragging, writing a note in one of them, and the next start."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QTextCursor, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QSplitter
from pytestqt.qtbot import QtBot

from axon_desktop.ui.note.pane import NotePane
from axon_desktop.ui.tabs.saved_tabs import (
    SavedGroup,
    SavedLayout,
    SavedSplit,
    layout_from_text,
    layout_to_text,
)
from axon_desktop.ui.tabs.tab import Tab, Visit
from axon_desktop.ui.window.main_window import MainWindow
from tests.ui.chat_world import Run
from tests.ui.obsidian_window import vault_window
from tests.waiting import until

pytestmark = pytest.mark.qt_log_ignore(r"propagateSizeHints|raise\(\)")

NOTES = {"Home.md": "# Home\n\nSee [[Plan]].\n", "Plan.md": "# Plan\n\nA plan.\n", "Inbox.md": "# Inbox\n"}
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("HOME", str(tmp_path))


def paths(window: MainWindow) -> list[list[str]]:
    return [[tab.path for tab in pane.tabs.all] for pane in window.groups.all]


async def shows(pane: NotePane, text: str) -> None:
    await until(lambda: pane._arrived and text in (pane.body.source if pane.body.shows_editor else read(pane)))


def read(pane: NotePane) -> str:
    return "" if pane.body.view.busy else pane.body.view.to_plain_text()


def test_note_is_split_written_in_one_group_and_shown_again(
    qapp: QApplication, tmp_path: Path, run_async: Run, qtbot: QtBot
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            window, groups = world.window, world.window.groups
            actions = window.menus.actions
            assert not actions["view.next_group"].isEnabled()
            window.preview.open_note("Home.md")
            first = window.preview
            await shows(first, "See Plan")
            first.open_note("Home.md", to_write=True)  # which is asked of this group only
            await until(lambda: first.body.shows_editor)
            first.set_mode("source")
            first.body.editor.edit.moveCursor(QTextCursor.MoveOperation.Start)
            qtbot.keyClick(window, Qt.Key.Key_Backslash, Qt.KeyboardModifier.ControlModifier)
            assert paths(window) == [["Home.md"], ["Home.md"]]
            second = window.preview
            assert second is groups.all[1]
            await shows(second, "See Plan")
            assert second.body.shows_view, "the note is written in the other group"

            # what is typed in one is shown in the other, and all that asks for the note means the used one
            first.body.editor.edit.setFocus()
            await until(lambda: window.preview is first)
            first.body.editor.edit.insertPlainText("New words. ")
            second.body.view.setFocus()
            await until(lambda: window.preview is second)
            await shows(second, "New words.")
            assert world.text("Home.md").startswith("New words. ")
            second.open_note("Plan.md")
            await until(lambda: window.context.note_path == "Plan.md")
            first.body.editor.edit.setFocus()
            await until(lambda: window.context.note_path == "Home.md")
            assert window.tree.view.current_note == "Home.md"
            second.open_note("Home.md")
            await shows(second, "See Plan")

            # the second takes over
            second.set_mode("source")
            await until(lambda: second.body.shows_editor and first.body.shows_view)
            second.body.editor.edit.insertPlainText("Second. ")
            await second.editing.save()
            await shows(first, "Second.")
            assert world.text("Home.md").startswith("Second. New words. ")

            # so does a note that is opened to be written
            first.open_note("Plan.md")
            await shows(first, "A plan.")
            first.open_note("Home.md", to_write=True)
            await until(lambda: first.body.shows_editor and second.body.shows_view)
            await shows(second, "Second.")

            # a link with Ctrl goes to the other group, without it stays; the last tab closes its group
            first.links.follow("axon-note:Plan.md", new_tab=True)
            assert paths(window) == [["Home.md"], ["Home.md", "Plan.md"]]
            actions["view.next_group"].trigger()
            assert window.preview is first
            first.links.follow("axon-note:Inbox.md")
            assert paths(window) == [["Inbox.md"], ["Home.md", "Plan.md"]]
            first.tabs.close(0)
            await until(lambda: groups.all == [second])
            assert window.preview is second
            second.tabs.close_others(0)
            second.tabs.close(0)
            assert groups.all == [second]
            assert second.body.shows_hint

    run_async(body())


def drag(pane: NotePane, tab: int, target: NotePane, x: float, y: float, key: Qt.Key | None = None) -> str:
    """Drag a tab to a place in a pane, given as shares of its size; return what is said of the drop before it."""
    strip, groups = pane.tab_bar.strip, pane.groups
    start = strip.tabRect(tab).center() - QPoint(20, 0)
    inside = QPoint(round(target.width() * x), round(target.height() * y))
    end = strip.mapFromGlobal(target.mapToGlobal(inside))
    QTest.mousePress(strip, LEFT, pos=start)
    for point in (start + QPoint(4, 4), (start + end) / 2, end):
        QTest.mouseMove(strip, point)
    assert groups is not None
    words = groups._shade.words() if groups._shade is not None and groups._shade.isVisible() else ""
    if key is not None:
        QTest.keyClick(strip, key)
    QTest.mouseRelease(strip, LEFT, pos=end)
    return words


def test_tabs_are_dragged_between_groups_and_to_edges_and_all_is_back_at_the_next_start(
    qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            window, groups = world.window, world.window.groups
            first = window.preview
            for path in NOTES:
                first.open_note(path, new_tab=True)
            await shows(first, "Inbox")
            assert drag(first, 2, first, 0.95, 0.6, Qt.Key.Key_Escape) == "Open beside"
            assert paths(window) == [["Home.md", "Plan.md", "Inbox.md"]]
            assert drag(first, 2, first, 0.95, 0.6) == "Open beside"
            await until(lambda: paths(window) == [["Home.md", "Plan.md"], ["Inbox.md"]])
            second = window.preview
            assert second is groups.all[1]
            assert drag(first, 1, second, 0.5, 0.97) == "Open below"
            await until(lambda: paths(window) == [["Home.md"], ["Inbox.md"], ["Plan.md"]])
            assert groups.orientation() == Qt.Orientation.Horizontal
            inner = groups.widget(1)
            assert isinstance(inner, QSplitter)
            assert inner.orientation() == Qt.Orientation.Vertical
            assert drag(second, 0, first, 0.5, 0.5) == "Move here"
            await until(lambda: paths(window) == [["Home.md", "Inbox.md"], ["Plan.md"]])
            assert groups.count() == 2
            assert not any(isinstance(groups.widget(at), QSplitter) for at in range(2))
            assert drag(first, 1, first, 0.5, 0.5) == ""
            first.tabs.pin(1, pinned=True)
            groups.setSizes([300, 500])
            groups.splitterMoved.emit(300, 1)
            groups.use(groups.all[1])
            kept = layout_to_text(groups.to_keep())
            key = f"tabs/{world.vault.id}"
            assert window.state.value(key) == kept
            window.forget_vault()
            window.groups.set_vault(world.vault, None)
            assert paths(window) == [[""]]
            window.groups.restore(layout_from_text(str(window.state.value(key))) or SavedGroup([], 0))
            assert paths(window) == [["Inbox.md", "Home.md"], ["Plan.md"]]
            assert [pane is window.preview for pane in groups.all] == [False, True]
            await shows(groups.all[0], "Inbox")
            await shows(groups.all[1], "A plan.")

    run_async(body())


async def click(window: MainWindow, place: QPoint) -> None:
    """Click at a place of the window, as a person does; not within a task, since it handles events."""
    clicked = asyncio.get_running_loop().create_future()

    def act() -> None:
        QTest.mouseClick(window.windowHandle(), LEFT, pos=place)
        clicked.set_result(None)

    QTimer.singleShot(0, act)
    await clicked


def test_whatever_is_clicked_in_a_group_makes_it_the_used_one_and_a_tab_dropped_into_a_text_is_a_link(
    qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        config = {"app.json": json.dumps({"useMarkdownLinks": True, "newLinkFormat": "absolute"})}
        async with vault_window(qapp, tmp_path, {**NOTES, "Deep/Far.md": "# Far\n"}, config) as world:
            window, groups = world.window, world.window.groups
            window.activateWindow()
            first = window.preview
            first.open_note("Home.md", to_write=True)
            await until(lambda: first.body.shows_editor)
            second = groups.split(first, Qt.Orientation.Horizontal)
            second.open_note("Deep/Far.md")
            await shows(second, "Far")
            groups.use(second)
            second.body.view.setFocus()
            window.menus.actions["edit.find"].trigger()
            field = window.focusWidget()
            assert field is not None
            header, strip = second.header, second.tab_bar.strip
            clicked = {
                "the text": (second.body.view, second.body.view.rect().center()),
                "beside the path": (header, QPoint(header.width() // 2, header.height() // 2)),
                "its tab": (strip, strip.tabRect(0).center() - QPoint(20, 0)),
                "beside the tabs": (second.tab_bar, QPoint(second.tab_bar.width() - 70, 10)),
                "the find bar": (field, field.rect().center()),
            }
            for what, (widget, place) in clicked.items():
                first.body.editor.edit.setFocus()
                await until(lambda: window.preview is first)
                wheel = QWheelEvent(
                    QPointF(place), QPointF(widget.mapToGlobal(place)), QPoint(), QPoint(0, -120),
                    Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
                )  # fmt: skip
                QApplication.sendEvent(widget, wheel)
                assert window.preview is first, f"the wheel over {what}"
                await click(window, widget.mapTo(window, place))
                assert window.preview is second, what
                focused = window.focusWidget()
                assert focused is not None, what
                assert second.isAncestorOf(focused), what
                assert window.context.note_path == "Deep/Far.md"
            assert drag(second, 0, first, 0.5, 0.5) == "Link here"
            await until(lambda: "[Far](Deep/Far.md)" in first.body.source)
            assert paths(window) == [["Home.md"], ["Deep/Far.md"]]
            assert window.preview is first
            await first.editing.save()

    run_async(body())


GROUP = {"current": 0, "tabs": [{"path": "A.md"}]}


@pytest.mark.parametrize(
    ("kept", "found"),
    [
        (GROUP, ["A.md"]),
        ({"split": "rows", "sizes": [1, 1], "parts": [GROUP, GROUP]}, ["A.md", "A.md"]),
        ({"split": "rows", "sizes": [1, 1], "parts": [GROUP, {"current": 0, "tabs": [{"path": 5}]}]}, ["A.md"]),
        ({"split": "columns", "sizes": [1], "parts": [GROUP, GROUP]}, []),
        ({"split": "columns", "sizes": ["x", 1], "parts": [GROUP, GROUP]}, []),
        ({"split": "columns", "parts": [GROUP]}, []),
        ({"split": "columns", "sizes": [1] * 40, "parts": [GROUP] * 40}, ["A.md"] * 16),
        ([], []),
        ("text", []),
    ],
)
def test_damaged_layout_shows_what_can_be_read(kept: object, found: list[str]) -> None:
    def names(layout: SavedLayout | None) -> list[str]:
        if isinstance(layout, SavedSplit):
            return [name for part in layout.parts for name in names(part)]
        return [tab.path for tab in layout.tabs] if layout is not None else []

    assert names(layout_from_text(json.dumps(kept))) == found


def test_layout_is_the_same_after_it_was_kept() -> None:
    inner = SavedSplit(
        True, [100, 200], [SavedGroup([Tab(Visit("A.md"))], 0), SavedGroup([Tab(Visit("B.md"))], 0, True)]
    )
    layout = SavedSplit(False, [300, 400], [inner, SavedGroup([Tab(Visit("C.md"), pinned=True)], 0)])
    assert layout_to_text(layout_from_text(layout_to_text(layout)) or inner) == layout_to_text(layout)
