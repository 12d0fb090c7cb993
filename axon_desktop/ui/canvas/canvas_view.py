"""CanvasView: an Obsidian canvas, read-only, with zoom buttons."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QStackedLayout, QToolButton, QWidget

from axon_desktop.ui.canvas.board import Board
from axon_desktop.ui.canvas.plane import STEP
from axon_desktop.ui.canvas.scene import BoardScene
from axon_desktop.ui.canvas.wording import fault_sentence, oddity_sentences
from axon_desktop.ui.files.card import FileCard
from axon_desktop.ui.look.icons import icon
from axon_desktop.ui.look.parts import centred_text, hbox, name_panel, text_label, vbox
from axon_desktop.ui.look.stylesheet import plain_tip
from axon_desktop.vault import Vault
from axon_desktop.vault.canvas.reader import Canvas, CanvasError, read_canvas
from axon_desktop.vault.history.changes import VaultChanged

if TYPE_CHECKING:
    from axon_desktop.index.vault_index import VaultIndex

_REST_MS = 300
"""Delay after a change of the vault before cards are read again."""


class CanvasView(QWidget):
    """Shows one canvas at a time; nothing is written."""

    link_activated = Signal(str)
    """A card or a link in it was activated: `axon-note:`, `axon-new:`, or an address."""
    message_requested = Signal(str)
    _vault_event = Signal(object)
    """VaultChanged, from the thread that wrote."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name_panel(self, "canvas_view")
        self._vault: Vault | None = None
        self._path = ""
        self._unsubscribe = _nothing
        self._changed: set[str] = set()
        self._many = False
        self._vault_event.connect(self._vault_changed)
        self._rest = QTimer(self, interval=_REST_MS, singleShot=True)
        self._rest.timeout.connect(self._read_again)
        self.board = Board(self)
        """The plane with the cards."""
        self.board.link_activated.connect(self.link_activated)
        self.hint = centred_text(self.tr("This canvas is empty."), self, name="canvas_hint")
        """Shown for an empty canvas."""
        self.remarks = text_label("", self, name="canvas_remarks", wraps=True, plain=True)
        """What was left out of the canvas."""
        self.remarks.setContentsMargins(24, 6, 24, 6)
        self.remarks.hide()
        self._pages = QStackedLayout()
        self._pages.addWidget(self.board)
        self._pages.addWidget(self.hint)
        self.card = FileCard()
        """Shown instead of a file that is no canvas."""
        self.card.message_requested.connect(self.message_requested)
        self._pages.addWidget(self.card)
        vbox(self.remarks, (self._pages, 1), parent=self, spacing=0)
        self._make_bar()
        self.setFocusProxy(self.board)
        self.destroyed.connect(lambda: self._unsubscribe())

    def _make_bar(self) -> None:
        """Make the zoom buttons that float over the lower right corner."""
        self.bar = QFrame(self)
        """The buttons."""
        self.bar.setObjectName("canvas_bar")
        row = hbox(parent=self.bar, margins=(5, 4, 5, 4), spacing=3)
        self._zoom = text_label("", self.bar, align=Qt.AlignmentFlag.AlignCenter)
        self._buttons: dict[str, QToolButton] = {}
        for name, words, act in (
            ("minus", self.tr("Zoom out (-)"), lambda: self.board.set_zoom(self.board.zoom / STEP)),
            ("plus", self.tr("Zoom in (+)"), lambda: self.board.set_zoom(self.board.zoom * STEP)),
            ("fit", self.tr("Show the whole canvas (1)"), self.board.fit),
        ):
            button = QToolButton(self.bar)
            button.setAutoRaise(True)
            button.setIcon(icon(name))
            button.setToolTip(plain_tip(words))
            button.setAccessibleName(words)
            button.clicked.connect(act)
            self._buttons[name] = button
            row.addWidget(button)
            if name == "minus":
                row.addWidget(self._zoom)
        self.board.zoom_changed.connect(self._show_zoom)
        self._show_zoom(1.0)

    def _show_zoom(self, zoom: float) -> None:
        self._zoom.setText(f"{round(zoom * 100)}%")

    # Content

    async def show_file(self, vault: Vault, path: str, data: bytes, index: VaultIndex | None = None) -> None:
        """Show a canvas; showing the same one again keeps the position."""
        again = vault is self._vault and path == self._path
        if vault is not self._vault:
            self._unsubscribe()
            self._unsubscribe = vault.subscribe(self._vault_event.emit)
        self._vault, self._path = vault, path
        try:
            canvas, scene = await asyncio.to_thread(_read, data)
        except CanvasError as error:
            await self.card.show_card(vault, path, fault_sentence(error))
            if path == self._path:
                self._show(Canvas(), self.card)
            return
        if path != self._path:
            return  # another file is being shown by now
        self.board.show_canvas(vault, path, scene, again=again)
        self._show(canvas, self.board if canvas.cards else self.hint)
        cards, lines = len(canvas.cards), len(canvas.edges)
        has = self.tr("1 card") if cards == 1 else self.tr("{count} cards").format(count=cards)
        one, many = self.tr("Canvas with {cards} and 1 line"), self.tr("Canvas with {cards} and {lines} lines")
        self.board.setAccessibleName((one if lines == 1 else many).format(cards=has, lines=lines))

    def _show(self, canvas: Canvas, page: QWidget) -> None:
        said = oddity_sentences(canvas)
        self.remarks.setText("\n".join(said))
        self.remarks.setVisible(bool(said))
        self._pages.setCurrentWidget(page)
        self.setFocusProxy(page)  # a hidden widget cannot have the focus
        self.bar.setVisible(page is self.board)
        self.bar.raise_()
        self._place_bar()

    def set_font_size(self, pixels: int) -> None:
        """Set the font size of cards."""
        self.board.set_font_size(pixels)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the buttons in their corner."""
        super().resizeEvent(event)
        self._place_bar()

    def _place_bar(self) -> None:
        size = self.bar.sizeHint()
        self.bar.setGeometry(
            self.width() - size.width() - 14, self.height() - size.height() - 14, size.width(), size.height()
        )

    def _vault_changed(self, change: VaultChanged) -> None:
        self._changed.update(change.paths)
        self._many = self._many or change.many
        self._rest.start()

    def _read_again(self) -> None:
        changed, self._changed = self._changed, set()
        many, self._many = self._many, False
        self.board.texts.outdate(changed, many=many)


def _read(data: bytes) -> tuple[Canvas, BoardScene]:
    canvas = read_canvas(data)
    return canvas, BoardScene(canvas)


def _nothing() -> None:
    return None
