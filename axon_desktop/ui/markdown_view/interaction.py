"""Reading with mouse and keyboard: selection, copy, find, links and keys over the whole column."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QHideEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QTextCursor,
    QWheelEvent,
)
from PySide6.QtWidgets import QMenu, QWidget

from axon_desktop.ui.accessibility.announcer import announce
from axon_desktop.ui.look.theme import current_colors
from axon_desktop.ui.markdown_view.accessible import notify_link_focus
from axon_desktop.ui.markdown_view.code_copy import CodeCopy
from axon_desktop.ui.markdown_view.embeds.embedded_notes import LoadNote
from axon_desktop.ui.markdown_view.layout.chunk import COMMANDS, SMALL_CHARS, TABLE_HREF, Chunk
from axon_desktop.ui.markdown_view.layout.chunk_builder import ResolveLink
from axon_desktop.ui.markdown_view.layout.hit_testing import HitTesting
from axon_desktop.ui.markdown_view.layout.plain_text import as_copied
from axon_desktop.ui.markdown_view.mouse_selection import MouseSelection
from axon_desktop.ui.markdown_view.selection import END, TextPosition, text_over
from axon_desktop.ui.markdown_view.tables.table_frames import Framed

GATHER_MS = 40
"""Interval at which plain texts from the worker are used for copying and finding."""


class Interaction(Framed):
    """A canvas that can be read, searched and copied from."""

    link_activated = Signal(str)
    """The address of a link that was clicked or entered; links into the same note are followed by the view."""
    link_hovered = Signal(str)
    """The address under the mouse or with the keyboard focus; empty when it leaves."""
    find_changed = Signal(int, int)
    """(number of the current occurrence from 1 or 0, occurrences known so far)."""
    menu_requested = Signal(QMenu)
    """A menu of the text was made; others may add to it."""
    zoom_requested = Signal(int)
    """Steps by which the user wants larger (or, negative, smaller) type."""

    def __init__(
        self,
        resolve_link: ResolveLink | None,
        load_image: Callable[[str], bytes | None] | None,
        load_note: LoadNote | None,
        parent: QWidget | None,
    ) -> None:
        super().__init__(resolve_link, load_image, load_note, parent)
        self.code_copy = CodeCopy(self.viewport())
        """The buttons at blocks of code."""
        self._copying: tuple[Sequence[Chunk], Callable[[], str]] | None = None
        """Chunks whose text is still missing for the clipboard, and the function that returns the text then."""
        self._hovered = ""
        """The link under the mouse."""
        self._reported = ""
        """The link that was reported last: that one, or one that got the keyboard focus."""
        self._reached_by_key = False
        """Whether the focus came by the keyboard: then it must be visible."""
        self._pressed_link = ""
        self._mouse = MouseSelection(self)
        self._gathering = QTimer(self, singleShot=True, interval=GATHER_MS)
        self._gathering.timeout.connect(self._texts_came)
        self._builder.rendered.connect(self._gather)
        self.moved.connect(self._look_under_mouse)

    # Selection

    def selected_text(self) -> str:
        """Return the selected text."""
        self._content.finish_scans()
        parts = []
        for chunk, start, end in list(self.selection.chunks()):
            if start == 0 and end >= END:
                parts.append(self._builder.text(chunk))
            else:
                self.ensure_built(chunk)
                parts.append(text_over(chunk, start, end))
        return as_copied("\n".join(part for part in parts if part))

    def select_all(self) -> None:
        """Select the whole text."""
        self._content.finish_scans()
        chunks = list(self._content.chunks())
        if chunks:
            self.selection.set(TextPosition(chunks[0], 0), TextPosition(chunks[-1], END))

    def copy(self) -> None:
        """Put the selected text on the clipboard; a very long one follows as soon as it is ready."""
        self._content.finish_scans()
        if not self.selection.empty:
            self._copy_when_ready([chunk for chunk, _, _ in self.selection.chunks()], self.selected_text)

    def copy_all(self) -> None:
        """Put the whole text on the clipboard; a very long one follows as soon as it is ready."""
        self._content.finish_scans()
        self._copy_when_ready(list(self._content.chunks()), self.to_plain_text)

    def to_plain_text(self) -> str:
        """Return the whole text."""
        self._content.finish_scans()
        texts = (self._builder.text(chunk) for chunk in self._content.chunks())
        return as_copied("\n".join(text for text in texts if text))

    def _copy_when_ready(self, chunks: Sequence[Chunk], text: Callable[[], str]) -> None:
        missing = [chunk for chunk in chunks if chunk.text is None]
        if sum(chunk.size for chunk in missing) > SMALL_CHARS:
            self._copying = chunks, text
            self.viewport().setCursor(Qt.CursorShape.BusyCursor)
            self._builder.want_texts(missing)
        else:
            self._put_on_clipboard(text())

    def _put_on_clipboard(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        announce(self.tr("Copied."))

    def _show_changes(self) -> None:
        before = self._picture.seen
        super()._show_changes()
        if before is not self._picture.seen:
            self._place_code_buttons()

    def _place_code_buttons(self) -> None:
        chunks = [] if self._held else [chunk for chunk in self.visible_chunks() if chunk.codes]
        if chunks or self.code_copy.buttons:
            origins = [(chunk, self.chunk_origin(chunk)) for chunk in chunks]
            self.code_copy.place(origins, self._column.rows)

    # Find

    def find(self, text: str) -> int:  # type: ignore[override]  # QWidget.find looks up native windows
        """Mark every occurrence of `text` and go to the first from here; return how many are known.

        In a long note more may be found in the background: `find_changed` reports it.
        """
        self._finder.search(text)
        self._content.finish_scans()
        chunks = list(self._content.chunks())
        missing = [chunk for chunk in chunks if chunk.text is None]
        if text and sum(chunk.size for chunk in missing) <= SMALL_CHARS:
            for chunk in missing:
                self._builder.text(chunk)
        elif text:
            self._builder.want_texts(missing)
        if text:
            self.find_next()
        self.viewport().update()
        return self._finder.total(chunks)

    def find_next(self) -> None:
        """Go to the next occurrence, after the last to the first."""
        self._go_to_hit(1)

    def find_previous(self) -> None:
        """Go to the occurrence before, from the first to the last."""
        self._go_to_hit(-1)

    def clear_find(self) -> None:
        """Remove the highlights."""
        self._finder.search("")
        self.viewport().update()
        self.find_changed.emit(0, 0)

    def _go_to_hit(self, step: int) -> None:
        chunks = list(self._content.chunks())
        visible = self.visible_chunks()
        start = chunks.index(visible[0]) if visible else 0
        before = self._finder.current
        hit = self._finder.step(chunks, start, step)
        if hit is not None:
            chunk, number = hit
            self.ensure_built(chunk)
            ranges = self._finder.ranges(chunk)
            if ranges:
                start, end = ranges[min(number, len(ranges) - 1)]
                self.reveal(chunk, end)
                self.reveal(chunk, start)
        self._paint_again(chunk for chunk, _ in filter(None, (before, hit)))
        self.find_changed.emit(self._finder.number(chunks), self._finder.total(chunks))

    def _gather(self) -> None:
        if (self._copying is not None or self._finder.needle) and not self._gathering.isActive():
            self._gathering.start()

    def _texts_came(self) -> None:
        """Continue what waited for plain text from the worker."""
        if self._copying is not None and all(chunk.text is not None for chunk in self._copying[0]):
            text, self._copying = self._copying[1], None
            self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
            self._put_on_clipboard(text())
        if self._finder.needle:
            chunks = list(self._content.chunks())
            if self._finder.current is None and self._finder.total(chunks):
                self.find_next()
            else:
                self.find_changed.emit(self._finder.number(chunks), self._finder.total(chunks))

    # Links

    def follow(self, href: str, _chunk: Chunk | None = None) -> None:
        """Report that a link was clicked."""
        if href and href != TABLE_HREF:
            self.link_activated.emit(href)

    def _hover(self, href: str) -> None:
        if href != self._hovered:
            self._hovered = href
            shape = Qt.CursorShape.PointingHandCursor if href else Qt.CursorShape.IBeamCursor
            self.viewport().setCursor(shape)
        self._report_link(href)

    def _report_link(self, href: str) -> None:
        if href != self._reported:
            self._reported = href
            self.link_hovered.emit("" if href.startswith(COMMANDS) else href)

    def _look_under_mouse(self) -> None:
        """Update the link under the mouse after the text moved."""
        if self._hovered and not self._mouse.dragging:
            point = self.viewport().mapFromGlobal(self.cursor().pos())
            self._hover(self.link_at(QPointF(point)) if self.viewport().rect().contains(point) else "")

    def focused_link(self) -> str:
        """Return the address of the link that has the keyboard focus; empty if there is none."""
        link = self.link_focus.link
        return link.href if link is not None else ""

    def step_link(self, step: int) -> bool:
        """Move the focus to the next (1) or previous (-1) link; False if there is none."""
        self._content.finish_scans()
        chunks = list(self._content.chunks())
        if not chunks:
            return False
        visible = self.visible_chunks()
        start = chunks.index(visible[0 if step > 0 else -1]) if visible else 0
        part, chunk = (None, None) if self._reading is None else (self._reading.part, self._reading.chunk)
        if self.link_focus.chunk is None and part is not None and chunk in chunks and chunk is not None:
            before = sum(one.start < part.start for one in chunk.stops())  # from where somebody reads
            self.link_focus.set(chunk, before - (step > 0))
        table = self.current_table() if self.link_focus.chunk is not None else None
        passed = table.shared if table is not None else None
        if self.link_focus.step(chunks, start, step, self._lay_out_stops, passed):
            self._show_link_focus()
            return True
        self.viewport().update()
        return False

    def _lay_out_stops(self, chunk: Chunk) -> bool:
        """Lay out a chunk if the keyboard may reach something in it; return whether it may."""
        if not _MAY_HAVE_STOPS.search(self._builder.render(chunk)):
            return False
        self.ensure_built(chunk)
        return True

    def _show_link_focus(self) -> None:
        """Scroll to the link that has got the focus, and say so."""
        chunk, link, frame = self.link_focus.chunk, self.link_focus.link, self.link_focus.frame
        assert chunk is not None
        assert link is not None
        if frame is None:
            self.reveal(chunk, link.start)
        elif all(table.shared is not frame for _, table, _ in self.wide_tables()):
            HitTesting.reveal(self, chunk, link.start)  # it stays scrolled as it is
        self.viewport().update()
        self._report_link(link.href)
        notify_link_focus(self, chunk, self.link_focus.number)

    # Keys

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Let Tab and Shift+Tab walk the links before they leave the view."""
        return (self.hasFocus() and self.step_link(1 if forward else -1)) or super().focusNextPrevChild(forward)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll, copy, select, open the focused link."""
        bar = self.verticalScrollBar()
        key = event.key()
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.select_all()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.focused_link():
            self.follow(self.focused_link(), self.link_focus.chunk)
        elif QAccessible.isActive() and self._read_on(event):
            pass
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier and key in _MOVES:
            self._extend(_MOVES[key])
        elif self.sideways_key(event):
            pass
        elif key == Qt.Key.Key_Home:
            bar.setValue(0)
        elif key == Qt.Key.Key_End:
            bar.setValue(bar.maximum())
        elif key in _PAGES:
            bar.setValue(bar.value() + _PAGES[key] * max(24, bar.pageStep() - 40))
        elif key in _LINES:
            bar.setValue(bar.value() + _LINES[key] * 2 * bar.singleStep())
        else:
            event.ignore()

    def _read_on(self, event: QKeyEvent) -> bool:
        from axon_desktop.ui.markdown_view.reading.keys import read_on

        return read_on(self, event)

    def step_part(self, key: int, step: int) -> bool:
        """Go to the next or previous part that a key is about; False if there is none."""
        self._content.finish_scans()
        chunks, visible = list(self._content.chunks()), self.visible_chunks()
        start = chunks.index(visible[0]) if visible else 0
        if key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            start, step = (0, 1) if key == Qt.Key.Key_Home else (len(chunks) - 1, -1)
        return bool(chunks) and self.reading.step(chunks, start, key, step, self.ensure_built)

    def _extend(self, move: QTextCursor.MoveOperation) -> None:
        """Move the free end of the selection."""
        head = self.selection.head or self.place_at(QPoint(0, 0))
        if head is None:
            return
        start = self.selection.start or head
        chunk = head.chunk
        self.ensure_built(chunk)
        assert chunk.document is not None
        cursor = QTextCursor(chunk.document)
        cursor.setPosition(min(head.position, chunk.document.characterCount() - 1))
        position = cursor.position()
        cursor.movePosition(move)
        back = move in (QTextCursor.MoveOperation.Left, QTextCursor.MoveOperation.Up)
        if cursor.position() == position:
            chunks = list(self._content.chunks())
            index = chunks.index(chunk) + (-1 if back else 1)
            if not 0 <= index < len(chunks):
                return
            chunk = chunks[index]
            self.ensure_built(chunk)
            assert chunk.document is not None
            cursor = QTextCursor(chunk.document)
            if back:
                cursor.movePosition(QTextCursor.MoveOperation.End)
        self.selection.set(start, TextPosition(chunk, cursor.position()))
        self.reveal(chunk, cursor.position())

    # Mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a selection or a click on a link."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self.link_focus.clear()
        extends = self._mouse.press(event)
        self._pressed_link = "" if extends else self.link_at(event.position())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Select a word."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._mouse.double_click(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Extend the selection, or show where a link leads."""
        point = event.position()
        self.code_copy.point(None if self._mouse.dragging else point)
        if self._mouse.dragging:
            self._mouse.drag(point)
        else:
            self._hover(self.link_at(point))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a selection or follow a link."""
        self._mouse.stop_scrolling()
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._mouse.release()
        link, self._pressed_link = self._pressed_link, ""
        if self.selection.empty and link and self.link_at(event.position()) == link:
            self.follow(link, self.chunk_at(event.position()))

    def viewportEvent(self, event: QEvent) -> bool:
        """Reset the hovered link when the mouse leaves."""
        if event.type() == QEvent.Type.Leave:
            self._hover("")
            self.code_copy.point(None)
        return super().viewportEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Reset the hovered link when the view is hidden."""
        super().hideEvent(event)
        self._hover("")

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll by the pixels of a touchpad or the notches of a wheel; zoom with Ctrl."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            if event.angleDelta().y():
                self.zoom_requested.emit(1 if event.angleDelta().y() > 0 else -1)
            event.accept()
        elif self.sideways_wheel(event):
            event.accept()
        elif not event.pixelDelta().isNull():
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() - event.pixelDelta().y())
            event.accept()
        else:
            super().wheelEvent(event)

    def make_menu(self, point: QPoint) -> QMenu:
        """Return the menu for a point of the viewport, which offers to copy."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        copy = menu.addAction(self.tr("Copy"), self.copy)
        copy.setEnabled(not self.selection.empty)
        href = self.link_at(point) or self.focused_link()
        if href and not href.startswith(COMMANDS):
            menu.addAction(self.tr("Copy link"), partial(self._put_on_clipboard, href))
        menu.addAction(self.tr("Select all"), self.select_all)
        self.menu_requested.emit(menu)
        return menu

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu."""
        self.make_menu(event.pos()).popup(event.globalPos())

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus, and note whether it came by the keyboard."""
        super().focusInEvent(event)
        self._reached_by_key = event.reason() in _KEYBOARD
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the focus."""
        super().focusOutEvent(event)
        self._report_link(self._hovered)
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint a border around the text while the keyboard scrolls it."""
        super().paintEvent(event)
        if self.hasFocus() and (place := self.place_of_part()) is not None:
            painter = QPainter(self.viewport())
            painter.setPen(QColor(current_colors().accent))
            painter.drawRect(place.adjusted(-4, -2, 4, 2))
        elif self._reached_by_key and self.hasFocus() and not self.focused_link():
            painter = QPainter(self.viewport())
            painter.setPen(QColor(current_colors().accent))
            painter.drawRect(self.viewport().rect().adjusted(0, 0, -1, -1))

    def _forget_place(self) -> None:
        """Reset selection, find and focus before the text is removed."""
        self.selection.set(None, None)
        self._finder.search("")
        self.link_focus.clear()
        self._reading = None
        self._copying = None
        self._hover("")


_MAY_HAVE_STOPS = re.compile('href|axon-diagram:mermaid,|<table(?! class="(?:block|part)")')
_KEYBOARD = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)
_MOVES: dict[int, QTextCursor.MoveOperation] = {
    Qt.Key.Key_Left: QTextCursor.MoveOperation.Left,
    Qt.Key.Key_Right: QTextCursor.MoveOperation.Right,
    Qt.Key.Key_Up: QTextCursor.MoveOperation.Up,
    Qt.Key.Key_Down: QTextCursor.MoveOperation.Down,
}
_PAGES: dict[int, int] = {Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1}
_LINES: dict[int, int] = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
