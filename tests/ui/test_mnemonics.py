"""Mnemonics: a letter that two visible widgets share only moves the focus."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QIcon, QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QMenu, QWidget
from pytestqt.qtbot import QtBot

from axon_desktop.agent.approval.approval import RoundSummary
from axon_desktop.agent.events import BudgetWarning, Error, PlanProposed, StepComplete, StepStarted, TurnStarted
from axon_desktop.agent.plan.plan import Plan
from axon_desktop.errors import LLMConnectionError, LLMServerError
from axon_desktop.llm.messages import Usage
from axon_desktop.settings.keys import KeyStore
from axon_desktop.settings.settings import Settings
from axon_desktop.ui.approval.plan_dialog import PlanDialog
from axon_desktop.ui.approval.rounds_dialog import RoundsDialog
from axon_desktop.ui.chat.notice_box import NoticeBox
from axon_desktop.ui.chat.panel import ChatPanel
from axon_desktop.ui.look.theme import Theme
from axon_desktop.ui.session.compaction import CompactionState
from axon_desktop.ui.settings.dialog import SettingsDialog
from axon_desktop.ui.window.main_window import MainWindow
from tests.ui.chat_world import Run, make_world, until

pytestmark = pytest.mark.qt_log_ignore(r"propagateSizeHints|raise\(\)")

STEPS = [("Read Home", "Its text is known"), ("Write B", "B holds the text")]


def letters(texts: list[str]) -> list[str]:
    """Return the letters of labels and menu entries."""
    return [letter.upper() for text in texts for letter in re.findall(r"&(\w)", text.replace("&&", ""))]


def clashes(window: QWidget) -> set[str]:
    """Return the letters that more than one visible widget has, or that occur twice in one menu."""
    labels = [label for label in window.findChildren(QLabel) if label.isVisible() and label.buddy() is not None]
    taken = letters([label.text() for label in labels])
    keys = [shortcut.key() for shortcut in window.findChildren(QShortcut)]
    keys += [button.shortcut() for button in window.findChildren(QAbstractButton) if button.isVisible()]
    taken += [key.toString().removeprefix("Alt+") for key in keys if re.fullmatch(r"Alt\+\w", key.toString())]
    groups = [taken, *(letters([action.text() for action in menu.actions()]) for menu in menus(window))]
    return {letter for group in groups for letter, count in Counter(group).items() if count > 1}


def menus(window: QWidget) -> list[QMenu]:
    return window.findChildren(QMenu)


def test_letters_that_clash_are_found(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    plan = PlanDialog(Plan.draft("tidy", STEPS), window)
    plan.setWindowFlags(Qt.WindowType.Widget)
    window.show()
    plan.show()
    assert clashes(window) == set()
    shortcut = QShortcut(QKeySequence("Alt+V"), window)
    assert clashes(window) == {"V"}
    shortcut.deleteLater()


def test_window_with_all_offers_of_the_chat_has_no_clash(
    tmp_path: Path, qapp: QApplication, run_async: Run
) -> None:
    async def body() -> None:
        world = make_world(tmp_path)
        state = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
        Theme(qapp, "light")
        window = MainWindow(QIcon(), state)
        window.show_vault(world.vault, world.session)
        window.resize(1400, 1600)
        window.show()
        panel = window.chat
        assert isinstance(panel, ChatPanel)
        show = world.session.event_received.emit
        show(TurnStarted(turn_id="t", text="go", mode="plan"))
        plan = Plan.draft("Copy Home", STEPS).with_status("executing")
        show(PlanProposed(turn_id="t", plan=plan))
        show(StepStarted(turn_id="t", step=1, index=0, total=2))
        show(BudgetWarning(turn_id="t", tokens=81_000, cost=None, max_tokens=100_000, max_cost=None))
        show(Error.of(LLMConnectionError("down"), "t"))
        card = panel.transcript.plans.newest
        assert card is not None
        await until(card.resume.isVisible)
        assert clashes(window) == set()
        show(TurnStarted(turn_id="t", text="go", mode="plan", resumed=True))
        show(StepComplete(turn_id="t", step=1, result="no", success=False))
        show(BudgetWarning(turn_id="t", tokens=81_000, cost=None, max_tokens=100_000, max_cost=None))
        show(Error.of(LLMConnectionError("down"), "t"))
        world.session.compaction_changed.emit(CompactionState("failed", LLMServerError("down", status=500)))
        panel.view.scroll_to_end()
        await until(lambda: card.skip.isVisible() and panel.view.findChildren(NoticeBox)[-1].button.isVisible())
        assert clashes(window) == set()
        window.close_for_good()
        window.deleteLater()
        await world.close()

    run_async(body())


@pytest.mark.parametrize("page", ["general", "models", "safety", "appearance", "task_manager"])
def test_settings_have_no_clash(page: str, run_async: Run) -> None:
    async def body() -> None:
        found = SettingsDialog(Settings(), KeyStore({}), page=page)
        found.show()
        await until(lambda: found.models.form.key_row.place.text()[:1] in "●○")
        assert clashes(found) == set()
        found.close()

    run_async(body())


def test_question_about_rounds_has_no_clash(qtbot: QtBot) -> None:
    found = RoundsDialog(RoundSummary(5, (), Usage()))
    qtbot.addWidget(found)
    found.show()
    assert clashes(found) == set()
