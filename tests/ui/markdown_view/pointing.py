"""Points of a Markdown view, and the mouse on them."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from axon_desktop.ui.markdown_view import MarkdownView
from axon_desktop.ui.markdown_view.layout.chunk import Chunk

LEFT = Qt.MouseButton.LeftButton


def paragraphs(count: int) -> str:
    return "\n\n".join(f"Paragraph {number} " + "word " * 40 for number in range(count))


def point_of(view: MarkdownView, chunk: Chunk, position: int) -> QPoint:
    """Return the position of a character in the viewport."""
    assert chunk.document is not None
    rect = chunk.document.position_rect(position)
    return (view.chunk_origin(chunk) + rect.center()).toPoint() + QPoint(1, 0)


def find_text(view: MarkdownView, text: str) -> QPoint:
    """Return a point inside the first occurrence of `text` that is laid out."""
    for chunk in view.visible_chunks():
        assert chunk.document is not None
        cursor = chunk.document.find(text)
        if not cursor.isNull():
            return point_of(view, chunk, cursor.selectionStart() + 1)
    raise AssertionError(text)


def drag(view: MarkdownView, start: QPoint, end: QPoint) -> None:
    QTest.mousePress(view.viewport(), LEFT, pos=start)
    QTest.mouseMove(view.viewport(), (start + end) / 2)
    QTest.mouseMove(view.viewport(), end)
    QTest.mouseRelease(view.viewport(), LEFT, pos=end)
