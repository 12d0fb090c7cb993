"""NoteSurface: a text box that shows documents laid out by `NoteLayout`, and keeps its place while they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QInputMethodEvent,
    QMouseEvent,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QTextEdit, QWidget

from axon_desktop.ui.editor.live.layout import NoteLayout
from axon_desktop.ui.editor.live.looks import NoteLooks, Sources
from axon_desktop.ui.editor.live.targets import (
    PointedLink,
    Target,
    box_in,
    pointed_link,
    target_at,
    tick,
    written_link,
)
from axon_desktop.ui.editor.syntax import PROPERTIES, WHAT
from axon_desktop.ui.look.style import keep_bar
from axon_desktop.ui.look.theme import in_force, note_width
from axon_desktop.ui.runtime.ime_guard import CompositionGuard, place_from_corner

if TYPE_CHECKING:
    from axon_desktop.ui.editor.live.code_colors import CodeColors
    from axon_desktop.ui.editor.live.drawn.drawn_groups import DrawnGroups
    from axon_desktop.ui.editor.live.drawn.resizing import WrittenPicture

_STILL_HERE = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)
"""Reasons for losing the focus for a moment."""
_ROUNDS = 3
"""Laying out moves what is seen, which may bring more into sight."""


class NoteSurface(QTextEdit):
    """Lays out what is seen before it is painted; the first line seen stays where it is."""

    drawn_link_activated = Signal(str)
    """A link in a drawing was clicked; its address is in the grammar of MarkdownView."""

    link_hovered = Signal(str)
    """The address of the link under the mouse, in that grammar; empty when it leaves."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hovered = ""
        self.guard = CompositionGuard(self)
        self.note_looks = NoteLooks()
        """What its documents are laid out by."""
        self._pressed = False
        """Whether a mouse button is down, so that nothing may be shown or hidden."""
        self._path = ""
        self._ticked = False
        """Whether the button that is down has ticked a box."""
        self._clicked: Target | None = None
        """The link on which it went down."""
        self._caret_before = QTextCursor()
        self._typewriter = False
        self.note_looks.make_code_colors = self._make_code_colors
        self.setAcceptRichText(False)
        self.setFrameShape(QTextEdit.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        keep_bar(self)
        self._take_looks()
        self.cursorPositionChanged.connect(self._caret_moved)
        self.guard.changed.connect(self._reveal)
        in_force.changed.connect(self._restyle)

    @property
    def note_layout(self) -> NoteLayout:
        """The layout of the document that is shown."""
        layout = self.document().documentLayout()
        assert isinstance(layout, NoteLayout)
        return layout

    def set_title(self, title: str) -> None:
        """Set what stands above the text where marks are hidden."""
        self.note_layout.set_title(title)
        self.viewport().update()

    def put_in(self, document: QTextDocument, joint: str) -> None:
        """Show a document; `joint` marks a line of it that continues in the next block."""
        if self._is_laid_out:
            self.note_layout.grew.disconnect(self._grew)
        if not isinstance(document.documentLayout(), NoteLayout):
            document.setDocumentLayout(NoteLayout(document, self.note_looks, joint))
        self.setDocument(document)
        self.note_layout.grew.connect(self._grew)
        self._reveal()
        self.viewport().update()

    @property
    def _is_laid_out(self) -> bool:
        return isinstance(self.document().documentLayout(), NoteLayout)

    def set_sources(self, sources: Sources) -> None:
        """Draw tables, pictures and the like, with files and links from here."""
        self.note_looks.make_drawn = partial(self._make_drawn, sources)
        self.note_looks.resolve_link = sources.resolve_link

    def _make_drawn(self, sources: Sources) -> DrawnGroups:
        from axon_desktop.ui.editor.live.drawn.drawn_groups import DrawnGroups

        made = DrawnGroups(sources, self.note_looks.font, self.devicePixelRatioF(), self)
        made.path = self._path
        made.changed.connect(self._drawings_changed)
        from axon_desktop.ui.attachments.picture_handle import PictureHandle

        handle = PictureHandle(self.viewport(), self._picture_at)
        handle.resized.connect(self._resize_picture)
        self.verticalScrollBar().valueChanged.connect(handle.put_away)
        self.textChanged.connect(handle.put_away)
        return made

    def _picture_at(self, point: QPointF) -> WrittenPicture | None:
        from axon_desktop.ui.editor.live.drawn.resizing import picture_at

        if self.isReadOnly() or not self.note_looks.live:
            return None
        scrolled = QPointF(0, self.verticalScrollBar().value())
        found = picture_at(self.note_layout, self.note_looks, point + scrolled)
        return replace(found, rect=found.rect.translated(-scrolled)) if found is not None else None

    def _resize_picture(self, picture: WrittenPicture, width: int | None) -> None:
        from axon_desktop.ui.editor.live.drawn.resizing import resize

        if self.note_looks.resolve_link is not None:
            resize(self.document(), picture, width, self.note_looks.resolve_link)

    def _make_code_colors(self) -> CodeColors:
        from axon_desktop.ui.editor.live.code_colors import CodeColors

        made = CodeColors(self)
        made.changed.connect(self._drawings_changed)
        return made

    def set_path(self, path: str) -> None:
        """Set the vault path of the note, from which its links and embeds are resolved."""
        self._path = path
        if self.note_looks.made_drawn is not None:
            self.note_looks.made_drawn.path = path

    def _drawings_changed(self) -> None:
        self.viewport().update()

    def renew_links(self) -> None:
        """Resolve the links again."""
        self.note_looks.generation += 1
        self.viewport().update()
        if self.note_looks.made_drawn is not None:
            self.note_looks.made_drawn.renew()

    def files_changed(self, paths: Iterable[str] | None) -> None:
        """Read again what is embedded: these files, or all."""
        if self.note_looks.made_drawn is not None:
            self.note_looks.made_drawn.files_changed(None if paths is None else frozenset(paths))

    def forget_files(self) -> None:
        """Drop what is embedded: the next note is of another vault."""
        if self.note_looks.made_drawn is not None:
            self.note_looks.made_drawn.forget_files()

    def skip_properties(self) -> bool:
        """Put the caret behind the properties, which are drawn while it is outside; tell whether there are some.

        What is typed before them would make them text.
        """
        block = self.document().firstBlock()
        while block.isValid() and block.userState() & WHAT == PROPERTIES:
            block = block.next()
        if block.blockNumber() > 0:
            after = QTextCursor(block.next() if block.next().isValid() else block)
            if not block.next().isValid():
                after.movePosition(QTextCursor.MoveOperation.End)
            self.setTextCursor(after)
            self.verticalScrollBar().setValue(0)
            return True
        return False

    # --- what is seen

    def firstVisibleBlock(self) -> QTextBlock:
        """Return the block at the upper edge."""
        return self.note_layout.block_at(self.verticalScrollBar().value())

    def visible_blocks(self) -> Iterator[QTextBlock]:
        """Yield the blocks on the screen."""
        y = self.verticalScrollBar().value()
        yield from self.note_layout.blocks(y, y + self.viewport().height())

    def _lay_out_seen(self) -> None:
        bar = self.verticalScrollBar()
        for _ in range(_ROUNDS):
            y = bar.value()
            self.note_layout.lay_out_between(y, y + self.viewport().height())
            if bar.value() == y:
                return

    def _grew(self, top: int, bottom: int, by: int) -> None:
        """Keep what is seen in place when something above it has another height."""
        bar = self.verticalScrollBar()
        if top < bar.value() and bottom <= bar.value():
            bar.setValue(bar.value() + by)

    def ensureCursorVisible(self) -> None:
        """Scroll to the caret; what is around it is laid out before, since that moves it."""
        block, height, seen = self.textCursor().block(), self.viewport().height(), self.verticalScrollBar().value()
        y = self.note_layout.top_of(block)
        if seen <= y and y + block.lineCount() <= seen + height:
            self._lay_out_seen()
        else:
            self.note_layout.lay_out_between(y - height, y + height)
        super().ensureCursorVisible()
        self._centre()

    def set_typewriter(self, typewriter: bool) -> None:
        """Keep the line of the caret in the middle while one writes, or where it is."""
        if typewriter != self._typewriter:
            self._typewriter = typewriter
            self._leave_below()
            self._centre()

    def _leave_below(self) -> None:
        """Let the last line reach the middle."""
        below = self.viewport().height() // 2 if self._typewriter else 0
        if below != self.note_looks.below:
            self.note_looks.below = below
            self.note_layout.documentSizeChanged.emit(self.note_layout.documentSize())

    def _centre(self) -> None:
        if self._typewriter and not self._pressed and self.hasFocus():
            bar, caret = self.verticalScrollBar(), self.cursorRect()
            bar.setValue(bar.value() + caret.center().y() - self.viewport().height() // 2)

    # --- looks

    def set_font_size(self, pixels: int) -> None:
        """Set the text size of notes."""
        self.note_looks.set_pixels(pixels)
        self._restyle()

    def set_tab_width(self, blanks: int) -> None:
        """Draw tabs as wide as this many blanks."""
        if blanks != self.note_looks.tab_width:
            self.note_looks.tab_width = blanks
            self._restyle()

    def set_live(self, live: bool) -> None:
        """Hide the marks of all lines but that of the caret, or show the source."""
        if live != self.note_looks.live:
            self.note_looks.set_live(live)
            self._set_place()
            self._take_looks()
            self._reveal()

    def _restyle(self) -> None:
        self.note_looks.renew()
        if self.note_looks.made_drawn is not None:
            self.note_looks.made_drawn.restyle(self.note_looks.font)
        self._set_place()
        self._take_looks()

    def place_lines(self) -> None:
        """Take the room that is needed beside the lines now."""
        if self._set_place():
            self._take_looks()

    def room_beside(self) -> float:
        """Return how many pixels are needed to the left of the lines."""
        return 0.0

    def _take_looks(self) -> None:
        """Lay out again what is seen; the first line stays."""
        first = self.firstVisibleBlock() if self._is_laid_out else None
        self.setFont(self.note_looks.font)
        self.setTabStopDistance(self.note_looks.tab_width * self.fontMetrics().horizontalAdvance(" "))
        if first is not None:
            self._go_back_to(first, 0)
            self.viewport().update()

    def _go_back_to(self, first: QTextBlock, within: int) -> None:
        bar = self.verticalScrollBar()
        if bar.value() > 0:
            self.note_layout.laid_out(first)
            bar.setValue(self.note_layout.top_of(first) + within)

    # --- the marks at the caret

    def _reveal(self) -> None:
        if not self._pressed and not self.guard.composing and self._is_laid_out:
            cursor = self.textCursor()  # what is found in properties is seen in their lines
            found = cursor.hasSelection() and self.note_layout.replaced(cursor.block())
            self.note_layout.reveal(cursor.position(), shown=self.hasFocus() or found)

    def _caret_moved(self) -> None:
        caret = self.textCursor()
        if caret.selectionEnd() - caret.selectionStart() < self.document().characterCount() - 1:
            self.note_layout.folds.show(caret.block())
        self._reveal()
        if self._pressed:
            return
        self._centre()
        y = self.note_layout.top_of(self.textCursor().block()) - self.verticalScrollBar().value()
        if not 0 <= y < self.viewport().height() and self.hasFocus():
            self.ensureCursorVisible()

    # --- events

    def event(self, event: QEvent) -> bool:
        """Answer input methods with positions from the corner of the field."""
        done = super().event(event)
        place_from_corner(self, event)
        return done

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Lay the line out again: what is composed is not in its text."""
        super().inputMethodEvent(event)
        self.note_layout.forget(self.textCursor().block())
        self.viewport().update()

    # --- the mouse: boxes tick and links are followed where their marks are hidden

    def target_at(self, point: QPoint) -> Target | None:
        """Return what a click at a point of the viewport is for, besides the caret."""
        if not self.note_looks.live:
            return None
        return target_at(self.note_layout, QPointF(point) + QPointF(0, self.verticalScrollBar().value()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Tick a box; else show and hide nothing until the button is released."""
        plain = event.button() == Qt.MouseButton.LeftButton and not event.modifiers()
        target = self.target_at(event.position().toPoint()) if plain else None
        self._ticked = target is not None and target.kind == "box" and not self.isReadOnly()
        if target is not None and self._ticked:
            tick(self.document().findBlock(target.position), target.position)
            return
        self._clicked = target if target is not None and target.kind != "box" else None
        self._caret_before = self.textCursor()
        self._pressed = True
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show a finger over what a click follows or ticks."""
        if self._ticked and event.buttons():
            return
        super().mouseMoveEvent(event)
        if not event.buttons():
            self._hover(self.link_at(event.position().toPoint()))
            target = self.target_at(event.position().toPoint())
            shape = Qt.CursorShape.IBeamCursor if target is None else Qt.CursorShape.PointingHandCursor
            if self.viewport().cursor().shape() != shape:
                self.viewport().setCursor(shape)

    def leaveEvent(self, event: QEvent) -> None:
        """Point at no link any more."""
        super().leaveEvent(event)
        self._hover(None)

    def _hover(self, link: PointedLink | None) -> None:
        href = link.href if link is not None else ""
        if href != self._hovered:
            self._hovered = href
            self.link_hovered.emit(href)

    def link_at(self, point: QPoint) -> PointedLink | None:
        """Return the link at a point of the viewport, also one whose marks are shown."""
        resolve = self.note_looks.resolve_link
        if resolve is None:
            return None
        scrolled = QPointF(0, self.verticalScrollBar().value())
        found = pointed_link(self.note_layout, QPointF(point) + scrolled, resolve)
        return replace(found, rect=found.rect.translated(-scrolled)) if found is not None else None

    def link_at_caret(self) -> PointedLink | None:
        """Return the link in which the caret is."""
        resolve = self.note_looks.resolve_link
        if resolve is None:
            return None
        found = written_link(self.note_layout, self.textCursor().position(), resolve, as_text=True)
        scrolled = self.verticalScrollBar().value()
        return replace(found, rect=found.rect.translated(0, -scrolled)) if found is not None else None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Take a second click on a box for another one."""
        target = self.target_at(event.position().toPoint())
        if target is not None and target.kind == "box":
            self.mousePressEvent(event)
        else:
            super().mouseDoubleClickEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Follow a link that was clicked, or show the marks where the caret is now."""
        if self._ticked:
            self._ticked = False
            return
        super().mouseReleaseEvent(event)
        clicked, self._clicked, self._pressed = self._clicked, None, False
        if clicked is not None and not self.textCursor().hasSelection():
            self.setTextCursor(self._caret_before)
            cursor = QTextCursor(self.document())
            cursor.setPosition(clicked.position)
            if clicked.kind == "link":
                self.follow(cursor, new_tab=False)
            else:
                self._use_drawing(cursor.block(), clicked.href)
        self._reveal()

    def _use_drawing(self, block: QTextBlock, href: str) -> None:
        """Do what a link in a drawing is for; the drawing begins with a block."""
        from axon_desktop.ui.markdown_view.layout.chunk import FOLD_SCHEME, TASK_SCHEME

        if href.startswith(FOLD_SCHEME):
            self.note_layout.fold(block, href)
        elif href.startswith(TASK_SCHEME) and not self.isReadOnly():
            line = block.blockNumber() + int(href[len(TASK_SCHEME) : -1]) - 1
            task = self.document().findBlockByNumber(line)
            mark = box_in(self.note_layout, task)
            if mark >= 0:
                tick(task, mark)
        else:
            self.drawn_link_activated.emit(href)

    def follow(self, cursor: QTextCursor, *, new_tab: bool) -> None:
        """Follow the link at a cursor."""

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the marks at the caret."""
        super().focusInEvent(event)
        self._reveal()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide all marks, unless the focus comes back."""
        super().focusOutEvent(event)
        self._pressed = False
        if event.reason() not in _STILL_HERE:
            self._reveal()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Lay out what is seen, then paint it."""
        self._lay_out_seen()
        super().paintEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Align the text with the rendered note; the first line and the caret stay in sight."""
        first, bar = self.firstVisibleBlock(), self.verticalScrollBar()
        within = bar.value() - self.note_layout.top_of(first)
        caret = self.cursorRect()
        was_seen = caret.top() >= 0 and caret.bottom() <= event.oldSize().height()
        is_new = self._set_place()
        super().resizeEvent(event)
        self._leave_below()
        if is_new:
            self._go_back_to(first, within)
        if was_seen:  # a notice above the text makes it smaller
            self.ensureCursorVisible()

    def _set_place(self) -> bool:
        """Place the lines in the middle, with room for numbers beside them; tell whether that is new."""
        width = note_width(self.width())
        left = float(int((self.width() - width) / 2))
        missing = max(0.0, self.room_beside() - left)
        return self.note_looks.set_place(left + missing, width - missing, float(self.viewport().width()))
