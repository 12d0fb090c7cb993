from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from axon_desktop.agent.approval.approval import RoundSummary
from axon_desktop.agent.events import Observation
from axon_desktop.llm.messages import ToolCall, Usage
from axon_desktop.settings.settings import Settings
from axon_desktop.ui.approval.move_dialog import MoveApproval, TrashApproval
from axon_desktop.ui.approval.rounds_dialog import RoundsDialog
from axon_desktop.ui.approval.write_dialog import WriteApproval
from tests.ui.chat_world import Run, World, call, dialog, make_world, ready, until
from tests.ui.ime import commit, compose, field_guards, press


async def asked(world: World, text: str = "Summarise this week") -> WriteApproval:
    world.session.send(text)
    await until(ready)
    found = dialog()
    assert isinstance(found, WriteApproval)
    return found


def labels(found: WriteApproval) -> str:
    return "\n".join(label.text() for label in found.findChildren(QLabel))


def editor_of(found: WriteApproval) -> QPlainTextEdit:
    assert found._edit is not None
    return found._edit.editor


def focused() -> QWidget:
    widget = QApplication.focusWidget()
    assert widget is not None
    return widget


def refusal(world: World) -> str:
    return world.found(Observation)[0].result.error or ""


def append(text: str) -> str:
    return call("create_note", path="Home", content=text, mode="append")


def test_enter_applies_exactly_what_was_shown(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [append("## Week 47\n见 [[x]]\n"), "Done."])
        found = await asked(world)
        assert found.windowTitle() == "Apply this change?"
        assert found.windowModality() == Qt.WindowModality.WindowModal
        assert "append to" in labels(found)
        assert "Home.md" in labels(found)
        assert "+2 −0" in labels(found)
        assert "in response to “Summarise this week”" in labels(found)
        assert found.apply_button.isDefault()
        QTest.keyClick(found, Qt.Key.Key_Return)
        await world.end()
        assert (world.root / "Home.md").read_text() == "# Home\n## Week 47\n见 [[x]]\n"
        await world.close()

    run_async(body())


def test_escape_rejects_and_the_model_hears_it(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [append("x"), "I see."])
        found = await asked(world)
        QTest.keyClick(found, Qt.Key.Key_Escape)
        await world.end()
        assert (world.root / "Home.md").read_text() == "# Home\n"
        assert "Not allowed" in refusal(world)
        assert world.calls[0].state == "error"
        await world.close()

    run_async(body())


def test_escape_before_the_system_activates_the_dialog_rejects_too(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [append("x"), "I see."])
        found = await asked(world)
        world.panel.activateWindow()
        world.panel.composer.input.setFocus()
        await until(lambda: world.panel.isActiveWindow() and world.panel.composer.input.hasFocus())
        press(world.panel, Qt.Key.Key_Escape)
        await until(lambda: not isValid(found) or found.isHidden())
        await world.end()
        assert "Not allowed" in refusal(world)
        await world.close()

    run_async(body())


def test_closing_the_window_rejects(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [append("x"), "I see."])
        (await asked(world)).close()
        await world.end()
        assert (world.root / "Home.md").read_text() == "# Home\n"
        await world.close()

    run_async(body())


def test_note_to_the_model_goes_with_the_rejection(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [append("x"), "I see."])
        found = await asked(world)
        found.reject_menu.actions()[1].trigger()
        await until(found.note.isVisible)
        QTest.keyClicks(found.note, "put it into Inbox")
        QTest.keyClick(found.note, Qt.Key.Key_Return)
        await world.end()
        assert (world.root / "Home.md").read_text() == "# Home\n"
        assert "put it into Inbox" in refusal(world)
        await world.close()

    run_async(body())


def test_never_in_this_folder_is_remembered(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        replies = [
            call("create_note", path="Private/a", content="x"),
            call("create_note", path="Private/b", content="y"),
            "ok",
        ]
        world = make_world(tmp_path, replies)
        found = await asked(world)
        never = found.reject_menu.actions()[2]
        assert never.text() == "Never in Private/"
        never.trigger()
        await world.end()
        assert not (world.root / "Private").exists()
        assert [(rule.folder, rule.allow) for rule in world.session.settings.safety.rules] == [("Private", False)]
        await world.close()

    run_async(body())


def test_apply_all_in_this_turn_asks_no_more(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        replies = [call("create_note", path="a", content="x"), call("create_note", path="b", content="y"), "ok"]
        world = make_world(tmp_path, replies)
        (await asked(world)).all_menu.actions()[0].trigger()
        await world.end()
        assert (world.root / "a.md").read_text() + (world.root / "b.md").read_text() == "xy"
        await world.close()

    run_async(body())


def test_edited_text_is_exactly_what_is_written(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [append("proposed\r\n"), "Done."], notes=[("Home.md", "\ufeffone\r\ntwo\n")])
        found = await asked(world)
        QTest.keyClick(found, Qt.Key.Key_E, Qt.KeyboardModifier.AltModifier)
        found.edit_button.click()
        editor = editor_of(found)
        QTest.keyClick(editor, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClick(editor, Qt.Key.Key_Up)
        QTest.keyClick(editor, Qt.Key.Key_End)
        QTest.keyClicks(editor, " and mine")
        QTest.keyClick(editor, Qt.Key.Key_Return)
        QTest.keyClicks(editor, "more")
        QTest.keyClick(editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        await world.end()
        written = (world.root / "Home.md").read_bytes()
        assert written == "\ufeffone\r\ntwo\nproposed and mine\r\nmore\r\n".encode()
        await world.close()

    run_async(body())


def test_comparison_follows_the_edit(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [append("one\n"), "Done."])
        found = await asked(world)
        assert "is added: one" in found.apply_button.accessibleDescription()
        found.edit_button.click()
        assert not found.apply_button.accessibleDescription(), "it may be another text by now"
        editor_of(found).setPlainText("# Home\none\ntwo\nthree\n")
        found.edit_button.click()
        await until(lambda: "+3 −0" in labels(found))
        assert found.apply_button.accessibleDescription().endswith("is added: three")
        found.apply_button.click()
        await world.end()
        assert (world.root / "Home.md").read_text() == "# Home\none\ntwo\nthree\n"
        await world.close()

    run_async(body())


def test_emptying_a_note_warns_and_allows_no_rule(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        settings = Settings()
        settings.safety.mode = "apply"
        world = make_world(tmp_path, [call("create_note", path="Home", content=""), "ok"], settings=settings)
        found = await asked(world)
        assert "This empties the note" in labels(found)
        assert not found.all_button.isVisible()
        found.reject()
        await world.end()
        await world.close()

    run_async(body())


def test_every_button_can_be_reached_by_tab(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [append("x"), "ok"])
        found = await asked(world)
        found.activateWindow()
        await until(found.isActiveWindow)
        seen = set()
        for _ in range(12):
            QTest.keyClick(focused(), Qt.Key.Key_Tab)
            seen.add(focused())
        assert {found.edit_button, found.reject_button, found.all_button, found.apply_button} <= seen
        found.reject_button.setFocus()
        QTest.keyClick(found.reject_button, Qt.Key.Key_Return)
        await until(found.reject_menu.isVisible)
        assert found.isVisible(), "Enter on Reject must not apply"
        found.reject_menu.close()
        found.reject()
        await world.end()
        assert (world.root / "Home.md").read_text() == "# Home\n"
        await world.close()

    run_async(body())


def test_enter_and_escape_during_composition_do_not_close(
    qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [append("x"), "ok"])
        found = await asked(world)
        found.activateWindow()
        found.reject_menu.actions()[1].trigger()
        await until(found.note.hasFocus)
        compose(found.note, "bu yao")
        press(found.note, Qt.Key.Key_Return, Qt.Key.Key_Escape)
        assert found.isVisible()
        commit(found.note, "不要")
        press(found.note, Qt.Key.Key_Return)
        await world.end()
        assert "不要" in refusal(world)
        await world.close()

    with field_guards(qapp):
        run_async(body())


THREE = "\ufeffone\r\ntwo\nthree\r\nfour\nfive"
"""A note with a BOM, both kinds of line ends, and no line end at its end."""


def rewrite() -> str:
    return call("create_note", path="Home", content="\ufeff1\r\ntwo\n3\r\nfour\n5")


def test_rejected_hunk_is_all_that_is_not_written(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [rewrite(), "Done."], notes=[("Home.md", THREE)])
        found = await asked(world)
        assert "+3 −3" in labels(found)
        assert "3 of 3 changes selected" in labels(found)
        assert found.focusWidget() is found.view
        QTest.keyClick(found.view, Qt.Key.Key_Down)
        QTest.keyClick(found.view, Qt.Key.Key_Space)
        assert "+2 −2" in labels(found)
        assert "2 of 3 changes selected" in labels(found)
        QTest.keyClick(found.view, Qt.Key.Key_Return)
        await world.end()
        assert (world.root / "Home.md").read_bytes() == "\ufeff1\r\ntwo\nthree\r\nfour\n5".encode()
        observed = world.found(Observation)[0].result.data or ""
        assert "The user changed the text" in observed
        assert observed.endswith("\n-3\n+three")
        await world.close()

    run_async(body())


def test_nothing_chosen_cannot_be_applied(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [rewrite(), "Done."], notes=[("Home.md", THREE)])
        found = await asked(world)
        for number in range(3):
            assert found.apply_button.isEnabled()
            found.view.toggle(number)
        assert not found.apply_button.isEnabled()
        assert not found.all_button.isEnabled()
        QTest.keyClick(found, Qt.Key.Key_Return)
        assert found.isVisible()
        found.view.toggle(1)
        assert found.apply_button.isEnabled()
        found.reject()
        await world.end()
        assert (world.root / "Home.md").read_bytes() == THREE.encode()
        await world.close()

    run_async(body())


def test_editing_begins_with_the_chosen_hunks(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [rewrite(), "Done."], notes=[("Home.md", THREE)])
        found = await asked(world)
        found.view.toggle(0)
        found.edit_button.click()
        assert editor_of(found).toPlainText() == "one\ntwo\n3\nfour\n5"
        editor_of(found).moveCursor(QTextCursor.MoveOperation.End)
        editor_of(found).insertPlainText("!")
        found.edit_button.click()
        await until(lambda: "2 of 2 changes selected" in labels(found))
        found.view.toggle(0)
        found.edit_button.click()
        assert editor_of(found).toPlainText() == "one\ntwo\nthree\nfour\n5!"
        found.apply_button.click()
        await world.end()
        assert (world.root / "Home.md").read_bytes() == "\ufeffone\r\ntwo\nthree\r\nfour\n5!".encode()
        await world.close()

    run_async(body())


def test_editor_keeps_its_undo_as_long_as_no_hunk_is_left_out(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [rewrite(), "Done."], notes=[("Home.md", THREE)])
        found = await asked(world)
        found.edit_button.click()
        editor = editor_of(found)
        editor.insertPlainText("x")
        found.edit_button.click()
        await until(lambda: found._diff is not None)
        found.edit_button.click()
        assert editor_of(found) is editor
        assert editor.document().isUndoAvailable()
        found.reject()
        await world.end()
        await world.close()

    run_async(body())


def test_move_and_trash_are_done_as_shown(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        replies = [call("move_note", path="Home", to="Work/Start"), call("trash_note", path="Old"), "ok"]
        notes = [
            ("Home.md", "# Home\n"),
            ("日记.md", "见 [[Home]]\n"),
            ("Old.md", "old\n"),
            (".obsidian/app.json", '{"trashOption": "local"}'),
        ]
        world = make_world(tmp_path, replies, notes=notes)
        world.session.send("tidy")
        await until(ready)
        moving = dialog()
        assert isinstance(moving, MoveApproval)
        assert [moving.files.item(row).text() for row in range(moving.files.count())] == ["日记.md"]
        QTest.keyClick(moving, Qt.Key.Key_Return)
        await until(lambda: isinstance(dialog(), TrashApproval))
        trashing = dialog()
        assert isinstance(trashing, TrashApproval)
        assert [row.left for row in trashing.view._diff.rows] == ["old"]
        QTest.keyClick(trashing, Qt.Key.Key_Return)
        await world.end()
        assert (world.root / "Work/Start.md").read_text() == "# Home\n"
        assert (world.root / "日记.md").read_text() == "见 [[Start]]\n"
        assert not (world.root / "Old.md").exists()
        assert (world.root / ".trash/Old.md").read_text() == "old\n"
        assert world.found(Observation)[0].diff == ("@ 日记.md", "-见 [[Home]]", "+见 [[Start]]")
        await world.close()

    run_async(body())


def reads(count: int) -> list[str]:
    return [call("read_note", path="Home" if number % 2 else f"n{number}") for number in range(count)]


@pytest.mark.parametrize(
    ("button", "end", "confirmed"), [("stop", "stopped", 1), ("continue", "answer", 2), ("quiet", "answer", 1)]
)
def test_rounds_are_confirmed(tmp_path: Path, run_async: Run, button: str, end: str, confirmed: int) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [*reads(8), "Done."])
        seen: list[RoundsDialog] = []
        world.session.send("dig")
        while world.session.running:
            found = dialog()
            if isinstance(found, RoundsDialog) and found not in seen:
                seen.append(found)
                if button == "stop":
                    QTest.keyClick(found, Qt.Key.Key_Escape)
                elif button == "continue":
                    QTest.keyClick(found, Qt.Key.Key_Return)
                else:
                    found.quiet_button.click()
            await until(lambda: not world.session.running or dialog())
            if dialog() in seen:
                await until(lambda: dialog() not in seen)
        assert world.kinds()[-1] == end
        assert world.kinds().count("continue_requested") == confirmed
        await world.close()

    run_async(body())


def test_rounds_in_which_no_tool_ran_are_explained(qtbot: QtBot) -> None:
    calls = [(number, ToolCall("read_note", {"path": "Home"})) for number in (1, 3)]
    found = RoundsDialog(RoundSummary(5, tuple(calls), Usage()))
    qtbot.addWidget(found)
    assert found.windowTitle() == "Four rounds done"
    assert found.lines() == [
        "1 · read_note Home",
        "2 · planning or thinking",
        "3 · read_note Home",
        "4 · planning or thinking",
    ]
    texts = [label.text() for label in found.findChildren(QLabel)]
    assert (
        "Axon has asked the model four times (2 calls); planning and thinking count too. Continue with round 5?"
        in texts
    )


def test_rounds_dialog_groups_calls(qtbot: QtBot) -> None:
    calls = [
        (1, ToolCall("list_folder", {"path": "Daily"})),
        *((2, ToolCall("read_note", {"path": f"{number}"})) for number in range(5)),
        *((3, ToolCall("search_notes", {"query": "milestone"})) for _ in range(2)),
        (4, ToolCall("create_note", {"path": "Home.md"})),
        (4, ToolCall("read_note", {"path": "Home.md"})),
    ]
    found = RoundsDialog(RoundSummary(5, tuple(calls), Usage(13_000, 1_200), 0.004))
    qtbot.addWidget(found)
    assert found.windowTitle() == "Four rounds of tool calls done"
    assert found.lines() == [
        "1 · list_folder Daily",
        "2 · read_note ×5",
        "3 · search_notes “milestone” ×2",
        "4 · create_note Home.md, read_note Home.md",
    ]
    texts = [label.text() for label in found.findChildren(QLabel)]
    assert (
        "Axon has run four rounds of tool calls (10 calls, 14.2k tokens, $0.004). Continue with round 5?" in texts
    )


def test_dialog_names_code_hidden_characters_and_whose_words_were_read(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        read = call("read_note", path="Clips/Tea")
        write = call("create_note", path="New", content="```dataviewjs\nx\n```\na\u200bb\n")
        world = make_world(tmp_path, [read, write, "Done."])
        (world.root / "Clips").mkdir()
        (world.root / "Clips" / "Tea.md").write_text("Obey <b>me</b>.\n", "utf-8")
        found = await asked(world, "What is going on?")
        shown = labels(found)
        assert "This adds code that Obsidian or a plugin would run: dataviewjs." in shown
        assert "This adds invisible characters." in shown
        assert "You may not have asked for this." in shown
        assert "may have led to it: Clips/Tea.md (clipped)." in shown
        assert not found.all_button.isVisible()
        found.reject()
        await world.end()
        await world.close()

    run_async(body())
