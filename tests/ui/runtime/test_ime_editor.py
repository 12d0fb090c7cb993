"""The source of a note with an input method: preedit text is no edit, and keeps its format."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor, QTextLayout
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from axon_desktop.ui.approval.proposal_editor import EditPane
from axon_desktop.ui.editor.text_edit import NoteTextEdit
from tests.ui.chat_world import Run
from tests.ui.editor_world import make_editor_world
from tests.ui.ime import cancel_composition, caret_place, commit, compose, press, reported_place
from tests.waiting import until

ENTER, ESCAPE = Qt.Key.Key_Return, Qt.Key.Key_Escape
END = QTextCursor.MoveOperation.End


def test_word_that_is_composed_is_no_edit(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="- item")
        world.show("Home.md")
        edited: list[bool] = []
        world.view.edit.edited.connect(lambda: edited.append(True))
        world.view.edit.moveCursor(END)
        compose(world.view.edit, "hui")
        compose(world.view.edit, "hui yi")
        press(world.view.edit, ENTER, ESCAPE)
        cancel_composition(world.view.edit)
        assert (edited, world.view.dirty, world.view.state.kind) == ([], False, "saved")
        compose(world.view.edit, "hui yi")
        commit(world.view.edit, "会议")
        assert (world.view.dirty, world.view.text) == (True, "- item会议")
        await world.saved()
        assert world.read("Home.md").decode() == "- item会议"
        world.close()

    run_async(body())


def test_saving_meanwhile_leaves_the_word_out(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="one")
        world.show("Home.md")
        world.view.edit.moveCursor(END)
        world.type(" two ")
        compose(world.view.edit, "san")
        await world.view.save()
        assert world.read("Home.md") == b"one two "
        commit(world.view.edit, "三")
        await world.saved()
        assert world.read("Home.md").decode() == "one two 三"
        world.close()

    run_async(body())


def test_word_over_a_selection_replaces_it(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="one two")
        world.show("Home.md")
        edit = world.view.edit
        edit.moveCursor(END)
        edit.moveCursor(QTextCursor.MoveOperation.StartOfWord, QTextCursor.MoveMode.KeepAnchor)
        compose(edit, "er")
        assert world.view.dirty, "the selection is gone"
        commit(edit, "二")
        assert world.view.text == "one 二"
        world.close()

    run_async(body())


def test_what_was_chosen_is_undone_in_one_step(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="one")
        world.show("Home.md")
        edit = world.view.edit
        edit.moveCursor(END)
        for word in ("hui", "hui yi", "hui yi ji lu"):
            compose(edit, word)
        commit(edit, "会议记录")
        edit.undo()
        assert world.view.text == "one"
        edit.redo()
        assert world.view.text == "one会议记录"
        world.close()

    run_async(body())


def underlined(edit: NoteTextEdit) -> list[tuple[int, int]]:
    layout = edit.textCursor().block().layout()
    return [(part.start, part.length) for part in layout.formats() if part.format.fontUnderline()]


def test_word_keeps_its_line_between_the_colours_of_markdown(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="**bold** and `code` 𝄞 **end**")
        world.show("Home.md")
        edit = world.view.edit
        plain = [(part.start, part.length) for part in formats(edit)]
        cursor = edit.textCursor()
        cursor.setPosition(len("**bold** and"))
        edit.setTextCursor(cursor)
        compose(edit, "he")
        compose(edit, "he qie")
        edit.grab()
        await until(lambda: len(formats(edit)) > 1)
        start, length = cursor.position(), len("he qie")
        assert underlined(edit) == [(start, length)]
        moved = [(part.start, part.length) for part in formats(edit) if not part.format.fontUnderline()]
        assert moved == [(at + length if at >= start else at, long) for at, long in plain]
        cancel_composition(edit)
        edit.grab()
        assert [(part.start, part.length) for part in formats(edit)] == plain
        world.close()

    run_async(body())


def formats(edit: NoteTextEdit) -> list[QTextLayout.FormatRange]:
    return edit.document().firstBlock().layout().formats()


def test_completion_waits_for_the_word(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="", 知识图谱="# 图谱", 知识卡片="")
        world.show("Home.md")
        await until(world.view.edit.hasFocus)
        completion = world.view.completion
        world.type("[[")
        await until(lambda: completion.open)
        compose(world.view.edit, "zhi shi")
        assert not completion.open, "it lies where the candidates are"
        press(world.view.edit, ENTER, ESCAPE)
        assert world.view.text.startswith("[[")
        assert "\n" not in world.view.text
        commit(world.view.edit, "知识")
        await until(lambda: completion.open)
        assert {"知识图谱", "知识卡片"} <= {
            completion.list.item(row).text() for row in range(completion.list.count())
        }
        world.key(ENTER)
        assert world.view.text.startswith("[[知识")
        assert "zhi" not in world.view.text
        world.close()

    run_async(body())


def test_change_from_elsewhere_leaves_the_word_where_it_is(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="one\n\ntwo\n\nthree")
        world.show("Home.md")
        edit = world.view.edit
        edit.moveCursor(END)
        compose(edit, "si")
        (world.root / "Home.md").write_bytes(b"zero\n\none\n\ntwo\n\nthree")
        world.view.refresh()
        await until(lambda: world.view.text.startswith("zero"))
        compose(edit, "si yue")
        commit(edit, "四月")
        assert world.view.text == "zero\n\none\n\ntwo\n\nthree四月"
        world.close()

    run_async(body())


def test_candidates_lie_at_the_caret_also_when_scrolled(qtbot: QtBot) -> None:
    frame = QWidget()
    edit = NoteTextEdit(frame)
    qtbot.addWidget(frame)
    frame.resize(900, 500)
    edit.setGeometry(30, 20, 800, 400)
    frame.show()
    frame.activateWindow()
    edit.open_text("\n".join(f"line {number}" for number in range(300)))
    edit.setFocus()
    qtbot.waitUntil(edit.hasFocus)
    for number in (2, 150, 299):
        edit.setTextCursor(QTextCursor(edit.document().findBlockByNumber(number)))
        edit.ensureCursorVisible()
        compose(edit, "zhong wen")
        assert reported_place(edit) == caret_place(edit)
        assert edit.viewport().rect().contains(edit.cursorRect())
        cancel_composition(edit)
    compose(edit, "zhong")
    edit.verticalScrollBar().setValue(edit.verticalScrollBar().value() - 3)
    edit.move(50, 60)
    compose(edit, "zhong wen")
    assert reported_place(edit) == caret_place(edit)


@pytest.mark.parametrize("word", ["", "zhong wen"])
def test_box_of_the_approval_tells_its_caret(qtbot: QtBot, word: str) -> None:
    pane = EditPane(b"one\ntwo\n", b"one\nthree\n")
    qtbot.addWidget(pane)
    pane.resize(700, 300)
    pane.show()
    pane.activateWindow()
    pane.editor.setFocus()
    qtbot.waitUntil(pane.editor.hasFocus)
    if word:
        compose(pane.editor, word)
    assert reported_place(pane.editor) == caret_place(pane.editor)


def test_ctrl_enter_and_tab_wait_for_the_word(qtbot: QtBot) -> None:
    edit = NoteTextEdit()
    qtbot.addWidget(edit)
    edit.open_text("- item")
    edit.moveCursor(END)
    followed: list[str] = []
    edit.link_requested.connect(lambda line, _place, _new_tab: followed.append(line))
    compose(edit, "hui yi")
    QTest.keyClick(edit, ENTER, Qt.KeyboardModifier.ControlModifier)
    assert (followed, edit.toPlainText()) == ([], "- item")
