"""Outline, links, tags and previews in the whole program, on a real vault with its index."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, QSettings, Qt
from PySide6.QtGui import QCursor, QGuiApplication, QIcon, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from axon_desktop.index.build.entry import LinkMark
from axon_desktop.index.catalog.link_graph import Backlink
from axon_desktop.index.vault_index import VaultIndex
from axon_desktop.ui.attachments.given import GivenFile, given_in
from axon_desktop.ui.features import load_features
from axon_desktop.ui.link_preview.hover import LinkHover
from axon_desktop.ui.look.theme import Theme
from axon_desktop.ui.markdown_view import MarkdownView
from axon_desktop.ui.note_panel.link_rows import LinkWords, backlink_lines
from axon_desktop.ui.note_panel.links_page import LinksPage
from axon_desktop.ui.note_panel.outline_page import OutlinePage
from axon_desktop.ui.note_panel.row_view import PanelRowView
from axon_desktop.ui.note_panel.tags_page import TagsPage
from axon_desktop.ui.window.main_window import MainWindow
from axon_desktop.vault import Vault
from tests.index.library import write
from tests.ui.chat_world import Run, make_world
from tests.ui.mcp_window import window_with
from tests.waiting import turns, until

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints|Index out of range|raise")

LONG = "\n\n".join(f"Paragraph {number} with some words in it." for number in range(60))
NOTES = {
    "Home.md": "Go to [[Plan]], [[Plan#Second part|its end]] and [[Nobody]].\n\n![[Plan#Second part]]\n",
    "Plan.md": "---\naliases: [the scheme]\n---\n# The **plan**\n\nSee [[Home]].\n\n"
    f"{LONG}\n\n## Second part\n\n{LONG}\n",
    "Diary/Monday.md": "# Monday\n\n- met Jo about the [[Plan|big plan]] #work/plans\n\n"
    "The Plan is good, the scheme too.\n",
    "日记/周二.md": "看了看Plan和 [[Plan]]。#work #读书\n",
    "Plain.md": "Nothing but words, no heading.\n",
}


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))


@pytest.fixture
def vault(qapp: QApplication, tmp_path: Path) -> Path:
    write(tmp_path / "vault", NOTES)
    return tmp_path / "vault"


@dataclass
class Shown:
    """The running program."""

    window: MainWindow
    vault: Vault
    index: VaultIndex

    async def open(self, path: str) -> None:
        self.window.preview.open_note(path)
        await until(lambda: self.window.preview.body.made_view is not None)
        await until(lambda: self.window.preview.path == path and not self.window.preview.body.view.busy)
        await until(self.window.preview.body.view.visible_chunks)

    def page(self, name: str) -> QWidget:
        self.window.show_panel_page(name)
        panel = self.window.note_panel if self.window.note_panel.has_page(name) else self.window.vault_panel
        return panel.show_page(name)

    @property
    def links(self) -> LinksPage:
        page = self.page("links")
        assert isinstance(page, LinksPage)
        return page

    @property
    def hover(self) -> LinkHover:
        hover = self.window.findChild(LinkHover)
        assert isinstance(hover, LinkHover)
        return hover


@asynccontextmanager
async def shown(app: QApplication, vault: Path) -> AsyncIterator[Shown]:
    async with window_with(app, vault) as program:
        assert program.desktop.workspace is not None
        index = program.desktop.workspace.index
        await until(lambda: index.state.phase == "ready" and index.state.watch == "watching")
        window = program.desktop.window
        window.resize(1300, 900)
        yield Shown(window, program.desktop.workspace.vault, index)


def texts(lines: PanelRowView, depth: int | None = None) -> list[str]:
    """Return the visible lines, with the text at their right."""
    rows = [lines.lines.line(row) for row in range(lines.lines.rowCount())]
    return [f"{line.text} {line.note}".strip() for line in rows if depth is None or line.depth == depth]


def row_of(lines: PanelRowView, text: str) -> int:
    return texts(lines).index(text)


async def enter(
    lines: PanelRowView, text: str, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    """Choose a line by the keyboard."""
    await until(lambda: text in texts(lines))
    lines.setFocus()
    lines.setCurrentIndex(lines.lines.index(row_of(lines, text), 0))
    QTest.keyClick(lines, Qt.Key.Key_Return, modifier)


def test_outline_follows_the_note_and_leads_to_its_headings(
    qapp: QApplication, vault: Path, run_async: Run
) -> None:
    async def body() -> None:
        async with shown(qapp, vault) as program:
            page = program.page("outline")
            assert isinstance(page, OutlinePage)
            await program.open("Plain.md")
            await until(lambda: page.hint.text() == "This note has no headings." and page.hint.isVisible())
            (vault / "raw.bin").write_bytes(b"\0\1")
            await program.open("raw.bin")
            await until(lambda: page.hint.text() == "Only notes have an outline.")
            await program.open("Plan.md")
            await until(lambda: texts(page.list) == ["The plan", "Second part"])
            dragged = given_in(page.list.lines.mimeData([page.list.lines.index(0)]))
            assert dragged is not None
            assert dragged.files == (GivenFile(vault / "Plan.md", "The **plan**"),)
            view = program.window.preview.body.view
            assert page.list.position == ""
            view.verticalScrollBar().setValue(300)
            await until(lambda: page.list.position.endswith("# The **plan**/1"))
            await enter(page.list, "Second part")
            await until(lambda: view.verticalScrollBar().value() > 500)
            await until(lambda: "Second part" in page.list.position)
            view.verticalScrollBar().setValue(0)
            await until(lambda: "Second part" not in page.list.position)
            text = NOTES["Plan.md"].replace("## Second part", "## Another name\n\n### Below it")
            (vault / "Plan.md").write_text(text, "utf-8")
            await until(lambda: texts(page.list) == ["The plan", "Another name", "Below it"])
            page.filter.setText("below")
            await until(lambda: texts(page.list) == ["The plan", "Another name", "Below it"])
            page.filter.setText("another")
            await until(lambda: texts(page.list) == ["The plan", "Another name"])
            page.filter.clear()
            await until(lambda: len(texts(page.list)) == 3)

    run_async(body())


def test_outline_marks_the_caret_and_moves_sections(qapp: QApplication, vault: Path, run_async: Run) -> None:
    """Red when the place is that of the upper edge while somebody writes, or unsaved words get lost."""
    (vault / "Plan.md").write_text("# One\n\na\n\n## Below\n\nb\n\n# Two\n\nc\n", "utf-8")

    async def body() -> None:
        async with shown(qapp, vault) as program:
            page, preview = program.page("outline"), program.window.preview
            assert isinstance(page, OutlinePage)
            await program.open("Plan.md")
            await until(lambda: texts(page.list) == ["One", "Below", "Two"])
            preview.set_mode("source")
            edit = preview.body.editor.edit
            edit.setTextCursor(QTextCursor(edit.document().findBlockByNumber(6)))
            edit.insertPlainText("unsaved ")
            await until(lambda: page.list.position.endswith("## Below/1"))
            drag_row(page.list, "Two", "One")
            await until(lambda: texts(page.list) == ["Two", "One", "Below"])
            await preview.editing.save()
            moved = "# Two\n\nc\n\n# One\n\na\n\n## Below\n\nunsaved b\n"
            assert (vault / "Plan.md").read_text("utf-8") == moved
            edit.undo()
            assert preview.body.source.startswith("# One")
            assert "unsaved" in preview.body.source
            preview.set_mode("reading")
            await until(lambda: preview.body.shows_view and texts(page.list) == ["One", "Below", "Two"])
            row = page.list.lines.line(row_of(page.list, "One"))
            down = next(action for action in page.list.make_menu(row).actions() if action.text() == "Move down")
            down.trigger()
            await until(lambda: (vault / "Plan.md").read_text("utf-8").startswith("# Two"))
            await until(lambda: texts(page.list) == ["Two", "One", "Below"])

    run_async(body())


def drag_row(lines: PanelRowView, text: str, before: str) -> None:
    """Drag a heading to the upper edge of another one."""
    start, end = (lines.visualRect(lines.lines.index(row_of(lines, name), 0)) for name in (text, before))
    view = lines.viewport()
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=start.center())
    for place in (start.center() - QPoint(0, 12), end.topLeft() + QPoint(40, 2)):
        QTest.mouseMove(view, place)
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=end.topLeft() + QPoint(40, 2))


def test_links_are_listed_and_followed(qapp: QApplication, vault: Path, run_async: Run) -> None:
    async def body() -> None:
        async with shown(qapp, vault) as program:
            await program.open("Plan.md")
            page = program.links
            snippets = ["met Jo about the big plan #work/plans", "Go to Plan, its end and Nobody."]
            await until(lambda: set(snippets) <= set(texts(page.list)))
            found = texts(page.list)
            assert found[0] == "Backlinks 5"
            assert found[1:4] == ["Monday", snippets[0], "Home 3"]
            assert "周二" in found
            assert "Outgoing links 1" in found
            line = page.list.lines.line(2)
            assert [line.text[start:end] for start, end in line.marks] == ["big plan"]
            await enter(page.list, snippets[0])
            await until(lambda: program.window.preview.path == "Diary/Monday.md")
            await program.open("Home.md")
            await until(lambda: "Plan > Second part" in texts(page.list))
            created: list[tuple[str, str]] = []
            program.window.preview.create_requested.disconnect()
            program.window.preview.create_requested.connect(lambda name, source: created.append((name, source)))
            await enter(page.list, "Nobody Create")
            assert created == [("Nobody", "Home.md")]
            await enter(page.list, "Plan", Qt.KeyboardModifier.ControlModifier)
            await until(lambda: program.window.preview.path == "Plan.md")
            assert len(program.window.preview.tabs.all) == 2

    run_async(body())


def test_links_change_within_a_second_of_what_is_written(qapp: QApplication, vault: Path, run_async: Run) -> None:
    async def body() -> None:
        async with shown(qapp, vault) as program:
            await program.open("Plain.md")
            page = program.links
            await until(lambda: "No notes link here." in texts(page.list))
            await asyncio.to_thread(_say, program.vault, "New.md", "to [[Plain]]\n")
            await until(lambda: texts(page.list)[:3] == ["Backlinks 1", "New", "to Plain"])
            (vault / "Outside.md").write_text("also to [[Plain]]\n", "utf-8")
            await until(lambda: "Backlinks 2" in texts(page.list))
            (vault / "Outside.md").unlink()
            await until(lambda: "Backlinks 1" in texts(page.list))

    run_async(body())


def _say(vault: Vault, path: str, text: str) -> None:
    vault.apply(vault.preview(path, text, "overwrite"), turn="t")


def test_mentions_are_looked_for_when_their_section_is_unfolded(
    qapp: QApplication, vault: Path, run_async: Run
) -> None:
    async def body() -> None:
        async with shown(qapp, vault) as program:
            await program.open("Plan.md")
            page = program.links
            await until(lambda: "Unlinked mentions" in texts(page.list))
            await enter(page.list, "Unlinked mentions")
            await until(lambda: "The Plan is good, the scheme too." in texts(page.list))
            row = row_of(page.list, "The Plan is good, the scheme too.")
            line = page.list.lines.line(row)
            assert [line.text[start:end] for start, end in line.marks] == ["Plan", "the scheme"]
            chinese = page.list.lines.line(row + 2)
            assert [chinese.text[start:end] for start, end in chinese.marks] == ["Plan"]
            assert "Unlinked mentions 2" in texts(page.list)
            await enter(page.list, line.text)
            await until(lambda: program.window.preview.path == "Diary/Monday.md")

    run_async(body())


def test_links_that_may_be_missing_are_said_to_be(qapp: QApplication, vault: Path, run_async: Run) -> None:
    async def body() -> None:
        async with shown(qapp, vault) as program:
            await program.open("Plan.md")
            page = program.links
            await until(lambda: "Backlinks 5" in texts(page.list))
            ready = program.index.state
            assert page.progress.isHidden()
            program.index._enter(replace(ready, phase="entries", done=3, total=190))
            await until(lambda: page.progress.isVisible() and page.progress.text() == "Still reading: 3 of 190")
            program.index._enter(ready)
            await until(page.progress.isHidden)

    run_async(body())


def test_ten_thousand_backlinks_do_not_hold_up_the_window(qapp: QApplication, vault: Path, run_async: Run) -> None:
    async def body() -> None:
        async with shown(qapp, vault) as program:
            await program.open("Plan.md")
            page = program.links
            await until(lambda: "Backlinks 5" in texts(page.list))
            link = LinkMark("wikilink", "Plan", "", "", False, 1)
            found = [Backlink(f"Many/{number}.md", link) for number in range(10_000)]
            assert page._found is not None
            page._found = page._found._replace(backlinks=backlink_lines(found, LinkWords("", "")), incoming=10_000)
            took = []
            for _ in range(5):
                page.list.set_lines([])
                begun = time.perf_counter()
                page._show()
                page.list.scrollToBottom()
                page.list.grab()
                took.append(time.perf_counter() - begun)
            assert page.list.lines.rowCount() > 20_000
            assert min(took) < 0.1

    run_async(body())


def test_menu_of_a_line_opens_copies_and_creates(qapp: QApplication, vault: Path, run_async: Run) -> None:
    async def body() -> None:
        async with shown(qapp, vault) as program:
            await program.open("Home.md")
            page = program.links
            await until(lambda: "Plan > Second part" in texts(page.list))
            lines = page.list.lines
            menu = page.make_menu(lines.line(row_of(page.list, "Plan > Second part")))
            actions = {action.text(): action for action in menu.actions()}
            assert list(actions) == ["Open", "Open in new tab", "Copy wikilink"]
            actions["Copy wikilink"].trigger()
            assert QGuiApplication.clipboard().text() == "[[Plan#Second part]]"
            menu.close()
            menu = page.make_menu(lines.line(row_of(page.list, "Nobody Create")))
            assert [action.text() for action in menu.actions()] == ["Create note", "Copy wikilink"]
            menu.close()

    run_async(body())


def test_tags_are_nested_sorted_filtered_and_searched(qapp: QApplication, vault: Path, run_async: Run) -> None:
    async def body() -> None:
        async with shown(qapp, vault) as program:
            page = program.page("tags")
            assert isinstance(page, TagsPage)
            await until(lambda: texts(page.list) == ["#work 2", "plans 1", "#读书 1"])
            assert page.sort.isEnabled()
            await asyncio.to_thread(_say, program.vault, "New.md", "#aa #读书\n")
            await until(lambda: texts(page.list) == ["#aa 1", "#work 2", "plans 1", "#读书 2"])
            page.set_order("count")
            await until(lambda: texts(page.list)[0] == "#work 2" and texts(page.list)[-1] == "#aa 1")
            page.filter.setText("pla")
            await until(lambda: texts(page.list) == ["#work 2", "plans 1"])
            asked: list[str] = []
            page.search_requested.connect(asked.append)
            await enter(page.list, "plans 1")
            assert asked == ["tag:#work/plans"]
            assert program.window.vault_panel.current == "search"

    run_async(body())


async def link_point(view: MarkdownView, text: str) -> QPoint:
    """Return the position of a link in the viewport of its view, once there is one."""
    found: list[QPoint] = []

    def look() -> bool:
        for chunk in view.visible_chunks():
            for link in chunk.stops():
                if chunk.document and chunk.document.toPlainText()[link.start : link.end] == text:
                    rect = chunk.document.position_rect(link.start + 1).translated(view.chunk_origin(chunk))
                    found.append(QPointF(rect.center()).toPoint())
        return bool(found) and not view.busy

    await until(look)
    return found[-1]


async def point_at(widget: QWidget, place: QPoint) -> None:
    """Move the mouse in steps, as a user does."""
    for step in (QPoint(30, 3), QPoint(2, 1), QPoint(0, 0)):
        QCursor.setPos(widget.mapToGlobal(place + step))
        await turns(1)


async def rest_on(program: Shown, words: str) -> None:
    """Rest with the mouse on a link until its card is there; the text may still move away under it."""
    view = program.window.preview.body.view
    for _ in range(1_000):
        await point_at(view.viewport(), await link_point(view, words))
        await until(lambda: program.hover.card is not None or not program.hover._clock.isActive())
        if program.hover.card is not None:
            return
    pytest.fail("the card never came")


def test_card_comes_over_a_link_and_goes_with_the_mouse_or_escape(
    qapp: QApplication, vault: Path, run_async: Run, qtbot: QtBot
) -> None:
    async def body() -> None:
        async with shown(qapp, vault) as program:
            await program.open("Home.md")
            window, view = program.window, program.window.preview.body.view
            window.activateWindow()
            view.setFocus()
            await until(view.hasFocus)
            await rest_on(program, "its end")
            card = program.hover.card
            assert card is not None
            assert card.title.text() == "Plan › Second part"
            assert "Second part" in card.view.to_plain_text()
            assert "The plan" not in card.view.to_plain_text()
            assert (card.width(), card.height()) == (400, 300)
            assert view.hasFocus()
            await point_at(view.viewport(), QPoint(5, view.viewport().height() - 5))
            await until(lambda: program.hover.card is None and not card.isVisible())
            await rest_on(program, "Nobody")
            assert card.hint.isVisible()
            assert card.height() < 120
            QTest.keyClick(view, Qt.Key.Key_Escape)
            assert program.hover.card is None
            assert view.hasFocus()

    run_async(body())


def test_card_is_shown_for_the_focused_link_and_scrolls_by_keys(
    qapp: QApplication, vault: Path, run_async: Run
) -> None:
    async def body() -> None:
        async with shown(qapp, vault) as program:
            await program.open("Home.md")
            window, view = program.window, program.window.preview.body.view
            window.activateWindow()
            view.setFocus()
            await until(view.hasFocus)
            QTest.keyClick(view, Qt.Key.Key_Tab)
            assert view.focused_link() == "axon-note:Plan.md"
            window.menus.actions["view.preview_the_link"].trigger()
            await until(lambda: program.hover.card is not None)
            card = program.hover.card
            assert card is not None
            assert card.title.text() == "Plan"
            QTest.keyClick(view, Qt.Key.Key_PageDown)
            assert card.view.verticalScrollBar().value() > 0
            QTest.keyClick(view, Qt.Key.Key_Tab)
            await until(lambda: program.hover.card is None)
            window.preview.set_mode("live")
            await until(lambda: window.preview.body.shows_editor)
            edit = window.preview.body.editor.edit
            edit.setFocus()
            await until(edit.hasFocus)
            caret = edit.textCursor()
            caret.setPosition(edit.toPlainText().index("Plan") + 1)
            edit.setTextCursor(caret)
            window.menus.actions["view.preview_the_link"].trigger()
            await until(lambda: program.hover.card is not None)
            assert card.title.text() == "Plan"

    run_async(body())


def test_link_in_the_card_is_followed(qapp: QApplication, vault: Path, run_async: Run) -> None:
    async def body() -> None:
        async with shown(qapp, vault) as program:
            await program.open("Diary/Monday.md")
            await rest_on(program, "big plan")
            card = program.hover.card
            assert card is not None
            QTest.mouseClick(
                card.view.viewport(), Qt.MouseButton.LeftButton, pos=await link_point(card.view, "Home")
            )
            await until(lambda: program.window.preview.path == "Home.md")
            assert program.hover.card is None

    run_async(body())


def test_pages_say_that_there_is_no_index(qapp: QApplication, tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path)
        state = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
        Theme(qapp, "light")
        window = MainWindow(QIcon(), state)
        for add in load_features():
            add(window)
        window.show_vault(world.vault, world.session)
        window.show()
        for name in ("links", "tags"):
            window.show_panel_page(name)
        links, tags = window.note_panel.show_page("links"), window.vault_panel.show_page("tags")
        assert isinstance(links, LinksPage)
        assert isinstance(tags, TagsPage)
        await until(lambda: links.hint.text() == "Open a note to see its links.")
        assert links.focusProxy() is links.hint
        outline = window.note_panel.show_page("outline")
        assert isinstance(outline, OutlinePage)
        await until(lambda: outline.hint.text() == "No note is open.")
        window.show_panel_page("outline")
        assert QApplication.focusWidget() is outline.hint  # and not the button of a page
        window.preview.text_shown.emit("Unreadable.md", "")
        await until(lambda: outline.hint.text() == "This note cannot be read.")
        window.preview.tabs.mark(window.preview.tabs.current, gone=True)
        window.preview.text_shown.emit("Deleted.md", "")
        await until(lambda: outline.hint.text() == "This note no longer exists.")
        window.preview.text_shown.emit("Photo.png", "")
        await until(lambda: outline.hint.text() == "Only notes have an outline.")
        window.show_panel_page("links")
        window.preview.text_shown.emit("Home.md", "words")
        await until(lambda: links.hint.text() == "This vault has no index, so its links are not known.")
        await until(lambda: tags.hint.text() == "This vault has no index, so its tags are not known.")
        assert not tags.sort.isEnabled()
        window.close_for_good()
        window.deleteLater()
        await world.close()

    run_async(body())
