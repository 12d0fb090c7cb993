"""A base in its view: a table of files with links; unsupported parts are listed above it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QIcon, QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QStyleOptionHeaderV2
from pytestqt.qtbot import QtBot

from axon_desktop.index.vault_index import VaultIndex
from axon_desktop.theme.colors import DARK, LIGHT
from axon_desktop.ui.aio import cancel_all
from axon_desktop.ui.bases.base_view import BaseView
from axon_desktop.ui.bases.indexed_notes import IndexedNotes, note_source
from axon_desktop.ui.files.kinds import kind_of
from axon_desktop.ui.look.theme import apply_theme
from axon_desktop.vault import Vault
from axon_desktop.vault.bases.base_file import MAX_BYTES
from axon_desktop.vault.bases.notes import FileFacts, VaultNotes
from axon_desktop.vault.history.changes import VaultChanged
from tests.ui.colors import wear_colors
from tests.waiting import PATIENCE, until

Run = Callable[[Coroutine[Any, Any, Any]], Any]
BOARDS = Path(__file__).parents[2] / "data" / "boards"
NOTES = {
    "Books/Winter.md": '---\ntags: [book]\ntitle: Winter\nauthor: "[[Mei]]"\nprice: 12\npages: 300\n---\n',
    "Books/雪.md": "---\ntags: book\ntitle: Snow\nauthor: Ann\nprice: 8.50\npages: 100\n---\n",
    "Books/Ice.md": '---\ntitle: Ice\nprice: 9\nauthor: "[[Nobody]]"\n---\n#book/thin\n',
    "Mei.md": "Nothing.\n",
}


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    root = tmp_path / "vault"
    for name, text in NOTES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    made = Vault(root, data_dir=tmp_path / "data")
    made.names.scan()
    return made


@pytest.fixture
def view(qtbot: QtBot) -> BaseView:
    made = BaseView()
    qtbot.addWidget(made)
    made.resize(800, 500)
    made.show()
    return made


async def shown(view: BaseView, vault: Vault, data: bytes) -> None:
    await view.show_file(vault, "Books.base", data)
    await until(lambda: not view.searching)


def ended(body: Coroutine[Any, Any, None]) -> Coroutine[Any, Any, None]:
    async def main() -> None:
        await body
        await cancel_all()

    return main()


def base(name: str) -> bytes:
    return (BOARDS / f"{name}.base").read_bytes()


def cells(view: BaseView) -> list[list[str]]:
    model = view.model
    return [
        [str(model.data(model.index(row, column))) for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def titles(view: BaseView) -> list[str]:
    return [
        str(view.model.headerData(column, Qt.Orientation.Horizontal)) for column in range(view.model.columnCount())
    ]


def said(view: BaseView) -> str:
    label = view.body.currentWidget()
    return label.text() if isinstance(label, QLabel) else ""


def test_table_has_the_files_of_the_first_view(view: BaseView, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        await shown(view, vault, base("books"))
        assert titles(view) == ["Name", "Written by", "price", "Price per page", "label"]
        assert [row[:4] for row in cells(view)] == [
            ["Winter", "Mei", "12", "0.04"],
            ["Ice", "Nobody", "9", ""],
            ["雪", "Ann", "8.50", "0.085"],
        ]
        assert view.count.text() == "3 files"
        assert not view.remarks.isVisible()
        assert view.chooser.isVisible()
        assert view.table.columnWidth(1) == 180

    run_async(ended(body()))


def test_another_view_is_chosen(view: BaseView, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        await shown(view, vault, base("books"))
        view.chooser.setCurrentIndex(1)
        await until(lambda: not view.searching)
        assert [row[0] for row in cells(view)] == ["Ice"]
        assert view.count.text() == "1 of 2 files"
        assert "cards view is shown as a table" in view.remarks.text()
        await view.show_file(vault, "Books.base", base("books"))
        assert view.chooser.currentIndex() == 1

    run_async(ended(body()))


def test_links_and_rows_open_files(view: BaseView, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        followed: list[str] = []
        view.link_activated.connect(followed.append)
        await shown(view, vault, base("books"))

        def click(row: int, column: int) -> None:
            place = view.table.visualRect(view.model.index(row, column)).center()
            QTest.mouseClick(
                view.table.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place
            )

        click(0, 0)
        click(0, 1)
        click(1, 1)
        click(0, 2)
        assert followed == ["axon-note:Books/Winter.md", "axon-note:Mei.md", "axon-new:Nobody"]
        view.table.setFocus()
        view.table.setCurrentIndex(view.model.index(2, 2))
        QTest.keyClick(view.table, Qt.Key.Key_Return)
        assert followed[3:] == ["axon-note:Books/%E9%9B%AA.md"]

    run_async(ended(body()))


def test_click_on_a_column_sorts_and_keeps_the_chosen_row(view: BaseView, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        await shown(view, vault, base("books"))
        view.table.setCurrentIndex(view.model.index(0, 0))
        header = view.table.horizontalHeader()
        place = QPoint(header.sectionViewportPosition(2) + 10, header.height() // 2)
        for expected in (["雪", "Ice", "Winter"], ["Winter", "Ice", "雪"]):
            QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
            await until(lambda: not view.searching)
            assert [row[0] for row in cells(view)] == expected
            assert view.model.row(view.table.currentIndex().row()).path == "Books/Winter.md"

    run_async(ended(body()))


def test_what_is_not_supported_stands_above_the_table(view: BaseView, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        await shown(view, vault, base("unsupported"))
        words = view.remarks.text()
        assert "file.backlinks.length > 3" in words
        assert "many (.group())" in words
        assert "summaries" in words
        assert "This map view is shown as a table." in words
        assert cells(view)[0][1] == "?"
        rows = [view.model.index(row, 0) for row in range(view.model.rowCount())]
        marked = [not (row.data(Qt.ItemDataRole.DecorationRole) or QIcon()).isNull() for row in rows]
        assert marked == [view.model.row(number).unsure for number in range(len(rows))]
        assert any(marked)
        said = [str(row.data(Qt.ItemDataRole.AccessibleTextRole)) for row in rows]
        assert ["cannot evaluate" in words for words in said] == marked
        assert not view.raw.isVisible()
        view._unfold.click()
        assert view.raw.isVisible()
        assert 'file.hasTag("book")' in view.raw.toPlainText()

    run_async(ended(body()))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (base("broken"), "not valid YAML"),
        (b"- a list", "not a base"),
        (b" " * (MAX_BYTES + 1), "too large"),
    ],
)
def test_what_cannot_be_shown_says_so(
    view: BaseView, vault: Vault, run_async: Run, data: bytes, words: str
) -> None:
    async def body() -> None:
        (vault.root / "Books.base").write_bytes(data)
        await shown(view, vault, data)
        assert view.body.currentWidget() is view.card
        assert words in view.card.accessibleName()
        assert view.card._open.isEnabled()
        assert not view._head.isVisible()
        await shown(view, vault, base("books"))
        assert view.body.currentWidget() is view.table
        assert view.model.rowCount() == 3

    run_async(ended(body()))


def test_filter_that_nothing_fits_says_so(view: BaseView, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        await shown(view, vault, b"filters: price > 1000\n")
        assert "No files match" in said(view)
        words = view._hint.contentsRect().center()
        assert abs(view._hint.mapTo(view, words).x() - view.rect().center().x()) <= 1
        assert view.focusProxy() is view.body.currentWidget()
        assert view.count.text() == "0 files"

    run_async(ended(body()))


def test_changed_note_is_found_again(view: BaseView, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        await shown(view, vault, base("books"))
        (vault.root / "Books" / "Ice.md").write_text("---\nprice: 99\ntags: book\n---\n", encoding="utf-8")
        view._vault_event.emit(VaultChanged(("Books/Ice.md",), "outside"))
        await until(lambda: cells(view)[0][:3] == ["Ice", "", "99"])

    run_async(ended(body()))


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Hold the search at its first file until the gate is opened."""
    opened = threading.Event()
    take = FileFacts.__init__

    def wait(self: FileFacts, *arguments: Any) -> None:
        opened.wait(PATIENCE)
        take(self, *arguments)

    monkeypatch.setattr(FileFacts, "__init__", wait)
    yield opened
    opened.set()


def test_long_search_shows_progress_and_can_be_stopped(
    view: BaseView, vault: Vault, run_async: Run, gate: threading.Event
) -> None:
    async def body() -> None:
        await view.show_file(vault, "Books.base", base("books"))
        await until(lambda: view._working.isVisible())
        assert view._bar.maximum() in (0, len(NOTES))
        view._stop.click()
        assert not view.searching
        assert not view._working.isVisible()
        assert "Stopped" in view.count.text()
        gate.set()
        view._sort(0, Qt.SortOrder.AscendingOrder)
        await until(lambda: not view.searching)
        assert len(cells(view)) == 3

    run_async(ended(body()))


def test_answer_of_an_older_search_is_thrown_away(
    view: BaseView, vault: Vault, run_async: Run, gate: threading.Event
) -> None:
    async def body() -> None:
        await view.show_file(vault, "A.base", b"filters: file.name == 'Mei.md'\n")
        await view.show_file(vault, "B.base", b"filters: file.name == 'Ice.md'\n")
        gate.set()
        await until(lambda: not view.searching)
        assert cells(view) == [["Ice"]]

    run_async(ended(body()))


def test_looks_follow_theme_and_size(view: BaseView, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        await shown(view, vault, base("books"))
        link = view.model.index(0, 1)
        wear_colors(DARK)
        assert view.model.data(link, Qt.ItemDataRole.ForegroundRole) == DARK.accent
        before = view.table.rowHeight(0)
        view.set_font_size(22)
        assert view.table.rowHeight(0) > before

    run_async(ended(body()))


def test_index_says_the_same_as_the_files(vault: Vault, tmp_path: Path, qtbot: QtBot) -> None:
    index = VaultIndex(vault, home=tmp_path / "index")
    index.start()
    try:
        qtbot.waitUntil(lambda: index.state.phase == "ready")
        source = note_source(vault, index)
        assert isinstance(source, IndexedNotes)
        files = VaultNotes(vault)
        for path in vault.names.paths:
            assert source.properties(path) == files.properties(path)
            assert [[*part] for part in source.marks(path)] == [[*part] for part in files.marks(path)]
    finally:
        index.close()
    assert source.properties("Books/Ice.md") == files.properties("Books/Ice.md")


def test_base_files_are_shown_by_this_view() -> None:
    kind = kind_of("Some/Books.base")

    assert kind is not None
    assert kind.limit == MAX_BYTES


def test_names_are_whole_and_no_stub_is_left_where_the_table_nearly_fits(
    qapp: QApplication, view: BaseView, vault: Vault, run_async: Run
) -> None:
    apply_theme(qapp, LIGHT)
    long = "A long name of a note that is read to its end"
    (vault.root / f"{long}.md").write_text("---\nprice: 1\n---\n", "utf-8")
    vault.names.scan()
    data = b"views: [{type: table, order: [file.name, price, pages, author]}]\n"

    async def body() -> None:
        header = view.table.horizontalHeader()
        view.resize(1200, 400)
        await shown(view, vault, data)
        assert header.length() == view.table.viewport().width(), "the last column goes to the edge"
        name = view.table.columnWidth(0)
        assert name >= view.table.fontMetrics().horizontalAdvance(long) + 20
        wanted = sum(view.table.columnWidth(column) for column in range(3)) + header.sectionSizeHint(3)
        frame = view.width() - view.table.viewport().width()
        bar = view.table.verticalScrollBar().sizeHint().width()
        view.resize(frame + wanted + bar - 25, 400)
        view._show_view(fresh=True)
        await until(lambda: not view.searching)
        assert view.table.columnWidth(0) == name
        assert view.table.columnWidth(2) < header.sectionSizeHint(2), "what is nearly empty gives way"
        assert header.length() == view.table.viewport().width()
        view.resize(frame + wanted - 300, 400)
        view._show_view(fresh=True)
        await until(lambda: not view.searching)
        assert view.table.columnWidth(0) == name
        assert view.table.columnWidth(3) == header.sectionSizeHint(3)

    run_async(ended(body()))


def goes_over_an_edge(view: BaseView, row: int) -> bool:
    """Tell whether text of a row is painted at the inner edge of the table."""
    image = view.table.viewport().grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    place = view.table.visualRect(view.model.index(row, 0))
    lines = range(place.top() + 1, place.bottom() - 1)
    sides = range(3), range(image.width() - 3, image.width())
    return any(len({image.pixel(x, y) for x in side for y in lines}) > 1 for side in sides)


def test_no_text_is_cut_without_an_ellipsis(
    qapp: QApplication, view: BaseView, vault: Vault, run_async: Run
) -> None:
    """Neither in a narrow column nor in one that is only partly visible."""
    apply_theme(qapp, LIGHT)
    (vault.root / f"{'m' * 90}.md").write_text("Nothing.\n", "utf-8")
    vault.names.scan()
    data = b"views: [{order: [file.name, price], columnSize: {file.name: 600, note.price: 44}}]\n"

    async def body() -> None:
        view.resize(500, 300)
        await shown(view, vault, data)
        header, option = view.table.horizontalHeader(), QStyleOptionHeaderV2()
        header.initStyleOptionForIndex(option, 0)
        assert option.text == "Name"
        header.initStyleOptionForIndex(option, 1)
        assert option.text.endswith("…")
        long = next(number for number, row in enumerate(cells(view)) if row[0].startswith("mmm"))
        for place in (0, 40):
            view.table.horizontalScrollBar().setValue(place)
            assert view.table.horizontalScrollBar().value() == place
            assert not goes_over_an_edge(view, long)

    run_async(ended(body()))


def test_shift_and_wheel_scroll_a_wide_table_sideways(view: BaseView, vault: Vault, run_async: Run) -> None:
    names = ", ".join(f"long_name_of_property_{number}" for number in range(12))
    data = f"views: [{{type: table, order: [file.name, {names}]}}]\n".encode()

    async def body() -> None:
        await shown(view, vault, data)
        place = QPointF(view.table.viewport().rect().center())
        for modifiers, angle, moved in (
            (Qt.KeyboardModifier.ShiftModifier, QPoint(0, -240), 120),
            (Qt.KeyboardModifier.ShiftModifier, QPoint(0, 120), -60),
            (Qt.KeyboardModifier.NoModifier, QPoint(0, -240), 0),
        ):
            before = view.table.horizontalScrollBar().value()
            turned = QWheelEvent(
                place,
                QPointF(view.table.viewport().mapToGlobal(place.toPoint())),
                QPoint(),
                angle,
                Qt.MouseButton.NoButton,
                modifiers,
                Qt.ScrollPhase.NoScrollPhase,
                False,
            )
            QApplication.sendEvent(view.table.viewport(), turned)
            assert view.table.horizontalScrollBar().value() - before == moved

    run_async(ended(body()))


PICTURES = b"""formulas:
  cover: image("leaf.png")
  web: image("https://example.org/a.png")
  broken: image("broken.png")
views:
  - type: table
    order: [file.name, formula.cover, formula.web, formula.broken]
"""


def test_pictures_are_shown_and_those_of_the_network_only_named(
    view: BaseView, vault: Vault, run_async: Run
) -> None:
    leaf = QImage(30, 20, QImage.Format.Format_RGB32)
    leaf.fill(0x123456)
    assert leaf.save(str(vault.root / "leaf.png"))
    (vault.root / "broken.png").write_bytes(b"no picture")
    vault.names.scan()

    async def body() -> None:
        model, decoration = view.model, Qt.ItemDataRole.DecorationRole
        await shown(view, vault, PICTURES)
        cover, web, broken = (model.index(0, column) for column in (1, 2, 3))

        def is_drawn() -> bool:
            found = model.data(cover, decoration)
            return isinstance(found, QIcon) and found.pixmap(30, 20).toImage().pixelColor(0, 0).rgb() == 0xFF123456

        await until(is_drawn)
        assert model.data(cover) == ""
        assert model.data(cover, Qt.ItemDataRole.AccessibleTextRole) == "leaf.png"
        assert model.link(cover) == "axon-note:leaf.png"
        assert view.table.rowHeight(0) > 50
        assert model.data(web, decoration) is None
        assert (model.data(web), model.link(web)) == ("▧ example.org", "https://example.org/a.png")
        await until(lambda: model.data(broken, decoration) is None)
        assert model.data(broken) == "broken.png"
        await shown(view, vault, base("books"))
        assert view.table.rowHeight(0) < 40

    run_async(ended(body()))
