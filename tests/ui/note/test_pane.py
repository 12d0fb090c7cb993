from __future__ import annotations

import os
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, QUrl, Slot
from PySide6.QtGui import QDesktopServices, QImage, QTextCursor
from PySide6.QtWidgets import QLabel, QMainWindow, QPushButton
from pytestqt.qtbot import QtBot

from axon_desktop.ui.aio import cancel_all
from axon_desktop.ui.editor.saving.save_state import SaveState, SaveStateLabel
from axon_desktop.ui.files.card import FileCard
from axon_desktop.ui.note import loading
from axon_desktop.ui.note.breadcrumb import Breadcrumb
from axon_desktop.ui.note.pane import NotePane
from axon_desktop.ui.runtime.open_external import obsidian_url
from axon_desktop.ui.widgets.confirm_dialog import Question
from axon_desktop.vault import Vault
from axon_desktop.vault.history.changes import VaultChanged
from tests.waiting import PATIENCE, turns, until

Run = Callable[[Coroutine[Any, Any, Any]], Any]


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    root = tmp_path / "MyVault"
    (root / "Projects").mkdir(parents=True)
    (root / "Home.md").write_text("Hello [[Plan]] and [[Nobody]].\n", encoding="utf-8")
    (root / "Projects" / "Plan.md").write_text(
        "# 计划\n\n" + "".join(f"Paragraph {number} of some words.\n\n" for number in range(200)) + "## End\n",
        encoding="utf-8",
    )
    (root / "Latin.md").write_bytes(b"caf\xe9")
    made = Vault(root, data_dir=tmp_path / "data")
    made.names.scan()
    return made


@pytest.fixture
def pane(vault: Vault, qtbot: QtBot) -> NotePane:
    made = NotePane()
    qtbot.addWidget(made)
    made.resize(700, 500)
    made.set_vault(vault)
    made.show()
    return made


async def opened(pane: NotePane, path: str, heading: str = "") -> None:
    heard: list[str] = []
    pane.note_opened.connect(heard.append)
    pane.open_note(path, heading)
    await until(lambda: path in heard)
    pane.note_opened.disconnect(heard.append)


def settled(pane: NotePane) -> bool:
    """Tell whether nothing is left to read or lay out."""
    return not pane.body.view.busy and all(chunk.document is not None for chunk in pane.body.view.visible_chunks())


async def scrolled(pane: NotePane, value: int) -> None:
    """Scroll after the note is laid out: before, it may not be high enough."""
    await until(lambda: settled(pane))
    pane.body.view.verticalScrollBar().setValue(value)
    await until(lambda: settled(pane))


def top_text(pane: NotePane) -> str:
    """Return the paragraph at the upper edge of the note."""
    place = pane.body.view.place_at(QPoint(200, 1))
    assert place is not None
    assert place.chunk.document is not None
    return place.chunk.document.findBlock(place.position).text()


def shows(pane: NotePane, text: str) -> bool:
    """Tell whether the note is laid out with this paragraph at the upper edge."""
    return settled(pane) and top_text(pane) == text


def seen(pane: NotePane, text: str) -> bool:
    """Tell whether the note is laid out with this paragraph visible."""
    view = pane.body.view
    if not settled(pane):
        return False
    for y in range(0, view.viewport().height(), 8):
        place = view.place_at(QPoint(200, y))
        assert place is not None
        assert place.chunk.document is not None
        if place.chunk.document.findBlock(place.position).text() == text:
            return True
    return False


def hint(pane: NotePane) -> str:
    shown = pane.body.currentWidget()
    return shown.text() if isinstance(shown, QLabel) else ""


def ended(body: Coroutine[Any, Any, None]) -> Coroutine[Any, Any, None]:
    async def main() -> None:
        await body
        await cancel_all()

    return main()


def test_pane_without_a_note_says_what_to_do(pane: NotePane) -> None:
    assert "Choose a note" in hint(pane)


def test_an_empty_vault_says_how_to_make_its_first_note(pane: NotePane, tmp_path: Path) -> None:
    (tmp_path / "Empty").mkdir()
    empty = Vault(tmp_path / "Empty", data_dir=tmp_path / "data")
    pane.set_vault(empty)
    assert "Choose a note" in hint(pane)  # its files are not known yet
    empty.names.scan()
    pane.updates.names_ready()
    assert "Ctrl+Shift+N" in hint(pane)
    empty.close()


def test_note_is_rendered(pane: NotePane, run_async: Run) -> None:
    async def body() -> None:
        await opened(pane, "Home.md")
        assert pane.body.currentWidget() is pane.body.view
        await until(lambda: "Hello Plan and Nobody." in pane.body.view.to_plain_text())

    run_async(ended(body()))


def test_byte_order_mark_does_not_hide_the_heading(pane: NotePane, vault: Vault, run_async: Run) -> None:
    (vault.root / "Mark.md").write_bytes(b"\xef\xbb\xbf## First\r\n\r\ntext\r\n")

    async def body() -> None:
        await opened(pane, "Mark.md")
        await until(lambda: "text" in pane.body.view.to_plain_text())
        assert "#" not in pane.body.view.to_plain_text()

    run_async(ended(body()))


def test_back_and_forward_return_to_the_place(pane: NotePane, run_async: Run) -> None:
    async def body() -> None:
        await opened(pane, "Projects/Plan.md")
        await scrolled(pane, 900)
        left = top_text(pane)
        assert left.startswith("Paragraph ")
        await opened(pane, "Home.md")
        pane.go_back()
        await until(lambda: shows(pane, left))
        bar = pane.body.view.verticalScrollBar()
        bar.setValue(bar.maximum())
        await until(lambda: settled(pane))
        end = top_text(pane)
        pane.go_forward()
        await until(lambda: shows(pane, "Home"))
        pane.go_back()
        await until(lambda: shows(pane, end))

    run_async(ended(body()))


def test_back_returns_to_the_place_in_a_note_that_is_read_in_slices(
    pane: NotePane, vault: Vault, run_async: Run
) -> None:
    paragraphs = (f"Paragraph {number} of some words and then some *more*.\n\n" for number in range(12_000))
    (vault.root / "Long.md").write_text("".join(paragraphs), encoding="utf-8")

    async def body() -> None:
        await opened(pane, "Long.md")
        await until(lambda: settled(pane))
        bar = pane.body.view.verticalScrollBar()
        bar.setValue(bar.maximum() // 10 * 9)
        await until(lambda: settled(pane))
        left = top_text(pane)
        await opened(pane, "Home.md")
        pane.go_back()
        await opened(pane, "Home.md")  # left again before it was read
        pane.go_back()
        await until(lambda: shows(pane, left))
        assert bar.value() > bar.maximum() // 2

    run_async(ended(body()))


def test_back_before_the_next_note_is_there_keeps_both_places(pane: NotePane, run_async: Run) -> None:
    async def body() -> None:
        await opened(pane, "Projects/Plan.md")
        await scrolled(pane, 900)
        left = top_text(pane)
        pane.open_note("Home.md")
        pane.go_back()
        await until(lambda: shows(pane, left))
        pane.go_forward()
        await until(lambda: shows(pane, "Home"))

    run_async(ended(body()))


def test_back_returns_from_a_heading_of_the_same_note(pane: NotePane, run_async: Run) -> None:
    async def body() -> None:
        await opened(pane, "Projects/Plan.md")
        await until(lambda: settled(pane))
        pane.links.follow("axon-note:Projects/Plan.md#End")
        await until(lambda: seen(pane, "End"))
        pane.go_back()
        await until(lambda: shows(pane, "Plan"))
        pane.go_forward()
        await until(lambda: seen(pane, "End"))
        assert pane.path == "Projects/Plan.md"

    run_async(ended(body()))


@pytest.mark.parametrize(
    ("path", "said"),
    [("Gone.md", "no longer exists"), ("../x.md", "Invalid path")],
)
def test_file_that_cannot_be_shown_is_explained(pane: NotePane, run_async: Run, path: str, said: str) -> None:
    run_async(ended(opened(pane, path)))
    assert said in hint(pane)
    assert not pane.has_note


def test_note_that_cannot_be_read_is_a_card_that_leads_to_other_programs(
    pane: NotePane, vault: Vault, run_async: Run
) -> None:
    async def body() -> None:
        await opened(pane, "Latin.md")
        card = pane.body.currentWidget()
        assert isinstance(card, FileCard)
        assert card._facts.text().endswith(
            "This note is not UTF-8 text. To show it here, save it as UTF-8 in another editor."
        )
        assert card._facts.text().startswith("Note · "), "its name stands above"
        assert card.accessibleName().count(".md") == 1
        assert card._open.isEnabled()
        assert not pane.has_note
        assert not pane.header.mode.isEnabled()
        assert pane.header.obsidian.isEnabled()
        (vault.root / "Latin.md").write_text("Now it can be read.\n", encoding="utf-8")
        pane.refresh()
        await until(lambda: pane.has_note)
        assert "Now it can be read." in pane.body.view.to_plain_text()

    run_async(ended(body()))


def test_a_note_that_is_not_downloaded_is_a_card_until_its_bytes_come(
    pane: NotePane, vault: Vault, run_async: Run
) -> None:
    async def body() -> None:
        file = vault.root / "Away.md"
        with file.open("wb") as hole:
            hole.truncate(5000)
        if file.stat().st_blocks:
            pytest.skip("this disk gives blocks to holes")
        os.utime(file, (1e9, 1e9))
        await opened(pane, "Away.md")
        card = pane.body.currentWidget()
        assert isinstance(card, FileCard)
        assert "Not downloaded" in card.accessibleName()
        download, outside = (card.findChildren(QPushButton)[at] for at in (0, 1))
        assert download.text() == "Download"
        assert outside.isHidden()
        download.click()
        assert not download.isEnabled()
        await until(download.isEnabled)
        assert "did not come" in card.accessibleName()
        assert isinstance(pane.body.currentWidget(), FileCard)
        file.write_text("It came.\n", encoding="utf-8")
        heard: list[VaultChanged] = []
        vault.subscribe(heard.append)
        download.click()
        await until(lambda: bool(heard))
        assert heard[0].paths == ("Away.md",)
        pane.refresh()
        await until(lambda: pane.has_note)
        assert "It came." in pane.body.view.to_plain_text()

    run_async(ended(body()))


def test_obsidian_is_not_offered_for_a_note_that_is_gone(pane: NotePane, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        await opened(pane, "Home.md")
        assert pane.header.obsidian.isEnabled()
        (vault.root / "Home.md").rename(vault.root / "away")
        pane.refresh()
        await until(lambda: not pane.header.obsidian.isEnabled())
        (vault.root / "away").rename(vault.root / "Home.md")
        pane.refresh()
        await until(lambda: pane.header.obsidian.isEnabled())

    run_async(ended(body()))


@pytest.mark.parametrize(
    ("share", "folders"),
    [
        (1.0, "Projects / Garden / Beds / "),
        (0.95, "… / Garden / Beds / "),
        (0.6, "… / Beds / "),
        (0.2, "… / "),
        (0.0, ""),
    ],
)
def test_path_leaves_out_whole_folders(qtbot: QtBot, share: float, folders: str) -> None:
    crumb = Breadcrumb()
    qtbot.addWidget(crumb)
    crumb.set_path("Projects/Garden/Beds/Herb spiral.md")
    whole = crumb.fontMetrics().horizontalAdvance("Projects / Garden / Beds / ")
    assert crumb.shown_folders(round(whole * share)) == folders


def test_changed_note_is_shown_anew_and_deleted_one_is_said(pane: NotePane, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        await opened(pane, "Home.md")
        (vault.root / "Home.md").write_text("Other words.\n", encoding="utf-8")
        pane.updates.on_vault_changed(VaultChanged(("Home.md",), "outside"))
        await until(lambda: "Other words." in pane.body.view.to_plain_text())
        (vault.root / "Home.md").unlink()
        pane.refresh()
        await until(lambda: "no longer exists" in hint(pane))
        assert "Agent → Changes…" in hint(pane), "what can be done about it"

    run_async(ended(body()))


def test_note_that_is_renamed_twice_at_once_stays_shown(
    pane: NotePane, vault: Vault, run_async: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    goes_on, load = threading.Event(), loading.load

    def load_late(vault: Vault, path: str) -> loading.Loaded:
        if path == "home 2.md":
            assert goes_on.wait(PATIENCE)
        return load(vault, path)

    async def body() -> None:
        await opened(pane, "Home.md")
        monkeypatch.setattr(loading, "load", load_late)
        (vault.root / "Home.md").rename(vault.root / "home.md")
        vault.names.scan()
        for old, new in (("Home.md", "home 2.md"), ("home 2.md", "home.md")):
            pane.updates.on_vault_changed(VaultChanged((old, new), "user", moved={old: new}))
            await turns()
        goes_on.set()
        await until(lambda: settled(pane) and top_text(pane) == "home")
        await turns()
        assert pane.path == "home.md"
        assert hint(pane) == ""
        assert top_text(pane) == "home"

    run_async(ended(body()))


def test_links_lead_to_notes_and_say_what_does_not_exist(pane: NotePane, run_async: Run) -> None:
    async def body() -> None:
        said: list[str] = []
        requested: list[tuple[str, str]] = []
        pane.message_requested.connect(said.append)
        pane.create_requested.connect(lambda name, source: requested.append((name, source)))
        pane.links.follow("axon-note:Projects/Plan.md#End")
        await until(lambda: pane.body.currentWidget() is pane.body.view)
        assert pane.path == "Projects/Plan.md"
        await until(lambda: pane.body.view.verticalScrollBar().value() > 0)
        pane.links.follow("axon-new:Task%20Manager")
        pane.links.follow("javascript:alert(1)")
        pane.links.follow("file:///etc/passwd")
        assert requested == [("Task Manager", "Projects/Plan.md")]
        assert "Task Manager" in said[-3]
        assert all("does not open" in text for text in said[-2:])

    run_async(ended(body()))


@pytest.mark.parametrize("agreed", [True, False])
def test_web_link_opens_only_after_the_user_saw_its_address(pane: NotePane, run_async: Run, agreed: bool) -> None:
    seen: list[str] = []

    class Opener(QLabel):
        @Slot(QUrl)
        def take(self, url: QUrl) -> None:
            seen.append(url.toString())

    opener = Opener()
    slot: Any = "take"  # PySide's stubs require bytes, which PySide refuses
    QDesktopServices.setUrlHandler("https", opener, slot)

    async def body() -> None:
        pane.links.follow("https://example.com/a?b=ü")
        await until(lambda: any(one.isVisible() for one in pane.window().findChildren(Question)))
        question = pane.window().findChildren(Question)[0]
        assert "https://example.com/a?b=%C3%BC" in question.accessibleDescription()
        assert seen == []
        (question.accept_button if agreed else question.cancel_button).click()
        await until(lambda: not pane.window().findChildren(Question))

    try:
        run_async(ended(body()))
    finally:
        QDesktopServices.unsetUrlHandler("https")
    assert len(seen) == int(agreed)


def test_source_shows_the_text_as_it_is(pane: NotePane, run_async: Run) -> None:
    async def body() -> None:
        await opened(pane, "Home.md")
        pane.header.mode_requested.emit("source")
        editor = pane.body.editor
        assert pane.body.currentWidget() is editor
        assert editor.text == "Hello [[Plan]] and [[Nobody]].\n"
        assert pane.header.mode.text().startswith("Source")
        pane.toggle_source()
        assert pane.body.currentWidget() is pane.body.view

    run_async(ended(body()))


def test_source_and_reading_stand_at_the_same_place(pane: NotePane, run_async: Run) -> None:
    async def body() -> None:
        await opened(pane, "Projects/Plan.md")
        await scrolled(pane, 2500)
        top = top_text(pane)
        pane.toggle_source()
        lines = pane.body.editor.text.split("\n")
        await until(lambda: top in lines[pane.body.editor.line - 4 : pane.body.editor.line + 4])
        pane.toggle_source()
        await until(lambda: seen(pane, top))
        assert pane.body.view.verticalScrollBar().value() > 1500

    run_async(ended(body()))


def test_caret_is_where_it_was_after_reading_and_in_a_note_that_was_left(pane: NotePane, run_async: Run) -> None:
    def type_at_caret(text: str) -> None:
        pane.body.editor.edit.insertPlainText(text)

    async def body() -> None:
        await opened(pane, "Home.md")
        pane.toggle_source()
        pane.body.editor.edit.moveCursor(QTextCursor.MoveOperation.End)
        type_at_caret("one ")
        pane.toggle_source()
        pane.toggle_source()
        type_at_caret("two ")
        await opened(pane, "Projects/Plan.md")
        pane.go_back()
        await until(lambda: pane._arrived)
        type_at_caret("three")
        assert pane.body.editor.text.endswith("\none two three")
        await opened(pane, "Projects/Plan.md")
        pane.body.editor.edit.moveCursor(QTextCursor.MoveOperation.Start)
        pane.toggle_source()
        await scrolled(pane, 2500)
        pane.toggle_source()
        assert pane.body.editor.edit.textCursor().position() > 0, "one goes on with what was read"

    run_async(ended(body()))


def test_the_top_of_the_source_is_the_title_in_reading(pane: NotePane, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        words = "".join(f"Words {number}.\n\n" for number in range(80))
        (vault.root / "Long.md").write_text(f"---\ntags: [one]\n---\n{words}", encoding="utf-8")
        await opened(pane, "Long.md")
        pane.toggle_source()
        await until(lambda: pane.body.editor.text.startswith("---"))
        pane.toggle_source()
        await until(lambda: settled(pane) and "Words 0" in pane.body.view.to_plain_text())
        assert pane.body.view.verticalScrollBar().value() == 0

    run_async(ended(body()))


def test_links_that_came_to_life_while_the_source_was_shown_are_drawn_anew(
    pane: NotePane, vault: Vault, run_async: Run
) -> None:
    async def body() -> None:
        await opened(pane, "Home.md")
        await until(lambda: settled(pane))
        pane.body.view.setFocus()
        before = pane.body.view.grab().toImage()
        pane.toggle_source()
        pane.toggle_source()
        await until(lambda: settled(pane) and pane.body.view.grab().toImage() == before)
        pane.toggle_source()
        (vault.root / "Nobody.md").write_text("Somebody.\n", encoding="utf-8")
        vault.names.scan()
        pane.updates.names_ready()
        pane.toggle_source()
        await until(lambda: settled(pane) and pane.body.view.grab().toImage() != before)

    run_async(ended(body()))


def test_what_is_typed_is_saved_and_rendered(pane: NotePane, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        await opened(pane, "Home.md")
        pane.toggle_source()
        pane.body.editor.edit.insertPlainText("**Typed** ")
        pane.toggle_source()
        await until(lambda: "Typed Hello Plan" in pane.body.view.to_plain_text())
        await until(lambda: (vault.root / "Home.md").read_text(encoding="utf-8").startswith("**Typed** Hello"))

    run_async(ended(body()))


def test_note_that_is_left_in_source_is_saved(pane: NotePane, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        await opened(pane, "Home.md")
        pane.toggle_source()
        pane.body.editor.edit.insertPlainText("Kept. ")
        await opened(pane, "Projects/Plan.md")
        assert (vault.root / "Home.md").read_text(encoding="utf-8").startswith("Kept. Hello")
        assert pane.body.editor.text.startswith("# 计划")

    run_async(ended(body()))


@pytest.mark.parametrize("stays", [True, False])
def test_text_that_cannot_be_saved_is_left_only_when_the_user_agrees(
    pane: NotePane, vault: Vault, run_async: Run, stays: bool
) -> None:
    async def body() -> None:
        await opened(pane, "Home.md")
        pane.toggle_source()
        pane.body.editor.edit.insertPlainText("Mine. ")
        (vault.root / "Home.md").write_text("Theirs, and not what it was.\n", encoding="utf-8")
        pane.open_note("Projects/Plan.md")
        await until(lambda: any(one.isVisible() for one in pane.findChildren(Question)))
        question = next(one for one in pane.findChildren(Question) if one.isVisible())
        (question.cancel_button if stays else question.accept_button).click()
        if stays:
            await until(lambda: pane.path == "Home.md" and pane.body.shows_editor)
            assert pane.body.source.startswith("Mine. Hello")
            assert [tab.path for tab in pane.tabs.all] == ["Projects/Plan.md", "Home.md"]
        else:
            await until(lambda: pane.body.shows_editor and pane.body.editor.path == "Projects/Plan.md")
            pane.refresh()
            await until(lambda: pane._loading is not None and pane._loading.done())
            assert not any(one.isVisible() for one in pane.findChildren(Question))
        assert (vault.root / "Home.md").read_text(encoding="utf-8").startswith("Theirs")
        pane.body.editor.forget()  # else it would keep trying after the loop's end

    run_async(ended(body()))


def test_what_can_be_done_about_a_conflict_is_offered_once(pane: NotePane, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        await opened(pane, "Home.md")
        pane.toggle_source()
        editor = pane.body.editor
        editor.edit.insertPlainText("Mine. ")
        (vault.root / "Home.md").write_text("Theirs, and not what it was.\n", encoding="utf-8")
        assert not await editor.save()
        state = pane.header.findChild(SaveStateLabel)
        assert state is not None
        assert state.text.text() == "Conflict"
        assert [button.text() for button in editor.notice.buttons] == ["Compare and choose…"]
        assert editor.notice.isVisible()
        assert not state.button.isVisible()
        pane.toggle_source()  # the notice is hidden with the source
        assert state.button.isVisible()
        pane.toggle_source()
        assert not state.button.isVisible()
        pane.body.editor.forget()

    run_async(ended(body()))


@pytest.mark.parametrize("path", ["Home.md", "Projects/Plan.md"], ids=["short", "scrolled"])
def test_text_begins_at_the_same_place_in_both_modes(pane: NotePane, run_async: Run, path: str) -> None:
    def left_of_source() -> int:
        edit = pane.body.editor.edit
        line = edit.firstVisibleBlock().layout().lineAt(0)
        return edit.viewport().mapTo(pane, QPointF(line.x(), 0).toPoint()).x()

    async def body() -> None:
        await opened(pane, path)
        for width in (336, 700, 1024, 1400):
            pane.resize(width, 500)
            await until(lambda: settled(pane))
            view = pane.body.view
            left = view.viewport().mapTo(pane, view.chunk_origin(view.visible_chunks()[0]).toPoint()).x()
            pane.toggle_source()
            await until(lambda left=left: left_of_source() == left)  # type: ignore[misc]
            pane.toggle_source()

    run_async(ended(body()))


def test_typed_text_outlives_its_file(pane: NotePane, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        await opened(pane, "Home.md")
        pane.toggle_source()
        pane.body.editor.edit.insertPlainText("Mine. ")
        (vault.root / "Home.md").unlink()
        pane.updates.on_vault_changed(VaultChanged(("Home.md",), "outside"))
        await until(lambda: pane.tabs.current.gone)
        assert pane.body.shows_editor
        assert pane.body.source.startswith("Mine. Hello")
        pane.body.editor.forget()

    run_async(ended(body()))


def test_wishes_of_links_are_passed_on(pane: NotePane) -> None:
    tags: list[str] = []
    addresses: list[str] = []
    said: list[str] = []
    pane.tag_requested.connect(tags.append)
    pane.obsidian_link_requested.connect(addresses.append)
    pane.message_requested.connect(said.append)
    pane.links.follow("axon-tag:%E9%A1%B9%E7%9B%AE/a")
    pane.links.follow("obsidian://open?file=Home")
    assert (tags, addresses, said) == (["项目/a"], ["obsidian://open?file=Home"], [])


def test_where_a_link_leads_is_shown_while_it_is_pointed_at_and_not_said(pane: NotePane, qtbot: QtBot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    window.setCentralWidget(pane)
    shown = window.statusBar()
    said: list[str] = []
    pane.message_requested.connect(said.append)
    pane.links.show("axon-tag:%E9%A1%B9%E7%9B%AE/a")
    assert shown.currentMessage() == "#项目/a"
    pane.links.show("")
    assert shown.currentMessage() == ""
    assert said == []
    pane.setParent(None)


def test_task_is_ticked_in_the_file_and_undone(pane: NotePane, vault: Vault, run_async: Run) -> None:
    file = vault.root / "Tasks.md"
    file.write_bytes(b"\xef\xbb\xbf# Tasks\r\n\r\n- [ ] one\r\n- [x] two\r\n")

    async def body() -> None:
        await opened(pane, "Tasks.md")
        changes: list[VaultChanged] = []
        vault.subscribe(changes.append)
        pane.body.view.task_toggled.emit(3, True)
        pane.body.view.task_toggled.emit(4, False)
        await until(lambda: len(changes) == 2)
        assert file.read_bytes() == b"\xef\xbb\xbf# Tasks\r\n\r\n- [x] one\r\n- [ ] two\r\n"
        vault.undo_last_turn()
        assert file.read_bytes().endswith(b"- [x] one\r\n- [x] two\r\n")
        said: list[str] = []
        pane.message_requested.connect(said.append)
        file.write_bytes(b"- [ ] other\n")
        pane.body.view.task_toggled.emit(3, True)
        await until(lambda: bool(said))
        assert "changed in the meantime" in said[0]
        assert file.read_bytes() == b"- [ ] other\n"
        await until(lambda: "other" in pane.body.view.to_plain_text())

    run_async(ended(body()))


def test_line_ends_are_shown_as_the_vault_says(pane: NotePane, vault: Vault, run_async: Run) -> None:
    (vault.root / "Lines.md").write_text("one\ntwo\n", encoding="utf-8")

    async def body() -> None:
        await opened(pane, "Lines.md")
        await until(lambda: "one\ntwo" in pane.body.view.to_plain_text().replace("\u2028", "\n"))
        (vault.root / ".obsidian").mkdir()
        (vault.root / ".obsidian" / "app.json").write_text('{"strictLineBreaks": true}', encoding="utf-8")
        await opened(pane, "Home.md")
        await opened(pane, "Lines.md")
        await until(lambda: "one two" in pane.body.view.to_plain_text())

    run_async(ended(body()))


def test_line_is_brought_to_the_screen_and_marked(pane: NotePane, run_async: Run) -> None:
    async def body() -> None:
        pane.open_note(
            "Projects/Plan.md", line=203
        )  # after the heading, each paragraph has a blank line behind it
        await until(lambda: pane.body._mark is not None and pane.body._mark.isVisible())
        assert seen(pane, "Paragraph 100 of some words.")
        mark = pane.body._mark
        assert mark is not None
        place = pane.body.view.place_at(mark.geometry().center())
        assert place is not None
        assert place.chunk.document is not None
        assert place.chunk.document.findBlock(place.position).text() == "Paragraph 100 of some words."
        pane.open_note("Projects/Plan.md", line=3)  # the same note is not read again
        await until(lambda: seen(pane, "Paragraph 0 of some words."))
        pane.go_back()
        await until(lambda: seen(pane, "Paragraph 100 of some words."))

    run_async(ended(body()))


@pytest.mark.parametrize(("line", "said"), [(3, "#知识"), (8, "The herb spiral of the garden."), (10, "\ufffc")])
def test_marked_is_the_picture_or_the_tags_that_the_line_is_about(
    pane: NotePane, vault: Vault, run_async: Run, line: int, said: str
) -> None:
    picture = QImage(300, 200, QImage.Format.Format_RGB32)
    picture.fill(0)
    assert picture.save(str(vault.root / "herb-spiral.png"))
    text = "The herb spiral of the garden.\n\n![[herb-spiral.png|360]]\n\nSpiral 360 知识.\n"
    (vault.root / "Herbs.md").write_text(
        f"---\ndate: 2026-01-01\ntags: [知识, 方法]\nother: x\n---\n## 知识 方法\n\n{text}", encoding="utf-8"
    )
    vault.names.scan()

    async def body() -> None:
        pane.open_note("Herbs.md", line=line)
        await until(lambda: pane.body._mark is not None and pane.body._mark.isVisible())
        assert pane.body._mark is not None
        place = pane.body.view.place_at(pane.body._mark.geometry().center())
        assert place is not None
        assert place.chunk.document is not None
        assert said in place.chunk.document.findBlock(place.position).text()

    run_async(ended(body()))


def test_text_that_is_shown_is_told(pane: NotePane, vault: Vault, run_async: Run) -> None:
    shown_texts: list[tuple[str, str]] = []
    pane.text_shown.connect(lambda path, text: shown_texts.append((path, text)))

    async def body() -> None:
        await opened(pane, "Home.md")
        assert shown_texts[-1] == ("Home.md", "Hello [[Plan]] and [[Nobody]].\n")
        (vault.root / "Home.md").write_text("Other words.\n", encoding="utf-8")
        pane.updates.on_vault_changed(VaultChanged(("Home.md",), "outside"))
        await until(lambda: shown_texts[-1] == ("Home.md", "Other words.\n"))
        count = len(shown_texts)
        pane.refresh()
        await until(lambda: pane._loading is not None and pane._loading.done())
        assert len(shown_texts) == count
        await opened(pane, "Gone.md")
        assert shown_texts[-1] == ("Gone.md", "")

    run_async(ended(body()))


def test_new_name_of_the_shown_note_is_taken(pane: NotePane, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        await opened(pane, "Home.md")
        await opened(pane, "Projects/Plan.md")
        (vault.root / "Projects" / "Plan.md").rename(vault.root / "Projects" / "New.md")
        moved = {"Projects/Plan.md": "Projects/New.md", "Home.md": "Start.md"}
        (vault.root / "Home.md").rename(vault.root / "Start.md")
        pane.updates.on_vault_changed(VaultChanged((*moved, *moved.values()), "outside", moved))
        assert pane.path == "Projects/New.md"
        pane.go_back()
        await until(lambda: "Hello Plan" in pane.body.view.to_plain_text())
        assert pane.path == "Start.md"

    run_async(ended(body()))


def test_buttons_are_never_cut_off(pane: NotePane) -> None:
    header = pane.header
    assert header.obsidian.isVisible()
    pane.resize(336, 500)
    assert not header.obsidian.isVisible()
    assert header.mode.width() >= header.mode.sizeHint().width()
    pane.resize(700, 500)
    assert header.obsidian.isVisible()


def test_a_save_state_is_not_cut_off_in_a_narrow_pane(pane: NotePane) -> None:
    header = pane.header
    header.set_save_state(SaveState("conflict", "The same lines were changed in the file."))
    pane.resize(336, 500)
    state = header.findChild(SaveStateLabel)
    assert state is not None
    assert (state.text.isVisible(), state.button.isVisible(), header.obsidian.isVisible()) == (False, True, False)
    layout = header.layout()
    assert layout is not None
    layout.activate()
    assert header.mode.geometry().right() < header.width()
    assert state.width() >= state.sizeHint().width()
    pane.resize(900, 500)
    assert (state.text.isVisible(), header.obsidian.isVisible()) == (True, True)


def test_obsidian_address_names_the_file(tmp_path: Path) -> None:
    url = obsidian_url(tmp_path, "A & B/知识 #1.md")
    assert url.startswith("obsidian://open?path=")
    assert "%20%231.md" in url
    assert "&" not in url


def test_links_are_drawn_anew_only_when_files_came_or_went(
    pane: NotePane, vault: Vault, run_async: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def body() -> None:
        await opened(pane, "Home.md")
        pane.updates.names_ready()
        await until(lambda: settled(pane))
        drawn: list[None] = []
        monkeypatch.setattr(pane.body, "renew_links", lambda: drawn.append(None))
        pane.updates.on_vault_changed(VaultChanged(("Projects/Plan.md",), "agent"))
        pane.updates._relink_pause.stop()
        pane.updates._relink_pause.timeout.emit()
        assert not drawn, "a note that was written into is where it was"
        (vault.root / "Nobody.md").write_text("Somebody.\n", encoding="utf-8")
        vault.names.scan()
        pane.updates._relink_pause.timeout.emit()
        pane.updates._relink_pause.timeout.emit()
        assert len(drawn) == 1

    run_async(ended(body()))
