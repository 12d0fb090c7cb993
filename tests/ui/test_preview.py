from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QLabel, QMessageBox
from pytestqt.qtbot import QtBot

from axon_desktop.ui.aio import cancel_all
from axon_desktop.ui.outside import obsidian_url
from axon_desktop.ui.preview import PreviewPane
from axon_desktop.vault import Vault
from axon_desktop.vault.changes import VaultChanged
from axon_desktop.vault.markdown.colors import LIGHT

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
    (root / "raw.bin").write_bytes(b"\xff\xfe\x00\x01")
    made = Vault(root, data_dir=tmp_path / "data")
    made.names.scan()
    return made


@pytest.fixture
def pane(vault: Vault, qtbot: QtBot) -> PreviewPane:
    made = PreviewPane(LIGHT)
    qtbot.addWidget(made)
    made.resize(700, 500)
    made.set_vault(vault)
    made.show()
    return made


async def until(reached: Callable[[], bool]) -> None:
    """Let the loop go on until something is so."""
    async with asyncio.timeout(60):
        while not reached():  # noqa: ASYNC110
            await asyncio.sleep(0.002)


async def opened(pane: PreviewPane, path: str, heading: str = "") -> None:
    heard: list[str] = []
    pane.note_opened.connect(heard.append)
    pane.open_note(path, heading)
    await until(lambda: path in heard)
    pane.note_opened.disconnect(heard.append)


def settled(pane: PreviewPane) -> bool:
    """Tell whether nothing is left to be read or laid out."""
    return not pane.view.busy and all(chunk.document is not None for chunk in pane.view.visible_chunks())


def top_text(pane: PreviewPane) -> str:
    """Return the paragraph at the upper edge of the note."""
    place = pane.view.place_at(QPoint(200, 1))
    assert place is not None
    assert place.chunk.document is not None
    return place.chunk.document.findBlock(place.position).text()


def shows(pane: PreviewPane, text: str) -> bool:
    """Tell whether the note has come to rest with this paragraph at the upper edge."""
    return settled(pane) and top_text(pane) == text


def seen(pane: PreviewPane, text: str) -> bool:
    """Tell whether the note has come to rest with this paragraph somewhere on the screen."""
    view = pane.view
    if not settled(pane):
        return False
    for y in range(0, view.viewport().height(), 8):
        place = view.place_at(QPoint(200, y))
        assert place is not None
        assert place.chunk.document is not None
        if place.chunk.document.findBlock(place.position).text() == text:
            return True
    return False


def hint(pane: PreviewPane) -> str:
    shown = pane.body.currentWidget()
    return shown.text() if isinstance(shown, QLabel) else ""


def ended(body: Coroutine[Any, Any, None]) -> Coroutine[Any, Any, None]:
    async def main() -> None:
        await body
        await cancel_all()

    return main()


def test_pane_without_a_note_says_what_to_do(pane: PreviewPane) -> None:
    assert "Choose a note" in hint(pane)


def test_note_is_rendered(pane: PreviewPane, run_async: Run) -> None:
    async def body() -> None:
        await opened(pane, "Home.md")
        assert pane.body.currentWidget() is pane.view
        await until(lambda: "Hello Plan and Nobody." in pane.view.to_plain_text())

    run_async(ended(body()))


def test_byte_order_mark_does_not_hide_the_heading(pane: PreviewPane, vault: Vault, run_async: Run) -> None:
    (vault.root / "Mark.md").write_bytes(b"\xef\xbb\xbf## First\r\n\r\ntext\r\n")

    async def body() -> None:
        await opened(pane, "Mark.md")
        await until(lambda: "text" in pane.view.to_plain_text())
        assert "#" not in pane.view.to_plain_text()

    run_async(ended(body()))


def test_back_and_forward_return_to_the_place(pane: PreviewPane, run_async: Run) -> None:
    async def body() -> None:
        await opened(pane, "Projects/Plan.md")
        bar = pane.view.verticalScrollBar()
        bar.setValue(900)
        await until(lambda: settled(pane))
        left = top_text(pane)
        assert left.startswith("Paragraph ")
        await opened(pane, "Home.md")
        pane.go_back()
        await until(lambda: shows(pane, left))
        bar.setValue(bar.maximum())
        await until(lambda: settled(pane))
        end = top_text(pane)
        pane.go_forward()
        await until(lambda: shows(pane, "Home"))
        pane.go_back()
        await until(lambda: shows(pane, end))

    run_async(ended(body()))


def test_back_returns_to_the_place_in_a_note_that_is_read_in_slices(
    pane: PreviewPane, vault: Vault, run_async: Run
) -> None:
    paragraphs = (f"Paragraph {number} of some words and then some *more*.\n\n" for number in range(12_000))
    (vault.root / "Long.md").write_text("".join(paragraphs), encoding="utf-8")

    async def body() -> None:
        await opened(pane, "Long.md")
        await until(lambda: settled(pane))
        bar = pane.view.verticalScrollBar()
        bar.setValue(bar.maximum() // 10 * 9)
        await until(lambda: settled(pane))
        left = top_text(pane)
        await opened(pane, "Home.md")
        pane.go_back()
        await opened(pane, "Home.md")  # left again before it was read as far as that
        pane.go_back()
        await until(lambda: shows(pane, left))
        assert bar.value() > bar.maximum() // 2

    run_async(ended(body()))


def test_back_before_the_next_note_is_there_keeps_both_places(pane: PreviewPane, run_async: Run) -> None:
    async def body() -> None:
        await opened(pane, "Projects/Plan.md")
        pane.view.verticalScrollBar().setValue(900)
        await until(lambda: settled(pane))
        left = top_text(pane)
        pane.open_note("Home.md")
        pane.go_back()
        await until(lambda: shows(pane, left))
        pane.go_forward()
        await until(lambda: shows(pane, "Home"))

    run_async(ended(body()))


def test_back_returns_from_a_heading_of_the_same_note(pane: PreviewPane, run_async: Run) -> None:
    async def body() -> None:
        await opened(pane, "Projects/Plan.md")
        await until(lambda: settled(pane))
        pane.follow("axon-note:Projects/Plan.md#End")
        await until(lambda: seen(pane, "End"))
        pane.go_back()
        await until(lambda: shows(pane, "Plan"))
        pane.go_forward()
        await until(lambda: seen(pane, "End"))
        assert pane.path == "Projects/Plan.md"

    run_async(ended(body()))


@pytest.mark.parametrize(
    ("path", "said"),
    [("Gone.md", "no longer exists"), ("raw.bin", "cannot be shown"), ("../x.md", "Invalid path")],
)
def test_file_that_cannot_be_shown_is_explained(pane: PreviewPane, run_async: Run, path: str, said: str) -> None:
    run_async(ended(opened(pane, path)))
    assert said in hint(pane)


def test_changed_note_is_shown_anew_and_deleted_one_is_said(
    pane: PreviewPane, vault: Vault, run_async: Run
) -> None:
    async def body() -> None:
        await opened(pane, "Home.md")
        (vault.root / "Home.md").write_text("Other words.\n", encoding="utf-8")
        pane.on_vault_changed(VaultChanged(("Home.md",), "outside"))
        await until(lambda: "Other words." in pane.view.to_plain_text())
        (vault.root / "Home.md").unlink()
        pane.refresh()
        await until(lambda: "no longer exists" in hint(pane))

    run_async(ended(body()))


def test_links_lead_to_notes_and_say_what_does_not_exist(pane: PreviewPane, run_async: Run) -> None:
    async def body() -> None:
        said: list[str] = []
        pane.message_requested.connect(said.append)
        pane.follow("axon-note:Projects/Plan.md#End")
        await until(lambda: pane.body.currentWidget() is pane.view)
        assert pane.path == "Projects/Plan.md"
        await until(lambda: pane.view.verticalScrollBar().value() > 0)
        pane.follow("axon-new:Task%20Manager")
        pane.follow("javascript:alert(1)")
        pane.follow("file:///etc/passwd")
        assert "Task Manager" in said[-3]
        assert all("does not open" in text for text in said[-2:])

    run_async(ended(body()))


@pytest.mark.parametrize("agreed", [True, False])
def test_web_link_opens_only_after_the_user_saw_its_address(
    pane: PreviewPane, run_async: Run, agreed: bool
) -> None:
    seen: list[str] = []

    class Opener(QLabel):
        @Slot(QUrl)
        def take(self, url: QUrl) -> None:
            seen.append(url.toString())

    opener = Opener()
    slot: Any = "take"  # PySide's stubs ask for bytes, which PySide refuses
    QDesktopServices.setUrlHandler("https", opener, slot)

    async def body() -> None:
        pane.follow("https://example.com/a?b=ü")
        await until(lambda: any(box.isVisible() for box in pane.window().findChildren(QMessageBox)))
        box = pane.window().findChildren(QMessageBox)[0]
        assert box.informativeText() == "https://example.com/a?b=%C3%BC"
        assert seen == []
        kind = QMessageBox.StandardButton.Open if agreed else QMessageBox.StandardButton.Cancel
        box.button(kind).click()
        await until(lambda: not pane.window().findChildren(QMessageBox))

    try:
        run_async(ended(body()))
    finally:
        QDesktopServices.unsetUrlHandler("https")
    assert len(seen) == int(agreed)


def test_source_shows_the_text_as_it_is(pane: PreviewPane, run_async: Run) -> None:
    async def body() -> None:
        await opened(pane, "Home.md")
        source = next(
            action for action in pane.findChildren(type(pane._source_action)) if "Source" in action.text()
        )
        source.trigger()
        assert pane.body.currentWidget() is pane.source
        assert pane.source.toPlainText() == "Hello [[Plan]] and [[Nobody]].\n"
        assert pane.source.isReadOnly()

    run_async(ended(body()))


def test_buttons_are_never_cut_off(pane: PreviewPane) -> None:
    assert pane._obsidian.isVisible()
    pane.resize(336, 500)
    assert not pane._obsidian.isVisible()
    assert pane._mode.width() >= pane._mode.sizeHint().width()
    pane.resize(700, 500)
    assert pane._obsidian.isVisible()


def test_obsidian_address_names_the_file(tmp_path: Path) -> None:
    url = obsidian_url(tmp_path, "A & B/知识 #1.md")
    assert url.startswith("obsidian://open?path=")
    assert "%20%231.md" in url
    assert "&" not in url
