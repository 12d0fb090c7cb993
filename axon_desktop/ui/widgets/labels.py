"""WrappedLabel: plain text over as many lines as necessary; unlike Qt's label, it also breaks long names."""

from __future__ import annotations

import re
from itertools import pairwise

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QStyle, QStyleOptionButton, QStylePainter, QWidget

from axon_desktop.ui.look.icons import paint_icon
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.style import line_height
from axon_desktop.ui.look.stylesheet import mark, plain_tip
from axon_desktop.ui.look.theme import current_colors, in_force, mono_font

_UNBROKEN = r"[^ \t\n\u200d\u2e80-\U0010ffff]{24}(?=[^ \t\n\u200d\u2e80-\U0010ffff])"
"""A part of an address or a name without another position for a line break; compiled at its first use, as that
takes some ms."""
_BREAK = "\u200b"


class WrappedLabel(QLabel):
    """Its text never makes a dialog wider."""

    def __init__(self, text: str = "", parent: QWidget | None = None, **look: str | bool) -> None:
        """Take the text, and what the style sheet selects by."""
        super().__init__(parent)
        mark(self, **look)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setText(text)

    def setText(self, text: str) -> None:
        """Set the text; a screen reader gets it unchanged."""
        shown = breakable(text)
        super().setText(shown)
        self.setAccessibleName(text if shown != text else "")

    def text(self) -> str:
        """Return the text unchanged."""
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


class FixedLinesLabel(WrappedLabel):
    """Has room for a fixed number of lines: nothing moves when the text changes."""

    def __init__(self, lines: int, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self._lines = lines
        self._whole = ""
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def say(self, words: str) -> None:
        """Set the text; if it is too long the beginning is shown, and all of it in the tooltip."""
        self._whole = words
        self._fit()

    def text(self) -> str:
        """Return the whole text, even if it is cut off."""
        return self._whole

    def sizeHint(self) -> QSize:
        """Return the room."""
        return QSize(super().sizeHint().width(), self._room())

    def minimumSizeHint(self) -> QSize:
        """Return the room, with no minimum width."""
        return QSize(0, self._room())

    def hasHeightForWidth(self) -> bool:
        """Return that the height is the same at every width."""
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
    """Return text with additional positions for line breaks in long names."""
    return re.sub(_UNBROKEN, rf"\g<0>{_BREAK}", text)


_WRAPPED = QTextOption()
_WRAPPED.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)


class ElidedLabel(QLabel):
    """A line of plain text that is elided if there is no room."""

    def __init__(
        self,
        text: str = "",
        parent: QWidget | None = None,
        *,
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
        **look: str | bool,
    ) -> None:
        """Take the text, where to elide it, and what the style sheet selects by."""
        super().__init__(text, parent)
        mark(self, **look)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._gives_way = mode
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def minimumSizeHint(self) -> QSize:
        """Return room for a few characters."""
        return QSize(24, super().minimumSizeHint().height())

    def shown_text(self) -> str:
        """Return the elided text."""
        return self.fontMetrics().elidedText(self.text(), self._gives_way, self.width())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the elided text."""
        painter = QPainter(self)
        painter.setPen(self.palette().windowText().color())
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter | self.alignment(), self.shown_text())


class ElidedButton(QPushButton):
    """A button as wide as there is room, whose text is elided over some lines; the tooltip has all of it."""

    def __init__(self, text: str, parent: QWidget | None = None, *, lines: int = 1) -> None:
        """Take the text, and the maximum number of lines."""
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
        """Return the lines of text that a button of this width shows."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.rect = QRect(0, 0, width, self.height())
        room = self.style().subElementRect(QStyle.SubElement.SE_PushButtonContents, option, self).width()
        starts = self._breaks(room)[: self._most] or [0]
        lines = [self._words[start:end].rstrip() for start, end in pairwise([*starts, len(self._words)])]
        return [self.fontMetrics().elidedText(line, Qt.TextElideMode.ElideRight, room) for line in lines]

    def _breaks(self, room: int) -> list[int]:
        """Return the start of each line of the whole text."""
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
        """Return the height for the lines at this width."""
        more = len(self.shown_lines(width)) - 1
        return super().sizeHint().height() + more * self.fontMetrics().lineSpacing()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the button with the elided text."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = "\n".join(self.shown_lines(self.width())).replace("&", "&&")
        QStylePainter(self).drawControl(QStyle.ControlElement.CE_PushButton, option)


_ICON = 14
_GAP = 6
_FIRST = 20
"""Characters that determine the height of the first line."""


class WarningLabel(WrappedLabel):
    """Plain text, perhaps of several lines, with a warning icon beside the first one, in the same colour."""

    def __init__(self, text: str = "", parent: QWidget | None = None, **look: str | bool) -> None:
        super().__init__(text, parent, **look)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setContentsMargins(px(_ICON) + _GAP, 0, 0, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text and the icon."""
        super().paintEvent(event)
        painter, side = QPainter(self), px(_ICON)
        height, _ = line_height(self.font(), self.text()[:_FIRST])
        place = QRectF(0, (height - side) / 2, side, side)
        paint_icon(painter, "warning", place, self.palette().windowText().color())
