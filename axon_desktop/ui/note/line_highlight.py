"""LineHighlight: scrolls to a line of the source in the rendered note, and highlights it for a moment."""

from __future__ import annotations

import re
from collections.abc import Iterable

from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QTextBlock
from PySide6.QtWidgets import QWidget

from axon_desktop.markdown.scan.properties import front_matter_end
from axon_desktop.ui.editor.source_lines import line_start
from axon_desktop.ui.look.theme import current_colors
from axon_desktop.ui.markdown_view import MarkdownView, ViewPosition
from axon_desktop.ui.markdown_view.layout.chunk import Chunk
from axon_desktop.ui.markdown_view.layout.chunk_document import ChunkDocument

_LOOK_MS = 30
_MOST_LOOKS = 200
"""Time for reading a note of any length up to the line; scrolling cancels it."""
_LOOKS_FOR_PICTURES = 20
"""Time for pictures to load, which move what is below them."""
_HEADER = -1
"""The area of the title and, below it, the properties."""
_SHOWN_MS = 1600
_MARGIN = 4
_WORD = re.compile(r"[A-Za-z0-9_]+|[^\W\d_]")
"""A Latin word, or one character of a script without blanks."""


class LineHighlight(QWidget):
    """A strip over the block of the line; the mouse ignores it."""

    def __init__(self, view: MarkdownView) -> None:
        super().__init__(view.viewport())
        self._view = view
        self._offset = 0
        self._words: list[str] = []
        self._looks = 0
        self._top = 0.0
        """Its position in the column."""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._look_again = QTimer(self, interval=_LOOK_MS)
        self._look_again.timeout.connect(self._look)
        self._ending = QTimer(self, singleShot=True, interval=_SHOWN_MS)
        self._ending.timeout.connect(self.hide)
        view.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.hide()

    def go_to(self, source: str, line: int) -> None:
        """Scroll to a line, from 1, of the note that the view shows."""
        self._offset = line_start(source, line)
        end = source.find("\n", self._offset)
        self._words = words(source[self._offset : end if end >= 0 else len(source)])
        if self._offset < front_matter_end(source):
            self._offset = _HEADER
        self._looks = 0
        self.hide()
        self._view.go_to(ViewPosition(False, float(self._offset)))
        self._look_again.start()

    @property
    def looking(self) -> bool:
        """Whether the line is not highlighted yet."""
        return self._look_again.isActive()

    def stop(self) -> None:
        """Cancel."""
        self._look_again.stop()
        self.hide()

    def _look(self) -> None:
        """Highlight the line as soon as it is laid out."""
        self._looks += 1
        view = self._view
        chunks = view.visible_chunks()
        working = view.at_work if self._looks < _LOOKS_FOR_PICTURES else view.busy
        if working or any(chunk.document is None for chunk in chunks):
            if self._looks > _MOST_LOOKS:
                self._look_again.stop()
            return
        self._look_again.stop()
        chunk = next((chunk for chunk in chunks if _holds(chunk, self._offset)), None)
        if chunk is None or chunk.document is None:
            return
        if self._offset == _HEADER:
            block = chunk.document.lastBlock()
        else:
            block = _best_block(chunk.document, self._words, _share(chunk, self._offset))
        view.reveal(chunk, block.position())
        place = chunk.document.documentLayout().blockBoundingRect(block)
        place.translate(view.chunk_origin(chunk))
        self._show_at(place)

    def _show_at(self, place: QRectF) -> None:
        view = self._view
        left = round(view.column_left) - 2 * _MARGIN
        width = round(view.column_width) + 4 * _MARGIN
        self._top = place.top() - _MARGIN + view.scroll_y
        self.setGeometry(left, round(place.top()) - _MARGIN, width, round(place.height()) + 2 * _MARGIN)
        self.show()
        self.raise_()
        self._ending.start()

    def _scrolled(self, _value: int) -> None:
        if self.isVisible():
            self.hide()
        elif not self.isHidden():  # in a card that takes its size before it is shown
            self.move(self.x(), round(self._top - self._view.scroll_y))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint a transparent tint, and a bar beside it."""
        colors = current_colors()
        painter = QPainter(self)
        tint = QColor(colors.accent)
        tint.setAlpha(36)
        painter.fillRect(self.rect(), tint)
        painter.fillRect(QRectF(0, 0, 3, self.height()), QColor(colors.accent))


def words(text: str) -> list[str]:
    """Return the words of a line, without markup."""
    return [word.lower() for word in _WORD.findall(text)]


def _holds(chunk: Chunk, offset: int) -> bool:
    if offset == _HEADER:
        return chunk.header is not None
    return any(block.offset <= offset < block.offset + max(1, len(block.source)) for block in chunk.blocks)


def _share(chunk: Chunk, offset: int) -> float:
    """Return the position in the chunk's source as a share."""
    return (offset - chunk.blocks[0].offset) / max(1, chunk.size)


def _best_block(document: ChunkDocument, wanted: Iterable[str], share: float) -> QTextBlock:
    """Return the paragraph with most of the words; of several, the one nearest to the expected position."""
    wanted = set(wanted)
    best, best_rank = document.firstBlock(), (-1, 0.0)
    block = document.begin()
    while block.isValid():
        common = len(wanted.intersection(words(document.says(block))))
        rank = common, -abs(block.position() / max(1, document.characterCount()) - share)
        if rank > best_rank:
            best, best_rank = block, rank
        block = block.next()
    return best
