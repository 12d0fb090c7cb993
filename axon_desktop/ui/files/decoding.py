"""Pictures for the note pane: decoded within limits, with smaller copies, so that any zoom is painted fast."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from typing import Literal, TypeAlias

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageReader

from axon_desktop.ui.markdown_view.embeds.images import ALLOCATION_LIMIT_MB, FORMATS
from axon_desktop.worker_process import worker_command, worker_environment

MAX_SIDE = 4000
"""Pixels of the largest copy; at four bytes each it just fits Qt's limit for an allocation."""
_LEAST_SIDE = 500
"""Pixels below which a smaller copy is not worth its memory."""
_MOST_PIXELS = ALLOCATION_LIMIT_MB * 1024 * 1024 // 4
_SCALED_WHILE_READ = frozenset({b"jpg", b"jpeg"})
"""Formats that need no memory for all their pixels."""
_SVG_SECONDS = 15.0
_BROKEN_SVG = 1
"""Exit code of the process when there is nothing to draw; a limit that stops it gives another one."""

Refusal: TypeAlias = Literal["too large", "damaged"]
"""Why there is no picture."""


@dataclass(frozen=True, slots=True)
class LargePicture:
    """A picture at several sizes."""

    copies: tuple[QImage, ...]
    """The largest first, each half as wide as the one before."""
    size: QSize
    """Pixels that the file has; the largest copy may have fewer."""

    def for_width(self, width: float) -> QImage:
        """Return the smallest copy that is at least so wide."""
        return next((copy for copy in reversed(self.copies) if copy.width() >= width), self.copies[0])


def decode_large(data: bytes) -> LargePicture | Refusal:
    """Decode a picture, in a thread."""
    QImageReader.setAllocationLimit(ALLOCATION_LIMIT_MB)
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setDecideFormatFromContent(True)
    reader.setAutoTransform(True)
    if reader.format().data() not in FORMATS:
        return "damaged"
    size = reader.size()
    if reader.format().data() not in _SCALED_WHILE_READ and size.width() * size.height() > _MOST_PIXELS:
        return "too large"
    if size.isValid() and max(size.width(), size.height()) > MAX_SIDE:
        reader.setScaledSize(size.scaled(MAX_SIDE, MAX_SIDE, Qt.AspectRatioMode.KeepAspectRatio))
    image = reader.read()
    if image.isNull():
        return "damaged"
    if not size.isValid():
        size = image.size()
    elif (size.width() > size.height()) != (image.width() > image.height()):
        size.transpose()  # the camera was held upright
    return _with_copies(image, size)


def draw_svg(data: bytes) -> LargePicture | Refusal:
    """Draw an SVG in a process of its own, which is killed when it takes too long."""
    command = worker_command("axon_desktop.ui.files.svg_worker")
    environment = {**worker_environment(), "QT_QPA_PLATFORM": "offscreen"}
    try:
        done = subprocess.run(
            command, input=data, capture_output=True, timeout=_SVG_SECONDS, env=environment, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return "too large"
    head, _, png = done.stdout.partition(b"\n")
    image = QImage.fromData(png)
    sides = head.split()
    if done.returncode not in (0, _BROKEN_SVG):
        return "too large"
    if done.returncode or image.isNull() or len(sides) != 2:
        return "damaged"
    return _with_copies(image, QSize(int(sides[0]), int(sides[1])))


def _with_copies(image: QImage, size: QSize) -> LargePicture:
    kind = QImage.Format.Format_ARGB32_Premultiplied if image.hasAlphaChannel() else QImage.Format.Format_RGB32
    copies = [image.convertToFormat(kind)]
    while max(copies[-1].width(), copies[-1].height()) > 2 * _LEAST_SIDE:
        last = copies[-1]
        half = last.scaled(
            max(1, last.width() // 2),
            max(1, last.height() // 2),
            Qt.AspectRatioMode.IgnoreAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        copies.append(half)
    return LargePicture(tuple(copies), size)
