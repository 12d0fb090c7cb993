"""Pictures come from the vault through the loader; Qt itself reads nothing."""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QUrl
from PySide6.QtGui import QColor, QFont, QImage, QImageWriter, QTextDocument, QTextFrame
from pytestqt.qtbot import QtBot

from axon_desktop.theme.colors import LIGHT
from axon_desktop.ui.markdown_view import MarkdownView
from axon_desktop.ui.markdown_view.embeds.images import MAX_SIDE, ImageStore, decode
from axon_desktop.ui.markdown_view.embeds.picture import PictureFormat
from axon_desktop.ui.markdown_view.layout.chunk_document import ChunkDocument

Settle = Callable[[MarkdownView], None]
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>'
opened: list[str] = []
watching = False


def _hook(event: str, args: tuple[object, ...]) -> None:
    if watching and event in ("open", "socket.connect"):
        opened.append(str(args[0]))


sys.addaudithook(_hook)


@contextmanager
def watch() -> Iterator[list[str]]:
    """Collect the files that Python opens; Qt's own reads are detected in the loader and in the drawing."""
    global watching
    opened.clear()
    watching = True
    try:
        yield opened
    finally:
        watching = False


def png(width: int, height: int, color: str = "#c02040") -> bytes:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor(color))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert QImageWriter(buffer, b"png").write(image)
    return bytes(buffer.data().data())


class Loader:
    """Has some paths, and records which were requested, and in which thread."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.files = files
        self.asked: list[str] = []
        self.threads: set[int] = set()

    def __call__(self, path: str) -> bytes | None:
        self.asked.append(path)
        self.threads.add(threading.get_ident())
        return self.files.get(path)


@pytest.fixture
def loader() -> Loader:
    return Loader({"pics/a b.png": png(200, 100), "huge.png": png(4000, 1000), "x.svg": SVG, "fake.png": SVG})


@pytest.fixture
def picture_view(qtbot: QtBot, loader: Loader) -> Iterator[MarkdownView]:
    made = MarkdownView(resolve_link=lambda target: target, load_image=loader)
    qtbot.addWidget(made)
    made.resize(720, 600)
    with qtbot.waitExposed(made):
        made.show()
    yield made
    made.hide()


def is_painted(view: MarkdownView, color: str) -> bool:
    image = view.viewport().grab().toImage()
    return any(
        image.pixelColor(x, y).name() == color for x in range(0, 700, 10) for y in range(0, image.height(), 10)
    )


def test_picture_of_the_vault_is_loaded_in_a_thread_and_drawn(
    picture_view: MarkdownView, loader: Loader, settle: Settle, qtbot: QtBot
) -> None:
    picture_view.set_note("Note", "Before\n\n![[pics/a b.png]]\n\nAfter")
    settle(picture_view)
    qtbot.waitUntil(lambda: is_painted(picture_view, "#c02040"))
    assert loader.asked == ["pics/a b.png"]
    assert threading.get_ident() not in loader.threads


def test_large_picture_fits_the_column(
    picture_view: MarkdownView, loader: Loader, settle: Settle, qtbot: QtBot
) -> None:
    picture_view.set_note("Note", "![[huge.png]]")
    settle(picture_view)
    qtbot.waitUntil(lambda: is_painted(picture_view, "#c02040"))
    chunk = list(picture_view._content.chunks())[1]
    assert chunk.height == pytest.approx(picture_view.column_width / 4, abs=30)
    assert chunk.document is not None
    assert chunk.document.size().width() <= picture_view.column_width
    picture_view.resize(400, 600)
    settle(picture_view)
    assert chunk.height == pytest.approx(picture_view.column_width / 4, abs=30)


@pytest.mark.parametrize("name", ["x.svg", "fake.png", "missing.png"])
def test_refused_picture_is_asked_for_once(
    picture_view: MarkdownView, loader: Loader, settle: Settle, qtbot: QtBot, name: str
) -> None:
    picture_view.set_note("Note", f"![[{name}]]")
    settle(picture_view)
    qtbot.waitUntil(lambda: loader.asked == [name])
    for _ in range(5):
        picture_view.viewport().repaint()
    qtbot.waitUntil(lambda: name in picture_view._images._images)
    picture_view.viewport().repaint()
    assert loader.asked == [name]


@pytest.mark.parametrize(
    "markup",
    [
        '<img src="file:///{path}">',
        '<img src="{path}">',
        '<img src="http://127.0.0.1:9/x.png">',
        '<img src="//host/share/x.png">',
        '<table background="file:///{path}"><tr><td>x</td></tr></table>',
        '<p style="background-image:url(file:///{path})">x</p>',
        '<style>@import url("file:///{path}");</style>x',
        "![pic](file:///{path})",
        "![pic](https://example.org/x.png)",
        "![[file:///{path}]]",
    ],
)
def test_nothing_else_is_read(
    picture_view: MarkdownView, loader: Loader, settle: Settle, tmp_path: Path, markup: str
) -> None:
    secret = tmp_path / "secret.png"
    secret.write_bytes(png(300, 200, "#00c8c8"))
    picture_view.set_resolver(lambda target: None)
    picture_view.set_note("Warm", "text")
    settle(picture_view)
    with watch() as files:
        picture_view.set_note("Note", markup.replace("{path}", str(secret)))
        settle(picture_view)
        picture_view.viewport().repaint()
        assert not is_painted(picture_view, "#00c8c8")
    assert not [name for name in files if "secret" in name]
    assert loader.asked == []


@pytest.mark.parametrize(
    "address",
    [
        "file:///etc/hostname",
        "/etc/hostname",
        "http://127.0.0.1/x.png",
        "//host/x.png",
        "qrc:/x",
        "data:image/png,x",
    ],
)
def test_document_refuses_every_other_address(qapp: object, loader: Loader, address: str) -> None:
    document = ChunkDocument(ImageStore(loader, PictureFormat(LIGHT, QFont(), 1.0)))
    kinds = QTextDocument.ResourceType
    image = document.loadResource(kinds.ImageResource.value, QUrl(address))
    assert isinstance(image, QImage)
    assert image.width() == 1
    for kind in (kinds.StyleSheetResource, kinds.HtmlResource, kinds.MarkdownResource):
        data = document.loadResource(kind.value, QUrl(address))
        assert isinstance(data, QByteArray)
        assert data.isEmpty()
    document.setHtml(f'<style>@import url({address});</style><img src="{address}" width="5">')
    document.setTextWidth(300)
    assert loader.asked == []


_HELD = """<p>text</p><table><tr><td>code</td></tr></table>
<table><tr><td><span style="background-color:#123456">tag</span></td><td>more</td></tr></table>"""


def test_document_that_is_used_again_keeps_nothing_of_what_it_showed(qapp: object) -> None:
    def kept() -> int:
        gc.collect()
        return sum(isinstance(each, QTextFrame) for each in gc.get_objects())

    document = ChunkDocument(ImageStore(None, PictureFormat(LIGHT, QFont(), 1.0)))
    for number in range(20):
        document.show_html(_HELD, "", QFont(), 300 + number)
        document.chips()
        if number == 0:
            first = kept()
    assert kept() == first


def test_decode_scales_down_and_refuses_vector_pictures(qapp: object) -> None:
    large = decode(png(4000, 100))
    assert large is not None
    assert large.width() == MAX_SIDE
    assert decode(SVG) is None
    assert decode(b"no picture") is None
