"""Completions of links, tags and properties are offered at the caret, and inserted as the vault's settings say."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QInputMethodEvent, QTextCursor
from PySide6.QtWidgets import QApplication

from axon_desktop.index.vault_index import VaultIndex
from axon_desktop.ui.editor.suggestions import wanted_before
from axon_desktop.ui.editor.syntax import FENCE, PROPERTIES, TEXT
from axon_desktop.vault.links.link_text import link_at, write_link, write_target
from axon_desktop.vault.names.table import NameTable
from axon_desktop.vault.obsidian.config import AppSettings
from tests.ui.editor_world import EditorWorld, Run, make_editor_world
from tests.ui.ime import commit, compose
from tests.waiting import until


@pytest.mark.parametrize(
    ("before", "state", "expected"),
    [
        ("see [[Ho", TEXT, ("note", "Ho", 4, "")),
        ("see ![[", TEXT, ("note", "", 2, "")),
        ("[[Home#Pl", TEXT, ("heading", "Pl", 9, "Home")),
        ("[[#", TEXT, ("heading", "", 3, "")),
        ("[[Home#^b", TEXT, ("block", "b", 9, "Home")),
        ("a #pro/je", TEXT, ("tag", "pro/je", 7, "")),
        ("中文 #标", TEXT, ("tag", "标", 2, "")),
        ("#标", TEXT, ("tag", "标", 2, "")),
        ("ta", PROPERTIES, ("property", "ta", 2, "")),
        ("up: [[Ho", PROPERTIES, ("note", "Ho", 4, "")),
    ],
)
def test_what_is_being_written_is_known(before: str, state: int, expected: tuple[str, str, int, str]) -> None:
    wanted = wanted_before(before, state)
    assert wanted is not None
    assert (wanted.subject, wanted.query, wanted.length, wanted.target) == expected


@pytest.mark.parametrize(
    ("before", "state"),
    [
        ("#", TEXT),
        ("## ", TEXT),
        ("a#b", TEXT),
        ("[[done]]", TEXT),
        ("[[a|b", TEXT),
        ("x [[a", FENCE),
        ("tags: x", PROPERTIES),
    ],
)
def test_plain_text_wants_nothing(before: str, state: int) -> None:
    assert wanted_before(before, state) is None


@pytest.mark.parametrize(
    ("settings", "path", "expected"),
    [
        (AppSettings(), "Deep/Folder/Only.md", "Only"),
        (AppSettings(), "A/Twice.md", "A/Twice"),
        (AppSettings(new_link_format="absolute"), "Deep/Folder/Only.md", "Deep/Folder/Only"),
        (AppSettings(new_link_format="relative"), "Deep/Folder/Only.md", "../Folder/Only"),
        (AppSettings(), "image.png", "image.png"),
    ],
)
def test_a_new_link_names_its_file_as_the_vault_is_set(settings: AppSettings, path: str, expected: str) -> None:
    table = NameTable(sorted(["Deep/Folder/Only.md", "A/Twice.md", "B/Twice.md", "image.png", "Deep/Here/Me.md"]))
    assert write_target(path, "Deep/Here/Me.md", table, settings) == expected


@pytest.mark.parametrize(
    ("target", "place", "text", "markdown", "expected"),
    [
        ("Home", "", "", False, "[[Home]]"),
        ("Home", "Plan", "", False, "[[Home#Plan]]"),
        ("Home", "", "alias", False, "[[Home|alias]]"),
        ("", "Plan", "", False, "[[#Plan]]"),
        ("My Home", "", "", True, "[My Home](My%20Home.md)"),
        ("Home", "A plan", "", True, "[A plan](Home.md#A%20plan)"),
        ("100% #1", "", "", False, "[100% #1](100%25%20%231.md)"),
    ],
)
def test_links_are_written_in_both_forms(
    target: str, place: str, text: str, markdown: bool, expected: str
) -> None:
    assert write_link(target, place, text, path=f"{target}.md", markdown=markdown) == expected


@pytest.mark.parametrize(
    ("line", "place", "expected"),
    [
        ("see [[Home]] now", 6, "axon-note:Home.md"),
        ("see [[Home#My plan|x]] now", 6, "axon-note:Home.md#My%20plan"),
        ("see [[Nowhere]]", 6, "axon-new:Nowhere"),
        ("see [[#Part]]", 6, "#Part"),
        ("a [x](Home.md) b", 3, "axon-note:Home.md"),
        ("go https://x.org/a now", 8, "https://x.org/a"),
        ("a [x](javascript:alert) b", 3, ""),
        ("nothing here", 3, ""),
    ],
)
def test_the_link_at_the_caret_leads_where_a_click_would(line: str, place: int, expected: str) -> None:
    assert link_at(line, place, {"Home": "Home.md", "Home.md": "Home.md"}.get) == expected


async def _offered(world: EditorWorld, text: str) -> list[str]:
    await until(world.view.edit.hasFocus)
    world.type(text)
    await until(lambda: world.view.completion.open)
    shown = world.view.completion.list
    return [shown.item(row).text() for row in range(shown.count())]


def test_a_note_is_chosen_by_keyboard(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="", Horizon="# h\n", 会议记录="x\n", Other="x\n")
        world.show("Home.md")
        assert await _offered(world, "see [[ho") == ["Home", "Horizon"]
        world.key(Qt.Key.Key_Down)
        world.key(Qt.Key.Key_Return)
        assert world.view.text == "see [[Horizon]]"
        assert await _offered(world, " [[hzn") == ["Horizon"]
        world.key(Qt.Key.Key_Escape)
        assert not world.view.completion.open
        assert world.view.text == "see [[Horizon]] [[hzn]]"
        world.view.edit.insertPlainText(" ")
        world.view.edit.insertPlainText("[[会记")
        await until(lambda: world.view.completion.open)
        world.key(Qt.Key.Key_Tab)
        assert world.view.text.endswith("[[会议记录]]")
        world.close()

    run_async(body())


def test_what_stands_behind_the_caret_is_not_written_twice(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="see []] now", Horizon="x\n")
        world.show("Home.md")
        cursor = world.view.edit.textCursor()
        cursor.setPosition(5)
        world.view.edit.setTextCursor(cursor)
        assert await _offered(world, "[hor") == ["Horizon"]
        world.key(Qt.Key.Key_Return)
        assert world.view.text == "see [[Horizon]] now"
        world.close()

    run_async(body())


def test_headings_blocks_and_own_headings_are_offered(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(
            tmp_path, Home="# Mine\n\n", Other="# First\n\ntext ^block-a\n\n## Second part\n"
        )
        world.vault.names.scan()
        world.show("Home.md")
        world.view.edit.moveCursor(QTextCursor.MoveOperation.End)
        assert await _offered(world, "[[Other#") == ["First", "Second part"]
        world.key(Qt.Key.Key_Down)
        world.key(Qt.Key.Key_Return)
        assert world.view.text.endswith("[[Other#Second part]]")
        assert await _offered(world, " [[Other#^") == ["block-a"]
        world.key(Qt.Key.Key_Return)
        assert world.view.text.endswith("[[Other#^block-a]]")
        assert await _offered(world, " [[#m") == ["Mine"]
        world.key(Qt.Key.Key_Return)
        assert world.view.text.endswith("[[#Mine]]")
        world.close()

    run_async(body())


def test_tags_and_properties_are_offered(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="---\n\n---\nabout #project and #项目\n")
        (world.root / ".obsidian").mkdir()
        (world.root / ".obsidian" / "types.json").write_text('{"types": {"due": "date"}}')
        world.show("Home.md", line=2)
        assert await _offered(world, "d") == ["due"]
        world.key(Qt.Key.Key_Return)
        assert world.view.text.startswith("---\ndue: \n")
        world.view.edit.moveCursor(QTextCursor.MoveOperation.End)
        assert await _offered(world, "so #pro") == ["#project"]
        world.key(Qt.Key.Key_Return)
        assert world.view.text.endswith("so #project")
        world.close()

    run_async(body())


def test_aliases_and_all_tags_come_from_the_index(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(
            tmp_path,
            Home="",
            Roadmap="---\naliases: [路线图, Master plan]\n---\n#work/plan and #项目\n",
            Other="#项目 again\n",
        )
        index = VaultIndex(world.vault, home=tmp_path / "index")
        index.start()
        await until(lambda: index.state.phase == "ready")
        world.view.completion.set_vault(world.vault, index)
        world.show("Home.md")
        assert await _offered(world, "[[mas") == ["Master plan"]
        world.key(Qt.Key.Key_Return)
        assert world.view.text == "[[Roadmap|Master plan]]"
        assert await _offered(world, " #") == ["#项目", "#work/plan"]
        world.key(Qt.Key.Key_Down)
        world.key(Qt.Key.Key_Return)
        assert world.view.text == "[[Roadmap|Master plan]] #work/plan"
        await asyncio.to_thread(index.close)
        world.close()

    run_async(body())


def test_markdown_links_are_written_where_the_vault_wants_them(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="")
        (world.root / ".obsidian").mkdir()
        (world.root / ".obsidian" / "app.json").write_text(
            '{"useMarkdownLinks": true, "newLinkFormat": "absolute"}'
        )
        (world.root / "Sub").mkdir()
        (world.root / "Sub" / "My note.md").write_text("x")
        world.show("Home.md")
        await _offered(world, "[[my")
        world.key(Qt.Key.Key_Return)
        assert world.view.text == "[My note](Sub/My%20note.md)"
        world.close()

    run_async(body())


def test_an_input_method_at_work_keeps_enter(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="- item")
        world.show("Home.md")
        edit = world.view.edit
        edit.moveCursor(QTextCursor.MoveOperation.End)
        QApplication.sendEvent(edit, QInputMethodEvent("hui yi", []))
        world.key(Qt.Key.Key_Return)
        assert world.view.text == "- item"
        done = QInputMethodEvent()
        done.setCommitString("会议")
        QApplication.sendEvent(edit, done)
        assert world.view.text == "- item会议"
        world.key(Qt.Key.Key_Return)
        assert world.view.text == "- item会议\n- "
        world.close()

    run_async(body())


def _write(world: EditorWorld, text: str) -> None:
    """Write by an input method, as keys have no such characters."""
    for char in text:
        commit(world.view.edit, char)


def test_brackets_of_a_chinese_keyboard_begin_a_link(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="", 会议记录="x\n")
        world.show("Home.md")
        edit, completion = world.view.edit, world.view.completion
        await until(edit.hasFocus)
        commit(edit, "见")
        commit(edit, "【")
        assert world.view.text == "见【"
        commit(edit, "【")
        assert world.view.text == "见[["
        await until(lambda: completion.open)
        edit.undo()
        assert world.view.text == "见【【"
        edit.redo()
        compose(edit, "hui")
        commit(edit, "会")
        await until(lambda: completion.open)
        world.key(Qt.Key.Key_Return)
        assert world.view.text == "见[[会议记录]]"

        edit.selectAll()
        _write(world, "【【新】】 【】】 a】】")
        assert world.view.text == "[[新]] 【】】 a】】"
        world.close()

    run_async(body())


def test_brackets_stay_where_no_link_is_written(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="```\ncode")
        world.show("Home.md")
        edit = world.view.edit
        edit.moveCursor(QTextCursor.MoveOperation.End)
        _write(world, "【【")
        assert world.view.text == "```\ncode【【"
        edit.selectAll()
        _write(world, "【")
        for text in ("【", "【【"):
            pasted = QMimeData()
            pasted.setText(text)
            edit.insertFromMimeData(pasted)
        assert world.view.text == "【【【【"
        world.close()

    run_async(body())


def test_enter_with_ctrl_or_alt_follows_the_link_at_the_caret(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="go [[Other]]\n", Other="x\n")
        world.vault.names.scan()
        world.show("Home.md")
        followed: list[tuple[str, bool]] = []
        world.view.link_activated.connect(lambda *link: followed.append(link))
        cursor = world.view.edit.textCursor()
        cursor.setPosition(6)
        world.view.edit.setTextCursor(cursor)
        world.key(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        assert followed.pop() == ("axon-note:Other.md", True)  # a new tab
        world.key(Qt.Key.Key_Return, Qt.KeyboardModifier.AltModifier)
        assert followed == [("axon-note:Other.md", False)]
        assert world.view.text == "go [[Other]]\n"
        world.close()

    run_async(body())
