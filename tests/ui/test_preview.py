from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QUrl, Slot
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
        "# 计划\n\n" + "A paragraph of some words.\n\n" * 200 + "## End\n", encoding="utf-8"
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
    async with asyncio.timeout(20):
        while not reached():  # noqa: ASYNC110
            await asyncio.sleep(0.002)


async def opened(pane: PreviewPane, path: str, heading: str = "") -> None:
    heard: list[str] = []
    pane.note_opened.connect(heard.append)
    pane.open_note(path, heading)
    await until(lambda: path in heard)
    pane.note_opened.disconnect(heard.append)


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
        await until(lambda: bar.maximum() > 1500)
        bar.setValue(900)
        left = bar.value()
        await opened(pane, "Home.md")
        pane.go_back()
        await until(lambda: pane.path == "Projects/Plan.md" and abs(bar.value() - left) < 60)
        pane.go_forward()
        await until(lambda: "Hello" in pane.view.to_plain_text())
        assert pane.path == "Home.md"

    run_async(ended(body()))


def test_back_returns_from_a_heading_of_the_same_note(pane: PreviewPane, run_async: Run) -> None:
    async def body() -> None:
        await opened(pane, "Projects/Plan.md")
        bar = pane.view.verticalScrollBar()
        await until(lambda: bar.maximum() > 1500)
        pane.follow("axon-note:Projects/Plan.md#End")
        await until(lambda: bar.value() > 1500)
        pane.go_back()
        await until(lambda: bar.value() == 0)
        pane.go_forward()
        await until(lambda: bar.value() > 1500)
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
