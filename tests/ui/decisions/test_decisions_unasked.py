"""Questions that open by themselves, and input at that moment that is not meant for them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPointF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QApplication,
    QCompleter,
    QDialog,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from axon_desktop.mcp_host.elicitation import ElicitationAnswer, form_request
from axon_desktop.theme.colors import DARK
from axon_desktop.ui.aio import ask
from axon_desktop.ui.decisions.decision_card import DecisionCard
from axon_desktop.ui.decisions.decisions import Decisions
from axon_desktop.ui.dialog_keys import HOLD_MS
from axon_desktop.ui.mcp.elicitation import DialogElicitation
from axon_desktop.ui.mcp.question_dialog import SchemaFormDialog
from axon_desktop.ui.typing_clock import Press, TypingClock
from axon_desktop.ui.widgets.confirm_dialog import Question
from tests.ui.chat_world import Run, dialog, until
from tests.ui.colors import wear_colors
from tests.ui.decisions_world import press
from tests.ui.waiting_world import card, clock, opened, painted, quiet, seen, waiting

pytestmark = pytest.mark.qt_log_ignore(r"propagateSizeHints|raise\(\)")

Return, Space = Qt.Key.Key_Return, Qt.Key.Key_Space
FORM = form_request("booking", "Who?", {"type": "object", "properties": {"name": {"type": "string"}}})


def click(button: QWidget) -> None:
    """Click a button by the same path as clicks from the system."""
    window = button.window().windowHandle()
    assert window is not None
    place = QPointF(button.mapTo(button.window(), button.rect().center()))
    left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
    for kind, held in ((QEvent.Type.MouseButtonPress, left), (QEvent.Type.MouseButtonRelease, none)):
        where = QPointF(window.mapToGlobal(place.toPoint()))
        event = QMouseEvent(kind, place, where, left, held, Qt.KeyboardModifier.NoModifier)
        QCoreApplication.sendEvent(window, event)


@asynccontextmanager
async def a_form() -> AsyncIterator[tuple[Decisions, QPlainTextEdit, asyncio.Future[ElicitationAnswer]]]:
    """A server's form that waits, in a window whose empty message box has the focus."""
    assert FORM is not None
    window = QWidget()
    layout = QVBoxLayout(window)
    box = QPlainTextEdit(window)
    layout.addWidget(box)
    window.show()
    window.activateWindow()
    await until(window.isActiveWindow)
    box.setFocus()
    decisions = Decisions(lambda: window)
    decisions.message_box = box
    asked = asyncio.ensure_future(DialogElicitation(decisions)(FORM))
    await until(lambda: decisions.waiting)
    yield decisions, box, asked
    asked.cancel()
    window.deleteLater()


async def form() -> SchemaFormDialog:
    found = await opened()
    assert isinstance(found, SchemaFormDialog)
    await until(seen(found))
    return found


def type_hi(shown: QWidget) -> None:
    for letter in (Qt.Key.Key_H, Qt.Key.Key_I):
        press(QApplication.activeWindow() or shown, letter)


def test_what_is_typed_on_is_not_written_into_a_form_that_came_by_itself(run_async: Run) -> None:
    async def body() -> None:
        async with a_form() as (decisions, box, asked):
            found = await form()
            type_hi(found)
            await until(lambda: dialog() is None)
            assert box.toPlainText() == "hi"
            assert decisions.waiting
            decisions.go()
            await until(seen(found))
            press(found, Qt.Key.Key_M)
            await quiet(HOLD_MS)
            press(found, Return)
            assert (await asked).data == {"name": "m"}, "who goes to it writes in its first field"

    run_async(body())


def test_form_that_came_by_itself_is_filled_in_by_who_goes_to_a_field(run_async: Run) -> None:
    async def body() -> None:
        async with a_form() as (_, box, asked):
            found = await form()
            press(found, Qt.Key.Key_Tab)
            assert found.focusWidget() is found.fields["name"].widget
            type_hi(found)
            await quiet(HOLD_MS)
            press(found, Return)
            assert (await asked).data == {"name": "hi"}
            assert box.toPlainText() == ""

    run_async(body())


def test_what_is_typed_at_a_dialog_that_its_card_led_to_goes_to_the_field(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        async with waiting(tmp_path) as world:
            assert world.decisions is not None
            box = world.panel.composer.input
            world.decisions.go()
            await until(seen(card(world)))
            await quiet(HOLD_MS)
            press(box, Space)
            found = dialog()
            assert found is not None
            await until(found.isActiveWindow)
            type_hi(found)
            assert box.toPlainText() == "hi"
            assert world.decisions.waiting

    run_async(body())


def test_click_on_what_has_just_come_answers_nothing(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        async with waiting(tmp_path, opens=True) as world:
            assert world.decisions is not None
            click(card(world).apply)
            assert world.decisions.waiting
            world.panel.composer.input.setFocus()
            found = await opened()
            await until(painted(found))
            click(found.apply_button)  # type: ignore[attr-defined]
            assert found.isVisible()
            await until(seen(found))
            click(found.apply_button)  # type: ignore[attr-defined]
            await world.end()
            assert (world.root / "Home.md").read_text() == "# Home\nx\n"

    run_async(body())


def test_key_of_who_has_just_come_from_another_program_answers_nothing(qapp: QApplication, run_async: Run) -> None:
    async def body() -> None:
        shown = Question("Trash it?", [], "Trash")
        asked = asyncio.ensure_future(ask(shown))
        await until(shown.isVisible)
        await until(painted(shown))
        await quiet(HOLD_MS)
        window = QGuiApplication.focusWindow()
        qapp.focusWindowChanged.emit(None)  # typed there, and the window of that program has closed
        qapp.focusWindowChanged.emit(window)
        press(shown, Return)
        assert shown.isVisible()
        await quiet(HOLD_MS)
        press(shown, Return)
        assert await asked == QDialog.DialogCode.Accepted

    run_async(body())


def test_card_of_which_a_part_is_scrolled_away_is_not_answered_by_a_key(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        async with waiting(tmp_path, "".join(f"{n}\n" for n in range(11))) as world:
            assert world.decisions is not None
            world.decisions.go()
            shown = card(world)
            assert QApplication.focusWidget() is shown
            await until(seen(shown))
            await quiet(HOLD_MS)
            view = world.panel.view
            view.setFixedHeight(view.viewport().mapFromGlobal(shown.mapToGlobal(shown.rect().center())).y())
            await until(lambda: not shown.is_in_sight)
            press(shown, Return)
            assert world.decisions.waiting
            assert dialog() is not None, "there all of it is seen"

    run_async(body())


def test_who_goes_to_the_oldest_of_many_questions_sees_its_card(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        async with waiting(tmp_path) as world:
            assert world.decisions is not None
            assert FORM is not None
            elicit = DialogElicitation(world.decisions)
            first = card(world)
            asked = asyncio.ensure_future(elicit(FORM))
            await until(lambda: len(world.panel.view.findChildren(DecisionCard)) == 2)
            world.panel.view.setFixedHeight(first.height() + 20)
            await until(lambda: not first.is_in_sight)
            world.decisions.go()
            assert QApplication.focusWidget() is first
            assert first.is_in_sight
            asked.cancel()

    run_async(body())


def test_list_of_a_field_takes_quick_letters_also_at_a_question(run_async: Run) -> None:
    async def body() -> None:
        shown = QDialog()
        field, button = QLineEdit(shown), QPushButton("OK", shown)
        field.setCompleter(QCompleter(["hi there"], field))
        layout = QVBoxLayout(shown)
        layout.addWidget(field)
        layout.addWidget(button)
        asked = asyncio.ensure_future(ask(shown))
        await until(shown.isVisible)
        shown.activateWindow()
        field.setFocus()
        await until(painted(shown))
        press(shown, Qt.Key.Key_H)
        await until(QApplication.activePopupWidget)
        press(shown, Qt.Key.Key_I)
        assert field.text() == "hi"
        asked.cancel()

    run_async(body())


def test_clock_of_the_system_that_is_reset_holds_no_keys(run_async: Run) -> None:
    async def body() -> None:
        window = QWidget()
        window.show()
        await until(window.isVisible)
        handle = window.windowHandle()
        late = round(TypingClock.now()) + 2**32
        pressed: list[Press] = []

        def judge(_event: QKeyEvent, press: Press) -> bool:
            pressed.append(press)
            return False

        clock().judge(handle, judge)
        for at in (late, late + 900, 50, 950):
            event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_F13, Qt.KeyboardModifier.NoModifier)
            event.setTimestamp(at)
            QCoreApplication.sendEvent(handle, event)
        assert all(abs(one.at - clock().now()) < 60_000 for one in pressed)
        window.deleteLater()

    run_async(body())


def test_dialog_that_was_put_away_wears_the_colours_of_now(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        async with waiting(tmp_path, opens=True) as world:
            assert world.decisions is not None
            (pending,) = world.decisions.waiting
            found = await opened()
            await until(painted(found))
            type_hi(found)
            await until(lambda: dialog() is None)
            wear_colors(DARK)
            world.decisions.open(pending)
            assert dialog() is found
            assert found.grab().toImage().pixelColor(2, 2) == QColor(DARK.raised)
            found.hide()

    run_async(body())
