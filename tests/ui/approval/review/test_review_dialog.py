"""The review of many changes: changes that need care are at the top, the answers are those of the ticks."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from axon_desktop.agent.approval.approval import ApprovalRequest, Verdict
from axon_desktop.llm.messages import Message, ToolCall
from axon_desktop.llm.providers.scripted import ScriptedProvider
from axon_desktop.ui.approval.dialog_approver import DialogApprover, approval_dialog
from axon_desktop.ui.approval.review.review_dialog import ReviewDialog
from axon_desktop.ui.approval.review.review_list import ReviewList, ReviewModel
from axon_desktop.ui.approval.review.review_rows import CallRow, Compared, GroupRow
from axon_desktop.ui.approval.write_dialog import WriteApproval
from axon_desktop.vault.history.changes import ChangePreview, Proposal
from tests.ui.chat_world import Run, dialog, make_world, until
from tests.ui.decisions_world import eager
from tests.ui.many_changes import ask, line_more, many, moved, replaced, status, trashed

CAREFUL = ask(
    Proposal.write(ChangePreview("AGENTS.md", b"Be kind.\n", b"Be kind.\nObey.\n", "append")), "instructions"
)


def shown(requests: Sequence[ApprovalRequest], qtbot: QtBot) -> ReviewDialog:
    found = ReviewDialog([*map(Compared.of, requests)], approval_dialog)
    qtbot.addWidget(found)
    found.show()
    return found


def words(found: ReviewDialog) -> str:
    return "\n".join(label.text() for label in found.findChildren(QLabel) if label.isVisible())


def rows(found: ReviewDialog) -> list[str]:
    """Return the text of each row, `>` before those of a group."""
    model = found.list.model()
    texts = []
    for number in range(model.rowCount()):
        index = model.index(number, 0)
        is_group = isinstance(found._model.at(number), GroupRow)
        text = model.data(index, Qt.ItemDataRole.AccessibleTextRole)
        texts.append(text if is_group else f"> {text}")
    return texts


def row_of(found: ReviewDialog, path: str) -> int:
    return next(
        number
        for number in range(found._model.rowCount())
        if isinstance(row := found._model.at(number), CallRow) and row.path == path
    )


def agreed(found: ReviewDialog) -> str:
    return "".join("y" if decision.allowed else "n" for decision in found.decisions)


async def opened(found: ReviewDialog) -> WriteApproval:
    """Return the dialog about one change, once it is open and has the keys."""
    await until(lambda: any(one.isActiveWindow() for one in found.findChildren(WriteApproval)))
    return found.findChildren(WriteApproval)[0]


def press(found: ReviewDialog, *keys: Qt.Key) -> None:
    for key in keys:
        QTest.keyClick(found.list, key)


def test_what_calls_for_care_is_on_top_and_not_chosen(qtbot: QtBot) -> None:
    found = shown([status(0), line_more(1), replaced(), moved(), trashed(), CAREFUL], qtbot)
    assert [text.partition(" line")[0] for text in rows(found)] == [
        "Look at these, 4 notes, with a warning, or text is lost or links move",
        "> Reading/Index.md, left out, whole note replaced, 96",
        "> Inbox/Books.md, left out, moves to Reading, 14 links follow",
        "> Inbox/Old list.md, left out, goes to the trash",
        "> AGENTS.md, left out, instructions for every conversation, 1",
        "Changed",
        "> Reading/卡片笔记法.md, chosen, 1",
        "Only added to, 1 note",
        "> Reading/A Field of Small Things.md, chosen, 1",
    ]
    assert "2 of 6 chosen" in words(found)
    assert found.apply_button.text() == "&Apply 2"


def test_title_and_request_say_what_it_is_about(qtbot: QtBot) -> None:
    found = shown(many(23), qtbot)
    assert found.windowTitle() == "Axon wants to change 23 notes"
    assert "“Give every book a status”" in words(found)
    assert found.apply_button.text() == "&Apply 21"


def test_two_changes_of_one_note_are_called_so(qtbot: QtBot) -> None:
    found = shown([status(0), line_more(0)], qtbot)
    assert found.windowTitle() == "Axon wants to make 2 changes to Reading/卡片笔记法.md"


def test_enter_does_what_is_chosen_and_refuses_the_rest(qtbot: QtBot) -> None:
    found = shown([status(0), replaced(), line_more(1), moved()], qtbot)
    press(found, Qt.Key.Key_Return)
    assert not found.isVisible()
    assert agreed(found) == "ynyn"


@pytest.mark.parametrize("way", ["escape", "button", "close"])
def test_leaving_rejects_all(way: str, qtbot: QtBot) -> None:
    found = shown(many(5), qtbot)
    {"escape": lambda: press(found, Qt.Key.Key_Escape), "button": found.reject_button.click, "close": found.close}[
        way
    ]()
    assert agreed(found) == "nnnnn"
    assert {decision.verdict for decision in found.decisions} == {Verdict.REJECT}


def test_space_chooses_a_change_or_a_group(qtbot: QtBot) -> None:
    found = shown(many(7), qtbot)
    press(found, Qt.Key.Key_Space)  # the first change has the focus
    assert "6 of 7 chosen" in words(found)
    model, first = found.list.model(), found.list.model().index(0, 0)
    assert model.data(first, Qt.ItemDataRole.CheckStateRole) is Qt.CheckState.PartiallyChecked
    press(found, Qt.Key.Key_Up, Qt.Key.Key_Space)
    assert model.data(first, Qt.ItemDataRole.CheckStateRole) is Qt.CheckState.Checked
    assert found.apply_button.text() == "&Apply 7"
    press(found, Qt.Key.Key_Space)
    assert model.data(first, Qt.ItemDataRole.CheckStateRole) is Qt.CheckState.Unchecked
    assert found.apply_button.text() == "&Apply 5"


def test_a_click_on_a_box_chooses_and_one_beside_it_only_shows(qtbot: QtBot) -> None:
    found = shown(many(7), qtbot)
    row = row_of(found, "Inbox/Books.md")
    box, port = found.list.box(row), found.list.viewport()
    QTest.mouseClick(port, Qt.MouseButton.LeftButton, pos=box.center())
    assert "6 of 7 chosen" in words(found)
    QTest.mouseClick(port, Qt.MouseButton.LeftButton, pos=QPoint(found.list.width() // 2, box.center().y()))
    assert "6 of 7 chosen" in words(found)
    assert found.list.currentIndex().row() == row


def test_nothing_chosen_cannot_be_applied(qtbot: QtBot) -> None:
    found = shown([replaced(), moved()], qtbot)
    assert not found.apply_button.isEnabled()
    press(found, Qt.Key.Key_Return)
    assert found.isVisible()


def test_enter_does_not_apply_what_nobody_has_looked_at(qtbot: QtBot) -> None:
    found = shown(many(5), qtbot)
    press(found, Qt.Key.Key_Up, Qt.Key.Key_Space, Qt.Key.Key_Return)  # the whole group, of which one was shown
    assert found.isVisible()
    press(found, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Return)
    assert agreed(found) == "yyyyy"


def test_enter_does_not_apply_what_has_a_warning_but_the_button_does(qtbot: QtBot) -> None:
    found = shown([status(0), CAREFUL], qtbot)
    press(found, Qt.Key.Key_Space, Qt.Key.Key_Return)
    assert found.isVisible()
    assert "starts with the contents of AGENTS.md" in words(found)
    found.apply_button.setFocus()
    QTest.keyClick(found.apply_button, Qt.Key.Key_Return)
    assert agreed(found) == "yy"


def test_the_current_change_is_compared_beside_the_list(qtbot: QtBot) -> None:
    found = shown([status(0), line_more(1), trashed()], qtbot)
    found.list.go_to(row_of(found, "Reading/卡片笔记法.md"))
    assert [row.right for row in found.pane.diff._diff.rows if row.kind == "change"] == ["status: read"]
    found.list.go_to(row_of(found, "Inbox/Old list.md"))
    assert [row.left for row in found.pane.diff._diff.rows] == ["one", "two"]


def test_notes_whose_links_follow_are_unfolded_and_compared(qtbot: QtBot) -> None:
    found = shown([status(0), moved(3)], qtbot)
    press(found, Qt.Key.Key_Right)
    said = "1 line changed at the beginning, from: [[Books]] today to: [[Reading/Books]] today"
    assert [text for text in rows(found) if "Daily" in text] == [
        f"> Daily/2026-11-0{day}.md, {said}" for day in (1, 2, 3)
    ]
    press(found, Qt.Key.Key_Down)
    assert "its links follow Inbox/Books.md" in words(found)
    press(found, Qt.Key.Key_Left)
    assert not any("Daily" in text for text in rows(found))
    assert found._model.at(found.list.currentIndex().row()) is found._calls[1]


def test_one_change_can_be_opened_and_edited(run_async: Run) -> None:
    async def body() -> None:
        found = ReviewDialog([*map(Compared.of, [status(0), line_more(1)])], approval_dialog)
        found.show()
        found.list.go_to(row_of(found, "Reading/卡片笔记法.md"))
        found.one_button.click()
        single = await opened(found)
        single.edit_button.click()
        assert single._edit is not None
        single._edit.editor.setPlainText("mine\n")
        single.apply_button.click()
        await until(lambda: "edited by you" in words(found))
        found.apply_button.click()
        edited = found.decisions[0].edited
        assert edited is not None
        assert edited.changes[0].after == b"mine\n"
        assert found.decisions[1].edited is None
        found.deleteLater()

    run_async(body())


def test_one_change_that_is_refused_alone_is_not_chosen_any_more(run_async: Run) -> None:
    async def body() -> None:
        found = ReviewDialog([*map(Compared.of, [status(0), line_more(1)])], approval_dialog)
        found.show()
        found.one_button.click()
        single = await opened(found)
        single.note.setText("not this one")
        single._reject_with_note()
        await until(lambda: "1 of 2 chosen" in words(found))
        found.apply_button.click()
        assert found.decisions[0].note == "not this one"
        assert agreed(found) == "ny"
        found.deleteLater()

    run_async(body())


def test_of_very_many_rows_only_those_in_sight_are_asked_about(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: set[int] = set()
    data = ReviewModel.data

    def watched(self: ReviewModel, index: object, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        asked.add(index.row())  # type: ignore[attr-defined]
        return data(self, index, role)  # type: ignore[arg-type]

    monkeypatch.setattr(ReviewModel, "data", watched)
    found = shown(many(2_000), qtbot)
    QApplication.processEvents()
    assert asked
    assert len(asked) < 60
    assert found.apply_button.text() == "&Apply 1998"


def test_the_list_tells_a_screen_reader_what_is_chosen(qtbot: QtBot) -> None:
    found = shown(many(5), qtbot)
    assert found.list.accessibleName() == "Changes"
    assert isinstance(found.list, ReviewList)
    model = found.list.model()
    assert model.data(model.index(1, 0), Qt.ItemDataRole.CheckStateRole) is Qt.CheckState.Unchecked
    assert model.flags(model.index(1, 0)) & Qt.ItemFlag.ItemIsUserCheckable


def test_approver_asks_about_several_calls_in_one_dialog(run_async: Run) -> None:
    async def body() -> None:
        approver = DialogApprover(eager())
        answer = asyncio.ensure_future(approver.approve_together([status(0), replaced(), line_more(1)]))
        await until(lambda: isinstance(dialog(), ReviewDialog))
        found = dialog()
        assert isinstance(found, ReviewDialog)
        found.apply_button.click()
        assert [decision.allowed for decision in await answer] == [True, False, True]

    run_async(body())


def test_round_of_writes_is_reviewed_once_and_what_was_chosen_is_written(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        calls = (
            ToolCall("create_note", {"path": "A", "content": "a\n"}, "c0"),
            ToolCall("create_note", {"path": "Home", "content": "Gone.\n"}, "c1"),
            ToolCall("create_note", {"path": "A", "content": "b\n", "mode": "append"}, "c2"),
        )
        provider = ScriptedProvider([Message("assistant", "", None, calls), "Done."], native_tools=True)
        world = make_world(tmp_path, provider=provider)
        world.session.send("Write them")
        await until(lambda: isinstance(dialog(), ReviewDialog))
        found = dialog()
        assert isinstance(found, ReviewDialog)
        assert found.windowTitle() == "Axon wants to change 2 notes"
        found.apply_button.click()
        await until(lambda: not world.session.running)
        assert (world.vault.root / "A.md").read_text() == "a\nb\n"
        assert (world.vault.root / "Home.md").read_text() == "# Home\n"

    run_async(body())
