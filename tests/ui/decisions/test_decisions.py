"""Waiting questions: when they open, which keys answer them, and where typed text goes."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QTreeView, QVBoxLayout, QWidget

from axon_desktop.agent.approval.approval import PlanReview, RoundAnswer, RoundSummary
from axon_desktop.agent.plan.plan import Plan
from axon_desktop.llm.messages import Usage
from axon_desktop.mcp_host.elicitation import ElicitationAnswer, form_request
from axon_desktop.theme.colors import DARK, LIGHT
from axon_desktop.ui.approval.dialog_approver import DialogApprover
from axon_desktop.ui.approval.write_dialog import WriteApproval
from axon_desktop.ui.decisions.decision_card import DecisionCard
from axon_desktop.ui.decisions.decisions import QUIET_MS, Decisions
from axon_desktop.ui.decisions.feature import PendingIndicator
from axon_desktop.ui.dialog_keys import HOLD_MS
from axon_desktop.ui.look.theme import apply_theme
from axon_desktop.ui.mcp.elicitation import DialogElicitation
from axon_desktop.ui.status_bar.status_bar import StatusBar
from tests.ui.chat_world import Run, World, dialog, until
from tests.ui.colors import wear_colors
from tests.ui.decisions_world import press
from tests.ui.waiting_world import card, clock, opened, opening, painted, quiet, seen, waiting

Return, Space, Escape, Backspace = (
    Qt.Key.Key_Return,
    Qt.Key.Key_Space,
    Qt.Key.Key_Escape,
    Qt.Key.Key_Backspace,
)
NONE, ALT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.AltModifier

by_window_manager = pytest.mark.skipif(
    os.environ.get("QT_QPA_PLATFORM") == "offscreen",
    reason="without a window manager each window that is shown has the keyboard; tests/flows runs this with one",
)


def in_front() -> QWidget:
    """Return the active window."""
    active = QApplication.activeWindow()
    assert active is not None
    return active


def home(world: World) -> str:
    return (world.root / "Home.md").read_text()


def test_question_is_a_card_that_leaves_the_keyboard_where_it_is(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        async with waiting(tmp_path) as world:
            box = world.panel.composer.input
            assert dialog() is None
            assert card(world).isVisible()
            assert QApplication.focusWidget() is box
            press(box, Qt.Key.Key_A)
            press(box, Return)
            assert home(world) == "# Home\n"
            assert [request.text for request in world.session.queue.requests] == ["a"]

    run_async(body())


@pytest.mark.parametrize(("key", "written"), [(Return, "# Home\nx\n"), (Backspace, "# Home\n")])
def test_keys_answer_at_the_card_once_somebody_went_there(
    tmp_path: Path, run_async: Run, key: Qt.Key, written: str
) -> None:
    async def body() -> None:
        async with waiting(tmp_path) as world:
            assert world.decisions is not None
            box = world.panel.composer.input
            press(box, Qt.Key.Key_A)
            world.decisions.go()
            assert QApplication.focusWidget() is card(world)
            await until(painted(card(world)))
            press(box, key)
            assert world.decisions.waiting, "600 ms after another key nothing is an answer"
            await quiet(HOLD_MS)
            press(box, key)
            await world.end()
            assert home(world) == written
            assert QApplication.focusWidget() is box
            assert box.toPlainText() == "a"

    run_async(body())


def test_what_is_typed_at_a_card_goes_to_the_field_where_somebody_wrote(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        async with waiting(tmp_path) as world:
            assert world.decisions is not None
            box = world.panel.composer.input
            world.decisions.go()
            for letter in (Qt.Key.Key_H, Qt.Key.Key_I):
                press(box, letter)
            assert box.toPlainText() == "hi"
            assert QApplication.focusWidget() is box
            assert world.decisions.waiting

    run_async(body())


def test_card_is_no_higher_than_its_parts_need(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        links = "- [[The Left Hand of Winter]]: finished\n- [[A Field of Small Things]]: borrowed\n"
        async with waiting(tmp_path, links, path="Reading/Index") as world:
            world.panel.resize(430, 800)
            await until(painted(card(world)))
            await until(lambda: card(world).height() == card(world).heightForWidth(card(world).width()))

    run_async(body())


def test_escape_at_a_card_goes_back_and_answers_nothing(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        async with waiting(tmp_path) as world:
            assert world.decisions is not None
            box = world.panel.composer.input
            world.decisions.go()
            await until(seen(card(world)))
            await quiet(HOLD_MS)
            press(box, Escape)
            assert QApplication.focusWidget() is box
            assert world.decisions.waiting
            assert world.session.running

    run_async(body())


@pytest.mark.parametrize(
    ("text", "tool", "more"),
    [
        ("".join(f"{n}\n" for n in range(13)), "create_note", {}),
        ("long " * 400, "create_note", {}),
        ("", "create_note", {"mode": "overwrite", "content": ""}),
    ],
    ids=["13 lines", "one long line", "empties the note"],
)
def test_what_a_card_cannot_show_whole_opens_its_dialog(
    tmp_path: Path, run_async: Run, text: str, tool: str, more: dict[str, Any]
) -> None:
    async def body() -> None:
        async with waiting(tmp_path, text, tool, **more) as world:
            assert world.decisions is not None
            assert not card(world).apply.isVisible()
            world.decisions.go()
            found = dialog()
            assert isinstance(found, WriteApproval)
            assert found.windowModality() == Qt.WindowModality.WindowModal

    run_async(body())


def test_dialog_opens_by_itself_when_nobody_types(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        async with waiting(tmp_path) as world:
            press(world.panel, Qt.Key.Key_Up)
            with opening():
                glances = Glances(world.decisions)
                await until(lambda: glances.count > 1)
                assert dialog() is None, "a key was pressed just now"
                found = await opened()
            assert isinstance(found, WriteApproval)
            await until(painted(found))
            press(in_front(), Return)
            assert found.isVisible(), "nobody has read it yet"
            await until(seen(found))
            await quiet(HOLD_MS)
            press(in_front(), Return)
            await world.end()
            assert home(world) == "# Home\nx\n"

    run_async(body())


def test_keys_that_move_lead_into_a_dialog_that_opened_by_itself(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        async with waiting(tmp_path, opens=True) as world:
            found = await opened()
            assert isinstance(found, WriteApproval)
            await until(painted(found))
            before = found.focusWidget()
            press(in_front(), Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
            await until(found.isActiveWindow)
            assert found.focusWidget() is not before
            found.apply_button.setFocus()
            await quiet(HOLD_MS)
            press(found, Space)
            await world.end()
            assert home(world) == "# Home\nx\n"

    run_async(body())


@by_window_manager
@pytest.mark.parametrize(("key", "modifiers"), [(Escape, NONE), (Qt.Key.Key_R, ALT), (Qt.Key.Key_A, ALT)])
def test_its_own_keys_are_heard_without_the_keyboard(
    tmp_path: Path, run_async: Run, key: Qt.Key, modifiers: Qt.KeyboardModifier
) -> None:
    async def body() -> None:
        async with waiting(tmp_path, opens=True) as world:
            found = await opened()
            assert isinstance(found, WriteApproval)
            await until(painted(found))
            await until(seen(found))
            await quiet(HOLD_MS)
            press(world.panel, key, modifiers)
            if key == Qt.Key.Key_R:
                assert found.reject_menu.isVisible()
                found.reject_menu.actions()[0].trigger()
            await world.end()
            assert home(world) == ("# Home\nx\n" if key == Qt.Key.Key_A else "# Home\n")

    run_async(body())


class Fields(QWidget):
    """Places where the user may be, besides the conversation."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        layout = QVBoxLayout(self)
        self.note, self.line, self.tree = QPlainTextEdit(self), QLineEdit(self), QTreeView(self)
        self.shown = QPlainTextEdit(self)
        self.shown.setReadOnly(True)
        for field in (self.note, self.line, self.tree, self.shown):
            layout.addWidget(field)
        self.resize(200, 300)
        self.show()


@pytest.mark.parametrize(
    ("place", "opens"),
    [("note", False), ("line", False), ("tree", True), ("shown", True), ("box", True), ("full box", False)],
)
def test_it_opens_by_itself_only_in_the_empty_message_box_or_where_nothing_is_written(
    tmp_path: Path, run_async: Run, place: str, opens: bool
) -> None:
    async def body() -> None:
        async with waiting(tmp_path) as world:
            fields = Fields(world.panel)
            box = world.panel.composer.input
            box.set_text("half a request" if place == "full box" else "")
            (box if "box" in place else getattr(fields, place)).setFocus()
            await quiet(QUIET_MS)
            with opening():
                glances = Glances(world.decisions)
                await until(lambda: glances.count > 3 or dialog())
            assert (dialog() is not None) is opens

    run_async(body())


class Glances(QObject):
    """Counts how often it is checked whether the user is still typing."""

    def __init__(self, decisions: Decisions | None) -> None:
        super().__init__()
        assert decisions is not None
        self.count = 0
        decisions._look.timeout.connect(self._add)

    def _add(self) -> None:
        self.count += 1


def test_who_types_on_has_the_keyboard_back_with_all_that_was_typed(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        async with waiting(tmp_path, opens=True) as world:
            box = world.panel.composer.input
            found = await opened()
            await until(painted(found))
            for key in (Qt.Key.Key_G, Qt.Key.Key_O, Space, Qt.Key.Key_O, Qt.Key.Key_N, Backspace):
                press(in_front(), key)
            await until(lambda: dialog() is None)
            assert box.toPlainText() == "go o"
            assert QApplication.focusWidget() is box
            assert home(world) == "# Home\n"
            assert world.decisions is not None
            assert world.decisions.waiting

    run_async(body())


def test_word_that_is_composed_as_a_dialog_opens_is_not_cut(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        async with waiting(tmp_path, opens=True) as world:
            box = world.panel.composer.input
            found = await opened()
            await until(painted(found))
            focus = QApplication.focusWidget()
            assert focus is not None
            assert focus.testAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)
            for preedit in ("n", "ni", "ni hao"):
                QApplication.sendEvent(focus, QInputMethodEvent(preedit, []))
                assert clock().composing
            done = QInputMethodEvent("", [])
            done.setCommitString("你好")
            QApplication.sendEvent(focus, done)
            await until(lambda: dialog() is None)
            assert box.toPlainText() == "你好"

    run_async(body())


def test_composed_word_is_noticed_although_qt_reported_no_field_last(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        async with waiting(tmp_path) as world:
            box = world.panel.composer.input
            box.setFocus()
            app = QApplication.instance()
            assert isinstance(app, QApplication)
            app.focusObjectChanged.emit(None)  # as when a dialog closes
            QApplication.sendEvent(box, QInputMethodEvent("n", []))
            assert clock().composing

    run_async(body())


def test_key_of_an_early_moment_answers_nothing(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        async with waiting(tmp_path) as world:
            assert world.decisions is not None
            box = world.panel.composer.input
            await quiet(HOLD_MS)
            world.decisions.open(world.decisions.waiting[0])
            found = dialog()
            assert found is not None
            press(found, Return)  # not painted yet
            assert found.isVisible()
            await until(painted(found))
            press(found, Return)  # too soon after a key
            assert found.isVisible()
            await quiet(HOLD_MS)
            for letter in (Qt.Key.Key_H, Qt.Key.Key_I):
                press(found, letter)
            assert box.toPlainText() == "hi"
            press(found, Return)
            press(found, Qt.Key.Key_P, Qt.KeyboardModifier.AltModifier)
            press(found, Escape)
            assert found.isVisible()
            await quiet(HOLD_MS)
            press(found, Return)
            await world.end()
            assert home(world) == "# Home\nx\n"

    run_async(body())


def test_going_back_to_the_window_leaves_the_question_as_a_card(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        async with waiting(tmp_path, opens=True) as world:
            found = await opened()
            await until(painted(found))
            found.activateWindow()
            await until(found.isActiveWindow)

            def gone_back() -> bool:
                world.panel.activateWindow()  # a window manager may refuse it once
                return dialog() is None

            await until(gone_back)
            glances = Glances(world.decisions)
            await quiet(QUIET_MS)
            await until(lambda: glances.count > 3)
            assert dialog() is None, "somebody who went away has seen it"
            assert world.decisions is not None
            world.decisions.open(world.decisions.waiting[0])
            assert dialog() is found, "with what was done in it"

    run_async(body())


def test_stop_takes_a_question_back(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        async with waiting(tmp_path) as world:
            press(world.panel, Escape)
            await world.end()
            assert world.decisions is not None
            assert world.decisions.waiting == []
            await until(lambda: not world.panel.view.findChildren(DecisionCard))
            assert home(world) == "# Home\n"

    run_async(body())


@dataclass
class Asked:
    """A question, and its answer."""

    ask: Callable[[Decisions], Coroutine[Any, Any, object]]
    yes: object


PLAN = Plan.draft("tidy", [("list", "a list")])
FORM = form_request("booking", "Sure?", {"type": "object", "properties": {}})
KINDS: dict[str, Asked] = {
    "plan": Asked(lambda d: DialogApprover(d).review_plan(PLAN), "approve"),
    "round": Asked(
        lambda d: DialogApprover(d).confirm_round(RoundSummary(5, (), Usage())),
        RoundAnswer.CONTINUE,
    ),
    "server": Asked(lambda d: DialogElicitation(d)(FORM), "accept"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_question_has_the_same_hold_of_keys(run_async: Run, kind: str) -> None:
    async def body() -> None:
        window = QWidget()
        note = QPlainTextEdit(window)
        window.show()
        window.activateWindow()
        await until(window.isActiveWindow)
        note.setFocus()
        decisions = Decisions(lambda: window)
        asked = asyncio.ensure_future(KINDS[kind].ask(decisions))
        await until(lambda: decisions.waiting)
        press(note, Qt.Key.Key_W)
        assert dialog() is None
        decisions.go()
        found = dialog()
        assert found is not None
        press(found, Return)
        await until(painted(found))
        press(found, Qt.Key.Key_E)
        press(found, Return)
        assert not asked.done()
        assert note.toPlainText() == "we"
        await quiet(HOLD_MS)
        press(found, Return)
        answer = await asked
        match answer:
            case PlanReview():
                assert answer.answer.value == KINDS[kind].yes
            case ElicitationAnswer():
                assert answer.action == KINDS[kind].yes
            case _:
                assert answer is KINDS[kind].yes
        window.deleteLater()

    run_async(body())


def test_the_status_bar_says_what_waits_and_shows_the_key_in_a_box(
    tmp_path: Path, qapp: QApplication, run_async: Run
) -> None:
    async def body() -> None:
        async with waiting(tmp_path) as world:
            assert world.decisions is not None
            bar = StatusBar()
            light = PendingIndicator(world.decisions, bar)
            world.decisions.set_keys("Ctrl+J")
            bar.resize(900, 26)
            bar.show()
            assert (light.text(), light.keys) == ("● 1 change waits", "Ctrl J")
            assert light.accessibleName() == "1 change waits"
            assert LIGHT.warn in _colors_of(light)
            wear_colors(DARK)
            assert DARK.warn in _colors_of(light)
            bar.deleteLater()

    apply_theme(qapp, LIGHT)
    run_async(body())


def _colors_of(shown: QWidget) -> set[str]:
    picture = shown.grab().toImage()
    return {picture.pixelColor(x, y).name() for x in range(picture.width()) for y in range(picture.height())}
