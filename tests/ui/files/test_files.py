from __future__ import annotations

import asyncio
import gzip
import struct
import zlib
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QByteArray, QPoint, QPointF, Qt, QUrl, Slot
from PySide6.QtGui import QColor, QDesktopServices, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QFrame, QLabel
from pytestqt.qtbot import QtBot

from axon_desktop.ui.aio import cancel_all
from axon_desktop.ui.files.card import FileCard
from axon_desktop.ui.files.decoding import decode_large, draw_svg
from axon_desktop.ui.files.image import ImageFile
from axon_desktop.ui.files.kinds import CARD, DRAWING, IMAGE, TEXT, kind_of
from axon_desktop.ui.files.svg_worker import only_own_parts
from axon_desktop.ui.files.text import TextFile, read_text
from axon_desktop.ui.note.pane import NotePane
from axon_desktop.ui.widgets.confirm_dialog import Question
from axon_desktop.vault import Vault
from axon_desktop.vault.history.changes import VaultChanged
from tests.waiting import until

Run = Callable[[Coroutine[Any, Any, Any]], Any]
_SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><path d="M0 0H40V20H0Z" fill="red"/></svg>'


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    root = tmp_path / "MyVault"
    (root / "Files").mkdir(parents=True)
    (root / "Home.md").write_text("Hello.\n", encoding="utf-8")
    image = QImage(1200, 600, QImage.Format.Format_RGB32)
    image.fill(QColor("#204060"))
    assert image.save(str(root / "Files" / "图.png"))
    (root / "Files" / "red.svg").write_bytes(_SVG)
    (root / "Files" / "broken.png").write_bytes(b"\x89PNG\r\n\x1a\nnothing")
    (root / "Files" / "paper.pdf").write_bytes(b"%PDF-1.7\n" + b"x" * 5000)
    (root / "Files" / "data.csv").write_text("名称,数\n甲,1\n", encoding="gb18030")
    (root / "Files" / "fence.txt").write_text("before\n````\ninside\n", encoding="utf-8")
    (root / "Files" / "tool.sh").write_text("echo hi\n", encoding="utf-8")
    (root / "Files" / "setup.exe").write_bytes(b"MZ\x00\xff")
    (root / "Files" / "LICENSE").write_text("Do *what* you want.\n", encoding="utf-8")
    (root / "raw.bin").write_bytes(b"\xff\xfe\x00\x01\x02")
    made = Vault(root, data_dir=tmp_path / "data")
    made.names.scan()
    return made


@pytest.fixture
def pane(vault: Vault, qtbot: QtBot) -> NotePane:
    made = NotePane()
    qtbot.addWidget(made)
    made.resize(700, 500)
    made.set_vault(vault)
    made.show()
    return made


def ended(body: Coroutine[Any, Any, None]) -> Coroutine[Any, Any, None]:
    async def main() -> None:
        await body
        await cancel_all()

    return main()


async def opened(pane: NotePane, path: str) -> Any:
    heard: list[str] = []
    pane.note_opened.connect(heard.append)
    pane.open_note(path)
    await until(lambda: path in heard)
    pane.note_opened.disconnect(heard.append)
    return pane.body.currentWidget()


def width_of(page: ImageFile) -> int:
    """Return the width at which the picture is drawn."""
    sheet = page.area.widget()
    assert sheet is not None
    return sheet.width()


def test_kinds_are_told_by_the_suffix() -> None:
    kinds = {path: kind_of(path) for path in ("a.PNG", "a.svg", "b/a.json", "a.pdf", "a.md", "README", "a.xyz")}
    assert kinds == {
        "a.PNG": IMAGE, "a.svg": DRAWING, "b/a.json": TEXT, "a.pdf": CARD,
        "a.md": None, "README": None, "a.xyz": None,
    }  # fmt: skip


def test_picture_fits_and_can_be_zoomed(pane: NotePane, qtbot: QtBot, run_async: Run) -> None:
    async def body() -> None:
        page = await opened(pane, "Files/图.png")
        assert isinstance(page, ImageFile)
        assert page.shown is not None
        assert "1200 × 600" in page.area.accessibleName()
        assert width_of(page) <= page.area.width() < 1200
        assert width_of(page) <= page.area.viewport().width() - 24, "there is room round it"
        assert (page._fit.isChecked(), page._true.isChecked()) == (True, False)
        page._true.click()
        assert width_of(page) == 1200
        assert (page._fit.isChecked(), page._true.isChecked()) == (False, True)
        page._true.click()
        assert page._true.isChecked()
        page.set_scale(2.0, QPointF(0, 0))
        assert (page._fit.isChecked(), page._true.isChecked()) == (False, False)
        assert page.area.horizontalScrollBar().value() <= page.area.horizontalScrollBar().maximum()
        assert pane.body.zoom(0)
        assert width_of(page) < 700
        pane.resize(500, 500)
        await until(lambda: width_of(page) <= 500)
        qtbot.mouseDClick(page.area.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(200, 200))
        assert page.scale == 1.0
        qtbot.keyClick(page.area, Qt.Key.Key_0)
        assert page.scale < 1
        image = page.area.viewport().grab().toImage()
        assert image.pixelColor(image.width() // 2, image.height() // 2) == QColor("#204060")

    run_async(ended(body()))


def test_picture_that_fits_in_its_true_size_has_one_of_both_in_force(pane: NotePane, run_async: Run) -> None:
    async def body() -> None:
        page = await opened(pane, "Files/图.png")
        assert isinstance(page, ImageFile)
        pane.resize(1600, 1200)
        await until(lambda: page.scale == 1.0)
        assert (page._fit.isChecked(), page._true.isChecked()) == (True, False)
        page._true.click()
        assert (page._fit.isChecked(), page._true.isChecked()) == (False, True)
        page._fit.click()
        assert (page._fit.isChecked(), page._true.isChecked()) == (True, False)

    run_async(ended(body()))


def test_first_picture_fits_the_pane_as_it_is_laid_out(pane: NotePane, qtbot: QtBot, run_async: Run) -> None:
    async def body() -> None:
        pane.resize(340, 300)
        await opened(pane, "Home.md")
        pane.activateWindow()
        pane.body.view.setFocus()
        qtbot.waitUntil(pane.body.view.hasFocus)
        page = await opened(pane, "Files/图.png")
        await until(lambda: width_of(page) <= page.area.viewport().width())
        assert page.area.hasFocus(), "the keyboard goes with the page"

    run_async(ended(body()))


def test_zoom_keeps_what_is_under_the_mouse(pane: NotePane, run_async: Run) -> None:
    async def body() -> None:
        page = await opened(pane, "Files/图.png")
        page.set_scale(2.0)
        at = QPointF(300, 200)
        sheet = page.area.widget()
        before = QPointF(sheet.mapFrom(page.area.viewport(), at.toPoint())) / page.scale
        page.set_scale(3.0, at)
        after = QPointF(sheet.mapFrom(page.area.viewport(), at.toPoint())) / page.scale
        assert (before - after).manhattanLength() < 2

    run_async(ended(body()))


def test_changed_picture_is_shown_anew_at_the_same_size(pane: NotePane, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        page = await opened(pane, "Files/图.png")
        page.set_scale(0.75)
        image = QImage(800, 800, QImage.Format.Format_RGB32)
        image.fill(QColor("#ff0000"))
        assert image.save(str(vault.root / "Files" / "图.png"))
        pane.updates.on_vault_changed(VaultChanged(("Files/图.png",), "outside"))
        await until(lambda: page.shown.size.height() == 800)
        assert page.scale == 0.75

    run_async(ended(body()))


def test_drawing_is_made_in_a_process_of_its_own(pane: NotePane, run_async: Run) -> None:
    async def body() -> None:
        page = await opened(pane, "Files/red.svg")
        assert page.shown is not None
        assert (page.shown.size.width(), page.shown.size.height()) == (40, 20)
        assert page.shown.copies[0].pixelColor(10, 10) == QColor("#ff0000")

    run_async(ended(body()))


def test_drawing_that_names_files_keeps_only_its_own_parts() -> None:
    drawing = b"""<!DOCTYPE svg [<!ENTITY e "//host/x.png">]>
    <?xml-stylesheet type="text/css" href="other.css"?>
    <svg><image xlink:href="file:///etc/passwd"/><use href='#a'/>
    <image href="data:image/png;base64,AA"/><image href="#/../x.png"/><image href="data:image/png;base64,/../x"/>
    <image HREF = "http://x/y.png"/><a xlink:href="&e;"/></svg>"""
    kept = only_own_parts(drawing)
    for gone in (b"passwd", b"http:", b"&e;", b"host", b"..", b"other.css", b"DOCTYPE"):
        assert gone not in kept
    assert b'href="#a"' in kept
    assert b'href="data:image/png;base64,AA"' in kept


def test_drawing_with_an_unknown_entity_is_refused() -> None:
    assert only_own_parts(b'<svg><a xlink:href="&e;"/></svg>') == b""


_IMAGE = '<image width="40" height="20" {}/>'
_SVG_OF = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" {} >{}</svg>'


def color_of(drawing: bytes) -> str:
    """Draw as Qt does without our code, and return a colour of it."""
    image = QImage(40, 20, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    renderer = QSvgRenderer()
    if renderer.load(QByteArray(drawing)):
        painter = QPainter(image)
        renderer.render(painter)
        painter.end()
    return image.pixelColor(10, 10).name(QColor.NameFormat.HexArgb)


def _svg(content: str, before: str = "") -> str:
    return before + _SVG_OF.format('width="40" height="20"', content)


@pytest.mark.parametrize(
    "disguise",
    [
        lambda file: _svg(_IMAGE.format(f'xlink:href="{file}"')).encode(),
        lambda file: gzip.compress(_svg(_IMAGE.format(f'xlink:href="{file}"')).encode()),
        lambda file: _svg(_IMAGE.format(f'xlink:href="{file}"')).encode("utf-16"),
        lambda file: _svg(_IMAGE.format(f'xlink:href="{file}"')).encode("utf-16-be"),
        lambda file: _svg(
            _IMAGE.format(""), f'<!DOCTYPE svg [<!ATTLIST image xlink:href CDATA "{file}">]>'
        ).encode(),
        lambda file: _svg(_IMAGE.format('xlink:href="&e;"'), f'<!DOCTYPE svg [<!ENTITY e "{file}">]>').encode(),
        lambda file: _svg(_IMAGE.format(f"""id="href='#" xlink:href="{file}" class="'" """)).encode(),
        lambda file: _svg(_IMAGE.format(f"xlink:href='{file.replace('/', '&#47;')}'")).encode(),
    ],
    ids=["plain", "gzip", "utf-16", "utf-16-be", "attlist", "entity", "quotes", "references"],
)
@pytest.mark.qt_log_ignore("Image filename is empty|qt.svg")
def test_drawing_shows_no_picture_from_outside(tmp_path: Path, disguise: Callable[[str], bytes]) -> None:
    image = QImage(40, 20, QImage.Format.Format_RGB32)
    image.fill(QColor("#ff0000"))
    assert image.save(str(tmp_path / "outside.png"))
    drawing = disguise((tmp_path / "outside.png").as_posix())
    assert color_of(drawing) == "#ffff0000", "Qt would read it"
    assert color_of(only_own_parts(drawing)) == "#00000000"


def test_style_sheet_from_outside_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "x.css").write_text("path { fill: #ff0000 }")
    head = f'<?xml-stylesheet type="text/css" xhref="{tmp_path / "x.css"}"?>'
    drawing = _svg('<path d="M0 0H40V20H0Z"/>', head).encode()
    assert color_of(drawing) == "#ffff0000", "Qt would read it"
    assert color_of(only_own_parts(drawing)) == "#ff000000"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
def test_drawing_of_any_program_is_drawn(encoding: str) -> None:
    head = f'<?xml version="1.0" encoding="{encoding.removesuffix("-sig")}"?>' if encoding != "utf-16" else ""
    head += '<!DOCTYPE svg [<!ENTITY ns "http://www.w3.org/2000/svg"><!ENTITY red "fill:#ff0000">]>'
    style = "<style><![CDATA[.é > path, .a { stroke: none }]]></style>"
    use = '<defs><path id="p" d="M0 0H40V20H0Z"/></defs><use xlink:href="#p" style="&red;" class="a"/>'
    text = _svg(style + use, head).replace('"http://www.w3.org/2000/svg" xmlns:x', '"&ns;" xmlns:x')
    assert color_of(only_own_parts(text.encode(encoding))) == "#ffff0000"


@pytest.mark.parametrize("data", [b"", b"<svg", b"<svg xmlns='http://www.w3.org/2000/svg' width='0' height='0'/>"])
def test_broken_drawing_is_damaged(data: bytes) -> None:
    assert draw_svg(data) == "damaged"


def test_picture_bomb_is_refused_without_its_memory() -> None:
    side = 60_000
    raw = zlib.compress(b"\x00" * 1000)

    def part(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = part(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 6, 0, 0, 0))
    assert decode_large(b"\x89PNG\r\n\x1a\n" + head + part(b"IDAT", raw) + part(b"IEND", b"")) == "too large"


def test_picture_that_cannot_be_drawn_is_a_card(pane: NotePane, run_async: Run) -> None:
    async def body() -> None:
        page = await opened(pane, "Files/broken.png")
        assert page.currentWidget() is page.card
        assert "broken.png" in page.card.accessibleName()
        assert "damaged" in page.card.accessibleName()
        assert "too large" not in page.card.accessibleName()
        page = await opened(pane, "Files/图.png")
        assert page.currentWidget() is not page.card

    run_async(ended(body()))


def test_card_stands_in_the_same_place_whatever_the_file_is(pane: NotePane, vault: Vault, run_async: Run) -> None:
    damaged = {
        "Bad.base": b"views: [",
        "Bad.canvas": b"{",
        "Latin.md": b"Caf\xe9",
        "Bad.png": b"\x89PNG",
        "a.mp4": b"0",
    }
    for name, data in damaged.items():
        (vault.root / name).write_bytes(data)

    async def body() -> None:
        for width in (500, 800):  # the first one as narrow as its header allows
            pane.resize(width, 500)
            places = set()
            for name in damaged:
                pane.open_note(name)
                card = await shown_card(pane, name)
                place = card.mapTo(pane, QPoint())
                places.add((place.x(), card.width()))
            assert places == {((pane.width() - 440) // 2, 440)}

    run_async(ended(body()))


async def shown_card(pane: NotePane, name: str) -> QFrame:
    """Wait for the card of a file and return its frame."""

    def find() -> list[FileCard]:
        return [card for card in pane.findChildren(FileCard) if card.isVisible() and card._name.text() == name]

    await until(lambda: bool(find()))
    await asyncio.sleep(0)
    frame = find()[0].findChild(QFrame, "file_card")
    assert frame is not None
    return frame


@pytest.mark.parametrize(
    ("name", "fact"), [("Files/paper.pdf", "PDF document · "), ("raw.bin", "BIN file · 5 bytes")]
)
def test_what_is_not_drawn_is_a_card_with_its_size(pane: NotePane, run_async: Run, name: str, fact: str) -> None:
    async def body() -> None:
        page = await opened(pane, name)
        assert isinstance(page, FileCard)
        assert fact in page.accessibleName()
        assert not pane.header.mode.isEnabled()
        assert pane.body.searched is None

    run_async(ended(body()))


def test_programs_are_never_opened(pane: NotePane, run_async: Run) -> None:
    async def body() -> None:
        page = await opened(pane, "Files/setup.exe")
        assert isinstance(page, FileCard)
        assert "does not start programs" in page.accessibleName()
        assert not page._open.isEnabled()
        assert page._reveal.isEnabled()

    run_async(ended(body()))


@pytest.mark.parametrize("agreed", [True, False])
def test_file_is_opened_outside_only_when_the_user_agrees(pane: NotePane, run_async: Run, agreed: bool) -> None:
    seen: list[str] = []

    class Opener(QLabel):
        @Slot(QUrl)
        def take(self, url: QUrl) -> None:
            seen.append(url.toLocalFile())

    opener = Opener()
    slot: Any = "take"  # PySide's stubs require bytes, which PySide refuses
    QDesktopServices.setUrlHandler("file", opener, slot)

    async def body() -> None:
        page = await opened(pane, "Files/paper.pdf")
        page._open.click()
        await until(lambda: any(one.isVisible() for one in pane.window().findChildren(Question)))
        question = pane.window().findChildren(Question)[0]
        assert question.sentences == ("Files/paper.pdf",)
        assert seen == []
        (question.accept_button if agreed else question.cancel_button).click()
        await until(lambda: not pane.window().findChildren(Question))
        if agreed:
            await until(lambda: seen)

    try:
        run_async(ended(body()))
    finally:
        QDesktopServices.unsetUrlHandler("file")
    assert [path.endswith("Files/paper.pdf") for path in seen] == [True] * agreed


@pytest.mark.parametrize(
    ("name", "text"),
    [("Files/data.csv", "甲,1"), ("Files/fence.txt", "````\ninside"), ("Files/LICENSE", "Do *what* you want.")],
)
def test_text_is_shown_as_it_is_and_can_be_searched(pane: NotePane, run_async: Run, name: str, text: str) -> None:
    async def body() -> None:
        page = await opened(pane, name)
        assert isinstance(page, TextFile)
        await until(lambda: text in page.to_plain_text())
        assert pane.body.searched is page
        assert page.find(text.split("\n")[0]) == 1

    run_async(ended(body()))


def test_text_in_other_encodings_is_read() -> None:
    assert read_text("名".encode("utf-16")) == "名"
    assert read_text(b"\xef\xbb\xbfabc") == "abc"
    assert read_text("名称".encode("gb18030")) == "名称"
    assert read_text(b"caf\xe9 \xff\xff") == "café ÿÿ"


def test_one_view_per_kind_is_kept_and_takes_looks(pane: NotePane, run_async: Run) -> None:
    async def body() -> None:
        first = await opened(pane, "Files/data.csv")
        await opened(pane, "Home.md")
        pane.body.set_font_size(22)
        assert await opened(pane, "Files/fence.txt") is first
        assert first.font_px == 22
        pane.go_back()
        await until(lambda: pane.body.currentWidget() is pane.body.view)
        await asyncio.sleep(0)

    run_async(ended(body()))
