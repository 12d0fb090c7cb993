"""ImageFile: a picture of the vault, fitted to the pane or at a size that the user chose."""

from __future__ import annotations

import asyncio
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QScrollArea, QStackedWidget, QToolButton, QWidget

from axon_desktop.theme.colors import LIGHT
from axon_desktop.ui.files.card import FileCard
from axon_desktop.ui.files.decoding import LargePicture, Refusal, decode_large, draw_svg
from axon_desktop.ui.language.formats import format_size
from axon_desktop.ui.look.parts import hbox, name_panel, text_label, vbox
from axon_desktop.ui.look.stylesheet import plain_tip
from axon_desktop.vault import Vault

if TYPE_CHECKING:
    from axon_desktop.index.vault_index import VaultIndex

_MARGIN = 12
"""Pixels around a fitted picture."""
_STEP = 1.25
_LEAST, _MOST = 0.02, 16.0


class _Sheet(QWidget):
    """Paints the picture at its zoom."""

    def __init__(self) -> None:
        super().__init__()
        self.picture: LargePicture | None = None

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the visible part, from the smallest copy that is large enough."""
        if self.picture is None:
            return
        painter = QPainter(self)
        image = self.picture.for_width(self.width() * self.devicePixelRatioF())
        if image.hasAlphaChannel():  # made for a white background
            painter.fillRect(event.rect(), QColor(LIGHT.raised))
        enlarged = self.width() > 2 * self.picture.size.width()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, not enlarged)
        seen = QRectF(event.rect())
        share = image.width() / self.width()
        source = QRectF(seen.x() * share, seen.y() * share, seen.width() * share, seen.height() * share)
        painter.drawImage(seen, image, source)


class _Area(QScrollArea):
    """Scrolls the sheet: by scroll bars, by wheel, and by dragging."""

    def __init__(self, owner: ImageFile) -> None:
        super().__init__()
        self._owner = owner
        self._grip: QPoint | None = None
        self.setObjectName("image_area")
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the picture to the new size."""
        super().resizeEvent(event)
        self._owner.fit_again()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom with Ctrl at the mouse pointer; scroll otherwise."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            if event.angleDelta().y():
                factor = _STEP if event.angleDelta().y() > 0 else 1 / _STEP
                self._owner.set_scale(self._owner.scale * factor, event.position())
            event.accept()
        else:
            super().wheelEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Start dragging the picture."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._grip = event.position().toPoint()
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag it."""
        if self._grip is not None:
            moved = event.position().toPoint() - self._grip
            self._grip = event.position().toPoint()
            self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() - moved.x())
            self.verticalScrollBar().setValue(self.verticalScrollBar().value() - moved.y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End dragging."""
        self._grip = None
        self.viewport().unsetCursor()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Switch between fitting and actual size."""
        self._owner.toggle_fit(event.position())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Plus, minus, 0 to fit and 1 for the actual size; the rest is Qt's."""
        steps = {Qt.Key.Key_Plus: 1, Qt.Key.Key_Equal: 1, Qt.Key.Key_Minus: -1, Qt.Key.Key_0: 0}
        if event.key() in steps:
            self._owner.zoom(steps[Qt.Key(event.key())])
        elif event.key() == Qt.Key.Key_1:
            self._owner.set_scale(1.0)
        else:
            super().keyPressEvent(event)


class ImageFile(QStackedWidget):
    """Shows one picture, with its size in words above it; a card if it cannot be drawn."""

    message_requested = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("image_file")
        self.scale = 1.0
        """Pixels on the screen for one of the picture."""
        self._fits = True
        self._path = ""
        self._serial = 0
        self._sheet = _Sheet()
        self.area = _Area(self)
        self.area.setWidget(self._sheet)
        self._facts = text_label(name="image_facts")
        self._fit = self._make_button(self.tr("Fit"), self.tr("Fit to window (0)"), self.fit)
        self._true = self._make_button("1:1", self.tr("Actual size (1)"), lambda: self.set_scale(1.0))
        for choice in (self._fit, self._true):
            choice.setCheckable(True)
        self._smaller = self._make_button("−", self.tr("Zoom out (-)"), lambda: self.zoom(-1))
        self._larger = self._make_button("+", self.tr("Zoom in (+)"), lambda: self.zoom(1))
        self._percent = text_label(name="image_percent")
        bar = QWidget()
        name_panel(bar, "image_bar")
        buttons = (self._smaller, self._percent, self._larger, self._fit, self._true)
        hbox((self._facts, 1), *buttons, parent=bar, margins=(16, 6, 16, 6), spacing=4)
        page = QWidget()
        vbox(bar, (self.area, 1), parent=page, spacing=0)
        self.card = FileCard()
        self.card.message_requested.connect(self.message_requested)
        self.addWidget(page)
        self.addWidget(self.card)
        self.setFocusProxy(self.area)

    def _make_button(self, text: str, tip: str, slot: object) -> QToolButton:
        button = QToolButton()
        button.setText(text)
        button.setToolTip(plain_tip(tip))
        button.setAccessibleName(tip)
        button.clicked.connect(slot)
        return button

    async def show_file(self, vault: Vault, path: str, data: bytes, index: VaultIndex | None = None) -> None:
        """Show a picture fitted to the pane; the same one again keeps its zoom."""
        self._serial += 1
        serial = self._serial
        draw = draw_svg if path.lower().endswith(".svg") else decode_large
        picture = await asyncio.to_thread(draw, data)
        if serial != self._serial:
            return  # another one was requested in the meantime
        again, self._path = path == self._path and self._sheet.picture is not None, path
        self._sheet.picture = picture if isinstance(picture, LargePicture) else None
        if not isinstance(picture, LargePicture):
            await self.card.show_card(vault, path, self._why(picture))
            self.setCurrentWidget(self.card)
            self.setFocusProxy(self.card)
            return
        facts = f"{picture.size.width()} × {picture.size.height()} · {format_size(len(data))}"
        self._facts.setText(facts)
        self.area.setAccessibleName(f"{PurePosixPath(path).name}, {facts}")
        self.setCurrentIndex(0)
        self.setFocusProxy(self.area)
        if again and not self._fits:
            self.set_scale(self.scale)
        else:
            self.fit()

    def _why(self, refusal: Refusal) -> str:
        if refusal == "too large":
            return self.tr("This picture is too large to be shown here.")
        return self.tr("This picture is damaged, or its type does not match its file name.")

    @property
    def shown(self) -> LargePicture | None:
        """The shown picture; None when a card is shown instead."""
        return self._sheet.picture

    def set_font_size(self, pixels: int) -> None:
        """Do nothing: `zoom` changes the picture's size."""

    def zoom(self, step: int) -> None:
        """Show it larger or smaller; 0 fits it again."""
        if step:
            self.set_scale(self.scale * _STEP**step)
        else:
            self.fit()

    def fit(self) -> None:
        """Show the whole picture, never larger than it is."""
        if self._sheet.picture is None:
            return
        size = QSize(self._sheet.picture.size)
        room = self.area.maximumViewportSize() - QSize(2 * _MARGIN, 2 * _MARGIN)
        if size.width() > room.width() or size.height() > room.height():
            size.scale(room, Qt.AspectRatioMode.KeepAspectRatio)
        self._apply(size.width() / max(1, self._sheet.picture.size.width()), fits=True)

    def toggle_fit(self, at: QPointF) -> None:
        """Switch between fitting and actual size, keeping the part at this point in position."""
        if self._fits and self.scale < 1:
            self.set_scale(1.0, at)
        else:
            self.fit()

    def set_scale(self, scale: float, at: QPointF | None = None) -> None:
        """Show it at a scale; the part at this point of the viewport (else in its centre) stays there."""
        if self._sheet.picture is None:
            return
        if at is None:
            at = QPointF(self.area.viewport().rect().center())
        held = QPointF(self._sheet.mapFrom(self.area.viewport(), at.toPoint())) / self.scale
        self._apply(min(max(scale, _LEAST), _MOST), fits=False)
        target = held * self.scale - at
        self.area.horizontalScrollBar().setValue(round(target.x()))
        self.area.verticalScrollBar().setValue(round(target.y()))

    def _apply(self, scale: float, *, fits: bool) -> None:
        assert self._sheet.picture is not None
        size = self._sheet.picture.size
        self.scale, self._fits = scale, fits
        self._fit.setChecked(fits)
        self._true.setChecked(not fits and scale == 1.0)
        self._sheet.resize(max(1, round(size.width() * scale)), max(1, round(size.height() * scale)))
        self._percent.setText(f"{round(scale * 100)}%")
        self._sheet.update()

    def fit_again(self) -> None:
        """Fit again, if it is fitted, after the pane changed its size."""
        if self._fits:
            self.fit()
