"""LinkTarget: a link under the mouse or with the keyboard focus, its position and its target."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import unquote

from msgspec import Struct
from PySide6.QtCore import QPoint, QPointF, QRect
from PySide6.QtGui import QCursor

from axon_desktop.ui.note_panel.rows import RowTarget

if TYPE_CHECKING:
    from axon_desktop.ui.editor.live.surface import NoteSurface
    from axon_desktop.ui.editor.live.targets import PointedLink
    from axon_desktop.ui.markdown_view import MarkdownView
    from axon_desktop.ui.markdown_view.layout.chunk import Chunk
    from axon_desktop.ui.markdown_view.layout.chunk_document import Link
    from axon_desktop.ui.note_panel.row_view import PanelRowView


class LinkTarget(Struct, frozen=True):
    """One link."""

    target: RowTarget
    exists: bool
    """Whether the file exists."""
    beside: QRect
    """Its rectangle on the screen."""
    still_there: Callable[[], bool]
    """Tells whether the mouse, or the focus, is still on it."""
    by_keyboard: bool = False
    needs_ctrl: bool = False
    """Whether the preview comes only with Ctrl held."""
    in_list: bool = False
    """Whether it is a line of a list, so that the preview is placed beside it."""


def target_of(href: str, source: str) -> tuple[RowTarget, bool] | None:
    """Return the target of a link of the view, and whether that exists; None if it has no preview.

    `source` is the vault path of the note with the link; empty for a text that is no note.
    """
    if href.startswith("#"):
        return (RowTarget(source, unquote(href[1:])), True) if source else None
    scheme, _, rest = href.partition(":")
    if scheme == "axon-note":
        path, _, anchor = rest.partition("#")
        return RowTarget(unquote(path), unquote(anchor)), True
    return (RowTarget(unquote(rest)), False) if scheme == "axon-new" else None


def link_under_mouse(view: MarkdownView, href: str, source: str) -> LinkTarget | None:
    """Return the link of a view under the mouse; None if there is none, or it has no preview."""
    point = view.viewport().mapFromGlobal(QCursor.pos())
    chunk = view.chunk_at(point)
    target = target_of(href, source)
    if target is None or chunk is None or view.link_at(point) != href:
        return None

    def stays() -> bool:
        at = view.viewport().mapFromGlobal(QCursor.pos())
        return view.viewport().underMouse() and view.link_at(at) == href

    rects = [rect for link in chunk.stops() if link.href == href for rect in _rects(view, chunk, link)]
    place = view.viewport().mapToGlobal(point)
    beside = next(
        (rect for rect in rects if rect.contains(place)), QRect(place - QPoint(0, 8), place + QPoint(1, 8))
    )
    return LinkTarget(*target, beside, stays)


def focused_link(view: MarkdownView, source: str) -> LinkTarget | None:
    """Return the link of a view with the keyboard focus."""
    chunk, link = view.link_focus.chunk, view.link_focus.link
    target = target_of(link.href, source) if link is not None else None
    if chunk is None or link is None or target is None or not view.hasFocus():
        return None
    if chunk not in view.visible_chunks():
        return None
    href = link.href
    return LinkTarget(
        *target,
        _rects(view, chunk, link)[0],
        lambda: view.hasFocus() and view.focused_link() == href,
        by_keyboard=True,
    )


def link_in_text(edit: NoteSurface, source: str, *, at_caret: bool = False) -> LinkTarget | None:
    """Return the link under the mouse, or at the caret, of a note that is being written."""

    def find() -> PointedLink | None:
        if at_caret:
            return edit.link_at_caret() if edit.hasFocus() else None
        at = edit.viewport().mapFromGlobal(QCursor.pos())
        return edit.link_at(at) if edit.viewport().underMouse() else None

    link = find()
    target = target_of(link.href, source) if link is not None else None
    if link is None or target is None:
        return None
    href, corner = link.href, edit.viewport().mapToGlobal(QPoint(0, 0))

    def stays() -> bool:
        now = find()
        return now is not None and now.href == href

    return LinkTarget(
        *target,
        link.rect.toAlignedRect().translated(corner),
        stays,
        by_keyboard=at_caret,
        needs_ctrl=link.as_text and not at_caret,
    )


def line_under_mouse(lines: PanelRowView, key: str, target: RowTarget, exists: bool, beside: QRect) -> LinkTarget:
    """Return the line of a list under the mouse."""
    return LinkTarget(target, exists, beside, lambda: lines.pointed == key, needs_ctrl=True, in_list=True)


def focused_line(lines: PanelRowView) -> LinkTarget | None:
    """Return the line of a list with the keyboard focus."""
    line = lines.current_line()
    if line is None or not line.target.path:
        return None
    return LinkTarget(
        line.target,
        line.kind != "new",
        lines.rect_of(lines.currentIndex()),
        lambda: lines.hasFocus() and lines.current_line() == line,
        by_keyboard=True,
        in_list=True,
    )


def _rects(view: MarkdownView, chunk: Chunk, link: Link) -> list[QRect]:
    """Return the rectangles of a link's lines on the screen."""
    origin = view.chunk_origin(chunk)
    rows: list[QRect] = []
    for position in range(link.start, link.end + 1):
        rect = chunk.rect_at(position).translated(origin).toAlignedRect()
        if rows and rows[-1].top() == rect.top():
            rows[-1] = rows[-1].united(rect)
        else:
            rows.append(rect)
    corner: QPointF | QPoint = view.viewport().mapToGlobal(QPoint(0, 0))
    assert isinstance(corner, QPoint)
    return [row.translated(corner) for row in rows]
