"""Obsidian's vaults in the window, its links followed, and notes opened in it."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import quote

import pytest
from PySide6.QtCore import QObject, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel
from pytestqt.qtbot import QtBot

from axon_desktop.ui.file_actions.name_prompt import NamePrompt
from axon_desktop.ui.runtime.open_external import heading_at, obsidian_url
from axon_desktop.ui.vault_picker.known_vaults import OfferedVault, offered_vaults
from axon_desktop.ui.vault_picker.list import VaultList
from axon_desktop.ui.widgets.confirm_dialog import Question
from axon_desktop.vault.obsidian.known_vaults import KnownVault
from tests.ui.chat_world import Run
from tests.ui.obsidian_window import VaultWindow, vault_window
from tests.waiting import until

pytestmark = pytest.mark.qt_log_ignore(r"propagateSizeHints|raise\(\)")

LONG = "intro\n\n" + "".join(f"## Part {number}\n\n" + "text text text\n\n" * 30 for number in range(1, 6))
NOTES = {"Home.md": "# Home\n[x](obsidian://open?file=Long)\n", "Long.md": LONG, "Plan.md": "plan"}


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("HOME", str(tmp_path))


def know(tmp_path: Path, **vaults: Path) -> None:
    """Add these vaults to Obsidian's list, the last one as the newest."""
    (tmp_path / "config" / "obsidian").mkdir(parents=True, exist_ok=True)
    listed = {key: {"path": str(path), "ts": number} for number, (key, path) in enumerate(vaults.items(), 1)}
    (tmp_path / "config" / "obsidian" / "obsidian.json").write_text(json.dumps({"vaults": listed}))


def follow(world: VaultWindow, url: str) -> None:
    world.window.preview.links.follow(url)


def test_open_search_daily_and_refusals(qapp: QApplication, tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            know(tmp_path, a1=world.root)
            follow(world, "obsidian://open?vault=a1&file=Long%23Part%203")
            await world.shows("Long.md")
            follow(world, "obsidian://open?vault=vault")
            await world.says("The vault vault is already open.")
            follow(world, "obsidian://open?vault=Elsewhere&file=x")
            await world.says("No vault named Elsewhere is known")
            follow(world, "obsidian:///etc/passwd")
            await world.says("leads outside your vaults")
            follow(world, "obsidian://new?file=.obsidian%2Fapp&content=x")
            await world.says("hidden folder")
            follow(world, "obsidian://new?file=Home&overwrite&content=gone")
            await world.says("would overwrite Home")
            follow(world, "obsidian://adv-uri?commandid=app%3Areload")
            await world.says("does not support the action in this obsidian:// link")
            follow(world, "obsidian://new?name=x&content=" + "x" * 60_000)
            await world.says("is too long")
            follow(world, "obsidian://search?query=plan")
            await until(lambda: world.window.vault_panel.current == "search")
            follow(world, "obsidian://daily")
            (await world.dialog(Question)).reject()
            await until(lambda: not world.window.findChildren(Question))
            assert sorted(file.name for file in world.root.iterdir()) == sorted(NOTES)
            assert {path: world.text(path) for path in NOTES} == NOTES

    run_async(body())


def test_a_link_that_writes_asks_first(qapp: QApplication, tmp_path: Path, run_async: Run, qtbot: QtBot) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            follow(world, "obsidian://new?file=Ideas%2FFrom%20web&content=%23%20Hello")
            prompt = await world.dialog(NamePrompt)
            assert any(label.text() == "# Hello" for label in prompt.findChildren(QLabel))
            assert prompt.field.text() == "/Ideas/From web"
            qtbot.keyClick(prompt.field, Qt.Key.Key_Return)
            await world.shows("Ideas/From web.md")
            assert world.text("Ideas/From web.md") == "# Hello"
            follow(world, "obsidian://new?file=Plan&content=more&append")
            box = await world.dialog(Question)
            assert box.sentences == ("more",)
            box.reject()
            await world.shows("Plan.md")
            assert world.text("Plan.md") == "plan"
            follow(world, "obsidian://new?file=Plan&content=more&append")
            box = await world.dialog(Question)
            box.accept_button.click()
            await world.says("Added to Plan.md")
            assert world.text("Plan.md") == "plan\nmore"
            await world.undo()
            assert world.text("Plan.md") == "plan"

    run_async(body())


def test_vault_that_only_axon_had_open_can_be_linked_to(
    qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        (tmp_path / "Own").mkdir()
        async with vault_window(qapp, tmp_path, NOTES) as world:
            world.window.chooser.remember(tmp_path / "Own")
            follow(world, "obsidian://open?vault=Own&file=A")
            box = await world.dialog(Question)
            assert "another vault" in box.windowTitle()
            assert box.sentences == (str(tmp_path / "Own"),)
            box.reject()
            await until(lambda: not world.window.findChildren(Question))

    run_async(body())


def test_another_vault_is_offered_and_the_link_followed_there(
    qapp: QApplication, tmp_path: Path, run_async: Run, qtbot: QtBot
) -> None:
    async def body() -> None:
        other = tmp_path / "Other"
        other.mkdir()
        async with vault_window(qapp, tmp_path, NOTES) as world:
            know(tmp_path, a1=world.root, b2=other, c3=tmp_path / "Gone")
            follow(world, "obsidian://open?vault=Other&file=x")
            box = await world.dialog(Question)
            assert box.sentences == (str(other),)
            asked: list[str] = []
            world.window.vault_requested.connect(asked.append)
            box.accept_button.click()
            await until(lambda: asked == [str(other)])
            follow(world, "obsidian://open?vault=Gone")
            await world.says("is no longer there")

    run_async(body())


def test_a_note_is_handed_over_at_its_heading(qapp: QApplication, tmp_path: Path, run_async: Run) -> None:
    opened: list[str] = []

    class Taker(QObject):
        @Slot(QUrl)
        def take(self, url: QUrl) -> None:
            opened.append(url.toString(QUrl.ComponentFormattingOption.FullyEncoded))

    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            window = world.window
            window.preview.open_note("Long.md")
            await world.shows("Long.md")
            window.preview.header.obsidian_requested.emit()
            await until(lambda: len(opened) == 1)
            assert opened[0] == obsidian_url(world.root, "Long.md")
            window.preview.open_note("Long.md", "Part 3")
            await until(lambda: window.preview.body.view.place().source > LONG.index("## Part 3") - 5)
            window.menus.actions["view.open_in_obsidian"].trigger()
            await until(lambda: len(opened) == 2)
            assert opened[1].endswith(quote("Long.md#Part 3", safe=""))
            window.tree.obsidian_requested.emit("Home.md")
            await until(lambda: len(opened) == 3)
            assert opened[2].endswith("Home.md")

    taker = Taker()
    QDesktopServices.setUrlHandler("obsidian", taker, "take")  # type: ignore[arg-type]  # its stub says bytes
    try:
        run_async(body())
    finally:
        QDesktopServices.unsetUrlHandler("obsidian")


def test_headings_are_named_as_links_name_them() -> None:
    text = "# One\n\n```\n# no heading\n```\n\n## Two [[x|y]]: *and* #3 ^q\n\ntext\n"
    assert heading_at("a.md", text, 0) == ""
    assert heading_at("a.md", text, 5) == "One"
    assert heading_at("a.md", text, 9) == "Two x y and 3 q"


def test_recent_and_known_vaults_are_offered_once(tmp_path: Path) -> None:
    for name in ("Mine", "Theirs"):
        (tmp_path / name).mkdir()
    known = [KnownVault("a", tmp_path / "Theirs"), KnownVault("b", tmp_path / "Gone", is_there=False)]
    known.append(KnownVault("c", tmp_path / "Mine"))
    offered = offered_vaults([str(tmp_path / "Mine"), str(tmp_path / "Away")], tmp_path / "Mine", known)
    assert [(vault.name, vault.of_obsidian, vault.is_there, vault.is_current) for vault in offered] == [
        ("Mine", True, True, True),
        ("Away", False, False, False),
        ("Theirs", True, True, False),
        ("Gone", True, False, False),
    ]


def test_obsidians_vaults_stand_in_the_menu_and_in_the_chooser(
    qapp: QApplication, tmp_path: Path, run_async: Run, qtbot: QtBot
) -> None:
    async def body() -> None:
        (tmp_path / "Theirs").mkdir()
        know(tmp_path, a=tmp_path / "Gone", b=tmp_path / "Theirs", c=tmp_path / "vault")
        async with vault_window(qapp, tmp_path, NOTES) as world:
            menu = world.window.menus.recent
            await until(lambda: len(menu.actions()) == 3)
            shown = {action.text().split("\t")[0]: action for action in menu.actions()}
            assert shown[str(world.root)].isChecked()
            assert shown[str(tmp_path / "Theirs")].text().endswith("\tObsidian")
            assert not shown[str(tmp_path / "Gone")].isEnabled()
            world.window.menus.actions["file.open_vault"].trigger()
            chooser = await world.dialog(VaultList)
            assert chooser.list.count() == 3
            asked: list[str] = []
            world.window.vault_requested.connect(asked.append)
            assert chooser.list.currentItem().text() == "Theirs"
            qtbot.keyClick(chooser.list, Qt.Key.Key_Return)
            await until(lambda: asked == [str(tmp_path / "Theirs")])
            world.window.menus.actions["file.open_vault"].trigger()
            chooser = await world.dialog(VaultList)
            chooser.folder_button.click()
            (await world.dialog(QFileDialog)).reject()
            await until(lambda: not world.window.findChildren(QFileDialog))

    run_async(body())


def test_without_any_vault_only_a_folder_is_offered(qtbot: QtBot) -> None:
    dialog = VaultList([])
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.empty.isVisible()
    assert not dialog.open_button.isVisible()
    dialog.folder_button.click()
    assert dialog.result() == VaultList.DialogCode.Accepted.value
    assert dialog.chosen is None


def test_vault_that_is_open_is_not_opened_again(qtbot: QtBot, tmp_path: Path) -> None:
    vaults = [
        OfferedVault(tmp_path, of_obsidian=False, is_there=True, is_current=True),
        OfferedVault(tmp_path / "b", of_obsidian=False, is_there=True, is_current=False),
    ]
    dialog = VaultList(vaults)
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.open_button.isEnabled()
    dialog.list.setCurrentRow(0)
    assert not dialog.open_button.isEnabled()
    qtbot.keyClick(dialog.list, Qt.Key.Key_Return)
    assert dialog.isVisible()
    assert dialog.chosen is None
