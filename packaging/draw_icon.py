"""Draw the program's icon into resources/icons: a nerve cell and its axon. To be run after a change."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QLinearGradient, QPainter, QPainterPath, QPen

SIZES = (16, 24, 32, 48, 64, 128, 256, 512)


def draw(size: int) -> QImage:
    """Return the icon at one size; it is drawn on a 64 × 64 grid."""
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(size / 64, size / 64)
    ground = QLinearGradient(0, 0, 64, 64)
    ground.setColorAt(0, QColor("#7a7aec"))
    ground.setColorAt(1, QColor("#4747b8"))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ground)
    painter.drawRoundedRect(QRectF(2, 2, 60, 60), 15, 15)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor("#ffffff"), 4.4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    axon = QPainterPath(QPointF(25, 27))
    axon.cubicTo(QPointF(38, 27), QPointF(30, 46), QPointF(46, 46))
    painter.drawPath(axon)
    painter.setPen(QPen(QColor("#dcdcff"), 3.2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    for x, y in ((12, 17), (13, 38), (28, 12)):
        painter.drawLine(QPointF(23, 26), QPointF(x, y))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#ffffff"))
    painter.drawEllipse(QPointF(23, 26), 8.6, 8.6)
    painter.drawEllipse(QPointF(48, 46), 5.4, 5.4)
    painter.end()
    return image


def main() -> int:
    """Write one PNG per size."""
    app = QGuiApplication([*sys.argv[:1], "-platform", "offscreen"])
    folder = Path(__file__).resolve().parents[1] / "resources" / "icons"
    folder.mkdir(parents=True, exist_ok=True)
    saved = all(draw(size).save(str(folder / f"axon-{size}.png")) for size in SIZES)
    app.quit()
    return 0 if saved else 1


if __name__ == "__main__":
    sys.exit(main())
