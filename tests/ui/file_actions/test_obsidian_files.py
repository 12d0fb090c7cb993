"""Renaming, moving and trashing in the tree, with links, a question and an undo."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from axon_desktop.index.vault_index import VaultIndex
from axon_desktop.ui.changes.undo.undo_dialog import UndoDialog
from axon_desktop.ui.file_actions.confirm_move import ConfirmMoveDialog
from axon_desktop.ui.file_actions.conflict_copies import ComparisonDialog
from axon_desktop.ui.file_actions.move_file import notes_linking_to
from axon_desktop.ui.file_actions.name_prompt import NamePrompt
from axon_desktop.ui.tree.model import EXCLUDED_ROLE, ORIGINAL_ROLE, VaultModel
from axon_desktop.vault import Vault
from tests.ui.chat_world import Run
from tests.ui.obsidian_window import VaultWindow, vault_window
from tests.waiting import until, wait_until

pytestmark = pytest.mark.qt_log_ignore(r"propagateSizeHints|raise\(\)")

NOTES = {
    "Home.md": "See [[Idea]] and [[Idea|again]].\n",
    "Plan.md": "[the idea](Projects/Idea.md)\n",
    "Projects/Idea.md": "# Idea\n[[Home]]\n",
    "Projects/Lone.md": "alone\n",
    "Archive/Old.md": "old\n",
}


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("HOME", str(tmp_path))


def words(dialog: ConfirmMoveDialog | ComparisonDialog) -> str:
    return "\n".join(label.text() for label in dialog.findChildren(QLabel))


async def select(world: VaultWindow, path: str) -> None:
    tree = world.window.tree
    tree.set_current_note(path)
    await until(lambda: tree.view.currentIndex().data(Qt.ItemDataRole.UserRole) == path)


def test_f2_renames_with_every_link_and_undo_brings_all_back(
    qapp: QApplication, tmp_path: Path, run_async: Run, qtbot: QtBot
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            await select(world, "Projects/Idea.md")
            qtbot.keyClick(world.window.tree.view, Qt.Key.Key_F2)
            prompt = await world.dialog(NamePrompt)
            assert prompt.field.text() == "Projects/Idea"
            assert prompt.field.selectedText() == "Idea"
            qtbot.keyClicks(prompt.field, "Big idea")
            qtbot.keyClick(prompt.field, Qt.Key.Key_Return)
            question = await world.dialog(ConfirmMoveDialog)
            assert "Projects/Idea.md → Projects/Big idea.md" in words(question)
            assert "Links in 2 notes will be rewritten" in words(question)
            rows = {question.list.item(row).text() for row in range(question.list.count())}
            assert rows == {"Home.md  ×2", "Plan.md"}
            question.accept_button.click()
            await world.says("links rewritten in 2 notes")
            assert world.text("Home.md") == "See [[Big idea]] and [[Big idea|again]].\n"
            assert world.text("Plan.md") == "[the idea](Projects/Big%20idea.md)\n"
            await world.undo()
            assert {path: world.text(path) for path in NOTES} == NOTES

    run_async(body())


def test_the_offer_to_undo_goes_when_it_was_undone_otherwise(
    qapp: QApplication, tmp_path: Path, run_async: Run, qtbot: QtBot
) -> None:
    """Red when the button stays after the message that all is undone, and then finds nothing to undo."""

    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES, {"app.json": '{"alwaysUpdateLinks": true}'}) as world:
            world.window.tree.move_requested.emit(["Projects/Idea.md"], "Archive")
            await until(lambda: world.undo_button.isVisible())
            world.undo_button._time.stop()  # else it is hidden by itself
            world.window.undo_requested.emit()
            await world.says("Undone: ")
            assert {path: world.text(path) for path in NOTES} == NOTES
            await until(lambda: not world.undo_button.isVisible())
            world.window.show_undone(["A.md", "B.md", "A.md"])
            assert world.said == "Undone: A.md, B.md"
            world.window.show_undone(["A.md", "B.md", "C.md"])
            assert world.said == "Undone: A.md and 2 more"

    run_async(body())


def test_f2_renames_the_note_that_is_read(
    qapp: QApplication, tmp_path: Path, run_async: Run, qtbot: QtBot
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            world.window.preview.open_note("Projects/Idea.md")
            await world.shows("Projects/Idea.md")
            world.window.preview.body.focus_text()
            qtbot.keyClick(world.window, Qt.Key.Key_F2)
            prompt = await world.dialog(NamePrompt)
            assert prompt.field.text() == "Projects/Idea"
            prompt.reject()

    run_async(body())


def test_a_move_that_is_refused_in_the_question_changes_nothing(
    qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            world.window.tree.move_requested.emit(["Projects/Idea.md"], "Archive")
            question = await world.dialog(ConfirmMoveDialog)
            question.reject()
            await until(lambda: not world.window.findChildren(ConfirmMoveDialog))
            assert {path: world.text(path) for path in NOTES} == NOTES
            assert not world.undo_button.isVisible()

    run_async(body())


def test_the_setting_to_update_links_always_saves_the_question(
    qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES, {"app.json": '{"alwaysUpdateLinks": true}'}) as world:
            world.window.tree.move_requested.emit(["Projects/Idea.md"], "Archive")
            await world.says("Moved Projects/Idea.md to Archive/Idea.md")
            assert world.text("Plan.md") == "[the idea](Archive/Idea.md)\n"

    run_async(body())


def test_a_file_dropped_onto_a_folder_goes_there(qapp: QApplication, tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            await select(world, "Projects/Lone.md")
            view, model = world.window.tree.view, world.window.tree.view.model()
            assert isinstance(model, VaultModel)
            mime = model.mimeData([model.index_of("Projects/Lone.md")])
            assert mime.urls()[0].toLocalFile() == str(world.root / "Projects/Lone.md")
            drop(view, mime, view.visualRect(model.index_of("Archive")).center())
            await world.says("Moved Projects/Lone.md to Archive/Lone.md")
            assert world.has("Archive/Lone.md")
            await until(lambda: not model.index_of("Projects/Lone.md").isValid())
            drop(view, model.mimeData([model.index_of("Home.md")]), QPoint(20, view.viewport().height() - 4))
            assert world.has("Home.md"), "it lies in the root already"
            await world.undo()
            assert world.has("Projects/Lone.md")

    run_async(body())


def test_a_name_that_is_taken_in_the_folder_is_said(qapp: QApplication, tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, {**NOTES, "Archive/lone.md": "other"}) as world:
            world.window.tree.move_requested.emit(["Projects/Lone.md"], "Archive")
            await world.says("Archive/lone.md already exists")
            assert world.has("Projects/Lone.md")

    run_async(body())


def test_what_is_being_typed_goes_along(qapp: QApplication, tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            preview = world.window.preview
            preview.open_note("Projects/Lone.md")
            await world.shows("Projects/Lone.md")
            preview.set_mode("source")
            preview.body.editor.edit.textCursor().insertText("typed ")
            assert preview.body.editor.dirty
            world.window.tree.move_requested.emit(["Projects/Lone.md"], "Archive")
            await world.says("Moved Projects/Lone.md")
            assert world.text("Archive/Lone.md") == "typed alone\n"
            await world.shows("Archive/Lone.md")
            preview.body.editor.edit.textCursor().insertText("and ")
            assert await preview.body.editor.save()
            assert not world.has("Projects/Lone.md")
            assert world.text("Archive/Lone.md") == "typed and alone\n"

    run_async(body())


def drop(view: object, mime: QMimeData, place: QPoint) -> None:
    from axon_desktop.ui.tree.view import TreeView

    assert isinstance(view, TreeView)
    how = Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    own = view.visualRect(view.currentIndex()).center()
    entered = QDragEnterEvent(own, *how)
    view.dragEnterEvent(entered)
    assert entered.isAccepted(), "nothing else would come"
    moved = QDragMoveEvent(place, *how)
    view.dragMoveEvent(moved)
    if moved.isAccepted():
        view.dropEvent(QDropEvent(QPointF(place), *how))


def test_delete_asks_and_names_the_links_that_will_break(
    qapp: QApplication, tmp_path: Path, run_async: Run, qtbot: QtBot
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES, {"app.json": '{"trashOption": "local"}'}) as world:
            await select(world, "Projects/Idea.md")
            qtbot.keyClick(world.window.tree.view, Qt.Key.Key_Delete)
            question = await world.dialog(ConfirmMoveDialog)
            assert ".trash/Projects/Idea.md" in words(question)
            assert "2 notes link to it. Their links will break:" in words(question)
            assert [question.list.item(row).text() for row in range(2)] == ["Home.md  ×2", "Plan.md"]
            qtbot.keyClick(question, Qt.Key.Key_Return)
            await world.says("Moved Projects/Idea.md to the trash")
            assert world.has(".trash/Projects/Idea.md")
            await world.undo()
            assert world.text("Projects/Idea.md") == NOTES["Projects/Idea.md"]

    run_async(body())


def test_without_links_the_setting_not_to_ask_is_followed(
    qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        config = {"app.json": '{"trashOption": "local", "promptDelete": false}'}
        async with vault_window(qapp, tmp_path, NOTES, config) as world:
            world.window.tree.trash_requested.emit("Projects/Lone.md", False)
            await world.says("Moved Projects/Lone.md to the trash")
            world.window.tree.trash_requested.emit("Projects/Idea.md", False)
            (await world.dialog(ConfirmMoveDialog)).reject()
            await until(lambda: not world.window.findChildren(ConfirmMoveDialog))
            assert world.has("Projects/Idea.md")

    run_async(body())


def test_f2_renames_a_folder_with_every_link_and_undo_brings_all_back(
    qapp: QApplication, tmp_path: Path, run_async: Run, qtbot: QtBot
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            tree = world.window.tree
            world.window.preview.open_note("Projects/Idea.md")
            await world.shows("Projects/Idea.md")
            model = tree.view.model()
            assert isinstance(model, VaultModel)
            tree.view.setFocus()
            tree.view.setCurrentIndex(model.index_of("Projects"))
            qtbot.keyClick(tree.view, Qt.Key.Key_F2)
            prompt = await world.dialog(NamePrompt)
            assert prompt.field.text() == prompt.field.selectedText() == "Projects"
            qtbot.keyClicks(prompt.field, "Work")
            qtbot.keyClick(prompt.field, Qt.Key.Key_Return)
            question = await world.dialog(ConfirmMoveDialog)
            assert "Projects → Work\nIt contains 2 files.\nLinks in 1 note will be rewritten:" in words(question)
            question.accept_button.click()
            await world.says("Renamed the folder Projects to Work, links rewritten in 1 note")
            assert world.text("Plan.md") == "[the idea](Work/Idea.md)\n"
            assert world.text("Home.md") == NOTES["Home.md"]
            assert not (world.root / "Projects").exists()
            await world.shows("Work/Idea.md")
            await world.undo()
            assert {path: world.text(path) for path in NOTES} == NOTES
            assert not (world.root / "Work").exists()
            await world.shows("Projects/Idea.md")

    run_async(body())


def test_only_the_case_of_a_folder_can_be_changed(qapp: QApplication, tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        config = {"app.json": '{"alwaysUpdateLinks": true}'}
        async with vault_window(qapp, tmp_path, NOTES, config) as world:
            world.window.preview.open_note("Projects/Idea.md")
            await world.shows("Projects/Idea.md")
            world.window.tree.rename_requested.emit("Projects", True)
            prompt = await world.dialog(NamePrompt)
            prompt.field.setText("projects")
            await until(lambda: prompt.found is not None)
            assert prompt.accept_button.isEnabled()
            prompt.accept()
            await world.says("Renamed the folder Projects to projects")
            assert [path.name for path in world.root.iterdir() if path.name.lower() == "projects"] == ["projects"]
            await world.shows("projects/Idea.md")
            await world.undo()
            assert {path: world.text(path) for path in NOTES} == NOTES
            assert [path.name for path in world.root.iterdir() if path.name.lower() == "projects"] == ["Projects"]
            await world.shows("Projects/Idea.md")

    run_async(body())


def test_undo_in_the_bar_asks_with_a_preview_where_a_note_was_edited_since(
    qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        config = {"app.json": '{"alwaysUpdateLinks": true}'}
        notes = {"Home.md": "[[Idea]]\n", "Idea.md": "idea\n"}
        async with vault_window(qapp, tmp_path, notes, config) as world:
            world.window.tree.rename_requested.emit("Idea.md", False)
            prompt = await world.dialog(NamePrompt)
            prompt.field.setText("Plan")
            await until(lambda: prompt.found is not None)
            prompt.accept()
            await world.says("Renamed Idea.md to Plan.md, links rewritten in 1 note")
            (world.root / "Home.md").write_text("my [[Plan]]\n", encoding="utf-8")
            os.utime(world.root / "Home.md", (1e9, 1e9))
            world.undo_button.click()
            dialog = await world.dialog(UndoDialog)
            assert not dialog.preview.ok
            dialog.reject()
            await until(lambda: not world.window.findChildren(UndoDialog))
            assert world.text("Home.md") == "my [[Plan]]\n"
            assert world.has("Plan.md")

    run_async(body())


def test_undo_of_a_folder_asks_with_a_preview_where_a_note_was_edited_since(
    qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        config = {"app.json": '{"alwaysUpdateLinks": true}'}
        async with vault_window(qapp, tmp_path, NOTES, config) as world:
            world.window.tree.rename_requested.emit("Projects", True)
            prompt = await world.dialog(NamePrompt)
            prompt.field.setText("Work")
            await until(lambda: prompt.found is not None)
            prompt.accept()
            await world.says("Renamed the folder Projects to Work, links rewritten in 1 note")
            (world.root / "Plan.md").write_text("my [the idea](Idea.md)\n", encoding="utf-8")
            os.utime(world.root / "Plan.md", (1e9, 1e9))
            world.undo_button.click()
            dialog = await world.dialog(UndoDialog)
            assert not dialog.preview.ok
            in_the_way = {file.path: file.why for file in dialog.preview.files if file.is_obstacle}
            assert in_the_way["Plan.md"] == "same_lines"
            assert in_the_way["Work/Idea.md"] == in_the_way["Work/Lone.md"] == "together"
            assert set(in_the_way) == {"Plan.md", "Work/Idea.md", "Work/Lone.md"}
            assert not dialog.agree_button.isEnabled()
            dialog.reject()
            await until(lambda: not world.window.findChildren(UndoDialog))
            assert world.text("Plan.md") == "my [the idea](Idea.md)\n"
            assert world.has("Work/Idea.md")
            assert world.has("Work/Lone.md")

    run_async(body())


def test_a_folder_goes_to_the_trash_after_a_question_and_comes_back(
    qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES, {"app.json": '{"trashOption": "local"}'}) as world:
            menu = world.window.tree.make_menu("Projects", is_folder=True)
            trash = next(action for action in menu.actions() if action.text() == "&Move to trash…")
            trash.trigger()
            question = await world.dialog(ConfirmMoveDialog)
            assert "It contains 2 files. Files will be moved to .trash in the vault" in words(question)
            assert "2 notes link to files in it. Their links will break:" in words(question)
            question.reject()
            await until(lambda: not world.window.findChildren(ConfirmMoveDialog))
            assert world.has("Projects/Lone.md")
            trash.trigger()
            (await world.dialog(ConfirmMoveDialog)).accept_button.click()
            await world.says("Moved the folder Projects to the trash")
            assert not (world.root / "Projects").exists()
            await world.undo()
            assert {path: world.text(path) for path in NOTES} == NOTES

    run_async(body())


def test_a_folder_cannot_take_the_name_of_another_nor_go_into_itself(
    qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            world.window.tree.rename_requested.emit("Projects", True)
            prompt = await world.dialog(NamePrompt)
            for name in ("Archive", "Projects/Inner", "Home.md"):
                prompt.field.setText(name)
                await until(lambda: prompt.found is not None)
                assert prompt.found is not None
                assert prompt.found.fault == "taken"
                assert not prompt.accept_button.isEnabled()
            prompt.reject()

    run_async(body())


def test_excluded_files_and_conflicting_copies_are_marked(
    qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        copy = "Home (Conflicted copy Phone 202611221504).md"
        notes = {**NOTES, copy: "See [[Idea]].\nmore\n"}
        config = {"app.json": '{"userIgnoreFilters": ["Archive/", "/lan\\\\.md$/"]}'}
        async with vault_window(qapp, tmp_path, notes, config) as world:
            model = world.window.tree.view.model()
            assert isinstance(model, VaultModel)
            marked = {
                path: model.index_of(path).data(EXCLUDED_ROLE) for path in ("Archive", "Projects", "Plan.md")
            }
            assert marked == {"Archive": True, "Projects": False, "Plan.md": True}
            assert model.index_of(copy).data(ORIGINAL_ROLE) == "Home.md"
            assert "conflicting copy of Home.md" in model.index_of(copy).data(Qt.ItemDataRole.AccessibleTextRole)
            world.window.tree.compare_requested.emit(copy, "Home.md")
            dialog = await world.dialog(ComparisonDialog)
            assert "+2 −1" in words(dialog)
            dialog.trash_button.click()
            question = await world.dialog(ConfirmMoveDialog)
            question.accept()
            await world.says("to the trash")
            assert not world.has(copy)
            world.window.tree.compare_requested.emit(copy, "Home.md")
            await world.says("is no longer there")

    run_async(body())


def test_the_filter_shows_excluded_files_last(
    qapp: QApplication, tmp_path: Path, run_async: Run, qtbot: QtBot
) -> None:
    async def body() -> None:
        notes = {"A idea.md": "", "B idea.md": "", "Archive/idea.md": ""}
        async with vault_window(qapp, tmp_path, notes, {"app.json": '{"userIgnoreFilters": ["A idea"]}'}) as world:
            tree = world.window.tree
            qtbot.keyClicks(tree.filter, "idea")
            await until(tree.matches.isVisible)
            model = tree.matches.model()
            assert model.index(model.rowCount() - 1, 0).data() == "A idea"

    run_async(body())


def test_links_of_excluded_notes_are_found_beside_the_index(tmp_path: Path) -> None:
    notes = {"a.md": "[[Idea]] [[Idea]]", "Archive/b.md": "![[Idea]]", "c.md": "[[Other]]", "Idea.md": "[[Idea]]"}
    for path, text in notes.items():
        (tmp_path / "v" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "v" / path).write_text(text, encoding="utf-8")
    (tmp_path / "v" / ".obsidian").mkdir()
    (tmp_path / "v" / ".obsidian" / "app.json").write_text('{"userIgnoreFilters": ["Archive/"]}', encoding="utf-8")
    vault = Vault(tmp_path / "v", data_dir=tmp_path / "data")
    vault.names.scan()
    expected = [("Archive/b.md", 1), ("a.md", 2)]
    assert notes_linking_to(vault, None, "Idea.md") == expected
    index = VaultIndex(vault, home=tmp_path / "index")
    index.start()
    try:
        wait_until(lambda: index.state.phase == "ready")
        assert index.links() is not None
        assert notes_linking_to(vault, index, "Idea.md") == expected
        links = index.links()
        assert links is not None
        links._catalog.close()
        assert notes_linking_to(vault, index, "Idea.md") == expected, "the files are read instead"
    finally:
        index.close()
