"""A walk through every window and dialog, as by a screen reader and by keyboard."""

from __future__ import annotations

from contextlib import AsyncExitStack
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from axon_desktop.errors import LLMAuthError
from axon_desktop.llm.messages import ToolCall, ToolResult
from axon_desktop.settings.settings import Settings, SpokenAnswers
from axon_desktop.theme.colors import LIGHT
from axon_desktop.ui.accessibility.announcer import Announcer, speak_rows
from axon_desktop.ui.aio import cancel_all
from axon_desktop.ui.approval.write_dialog import WriteApproval
from axon_desktop.ui.chat.cards.tool_card import ToolOutputCard
from axon_desktop.ui.diff.rows import compare
from axon_desktop.ui.diff.view import SideBySideDiff
from axon_desktop.ui.look.icons import icon
from axon_desktop.ui.look.theme import apply_theme
from axon_desktop.ui.markdown_view import MarkdownView
from tests.ui import accessible_dialogs, accessible_server_dialogs  # noqa: F401  they fill the table
from tests.ui.accessible_keys import key_faults
from tests.ui.accessible_scenes import OUT_OF_EDITOR, SCENES, make_vault
from tests.ui.accessible_table import DIALOGS, Shelf, dialog_classes, listed_classes, plain_dialogs
from tests.ui.accessible_told import announced_faults
from tests.ui.chat_world import Run, call, dialog, make_world, until
from tests.ui.hearing import hear
from tests.ui.mcp_window import window_with

pytestmark = pytest.mark.qt_log_ignore(r"propagateSizeHints|raise\(\)|Index out of range")

FILLED_HERE = {"window/error_bar.py"}
"""Modules that use a dialog of Qt's directly; the table has one of each."""


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))


# --- the window


def test_everything_in_the_window_is_named_and_reached(qapp: QApplication, tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        settings = Settings()
        settings.safety.mode = "apply"
        vault = make_vault(tmp_path / "vault")
        faults: dict[str, list[str]] = {}
        seen: set[QWidget] = set()
        elements = stops = 0
        async with window_with(qapp, vault, settings) as program:
            window = program.desktop.window
            for name, (bring, by_tab) in SCENES.items():
                await bring(program)
                QApplication.sendPostedEvents()
                walk = announced_faults(window)
                if by_tab:
                    exits = OUT_OF_EDITOR if window.preview.body.shows_editor else ()
                    walk.add(await key_faults(window, exits, seen))
                faults[name] = walk.faults
                elements += walk.elements
                stops += walk.stops
        assert not any(faults.values()), "\n".join(f"{name}: {one}" for name in faults for one in faults[name])
        assert elements > 1_000
        assert stops > 200

    run_async(body())


# --- dialogs


@pytest.mark.parametrize("name", DIALOGS)
def test_everything_in_a_dialog_is_named_and_reached(
    name: str, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run_async: Run
) -> None:
    async def body() -> None:
        apply_theme(qapp, LIGHT)
        async with AsyncExitStack() as stack:
            kind, make = DIALOGS[name]
            shown = await make(Shelf(qapp, tmp_path, monkeypatch, stack))
            assert type(shown) is kind
            shown.show()
            await until(shown.isVisible)
            QApplication.sendPostedEvents()
            walk = announced_faults(shown)
            walk.add(await key_faults(shown))
            assert shown.windowTitle()
            shown.reject()
            await cancel_all()
            if isValid(shown):
                shown.deleteLater()
        assert not walk.faults, "\n".join(walk.faults)
        assert walk.elements > 3

    run_async(body())


def test_every_dialog_of_the_program_is_in_the_table() -> None:
    assert dialog_classes() - listed_classes() == set()
    assert plain_dialogs() == FILLED_HERE


# --- accessible elements of painted content


def name_of(element: QAccessibleInterface) -> str:
    return element.text(QAccessible.Text.Name)


def test_rows_of_a_comparison_are_accessible(qtbot: QtBot) -> None:
    view = SideBySideDiff()
    qtbot.addWidget(view)
    view.set_diff(compare(b"a\nb\nc\n", b"a\nB\n"), choosable=True)
    view.resize(600, 300)
    view.show()
    element = QAccessible.queryAccessibleInterface(view)
    rows = [element.child(number) for number in range(element.childCount())]
    assert element.role() == QAccessible.Role.List
    assert [name_of(row) for row in rows] == ["1: a", "Line 2 changes from: b to: B", "Line 3 is removed: c"]
    assert view.rect().translated(view.mapToGlobal(QPoint())).contains(rows[2].rect())


def test_boxes_and_folds_of_a_note_say_what_they_are_about(qtbot: QtBot) -> None:
    view = MarkdownView()
    qtbot.addWidget(view)
    view.resize(600, 500)
    view.show()
    source = "- [ ] Buy milk\n- [x] Sing\n\n> [!note]- Folded\n> Words.\n\n[A link](https://example.org)\n"
    view.set_note("Home", source, path="Home.md")
    element = QAccessible.queryAccessibleInterface(view)

    def links() -> list[str]:
        found = [element.child(number) for number in range(element.childCount())]
        return [name_of(link) for link in found if link.role() == QAccessible.Role.Link]

    qtbot.waitUntil(lambda: len(links()) == 4)
    assert links() == ["To do: Buy milk", "Done: Sing", "Folded", "A link"]
    with qtbot.waitActive(view):
        view.activateWindow()
    view.setFocus()
    QAccessible.setActive(True)
    try:
        qtbot.keyClick(view, Qt.Key.Key_Tab)
    finally:
        QAccessible.setActive(False)
    found = [element.child(number) for number in range(element.childCount())]
    at = [link for link in found if link.role() == QAccessible.Role.Link and link.state().focused]
    assert [name_of(link) for link in at] == ["To do: Buy milk"]


def test_card_of_a_call_is_a_button_that_can_be_pressed(qtbot: QtBot) -> None:
    card = ToolOutputCard(ToolCall("read_note", {"path": "Home"}))
    qtbot.addWidget(card)
    card.show()
    card.set_result(ToolResult(True, data="text"), 0.1)
    element = QAccessible.queryAccessibleInterface(card)
    assert element.role() == QAccessible.Role.Button
    assert name_of(element).startswith("read_note Home: done")
    card.click()
    assert card.unfolded


# --- announcements


@pytest.mark.parametrize(
    ("how", "answer"),
    [
        ("all", "It is **there**. See [[Home|the start]]."),
        ("first", "It is **there**. More."),
        ("notice", "Done."),
    ],
)
def test_a_turn_is_said_from_its_start_to_its_end(
    tmp_path: Path, run_async: Run, monkeypatch: pytest.MonkeyPatch, how: SpokenAnswers, answer: str
) -> None:
    asked = [call("edit_note", path="Home", old="milk", new="bread"), answer]
    settings = Settings()
    settings.general.spoken_answers = how

    async def body() -> None:
        said = hear(monkeypatch)
        world = make_world(tmp_path, asked, settings=settings, notes=(("Home.md", "# Home\n\nBuy milk\n"),))
        world.session.send("write B")
        await until(lambda: isinstance(dialog(), WriteApproval))
        shown = dialog()
        assert isinstance(shown, WriteApproval)
        assert said[0] == ("Axon is working.", False)
        words = "Axon wants to change Home.md\n1 line changed after “Home”, from: Buy milk to: Buy bread"
        assert (words, True) in [(text.strip(), urgent) for text, urgent in said]
        shown.apply_button.click()
        await world.end()
        begun = "Axon has answered."
        await until(lambda: said[-1][0].startswith(begun))
        ends = {"all": "\nIt is there. See the start.", "first": "\nIt is there.", "notice": ""}
        assert said[-1] == (begun + ends[how], False)
        assert ("Changed Home", False) in [(text.partition(":")[0], urgent) for text, urgent in said]
        await world.close()

    QAccessible.setActive(True)
    try:
        run_async(body())
    finally:
        QAccessible.setActive(False)


def test_a_list_says_its_row_to_the_field_whose_keys_move_in_it(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, field, rows = QWidget(), QLineEdit(), QListWidget()
    column = QVBoxLayout(window)
    for part in (rows, field):
        column.addWidget(part)
    qtbot.addWidget(window)
    rows.addItems(["one", "two"])
    speak_rows(rows, field)
    said = hear(monkeypatch)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    rows.setCurrentRow(1)
    assert said == []
    field.setFocus()
    qtbot.waitUntil(lambda: said == [("two, 2 of 2", False)])
    qtbot.keyClick(field, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: len(said) == 2)
    rows.clear()
    said.clear()
    qtbot.keyClick(field, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: said == [("No row is chosen.", False)])


def test_an_error_is_said_at_once(tmp_path: Path, run_async: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    async def body() -> None:
        said = hear(monkeypatch)
        world = make_world(tmp_path, [LLMAuthError("no key", status=401)])
        await world.ask("hello")
        assert said[0] == ("Axon is working.", False)
        assert said[-1][1]
        await until(lambda: any(said[-1][0] in one for one in Announcer.of_program().spoken))
        await world.close()

    run_async(body())


# --- the rules themselves


def test_faults_are_found(qtbot: QtBot, run_async: Run) -> None:
    """One violation of each rule: a walk that finds nothing must not pass because it checks nothing."""
    window = QWidget()
    qtbot.addWidget(window)
    window.setWindowTitle("Faults")
    column = QVBoxLayout(window)
    last, first = QLineEdit(), QLineEdit()
    last.setAccessibleName("Last")
    first.setAccessibleName("QLineEdit")
    icon_button = QToolButton()
    icon_button.setIcon(icon("close"))
    painted = QWidget()
    painted.setAccessibleName("Painted")
    painted.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    hidden = QLabel("What it says")
    hidden.setAccessibleName("Status")
    by_mouse = QPushButton("Click")
    by_mouse.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    keeps_tab = QPlainTextEdit()
    keeps_tab.setAccessibleName("Text")
    for widget in (first, icon_button, painted, hidden, by_mouse, last, keeps_tab):
        column.addWidget(widget)
    for one, other in pairwise((last, icon_button, first, painted, keeps_tab)):
        QWidget.setTabOrder(one, other)
    window.show()
    last.setFocus()
    faults = announced_faults(window).faults

    async def body() -> list[str]:
        found = await key_faults(window)
        return found.faults

    keys = run_async(body())
    assert any("'QLineEdit' is no name" in fault for fault in faults)
    assert any("has no name" in fault and "QToolButton" in fault for fault in faults)
    assert any("only an icon, and no tooltip" in fault for fault in faults)
    assert any("the role Client does not fit" in fault for fault in faults)
    assert any("its name hides its text" in fault for fault in faults)
    assert any("no key reaches it" in fault and "Click" in fault for fault in keys)
    assert any("does not get out of it" in fault for fault in keys)
    assert any("Tab goes back from it" in fault for fault in keys)
