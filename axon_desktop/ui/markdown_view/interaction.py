"""Reading with mouse and keyboard: selection, copy, find, links and keys over the whole column."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import (
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
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from axon_desktop.ui.look.theme import current_colors
from axon_desktop.ui.markdown_view.accessible import tell_link_focus
from axon_desktop.ui.markdown_view.code_copy import CodeCopy
from axon_desktop.ui.markdown_view.embeds.embedded_notes import LoadNote
from axon_desktop.ui.markdown_view.layout.chunk import TABLE_HREF, Chunk
from axon_desktop.ui.markdown_view.layout.chunk_builder import ResolveLink
from axon_desktop.ui.markdown_view.layout.hit_testing import Places
from axon_desktop.ui.markdown_view.plain_text import as_copied
from axon_desktop.ui.markdown_view.selection import END, Place, text_over
from axon_desktop.ui.markdown_view.tables.table_frames import Framed
from axon_desktop.ui.markdown_view.viewport import SMALL_CHARS

MORE_SCHEME = "axon-more:"
"""Links that unfold the rest of a huge block."""
FOLD_SCHEME = "axon-fold:"
"""Links that fold or unfold a callout."""
TASK_SCHEME = "axon-task:"
"""Links that tick a task: the line of the source, and `+` or `-`."""
COMMANDS = (MORE_SCHEME, FOLD_SCHEME, TASK_SCHEME, TABLE_HREF)
"""Links that lead nowhere but change what is shown."""
AUTOSCROLL_MS = 30
GATHER_MS = 40
"""How often it is looked what the plain texts that came from the worker are good for."""
MAX_LINK_SEARCH = 200
"""Chunks that Tab renders at most on its way to the next link."""


class Reader(Framed):
    """A canvas that can be read, searched and copied from."""

    link_activated = Signal(str)
    """The address of a link that was clicked or entered; links into the same note are followed by the view."""
    link_hovered = Signal(str)
    """The address under the mouse or with the keyboard focus; empty when it leaves."""
    find_changed = Signal(int, int)
    """(number of the current occurrence from 1 or 0, occurrences known so far)."""
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
        """Chunks whose text is still missing for the clipboard, and what gives it then."""
        self._hovered = ""
        """The link under the mouse."""
        self._told = ""
        """The link that was told of last: that one, or one that got the keyboard focus."""
        self._reached_by_key = False
        """Whether the focus came by the keyboard: then one must see where it is."""
        self._pressed_link = ""
        self._dragging = False
        self._last_double_click: tuple[float, QPoint] | None = None
        self._autoscroll = QTimer(self)
        self._autoscroll.setInterval(AUTOSCROLL_MS)
        self._autoscroll.timeout.connect(self._scroll_and_select)
        self._gathering = QTimer(self, singleShot=True, interval=GATHER_MS)
        self._gathering.timeout.connect(self._texts_came)
        self._builder.rendered.connect(self._gather)
        self.moved.connect(self._look_under_mouse)

    # Selection

    def selected_text(self) -> str:
        """Return the selected text."""
        self._content.finish_scans()
        parts = []
        for chunk, start, end in list(self._selection.chunks()):
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
            self._selection.set(Place(chunks[0], 0), Place(chunks[-1], END))
            self.viewport().update()

    def copy(self) -> None:
        """Put the selected text on the clipboard; a very long one follows as soon as it is ready."""
        self._content.finish_scans()
        if not self._selection.empty:
            self._copy_when_ready([chunk for chunk, _, _ in self._selection.chunks()], self.selected_text)

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
            QGuiApplication.clipboard().setText(text())

    def _show_changes(self) -> None:
        before = self._seen
        super()._show_changes()
        if before is not self._seen:
            self._place_code_buttons()

    def _place_code_buttons(self) -> None:
        chunks = [] if self._held else [chunk for chunk in self.visible_chunks() if chunk.codes]
        if chunks or self.code_copy.buttons:
            origins = [(chunk, self.chunk_origin(chunk)) for chunk in chunks]
            self.code_copy.place(origins, self._column.rows)

    # Find

    def find(self, text: str) -> int:  # type: ignore[override]  # QWidget.find looks up native windows
        """Mark every occurrence of `text` and go to the first from here; return how many are known.

        In a long note more may be found in the background: `find_changed` tells.
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
        """Take away the marks."""
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
        """Go on with what waited for plain text from the worker."""
        if self._copying is not None and all(chunk.text is not None for chunk in self._copying[0]):
            text, self._copying = self._copying[1], None
            self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
            QGuiApplication.clipboard().setText(text())
        if self._finder.needle:
            chunks = list(self._content.chunks())
            if self._finder.current is None and self._finder.total(chunks):
                self.find_next()
            else:
                self.find_changed.emit(self._finder.number(chunks), self._finder.total(chunks))

    # Links

    def _follow(self, href: str, _chunk: Chunk | None = None) -> None:
        """Tell the owner that a link was clicked."""
        if href and href != TABLE_HREF:
            self.link_activated.emit(href)

    def _hover(self, href: str) -> None:
        if href != self._hovered:
            self._hovered = href
            shape = Qt.CursorShape.PointingHandCursor if href else Qt.CursorShape.IBeamCursor
            self.viewport().setCursor(shape)
        self._tell(href)

    def _tell(self, href: str) -> None:
        if href != self._told:
            self._told = href
            self.link_hovered.emit("" if href.startswith(COMMANDS) else href)

    def _look_under_mouse(self) -> None:
        """Take note that the text moved and the mouse did not."""
        if self._hovered and not self._dragging:
            point = self.viewport().mapFromGlobal(self.cursor().pos())
            self._hover(self.link_at(QPointF(point)) if self.viewport().rect().contains(point) else "")

    def focused_link(self) -> str:
        """Return the address of the link that has the keyboard focus; empty if there is none."""
        if self._focused_link is None:
            return ""
        chunk, number = self._focused_link
        links = self.links_of(chunk)
        return links[number].href if number < len(links) else ""

    def _step_link(self, step: int) -> bool:
        """Move the focus to the next or previous link; False if there is none."""
        self._content.finish_scans()
        chunks = list(self._content.chunks())
        if not chunks:
            return False
        visible = self.visible_chunks()
        table = self.current_table() if self._focused_link is not None else None
        if self._focused_link is not None:
            index, number = chunks.index(self._focused_link[0]), self._focused_link[1] + step
        else:
            index = chunks.index(visible[0 if step > 0 else -1]) if visible else 0
            number = 0 if step > 0 else END
        for _ in range(MAX_LINK_SEARCH):
            chunk = chunks[index]
            if _MAY_HAVE_STOPS.search(self._builder.render(chunk)):
                self.ensure_built(chunk)
                links = self.links_of(chunk)
                number = min(number, len(links) - 1) if step < 0 else number
                if table is not None and 0 <= number < len(links) and chunk.frame_at(number) is table.shared:
                    number += step  # each part has a frame, and all are one
                if 0 <= number < len(links):
                    self._focus_link(chunk, number)
                    return True
            index += step
            number = 0 if step > 0 else END
            if not 0 <= index < len(chunks):
                break
        self._focused_link = None
        self.viewport().update()
        return False

    def _focus_link(self, chunk: Chunk, number: int) -> None:
        self._focused_link = chunk, number
        link = self.links_of(chunk)[number]
        frame = chunk.frame_at(number)
        if frame is None:
            self.reveal(chunk, link.start)
        elif all(table.shared is not frame for _, table, _ in self.wide_tables()):
            Places.reveal(self, chunk, link.start)  # it stays scrolled as it is
        self.viewport().update()
        self._tell(link.href)
        tell_link_focus(self, chunk, number)

    # Keys

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Let Tab and Shift+Tab walk the links before they leave the view."""
        return (self.hasFocus() and self._step_link(1 if forward else -1)) or super().focusNextPrevChild(forward)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll, copy, select, open the focused link."""
        bar = self.verticalScrollBar()
        key = event.key()
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.select_all()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.focused_link():
            self._follow(self.focused_link(), self._focused_link[0] if self._focused_link else None)
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

    def _extend(self, move: QTextCursor.MoveOperation) -> None:
        """Move the loose end of the selection."""
        head = self._selection.head or self.place_at(QPoint(0, 0))
        if head is None:
            return
        start = self._selection.start or head
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
        self._selection.set(start, Place(chunk, cursor.position()))
        self.reveal(chunk, cursor.position())
        self.viewport().update()

    # Mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a selection or a click on a link."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        point = event.position()
        place = self.place_at(point)
        self._pressed_link = self.link_at(point)
        self._focused_link = None
        if place is None:
            return
        if self._is_third_click(event):
            self._select_around(place, QTextCursor.SelectionType.BlockUnderCursor)
            return
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and self._selection.start is not None:
            self._selection.set(self._selection.start, place)
            self._pressed_link = ""
        else:
            self._selection.set(place, place)
        self._dragging = True
        self.viewport().update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Select a word."""
        place = self.place_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and place is not None:
            self._last_double_click = event.timestamp(), event.position().toPoint()
            self._select_around(place, QTextCursor.SelectionType.WordUnderCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Extend the selection, or show where a link leads."""
        point = event.position()
        self.code_copy.point(None if self._dragging else point)
        if not self._dragging:
            self._hover(self.link_at(point))
            return
        self._select_to(point)
        outside = not 0 <= point.y() < self.viewport().height() or self.beyond_frame(point) is not None
        if outside and not self._autoscroll.isActive():
            self._autoscroll.start()
        elif not outside:
            self._autoscroll.stop()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a selection or follow a link."""
        self._autoscroll.stop()
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._dragging = False
        if self._selection.empty:
            if self._pressed_link and self.link_at(event.position()) == self._pressed_link:
                self._follow(self._pressed_link, self.chunk_at(event.position()))
        else:
            self._offer_primary()
        self._pressed_link = ""

    def viewportEvent(self, event: QEvent) -> bool:
        """Forget the link under the mouse when that leaves."""
        if event.type() == QEvent.Type.Leave:
            self._hover("")
            self.code_copy.point(None)
        return super().viewportEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Forget it when something else is shown in this place."""
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
        copy.setEnabled(not self._selection.empty)
        href = self.link_at(point) or self.focused_link()
        if href and not href.startswith(COMMANDS):
            menu.addAction(self.tr("Copy link"), lambda: QGuiApplication.clipboard().setText(href))
        menu.addAction(self.tr("Select all"), self.select_all)
        return menu

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu."""
        self.make_menu(event.pos()).popup(event.globalPos())

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus, and note how it came."""
        super().focusInEvent(event)
        self._reached_by_key = event.reason() in _KEYBOARD
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the focus."""
        super().focusOutEvent(event)
        self._tell(self._hovered)
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint an edge around the text while the keyboard scrolls it."""
        super().paintEvent(event)
        if self._reached_by_key and self.hasFocus() and not self.focused_link():
            painter = QPainter(self.viewport())
            painter.setPen(QColor(current_colors().accent))
            painter.drawRect(self.viewport().rect().adjusted(0, 0, -1, -1))

    def _is_third_click(self, event: QMouseEvent) -> bool:
        last, self._last_double_click = self._last_double_click, None
        if last is None or event.timestamp() - last[0] > QApplication.doubleClickInterval():
            return False
        return (event.position().toPoint() - last[1]).manhattanLength() < QApplication.startDragDistance()

    def _select_around(self, place: Place, kind: QTextCursor.SelectionType) -> None:
        assert place.chunk.document is not None
        cursor = QTextCursor(place.chunk.document)
        cursor.setPosition(place.position)
        if kind is QTextCursor.SelectionType.BlockUnderCursor:  # Qt's own would take the break before it too
            cursor.movePosition(QTextCursor.MoveOperation.StartOfBlock)
            cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
        else:
            cursor.select(kind)
        chunk = place.chunk
        self._selection.set(Place(chunk, cursor.selectionStart()), Place(chunk, cursor.selectionEnd()))
        self._offer_primary()
        self.viewport().update()

    def _select_to(self, point: QPointF) -> None:
        place = self.place_at(point)
        if place is not None and self._selection.start is not None:
            self._selection.set(self._selection.start, place)
            self.viewport().update()

    def _scroll_and_select(self) -> None:
        """Scroll on while the mouse is held outside, faster the further away it is."""
        point = self.viewport().mapFromGlobal(self.cursor().pos())
        beyond = point.y() if point.y() < 0 else max(0, point.y() - self.viewport().height())
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + beyond)
        if (frame := self.beyond_frame(QPointF(point))) is not None:
            self.scroll_table(frame[0], frame[0].offset + frame[1])
        edge = min(max(point.y(), 0), self.viewport().height() - 1)
        self._select_to(QPointF(point.x(), edge))

    def _offer_primary(self) -> None:
        clipboard = QGuiApplication.clipboard()
        if not clipboard.supportsSelection() or self._selection.empty:
            return
        if sum(chunk.size for chunk, _, _ in self._selection.chunks()) <= SMALL_CHARS:
            clipboard.setText(self.selected_text(), clipboard.Mode.Selection)

    def _forget_place(self) -> None:
        """Forget what belonged to the text that is taken out."""
        self._selection.set(None, None)
        self._finder.search("")
        self._focused_link = None
        self._copying = None
        self._hover("")


_MAY_HAVE_STOPS = re.compile('href|<table(?! class="(?:block|part)")')
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
