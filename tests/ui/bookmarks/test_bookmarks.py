"""Bookmarks: kept beside the vault, read from Obsidian, and followed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from axon_desktop.ui.bookmarks.bookmark_file import (
    FILE,
    Bookmark,
    moved,
    read_bookmarks,
    read_obsidian,
    write_bookmarks,
)
from axon_desktop.ui.bookmarks.page import BookmarksPage
from axon_desktop.ui.note_panel.outline_page import OutlinePage
from tests.ui.chat_world import Run
from tests.ui.obsidian_window import vault_window
from tests.waiting import until

pytestmark = pytest.mark.qt_log_ignore(r"propagateSizeHints|raise\(\)")

OWN = [
    Bookmark("file", "Plan.md", "Next"),
    Bookmark("folder", "Work"),
    Bookmark("search", "tag:#a", title="All a"),
]


def test_bookmarks_are_kept_and_follow_moves(tmp_path: Path) -> None:
    write_bookmarks(tmp_path / "new", OWN)
    assert read_bookmarks(tmp_path / "new") == OWN
    assert moved(OWN, {"Plan.md": "Work/Plan.md"})[0] == Bookmark("file", "Work/Plan.md", "Next")


@pytest.mark.parametrize(
    ("data", "found", "aside"),
    [
        (
            b'{"bookmarks": [{"kind": "file", "path": "A.md"}, 5, {"kind": "x", "path": "B"}, {}]}',
            1,
            0,
        ),
        (b'{"bookmarks": [{"kind": "file", "path": "A.md", "heading": 7}]}', 1, 0),
        (b'{"bookmarks": [{"kind": "file"', 0, 1),
        (b"[]", 0, 1),
        (b"\xff\xfe", 0, 1),
    ],
)
def test_damaged_file_costs_only_what_cannot_be_read(tmp_path: Path, data: bytes, found: int, aside: int) -> None:
    (tmp_path / FILE).write_bytes(data)
    assert len(read_bookmarks(tmp_path)) == found
    assert [file.read_bytes() for file in tmp_path.glob("*.damaged")] == [data] * aside


def test_those_of_obsidian_are_read_with_their_groups(tmp_path: Path) -> None:
    items: list[object] = [
        {"type": "file", "ctime": 1, "path": "A.md", "subpath": "#Part", "title": "First"},
        {"type": "group", "title": "G", "items": [{"type": "search", "query": "x"}, {"type": "graph"}, None]},
        {"type": "folder", "path": "Work"},
        {"type": "file", "path": 5},
        "odd",
    ]
    (tmp_path / ".obsidian").mkdir()
    (tmp_path / ".obsidian" / "bookmarks.json").write_text(json.dumps({"items": items}), encoding="utf-8")
    assert read_obsidian(tmp_path) == [
        Bookmark("file", "A.md", "Part", "First"),
        Bookmark("group", "G"),
        Bookmark("search", "x", depth=1),
        Bookmark("folder", "Work"),
    ]
    (tmp_path / ".obsidian" / "bookmarks.json").write_text('{"items": {"a": 1}}', encoding="utf-8")
    assert read_obsidian(tmp_path) == []


def test_page_adds_opens_follows_and_removes(
    qapp: QApplication, tmp_path: Path, run_async: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is ever written into `.obsidian`."""
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))
    theirs = '{"items": [{"type": "file", "path": "Gone.md"}, {"type": "search", "query": "plan"}]}'

    async def body() -> None:
        notes = {"Home.md": "# Home\n\n## Part\n\nwords\n", "Work/Plan.md": "plan\n"}
        async with vault_window(qapp, tmp_path, notes, {"bookmarks.json": theirs}) as world:
            window = world.window
            window.show_panel_page("bookmarks")
            page = window.vault_panel.show_page("bookmarks")
            assert isinstance(page, BookmarksPage)

            def rows() -> list[str]:
                return [f"{line.text} {line.note}".strip() for line in page.list.lines.lines]

            await until(lambda: rows() == ["From Obsidian", "Gone", "plan search"])
            window.preview.open_note("Home.md")
            await world.shows("Home.md")
            window.menus.actions["file.bookmark"].trigger()
            await until(lambda: rows()[0] == "Home")
            window.tree.bookmark_requested.emit("Work", True)
            window.show_panel_page("outline")
            outline = window.note_panel.show_page("outline")
            assert isinstance(outline, OutlinePage)
            outline.list.bookmark_requested.emit("Part")
            await until(lambda: rows()[:3] == ["Home", "Work", "Part Home"])
            await until(lambda: len(read_bookmarks(world.vault.data_dir)) == 3)
            window.preview.open_note("Work/Plan.md")
            await world.shows("Work/Plan.md")
            page._choose(page.list.lines.lines[2], False)
            await world.shows("Home.md")
            from axon_desktop.ui.session.user_writes import UserWrites

            await UserWrites(world.vault).move("Home.md", "Work/Home.md")
            await until(lambda: rows()[0] == "Home Work")
            page.list.setFocus()
            page.list.setCurrentIndex(page.list.lines.index(0, 0))
            QTest.keyClick(page.list, Qt.Key.Key_Delete)
            await until(lambda: rows()[:2] == ["Work", "Part Home"])
            assert (world.root / ".obsidian" / "bookmarks.json").read_text("utf-8") == theirs

    run_async(body())
