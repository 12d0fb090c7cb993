from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QImage, QTextCursor
from PySide6.QtWidgets import QApplication, QWidget

from axon_desktop.ui.chat.panel import ChatPanel
from axon_desktop.ui.composer.input import ChatInput
from axon_desktop.ui.tree.model import PATH_ROLE
from axon_desktop.ui.vault_picker.list import VaultList
from axon_desktop.ui.widgets.confirm_dialog import Question
from axon_desktop.ui.window.main_window import MainWindow
from tests.ui.chat_world import Run, until
from tests.ui.obsidian_window import VaultWindow, vault_window

pytestmark = pytest.mark.qt_log_ignore(r"propagateSizeHints|raise\(\)")
NOTES = {"Home.md": "# Home\n", "Daily/Day.md": "# Day\n", "日记/今天.md": "# 今天\n"}


def mime_of(*files: Path, text: str = "", image: bool = False) -> QMimeData:
    data = QMimeData()
    if files:
        data.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
    if text:
        data.setText(text)
    if image:
        data.setImageData(QImage(8, 8, QImage.Format.Format_RGB32))
    return data


def drop_on(widget: QWidget, data: QMimeData, place: QPoint | None = None) -> bool:
    """Drag something over a widget and drop it, as Qt does: a parent is asked if the widget refuses."""
    held = (Qt.DropAction.CopyAction | Qt.DropAction.MoveAction, data, Qt.MouseButton.LeftButton)
    here: QWidget | None = widget
    place = place or widget.rect().center()
    while here is not None:
        if here.acceptDrops():
            enter = QDragEnterEvent(place, *held, Qt.KeyboardModifier.NoModifier)
            enter.ignore()
            QApplication.sendEvent(here, enter)
            if enter.isAccepted():
                event = QDropEvent(QPointF(place), *held, Qt.KeyboardModifier.NoModifier)
                QApplication.sendEvent(here, event)
                return event.isAccepted() and event.dropAction() == Qt.DropAction.CopyAction
        place, here = here.mapToParent(place), here.parentWidget() if not here.isWindow() else None
    return False


def drop(window: MainWindow, *files: Path, text: str = "") -> bool:
    """Drag files over the note and drop them; tell whether it accepted them."""
    return drop_on(window.preview.body, mime_of(*files, text=text))


def test_notes_of_the_vault_are_opened(qapp: QApplication, tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            assert drop(world.window, world.root / "日记" / "今天.md")
            await world.shows("日记/今天.md")
            assert drop(world.window, world.root / "Home.md", world.root / "Daily" / "Day.md")
            await world.shows("Daily/Day.md")
            assert [tab.path for tab in world.window.preview.tabs.all] == ["Home.md", "Daily/Day.md"]
            assert drop(world.window, text="only words")
            await world.says("Text can be dropped into a note in Live or Source, or in the message box.")

    run_async(body())


def test_folder_of_the_vault_is_listed(qapp: QApplication, tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            assert drop(world.window, world.root / "日记")
            await until(lambda: world.window.tree.filter.text() == "日记/")
            assert drop(world.window, world.root)
            await until(lambda: world.window.tree.filter.text() == "")

    run_async(body())


def test_outside_folder_is_asked_about(qapp: QApplication, tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        other = tmp_path / "other"
        (other / ".obsidian").mkdir(parents=True)
        async with vault_window(qapp, tmp_path, NOTES) as world:
            asked: list[str] = []
            world.window.vault_requested.connect(asked.append)
            assert drop(world.window, other)
            box = await world.dialog(Question)
            assert box.windowTitle() == "Open the folder other as a vault?"
            assert box.sentences == (str(other),)
            box.cancel_button.click()
            await until(lambda: not world.window.findChildren(Question))
            assert asked == []
            assert drop(world.window, other)
            (await world.dialog(Question)).accept_button.click()
            await until(lambda: asked == [str(other)])

    run_async(body())


ADD = "is not in this vault. To add it, drop it into a note that is being written."
PICTURE = "To add a picture, paste or drop it into a note that is being written."
CHIP = "Picture 1, not sent, text only"
TEXT = "Text can be dropped into a note in Live or Source, or in the message box."
KINDS: dict[str, Callable[[Path], QMimeData]] = {
    "a picture": lambda base: mime_of(base / "holiday photo.png"),
    "several files": lambda base: mime_of(base / "holiday photo.png", base / "outside.md"),
    "a note from elsewhere": lambda base: mime_of(base / "outside.md"),
    "a missing file": lambda base: mime_of(base / "nowhere.txt"),
    "two folders": lambda base: mime_of(base / "other", base / "more"),
    "the data of a picture": lambda _base: mime_of(image=True),
    "an address": lambda _base: mime_of(text="https://example.org/x"),
    "words": lambda _base: mime_of(text="some words"),
    "a note of the vault": lambda base: mime_of(base / "vault" / "Daily" / "Day.md"),
    "a picture of the vault": lambda base: mime_of(base / "vault" / "pic.png"),
    "a folder of the vault": lambda base: mime_of(base / "vault" / "日记"),
}
"""What is dropped, as paths in the folder of the test."""
SAID = {
    "a picture": f"holiday photo.png {ADD}",
    "several files": "2 files are not in this vault. To add them, drop them into a note that is being written.",
    "a note from elsewhere": f"outside.md {ADD}",
    "a missing file": "nowhere.txt is no longer there.",
    "two folders": "To open a folder as a vault, drop that one alone.",
    "the data of a picture": PICTURE,
    "an address": TEXT,
    "words": TEXT,
}
"""The message where the widget itself accepts nothing."""


ADDED = {
    "a picture": r"!\[\[holiday photo\.png\]\]",
    "several files": r"!\[\[holiday photo 1\.png\]\]\n!\[\[outside\]\]",
    "a note from elsewhere": r"!\[\[outside 1\]\]",
    "the data of a picture": r"!\[\[Pasted image \d{14}\.png\]\]",
}
"""What a note has then, one after another."""


async def done(world: VaultWindow, kind: str, place: str) -> None:
    """Wait for the expected effect of the drop."""
    window, panel = world.window, world.window.chat
    assert isinstance(panel, ChatPanel)
    box, editor = panel.composer.input, window.preview.body.made_editor
    words = kind in ("an address", "words")
    if place == "message box" and kind == "the data of a picture":
        await until(lambda: CHIP in [chip.piece.spoken for chip in panel.composer.context.chips])
        panel.context_items.reset()
    elif place == "filter" and words:
        await until(lambda: window.tree.filter.text() in ("some words", "https://example.org/x"))
    elif place == "message box":
        await until(box.toPlainText)  # a mention, or a path
    elif place == "conversation" and "of the vault" in kind:
        named = {"a note of the vault": "@Daily/Day", "a picture of the vault": "@pic.png"}
        await until(lambda: box.toPlainText().strip() == named.get(kind, "@日记/"))
    elif place == "source" and words and editor is not None:
        await until(lambda: "some words" in editor.text or "example.org" in editor.text)
    elif place == "source" and kind in ADDED and editor is not None:
        await until(lambda: re.fullmatch("# Long\n" + ADDED[kind], editor.text))
    elif place == "source" and kind == "a note of the vault" and editor is not None:
        await until(lambda: editor.text == "# Long\n[[Day]]")
    elif place == "source" and kind == "a picture of the vault" and editor is not None:
        await until(lambda: editor.text == "# Long\n![[pic.png]]")
    elif kind == "a folder of the vault":
        await until(lambda: window.tree.filter.text() == "日记/")
    elif kind in SAID:
        await world.says(SAID[kind])
    else:
        await world.shows("pic.png" if "picture" in kind else "Daily/Day.md")


async def ready(world: VaultWindow, place: str) -> QWidget:
    """Show the same note again as if nothing had been dropped; return the widget of the place."""
    window, preview = world.window, world.window.preview
    panel = window.chat
    assert isinstance(panel, ChatPanel)
    box = panel.composer.input
    box.clear()
    window.tree.filter.clear()
    window.status.clearMessage()
    preview.open_note("Long.md", to_write=place == "source")
    await world.shows("Long.md")
    await until(lambda: preview.body.shows_editor == (place == "source"))
    editor = preview.body.made_editor
    if editor is not None:
        while editor.edit.document().isUndoAvailable():
            editor.edit.undo()
        assert editor.text == "# Long\n"
    widgets = {
        "note": preview.body.currentWidget(),
        "tree": window.tree.view.viewport(),
        "filter": window.tree.filter,
        "conversation": panel.view.viewport(),
        "source": editor.edit.viewport() if editor is not None else None,
        "message box": box.viewport(),
    }
    target = widgets[place]
    assert target is not None
    return target


@pytest.mark.parametrize("place", ["note", "tree", "filter", "conversation", "source", "message box"])
def test_a_drop_does_what_it_says_and_asks_for_no_vault(
    place: str, qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def drops(world: VaultWindow, kind: str) -> None:
        drop_on(await ready(world, place), KINDS[kind](tmp_path))
        await done(world, kind, place)
        assert not world.window.findChildren(Question)
        panel = world.window.chat
        assert isinstance(panel, ChatPanel)
        assert place != "source" or not panel.composer.input.toPlainText()

    async def body() -> None:
        for name in ("holiday photo.png", "outside.md"):
            (tmp_path / name).touch()
        for name in ("other", "more"):
            (tmp_path / name).mkdir()
        async with vault_window(qapp, tmp_path, NOTES | {"pic.png": "", "Long.md": "# Long\n"}) as world:
            for kind in KINDS:
                try:
                    await drops(world, kind)
                except AssertionError as error:
                    error.add_note(kind)
                    raise

    run_async(body())


def test_pasted_files_are_linked_to_or_added(qapp: QApplication, tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        (tmp_path / "holiday photo.png").touch()
        async with vault_window(qapp, tmp_path, NOTES) as world:
            world.window.preview.open_note("Home.md", to_write=True)
            await until(lambda: world.window.preview.body.shows_editor)
            editor = world.window.preview.body.editor
            qapp.clipboard().setMimeData(mime_of(world.root / "Daily" / "Day.md"))
            editor.edit.paste()
            await until(lambda: editor.text == "# Home\n[[Day]]")
            qapp.clipboard().setMimeData(mime_of(tmp_path / "holiday photo.png"))
            editor.edit.paste()
            await until(lambda: editor.text == "# Home\n[[Day]]![[holiday photo.png]]")
            qapp.clipboard().setMimeData(mime_of(image=True))
            editor.edit.paste()
            await until(lambda: "![[Pasted image " in editor.text)
            box = world.window.chat.findChild(ChatInput)
            assert isinstance(box, ChatInput)
            box.paste()
            panel = world.window.chat
            assert isinstance(panel, ChatPanel)
            await until(lambda: CHIP in [chip.piece.spoken for chip in panel.composer.context.chips])
            assert not box.toPlainText()

    run_async(body())


def test_a_note_dragged_from_the_tree_is_linked_to_where_it_falls_and_opened_by_the_tabs(
    qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            window = world.window
            window.preview.open_note("Home.md", to_write=True)
            await until(lambda: window.preview.body.shows_editor)
            edit = window.preview.body.editor.edit
            model = window.tree.view.model()
            await until(lambda: model.rowCount() >= 3)
            rows = [model.index(row, 0) for row in range(model.rowCount())]
            note = next(row for row in rows if row.data(PATH_ROLE) == "Home.md")
            dragged = model.mimeData([note])
            start = edit.cursorRect(QTextCursor(edit.document().firstBlock())).center()
            window.tree.view.setFocus()
            drop_on(edit.viewport(), dragged, start)
            await until(lambda: window.preview.body.editor.text == "[[Home]]# Home\n")
            assert window.focusWidget() is edit
            assert edit.textCursor().position() == len("[[Home]]")
            window.preview.open_note("Daily/Day.md", new_tab=True)
            drop_on(window.preview.tab_bar.strip, dragged)
            await until(lambda: [tab.path for tab in window.preview.tabs.all][-1] == "Home.md")
            assert [tab.path for tab in window.preview.tabs.all] == ["Home.md", "Daily/Day.md", "Home.md"]

    run_async(body())


def test_missing_vaults_are_grey_and_can_be_removed(qapp: QApplication, tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            (tmp_path / "there").mkdir()
            for name in ("gone", "lost", "there"):
                world.window.chooser.remember(tmp_path / name)
            world.window.chooser.remember(world.root)
            await world.window.chooser.look()
            menu = world.window.menus.recent
            shown = {action.text(): action for action in menu.actions() if not action.isSeparator()}
            assert not shown[str(tmp_path / "gone")].isEnabled()
            assert shown[str(tmp_path / "gone")].property("reason") == "The folder cannot be found."
            assert shown[str(tmp_path / "there")].isEnabled()
            world.window.menus.actions["file.open_vault"].trigger()
            dialog = await world.dialog(VaultList)
            dialog.list.setCurrentRow([dialog.list.item(row).text() for row in range(4)].index("gone"))
            assert not dialog.open_button.isEnabled()
            assert dialog.remove.isVisible()
            dialog.remove.click()
            assert dialog.list.count() == 3
            dialog.list.setCurrentRow(0)
            assert not dialog.remove.isVisible()  # it is open
            dialog.reject()
            assert str(tmp_path / "gone") not in [action.text() for action in menu.actions()]
            assert str(tmp_path / "lost") in [action.text() for action in menu.actions()]
            menu.actions()[-1].trigger()
            left = [action.text() for action in menu.actions()]
            assert left == [str(world.root), str(tmp_path / "there")]

    run_async(body())
