"""Draws one SVG from standard input as PNG to standard output, after a line with its width and height.

A process of its own can be killed at any time, and has limits on what it may use. Nothing
outside the drawing that it refers to is read.
"""

from __future__ import annotations

import re
import sys

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSizeF, Qt, QXmlStreamReader, QXmlStreamWriter
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

_LARGEST = 2000
"""Pixels of the longer side at most."""
_SMALL = 800
"""Pixels that a small drawing is enlarged to, so that zooming in stays sharp."""
_SECONDS = 6
_MEMORY = 1_500_000_000
_OWN = re.compile(
    r"#[^/\\]*|data:image/(?:png|jpe?g|gif|webp);(?:[\w=-]+;)*base64,[A-Za-z0-9+/=\s]*", re.IGNORECASE
)


def only_own_parts(data: bytes) -> bytes:
    """Return a drawing without references to anything outside: only its own parts and embedded pictures stay.

    It is parsed as Qt does and written again, so that no encoding, entity or default hides a reference. Empty
    when it cannot be read.
    """
    source, out = QBuffer(), QBuffer()
    source.setData(QByteArray(data))
    source.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QXmlStreamReader(source)
    reader.setNamespaceProcessing(False)
    out.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QXmlStreamWriter(out)
    while not reader.atEnd():
        reader.readNext()
        if reader.isStartElement():
            writer.writeStartElement(reader.qualifiedName())
            attributes = reader.attributes()
            for attribute in map(attributes.at, range(attributes.size())):
                name, value = attribute.qualifiedName(), attribute.value()
                if not name.lower().endswith("href") or _OWN.fullmatch(value):
                    writer.writeAttribute(name, value)
        elif reader.isEndElement():
            writer.writeEndElement()
        elif reader.isCharacters():
            writer.writeCharacters(reader.text())
    return b"" if reader.hasError() else bytes(out.data().data())


def main() -> int:
    """Draw; return 1 when there is nothing to draw."""
    _limit()
    data = sys.stdin.buffer.read()
    application = QGuiApplication(["svg"])
    renderer = QSvgRenderer()
    if not renderer.load(QByteArray(only_own_parts(data))) or not renderer.isValid():
        return 1
    natural = QSizeF(renderer.defaultSize())
    if natural.isEmpty():
        return 1
    longer = max(natural.width(), natural.height())
    scale = min(max(longer, _SMALL), _LARGEST) / longer
    image = QImage((natural * scale).toSize().expandedTo(QSizeF(1, 1).toSize()), QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    out = QBuffer()
    out.open(QIODevice.OpenModeFlag.WriteOnly)
    if not image.save(out, "PNG"):  # type: ignore[call-overload]
        return 1
    sys.stdout.buffer.write(b"%d %d\n" % (natural.width(), natural.height()) + out.data().data())
    sys.stdout.buffer.flush()
    del application
    return 0


def _limit() -> None:
    """Set the limits that the system lets a process set for itself."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS))
        if sys.platform == "linux":
            resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))


if __name__ == "__main__":
    sys.exit(main())
