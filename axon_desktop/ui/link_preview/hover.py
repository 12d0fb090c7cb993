"""LinkHover: decides when the card with a preview opens and closes.

It opens half a second after the mouse came to rest on a link of a note or the conversation, at once with Ctrl
held, over a list of links and a link whose marks show only with Ctrl, and on request for the link with the
keyboard focus. It closes when the mouse has left both the link and the card, by Escape, and when something else
gets the focus or moves.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QRect, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from axon_desktop.ui.aio import spawn
from axon_desktop.ui.link_preview.excerpt import Excerpt, read_excerpt
from axon_desktop.ui.link_preview.target import (
    LinkTarget,
    focused_line,
    focused_link,
    line_under_mouse,
    link_in_text,
    link_under_mouse,
)
from axon_desktop.ui.note_panel.row_view import PanelRowView
from axon_desktop.ui.note_panel.rows import PanelRow

if TYPE_CHECKING:
    from axon_desktop.ui.editor.live.surface import NoteSurface
    from axon_desktop.ui.link_preview.popup import LinkPreviewPopup
    from axon_desktop.ui.markdown_view import MarkdownView
    from axon_desktop.ui.session.vault_context import VaultContext

_TICK_MS = 50
_REST_TICKS = 10
"""How long the mouse rests on a link before the card opens."""
_LEAVE_TICKS = 6
"""How long it may be on neither, on the way from one to the other."""
_ABSENT_TICKS = 60
"""How long to wait for a link under the mouse to come back."""
_SCROLL_KEYS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class LinkHover(QObject):
    """Watches the views of one window; has one card."""

    def __init__(self, context: VaultContext, make_card: Callable[[], LinkPreviewPopup], parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._make_card = make_card
        self._made: LinkPreviewPopup | None = None
        self._pending: LinkTarget | None = None
        self._shown: LinkTarget | None = None
        self._opening: asyncio.Task[None] | None = None
        self._ticks = self._absent = self._away = 0
        self._guarded: QObject | None = None
        """The focused widget when the card opened: it receives the keys that are meant for the card."""
        self._clock = QTimer(self, interval=_TICK_MS)
        self._clock.timeout.connect(self._tick)
        context.entered.connect(self.close)
        context.left.connect(self.close)
        context.note_changed.connect(lambda _path, _text: self._hide_card())

    @property
    def card(self) -> LinkPreviewPopup | None:
        """The card while it is visible."""
        return self._made if self._shown is not None else None

    @property
    def path(self) -> str:
        """Vault path of the note in the card; empty while there is none."""
        return self._shown.target.path if self._shown is not None else ""

    # --- watched widgets

    def watch_view(self, view: MarkdownView, source: Callable[[], str]) -> None:
        """Show previews for the links of a view; `source` returns its note, empty for a conversation."""
        view.link_hovered.connect(
            lambda href: self._point(link_under_mouse(view, href, source()) if href else None)
        )
        view.verticalScrollBar().valueChanged.connect(lambda _value: self._hide_card())

    def watch_text(self, edit: NoteSurface, source: Callable[[], str]) -> None:
        """Show previews for the links of a note that is being written: where their marks show only with Ctrl."""
        edit.link_hovered.connect(lambda href: self._point(link_in_text(edit, source()) if href else None))
        edit.verticalScrollBar().valueChanged.connect(lambda _value: self._hide_card())

    def watch_list(self, lines: PanelRowView) -> None:
        """Show previews for the lines of a list."""
        lines.pointed_at.connect(partial(self._point_in_list, lines))
        lines.verticalScrollBar().valueChanged.connect(lambda _value: self._hide_card())

    def _point_in_list(self, lines: PanelRowView, line: PanelRow | None, beside: QRect) -> None:
        if line is None or not line.target.path:
            self._point(None)
        else:
            self._point(line_under_mouse(lines, line.key, line.target, line.kind != "new", beside))

    def _point(self, pointed: LinkTarget | None) -> None:
        self._pending, self._ticks, self._absent = pointed, 0, 0
        if pointed is not None:
            self._clock.start()

    def show_focused(self, source_of: Callable[[QWidget], str]) -> None:
        """Show the preview of the link, or of the line of a list, with the keyboard focus."""
        from axon_desktop.ui.editor.live.surface import NoteSurface
        from axon_desktop.ui.markdown_view import MarkdownView

        focused = QApplication.focusWidget()
        pointed: LinkTarget | None = None
        if isinstance(focused, MarkdownView):
            pointed = focused_link(focused, source_of(focused))
        elif isinstance(focused, NoteSurface):
            pointed = link_in_text(focused, source_of(focused), at_caret=True)
        elif isinstance(focused, PanelRowView):
            pointed = focused_line(focused)
        self.close()
        if pointed is not None:
            self._open(pointed)

    # --- opening and closing

    def _tick(self) -> None:
        if self._pending is not None:
            self._wait(self._pending)
        if self._shown is not None:
            self._look(self._shown)
        if self._pending is None and self._shown is None:
            self._clock.stop()

    def _wait(self, pointed: LinkTarget) -> None:
        """Open the card when the mouse has rested long enough."""
        if not pointed.still_there():  # perhaps only laid out again, which is not reported a second time
            self._ticks, self._absent = 0, self._absent + 1
            if self._absent > _ABSENT_TICKS:
                self._pending = None
            return
        self._absent = 0
        if self._opening is not None:
            return
        self._ticks += 1
        ctrl = QGuiApplication.queryKeyboardModifiers() & Qt.KeyboardModifier.ControlModifier
        if ctrl or (self._ticks >= _REST_TICKS and not pointed.needs_ctrl):
            if self._shown is None or self._shown.target != pointed.target:
                self._open(pointed)
            else:
                self._pending = None

    def _look(self, pointed: LinkTarget) -> None:
        """Close the card when it is no longer wanted."""
        over_card = self._made is not None and self._made.underMouse() and not pointed.by_keyboard
        self._away = 0 if over_card or pointed.still_there() else self._away + 1
        if self._away >= (1 if pointed.by_keyboard else _LEAVE_TICKS):
            self.close()

    def _open(self, pointed: LinkTarget) -> None:
        if self._opening is not None:
            self._opening.cancel()
        opening = self._opening = spawn(self._show(pointed), name="preview of a link")
        opening.add_done_callback(self._opened)

    def _opened(self, opening: asyncio.Task[None]) -> None:
        if opening is self._opening:  # if it was stopped for another reason than the mouse, it is tried again
            self._opening = self._pending = None

    async def _show(self, pointed: LinkTarget) -> None:
        vault = self._context.vault
        if vault is None:
            return
        target = pointed.target
        excerpt: Excerpt | None = Excerpt(target.path, "", found=False)
        if pointed.exists:
            excerpt = await asyncio.to_thread(read_excerpt, vault, target)
        if excerpt is None or not pointed.still_there():
            return
        if self._made is None:
            self._made = self._make_card()
        hint = ""
        if not pointed.exists:
            hint = self.tr("This note does not exist yet. Follow the link to create it.")
        elif not excerpt.found:
            hint = (
                self.tr("The note has no such heading or block.")
                if target.anchor
                else self.tr("The note cannot be read.")
            )
        elif not excerpt.text.strip():
            hint = self.tr("This note is empty.")
        resolve = partial(vault.names.resolve_link, source=target.path)
        await self._made.show_excerpt(excerpt, resolve, hint, pointed)
        self._shown, self._away = pointed, 0
        self._guard(QApplication.focusWidget())
        self._clock.start()

    def close(self) -> None:
        """Close the card, and forget the pointed link."""
        self._pending = None
        self._hide_card()
        self._clock.stop()

    def _hide_card(self) -> None:
        """Close the card; the mouse may come to rest on a link, or already rest on one."""
        if self._opening is not None:
            self._opening.cancel()
            self._opening = None
        self._shown = None
        self._guard(None)
        if self._made is not None:
            self._made.hide()

    # --- keys

    def _guard(self, widget: QObject | None) -> None:
        if self._guarded is not None:
            self._guarded.removeEventFilter(self)
        self._guarded = widget
        if widget is not None:
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take Escape, and the scroll keys after opening by keyboard, from the focused widget."""
        shown = self._shown
        if shown is None or self._made is None:
            return False
        if event.type() == QEvent.Type.FocusOut:
            self.close()
        elif isinstance(event, QKeyEvent) and event.type() in (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride):
            pressed = event.type() == QEvent.Type.KeyPress
            if event.key() == Qt.Key.Key_Escape:
                event.accept()
                if pressed:
                    self.close()
                return True
            if shown.by_keyboard and event.key() in _SCROLL_KEYS and not event.modifiers():
                if pressed:
                    QCoreApplication.sendEvent(self._made.view, event)
                return True
        return False
