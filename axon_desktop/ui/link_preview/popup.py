"""LinkPreviewPopup: a small window over the note with a part of another one; it never takes the focus."""

from __future__ import annotations

import asyncio
import math
import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QMainWindow, QWidget

from axon_desktop.ui.link_preview.excerpt import Excerpt
from axon_desktop.ui.look.parts import text_label, vbox
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.theme import in_force, note_width
from axon_desktop.ui.markdown_view import MarkdownView
from axon_desktop.ui.note.line_highlight import LineHighlight

if TYPE_CHECKING:
    from collections.abc import Callable

    from axon_desktop.markdown.html.links import ResolveLink
    from axon_desktop.ui.link_preview.target import LinkTarget
    from axon_desktop.ui.markdown_view.embeds.embedded_notes import LoadNote

_WIDTH, _HEIGHT = 400, 300
"""The maximum size, at the text size of the design."""
_LEAST_HEIGHT = 64
_PIXELS = 13
_GAP = 4
_ASIDE = 12
_PATIENCE = 0.4
"""Seconds after which it is shown although the layout is not complete."""


class LinkPreviewPopup(QFrame):
    """Shows an excerpt beside a link."""

    link_activated = Signal(str)
    """A link in the excerpt was clicked."""

    def __init__(
        self,
        load_image: Callable[[str], bytes | None],
        load_note: LoadNote,
        window: QWidget,
    ) -> None:
        flags = Qt.WindowType.ToolTip | Qt.WindowType.FramelessWindowHint | Qt.WindowType.WindowDoesNotAcceptFocus
        super().__init__(window, flags)
        self._window = window
        self.setObjectName("preview_card")
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.title = text_label(name="preview_card_title", plain=True)
        self.hint = text_label(name="preview_card_hint", wraps=True, plain=True)
        self.view = MarkdownView(load_image=load_image, load_note=load_note)
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._fit()
        in_force.changed.connect(self._fit)
        self.view.setAccessibleName(self.tr("Link preview"))
        self.view.link_activated.connect(self.link_activated)
        self.mark = LineHighlight(self.view)
        self._parts = vbox(self.title, self.hint, self.view, parent=self, margins=(1, 1, 1, 1), spacing=0)
        self.resize(_largest())

    def _fit(self) -> None:
        self.view.set_font_size(px(_PIXELS))

    async def show_excerpt(self, excerpt: Excerpt, resolve: ResolveLink, hint: str, pointed: LinkTarget) -> None:
        """Show an excerpt, or a hint instead, beside the link that leads to it."""
        room = self._room()
        largest = _largest().boundedTo(room.size())
        inside = largest.width() - 2
        text_width = round(note_width(inside))
        self.title.setText(self.fontMetrics().elidedText(excerpt.title, Qt.TextElideMode.ElideMiddle, text_width))
        for label in (self.title, self.hint):
            label.setIndent((inside - text_width) // 2)  # aligned with the text of a note
        self.setAccessibleName(excerpt.title)
        self.hint.setText(hint)
        self.hint.setVisible(bool(hint))
        self.view.setVisible(not hint)
        self.hide()
        self.mark.stop()
        self.resize(largest)
        if not hint:
            self.view.forget_notes()  # they may have changed, or belong to the last vault
            self.view.set_resolver(resolve)
            # laid out invisibly: only then is the height of the card known
            self.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
            self.show()
            try:
                self.view.set_note("", excerpt.text)
                if excerpt.line:
                    self.mark.go_to(excerpt.text, excerpt.line)
                await self._laid_out()
            finally:
                self.hide()
                self.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen, on=False)
        self._parts.activate()  # else the last content would set the minimum height
        self.resize(largest.width(), self._wanted_height())
        self.setGeometry(place_card(self.size(), pointed.beside, room, in_list=pointed.in_list))
        self.show()

    async def _laid_out(self) -> None:
        """Wait until the view is ready, within a limit."""
        deadline = time.monotonic() + _PATIENCE
        while (self.view.busy or self.mark.looking) and time.monotonic() < deadline:  # noqa: ASYNC110 - nothing tells when it is
            await asyncio.sleep(0.01)

    def _wanted_height(self) -> int:
        """Return the height of the card for its content, within the limits."""
        if self.hint.isVisibleTo(self):
            height = self.title.sizeHint().height() + 2 + self.hint.heightForWidth(self.width())
            return max(_LEAST_HEIGHT, height)
        around = self.height() - self.view.height()
        return min(max(_LEAST_HEIGHT, around + math.ceil(self.view.column_height)), self.height())

    def _room(self) -> QRect:
        """Return the part of the screen that the card may cover: the window without its status bar."""
        screen = self._window.screen().availableGeometry()
        room = QRect(self._window.mapToGlobal(QPoint()), self._window.size())
        if isinstance(self._window, QMainWindow) and self._window.statusBar().isVisible():
            room.setBottom(self._window.statusBar().mapToGlobal(QPoint()).y() - 1)
        return room & screen if room.intersects(screen) else screen


def _largest() -> QSize:
    return QSize(px(_WIDTH), px(_HEIGHT))


def place_card(size: QSize, beside: QRect, room: QRect, *, in_list: bool) -> QRect:
    """Return the card's rectangle in its room: below a link or above it, beside a list; lower if necessary."""
    size = size.boundedTo(room.size())
    if in_list:
        x, y = beside.right() + _ASIDE, beside.top()
        if x + size.width() > room.right():
            x = beside.left() - _ASIDE - size.width()
    else:
        below, above = room.bottom() - beside.bottom() - _GAP, beside.top() - room.top() - _GAP
        size.setHeight(min(size.height(), max(below, above, _LEAST_HEIGHT)))
        x = beside.left() - _ASIDE
        y = beside.bottom() + _GAP if size.height() <= below else beside.top() - _GAP - size.height()
    corner = QPoint(
        max(room.left(), min(x, room.left() + room.width() - size.width())),
        max(room.top(), min(y, room.top() + room.height() - size.height())),
    )
    return QRect(corner, size)
