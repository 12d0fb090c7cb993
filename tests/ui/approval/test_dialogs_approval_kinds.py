"""Approval of moves, the trash, commands, and tools of MCP servers."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TypeVar

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from axon_desktop.agent.approval.approval import (
    ApprovalRequest,
    AskReason,
    Decision,
    PlanAnswer,
    PlanReview,
    Verdict,
)
from axon_desktop.agent.plan.plan import Plan
from axon_desktop.llm.messages import ToolCall
from axon_desktop.theme.colors import DARK, LIGHT
from axon_desktop.ui.approval.dialog import ApprovalDialog
from axon_desktop.ui.approval.dialog_approver import DialogApprover, approval_dialog
from axon_desktop.ui.approval.move_dialog import MoveApproval, TrashApproval
from axon_desktop.ui.approval.plan_dialog import PlanDialog
from axon_desktop.ui.approval.tool_dialog import CommandApproval, ToolApproval
from axon_desktop.ui.approval.write_dialog import WriteApproval
from axon_desktop.ui.diff.rows import compare
from axon_desktop.ui.widgets.labels import WarningLabel
from axon_desktop.vault.history.changes import ChangePreview, Proposal
from tests.ui.chat_world import Run, dialog, ready, until
from tests.ui.colors import wear_colors
from tests.ui.decisions_world import eager

D = TypeVar("D", bound=ApprovalDialog)

LONG = "Projects/" + "a_very_long_name_without_any_blank" * 6 + "/" + "很长的文件名" * 12 + ".md"


def links(count: int) -> tuple[ChangePreview, ...]:
    return tuple(
        ChangePreview(
            f"Daily/日记 {n:03}.md", b"- [[Idea]]\nlast\n", b"- [[Work/Idea]]\nlast\n" + b"x\n" * n, "links"
        )
        for n in range(count)
    )


def move(count: int, path: str = "Inbox/Idea.md", target: str = "Work/Idea.md") -> ApprovalRequest:
    proposal = Proposal("move", path, links(count), target, "0" * 64)
    return ApprovalRequest(ToolCall("move_note", {}), proposal, ("write",), "把想法移到 Work")


def trash(removed: bytes | None, target: str = "", path: str = "Inbox/Idea.md") -> ApprovalRequest:
    proposal = Proposal("trash", path, (), target, "0" * 64)
    return ApprovalRequest(ToolCall("trash_note", {}), proposal, ("write",), "tidy", removed=removed)


def command(params: dict[str, object], *, sandboxed: bool = True) -> ApprovalRequest:
    call = ToolCall("run_command", params)
    return ApprovalRequest(call, None, ("command",), "count", "command", sandboxed=sandboxed)


def outside(params: dict[str, object], *reasons: AskReason) -> ApprovalRequest:
    call = ToolCall("github.create_issue", params)
    return ApprovalRequest(call, None, reasons or ("external",), "file it", "external")


def shown(request: ApprovalRequest, kind: type[D], qtbot: QtBot, *, dark: bool = False) -> D:
    proposal = request.proposal
    diffs = [compare(change.before, change.after) for change in proposal.changes] if proposal else []
    if proposal and proposal.action == "trash":
        diffs = [compare(request.removed, b"")]
    wear_colors(DARK if dark else LIGHT)
    found = approval_dialog(request, diffs)
    qtbot.addWidget(found)
    found.show()
    assert isinstance(found, kind)
    return found


def labels(found: ApprovalDialog) -> str:
    texts = (label.text() for label in found.findChildren(QLabel) if label.isVisible())
    return "\n".join(texts).replace("\u200b", "")


def texts(menu_of: ApprovalDialog) -> list[str]:
    return [action.text() for menu in (menu_of.all_menu, menu_of.reject_menu) for action in menu.actions()]


def test_move_shows_where_to_and_every_note_that_changes(qtbot: QtBot) -> None:
    found = shown(move(200), MoveApproval, qtbot)
    assert found.windowTitle() == "Move this note?"
    assert "Inbox/Idea.md" in labels(found)
    assert "Work/Idea.md" in labels(found)
    assert "200 notes will change" in labels(found)
    assert found.files.count() == 200
    item = found.files.item(3)
    assert item.text() == "Daily/日记 003.md"
    assert item.data(Qt.ItemDataRole.AccessibleTextRole) == "Daily/日记 003.md: 4 lines added, 1 removed"
    assert not found.edit_button.isVisible()
    found.apply_button.click()
    assert found.decision == Decision(Verdict.ONCE)


def test_keys_choose_the_note_whose_change_is_shown(qtbot: QtBot) -> None:
    found = shown(move(5), MoveApproval, qtbot)
    assert "1 line added" in found.view.accessibleDescription()
    found.files.setFocus()
    for _ in range(3):
        QTest.keyClick(found.files, Qt.Key.Key_Down)
    assert "4 lines added" in found.view.accessibleDescription()
    QTest.keyClick(found.files, Qt.Key.Key_Return)
    assert found.decision.verdict is Verdict.ONCE


def test_move_of_a_note_that_nothing_links_to(qtbot: QtBot) -> None:
    found = shown(move(0, "pic.png", "Work/pic.png"), MoveApproval, qtbot)
    assert found.windowTitle() == "Move this file?"
    assert "no notes link to it" in labels(found)
    assert not found.files.isVisible()
    assert not found.view.isVisible()
    found.reject()
    assert found.decision == Decision(Verdict.REJECT)


def test_rules_for_a_move_name_the_folders_that_they_are_about(qtbot: QtBot) -> None:
    found = shown(move(1), MoveApproval, qtbot)
    assert texts(found)[:2] == ["Allow all changes for this request", "Always apply in the whole vault"]
    assert found.all_button.text() == "A&llow… ▾", "nothing is applied here"
    assert texts(found)[-1] == "Never in Inbox/"
    near = shown(move(0, "R&D/A/Idea.md", "R&D/B/Idea.md"), MoveApproval, qtbot)
    assert "Always apply in R&&D/" in texts(near)


@pytest.mark.parametrize(
    ("target", "words"),
    [("", "to the system’s trash"), (".trash/Idea 1.md", "vault’s trash, as .trash/Idea 1.md")],
)
def test_trash_shows_the_text_as_removed_and_that_it_can_be_undone(target: str, words: str, qtbot: QtBot) -> None:
    found = shown(trash("# 想法\nb\n".encode(), target), TrashApproval, qtbot)
    assert found.windowTitle() == "Move this note to the trash?"
    assert words in labels(found)
    assert "+0 −2" in labels(found)
    assert "can be undone" in labels(found)
    assert [row.left for row in found.view._diff.rows] == ["# 想法", "b"]


@pytest.mark.parametrize(
    ("removed", "words"), [(b"\xff\x00", "not text (2 bytes)"), (b"", "is empty"), (None, "cannot be read")]
)
def test_trash_says_what_it_cannot_show(removed: bytes | None, words: str, qtbot: QtBot) -> None:
    found = shown(trash(removed, path="pic.png"), TrashApproval, qtbot)
    assert found.windowTitle() == "Move this file to the trash?"
    assert words in labels(found)
    assert "−" not in labels(found)


def test_command_is_shown_word_for_word_and_allows_no_rule(qtbot: QtBot) -> None:
    found = shown(command({"command": ["git", "commit", "-m", "a; b"], "timeout": 5}), CommandApproval, qtbot)
    assert found.windowTitle() == "Run this command?"
    assert found.command.toPlainText() == "git commit -m 'a; b'"
    for words in ("the vault’s folder", "none of your files", "5 s"):
        assert words in labels(found)
    assert "no sandbox" not in labels(found)
    assert not found.all_button.isVisible()
    assert texts(found) == ["Reject", "Reject with a note to the model…"]


def test_command_that_may_write_names_where(qtbot: QtBot) -> None:
    found = shown(command({"command": "sh do.sh", "writes": ["Notes", "Home.md"]}), CommandApproval, qtbot)
    assert "Notes, Home.md. Changes it makes there can be undone." in labels(found)
    assert "none of your files" not in labels(found)


def test_command_without_a_sandbox_or_by_a_shell_says_so(qtbot: QtBot) -> None:
    request = command({"command": "ls | wc", "shell": True, "odd": {"a": 1}}, sandboxed=False)
    found = shown(request, CommandApproval, qtbot)
    assert found.command.toPlainText() == "ls | wc"
    for words in ("no sandbox", "Shell", 'odd\n{"a": 1}'):
        assert words in labels(found)
    assert "none of your files" not in labels(found)


def test_hidden_characters_of_a_call_are_visible(qtbot: QtBot) -> None:
    found = shown(command({"command": "echo a\u202eb\x1b"}), CommandApproval, qtbot)
    assert found.command.toPlainText() == "echo a\ufffdb\ufffd"
    tool = shown(outside({"text": "a\u200bb"}), ToolApproval, qtbot)
    assert "a\ufffdb" in tool.arguments.toPlainText()


def test_outside_tool_shows_its_arguments_and_offers_rules_for_itself(qtbot: QtBot) -> None:
    found = shown(outside({"title": "新", "labels": ["a"]}), ToolApproval, qtbot)
    assert "It comes from “github”, another program." in labels(found)
    assert "cannot undo it" in labels(found)
    assert '"title": "新"' in found.arguments.toPlainText()
    assert texts(found) == [
        "Allow github.create_issue for this request",
        "Always allow github.create_issue",
        "Reject",
        "Reject with a note to the model…",
        "Never allow github.create_issue",
    ]
    found.reject_menu.actions()[2].trigger()
    assert found.decision.verdict is Verdict.NEVER
    assert "No arguments" in labels(shown(outside({}), ToolApproval, qtbot))


@pytest.mark.parametrize("kind", [ToolApproval, TrashApproval, CommandApproval])
def test_mere_enter_answers_nothing_the_user_may_not_have_asked_for(
    kind: type[ApprovalDialog], qtbot: QtBot
) -> None:
    requests = {
        ToolApproval: outside({}),
        TrashApproval: trash(b"a\n"),
        CommandApproval: command({"command": "ls"}),
    }
    request = requests[kind]
    found = shown(replace(request, reasons=(*request.reasons, "outside")), kind, qtbot)
    assert found.focusWidget() is found.reject_button
    for at in (found.reject_button, found):
        QTest.keyClick(at, Qt.Key.Key_Return)
    assert found.isVisible()
    assert not found.reject_menu.isVisible()
    QTest.keyClick(found.reject_button, Qt.Key.Key_Space)
    assert found.reject_menu.isVisible()
    found.reject_menu.close()
    QTest.keyClick(found.apply_button, Qt.Key.Key_Return)
    assert found.decision.verdict is Verdict.ONCE
    calm = shown(request, kind, qtbot)
    assert calm.focusWidget() is calm.apply_button
    QTest.keyClick(calm, Qt.Key.Key_Return)
    assert calm.decision.verdict is Verdict.ONCE


def test_menu_of_a_button_leaves_its_edge_in_sight(qtbot: QtBot) -> None:
    found = shown(outside({}), ToolApproval, qtbot)
    for button, menu in ((found.reject_button, found.reject_menu), (found.all_button, found.all_menu)):
        button.click()
        assert menu.y() > button.mapToGlobal(button.rect().bottomLeft()).y() + 1
        menu.close()


def test_unsure_call_of_an_outside_tool_allows_no_rule(qtbot: QtBot) -> None:
    found = shown(outside({}, "near_miss"), ToolApproval, qtbot)
    assert "proper form" in labels(found)
    assert not found.all_button.isVisible()


def test_long_request_is_quoted_in_one_line(qtbot: QtBot) -> None:
    request = replace(outside({}), turn_text="x " * 500)
    found = shown(request, ToolApproval, qtbot)
    assert found._asked.height() < 2 * found._asked.fontMetrics().height()
    assert found._asked.shown_text().endswith("…")
    assert found._asked.text().endswith("x…”")
    assert not shown(replace(request, turn_text=""), ToolApproval, qtbot)._asked.isVisible()


@pytest.mark.parametrize("lines", [1, 5, 20])
def test_text_of_a_call_has_room_around_it_and_no_caret(lines: int, qtbot: QtBot) -> None:
    found = shown(command({"command": "\n".join(f"line {n}" for n in range(lines))}), CommandApproval, qtbot)
    code = found.command
    assert code.verticalScrollBar().maximum() == 0
    assert code.cursorRect().topLeft() == QPoint(7, 7)
    found.activateWindow()
    code.setFocus()
    assert code.cursorWidth() == 0


def test_warning_has_a_painted_icon(qtbot: QtBot) -> None:
    label = WarningLabel("Words", None)
    qtbot.addWidget(label)
    label.setStyleSheet("color: #ff0000;")
    label.resize(200, 30)
    label.show()
    picture = label.grab().toImage()

    def red(left: int, right: int) -> bool:
        places = ((x, y) for x in range(left, right) for y in range(picture.height()))
        seen = (picture.pixelColor(*place) for place in places)
        return any(color.red() > 200 and color.green() < 120 for color in seen)

    assert red(0, 14)
    assert not red(15, 20)
    assert label.contentsRect().left() == 20


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize(
    "request_",
    [
        move(3, LONG, "Archive/" + LONG),
        trash(b"x", ".trash/" + LONG, LONG),
        ApprovalRequest(
            ToolCall("create_note", {}),
            Proposal.write(ChangePreview(LONG, None, b"x", "overwrite")),
            ("write",),
            "",
        ),
        ApprovalRequest(ToolCall("s" * 60 + "." + "t" * 60, {}), None, ("external",), "x" * 500, "external"),
        command({"command": "x" * 5_000}),
    ],
    ids=["move", "trash", "write", "tool", "command"],
)
def test_long_names_fit_a_narrow_window(request_: ApprovalRequest, dark: bool, qtbot: QtBot) -> None:
    found = shown(request_, ApprovalDialog, qtbot, dark=dark)
    assert found.width() <= 860
    assert found.height() <= 620
    found.resize(560, 520)
    qtbot.waitUntil(lambda: found.width() == 560)
    for button in (found.apply_button, found.reject_button):
        assert found.rect().contains(button.geometry())
    path = request_.proposal.path if request_.proposal else request_.call.tool
    assert path in labels(found)


def test_many_long_notes_are_compared_without_blocking_and_shown_in_time(run_async: Run) -> None:
    async def body() -> None:
        text = b"".join(b"line %d\n" % number for number in range(2_000))
        after = text.replace(b"line 5\n", b"line [[5]]\n").replace(b"line 1900\n", b"[[1900]]\n")
        changes = tuple(ChangePreview(f"{n}.md", text, after, "links") for n in range(200))
        request = ApprovalRequest(
            ToolCall("move_note", {}), Proposal("move", "a.md", changes, "b.md"), ("write",), ""
        )
        answer = asyncio.ensure_future(DialogApprover(eager()).approve(request))
        await until(ready)
        found = dialog()
        assert isinstance(found, MoveApproval)
        found.all_menu.actions()[0].trigger()
        assert (await answer).verdict is Verdict.TURN

    run_async(body())


def test_plain_write_still_has_its_own_dialog(qtbot: QtBot) -> None:
    change = ChangePreview("a.md", None, b"x\n", "overwrite")
    request = ApprovalRequest(ToolCall("create_note", {}), Proposal.write(change), ("write",), "")
    assert "create" in labels(shown(request, WriteApproval, qtbot))


def test_plan_is_reviewed_in_its_dialog(run_async: Run) -> None:
    async def body() -> None:
        plan = Plan.draft("tidy", [("list", "a list")])
        answer = asyncio.ensure_future(DialogApprover(eager()).review_plan(plan))
        await until(ready)
        found = dialog()
        assert isinstance(found, PlanDialog)
        QTest.keyClick(found, Qt.Key.Key_Escape)
        assert await answer == PlanReview(PlanAnswer.DISCARD, plan)
        assert QApplication.activeModalWidget() is None

    run_async(body())
