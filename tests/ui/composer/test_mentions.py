from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QFontMetrics, QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from axon_desktop.agent.context.mentions import find_mentions
from axon_desktop.llm.messages import TextDelta
from axon_desktop.text.mention_syntax import show_mentions, write_mention
from axon_desktop.ui.composer.completion import Choice, shown_words
from axon_desktop.ui.composer.mentions import MentionIndex, mention_being_written
from axon_desktop.ui.composer.slash_commands import find_commands, parse_command
from axon_desktop.vault import Vault
from axon_desktop.vault.names.table import NameTable
from tests.ui.chat_world import Run, World, make_world, until
from tests.ui.ime import commit
from tests.waiting import work_below

NOTES = (
    ("Home.md", "# Home\n"),
    ("Projects/Axon Desktop.md", "plan\n"),
    ("Projects/知识图谱.md", "图\n"),
    ("Daily/2026-11-21.md", "day\n"),
)


def never() -> bool:
    return False


def mode(world: World) -> str:
    return world.session.mode


def names(world: World) -> list[str]:
    listed = world.panel.completer.list
    return [listed.item(row).text() for row in range(listed.count())]


@pytest.mark.parametrize(
    ("before", "found"),
    [
        ("@", (0, "")), ("look at @pro", (8, "pro")), ("look at @[[Axon De", (8, "Axon De")), ("看@家", (1, "家")),
        ("@Axon Desk", (0, "Axon Desk")), ("me@example", None), ("a @b @c", (5, "c")), ("@ not", None),
        ("@[[done]] x", None), ("nothing", None),
    ],
)  # fmt: skip
def test_mention_is_seen_while_it_is_written(before: str, found: tuple[int, str] | None) -> None:
    assert mention_being_written(before) == found


@pytest.mark.parametrize(
    ("path", "is_folder", "written"),
    [
        ("Home.md", False, "@Home"),
        ("Projects/Axon Desktop.md", False, "@[[Projects/Axon Desktop]]"),
        ("Daily", True, "@Daily/"),
        ("My notes", True, "@[[My notes/]]"),
        ("笔记/知识图谱.md", False, "@笔记/知识图谱"),
        ("What now?.md", False, "@[[What now?]]"),
        ("pic.png", False, "@pic.png"),
    ],
)
def test_what_is_written_for_a_note_means_that_note(
    tmp_path: Path, path: str, is_folder: bool, written: str
) -> None:
    assert write_mention(path, is_folder=is_folder) == written
    file = tmp_path / path / "x.md" if is_folder else tmp_path / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("x")
    (mention,) = find_mentions(f"Please look at {written} now", Vault(tmp_path))
    assert (mention.path, mention.kind) == (path, "folder" if is_folder else "note")


def test_known_mentions_are_bold_in_the_bubble() -> None:
    def known(name: str) -> bool:
        return name in ("Home", "Daily/", "A_b")

    assert (
        show_mentions("see @Home, ask me@home.org or @nobody", known)
        == "see **@Home**, ask me@home.org or @nobody"
    )
    assert show_mentions("@[[Axon Desktop]] in @Daily/", known) == "**@Axon Desktop** in **@Daily/**"
    assert show_mentions("@A_b", known) == r"**@A\_b**"


def test_best_names_come_first_and_slips_are_forgiven(tmp_path: Path) -> None:
    for path, text in NOTES:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    index = MentionIndex(Vault(tmp_path))
    assert index.find("pro", 9, never)[0].path == "Projects"
    assert index.find("desk", 9, never)[0].path == "Projects/Axon Desktop.md"
    assert index.find("axno desktop", 9, never)[0].path == "Projects/Axon Desktop.md"
    assert index.find("图谱", 9, never)[0].path == "Projects/知识图谱.md"
    assert index.find("daily/2026", 9, never)[0].path == "Daily/2026-11-21.md"
    assert len(index.find("", 3, never)) == 3
    (tmp_path / "Later.md").write_text("x")
    index.vault.names.change(["Later.md"])
    assert index.find("later", 9, never)[0].path == "Later.md"


def test_name_and_place_share_a_line(qapp: QApplication) -> None:
    metrics = QFontMetrics(qapp.font())

    def shown(name: str, details: str, room: int, *, is_place: bool = True) -> tuple[str, str]:
        return shown_words(Choice(name, details, "note", "", is_place=is_place), metrics, room)

    assert shown("Home", "", 200) == ("Home", "")
    assert shown("Home", "Daily", 400) == ("Home", "Daily")
    place = "Projects/A long name/Garden"
    name, details = shown("x" * 200, place, 400)
    assert metrics.horizontalAdvance(name) <= 240
    assert details.startswith("…")
    assert details.endswith("Garden")
    assert metrics.horizontalAdvance(name + details) < 400
    assert shown("x" * 200, "New", 400)[1] == "New", "what is short is not cut"
    name, details = shown("x" * 200, place, 150)
    assert details == "", "a few letters tell nothing"
    assert metrics.horizontalAdvance(name) > 130
    assert shown("/new", "Begin another conversation, and keep this one", 220, is_place=False)[1].startswith("Beg")


def test_arrows_enter_and_escape_belong_to_the_list_while_it_is_open(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, ["ok"], notes=NOTES)
        box, completer = world.panel.composer.input, world.panel.completer
        box.setFocus()
        QTest.keyClicks(box, "look at @pro")
        await until(lambda: completer.open)
        assert names(world)[0] == "Projects/"
        QTest.keyClick(box, Qt.Key.Key_Down)
        QTest.keyClick(box, Qt.Key.Key_Up)
        QTest.keyClick(box, Qt.Key.Key_Down)
        QTest.keyClick(box, Qt.Key.Key_Return)
        assert not world.session.running
        assert not completer.open
        assert box.toPlainText().startswith("look at @")
        assert box.toPlainText().endswith(" ")
        QTest.keyClicks(box, "and @desk")
        await until(lambda: completer.open and names(world)[0] == "Axon Desktop")
        QTest.keyClick(box, Qt.Key.Key_Tab)
        assert box.toPlainText().endswith("and @[[Projects/Axon Desktop]] ")
        assert box.hasFocus()
        QTest.keyClicks(box, "@ho")
        await until(lambda: completer.open)
        QTest.keyClick(box, Qt.Key.Key_Escape)
        assert not completer.open
        assert box.toPlainText().endswith("@ho")
        QTest.keyClicks(box, "m")
        await until(lambda: completer.open)
        box.clear()
        assert not completer.open
        await world.close()

    run_async(body())


def test_click_takes_a_suggestion_behind_emoji(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, notes=NOTES)
        box, completer = world.panel.composer.input, world.panel.completer
        box.setFocus()
        box.set_text("🙂🙂 see @hom")
        await until(lambda: completer.open)
        item = completer.list.item(0)
        place = completer.list.visualItemRect(item).center()
        QTest.mouseClick(completer.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert box.toPlainText() == "🙂🙂 see @Home "
        await world.close()

    run_async(body())


def test_escape_closes_the_list_and_does_not_stop_the_turn(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [[TextDelta("w ")] * 3000], pace=0.002, notes=NOTES)
        world.panel.activateWindow()
        await until(world.panel.isActiveWindow)
        box = world.panel.composer.input
        box.setFocus()
        world.session.send("long")
        await until(lambda: "token" in world.kinds())
        QTest.keyClicks(box, "@ho")
        await until(lambda: world.panel.completer.open)
        QTest.keyClick(box, Qt.Key.Key_Escape)
        assert not world.panel.completer.open
        await until(lambda: world.kinds().count("token") > 50)
        assert world.session.running
        QTest.keyClick(box, Qt.Key.Key_Escape)
        await world.end()
        assert world.kinds()[-1] == "cancelled"
        await world.close()

    run_async(body())


def test_composition_gets_no_suggestions(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, notes=NOTES)
        box = world.panel.composer.input
        box.setFocus()
        QTest.keyClicks(box, "@")
        await until(lambda: world.panel.completer.open)
        QApplication.sendEvent(box, QInputMethodEvent("zhi", []))
        QTest.keyClick(box, Qt.Key.Key_Return)
        assert box.toPlainText() == "@"
        done = QInputMethodEvent("", [])
        done.setCommitString("知识")
        QApplication.sendEvent(box, done)
        await until(lambda: world.panel.completer.open and names(world)[:1] == ["知识图谱"])
        QTest.keyClick(box, Qt.Key.Key_Return)
        assert box.toPlainText() == "@Projects/知识图谱 "
        await world.close()

    run_async(body())


def test_commands_are_offered_at_the_beginning_only(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, ["planned?"], notes=NOTES)
        box, completer = world.panel.composer.input, world.panel.completer
        box.setFocus()
        QTest.keyClicks(box, "/pl")
        assert names(world)[0].startswith("/plan")
        QTest.keyClick(box, Qt.Key.Key_Return)
        assert box.toPlainText() == "/plan "
        QTest.keyClick(box, Qt.Key.Key_Return)
        assert mode(world) == "plan"
        assert box.toPlainText() == ""
        assert box.toPlainText() == ""
        QTest.keyClicks(box, "/reac")
        QTest.keyClick(box, Qt.Key.Key_Tab)
        QTest.keyClick(box, Qt.Key.Key_Return)
        assert mode(world) == "react"
        QTest.keyClicks(box, "see /pl")
        assert not completer.open
        box.clear()
        asked: list[bool] = []
        world.panel.settings_requested.connect(lambda: asked.append(True))
        QTest.keyClicks(box, "/budg")
        QTest.keyClick(box, Qt.Key.Key_Return)
        assert asked == [True]
        assert not world.session.running
        await world.close()

    run_async(body())


def test_sign_of_the_slash_key_on_a_chinese_keyboard_is_a_slash(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, ["planned?"], notes=NOTES)
        box, completer = world.panel.composer.input, world.panel.completer
        box.setFocus()
        commit(box, "、")
        assert names(world)[0] == "/new"
        QTest.keyClicks(box, "pl")
        assert names(world)[0].startswith("/plan")
        QTest.keyClick(box, Qt.Key.Key_Return)
        assert box.toPlainText() == "/plan "
        QTest.keyClick(box, Qt.Key.Key_Return)
        assert mode(world) == "plan"
        commit(box, "、")
        QTest.keyClicks(box, "react ")
        QTest.keyClick(box, Qt.Key.Key_Return)
        assert mode(world) == "react", "also a command that was not taken from the list"
        commit(box, "看")
        commit(box, "、")
        assert not completer.open, "it is a comma anywhere else"
        box.clear()
        pasted = QMimeData()
        for text in ("、", "、plan"):
            pasted.setText(text)
            box.insertFromMimeData(pasted)
            assert not completer.open
            assert completer.with_slash(text) == text
            box.clear()
        await world.close()

    run_async(body())


def test_path_is_no_command() -> None:
    assert parse_command("/home/me/notes") is None
    assert parse_command("/") is None
    assert parse_command("/Plan  tidy up\nall of it") == ("plan", "tidy up\nall of it")
    assert [command.name for command in find_commands("re")][:3] == ["react", "rename", "retry"]


def test_dropped_notes_become_mentions_and_other_files_paths(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, notes=NOTES)
        world.vault.names.scan()
        box = world.panel.composer.input
        data = QMimeData()
        files = [
            world.root / "Home.md",
            world.root / "Projects",
            world.root / "Projects/Axon Desktop.md",
            tmp_path / "a.png",
        ]
        data.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
        assert box.canInsertFromMimeData(data)
        box.insertPlainText("see")
        box.insertFromMimeData(data)
        assert box.toPlainText() == f"see @Home @Projects/ @[[Projects/Axon Desktop]] {tmp_path / 'a.png'} "
        box.clear()
        world.panel.mention("Projects")
        world.panel.mention("Daily/2026-11-21.md")
        assert box.toPlainText() == "@Projects/ @Daily/2026-11-21 "
        await world.close()

    run_async(body())


def test_hundred_thousand_names_never_hold_a_key_up(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, notes=NOTES)
        index = MentionIndex(world.vault)
        paths = [f"Folder {number % 300}/Note about thing {number} of many.md" for number in range(100_000)]
        world.vault.names.scan()
        world.vault.names._table = NameTable(sorted(paths))  # as if so many files were there
        world.panel.completer.set_index(index)
        box, completer = world.panel.composer.input, world.panel.completer
        box.setFocus()
        for character in "@thing 99999 zzq":
            with work_below(0.2):  # measured: about 1 ms
                QTest.keyClicks(box, character)
        box.set_text("@thing 99999")
        await until(lambda: completer.open and names(world)[:1] == ["Note about thing 99999 of many"])
        await world.close()

    run_async(body())
