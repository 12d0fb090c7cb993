"""Pictures of a note: asked for in a thread, decoded within limits, never fetched by Qt itself."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QImageReader

from .worker import Worker

ALLOCATION_LIMIT_MB = 64
MAX_SIDE = 1600
"""Pixels; larger pictures are scaled down while they are decoded."""
MAX_CACHE_BYTES = 64 * 1024 * 1024
PLACEHOLDER_SIZE = QSize(320, 120)
FORMATS = frozenset({b"png", b"jpg", b"jpeg", b"gif", b"webp", b"bmp", b"ico"})
"""No SVG: a file of 2 KB can keep Qt's drawing busy for minutes."""


def decode(data: bytes) -> QImage | None:
    """Decode one picture, scaled to at most `MAX_SIDE`; None when it is refused or broken."""
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setDecideFormatFromContent(True)
    reader.setAutoTransform(True)
    if reader.format().data() not in FORMATS:
        return None
    size = reader.size()
    if size.isValid() and max(size.width(), size.height()) > MAX_SIDE:
        reader.setScaledSize(size.scaled(MAX_SIDE, MAX_SIDE, Qt.AspectRatioMode.KeepAspectRatio))
    image = reader.read()
    return None if image.isNull() else image


class ImageStore(QObject):
    """Answers every picture at once: with the picture, or with a placeholder until it has come."""

    loaded = Signal(str)
    """A path whose picture has come or was refused; documents that show it are to be laid out again."""

    def __init__(self, load: Callable[[str], bytes | None] | None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        QImageReader.setAllocationLimit(ALLOCATION_LIMIT_MB)
        self._load = load
        self._images: OrderedDict[str, QImage | None] = OrderedDict()
        self._sizes: dict[str, QSize] = {}
        self._worker = Worker("axon-images", self)
        self._worker.finished.connect(self._take)
        self._placeholder = QImage(1, 1, QImage.Format.Format_ARGB32_Premultiplied)
        self.set_placeholder_color("#eeeeec")

    def set_placeholder_color(self, color: str) -> None:
        """Set the ground that stands for pictures that have not come."""
        self._placeholder.fill(QColor(color))

    def image(self, path: str) -> QImage:
        """Return the picture or its placeholder; ask for the picture if it never came."""
        if path in self._images:
            self._images.move_to_end(path)
            return self._images[path] or self._placeholder
        if self._load is not None:
            self._worker.add(path, partial(_read, self._load, path))
        return self._placeholder

    def size(self, path: str) -> QSize:
        """Return the natural size as far as it is known, also of a picture that left the cache."""
        return self._sizes.get(path, PLACEHOLDER_SIZE)

    def forget_refusals(self) -> None:
        """Ask again for what was refused: the file may be there now."""
        self._images = OrderedDict((path, image) for path, image in self._images.items() if image is not None)

    def _take(self, path: str, image: QImage | None) -> None:
        self._images[path] = image
        if image is not None:
            self._sizes[path] = image.size()
        total = sum(kept.sizeInBytes() for kept in self._images.values() if kept is not None)
        for old in list(self._images):
            if total <= MAX_CACHE_BYTES or old == path:
                break
            kept = self._images[old]
            if kept is not None:  # refusals stay: they cost nothing and must not be asked for again
                total -= kept.sizeInBytes()
                del self._images[old]
        self.loaded.emit(path)


def _read(load: Callable[[str], bytes | None], path: str) -> QImage | None:
    data = load(path)
    return None if data is None else decode(data)
