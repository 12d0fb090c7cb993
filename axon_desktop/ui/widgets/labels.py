"""WrappedLabel: plain words over as many lines as they need; unlike with Qt's label, a long name is broken too."""

from __future__ import annotations

import re
from itertools import pairwise

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QStyle, QStyleOptionButton, QStylePainter, QWidget

from axon_desktop.ui.look.current import current_colors, in_force
from axon_desktop.ui.look.icons import paint_icon
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.style import line_height
from axon_desktop.ui.look.theme import mono_font
from axon_desktop.ui.look.tooltip import plain_tip

_UNBROKEN = r"[^ \t\n\u200d\u2e80-\U0010ffff]{24}(?=[^ \t\n\u200d\u2e80-\U0010ffff])"
"""A part of an address or a name where a line could not be broken otherwise; compiled when first needed, as that
takes some ms."""
_BREAK = "\u200b"


class WrappedLabel(QLabel):
    """Nothing in its words makes a dialog wider than it is."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setText(text)

    def setText(self, text: str) -> None:
        """Show words; a screen reader is told them as they are."""
        shown = breakable(text)
        super().setText(shown)
        self.setAccessibleName(text if shown != text else "")

    def text(self) -> str:
        """Return the words as they are."""
        return super().text().replace(_BREAK, "")


class TonedLabel(QLabel):
    """Rich text with classes of the look in force: colours `text`, `ok`, `err`; `tool` is in the font of code."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._html = ""
        self.setTextFormat(Qt.TextFormat.RichText)
        in_force.changed.connect(self._dress)

    def setText(self, html: str) -> None:
        """Show a text."""
        self._html = html
        self._dress()

    def text(self) -> str:
        """Return the text as it was given."""
        return self._html

    def _dress(self) -> None:
        colors = current_colors()
        tones = "".join(f".{tone} {{ color: {getattr(colors, tone)}; }}" for tone in ("text", "ok", "err"))
        font = f".tool {{ font-family: '{mono_font().family()}'; font-size: {px(12)}px; }}"
        super().setText(f"<style>{tones}{font}</style>{self._html}" if self._html else "")


class RoomyLabel(WrappedLabel):
    """Has room for so many lines, whatever it says: nothing moves when it says something else."""

    def __init__(self, lines: int, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self._lines = lines
        self._whole = ""
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def say(self, words: str) -> None:
        """Show words; of more than there is room for the beginning, and all of them in the tooltip."""
        self._whole = words
        self._fit()

    def text(self) -> str:
        """Return the words, also those that there is no room for."""
        return self._whole

    def sizeHint(self) -> QSize:
        """Return the room."""
        return QSize(super().sizeHint().width(), self._room())

    def minimumSizeHint(self) -> QSize:
        """Return the room; it may be as narrow as it likes."""
        return QSize(0, self._room())

    def hasHeightForWidth(self) -> bool:
        """Tell that the room is the same at every width."""
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as much as fits now."""
        super().resizeEvent(event)
        self._fit()

    def _room(self) -> int:
        return self._lines * self.fontMetrics().lineSpacing()

    def _fit(self) -> None:
        shown = self._whole
        while shown and self._height_of(shown) > self._room():
            shown = f"{shown[:-2].rstrip('…')[: -max(1, len(shown) // 20)].rstrip()}…"
        if breakable(shown) != QLabel.text(self):
            QLabel.setText(self, breakable(shown))
        self.setAccessibleName(self._whole)
        self.setToolTip(plain_tip(self._whole) if shown != self._whole else "")

    def _height_of(self, words: str) -> int:
        room = QRect(0, 0, max(1, self.width()), 10_000)
        return self.fontMetrics().boundingRect(room, int(Qt.TextFlag.TextWordWrap), breakable(words)).height()


def breakable(text: str) -> str:
    """Return text in which a line can also end within a long name."""
    return re.sub(_UNBROKEN, rf"\g<0>{_BREAK}", text)


_WRAPPED = QTextOption()
_WRAPPED.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)


class ElidedLabel(QLabel):
    """A line of text that gives way to its neighbours."""

    def __init__(
        self,
        text: str = "",
        parent: QWidget | None = None,
        *,
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        """Take the text, and where it gives way."""
        super().__init__(text, parent)
        self._gives_way = mode
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def minimumSizeHint(self) -> QSize:
        """Return room for a few letters."""
        return QSize(24, super().minimumSizeHint().height())

    def shown_text(self) -> str:
        """Return what of the text there is room for."""
        return self.fontMetrics().elidedText(self.text(), self._gives_way, self.width())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint as much of the text as there is room for."""
        painter = QPainter(self)
        painter.setPen(self.palette().windowText().color())
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter | self.alignment(), self.shown_text())


class ElidedButton(QPushButton):
    """A button as wide as there is room, whatever its text, of which it shows some lines; the tooltip has all."""

    def __init__(self, text: str, parent: QWidget | None = None, *, lines: int = 1) -> None:
        """Take the text, and over how many lines it may go where room is short."""
        super().__init__(text.replace("&", "&&"), parent)
        self._words = text
        self._most = lines
        height = QSizePolicy.Policy.Fixed if lines == 1 else QSizePolicy.Policy.Minimum
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, height)
        policy.setHeightForWidth(lines > 1)
        self.setSizePolicy(policy)
        self.setToolTip(plain_tip(text))
        self.setAccessibleName(text)

    def shown_lines(self, width: int) -> list[str]:
        """Return what of the text a button of this width has room for."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.rect = QRect(0, 0, width, self.height())
        room = self.style().subElementRect(QStyle.SubElement.SE_PushButtonContents, option, self).width()
        starts = self._breaks(room)[: self._most] or [0]
        lines = [self._words[start:end].rstrip() for start, end in pairwise([*starts, len(self._words)])]
        return [self.fontMetrics().elidedText(line, Qt.TextElideMode.ElideRight, room) for line in lines]

    def _breaks(self, room: int) -> list[int]:
        """Return where each line of the whole text would begin."""
        layout = QTextLayout(self._words, self.font())
        layout.setTextOption(_WRAPPED)
        starts: list[int] = []
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(max(1, room))
            starts.append(line.textStart())
        layout.endLayout()
        return starts

    def heightForWidth(self, width: int) -> int:
        """Return the height with the lines that a width needs."""
        more = len(self.shown_lines(width)) - 1
        return super().sizeHint().height() + more * self.fontMetrics().lineSpacing()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the button with as much of the text as there is room for."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = "\n".join(self.shown_lines(self.width())).replace("&", "&&")
        QStylePainter(self).drawControl(QStyle.ControlElement.CE_PushButton, option)


_ICON = 14
_GAP = 6
_FIRST = 20
"""Signs by which the height of the first line is told."""


class WarningLabel(WrappedLabel):
    """Plain words, perhaps of several lines; the sign is beside the first one, in their colour."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setContentsMargins(px(_ICON) + _GAP, 0, 0, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the words and the sign."""
        super().paintEvent(event)
        painter, side = QPainter(self), px(_ICON)
        height, _ = line_height(self.font(), self.text()[:_FIRST])
        place = QRectF(0, (height - side) / 2, side, side)
        paint_icon(painter, "warning", place, self.palette().windowText().color())
