from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import QImage, QTextCursor
from PySide6.QtWidgets import QApplication

from axon_desktop.ui.attachments import attaching
from axon_desktop.ui.attachments.given import note_mime
from axon_desktop.ui.drag_drop.dropped_files import sort_files
from tests.ui.editor_world import EditorWorld, Run, make_editor_world
from tests.waiting import until

DATA = bytes(range(256)) * 40
PASTED = re.compile(r"Pasted image \d{14}\.png")


def make(tmp_path: Path, **settings: object) -> EditorWorld:
    world = make_editor_world(tmp_path, Note="# One\n", Other="other\n")
    (world.root / "Deep").mkdir()
    (world.root / "Deep/Note.md").write_text("deep\n")
    (world.root / ".obsidian").mkdir()
    (world.root / ".obsidian/app.json").write_text(json.dumps(settings))
    world.vault.names.scan()
    return world


def give(world: EditorWorld, *files: Path, image: bool = False, address: str = "") -> None:
    mime = QMimeData()
    if image:
        mime.setImageData(QImage(8, 8, QImage.Format.Format_RGB32))
    else:
        mime.setUrls([QUrl(address)] if address else [QUrl.fromLocalFile(str(file)) for file in files])
    world.view.edit.insertFromMimeData(mime)


def outside(tmp_path: Path, name: str = "holiday photo.png") -> Path:
    (tmp_path / name).write_bytes(DATA)
    return tmp_path / name


FORMATS = [
    ("Note.md", {}, "![[holiday photo.png]]", "holiday photo.png"),
    ("Note.md", {"attachmentFolderPath": "Files/in"}, "![[holiday photo.png]]", "Files/in/holiday photo.png"),
    ("Deep/Note.md", {"attachmentFolderPath": "./a"}, "![[holiday photo.png]]", "Deep/a/holiday photo.png"),
    (
        "Deep/Note.md",
        {"attachmentFolderPath": "Files", "newLinkFormat": "relative"},
        "![[../Files/holiday photo.png]]",
        "Files/holiday photo.png",
    ),
    (
        "Note.md",
        {"attachmentFolderPath": "附件", "newLinkFormat": "absolute", "useMarkdownLinks": True},
        "![](附件/holiday%20photo.png)",
        "附件/holiday photo.png",
    ),
]


@pytest.mark.parametrize(("note", "settings", "embed", "path"), FORMATS)
def test_file_is_kept_and_embedded_as_the_vault_says(
    note: str,
    settings: dict[str, object],
    embed: str,
    path: str,
    qapp: QApplication,
    tmp_path: Path,
    run_async: Run,
) -> None:
    async def body() -> None:
        world = make(tmp_path, **settings)
        world.show(note)
        before = world.read(note)
        world.view.edit.moveCursor(QTextCursor.MoveOperation.End)
        give(world, outside(tmp_path))
        await until(lambda: world.read(note) == before + embed.encode())
        assert world.read(path) == DATA
        world.close()

    run_async(body())


def test_file_and_embed_are_one_turn_and_the_embed_one_step(
    qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        world = make(tmp_path)
        world.show("Note.md")
        world.type("typed ")
        give(world, image=True)
        await until(lambda: b"![[" in world.read("Note.md"))
        name = PASTED.search(world.view.text)
        assert name is not None
        assert world.view.text == f"typed ![[{name[0]}]]# One\n"
        await until(lambda: world.view.state.kind == "saved")
        world.view.edit.moveCursor(QTextCursor.MoveOperation.End)
        world.type("more")
        await world.view.save()
        later, turn, earlier = world.vault.journal.turns()
        assert [change.path for change in turn.changes] == [name[0], "Note.md"]
        assert turn.title == f"Added {name[0]}"
        assert {change.path for one in (later, earlier) for change in one.changes} == {"Note.md"}

        world.vault.undo_turn(turn.turn)
        assert world.read("Note.md") == b"typed # One\nmore"
        assert not (world.root / name[0]).exists()
        world.vault.undo_turn(world.vault.journal.last_undo() or "")
        assert world.read("Note.md") == f"typed ![[{name[0]}]]# One\nmore".encode()
        assert (world.root / name[0]).exists()
        world.close()

    run_async(body())


def test_undo_in_the_note_takes_the_embed_and_leaves_the_file(
    qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        world = make(tmp_path)
        world.show("Note.md")
        give(world, outside(tmp_path), outside(tmp_path, "b.pdf"), world.root / "Deep/Note.md")
        await until(lambda: world.read("Note.md") == b"![[holiday photo.png]]\n![[b.pdf]]\n[[Deep/Note]]# One\n")
        await world.saved()
        world.view.edit.undo()
        await world.view.save()
        assert world.read("Note.md") == b"# One\n"
        assert world.read("b.pdf") == DATA
        world.view.edit.redo()
        await world.view.save()
        turn = next(turn for turn in world.vault.journal.turns() if turn.title == "Added holiday photo.png")
        world.view.edit.undo()
        await world.view.save()
        world.vault.undo_turn(turn.turn)
        assert world.read("Note.md") == b"# One\n"
        assert not (world.root / "b.pdf").exists()
        world.close()

    run_async(body())


@pytest.mark.parametrize(
    ("note", "path", "heading", "link"),
    [
        ("Note.md", "Other.md", "", "[[Other]]"),
        ("Note.md", "Other.md", "A [b] #1 | 你好", "[[Other#A b 1 你好]]"),
        ("Note.md", "Note.md", "One", "[[#One]]"),
        ("Deep/Note.md", "Note.md", "", "[[Note]]"),
    ],
)
def test_dragged_note_or_heading_is_a_link(
    note: str, path: str, heading: str, link: str, qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        world = make(tmp_path)
        world.show(note)
        before = world.view.text
        world.view.edit.insertFromMimeData(note_mime(world.root / path, heading))
        await until(lambda: world.view.text == link + before)
        world.close()

    run_async(body())


def test_address_is_a_link_and_takes_the_words_of_a_selection(
    qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        world = make(tmp_path)
        world.show("Other.md")
        give(world, address="https://example.org/a")
        await until(lambda: world.view.text == "https://example.org/aother\n")
        world.view.edit.undo()
        cursor = world.view.edit.textCursor()
        cursor.select(QTextCursor.SelectionType.WordUnderCursor)
        world.view.edit.setTextCursor(cursor)
        give(world, address="https://example.org/a")
        await until(lambda: world.view.text == "[other](https://example.org/a)\n")
        world.close()

    run_async(body())


def test_large_file_shows_how_far_it_is_and_can_be_cancelled(
    qapp: QApplication, tmp_path: Path, run_async: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attaching, "_LOOK_MS", 1)

    async def body() -> None:
        world = make(tmp_path)
        world.show("Note.md")
        big = tmp_path / "video.mp4"
        with big.open("wb") as file:
            file.truncate(6 << 30)  # a hole, which takes no room until it is copied
        give(world, big)
        notice = world.view.notice
        await until(lambda: notice.isVisible() and re.search(r"video\.mp4 .*[1-9]\d* %", notice.text.text()))
        world.type("goes on")
        notice.buttons[0].click()
        await until(lambda: not notice.isVisible())
        assert world.view.text == "goes on# One\n"
        assert not [*world.root.glob("*.mp4"), *world.root.glob(".axon*")]
        world.close()

    run_async(body())


@pytest.mark.parametrize("why", ["setting", "gone"])
def test_what_cannot_be_added_is_said(
    why: str, qapp: QApplication, tmp_path: Path, run_async: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def body() -> None:
        world = make(tmp_path, attachmentFolderPath="../elsewhere" if why == "setting" else "/")
        world.show("Note.md")
        source = outside(tmp_path)
        if why == "gone":

            def vanish(*given: object) -> object:
                found = sort_files(*given)  # type: ignore[arg-type]
                source.unlink()
                return found

            monkeypatch.setattr(attaching, "sort_files", vanish)
        give(world, source)
        await until(lambda: world.view.notice.text.text().startswith("holiday photo.png was not added. "))
        assert world.view.text == "# One\n"
        world.close()

    run_async(body())


def test_note_that_was_left_meanwhile_is_not_written(qapp: QApplication, tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make(tmp_path)
        world.show("Note.md")
        give(world, outside(tmp_path))
        world.show("Other.md")
        await until(lambda: "holiday photo.png is in the vault now" in world.view.notice.text.text())
        assert world.view.text == "other\n"
        assert world.read("Note.md") == b"# One\n"
        world.close()

    run_async(body())
