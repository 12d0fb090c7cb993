"""Ten ways to open a note, from five positions of the focus: typing then goes to that note, and nowhere else."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QModelIndex, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from axon_desktop.ui.chat.panel import ChatPanel
from axon_desktop.ui.file_actions.name_prompt import NamePrompt
from axon_desktop.ui.note_panel.links_page import LinksPage
from axon_desktop.ui.search.page import SearchPage
from axon_desktop.ui.tabs.tab import Tab, Visit
from axon_desktop.ui.tree.model import PATH_ROLE
from axon_desktop.ui.widgets.form_fields import Chooser
from axon_desktop.ui.window.main_window import MainWindow
from axon_desktop.vault import Vault
from tests.ui.chat_world import Run, child
from tests.ui.mcp_window import ServersWindow, window_with
from tests.waiting import until

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints|Index out of range|raise")

CONTROL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)
WORD = "wörter"
NOTES = {
    "Home.md": "[[Ziel]]\n",
    "Ziel.md": "# Ziel\n\nEin Pelikan.\n",
    "Zwei.md": "zwei\n",
    "Templates/Meeting.md": "# {{title}}\n",
    ".obsidian/templates.json": '{"folder": "Templates"}',
}
MADE = "Tagebuch.md"


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))


def press(key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """Press a key in the focused widget; shortcuts get it first."""
    here = QApplication.focusWidget()
    assert here is not None
    QTest.keyClick(here, key, modifiers)


def type_text(text: str) -> None:
    """Type characters, each into the focused widget; a window that has just closed may still get some."""
    for letter in text:
        active = QApplication.activeWindow()
        window = active.windowHandle() if active is not None else QGuiApplication.focusWindow()
        assert window is not None
        key = ord(letter.upper()) if letter.isascii() else 0
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            QCoreApplication.sendEvent(window, QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, letter))


def click(widget: QWidget, place: object) -> None:
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)  # type: ignore[call-overload]


@dataclass
class Writer:
    """A user who types."""

    program: ServersWindow
    wrong: list[str] = field(default_factory=list)
    left: str = ""
    """The rest of the text."""

    @property
    def window(self) -> MainWindow:
        return self.program.desktop.window

    @property
    def vault(self) -> Vault:
        assert self.program.desktop.workspace is not None
        return self.program.desktop.workspace.vault

    @property
    def panel(self) -> ChatPanel:
        assert isinstance(self.window.chat, ChatPanel)
        return self.window.chat

    def typed_at_once(self) -> None:
        """Keep typing while the note is being opened; a window manager sends keys to the window."""
        type_text(self.left[:2])
        self.left = self.left[2:]
        self.window.activateWindow()

    async def dialog(self, kind: type[QDialog]) -> QDialog:
        await until(lambda: any(one.isVisible() for one in self.window.findChildren(kind)))
        found = next(one for one in self.window.findChildren(kind) if one.isVisible())
        await until(found.isActiveWindow)
        return found

    async def is_there(self, path: str) -> None:
        """Wait until a note is shown."""
        preview = self.window.preview
        await until(lambda: preview.path == path and preview._arrived and preview.has_note)
        await until(self.window.isActiveWindow)
        await until(lambda: not preview.body.shows_view or bool(preview.body.view.visible_chunks()))

    async def begin(self, mode: str) -> None:
        """Open Home, beside it another tab, with a history; nothing is typed."""
        window = self.window
        editor = window.preview.body.made_editor
        if editor is not None:
            assert await editor.save()
        await until(lambda: window.preview._loading is None or window.preview._loading.done())
        for name in (MADE, *(name for name in NOTES if name.endswith(".md"))):
            if name in NOTES:
                (self.vault.root / name).write_text(NOTES[name], "utf-8")
            else:
                (self.vault.root / name).unlink(missing_ok=True)
        for daily in self.vault.root.glob("2*.md"):
            daily.unlink()
        tabs = [Tab(Visit("Home.md"), past=[Visit("Ziel.md")]), Tab(Visit("Ziel.md"))]
        for tab in tabs:
            tab.mode = mode  # type: ignore[assignment]
        window.preview.restore_tabs(tabs, 0)
        await self.is_there("Home.md")
        window.tree.filter.clear()
        await until(lambda: window.tree.view.currentIndex().data(PATH_ROLE) == "Home.md")


Way = Callable[[Writer], Awaitable[str]]


async def by_new_note(writer: Writer) -> str:
    press(Qt.Key.Key_N, CONTROL | SHIFT)
    await writer.dialog(NamePrompt)
    type_text("Tagebuch")
    press(Qt.Key.Key_Return)
    writer.typed_at_once()
    return MADE


async def by_template(writer: Writer) -> str:
    press(Qt.Key.Key_N, CONTROL | SHIFT)
    prompt = await writer.dialog(NamePrompt)
    type_text("Tagebuch")
    chooser = child(prompt, Chooser)
    chooser.setCurrentIndex(chooser.count() - 1)
    press(Qt.Key.Key_Return)
    writer.typed_at_once()
    return MADE


async def by_daily_note(writer: Writer) -> str:
    press(Qt.Key.Key_D, CONTROL | SHIFT)
    await until(lambda: list(writer.vault.root.glob("2*.md")))
    return next(writer.vault.root.glob("2*.md")).name


async def by_switcher(_writer: Writer) -> str:
    press(Qt.Key.Key_O, CONTROL)
    type_text("ziel")
    press(Qt.Key.Key_Return)
    return "Ziel.md"


async def by_search_hit(writer: Writer) -> str:
    page = writer.window.vault_panel.show_page("search")
    assert isinstance(page, SearchPage)
    page.search("Pelikan")
    results = page.results
    await until(lambda: [note.title for note in results.results.notes] == ["Ziel"])
    click(results.viewport(), results.visualRect(results.results.index(1)).center())
    return "Ziel.md"


async def by_link(writer: Writer) -> str:
    preview = writer.window.preview
    if preview.body.shows_editor:
        edit = preview.body.editor.edit
        edit.setFocus()
        press(Qt.Key.Key_Return, CONTROL)
        return "Ziel.md"
    view = preview.body.view
    await until(lambda: any(chunk.stops() for chunk in view.visible_chunks()))
    chunk, link = next((chunk, link) for chunk in view.visible_chunks() for link in chunk.stops())
    assert chunk.document is not None
    rects = chunk.document.position_rect(link.start), chunk.document.position_rect(link.end)
    point = view.chunk_origin(chunk) + (rects[0].center() + rects[1].center()) / 2
    click(view.viewport(), point.toPoint())
    return "Ziel.md"


async def by_backlink(writer: Writer) -> str:
    window = writer.window
    window.preview.restore_tabs([Tab(Visit("Ziel.md"), mode=window.preview.tabs.current.mode)], 0)
    await writer.is_there("Ziel.md")
    before = window.focusWidget()
    window.show_panel_page("links")
    if before is not None:
        before.setFocus()
    page = window.note_panel.show_page("links")
    assert isinstance(page, LinksPage)
    lines = page.list

    def rows() -> list[int]:
        count = lines.lines.rowCount()
        return [row for row in range(count) if lines.lines.line(row).target.path == "Home.md"]

    await until(rows)
    click(lines.viewport(), lines.visualRect(lines.lines.index(rows()[0], 0)).center())
    return "Home.md"


async def by_tree(writer: Writer) -> str:
    rows = writer.window.tree.view
    model = rows.model()

    def found() -> list[QModelIndex]:
        indexes = [model.index(row, 0) for row in range(model.rowCount())]
        return [index for index in indexes if index.data(PATH_ROLE) == "Ziel.md"]

    await until(found)
    (index,) = found()
    click(rows.viewport(), rows.visualRect(index).center())
    return "Ziel.md"


async def by_tab(writer: Writer) -> str:
    strip = writer.window.preview.tab_bar.strip
    click(strip, strip.tabRect(1).center())
    return "Ziel.md"


async def by_history(_writer: Writer) -> str:
    press(Qt.Key.Key_Left, ALT)
    return "Ziel.md"


WRITING: tuple[Way, ...] = (by_new_note, by_daily_note, by_template)
READING: tuple[Way, ...] = (
    by_switcher,
    by_search_hit,
    by_link,
    by_backlink,
    by_tree,
    by_tab,
    by_history,
)


def in_message_box(writer: Writer) -> None:
    writer.window.focus_chat()


def on_a_message(writer: Writer) -> None:
    writer.panel.view.setFocus()


def in_tree(writer: Writer) -> None:
    writer.window.show_panel_page("files")
    writer.window.tree.view.setFocus()


def in_filter(writer: Writer) -> None:
    writer.window.focus_filter()


def in_another_editor(writer: Writer) -> None:
    writer.window.preview.body.focus_text()


async def go_and_write(writer: Writer, way: Way, place: Callable[[Writer], None], mode: str) -> None:
    """Open the note and type at once; record what was typed elsewhere."""
    await writer.begin(mode)
    place(writer)
    writes = way in WRITING or mode == "source"
    window, preview = writer.window, writer.window.preview
    writer.left = WORD
    target = await way(writer)
    chosen = window.tree.view.currentIndex().data(PATH_ROLE)
    writer.typed_at_once()
    await writer.is_there(target)
    await until(lambda: window.focusWidget() is not None)
    type_text(writer.left)
    name = f"{way.__name__} {place.__name__} in {mode}"
    found = {
        "note": preview.path == target,
        "mode": preview.body.shows_editor == writes,
        f"word in {preview.body.source!r}": not writes or WORD in preview.body.source,
        "end": way not in WRITING or preview.body.source.endswith(WORD),
        "message box": not writer.panel.composer.input.toPlainText(),
        "filter": not window.tree.filter.text(),
        "tree": window.tree.view.currentIndex().data(PATH_ROLE) in (target, chosen),
        "keyboard": window.focusWidget() is (preview.body.editor.edit if writes else preview.body.view),
    }
    writer.wrong += [f"{name}: {what}" for what, fine in found.items() if not fine]
    writer.panel.composer.input.clear()
    if writes:
        assert await preview.body.editor.save()
        holders = [path.name for path in writer.vault.root.rglob("*.md") if WORD[:2] in path.read_text("utf-8")]
        if holders != [target]:
            writer.wrong.append(f"{name}: it is in the files {holders}")


@pytest.mark.parametrize("place", [in_message_box, on_a_message, in_tree, in_filter, in_another_editor])
def test_each_way_to_a_note_ends_with_the_keyboard_in_it(
    place: Callable[[Writer], None], qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        for path, text in NOTES.items():
            file = tmp_path / "vault" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
        async with window_with(qapp, tmp_path / "vault") as program:
            assert program.desktop.workspace is not None
            index = program.desktop.workspace.index
            await until(lambda: index.state.phase == "ready" and index.state.watch == "watching")
            writer = Writer(program)
            writer.window.resize(1300, 900)
            writer.window.activateWindow()
            await until(writer.window.isActiveWindow)
            for way in (*WRITING, *READING):
                for mode in ("source",) if place is in_another_editor else ("reading", "source"):
                    await go_and_write(writer, way, place, mode)
            assert writer.wrong == []

    run_async(body())
