"""A canvas in its view: visible cards are laid out, cards can be opened, hostile files show a message."""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QColor, QImage, QPainter, QPixmap
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from axon_desktop.theme.colors import DARK, LIGHT, Colors
from axon_desktop.theme.derived_colors import contrast
from axon_desktop.ui.aio import cancel_all
from axon_desktop.ui.canvas.canvas_colors import card_colors
from axon_desktop.ui.canvas.canvas_view import CanvasView
from axon_desktop.ui.canvas.card_cache import MAX_CARDS
from axon_desktop.ui.canvas.plane import LEAST_ZOOM
from axon_desktop.ui.canvas.scene import BoardScene
from axon_desktop.ui.files.kinds import kind_of
from axon_desktop.vault import Vault
from axon_desktop.vault.canvas.reader import MAX_BYTES, read_canvas
from axon_desktop.vault.history.changes import VaultChanged
from tests.ui.colors import wear_colors
from tests.waiting import until

Run = Callable[[Coroutine[Any, Any, Any]], Any]
BOARDS = Path(__file__).parents[2] / "data" / "boards"


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    root = tmp_path / "vault"
    (root / "Projects").mkdir(parents=True)
    (root / "Home.md").write_text("---\nkind: start\n---\nWelcome **home**, see [[Plan]].\n", encoding="utf-8")
    (root / "Projects" / "Plan.md").write_text(
        "# Plan\nIntro.\n\n## Next steps\nBuy seeds.\n\n## Later\nRest. ^a1\n", encoding="utf-8"
    )
    (root / "paper.pdf").write_bytes(b"%PDF")
    made = Vault(root, data_dir=tmp_path / "data")
    made.names.scan()
    return made


@pytest.fixture
def view(qtbot: QtBot) -> CanvasView:
    made = CanvasView()
    qtbot.addWidget(made)
    made.resize(900, 600)
    made.show()
    return made


def settled(view: CanvasView) -> bool:
    return not view.board.isVisible() or view.board.settled


async def shown(view: CanvasView, vault: Vault, data: bytes) -> None:
    await view.show_file(vault, "Board.canvas", data)
    await until(lambda: settled(view))


def ended(body: Coroutine[Any, Any, None]) -> Coroutine[Any, Any, None]:
    async def main() -> None:
        await body
        await cancel_all()

    return main()


def board(name: str) -> bytes:
    return (BOARDS / f"{name}.canvas").read_bytes()


def text_of(view: CanvasView, number: int) -> str:
    text = view.board.texts.text(number)
    return "" if text is None else " ".join(text.plain().split())


def click(view: CanvasView, point: QPointF) -> None:
    QTest.mouseClick(view.board, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, point.toPoint())


def many(count: int, **more: object) -> bytes:
    nodes = [
        {"id": str(n), "type": "text", "x": n % 100 * 320, "y": n // 100 * 220, "width": 280, "height": 180}
        | {"text": f"# Card {n}\nwords\n\n- [ ] task", **more}
        for n in range(count)
    ]
    edges = [{"id": str(n), "fromNode": str(n), "toNode": str((n + 1) % count)} for n in range(count)]
    return json.dumps({"nodes": nodes, "edges": edges}).encode()


def difference(one: QImage, other: QImage) -> int:
    """Return the largest difference of a colour channel between two pictures of the same size."""
    bits = [bytes(image.convertToFormat(QImage.Format.Format_RGB32).constBits() or b"") for image in (one, other)]
    return max(map(lambda a, b: abs(a - b), *bits), default=0)


def test_cards_are_rendered_as_notes_are(view: CanvasView, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        await shown(view, vault, board("plain"))
        assert text_of(view, 0) == "Plan Read slowly, then Home."
        assert text_of(view, 1) == "Welcome home, see Plan."
        assert view.board.face(1).title == "Home"
        assert view.board.face(2).title == "example.org"
        assert view.board.face(2).note == "https://example.org/start"

    run_async(ended(body()))


def test_file_cards_show_the_part_that_they_name(view: CanvasView, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        await shown(view, vault, board("places"))
        assert text_of(view, 0) == "Next steps Buy seeds."
        assert text_of(view, 1) == "Rest."
        assert view.board.face(0).title == "Plan › Next steps"
        assert "does not exist" in view.board.face(2).note
        assert view.board.face(3).title == "paper.pdf"

    run_async(ended(body()))


def test_click_on_a_title_or_link_opens_it(view: CanvasView, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        followed: list[str] = []
        view.link_activated.connect(followed.append)
        await shown(view, vault, board("plain"))
        here = view.board
        home = here.place_of(here.scene.rects[1])
        click(view, home.topLeft() + QPointF(30, 12))
        assert followed == ["axon-note:Home.md"]
        click(view, home.center() + QPointF(0, 60))
        assert followed == ["axon-note:Home.md"]
        assert here.current == 1
        await shown(view, vault, board("places"))
        here.open_card(0)
        here.open_card(2)
        assert followed[1:] == ["axon-note:Projects/Plan.md#Next%20steps", "axon-new:Nowhere"]

    run_async(ended(body()))


def test_addresses_that_are_not_of_the_web_lead_nowhere(view: CanvasView, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        followed: list[str] = []
        view.link_activated.connect(followed.append)
        urls = ["file:///etc/passwd", "javascript:alert(1)", "axon-note:Home.md", "", "https://example.org"]
        nodes = [
            {"id": str(n), "type": "link", "x": 400 * n, "y": 0, "width": 300, "height": 100, "url": url}
            for n, url in enumerate(urls)
        ]
        await shown(view, vault, json.dumps({"nodes": nodes}).encode())
        for number in range(len(urls)):
            view.board.open_card(number)
        assert followed == ["https://example.org"]

    run_async(ended(body()))


def test_tab_walks_the_cards_as_one_reads_and_leaves_after_the_last(
    view: CanvasView, vault: Vault, run_async: Run
) -> None:
    async def body() -> None:
        await shown(view, vault, board("groups"))
        here = view.board
        walked: list[str] = []
        here.setFocus()
        while here.current >= 0 or not walked:
            here.focusNextPrevChild(True)
            if here.current >= 0:
                walked.append(here.scene.cards[here.current].id)
        assert walked == ["alone", "outer", "inner", "early", "below", "late"]
        here.focusNextPrevChild(False)
        assert here.scene.cards[here.current].id == "late"

    run_async(ended(body()))


def test_chosen_card_comes_into_view_and_is_announced(view: CanvasView, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        await shown(view, vault, board("plain"))
        here = view.board
        here.set_zoom(3.0)
        QTest.keyClick(here, Qt.Key.Key_End)
        assert here.current == 2
        assert here.rect().toRectF().intersects(here.place_of(here.scene.rects[2]))
        assert here.accessibleDescription().startswith("Link card: example.org")
        QTest.keyClick(here, Qt.Key.Key_Home)
        assert "Leads to: Home" in here.accessibleDescription()
        assert here.accessibleName() == "Canvas with 3 cards and 2 lines"
        QTest.keyClick(here, Qt.Key.Key_Escape)
        assert here.current == -1

    run_async(ended(body()))


def test_screen_reader_gets_the_visible_cards(view: CanvasView, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        await shown(view, vault, board("plain"))
        here = view.board
        here.setFocus()
        here.choose(1)
        interface = QAccessible.queryAccessibleInterface(here)
        assert interface.role() == QAccessible.Role.List
        assert interface.text(QAccessible.Text.Name) == "Canvas with 3 cards and 2 lines"
        cards = [interface.child(number) for number in range(interface.childCount())]
        assert [card.text(QAccessible.Text.Name).partition(":")[0] for card in cards] == [
            "Text card",
            "File card",
            "Link card",
        ]
        assert "Welcome home" in cards[1].text(QAccessible.Text.Name)
        assert [card.state().focused for card in cards] == [0, here.hasFocus(), 0]
        assert here.rect().translated(here.mapToGlobal(QPoint())).contains(cards[1].rect())
        here.move_by(QPointF(9_000, 0))
        assert interface.childCount() == 0

    run_async(ended(body()))


def test_keys_and_buttons_scale_and_move(view: CanvasView, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        await shown(view, vault, board("plain"))
        here = view.board
        fitted = here.zoom
        QTest.keyClick(here, Qt.Key.Key_Minus)
        assert here.zoom == pytest.approx(fitted / 1.25)
        QTest.keyClick(here, Qt.Key.Key_0)
        assert here.zoom == 1.0
        before = here.origin
        QTest.keyClick(here, Qt.Key.Key_Right)
        assert here.origin.x() > before.x()
        QTest.keyClick(here, Qt.Key.Key_1)
        assert here.zoom == fitted
        view._buttons["plus"].click()
        assert here.zoom == pytest.approx(fitted * 1.25)

    run_async(ended(body()))


def test_drag_moves_the_plane_and_is_no_click(view: CanvasView, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        followed: list[str] = []
        view.link_activated.connect(followed.append)
        await shown(view, vault, board("plain"))
        here = view.board
        before = here.origin
        start = (here.place_of(here.scene.rects[1]).topLeft() + QPointF(30, 12)).toPoint()
        QTest.mousePress(here, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
        for step in range(1, 6):
            QTest.mouseMove(here, start + QPoint(20 * step, 10 * step))
        QTest.mouseRelease(
            here, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start + QPoint(100, 50)
        )
        assert (here.origin - before).x() == pytest.approx(-100 / here.zoom)
        assert followed == []

    run_async(ended(body()))


def test_only_what_is_seen_is_laid_out(view: CanvasView, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        await shown(view, vault, many(10_000))
        here = view.board
        assert 0 < len(here.texts._texts) == len(here.scene.cards_in(here.seen)) < 30
        for _ in range(8):
            here.move_by(QPointF(900, 0))
            await until(lambda: settled(view))
        assert len(here.texts._texts) <= MAX_CARDS

    run_async(ended(body()))


@pytest.mark.parametrize("zoom", [0.1, 0.8, 3.0])
@pytest.mark.parametrize("data", [many(60), board("groups"), board("plain")], ids=["many", "groups", "plain"])
def test_drawing_in_pieces_is_the_same_as_drawing_at_once(
    view: CanvasView, vault: Vault, run_async: Run, data: bytes, zoom: float
) -> None:
    async def body() -> None:
        await shown(view, vault, data)
        here = view.board
        here.fit()
        here.set_zoom(zoom)
        await until(lambda: settled(view))
        for way in (QPointF(37, 0), QPointF(-11, 53), QPointF(0, -200), QPointF(5, 5)):
            here.move_by(way)
        await until(lambda: settled(view))
        pieces = here.buffer.pixmap.toImage()
        whole = QPixmap(here.size())
        painter = QPainter(whole)
        painter.fillRect(here.rect(), QColor(LIGHT.bg))
        here.draw_part(painter, here.rect())
        painter.end()
        assert pieces.size() == whole.size()
        assert difference(pieces, whole.toImage()) <= 12

    run_async(ended(body()))


def test_longer_text_of_the_chosen_card_is_scrolled(view: CanvasView, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        text = "\n\n".join(f"Paragraph {n}." for n in range(40))
        node = {"id": "a", "type": "text", "x": 0, "y": 0, "width": 300, "height": 160, "text": text}
        await shown(view, vault, json.dumps({"nodes": [node]}).encode())
        here = view.board
        here.choose(0)
        before = here.origin
        QTest.keyClick(here, Qt.Key.Key_PageDown)
        assert here.face(0).scrolled > 0
        assert here.origin == before
        here.choose(-1)
        QTest.keyClick(here, Qt.Key.Key_PageDown)
        assert here.origin != before

    run_async(ended(body()))


def test_changed_note_is_read_again_and_the_place_is_kept(view: CanvasView, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        await shown(view, vault, board("plain"))
        here = view.board
        here.set_zoom(1.5)
        await until(lambda: settled(view))
        place = here.origin, here.zoom
        (vault.root / "Home.md").write_text("Another text.\n", encoding="utf-8")
        view._vault_event.emit(VaultChanged(("Home.md",), "outside"))
        await until(lambda: text_of(view, 1) == "Another text.")
        await shown(view, vault, board("plain"))
        assert (here.origin, here.zoom) == place

    run_async(ended(body()))


@pytest.mark.parametrize("change", [VaultChanged(("a.png",), "outside"), VaultChanged((), "outside", many=True)])
def test_changed_picture_is_read_again(
    view: CanvasView, vault: Vault, run_async: Run, change: VaultChanged
) -> None:
    node = {"id": "1", "type": "file", "file": "a.png", "x": 0, "y": 0, "width": 200, "height": 200}

    def paint(color: str) -> None:
        image = QImage(40, 40, QImage.Format.Format_RGB32)
        image.fill(QColor(color))
        assert image.save(str(vault.root / "a.png"))

    def seen() -> str:
        picture = view.board.texts.picture("a.png")
        return "" if picture is None else picture.pixelColor(0, 0).name()

    async def body() -> None:
        paint("#ff0000")
        vault.names.scan()
        await shown(view, vault, json.dumps({"nodes": [node], "edges": []}).encode())
        await until(lambda: seen() == "#ff0000")
        paint("#0000ff")
        view._vault_event.emit(change)
        await until(lambda: seen() == "#0000ff")

    run_async(ended(body()))


def test_only_changed_cards_of_a_changed_canvas_are_made_again(
    view: CanvasView, vault: Vault, run_async: Run
) -> None:
    async def body() -> None:
        await shown(view, vault, board("plain"))
        kept = view.board.texts.text(1)
        await shown(view, vault, board("plain").replace(b"## Plan", b"## Other plan"))
        assert text_of(view, 0).startswith("Other plan")
        assert view.board.texts.text(1) is kept
        await shown(view, vault, board("groups"))
        assert [text_of(view, number) for number in (2, 5)] == ["autumn", "before all"]

    run_async(ended(body()))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"no json", "damaged"),
        (b"[]", "not a canvas"),
        (bytes(MAX_BYTES + 1), "too large"),
    ],
)
def test_what_cannot_be_shown_says_so(
    view: CanvasView, vault: Vault, run_async: Run, data: bytes, words: str
) -> None:
    async def body() -> None:
        await shown(view, vault, data)
        assert words in view.card.accessibleName()
        assert view.card.isVisible()
        assert not view.bar.isVisible()
        await shown(view, vault, board("plain"))
        assert view.board.isVisible()

    run_async(ended(body()))


def test_empty_canvas_says_so(view: CanvasView, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        await shown(view, vault, b"{}")
        assert "empty" in view.hint.text()
        assert view.hint.isVisible()
        assert view.focusProxy() is view.hint
        assert not view.bar.isVisible()

    run_async(ended(body()))


@pytest.mark.parametrize(("letters", "zoom"), [(15, 0.6), (18, 0.5), (9, 1.0)])
def test_canvas_opens_where_its_letters_can_be_read_and_all_of_it_is_a_key_away(
    view: CanvasView, vault: Vault, run_async: Run, letters: int, zoom: float
) -> None:
    async def body() -> None:
        view.set_font_size(letters)
        await shown(view, vault, many(300))
        here = view.board
        assert here.zoom == pytest.approx(zoom)
        first = here.place_of(here.scene.rects[0])
        assert first.left() == pytest.approx(40)
        assert first.top() >= 39
        view.resize(700, 400)
        assert here.zoom == pytest.approx(zoom)
        QTest.keyClick(here, Qt.Key.Key_1)
        assert here.rect().toRectF().contains(here.place_of(here.scene.bounds))
        await shown(view, vault, many(300))
        assert here.zoom < zoom, "the same canvas again stays as it was chosen"
        await view.show_file(vault, "Other.canvas", many(300))
        assert here.zoom == pytest.approx(zoom)

    run_async(ended(body()))


def test_buttons_cover_no_card_of_a_canvas_that_fits(view: CanvasView, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        corners = {"nodes": [
            {"id": "a", "type": "text", "text": "a", "x": 0, "y": 0, "width": 200, "height": 100},
            {"id": "b", "type": "text", "text": "b", "x": 1800, "y": 1100, "width": 200, "height": 100},
        ]}  # fmt: skip
        await shown(view, vault, json.dumps(corners).encode())
        bar = view.bar.geometry()
        assert all(not view.board.place_of(rect).toRect().intersects(bar) for rect in view.board.scene.rects)

    run_async(ended(body()))


def test_strange_canvas_says_what_was_left_out(view: CanvasView, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        await shown(view, vault, board("strange"))
        assert "left out: 4" in view.remarks.text()
        assert view.remarks.isVisible()
        assert view.board.zoom >= LEAST_ZOOM
        assert view.board.rect().toRectF().intersects(view.board.place_of(view.board.scene.rects[0]))

    run_async(ended(body()))


def test_notes_inside_each_other_end(view: CanvasView, vault: Vault, run_async: Run) -> None:
    (vault.root / "A.md").write_text("A ![[B]]\n", encoding="utf-8")
    (vault.root / "B.md").write_text("B ![[A]] ![[B]]\n", encoding="utf-8")
    vault.names.scan()
    node = {"id": "a", "type": "file", "x": 0, "y": 0, "width": 500, "height": 400, "file": "A.md"}
    texts = {"id": "b", "type": "text", "x": 600, "y": 0, "width": 400, "height": 400, "text": "![[A]]" * 500}

    async def body() -> None:
        await shown(view, vault, json.dumps({"nodes": [node, texts]}).encode())
        assert text_of(view, 0).startswith("A")
        assert "embeds itself" in text_of(view, 0)
        assert len(text_of(view, 1)) < 40_000

    run_async(ended(body()))


def test_themes_change_what_is_shown(view: CanvasView, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        await shown(view, vault, board("colours"))
        light = view.board.buffer.pixmap.toImage()
        wear_colors(DARK)
        await until(lambda: settled(view))
        dark = view.board.buffer.pixmap.toImage()
        assert light.pixelColor(2, 2) == QColor(LIGHT.bg)
        assert dark.pixelColor(2, 2) == QColor(DARK.bg)
        view.set_font_size(20)
        await until(lambda: settled(view))
        assert view.board.buffer.pixmap.toImage() != dark

    run_async(ended(body()))


@pytest.mark.parametrize("colors", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(
    "color", ["", "1", "2", "3", "4", "5", "6", "#ffffff", "#000000", "#ffff00", "#777777", "#0000ff", "#1e1f22"]
)
def test_every_colour_can_be_read(colors: Colors, color: str) -> None:
    look = card_colors(color, colors)

    assert contrast(colors.text, look.ground.name()) >= 4.5
    assert contrast(look.label.name(), colors.bg) >= 4.5
    if color:
        assert contrast(look.line.name(), colors.bg) >= 4.5


def test_lines_far_away_cost_nothing() -> None:
    scene = BoardScene(read_canvas(many(2_000)))
    seen = scene.rects[0].adjusted(-10, -10, 10, 10)

    assert scene.cards_in(seen) == [0]
    assert len(scene.pieces_in(seen)) < 10


def test_canvas_files_are_shown_by_this_view() -> None:
    kind = kind_of("Some/Board.canvas")

    assert kind is not None
    assert kind.limit == MAX_BYTES
