"""BarPlace: keeps the bar below its passage, and the two buttons of the current change in the left margin."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRect, QRectF
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolButton, QWidget
from shiboken6 import isValid

from axon_desktop.ui.aio import single_shot
from axon_desktop.ui.inline_edit.bar import EditBar
from axon_desktop.ui.inline_edit.following import Span
from axon_desktop.ui.look.icons import paint_icon
from axon_desktop.ui.look.parts import hbox
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.stylesheet import plain_tip, wear
from axon_desktop.ui.look.theme import current_colors

if TYPE_CHECKING:
    from axon_desktop.ui.editor.live.proposals import Proposal
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
        self._current = -1
        """The change that was brought into sight."""
        self._layout = edit.note_layout
        self._again = single_shot(self, 0, self.place_bar)
        self.margin = MarginButtons(bar, edit)
        edit.verticalScrollBar().valueChanged.connect(self._follow_scroll)
        edit.viewport().installEventFilter(self)
        self._layout.documentSizeChanged.connect(self._size_changed)
        bar.resized.connect(self.place_bar)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the width of the text."""
        if event.type() == QEvent.Type.Resize:
            self._again.start()
        return False

    def place_bar(self) -> None:
        """Put the bar into room of its own below its paragraph."""
        edit, bar, looks = self._edit, self._bar, self._edit.note_looks
        width = max(200, round(looks.width))
        height = bar.fit(width)
        block = edit.document().findBlock(self._span()[1])
        top = self._layout.reserve(block, height + _ABOVE + _BELOW) - edit.verticalScrollBar().value()
        bar.setGeometry(round(looks.left), round(top) + _ABOVE, width, height)
        self._place_margin()

    def _follow_scroll(self) -> None:
        self.place_bar()

    def _size_changed(self) -> None:
        """Follow what is laid out above."""
        self._again.start()

    @property
    def _offer(self) -> int:
        """The number of the current change; -1 if there is none."""
        bar, at = self._bar, self._bar.current
        offers = bar.session.offers
        waits = bar.session.state == "hunks" and 0 <= at < len(offers) and not offers[at].decision
        return at if waits else -1

    def _place_margin(self) -> None:
        edit, margin, place = self._edit, self.margin, QRect()
        if (offer := self._offer) >= 0:
            place = self._rect_of(self._bar.session.offers[offer].place.span[0])
        left = edit.viewport().x() + round(edit.note_looks.left) - margin.width() - 4
        top = edit.viewport().y() + place.center().y() - margin.height() // 2
        margin.setVisible(offer >= 0 and left >= 0 and 0 <= place.top() < edit.viewport().height())
        margin.move(left, top)

    def _show_current(self) -> None:
        """Bring another current change into sight, with the bar if there is room for both."""
        before, self._current = self._current, self._offer
        if self._current in (-1, before):
            return
        self.show_whole()
        span = self._bar.session.offers[self._current].place.span
        first, last = map(self._rect_of, span)
        self._scroll_to(first.top() - _ABOVE, last.bottom() + _BELOW)

    def show_whole(self) -> None:
        """Scroll so far that all of the bar is seen."""
        self._scroll_to(self._bar.y() - _ABOVE, self._bar.geometry().bottom() + _BELOW)

    def _scroll_to(self, top: int, bottom: int) -> None:
        """Bring what is between two heights of the viewport into sight, at least its upper edge."""
        over = bottom - self._edit.viewport().height()
        bar = self._edit.verticalScrollBar()
        bar.setValue(bar.value() + min(max(0, over), top))

    def _rect_of(self, position: int) -> QRect:
        """Return the place of a caret at a position in the viewport."""
        return self._layout.rect_of(position).translated(0, -self._edit.verticalScrollBar().value()).toRect()

    def propose(self, proposals: Sequence[Proposal]) -> None:
        """Show words in the text, and bring the current ones into sight."""
        self._layout.propose(proposals)
        self.place_bar()
        self._show_current()

    def leave(self) -> None:
        """Give the room back."""
        self._edit.verticalScrollBar().valueChanged.disconnect(self._follow_scroll)
        self._edit.viewport().removeEventFilter(self)
        if isValid(self._layout):
            self._layout.documentSizeChanged.disconnect(self._size_changed)
            self._layout.propose([])
            self._layout.reserve(self._layout.document().firstBlock(), 0)
        self.margin.hide()
        self.margin.deleteLater()
