"""Fields of one line: what is typed is given once it is complete, and links are drawn as links."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QFocusEvent,
    QInputMethodEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QLineEdit, QToolButton, QWidget

from axon_desktop.ui.look.icons import paint_icon
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.stylesheet import plain_tip
from axon_desktop.ui.look.theme import current_colors

_STILL_HERE = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.MenuBarFocusReason)
_LINK = re.compile(r"\[\[(?P<inner>[^\[\]\n]*[^\[\]\n|\s][^\[\]\n]*)\]\]|^https?://\S+$")
_BUTTON = 24
PAD = 9
"""Pixels between the edge of a field and its text."""


class LinkedPart(NamedTuple):
    """A part of a value as it is shown."""

    start: int
    shown: str
    is_link: bool


def linked_parts(text: str) -> Iterator[LinkedPart]:
    """Yield the parts of a value: links as what they show, and what is between them."""
    at = 0
    for match in _LINK.finditer(text):
        if match.start() > at:
            yield LinkedPart(at, text[at : match.start()], is_link=False)
        target, _, alias = match["inner"].partition("|") if match["inner"] else (match[0], "", "")
        yield LinkedPart(match.start(), alias.strip() or target.strip(), is_link=True)
        at = match.end()
    if at < len(text):
        yield LinkedPart(at, text[at:], is_link=False)


class LineField(QLineEdit):
    """Gives what was typed once it is complete; what changes meanwhile elsewhere waits until then."""

    completed = Signal(str)
    """Somebody typed this, and went on."""
    left = Signal()
    """The focus is elsewhere now."""
    link_requested = Signal(str, int)
    """(value, place in it): the link there was clicked."""
    document_step = Signal(bool)
    """Undo, or redo if true, where the field itself has nothing to take back."""

    def __init__(self, parent: QWidget, *, links: bool = False) -> None:
        super().__init__(parent)
        self._links = links
        self._known = ""
        """What the note has."""
        self._composes = False
        """Whether an input method has a word that is not complete."""
        self.setFrame(False)

    @property
    def has_typed(self) -> bool:
        """Whether something is typed that the note does not have yet."""
        return self._composes or (self.isModified() and self.text() != self._known)

    def show_value(self, text: str) -> None:
        """Show what the note has, unless somebody is typing something else."""
        self._known = text
        if self.has_typed or self.text() == text:
            return
        self.setText(text)
        self.setModified(False)
        if not self.hasFocus():
            self.setCursorPosition(0)

    def complete(self) -> None:
        """Give what was typed."""
        if self.has_typed:
            self._composes, text = False, self.text()
            self.setModified(False)
            self.completed.emit(text)

    # --- undo: first that of the field, then that of the note

    def undo(self) -> None:
        """Take back typing, or the last change of the note."""
        if self.isUndoAvailable() and self.has_typed:
            super().undo()
        else:
            self.document_step.emit(False)

    def redo(self) -> None:
        """Do again what was taken back."""
        if self.isRedoAvailable() and self.has_typed:
            super().redo()
        else:
            self.document_step.emit(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Send undo through here."""
        if event.matches(QKeySequence.StandardKey.Undo):
            self.undo()
        elif event.matches(QKeySequence.StandardKey.Redo):
            self.redo()
        else:
            super().keyPressEvent(event)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Take note of a word that is being composed."""
        self._composes = bool(event.preeditString())
        super().inputMethodEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Give what was typed when the focus goes elsewhere."""
        super().focusOutEvent(event)
        if event.reason() not in _STILL_HERE:
            self.complete()
            self.deselect()
            self.left.emit()

    # --- links

    @property
    def parts(self) -> list[LinkedPart]:
        """The parts of the value while its links are drawn: nobody types in it."""
        if not self._links or self.hasFocus() or not self.text():
            return []
        parts = [*linked_parts(self.text())]
        return parts if any(part.is_link for part in parts) else []

    def link_at(self, point: QPoint) -> int:
        """Return the place of the link that is drawn at a point; -1 for none."""
        x = PAD
        for part in self.parts:
            end = x + self.fontMetrics().horizontalAdvance(part.shown)
            if part.is_link and x <= point.x() < end:
                return part.start
            x = end
        return -1

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the field; links without their brackets, unless somebody types."""
        parts = self.parts
        if not parts:
            super().paintEvent(event)
            return
        colors, painter, x = current_colors(), QPainter(self), PAD
        if self.underMouse():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colors.hover))
            painter.drawRoundedRect(self.rect(), 5, 5)
        painter.setFont(self.font())
        metrics = self.fontMetrics()
        for part in parts:
            room = self.width() - PAD - x
            if room <= 0:
                break
            words = metrics.elidedText(part.shown, Qt.TextElideMode.ElideRight, room)
            painter.setPen(QColor(colors.accent if part.is_link else colors.text))
            painter.drawText(QRect(x, 0, room, self.height()), Qt.AlignmentFlag.AlignVCenter, words)
            x += metrics.horizontalAdvance(part.shown)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Follow a link that is drawn; a click elsewhere begins typing."""
        place = self.link_at(event.position().toPoint())
        if place >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self.link_requested.emit(self.text(), place)
            return
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show a finger over a link."""
        super().mouseMoveEvent(event)
        over = self.link_at(event.position().toPoint()) >= 0
        self.setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.IBeamCursor)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Look for links from now on."""
        super().enterEvent(event)
        self.setMouseTracking(True)


class IconButton(QToolButton):
    """An icon in a quiet colour that does something."""

    def __init__(self, name: str, words: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.name, self.warns = "", False
        self.set_icon(name, words)

    def set_icon(self, name: str, words: str, *, warns: bool = False) -> None:
        """Show an icon; `warns` where something is not as it should be."""
        if (name, warns) != (self.name, self.warns):
            self.name, self.warns = name, warns
            self.update()
        self.setAccessibleName(words)
        self.setToolTip(plain_tip(words))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the icon, and a ground under the pointer."""
        colors, painter = current_colors(), QPainter(self)
        if self.underMouse() or self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colors.hover))
            painter.drawRoundedRect(self.rect(), 5, 5)
        place = QRectF(0, 0, px(14), px(14))
        place.moveCenter(QRectF(self.rect()).center())
        paint_icon(painter, self.name, place, QColor(colors.warn if self.warns else colors.muted))


class DateField(LineField):
    """A field with a button that opens a calendar."""

    def __init__(self, parent: QWidget, open_calendar: Callable[[], None]) -> None:
        super().__init__(parent)
        self._open = open_calendar
        self._button = IconButton("calendar", self.tr("Choose a day (Alt+↓)"), self)
        self._button.clicked.connect(open_calendar)
        self.setTextMargins(0, 0, px(_BUTTON), 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the button at the end."""
        super().resizeEvent(event)
        self._button.setGeometry(self.width() - px(_BUTTON) - 1, 1, px(_BUTTON), self.height() - 2)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the calendar with the key that opens lists."""
        if event.key() == Qt.Key.Key_Down and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self._open()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Keep that key from the window."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Down
            and event.modifiers() & Qt.KeyboardModifier.AltModifier
        ):
            event.accept()
            return True
        return super().event(event)
