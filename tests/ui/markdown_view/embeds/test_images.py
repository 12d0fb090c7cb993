"""Pictures are shown together where many are drawn, and none delays a later text."""

from __future__ import annotations

import threading
import warnings
from base64 import b64encode
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QBuffer, QIODevice, QSizeF
from PySide6.QtGui import QColor, QFont, QImage, QTextDocument
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from axon_desktop.theme.colors import LIGHT
from axon_desktop.ui.markdown_view import MarkdownView
from axon_desktop.ui.markdown_view.embeds.formula import MAX_CALLS, _CallLimit, is_simple
from axon_desktop.ui.markdown_view.embeds.images import ImageStore
from axon_desktop.ui.markdown_view.embeds.picture import PictureFormat
from tests.waiting import PATIENCE


@pytest.fixture
def store(qapp: QApplication) -> ImageStore:
    font = QFont()
    font.setPixelSize(15)
    return ImageStore(None, PictureFormat(LIGHT, font, 1.0))


def address(tex: str) -> str:
    return f"axon-math:text:{quote(tex, safe='')}"


def test_pictures_that_come_together_are_told_together(store: ImageStore, qtbot: QtBot) -> None:
    loaded: list[frozenset[str]] = []
    store.loaded.connect(loaded.append)
    names = {address(f"x_{number}") for number in range(60)}
    for name in names:
        store.image(name)
    qtbot.waitUntil(lambda: not store.at_work)
    assert frozenset().union(*loaded) == names
    assert len(loaded) < len(names) / 2


def test_what_waits_is_dropped_and_can_be_asked_for_again(store: ImageStore, qtbot: QtBot) -> None:
    loaded: set[str] = set()
    store.loaded.connect(loaded.update)
    names = [address(f"y_{number}") for number in range(200)]
    for name in names:
        store.image(name)
    store.drop_waiting()
    store.image(names[-1])
    qtbot.waitUntil(lambda: names[-1] in loaded and not store.at_work)
    assert len(loaded) < 20


def test_another_note_does_not_wait_for_the_formulas_of_the_last_one(view: MarkdownView, qtbot: QtBot) -> None:
    view.set_note("Many", " ".join(f"$z_{{{number}}}$" for number in range(400)))
    qtbot.waitUntil(lambda: view._images.at_work)
    view.set_note("Few", "$a$")
    qtbot.waitUntil(lambda: not view.at_work)
    assert view._images.picture(address("a")) is not None
    assert len(view._images._images) < 200


TOKENS = [r"\frac", r"\sqrt", r"\left(", r"\right)", "{", "}", "^", "_", "a", "1", r"\sum", r"\begin{matrix}", "&",
          r"\\", r"\end{matrix}", " ", "'", r"\alpha", "中", "|", r"\vec", r"\text"]  # fmt: skip


@given(st.lists(st.sampled_from(TOKENS), min_size=1, max_size=12).map("".join).filter(is_simple))
@settings(max_examples=100, deadline=None)
def test_what_seems_simple_is_typeset_without_being_counted(tex: str) -> None:
    with warnings.catch_warnings(action="ignore"):  # of its first import
        from ziamath.zmath import Latex

    limit = _CallLimit(MAX_CALLS)
    with warnings.catch_warnings(action="ignore"), suppress(Exception), limit:  # broken or not, it must be quick
        Latex(tex, size=15).svg()
    assert limit._left > 0


@pytest.mark.parametrize("tex", [r"\frac{1}{" * 5, "x^2^2^2^2^2^2", r"\sqrt" * 6 + "x", "a" * 3000, "{" * 7])
def test_what_is_deep_or_long_is_not_simple(tex: str) -> None:
    assert not is_simple(tex)
    assert is_simple(r"\frac{1}{2}")
    assert is_simple("E = mc^2")


def test_pictures_longest_unused_leave_when_there_are_too_many(
    store: ImageStore, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("axon_desktop.ui.markdown_view.embeds.images.MAX_CACHE_BYTES", 12_000)
    names = [address(f"w_{number}") for number in range(20)]
    for name in names:
        store.image(name)
    qtbot.waitUntil(lambda: not store.at_work)
    kept = [name for name in names if store.picture(name) is not None]
    assert 0 < len(kept) < len(names)
    assert kept == names[-len(kept) :]
    held = [picture for name in kept if (picture := store.picture(name)) is not None]
    assert sum(picture.image.sizeInBytes() for picture in held) == store._bytes <= 12_000


class Folder:
    """Pictures of one colour by their names, with how often each was read."""

    def __init__(self, side: int = 40) -> None:
        self.colors: dict[str, str] = {}
        self.reads: Counter[str] = Counter()
        self.side = side
        self.held = threading.Event()
        self.held.set()

    def read(self, name: str) -> bytes | None:
        self.reads[name] += 1
        color = self.colors.get(name)
        assert self.held.wait(PATIENCE)
        if color is None:
            return None
        image = QImage(self.side, self.side, QImage.Format.Format_RGB32)
        image.fill(QColor(color))
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        assert image.save(buffer, "PNG")  # type: ignore[call-overload]
        return bytes(buffer.data().data())


@pytest.fixture
def folder() -> Folder:
    return Folder()


@pytest.fixture
def files(qapp: QApplication, folder: Folder) -> ImageStore:
    return ImageStore(folder.read, PictureFormat(LIGHT, QFont(), 1.0))


def color_of(store: ImageStore, name: str) -> str:
    return store.image(name).pixelColor(0, 0).name()


def test_a_picture_in_its_address_needs_no_file(files: ImageStore, folder: Folder, qtbot: QtBot) -> None:
    folder.colors = {"a.png": "#ff0000"}
    data = folder.read("a.png")
    assert data is not None
    name = f"data:image/png;base64,{b64encode(data).decode()}"
    broken = ("data:image/png;base64,A", "data:image/png;base64,AAAA")
    for each in (name, *broken):
        files.image(each)
    qtbot.waitUntil(lambda: not files.at_work)
    assert color_of(files, name) == "#ff0000"
    assert [files.picture(each) for each in broken] == [None, None]
    assert folder.reads == {"a.png": 1}


@pytest.mark.parametrize("paths", [["a.png", "b.md"], None])
def test_picture_that_changed_is_read_again_and_shown_until_then(
    files: ImageStore, folder: Folder, qtbot: QtBot, paths: list[str] | None
) -> None:
    folder.colors = {"a.png": "#ff0000", "b.png": "#00ff00"}
    for name in folder.colors:
        files.image(name)
    qtbot.waitUntil(lambda: not files.at_work)
    loaded: list[frozenset[str]] = []
    files.loaded.connect(loaded.append)
    folder.colors["a.png"] = "#0000ff"
    files.outdate(paths)
    assert loaded == [frozenset({"a.png"} if paths else folder.colors)]
    assert color_of(files, "a.png") == "#ff0000"
    qtbot.waitUntil(lambda: not files.at_work)
    assert color_of(files, "a.png") == "#0000ff"
    assert folder.reads == {"a.png": 2, "b.png": 1}


@pytest.mark.parametrize("clear", [False, True])
def test_what_was_read_before_a_change_is_dropped(
    files: ImageStore, folder: Folder, qtbot: QtBot, clear: bool
) -> None:
    folder.colors = {"a.png": "#ff0000"}
    folder.held.clear()
    files.image("a.png")
    qtbot.waitUntil(lambda: folder.reads["a.png"] == 1)
    folder.colors = {"a.png": "#0000ff"}
    if clear:
        files.clear()
        files.image("a.png")
    else:
        files.outdate(["a.png"])
    folder.held.set()
    shown: list[str] = []
    files.loaded.connect(lambda _: shown.append(color_of(files, "a.png")))
    qtbot.waitUntil(lambda: not files.at_work)
    assert shown == ["#0000ff"]


def test_pictures_of_another_vault_are_not_shown(files: ImageStore, folder: Folder, qtbot: QtBot) -> None:
    folder.colors = {"a.png": "#ff0000"}
    files.image("a.png")
    qtbot.waitUntil(lambda: not files.at_work)
    folder.colors = {}
    files.clear()
    assert files.picture("a.png") is None
    assert files._bytes == 0
    files.image("a.png")
    qtbot.waitUntil(lambda: not files.at_work)
    assert files.picture("a.png") is None


def test_note_shows_a_picture_that_was_rewritten(folder: Folder, qtbot: QtBot) -> None:
    view = MarkdownView(resolve_link=lambda target: target, load_image=folder.read)
    qtbot.addWidget(view)
    view.resize(400, 300)
    view.show()

    def seen() -> set[str]:
        shot = view.grab().toImage()
        return {shot.pixelColor(x, y).name() for x in range(0, 400, 10) for y in range(0, 300, 10)}

    folder.colors = {"a.png": "#ff0000"}
    view.set_note("Note", "![[a.png]]")
    qtbot.waitUntil(lambda: "#ff0000" in seen())
    folder.colors = {"a.png": "#0000ff"}
    view.notes_changed(["a.png"])
    qtbot.waitUntil(lambda: "#0000ff" in seen())
    folder.colors = {"a.png": "#00ff00"}
    view.notes_changed((), many=True)
    qtbot.waitUntil(lambda: "#00ff00" in seen())
    folder.colors = {}
    view.forget_notes()
    view.set_note("Other", "![[a.png]]")
    qtbot.waitUntil(lambda: not view.at_work)
    assert "#00ff00" not in seen()


def test_more_pictures_in_sight_than_may_be_kept_come_to_rest(
    qapp: QApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each loaded picture would drop another, which would be requested again, for ever."""
    folder = Folder(side=64)
    folder.colors = {f"{number}.png": "#ff0000" for number in range(12)}
    monkeypatch.setattr("axon_desktop.ui.markdown_view.embeds.images.MAX_CACHE_BYTES", 5 * 64 * 64 * 4)
    monkeypatch.setattr("axon_desktop.ui.markdown_view.embeds.images.MAX_SIDE", 64)
    files = ImageStore(folder.read, PictureFormat(LIGHT, QFont(), 1.0))

    def paint(_: object = None) -> None:
        assert folder.reads.total() < 100, "it never comes to rest"
        for name in folder.colors:
            files.image(name)

    files.loaded.connect(paint)
    paint()
    qtbot.waitUntil(lambda: not files.at_work)
    assert all(files.picture(name) for name in folder.colors)
    assert all(files.size(name) == QSizeF(64, 64) for name in folder.colors)


class AtOnce(ThreadPoolExecutor):
    """A thread so quick that each job has ended before anybody waits for it."""

    def submit(self, job: Callable[[], object]) -> Future[object]:  # type: ignore[override]
        ended: Future[object] = Future()
        ended.set_result(job())
        return ended


def test_icon_that_comes_at_once_is_shown(view: MarkdownView, qtbot: QtBot) -> None:
    view._images._worker._pool = AtOnce()
    view.set_note("", "Some text\n\n> [!tip] Title\n> Body\n")
    qtbot.waitUntil(lambda: not view.at_work)
    chunk = view.visible_chunks()[-1]
    assert chunk.document is not None
    (name,) = chunk.images
    icon = chunk.document.resource(QTextDocument.ResourceType.ImageResource.value, name)
    assert icon.width() > 10


def test_picture_of_a_stream_that_comes_before_its_text_is_seen_takes_its_size(
    folder: Folder, qtbot: QtBot
) -> None:
    folder.colors["a.png"] = "red"
    view = MarkdownView(resolve_link=lambda target: target, load_image=folder.read)
    qtbot.addWidget(view)
    view.resize(720, 600)
    view.show()
    view._images._worker._pool = AtOnce()
    view.begin_stream()
    qtbot.waitUntil(view._builder.warm_up)
    view.append_stream("![[a.png]]\n\n" + "some words " * 80 + "\n\nmore words")
    qtbot.waitUntil(lambda: len(view.visible_chunks()) > 1 and not view.at_work)
    document = view.visible_chunks()[0].document
    assert document is not None
    looks = [run.charFormat() for run in document.fragments()]
    assert [look.toImageFormat().width() for look in looks if look.isImageFormat()] == [folder.side]
