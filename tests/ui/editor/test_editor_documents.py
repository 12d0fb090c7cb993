"""Documents of long notes are created in a thread; those of the last notes are cached, with their undo stacks."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextDocument
from pytestqt.qtbot import QtBot

from axon_desktop.ui.aio import cancel_all
from axon_desktop.ui.editor.document import NoteDocument, make_document
from axon_desktop.ui.editor.document_cache import DocumentCache
from axon_desktop.ui.editor.text_codec import NoteText
from axon_desktop.ui.editor.text_edit import NoteTextEdit
from axon_desktop.ui.note.pane import NotePane
from axon_desktop.vault import Vault
from tests.ui.editor_world import EditorWorld, Run, make_editor_world
from tests.waiting import until

LONG = "".join(f"# Heading {number}\n\nWords of 知识 and a [[link]].\n\n" for number in range(4_000))


def _undo_all(world: EditorWorld) -> None:
    while world.view.edit.document().isUndoAvailable():
        world.view.edit.undo()


# # --- created in a thread


@given(st.text(st.sampled_from("ab 知🎉\n\r\u2029\ufeff\x0b"), max_size=60), st.integers(1, 900))
def test_document_holds_the_text_whatever_its_length(qapp: object, text: str, times: int) -> None:
    edit = NoteTextEdit()
    made = make_document(text * times, edit.looks)
    raw = made.document.toRawText()
    assert made.note_text.restore(raw) == text * times
    assert made.joined == (made.note_text.joint in raw)
    assert not made.document.isUndoAvailable()


def test_document_of_a_thread_is_edited_like_any_other(qtbot: QtBot) -> None:
    edit = NoteTextEdit()
    qtbot.addWidget(edit)
    edit.resize(700, 500)
    edit.show()
    looks, made = edit.looks, list[NoteDocument]()
    thread = threading.Thread(target=lambda: made.append(make_document(LONG, looks)))
    thread.start()
    thread.join()
    edits: list[None] = []
    edit.edited.connect(lambda: edits.append(None))
    left = edit.show_document(made[0])
    assert (left.document.toPlainText(), edits) == ("", [])
    assert edit.document().thread() is edit.thread()
    assert edit.document().defaultFont() == edit.font()
    assert edit.document().firstBlock().layout().formats()
    edit.insertPlainText("typed ")
    assert edits
    assert edit.note_text.restore(edit.raw) == "typed " + LONG
    edit.undo()
    assert edit.note_text.restore(edit.raw) == LONG
    assert not edit.document().isUndoAvailable()


def test_font_that_changed_meanwhile_is_taken(qtbot: QtBot) -> None:
    edit = NoteTextEdit()
    qtbot.addWidget(edit)
    edit.show()
    made = make_document("text", edit.looks)
    edit.set_font_size(33)
    edit.show_document(made)
    assert edit.document().defaultFont().pixelSize() == 31
    assert edit.tabStopDistance() == 4 * edit.fontMetrics().horizontalAdvance(" ")


def test_long_note_turns_to_its_source_and_back_at_the_same_place(
    qtbot: QtBot, tmp_path: Path, run_async: Run
) -> None:
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault" / "Long.md").write_text(LONG, encoding="utf-8")
    vault = Vault(tmp_path / "vault", data_dir=tmp_path / "data")
    vault.names.scan()
    pane = NotePane()
    qtbot.addWidget(pane)
    pane.resize(700, 500)
    pane.show()

    async def body() -> None:
        opened: list[str] = []
        pane.note_opened.connect(opened.append)
        pane.set_vault(vault)
        pane.open_note("Long.md", line=8_001)
        await until(lambda: bool(opened))
        pane.toggle_source()
        assert pane.tabs.current.mode == "source"
        assert not pane.body.shows_editor
        pane.toggle_source()  # at once: it is never shown
        await until(lambda: pane._arrived)
        assert (pane.tabs.current.mode, pane.body.shows_view) == ("reading", True)
        pane.toggle_source()
        await until(lambda: pane.body.shows_editor and pane._arrived)
        assert pane.body.source == LONG
        await until(lambda: 7_990 < pane.body.editor.line < 8_010)
        assert pane.body.editor.state.kind == "saved"
        pane.body.editor.edit.insertPlainText("typed ")
        await until(lambda: "typed " in (tmp_path / "vault" / "Long.md").read_text(encoding="utf-8"))
        pane.body.editor.forget()
        await cancel_all()

    run_async(body())
    vault.close()


# # --- cached


def test_what_was_typed_can_be_undone_when_the_note_comes_back(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="one\r\n", Other="other\n")
        world.show("Home.md")
        world.type("typed ")
        await world.saved()
        for _ in range(2):
            world.show("Other.md")
            assert world.view.text == "other\n"
            assert not world.view.edit.document().isUndoAvailable()
            world.show("Home.md")
            assert (world.view.text, world.view.dirty) == ("typed one\r\n", False)
        _undo_all(world)
        assert world.view.text == "one\r\n"
        await world.saved()
        assert world.read("Home.md") == b"one\r\n"
        world.view.edit.redo()
        await world.saved()
        assert world.read("Home.md") == b"typed one\r\n"
        world.close()

    run_async(body())


def test_undo_goes_with_a_renamed_note(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="one\n", Other="other\n")
        world.show("Home.md")
        world.type("typed ")
        await world.saved()
        world.show("Other.md")
        await asyncio.to_thread((world.root / "Home.md").rename, world.root / "New.md")
        world.view.moved("Home.md", "New.md")
        world.show("New.md")
        _undo_all(world)
        await world.saved()
        assert world.read("New.md") == b"one\n"
        world.close()

    run_async(body())


def test_folds_come_back_with_a_note_whose_document_was_dropped(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="# a\none\n# b\ntwo\n", Other="other\n")
        world.show("Home.md")
        edit = world.view.edit
        edit.gutter.fold(edit.document().findBlockByNumber(2), folded=True)
        world.show("Other.md")
        world.view.moved("Home.md", "New.md")
        await asyncio.to_thread((world.root / "Home.md").rename, world.root / "New.md")
        world.view._kept.clear()
        world.show("New.md")
        document = edit.document()
        seen = [document.findBlockByNumber(line).isVisible() for line in range(document.blockCount())]
        assert seen == [True, True, True, False, True]
        assert world.read("New.md") == b"# a\none\n# b\ntwo\n"
        world.close()

    run_async(body())


def test_undo_of_a_file_that_changed_elsewhere_is_dropped(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="one\n", Other="other\n")
        world.show("Home.md")
        world.type("typed ")
        await world.saved()
        world.show("Other.md")
        (world.root / "Home.md").write_text("from elsewhere\n")
        world.show("Home.md")
        assert world.view.text == "from elsewhere\n"
        assert not world.view.edit.document().isUndoAvailable()
        world.close()

    run_async(body())


def test_text_that_was_not_saved_is_not_kept_as_if_it_were(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="one\n", Other="other\n")
        world.show("Home.md")
        world.type("typed ")
        world.show("Other.md")  # saves in the background
        world.show("Home.md")
        assert world.view.text == world.read("Home.md").decode()
        await until(lambda: world.read("Home.md") == b"typed one\n")
        world.view.refresh()
        await until(lambda: world.view.text == "typed one\n")
        world.close()

    run_async(body())


@pytest.mark.parametrize(("letters", "stay"), [(10, 8), (400_000, 3), (2_000_000, 0)])
def test_only_the_last_few_documents_are_kept(qapp: object, letters: int, stay: int) -> None:
    kept = DocumentCache()
    documents = []
    for number in range(10):
        document = QTextDocument("x" * letters)
        documents.append(document)
        kept.keep(f"{number}.md", "sum", NoteDocument(document, NoteText.of("")))
    assert [number for number in range(10) if kept.has(f"{number}.md", "sum")] == list(range(10 - stay, 10))
    assert kept.take("9.md", "another sum") is None
    assert kept.take("9.md", "sum") is None
    kept.clear()
