"""New notes and folders, notes from links, daily notes and templates, by the vault's settings in Obsidian."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from axon_desktop.ui.file_actions.name_prompt import NamePrompt
from axon_desktop.ui.file_actions.templates import TemplateChoice
from axon_desktop.ui.quick_open.folder_chooser import FolderChooser
from axon_desktop.ui.widgets.confirm_dialog import Question
from axon_desktop.ui.widgets.form_fields import Chooser
from axon_desktop.vault.moves.new_path import NewPath
from tests.ui.chat_world import Run
from tests.ui.obsidian_window import VaultWindow, vault_window
from tests.waiting import until

OUTSIDE = "“..” could lead out of the vault; a path that begins with / starts at the vault’s root folder"

pytestmark = pytest.mark.qt_log_ignore(r"propagateSizeHints|raise\(\)")

NOTES = {
    "Home.md": "See [[Nowhere]].\n",
    "Projects/Idea.md": "# Idea\n",
    "Templates/Meeting.md": "# {{title}}\n{{date:YYYY}} <% tp.x %>\n",
    "Templates/sub/Empty.md": "",
}
TEMPLATES = {"templates.json": '{"folder": "Templates"}'}


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("HOME", str(tmp_path))


def test_a_new_note_goes_where_the_setting_says_and_opens_for_writing(
    qapp: QApplication, tmp_path: Path, run_async: Run, qtbot: QtBot
) -> None:
    async def body() -> None:
        config = {"app.json": '{"newFileLocation": "current"}'}
        async with vault_window(qapp, tmp_path, NOTES, config) as world:
            world.window.preview.open_note("Projects/Idea.md")
            await world.shows("Projects/Idea.md")
            world.window.menus.actions["file.new_note"].trigger()
            prompt = await world.dialog(NamePrompt)
            assert not prompt.accept_button.isEnabled()
            prompt.field.setText("知识 图谱")
            await until(lambda: prompt.message.text() == "Creates Projects/知识 图谱.md")
            qtbot.keyClick(prompt.field, Qt.Key.Key_Return)
            await world.shows("Projects/知识 图谱.md")
            assert world.text("Projects/知识 图谱.md") == ""
            await until(lambda: world.window.preview.body.shows_editor)
            world.window.preview.go_back()
            await world.shows("Projects/Idea.md")
            await until(lambda: world.window.preview.body.shows_view)
            world.window.preview.go_forward()
            await until(lambda: world.window.preview.body.shows_editor)
            await world.undo()
            assert not world.has("Projects/知识 图谱.md")

    run_async(body())


def test_names_are_judged_while_they_are_typed(
    qapp: QApplication, tmp_path: Path, run_async: Run, qtbot: QtBot
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            world.window.tree.new_note_requested.emit("Projects")
            prompt = await world.dialog(NamePrompt)
            for name, message in (
                ("a:b", "A name must not contain ‘:’"),
                ("a:b?", "A name must not contain ‘:’ ‘?’"),
                ("a#b", "‘#’ breaks links, so a name must not contain it"),
                (".x", "A name that begins with a dot would be hidden"),
                ("../x", OUTSIDE),
                ("idea", "Opens Projects/Idea.md, which already exists"),
                ("/Home", "Opens Home.md, which already exists"),
            ):
                prompt.field.setText(name)
                await until(lambda message=message: prompt.message.text() == message)  # type: ignore[misc]
                assert prompt.accept_button.isEnabled() == message.startswith("Opens")
            qtbot.keyClick(prompt.field, Qt.Key.Key_Return)
            await world.shows("Home.md")
            assert not world.undo_button.isVisible()

    run_async(body())


def test_the_prompt_does_not_grow_with_a_long_name(qtbot: QtBot, tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        name = "很长的名字" * 20
        prompt = NamePrompt(f"Rename {name}", lambda _typed: NewPath("A.md"), name=name)
        qtbot.addWidget(prompt)
        assert prompt.sizeHint().width() < 700
        await until(lambda: prompt.found is not None)

    run_async(body())


def test_a_quick_return_waits_for_the_answer(
    qapp: QApplication, tmp_path: Path, run_async: Run, qtbot: QtBot
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            world.window.menus.actions["file.new_note"].trigger()
            prompt = await world.dialog(NamePrompt)
            prompt.field.setText("Quick")
            qtbot.keyClick(prompt.field, Qt.Key.Key_Return)
            await world.shows("Quick.md")

    run_async(body())


def test_a_link_to_nothing_asks_once_with_its_path(
    qapp: QApplication, tmp_path: Path, run_async: Run, qtbot: QtBot
) -> None:
    async def body() -> None:
        config = {"app.json": '{"newFileLocation": "folder", "newFileFolderPath": "Inbox"}'}
        async with vault_window(qapp, tmp_path, NOTES, config) as world:
            world.window.preview.create_requested.emit("Nowhere", "Home.md")
            question = await world.dialog(Question)
            assert question.sentences == ("Inbox/Nowhere.md",)
            qtbot.keyClick(question, Qt.Key.Key_Return)
            await world.shows("Inbox/Nowhere.md")
            world.window.preview.create_requested.emit("a:b", "Home.md")
            await world.says("cannot be created: A name must not contain ‘:’")

    run_async(body())


def test_a_folder_is_made_and_undone(qapp: QApplication, tmp_path: Path, run_async: Run, qtbot: QtBot) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            world.window.tree.new_folder_requested.emit("Projects")
            prompt = await world.dialog(NamePrompt)
            prompt.field.setText("idea.md")
            qtbot.keyClicks(prompt.field, "/Sub folder")
            await until(lambda: bool(prompt.message.text()))
            prompt.field.setText("Sub folder")
            qtbot.keyClick(prompt.field, Qt.Key.Key_Return)
            await world.says("Created the folder Projects/Sub folder")
            assert (world.root / "Projects/Sub folder").is_dir()
            await world.undo()
            assert not (world.root / "Projects/Sub folder").exists()

    run_async(body())


def is_moved(world: VaultWindow, to: str) -> bool:
    return world.has(to) and world.undo_button.isVisible()


def test_a_copy_takes_the_next_free_name_and_a_folder_is_chosen_by_a_part_of_its_path(
    qapp: QApplication, tmp_path: Path, run_async: Run, qtbot: QtBot
) -> None:
    """The note is moved with the links to it, the folder with its notes; each is one undo."""

    async def body() -> None:
        files = {
            "Home.md": "[[Plan]]",
            "Home 1.md": "",
            "Plan.md": "plan",
            "Work/2026/Old.md": "",
            "Misc/a.md": "",
        }
        async with vault_window(qapp, tmp_path, files) as world:
            await until(lambda: world.vault.names.ready)
            tree = world.window.tree
            tree.duplicate_requested.emit("Home.md")
            await world.shows("Home 2.md")
            assert world.text("Home 2.md") == "[[Plan]]"
            await world.undo()
            assert not world.has("Home 2.md")
            for path, is_folder, query, at in (
                ("Plan.md", False, "wk26", "Work/2026/Plan.md"),
                ("Work/2026", True, "misc", "Misc/2026/Old.md"),
            ):
                tree.move_to_requested.emit(path, is_folder)
                chooser = next(box for box in world.window.findChildren(FolderChooser) if box.isVisible())
                chooser.box.setText(query)
                qtbot.keyClick(chooser.box, Qt.Key.Key_Return)
                await until(partial(is_moved, world, at))
                await world.undo()
                assert not world.has(at)

    run_async(body())


def test_a_template_begins_a_new_note_and_its_plugin_tags_are_told(
    qapp: QApplication, tmp_path: Path, run_async: Run, qtbot: QtBot
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES, TEMPLATES) as world:
            world.window.menus.actions["file.new_note"].trigger()
            prompt = await world.dialog(NamePrompt)
            choice = prompt.findChild(Chooser)
            assert choice is not None
            assert [choice.itemText(row) for row in range(choice.count())] == [
                "No template",
                "Meeting",
                "sub/Empty",
            ]
            label = next(label for label in prompt.findChildren(QLabel) if label.buddy() is choice)
            assert label.text() == "&Template"
            assert prompt.field.y() < choice.y() < prompt.message.y()
            assert prompt.accept_button.y() - prompt.message.geometry().bottom() - 1 == 12
            choice.setCurrentIndex(1)
            prompt.field.setText("Monday")
            qtbot.keyClick(prompt.field, Qt.Key.Key_Return)
            await world.says("tags stay as they are")
            assert world.text("Monday.md") == f"# Monday\n{datetime.now(UTC).astimezone():%Y} <% tp.x %>\n"

    run_async(body())


def test_insert_template_puts_it_at_the_cursor(
    qapp: QApplication, tmp_path: Path, run_async: Run, qtbot: QtBot
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES, TEMPLATES) as world:
            preview = world.window.preview
            preview.open_note("Projects/Idea.md")
            await world.shows("Projects/Idea.md")
            preview.set_mode("source")
            edit = preview.body.editor.edit
            edit.moveCursor(edit.textCursor().MoveOperation.End)
            world.window.menus.actions["edit.insert_template"].trigger()
            choice = await world.dialog(TemplateChoice)
            qtbot.keyClicks(choice.field, "meet")
            qtbot.keyClick(choice.field, Qt.Key.Key_Return)
            await world.says("Inserted Meeting")
            assert preview.body.editor.text.startswith("# Idea\n# Idea\n2")
            edit.undo()
            assert preview.body.editor.text == "# Idea\n"

    run_async(body())


def test_without_an_editor_a_template_begins_a_new_note(
    qapp: QApplication, tmp_path: Path, run_async: Run, qtbot: QtBot
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES, TEMPLATES) as world:
            world.window.menus.actions["edit.insert_template"].trigger()
            choice = await world.dialog(TemplateChoice)
            qtbot.keyClick(choice.field, Qt.Key.Key_Down)
            qtbot.keyClick(choice.field, Qt.Key.Key_Up)
            qtbot.keyClick(choice.field, Qt.Key.Key_Return)
            prompt = await world.dialog(NamePrompt)
            chosen = prompt.findChild(Chooser)
            assert chosen is not None
            assert chosen.currentText() == "Meeting"
            prompt.reject()
            await until(lambda: not world.window.findChildren(NamePrompt))

    run_async(body())


def test_without_a_templates_folder_that_is_said(qapp: QApplication, tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            world.window.menus.actions["edit.insert_template"].trigger()
            await world.says("no templates folder")

    run_async(body())


def test_the_daily_note_is_made_from_its_template_once(qapp: QApplication, tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        daily = '{"folder": "Journal", "format": "YYYY/MM-DD", "template": "Templates/Meeting"}'
        async with vault_window(qapp, tmp_path, NOTES, {**TEMPLATES, "daily-notes.json": daily}) as world:
            today = datetime.now(UTC).astimezone()
            path = f"Journal/{today:%Y/%m-%d}.md"
            world.window.menus.actions["file.open_daily_note"].trigger()
            await world.shows(path)
            assert world.text(path).startswith(f"# {today:%m-%d}\n{today:%Y}")
            (world.root / path).write_text("mine", encoding="utf-8")
            world.window.preview.open_note("Home.md")
            await world.shows("Home.md")
            world.window.menus.actions["file.open_daily_note"].trigger()
            await world.shows(path)
            assert world.text(path) == "mine"

    run_async(body())


def test_a_missing_daily_template_and_a_bad_format_are_said(
    qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES, {"daily-notes.json": '{"template": "Gone"}'}) as world:
            world.window.menus.actions["file.open_daily_note"].trigger()
            await world.says("Its template Gone was not found")
            world.configure("daily-notes.json", '{"format": "HH:mm"}')
            world.window.menus.actions["file.open_daily_note"].trigger()
            await world.says("cannot be created: A name must not contain ‘:’")

    run_async(body())


def test_obsidians_own_folder_is_never_written(qapp: QApplication, tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES, TEMPLATES) as world:
            world.window.menus.actions["file.open_daily_note"].trigger()
            await world.says("Created")
            world.window.preview.create_requested.emit(".obsidian/app.json", "Home.md")
            await world.says("cannot be created")
            assert [file.name for file in (world.root / ".obsidian").iterdir()] == ["templates.json"]

    run_async(body())
