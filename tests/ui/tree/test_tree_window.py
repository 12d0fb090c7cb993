"""The tree in the whole window: the selection, and which folders the next window expands again."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from axon_desktop.ui.tree.expanded_folders import folders_from_text, folders_to_text
from axon_desktop.ui.tree.model import PATH_ROLE, VaultModel
from axon_desktop.ui.window.main_window import MainWindow
from tests.ui.chat_world import Run
from tests.ui.obsidian_window import vault_window
from tests.waiting import until

pytestmark = pytest.mark.qt_log_ignore(r"propagateSizeHints|raise\(\)")

NOTES = {
    "Archive/Old.md": "old\n",
    "Home.md": "# Home\n",
    "Projects/Far/Deep.md": "deep\n",
    "Projects/Idea.md": "# Idea\n",
    "Projects/Lone.md": "alone\n",
}


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("HOME", str(tmp_path))


def model_of(window: MainWindow) -> VaultModel:
    model = window.tree.view.model()
    assert isinstance(model, VaultModel)
    return model


def chosen(window: MainWindow) -> str:
    return str(window.tree.view.selected.data(PATH_ROLE) or "")


async def open_folder(window: MainWindow, path: str) -> None:
    window.tree.view.expand(model_of(window).index_of(path))
    await until(lambda: model_of(window).is_listed(path))


def test_file_whose_row_comes_back_is_chosen_again(qapp: QApplication, tmp_path: Path, run_async: Run) -> None:
    """As when the folder is listed twice around an undo: without the file, and with it."""

    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            window, model = world.window, model_of(world.window)
            await open_folder(window, "Projects")
            window.tree.view.setCurrentIndex(model.index_of("Projects/Lone.md"))
            file = world.root / "Projects/Lone.md"
            file.unlink()
            model.reload({"Projects"})
            await until(lambda: not model.index_of("Projects/Lone.md").isValid())
            assert not chosen(window)
            file.write_text("alone\n", "utf-8")
            model.reload({"Projects"})
            await until(lambda: chosen(window) == "Projects/Lone.md")

    run_async(body())


def test_moved_file_stays_chosen_at_its_new_place_and_after_undo(
    qapp: QApplication, tmp_path: Path, run_async: Run, qtbot: QtBot
) -> None:
    """Red when the row beside a moved file becomes the current one, and gets the next key."""

    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            window = world.window
            window.preview.open_note("Home.md")
            await until(lambda: window.tree.view.current_note == "Home.md" == chosen(window))
            await open_folder(window, "Projects")
            window.tree.view.setCurrentIndex(model_of(window).index_of("Projects/Lone.md"))
            window.tree.view.dropped.emit(["Projects/Lone.md"], "Archive")
            await world.says("Moved Projects/Lone.md to Archive/Lone.md")
            await until(lambda: chosen(window) == "Archive/Lone.md")
            assert window.preview.path == "Home.md", "it is chosen, not opened"
            with qtbot.waitSignal(window.tree.note_requested) as opened:
                qtbot.keyClick(window.tree.view, Qt.Key.Key_Return)
            assert opened.args == ["Archive/Lone.md"]
            await until(lambda: window.tree.view.current_note == "Archive/Lone.md")
            window.tree.view.setCurrentIndex(model_of(window).index_of("Projects/Idea.md"))
            window.tree.move_requested.emit(["Projects/Idea.md"], "")
            await world.says("Moved Projects/Idea.md to Idea.md")  # until then, Undo is for the move before
            await until(lambda: chosen(window) == "Idea.md")
            await world.undo()
            await until(lambda: chosen(window) == "Projects/Idea.md")

    run_async(body())


def test_next_window_opens_the_folders_that_were_open(qapp: QApplication, tmp_path: Path, run_async: Run) -> None:
    """Red when a new window begins with all folders collapsed, or expands collapsed ones."""

    async def before() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            for path in ("Archive", "Projects", "Projects/Far"):
                await open_folder(world.window, path)
            world.window.tree.view.collapse(model_of(world.window).index_of("Archive"))

    async def after() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            model, view = model_of(world.window), world.window.tree.view
            await until(lambda: model.is_listed("Projects/Far"))
            assert view.isExpanded(model.index_of("Projects/Far"))
            assert not view.isExpanded(model.index_of("Archive"))
            assert not model.is_listed("Archive"), "nobody looks into it"
            (world.root / "Projects" / "Far").rename(world.root / "Near")

    async def when_one_is_gone() -> None:
        async with vault_window(qapp, tmp_path, {}) as world:
            model, view = model_of(world.window), world.window.tree.view
            await until(lambda: model.is_listed("Projects"))
            assert view.isExpanded(model.index_of("Projects"))
            assert not view.isExpanded(model.index_of("Near"))

    run_async(before())
    run_async(after())
    run_async(when_one_is_gone())


def test_folders_that_are_seen_to_be_open_are_kept_up_to_a_bound() -> None:
    assert folders_from_text(folders_to_text({"B/C", "B", "A/hidden/deep", "A/hidden"})) == ["B", "B/C"]
    many = [f"Folder {number:04}" for number in range(1000)]
    assert folders_from_text(folders_to_text(many)) == many[:200]
    for damaged in ("", "{", "7", "[" * 100_000, '{"a": 1}'):
        assert folders_from_text(damaged) == []
    assert folders_from_text('["A", 7, null]') == ["A"]
