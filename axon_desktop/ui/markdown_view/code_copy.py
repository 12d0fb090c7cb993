"""CodeCopy: a button at the corner of each visible block of code, shown while the mouse or the focus is there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct
from PySide6.QtCore import QObject, QPointF, QRectF, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from axon_desktop.markdown.html.render import fence_code
from axon_desktop.markdown.scan.model import Block
from axon_desktop.ui.accessibility.announcer import announce
from axon_desktop.ui.buttons.text_button import TextButton, copy_button
from axon_desktop.ui.markdown_view.layout.chunk import Chunk, Row

_INDENT = re.compile("^(?: {4}| {0,3}\t)")
_CORNER = 3
"""Pixels between the button and the corner of the block."""


class _CodePosition(Struct, eq=False):
    """A block of code on the screen."""

    chunk: Chunk
    number: int
    """Its index in the chunk."""
    rect: QRectF
    """Position in the viewport."""


class CodeCopy(QObject):
    """Maintains one button for each block of code in the viewport."""

    copied = Signal()

    def __init__(self, view: QWidget) -> None:
        super().__init__(view)
        self._view = view
        self.buttons: list[TextButton] = []
        """From top to bottom."""
        self._places: list[_CodePosition] = []
        self._following: Sequence[Row] = ()
        self._point: QPointF | None = None

    def place(self, chunks: Sequence[tuple[Chunk, QPointF]], rows: Sequence[Row]) -> None:
        """Place the buttons at the blocks of these chunks, given with their viewport origins; `rows` are all."""
        self._following = rows
        self._places = [
            _CodePosition(chunk, number, code.rect.translated(origin))
            for chunk, origin in chunks
            if chunk.document is not None
            for number, code in enumerate(chunk.codes)
            if not code.continues
        ]
        while len(self.buttons) < len(self._places):
            self._add_button()
        while len(self.buttons) > len(self._places):
            button = self.buttons.pop()
            button.hide()
            button.deleteLater()
        for button, spot in zip(self.buttons, self._places, strict=True):
            self._stand(button, spot)
        self._show()

    def point(self, point: QPointF | None) -> None:
        """Take the position of the mouse; None when it has left."""
        self._point = point
        if self._places:
            self._show()

    def _add_button(self) -> None:
        button = copy_button(self._view)
        button.set_framed(True)
        button.setAccessibleName(self.tr("Copy the code"))
        button.clicked.connect(lambda: self._copy(button))
        above = self.buttons[-1] if self.buttons else self._view.parentWidget()
        if above is not None:
            QWidget.setTabOrder(above, button)
        self.buttons.append(button)

    def _stand(self, button: TextButton, spot: _CodePosition) -> None:
        width, height = button.width_as("word"), button.sizeHint().height()
        left = round(spot.rect.right()) - width - _CORNER
        top = round(spot.rect.top()) + min(_CORNER, max(0, round(spot.rect.height() - height) // 2))
        button.setGeometry(max(round(spot.rect.left()), left), top, width, height)
        button.show()

    def _show(self) -> None:
        for button, spot in zip(self.buttons, self._places, strict=True):
            over = self._point is not None and spot.rect.contains(self._point)
            button.show_as("word" if over else "nothing")

    def _copy(self, button: TextButton) -> None:
        spot = self._places[self.buttons.index(button)]
        QGuiApplication.clipboard().setText(self.code_of(spot.chunk, spot.number))
        button.say_done()
        announce(self.tr("Copied."))
        self.copied.emit()

    def code_of(self, chunk: Chunk, number: int) -> str:
        """Return a block of code as written in the source, including its parts farther down."""
        shown = [chunk.codes[number].text]
        later = chunk.codes[number + 1 :]
        parts = 1
        while parts <= len(later) and later[parts - 1].continues:
            shown.append(later[parts - 1].text)
            parts += 1
        exact = {text.expandtabs(4).rstrip("\n"): text for text in _texts(chunk)}
        found = [exact.get(text.rstrip("\n"), text) for text in shown]
        if parts > len(later):  # it may continue in the next chunks
            found += self._rest(chunk)
        return "\n".join(found)

    def _rest(self, chunk: Chunk) -> Iterator[str]:
        start = next(place for place, row in enumerate(self._following) if row is chunk) + 1
        for row in self._following[start:]:
            if not isinstance(row, Chunk) or row.item is not chunk.item:
                return
            for block in row.blocks:
                if not block.continues or block.kind not in ("fence", "code"):
                    return
                yield _source(block)


def _texts(chunk: Chunk) -> Iterator[str]:
    """Yield the code of the chunk's own blocks, with its tabs."""
    return (_source(block) for block in chunk.blocks if block.kind in ("fence", "code"))


def _source(block: Block) -> str:
    """Return the code of a block, with its tabs."""
    if block.kind == "fence":
        return fence_code(block)[0]
    return "\n".join(_INDENT.sub("", line) for line in block.source.splitlines()).strip("\n")
