"""CommandBox: the exact command or address, for the user to check before it is run or called."""

from __future__ import annotations

import re
from math import ceil

from PySide6.QtCore import QMimeData, QSize, Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from axon_desktop.mcp_host.visible_text import show_invisible
from axon_desktop.ui.look.stylesheet import mono_font
from axon_desktop.ui.look.theme import in_force

_MOST_LINES = 8
_PAD = 12
_LONGEST = 20_000
_JOINER = "\u2060"
"""Zero-width character that prevents a line break; one in the text itself is shown escaped."""
_INSIDE_WORD = re.compile(r"(?<=[!-/:-@\[-`{-~])(?=\S)")
"""Positions where Qt would break a line although there is no blank: `--` and `city` are one word."""


class CommandBox(QPlainTextEdit):
    """Read-only monospaced text that wraps between words, as high as its lines need; nothing in it is hidden."""

    def __init__(self, parent: QWidget | None = None, *, most_lines: int = _MOST_LINES) -> None:
        super().__init__(parent)
        self._most_lines = most_lines
        self._lines = 1
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setCursorWidth(0)  # read-only
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(4)
        self.setObjectName("command_box")
        self._take_font()
        in_force.changed.connect(self._take_font)

    def _take_font(self) -> None:
        self.setFont(mono_font())
        self._fit()

    def show_text(self, text: str) -> None:
        """Show another text; a very long one is truncated, with a remark."""
        shown = show_invisible(text[:_LONGEST])
        shown = _INSIDE_WORD.sub(_JOINER, shown)
        self.setPlainText(f"{shown}\n…" if len(text) > _LONGEST else shown)
        self._fit()

    def toPlainText(self) -> str:
        """Return the visible text."""
        return super().toPlainText().replace(_JOINER, "")

    def createMimeDataFromSelection(self) -> QMimeData:
        """Copy the visible text."""
        copied = QMimeData()
        copied.setText(self.textCursor().selection().toPlainText().replace(_JOINER, ""))
        return copied

    def _fit(self) -> None:
        lines = max(1, round(self.document().size().height()))  # counted in lines, not in pixels
        height = min(lines, self._most_lines) * QFontMetrics(mono_font()).lineSpacing() + _PAD
        if lines <= self._most_lines:  # a character of another font makes its line higher
            block, taken = self.document().firstBlock(), 0.0
            while block.isValid():
                taken += self.blockBoundingRect(block).height()
                block = block.next()
            height = max(height, ceil(taken + _PAD - self.document().documentMargin()))
        if height != self.height() or self.minimumHeight() != height:
            self.setFixedHeight(height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap again, also beside a bar that came by that."""
        super().resizeEvent(event)
        self._fit()
        now = self.viewport().size()
        if now.width() != event.size().width():
            super().resizeEvent(QResizeEvent(now, event.size()))

    def minimumSizeHint(self) -> QSize:
        """Return the minimum useful size; the height is fixed."""
        return QSize(120, self.minimumHeight())
