"""The row of buttons below an answer, and the button that jumps to the end of a conversation."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QMouseEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from axon_desktop.llm.offline.offline import OfflineProvider
from axon_desktop.theme.colors import DARK, LIGHT
from axon_desktop.ui.chat.answer_actions import AnswerRow
from axon_desktop.ui.conversations.save_prompt import SavePrompt
from tests.ui.chat_world import Run, World, call, dialog, make_world, ready, until
from tests.ui.colors import wear_colors
from tests.ui.mcp_window import window_with

ANSWER = "# Three drafts\n\nThey are **old**:\n\n```sh\nls -la\n```"
LONG = "Some words that make a long answer.\n\n" * 60


def rows(world: World) -> list[AnswerRow]:
    view = world.panel.view
    return sorted(view.findChildren(AnswerRow), key=lambda row: row.y())


def words(row: AnswerRow) -> list[str]:
    """The visible part of each button."""
    return [button.shown for button in row.buttons if button is not row.model]


def move(world: World, y: float) -> None:
    point, none = QPointF(200, y), Qt.MouseButton.NoButton
    keys = Qt.KeyboardModifier.NoModifier
    world.panel.view.mouseMoveEvent(QMouseEvent(QEvent.Type.MouseMove, point, point, none, none, keys))


def test_newest_answer_shows_its_row_and_older_ones_on_hover_and_focus(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, ["One.", "Two.", call("read_note", path="Home"), "Three."])
        for text in ("first", "second", "third"):
            await world.ask(text)
        await until(lambda: len(rows(world)) == 3 and not world.panel.view.busy)
        first, second, third = rows(world)
        assert (words(first), words(second), words(third)) == (["nothing"] * 4, ["nothing"] * 4, ["icon"] * 4)
        places = [row.geometry() for row in rows(world)]
        move(world, first.y() - 12)
        assert (words(first), words(second), words(third)) == (["word"] * 4, ["nothing"] * 4, ["icon"] * 4)
        move(world, third.y() - 12)
        assert (words(first), words(third)) == (["nothing"] * 4, ["word"] * 4)
        world.panel.activateWindow()
        await until(world.panel.isActiveWindow)
        second.copy.setFocus(Qt.FocusReason.TabFocusReason)
        await until(lambda: words(second) == ["word"] * 4)
        QTest.keyClick(second.copy, Qt.Key.Key_Space)
        assert QGuiApplication.clipboard().text() == "Two."
        assert [row.geometry() for row in rows(world)] == places, "nothing moves"
        names = [button.accessibleName() for button in second.buttons[:4]]
        assert names == ["Copy the answer", "Insert at caret", "Save as note", "Retry"]
        await world.close()

    run_async(body())


def test_answers_of_an_opened_conversation_have_their_rows(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [call("read_note", path="Home"), ANSWER, "Two.", "Again."], keep=True)
        await world.ask("first")
        await world.ask("second")
        conversation = world.kept.id
        world.session.new_conversation()
        assert not world.panel.transcript.answers.all
        world.kept.open(conversation)
        await until(lambda: len(rows(world)) == 2 and not world.panel.view.busy)
        first, second = rows(world)
        assert (words(first), words(second)) == (["nothing"] * 4, ["icon"] * 4)
        first.copy.click()
        assert QGuiApplication.clipboard().text() == ANSWER, "the Markdown"
        second.retry.click()
        await until(lambda: "Again." in world.text)
        assert [m.content for m in world.session.history if m.role == "user"].count("second") == 2
        await world.close()

    run_async(body())


def test_answer_becomes_a_note_named_after_its_heading(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [ANSWER, "Plain."], keep=True)
        for request, name in (("which?", "Three drafts"), ("what: is/it?", "what is it")):
            await world.ask(request)
            await until(lambda: rows(world) and not world.panel.view.busy)
            rows(world)[-1].save.click()
            await until(ready)
            asked = dialog()
            assert isinstance(asked, SavePrompt)
            assert asked.field.text().rstrip("?") == name
            await until(asked.accept_button.isEnabled)
            asked.accept_button.click()
            await until(lambda: dialog() is None)
        await until((world.root / "Three drafts.md").exists)
        assert (world.root / "Three drafts.md").read_text() == f"{ANSWER}\n"
        await world.close()

    run_async(body())


def test_answer_is_put_where_the_caret_is_and_can_be_undone(
    qapp: QApplication, tmp_path: Path, run_async: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))
    root = tmp_path / "vault"
    root.mkdir()
    (root / "Home.md").write_text("# Home\n\nfirst\n\nlast\n")

    async def body() -> None:
        async with window_with(qapp, root) as program:
            window = program.desktop.window
            panel, preview = window.chat_panel, window.preview
            assert panel is not None
            await program.turn("which?", ANSWER)
            await until(lambda: panel.view.findChildren(AnswerRow))
            row = panel.view.findChildren(AnswerRow)[-1]
            assert not row.insert.isEnabled(), "no note is open for writing"
            preview.open_note("Home.md")
            await until(lambda: preview.path == "Home.md" and not preview.body.shows_hint)
            assert not row.insert.isEnabled()
            preview.toggle_source()
            await until(lambda: preview.body.shows_editor and preview.body.editor.path == "Home.md")
            assert row.insert.isEnabled()
            edit = preview.body.editor.edit
            cursor = edit.textCursor()
            cursor.setPosition(8)
            cursor.setPosition(13, QTextCursor.MoveMode.KeepAnchor)
            assert cursor.selectedText() == "first"
            edit.setTextCursor(cursor)
            row.insert.click()
            assert preview.body.editor.text == f"# Home\n\nfirst\n\n{ANSWER}\n\nlast\n", "what was selected stays"
            assert edit.hasFocus() or not window.isActiveWindow()
            edit.undo()
            assert preview.body.editor.text == "# Home\n\nfirst\n\nlast\n"
            cursor.setPosition(10)
            edit.setTextCursor(cursor)
            panel.insert_requested.emit("一句")
            assert preview.body.editor.text == "# Home\n\nfi一句rst\n\nlast\n", "a few words stay in the line"
            edit.undo()
            panel.insert_requested.emit("- a\n- b")
            assert preview.body.editor.text == "# Home\n\nfi\n\n- a\n- b\n\nrst\n\nlast\n"
            edit.undo()
            preview.toggle_source()
            await until(lambda: not preview.body.shows_editor)
            assert not row.insert.isEnabled()
            panel.insert_requested.emit("late")
            assert "Source" in window.status.currentMessage()

    run_async(body())


def test_what_offline_answers_offers_the_way_to_a_model(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, provider=OfflineProvider())
        pages: list[str] = []
        world.panel.settings_requested.connect(pages.append)
        await world.ask("read Home")
        await until(lambda: rows(world) and not world.panel.view.busy)
        (row,) = rows(world)
        assert row.model.isVisibleTo(row)
        row.model.click()
        assert pages == ["models"]
        await world.close()

    run_async(body())


def test_scrolling_up_stops_following_and_the_pill_brings_the_end_back(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [LONG, LONG])
        view = world.panel.view
        bar, pill = view.verticalScrollBar(), view.jump
        await world.ask("long")
        await until(lambda: bar.maximum() > 400 and not view.busy)
        assert (view.follows_end, pill.isVisible()) == (True, False)
        bar.setValue(bar.maximum() - 300)
        assert (view.follows_end, pill.isVisible()) == (False, True)
        place = bar.value()
        world.panel.view.add_text("More comes.", "assistant")
        await until(lambda: not view.busy)
        assert bar.value() == place, "the view stays where the reader is"
        assert view.rect().contains(pill.geometry())
        picture = view.grab().toImage()
        spot = pill.geometry()
        assert picture.pixelColor(spot.left() + 20, spot.top() + 1).name() == LIGHT.raised, "the ring"
        world.panel.resize(360, 600)
        await until(lambda: abs(pill.geometry().center().x() - view.viewport().geometry().center().x()) < 3)
        QTest.mouseClick(pill, Qt.MouseButton.LeftButton)
        assert (view.follows_end, pill.isVisible()) == (True, False)
        await until(lambda: bar.value() == bar.maximum() and not view.busy)
        bar.setValue(0)
        assert pill.isVisible()
        wear_colors(DARK)
        assert QColor(DARK.raised) == pill.grab().toImage().pixelColor(pill.width() // 2, 1)
        world.session.new_conversation()
        await until(lambda: not pill.isVisible())
        await world.close()

    run_async(body())
