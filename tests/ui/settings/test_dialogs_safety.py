from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from axon_desktop.settings.settings import FolderRule, LimitSettings, SafetySettings, ToolRule
from axon_desktop.tools.shell import sandbox
from axon_desktop.ui.settings import safety_page
from axon_desktop.ui.settings.safety_page import SafetyPage
from tests.waiting import until

Run = Callable[[Coroutine[Any, Any, None]], None]

RULES = [FolderRule("here", "Inbox", allow=True), FolderRule("there", "", allow=False)]
TOOLS = [ToolRule("github.create_issue", allow=True), ToolRule("shell.run", allow=False)]


def shown(qtbot: QtBot, safety: SafetySettings, limits: LimitSettings | None = None) -> SafetyPage:
    page = SafetyPage(safety, limits or LimitSettings(), vault_id="here")
    qtbot.addWidget(page)
    page.show()
    return page


def texts(page: SafetyPage) -> list[str]:
    return [page.rules.item(row).text() for row in range(page.rules.count())]


def test_every_rule_is_listed_with_what_it_says(qtbot: QtBot) -> None:
    page = shown(qtbot, SafetySettings(rules=list(RULES), tools=list(TOOLS)))
    assert texts(page) == [
        "Inbox/ — always apply",
        "whole vault (in another vault) — never write",
        "github.create_issue — always allow",
        "shell.run — never allow",
    ]
    assert not page.no_rules.isVisible()
    assert page.safety() == SafetySettings(rules=RULES, tools=TOOLS)


def test_one_rule_can_be_removed_by_button_or_key(qtbot: QtBot) -> None:
    page = shown(qtbot, SafetySettings(rules=list(RULES), tools=list(TOOLS)))
    assert not page.remove.isEnabled()
    page.rules.setCurrentRow(2)
    page.remove.click()
    page.rules.setCurrentRow(0)
    QTest.keyClick(page.rules, Qt.Key.Key_Delete)
    assert (page.safety().rules, page.safety().tools) == (RULES[1:], TOOLS[1:])
    assert len(texts(page)) == 2


def test_all_rules_can_be_removed_and_then_the_page_says_where_rules_come_from(qtbot: QtBot) -> None:
    page = shown(qtbot, SafetySettings(rules=list(RULES), tools=list(TOOLS)))
    page.remove_all.click()
    assert (page.safety().rules, page.safety().tools) == ([], [])
    assert page.no_rules.isVisible()
    for widget in (page.rules, page.remove, page.remove_all):
        assert not widget.isVisible()


def test_what_was_answered_while_the_page_was_open_is_kept(qtbot: QtBot) -> None:
    safety = SafetySettings(rules=list(RULES), tools=list(TOOLS))
    page = shown(qtbot, safety)
    page.rules.setCurrentRow(0)
    page.remove.click()
    answered, asked = FolderRule("here", "Diary", allow=False), ToolRule("mail.send", allow=True)
    safety.rules = [*safety.rules, answered]
    safety.tools = [TOOLS[0], asked]
    safety.mode = "read_only"
    saved = page.safety()
    assert (saved.rules, saved.tools) == ([RULES[1], answered], [TOOLS[0], asked])
    assert saved.mode == "read_only"
    page.mode.setCurrentIndex(page.mode.findData("apply"))
    assert page.safety().mode == "apply"
    page.remove_all.click()
    assert (page.safety().rules, page.safety().tools) == ([answered], [asked])  # those nobody saw on the page


def test_page_without_rules_says_so_from_the_start(qtbot: QtBot) -> None:
    page = shown(qtbot, SafetySettings())
    assert page.no_rules.isVisible()
    assert not page.rules.isVisible()


def test_everything_is_reached_by_tab(qtbot: QtBot) -> None:
    page = shown(qtbot, SafetySettings(rules=list(RULES)))
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    page.rules.setCurrentRow(0)
    page.mode.setFocus()
    reached: set[QWidget | None] = set()
    for _ in range(14):
        reached.add(QApplication.focusWidget())
        QTest.keyClick(page, Qt.Key.Key_Tab)
    assert {page.mode, page.tokens, page.cost, page.commands, page.rules, page.remove, page.remove_all} <= reached


def test_commands_are_off_until_switched_on_and_then_the_sandbox_is_tried(qtbot: QtBot, run_async: Run) -> None:
    async def body() -> None:
        page = shown(qtbot, SafetySettings())
        assert not page.safety().commands
        assert not page.sandbox.isVisible()
        QTest.keyClick(page.commands, Qt.Key.Key_Space)
        assert page.safety().commands
        assert not page.commands.grab().isNull()
        words = "Commands run in a sandbox" if await asyncio.to_thread(sandbox.works) else "No sandbox works"
        await until(lambda: page.sandbox.text().startswith(words))
        assert page.sandbox.isVisible()

    run_async(body())


def test_a_computer_without_a_sandbox_is_told_of(
    qtbot: QtBot, run_async: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "find", lambda: sandbox.SandboxStatus(None, ()))

    async def body() -> None:
        page = shown(qtbot, SafetySettings(commands=True))
        await until(lambda: "No sandbox works on this computer" in page.sandbox.text())
        assert page.sandbox.property("tone") == "warn"

    run_async(body())


def test_ceilings_are_none_unless_set(qtbot: QtBot) -> None:
    page = shown(qtbot, SafetySettings(), LimitSettings(turn_tokens=50_000))
    assert page.limits(LimitSettings()).turn_tokens == 50_000
    assert page.limits(LimitSettings()).turn_cost is None
    assert page.cost.text() == "no limit"
    page.tokens.setValue(7)
    page.cost.setValue(0.25)
    limits = page.limits(LimitSettings())
    assert (limits.turn_tokens, limits.turn_cost) == (1_000, 0.25)
    page.tokens.setValue(0)
    assert page.limits(LimitSettings()).turn_tokens is None


def test_on_windows_commands_cannot_be_switched_on_and_the_page_says_why(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(safety_page, "HAS_COMMANDS", False)
    page = shown(qtbot, SafetySettings(commands=True))
    assert not page.commands.isEnabled()
    assert page.sandbox.isHidden()
    assert any("Axon cannot run commands on Windows" in label.text() for label in page.findChildren(QLabel))
