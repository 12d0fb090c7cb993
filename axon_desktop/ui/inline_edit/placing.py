"""BarPlace: keeps the bar below its passage, and the two buttons of the current change in the left margin."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRect, QRectF
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QTextCursor
from PySide6.QtWidgets import QToolButton, QWidget

from axon_desktop.ui.inline_edit.bar import EditBar
from axon_desktop.ui.inline_edit.following import Span
from axon_desktop.ui.look.icons import paint_icon
from axon_desktop.ui.look.parts import hbox
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.stylesheet import plain_tip, wear
from axon_desktop.ui.look.theme import current_colors

if TYPE_CHECKING:
    from axon_desktop.ui.editor.text_edit import NoteTextEdit

_ABOVE = 4
_BELOW = 8
_BUTTON = 22


class _MarginButton(QToolButton):
    """Paints its icon in the colour of what it does."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the button and its icon."""
        super().paintEvent(event)
        colors, place = current_colors(), QRectF(0, 0, px(14), px(14))
        place.moveCenter(QRectF(self.rect()).center())
        color = colors.ok if self.objectName() == "check" else colors.err
        paint_icon(QPainter(self), self.objectName(), place, QColor(color))


class MarginButtons(QWidget):
    """Accept and Reject for the current change."""

    def __init__(self, bar: EditBar, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("inline_margin")
        wear(self, "inline_edit.qss")
        buttons = []
        for name, words, do in (
            ("check", self.tr("Accept this change"), bar.accept_current),
            ("cross", self.tr("Reject this change"), bar.reject_current),
        ):
            button = _MarginButton(self)
            button.setObjectName(name)
            button.setFixedSize(px(_BUTTON), px(_BUTTON))
            button.setToolTip(plain_tip(words))
            button.setAccessibleName(words)
            button.clicked.connect(lambda _checked=False, do=do: do())
            buttons.append(button)
        hbox(*buttons, parent=self, spacing=0)
        self.adjustSize()


class BarPlace(QObject):
    """Belongs to one bar."""

    def __init__(self, edit: NoteTextEdit, bar: EditBar, span: Callable[[], Span]) -> None:
        """Take the text box, the bar, and what says where the passage is."""
        super().__init__(bar)
        self._edit = edit
        self._bar = bar
        self._span = span
        self.margin = MarginButtons(bar, edit)
        edit.verticalScrollBar().valueChanged.connect(self.place_bar)
        edit.viewport().installEventFilter(self)
        bar.resized.connect(self.place_bar)
        bar.current_changed.connect(self.place_bar)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the width of the text."""
        if event.type() == QEvent.Type.Resize:
            self.place_bar()
        return False

    def place_bar(self) -> None:
        """Put the bar below its paragraph: in its own room if the text box can reserve one, else over the text."""
        edit, bar, at = self._edit, self._bar, self._cursor(self._span()[1])
        side = round(edit.document().documentMargin())
        width = max(200, edit.viewport().width() - 2 * side)
        height = bar.fit(width)
        at.movePosition(QTextCursor.MoveOperation.EndOfBlock)
        self._reserve(at, height + _ABOVE + _BELOW)
        top = edit.cursorRect(at).bottom() + _ABOVE
        over = top + height - edit.viewport().height()
        if over > 0 and not hasattr(edit, "reserve"):
            first = edit.cursorRect(self._cursor(self._span()[0])).top() - _ABOVE - height
            top = first if first >= 0 else max(0, top - over) if top < edit.viewport().height() else top
        bar.setGeometry(side, top, width, height)
        self._place_margin()

    def _reserve(self, at: QTextCursor, height: int) -> None:
        """Ask the text box for room below a paragraph, if it can give any."""
        reserve = getattr(self._edit, "reserve", None)
        if reserve is not None:
            reserve(at.block(), height)

    def _place_margin(self) -> None:
        bar, edit, margin = self._bar, self._edit, self.margin
        offers, place = bar.session.offers, QRect()
        if bar.session.state == "hunks" and 0 <= bar.current < len(offers) and not offers[bar.current].decision:
            place = edit.cursorRect(self._cursor(offers[bar.current].place.span[0]))
        left = edit.viewport().x() - margin.width() - 4
        top = edit.viewport().y() + place.center().y() - margin.height() // 2
        margin.setVisible(place.isValid() and left >= 0 and 0 <= place.top() < edit.viewport().height())
        margin.move(left, top)

    def show_whole(self) -> None:
        """Scroll so far that all of the bar is seen, if there is text enough."""
        bar, view = self._edit.verticalScrollBar(), self._edit.viewport()
        top = self._edit.cursorRect(self._end()).bottom()
        over = top + _ABOVE + self._bar.height() + _BELOW - view.height()
        if over <= 0 or bar.value() >= bar.maximum():
            return
        bar.setValue(bar.value() + 1)  # which may be a pixel or a line
        moved = top - self._edit.cursorRect(self._end()).bottom()
        if 0 < moved < over:
            bar.setValue(bar.value() + math.ceil((over - moved) / moved))

    def _end(self) -> QTextCursor:
        at = self._cursor(self._span()[1])
        at.movePosition(QTextCursor.MoveOperation.EndOfBlock)
        return at

    def _cursor(self, position: int) -> QTextCursor:
        cursor = QTextCursor(self._edit.document())
        cursor.setPosition(min(position, self._edit.document().characterCount() - 1))
        return cursor

    def leave(self) -> None:
        """Give the room back."""
        self._edit.viewport().removeEventFilter(self)
        self._reserve(self._end(), 0)
        self.margin.hide()
        self.margin.deleteLater()
