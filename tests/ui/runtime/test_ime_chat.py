"""The message box with an input method: nothing is sent, stopped or suggested before the word is committed."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from axon_desktop.llm.providers.scripted import ScriptedProvider
from axon_desktop.ui.chat.header import TitleLine
from axon_desktop.ui.composer.input import ChatInput
from tests.ui.chat_world import Run, World, call, dialog, make_world
from tests.ui.decisions_world import press as press_at_window
from tests.ui.ime import cancel_composition, caret_place, commit, compose, field_guards, press, reported_place
from tests.ui.obsidian_window import vault_window
from tests.ui.waiting_world import standing
from tests.waiting import until

ENTER, ESCAPE = Qt.Key.Key_Return, Qt.Key.Key_Escape
NOTES = {"Home.md": "# Home\n", "知识/知识图谱.md": "# 图谱\n"}


async def box_of(world: World) -> ChatInput:
    """Return the message box once it has the focus."""
    world.panel.activateWindow()
    box = world.panel.composer.input
    box.setFocus()
    await until(box.hasFocus)
    return box


def test_word_is_seen_and_not_sent(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, ["ok"])
        box = await box_of(world)
        empty = box.grab().toImage()
        compose(box, "zhong wen")
        assert box.grab().toImage() != empty
        press(box, ENTER)
        QTest.keyClick(box, ENTER, Qt.KeyboardModifier.ControlModifier)
        box.submit()
        assert (box.toPlainText(), world.events) == ("", [])
        commit(box, "中文")
        assert not world.session.running
        press(box, ENTER)
        await world.end()
        assert "中文" in world.text
        await world.close()

    run_async(body())


def test_escape_gives_up_the_word_and_not_the_turn(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        provider = ScriptedProvider(["slowly " * 400], name="DeepSeek", model="deepseek-flash", pace=0.01)
        world = make_world(tmp_path, provider=provider)
        box = await box_of(world)
        world.session.send("go on")
        await until(lambda: "slowly" in world.text)
        compose(box, "ting")
        press(box, ESCAPE)
        cancel_composition(box)
        assert world.session.running
        press(box, ESCAPE)
        await world.end()
        assert world.kinds()[-1] == "cancelled"
        await world.close()

    run_async(body())


def test_keys_of_the_input_method_do_not_move_in_the_suggestions(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, notes=tuple(NOTES.items()))
        box = await box_of(world)
        for char in ("/", "@"):
            QTest.keyClicks(box, char)
            await until(lambda: world.panel.completer.open)
            compose(box, "zhi shi")
            assert not world.panel.completer.open
            press(box, ESCAPE, ENTER)
            assert box.toPlainText() == char
            cancel_composition(box)
            box.clear()
        assert world.events == []
        await world.close()

    run_async(body())


def test_title_is_renamed_by_the_enter_after_the_word(qapp: QApplication, qtbot: QtBot) -> None:
    window = QWidget()
    layout = QVBoxLayout(window)
    title = TitleLine()
    layout.addWidget(title)
    layout.addWidget(QLineEdit())
    title.set_title("old")
    renamed: list[str] = []
    title.renamed.connect(renamed.append)
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    with field_guards(qapp):
        title.begin()
        qtbot.waitUntil(title.hasFocus)
        compose(title, "xin ti mu")
        press(title, ENTER, ESCAPE)
        assert (renamed, title.isReadOnly()) == ([], False)
        commit(title, "新题目")
        press(title, ENTER)
    assert renamed == ["新题目"]


def test_what_was_chosen_is_undone_in_one_step(qtbot: QtBot) -> None:
    box = ChatInput()
    qtbot.addWidget(box)
    commit(box, "知识")
    compose(box, "tu pu")
    press(box, ENTER)
    commit(box, "图谱")
    assert box.toPlainText() == "知识图谱"
    box.undo()
    assert box.toPlainText() in ("知识", "")
    box.redo()
    assert box.toPlainText() == "知识图谱"


def test_box_grows_with_the_word(qtbot: QtBot) -> None:
    box = ChatInput()
    qtbot.addWidget(box)
    box.resize(160, 66)
    box.show()
    low = box.height()
    compose(box, "zhong hua ren min gong he guo " * 8)
    assert box.height() > low
    cancel_composition(box)
    assert box.height() == low


def test_dialog_that_comes_into_a_composition_takes_no_key_at_once(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [call("create_note", path="Home", content="x", mode="append"), "ok"])
        box = await box_of(world)
        compose(box, "zhong wen")
        world.session.send("append x")
        compose(box, "zhong wen")
        await until(lambda: dialog() is not None)
        found = dialog()
        assert isinstance(found, QDialog)
        press_at_window(found, ENTER)  # was on its way to the input method
        assert found.isVisible()
        assert (world.root / "Home.md").read_text() == "# Home\n"
        found.reject()
        await world.end()
        await world.close()

    with standing():  # until the dialog comes, less time goes by than makes a key an answer
        run_async(body())


def test_candidates_lie_at_the_caret(qapp: QApplication, tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            window = world.window
            window.activateWindow()
            window.menus.actions["agent.write_a_message"].trigger()
            box = QApplication.focusWidget()
            assert isinstance(box, ChatInput)
            box.set_text("one\ntwo\nthree")
            compose(box, "wo")
            assert reported_place(box) == caret_place(box)
            first = reported_place(box)
            window.resize(window.width(), window.height() - 150)
            await until(lambda: box.mapToGlobal(box.rect().topLeft()).y() < first.top() - 100)
            compose(box, "wo men")
            assert reported_place(box) == caret_place(box), "what the box lies in was moved"
            cancel_composition(box)
            window.chat_dock.setFloating(True)
            window.chat_dock.move(60, 40)
            window.activateWindow()
            await until(window.isActiveWindow)
            window.menus.actions["agent.write_a_message"].trigger()
            await until(lambda: window.chat_dock.isActiveWindow() and box.hasFocus())
            compose(box, "ni men")
            assert reported_place(box) == caret_place(box)
            assert reported_place(box) != first

    with field_guards(qapp):
        run_async(body())
