"""Pictures of a note: read or drawn in a thread, within limits, never fetched by Qt itself."""

from __future__ import annotations

from base64 import b64decode
from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import partial

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject, QSize, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QImage, QImageReader

from axon_desktop.markdown.html.pictures import SCHEMES
from axon_desktop.ui.markdown_view.embeds.drawings import draw, guess_size
from axon_desktop.ui.markdown_view.embeds.picture import Picture, PictureFormat
from axon_desktop.ui.markdown_view.render_worker import RenderWorker

ALLOCATION_LIMIT_MB = 64
MAX_SIDE = 1600
"""Pixels; larger pictures are scaled down while they are decoded."""
MAX_CACHE_BYTES = 64 * 1024 * 1024
MAX_SIZES = 5_000
"""Number of pictures whose sizes are remembered after they have left the cache."""
PLACEHOLDER_SIZE = QSizeF(320, 120)
GATHER_MS = 40
"""How long pictures are collected: a text with a hundred formulas is not to be laid out a hundred times."""
FORMATS = frozenset({b"png", b"jpg", b"jpeg", b"gif", b"webp", b"bmp", b"ico"})
"""No SVG: a file of 2 KB can block Qt's renderer for minutes."""


def decode(data: bytes, side: int = MAX_SIDE) -> QImage | None:
    """Decode one picture, scaled to at most `side`; None when it is refused or broken."""
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setDecideFormatFromContent(True)
    reader.setAutoTransform(True)
    if reader.format().data() not in FORMATS:
        return None
    size = reader.size()
    if size.isValid() and max(size.width(), size.height()) > side:
        reader.setScaledSize(size.scaled(side, side, Qt.AspectRatioMode.KeepAspectRatio).expandedTo(QSize(1, 1)))
    image = reader.read()
    return None if image.isNull() else image


def _in_address(name: str) -> bytes | None:
    """Return the bytes of a picture that are its address."""
    try:
        return b64decode(name.partition(",")[2])
    except ValueError:
        return None


class ImageStore(QObject):
    """Returns every picture at once: the picture, or a placeholder until it is loaded.

    A name is the path of a file in the vault, the address of a drawing, or a picture's own bytes as an address.
    """

    loaded = Signal(object)
    """Names (a frozenset) whose pictures were loaded or refused; rows that show them must be laid out again."""

    def __init__(
        self, load: Callable[[str], bytes | None] | None, look: PictureFormat, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        QImageReader.setAllocationLimit(ALLOCATION_LIMIT_MB)
        self._load = load
        self._look = look
        self._images: OrderedDict[str, Picture | None] = OrderedDict()
        self._bytes = 0
        """Memory of the cached pictures."""
        self._sizes: dict[str, QSizeF] = {}
        self._reading: dict[str, object] = {}
        """Number of the newest read of each file: the results of older ones are dropped."""
        self._outdated: set[str] = set()
        """Pictures whose files changed; they are shown until they are requested and loaded again."""
        self._in_sight: set[str] = set()
        """Requests since the last `loaded`."""
        self._sides: dict[str, int] = {}
        """Pixels of pictures that do not fit in beside the other visible ones: they are scaled down."""
        self._worker = RenderWorker("axon-images", self)
        self._worker.finished.connect(self._take)
        self._came: set[str] = set()
        """Names that are not reported yet."""
        self._gathering = QTimer(self, singleShot=True, interval=GATHER_MS)
        self._gathering.timeout.connect(self._report)
        self._placeholder = QImage(1, 1, QImage.Format.Format_ARGB32_Premultiplied)
        self._placeholder.fill(QColor(look.colors.card))
        self._nothing = QImage(1, 1, QImage.Format.Format_ARGB32_Premultiplied)
        self._nothing.fill(Qt.GlobalColor.transparent)

    def set_look(self, look: PictureFormat) -> None:
        """Set how to draw; existing drawings are dropped."""
        if look == self._look:
            return
        self._look = look
        self._placeholder.fill(QColor(look.colors.card))
        for name in [name for name in self._images if _is_drawn(name)]:
            self._forget(name)
            self._sizes.pop(name, None)

    def image(self, name: str) -> QImage:
        """Return the picture or its placeholder; request the picture if it was never loaded, or changed since."""
        self._in_sight.add(name)
        if name in self._images:
            self._images.move_to_end(name)
            if name in self._outdated:
                self._read(name)
            picture = self._images[name]
            return picture.image if picture is not None else self._placeholder
        if _is_drawn(name):
            self._worker.add((name, self._look), partial(draw, name, self._look))
            return self._nothing
        if name not in self._reading:
            self._read(name)
        return self._placeholder

    def picture(self, name: str) -> Picture | None:
        """Return the picture if it is loaded."""
        return self._images.get(name)

    def size(self, name: str) -> QSizeF:
        """Return the natural size if known, also of a picture that left the cache."""
        known = self._sizes.get(name)
        if known is None:
            return guess_size(name, self._look) if _is_drawn(name) else PLACEHOLDER_SIZE
        return known

    @property
    def at_work(self) -> bool:
        """Whether a picture is being read or drawn, or is loaded and not reported yet."""
        return self._worker.busy or bool(self._came)

    def drop_waiting(self) -> None:
        """Drop pending requests: another text is shown now, and sends its own."""
        self._worker.want({})
        self._outdated.update(name for name in self._reading if name in self._images)
        self._reading.clear()

    def outdate(self, paths: Iterable[str] | None) -> None:
        """Read these files again, or all, at the next request; the views that show them are notified at once."""
        files = {name for name in (*self._images, *self._reading) if not _is_drawn(name)}
        changed = files if paths is None else files.intersection(paths)
        for name in changed:
            self._sides.pop(name, None)
            if name in self._reading:  # that read may have been too early
                self._read(name)
        self._outdated |= changed.difference(self._reading)
        if changed:
            self.loaded.emit(frozenset(changed))

    def clear(self) -> None:
        """Drop all files: the next ones belong to another vault."""
        self.drop_waiting()
        for name in [name for name in self._images if not _is_drawn(name)]:
            self._forget(name)
        self._sizes = {name: size for name, size in self._sizes.items() if _is_drawn(name)}
        self._sides.clear()

    def forget_refusals(self) -> None:
        """Request refused pictures again: the file may exist now."""
        self._images = OrderedDict((name, image) for name, image in self._images.items() if image is not None)

    def _read(self, name: str) -> None:
        """Request a file, whatever was requested before."""
        self._outdated.discard(name)
        load = _in_address if name.startswith("data:") else self._load
        if load is not None:
            token = self._reading[name] = object()
            side = self._sides.get(name, MAX_SIDE)
            self._worker.add((name, token), partial(_read, load, name, side))

    def _take(self, key: tuple[str, object], picture: Picture | None) -> None:
        name, asked = key
        if asked != (self._look if _is_drawn(name) else self._reading.get(name)):
            return
        self._reading.pop(name, None)
        self._forget(name)
        self._images[name] = picture
        if picture is not None:
            self._bytes += picture.image.sizeInBytes()
            if name not in self._sides or name not in self._sizes:
                self._sizes[name] = picture.size
            while len(self._sizes) > MAX_SIZES:
                del self._sizes[next(iter(self._sizes))]
        if self._bytes > MAX_CACHE_BYTES:
            self._make_room(name)
        self._came.add(name)
        if not self._worker.busy:
            self._report()
        elif not self._gathering.isActive():
            self._gathering.start()

    def _make_room(self, newest: str) -> None:
        """Drop the least recently used pictures; refusals stay, so that they are not requested again.

        A visible one will be requested at once: it is then loaded at half its size, so that this comes to an end.
        """
        for name in [name for name, kept in self._images.items() if kept is not None and name != newest]:
            if self._bytes <= MAX_CACHE_BYTES:
                break
            if name not in self._in_sight:
                self._sides.pop(name, None)
            elif not _is_drawn(name):
                self._sides[name] = max(1, self._sides.get(name, MAX_SIDE) // 2)
            self._forget(name)

    def _forget(self, name: str) -> None:
        self._outdated.discard(name)
        if (kept := self._images.pop(name, None)) is not None:
            self._bytes -= kept.image.sizeInBytes()

    def _report(self) -> None:
        self._gathering.stop()
        came, self._came = frozenset(self._came), set()
        self._in_sight.clear()
        self.loaded.emit(came)


def _is_drawn(name: str) -> bool:
    return name.partition(":")[0] in SCHEMES


def _read(load: Callable[[str], bytes | None], path: str, side: int) -> Picture | None:
    data = load(path)
    image = None if data is None else decode(data, side)
    return None if image is None else Picture(image, QSizeF(image.size()))
