"""CardAttachments: attachments of a tool's result on its card: pictures, and lines for links and files."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from axon_desktop.llm.messages import Attachment
from axon_desktop.ui.aio import spawn
from axon_desktop.ui.chat.cards.wording import attachment_words
from axon_desktop.ui.language.translation import translate
from axon_desktop.ui.look.icons import paint_icon
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.stylesheet import mono_font, plain_tip
from axon_desktop.ui.look.theme import current_colors
from axon_desktop.ui.markdown_view.embeds.images import decode

_ABOVE = 6
_PICTURE = 150
_WIDEST = 400
_MOST_PICTURES = 4
_LINE = 17
_MOST_LINES = 6
_GAP = 8
_ICON = 12


class CardAttachments(QWidget):
    """Pictures side by side, then one line for each other attachment; nothing is downloaded or opened."""

    def __init__(self, attachments: Sequence[Attachment], parent: QWidget) -> None:
        super().__init__(parent)
        self._pictures = _pictures(attachments)
        self._images: dict[int, QImage | None] = {}
        """Decoded pictures; None for one that cannot be shown."""
        shown = set(map(id, self._pictures))
        self._others = [thing for thing in attachments if id(thing) not in shown]
        self.setAccessibleName("; ".join(map(attachment_words, attachments)))
        self.setToolTip(plain_tip("\n".join(map(attachment_words, attachments))))
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)  # a click unfolds the card
        if self._pictures:
            spawn(self._decode(), name="pictures of a tool")

    async def _decode(self) -> None:
        for number, picture in enumerate(self._pictures):
            image = await asyncio.to_thread(_thumbnail, picture.data or b"", self.devicePixelRatioF())
            if not isValid(self):
                return
            self._images[number] = image
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint pictures and lines."""
        colors = current_colors()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setFont(mono_font())
        top = _ABOVE
        if self._pictures:
            self._paint_pictures(painter, top)
            top += _PICTURE + _GAP
        metrics = QFontMetrics(mono_font())
        for thing in self._others[:_MOST_LINES]:
            icon = QRectF(0, top + (px(_LINE) - px(_ICON)) / 2, px(_ICON), px(_ICON))
            paint_icon(painter, "note" if thing.data is not None else "forward", icon, QColor(colors.muted))
            painter.setPen(QColor(colors.text))
            room = self.width() - px(_ICON) - _GAP
            shown = metrics.elidedText(attachment_words(thing), Qt.TextElideMode.ElideMiddle, room)
            painter.drawText(QRect(px(_ICON) + _GAP, top, room, px(_LINE)), Qt.AlignmentFlag.AlignVCenter, shown)
            top += px(_LINE)
        rest = len(self._others) - _MOST_LINES
        if rest > 0:
            painter.setPen(QColor(colors.muted))
            text = translate("Chat", "… {count} more").format(count=rest)
            painter.drawText(QRect(0, top, self.width(), px(_LINE)), Qt.AlignmentFlag.AlignVCenter, text)

    def _paint_pictures(self, painter: QPainter, top: int) -> None:
        colors = current_colors()
        room = (self.width() - _GAP * (len(self._pictures) - 1)) / len(self._pictures)
        left = 0.0
        for number, picture in enumerate(self._pictures):
            image = self._images.get(number)
            if image is None:
                place = QRectF(left, top, min(room, _WIDEST / 3), _PICTURE)
                painter.fillRect(place, QColor(colors.line))
                if number in self._images:
                    painter.setPen(QColor(colors.muted))
                    words = translate("Chat", "{mime}: cannot be shown").format(mime=picture.mime)
                    flags = int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap)
                    painter.drawText(place.toRect().adjusted(6, 6, -6, -6), flags, words)
            else:
                size = image.size() / image.devicePixelRatio()
                size.scale(
                    round(min(room, _WIDEST, size.width())),
                    min(_PICTURE, size.height()),
                    Qt.AspectRatioMode.KeepAspectRatio,
                )
                place = QRectF(left, top, size.width(), size.height())
                painter.drawImage(place, image)
            left += place.width() + _GAP


def attachments_height(attachments: Sequence[Attachment]) -> int:
    """Return the height of attachments on a card; it does not depend on the width."""
    if not attachments:
        return 0
    pictures = _pictures(attachments)
    others = len(attachments) - len(pictures)
    lines = min(others, _MOST_LINES) + (others > _MOST_LINES)
    return _ABOVE + (_PICTURE + (_GAP if lines else 0) if pictures else 0) + lines * px(_LINE)


def _pictures(attachments: Sequence[Attachment]) -> list[Attachment]:
    found = [thing for thing in attachments if thing.data is not None and thing.mime.startswith("image/")]
    return found[:_MOST_PICTURES]


def _thumbnail(data: bytes, ratio: float) -> QImage | None:
    """Decode a picture and scale it to a thumbnail; for a thread."""
    image = decode(data)
    if image is None:
        return None
    width, height = round(_WIDEST * ratio), round(_PICTURE * ratio)
    if image.width() > width or image.height() > height:
        image = image.scaled(
            width, height, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
        )
    image.setDevicePixelRatio(ratio)
    return image
