from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from axon_desktop.index.vault_index import VaultIndex
from axon_desktop.theme.colors import DARK
from axon_desktop.ui.quick_open.note_names import Place, SwitcherNames
from axon_desktop.ui.quick_open.switcher import Switcher, offer_of
from axon_desktop.ui.search.recent import RecentList
from axon_desktop.vault import Vault
from axon_desktop.vault.names.quick_search import NameMatch
from tests.ui.chat_world import Run
from tests.ui.colors import wear_colors
from tests.waiting import PATIENCE, until

NOTES = {
    "Home.md": "---\naliases: [Start page]\n---\n# Welcome\n",
    "Notes/Quick switcher.md": "# How it works\ntext\n## How to leave\n",
    "Notes/Reading list.md": "# Books\n",
    "Projects/Garden.md": "# Herbs\n",
    "知识/知识图谱.md": "# 三种链接\n",
    "知识/卡片.md": "# 例子\n",
}


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    root = tmp_path / "vault"
    for path, text in NOTES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
    return Vault(root, data_dir=tmp_path / "data")


@pytest.fixture
def recent(tmp_path: Path) -> RecentList:
    kept = RecentList(QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat), 30)
    kept.open("opened/1")
    return kept


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    window = QWidget()
    window.resize(900, 600)
    QVBoxLayout(window).addWidget(QLineEdit("text"))
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    return window


@pytest.fixture
def switcher(window: QWidget, vault: Vault, recent: RecentList) -> Switcher:
    switcher = Switcher(recent, window)
    switcher.set_names(SwitcherNames(vault, None))
    return switcher


def names(switcher: Switcher) -> list[str]:
    model = switcher.list.offers
    return [str(model.index(row).data()) for row in range(model.rowCount())]


async def typed(switcher: Switcher, text: str) -> list[str]:
    """Return the suggestions for a text."""
    switcher.box.setText(text)
    await until(lambda: switcher._answered == text)
    return names(switcher)


def test_letters_of_a_name_lead_to_its_note(switcher: Switcher, run_async: Run) -> None:
    opened: list[tuple[str, int, bool]] = []
    switcher.place_requested.connect(lambda *place: opened.append(place))

    async def body() -> None:
        switcher.open_list()
        assert (await typed(switcher, "Quick switcher.md"))[0] == "Quick switcher"
        assert (await typed(switcher, "qsw"))[0] == "Quick switcher"
        QTest.keyClick(switcher.box, Qt.Key.Key_Return)
        assert not switcher.isVisible()
        switcher.open_list()
        assert (await typed(switcher, "知图"))[0] == "知识图谱"
        QTest.keyClick(switcher.box, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        assert opened == [("Notes/Quick switcher.md", 0, False), ("知识/知识图谱.md", 0, True)]

    run_async(body())


def test_enter_waits_for_the_answer_to_all_that_was_typed(switcher: Switcher, run_async: Run) -> None:
    opened: list[str] = []
    switcher.place_requested.connect(lambda path, _line, _new_tab: opened.append(path))

    async def body() -> None:
        switcher.open_list()
        await typed(switcher, "home")
        QTest.keyClicks(switcher.box, " ")
        switcher.box.setText("garden")
        QTest.keyClick(switcher.box, Qt.Key.Key_Return)
        assert opened == []
        await until(lambda: opened)
        assert opened == ["Projects/Garden.md"]

    run_async(body())


def test_keys_walk_through_the_list(switcher: Switcher, vault: Vault, run_async: Run) -> None:
    for number in range(40):
        (vault.root / f"Whale {number:02}.md").write_text("", "utf-8")

    async def body() -> None:
        switcher.open_list()
        assert len(await typed(switcher, "whale")) == 40

        def row_after(*keys: Qt.Key) -> int:
            for key in keys:
                QTest.keyClick(switcher.box, key)
            return switcher.list.currentIndex().row()

        assert row_after() == 0
        assert row_after(Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up) == 1
        assert row_after(Qt.Key.Key_PageDown) == 11
        assert row_after(Qt.Key.Key_PageUp, Qt.Key.Key_PageUp) == 0
        assert row_after(Qt.Key.Key_Up) == 39
        assert row_after(Qt.Key.Key_Down) == 0
        assert switcher.box.text() == "whale"

    run_async(body())


def test_escape_gives_the_focus_back(switcher: Switcher, window: QWidget, run_async: Run) -> None:
    before = window.findChild(QLineEdit)
    assert before is not None
    before.setFocus()

    async def body() -> None:
        switcher.open_list()
        assert switcher.box.hasFocus()
        QTest.keyClick(switcher.box, Qt.Key.Key_Escape)
        assert switcher.isHidden()
        assert before.hasFocus()
        switcher.open_list()
        before.setFocus()
        assert switcher.isHidden()
        switcher.open_list()
        switcher.open_list()
        assert switcher.isHidden()

    run_async(body())


def test_shift_enter_wants_a_new_note(switcher: Switcher, run_async: Run) -> None:
    wanted: list[str] = []
    switcher.create_requested.connect(wanted.append)
    shift = Qt.KeyboardModifier.ShiftModifier

    async def body() -> None:
        switcher.open_list()
        await until(lambda: switcher.hint.isVisible())
        assert switcher._keys.text() == "Esc to close"
        QTest.keyClick(switcher.box, Qt.Key.Key_Return, shift)
        assert wanted == []
        assert await typed(switcher, "home") == ["Home"]
        assert switcher._keys.text().startswith(
            "Enter to open · Ctrl+Enter to open in a new tab · Shift+Enter to create a note"
        )
        assert await typed(switcher, "# nothing of this kind") == []
        assert switcher._keys.text() == "Esc to close"
        assert await typed(switcher, " Zebra fish ") == []
        assert switcher._keys.text() == "Shift+Enter to create a note · Esc to close"
        assert switcher.hint.text() == "No note found. Press Shift+Enter to create “Zebra fish”."
        QTest.keyClick(switcher.box, Qt.Key.Key_Return)
        assert switcher.isVisible()
        QTest.keyClick(switcher.box, Qt.Key.Key_Return, shift)
        assert wanted == ["Zebra fish"]
        assert switcher.isHidden()

    run_async(body())


def test_without_letters_notes_are_offered_that_were_open_last(
    switcher: Switcher, vault: Vault, recent: RecentList, run_async: Run
) -> None:
    async def body() -> None:
        switcher.open_list()
        await until(lambda: switcher.hint.isVisible())
        assert switcher.hint.text() == "Notes that you open are listed here."
        switcher.close_list()
        for path in ("Home.md", "Gone.md", "知识/卡片.md"):
            recent.add(path)
        switcher.open_list()
        await until(lambda: names(switcher) == ["卡片", "Home"])
        assert switcher.list.currentIndex().row() == 1  # the first one is open now
        switcher.close_list()
        (vault.root / ".obsidian").mkdir()
        last = {"lastOpenFiles": ["Projects/Garden.md", "Home.md", 5, "../out.md"]}
        (vault.root / ".obsidian" / "workspace.json").write_text(json.dumps(last), "utf-8")
        switcher.open_list()
        await until(lambda: names(switcher) == ["卡片", "Home", "Garden"])

    run_async(body())


@pytest.mark.parametrize(
    ("path", "icon"),
    [
        ("A/Home.md", "note"),
        ("A/pic.PNG", "image"),
        ("Plan.canvas", "board"),
        ("All.base", "board"),
        ("a.pdf", "file"),
    ],
)
def test_each_kind_of_file_has_its_icon(path: str, icon: str) -> None:
    assert offer_of(NameMatch(path, path)).icon == icon


def test_aliases_and_headings_come_from_the_index(
    switcher: Switcher, vault: Vault, tmp_path: Path, run_async: Run
) -> None:
    opened: list[tuple[str, int, bool]] = []
    switcher.place_requested.connect(lambda *place: opened.append(place))
    index = VaultIndex(vault, home=tmp_path / "index")
    index.start()
    switcher.set_names(SwitcherNames(vault, index))

    async def body() -> None:
        await until(lambda: index.state.phase == "ready")
        switcher.open_list()
        await typed(switcher, "start page")
        await until(lambda: names(switcher) == ["Start page"])
        place = switcher.list.chosen
        assert place is not None
        assert (place.path, offer_of(place).details) == ("Home.md", "Home")
        assert await typed(switcher, "#how") == ["How it works", "How to leave"]
        assert await typed(switcher, "#链接") == ["三种链接"]
        assert await typed(switcher, "#") == []
        assert switcher.hint.text() == "Type a heading."
        await typed(switcher, "leave")
        await until(lambda: names(switcher)[-1] == "How to leave")
        QTest.keyClick(switcher.box, Qt.Key.Key_Up)
        QTest.keyClick(switcher.box, Qt.Key.Key_Return)
        assert opened == [("Notes/Quick switcher.md", 3, False)]

    try:
        run_async(body())
    finally:
        index.close()


class HeldLock:
    """A lock that a thread of this name gets only after all others."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._lock = threading.Lock()
        self.asked = threading.Event()
        self.let_in = threading.Event()

    def __enter__(self) -> None:
        if threading.current_thread().name == self._name:
            self.asked.set()
            assert self.let_in.wait(PATIENCE)
        self._lock.acquire()

    def __exit__(self, *_error: object) -> None:
        self._lock.release()


@pytest.fixture
def indexed(vault: Vault, tmp_path: Path, qtbot: QtBot) -> Iterator[VaultIndex]:
    index = VaultIndex(vault, home=tmp_path / "index")
    index.start()
    qtbot.waitUntil(lambda: index.state.phase == "ready")
    yield index
    index.close()


def test_aliases_stay_when_a_search_began_before_they_were_known(vault: Vault, indexed: VaultIndex) -> None:
    known, found = SwitcherNames(vault, indexed), list[Place]()
    lock = HeldLock("slow search")
    with patch.object(known, "_preparing", lock):
        search = threading.Thread(
            target=lambda: found.extend(known.find("start page", (), 10, lambda: False)), name="slow search"
        )
        search.start()
        assert lock.asked.wait(PATIENCE)
        assert known.prepare()
        lock.let_in.set()
        search.join()
    assert [place.path for place in found] == ["Home.md"]
    assert [place.path for place in known.find("start page", (), 10, lambda: False)] == ["Home.md"]


def test_aliases_stay_while_the_index_cannot_be_read(vault: Vault, indexed: VaultIndex) -> None:
    known = SwitcherNames(vault, indexed)
    assert known.prepare()
    links = indexed.links()
    assert links is not None
    indexed.close()
    assert not known.prepare()
    assert [place.path for place in known.find("start page", (), 10, lambda: False)] == ["Home.md"]
    with patch.object(indexed, "links", lambda: links):  # as for one that asked just before it was closed
        assert not known.prepare()
        assert known.headings("how", 10) == []
    assert [place.path for place in known.find("start page", (), 10, lambda: False)] == ["Home.md"]


def test_article_that_is_pasted_is_no_damage_of_the_index(vault: Vault, indexed: VaultIndex) -> None:
    known = SwitcherNames(vault, indexed)
    with patch.object(indexed, "distrust") as distrust:
        assert known.headings("how it works " + "many other words " * 2_000, 10) == []
        assert known.headings("x" * 60_000, 10) == []
        assert [match.title for match in known.headings("how it", 10)] == ["How it works"]
    assert not distrust.called


def test_new_notes_are_found_when_it_opens_again(switcher: Switcher, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        switcher.open_list()
        assert await typed(switcher, "zebra") == []
        (vault.root / "Zebra.md").write_text("", "utf-8")
        (vault.root / "Home.md").unlink()
        vault.names.scan()
        assert await typed(switcher, "home") == []
        switcher.close_list()
        switcher.open_list()
        switcher.box.setText("zebra")
        QTest.keyClick(switcher.box, Qt.Key.Key_Down)
        await until(lambda: names(switcher) == ["Zebra"])

    run_async(body())


def test_without_a_vault_it_stays_closed(switcher: Switcher, run_async: Run) -> None:
    async def body() -> None:
        switcher.open_list()
        switcher.set_names(None)
        assert switcher.isHidden()
        switcher.open_list()
        assert switcher.isHidden()

    run_async(body())


@pytest.mark.parametrize("width", [320, 900])
def test_it_lies_at_the_top_within_the_window(
    switcher: Switcher, window: QWidget, run_async: Run, width: int
) -> None:
    async def body() -> None:
        window.resize(width, 500)
        switcher.open_list()
        for text in ("知识", "garden", "projgar", "zzzz"):
            await typed(switcher, text)
            wear_colors(DARK)
            assert not switcher.grab().isNull()
            shadow = switcher._shadow
            assert shadow.isVisible()
            assert shadow.geometry().contains(switcher.geometry())
            assert window.rect().contains(switcher.geometry())
            assert abs(switcher.geometry().center().x() - window.rect().center().x()) <= 1
        window.resize(width + 100, 500)
        QApplication.sendPostedEvents()
        assert abs(switcher.geometry().center().x() - window.rect().center().x()) <= 1

    run_async(body())


def test_every_row_says_aloud_what_it_is(switcher: Switcher, run_async: Run) -> None:
    async def body() -> None:
        switcher.open_list()
        await typed(switcher, "garden")
        index = switcher.list.offers.index(0)
        assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "Garden, Projects"
        assert index.data(Qt.ItemDataRole.ToolTipRole) == "Projects/Garden.md"

    run_async(body())
