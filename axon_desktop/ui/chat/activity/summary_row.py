"""SummaryRow: a finished turn as one line that unfolds to a line for each call."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QSpacerItem, QWidget

from axon_desktop.ui.chat.activity.call_line import CallLineWidget, line_height, state_of, stays
from axon_desktop.ui.chat.activity.call_wording import FinishedCall, summary
from axon_desktop.ui.chat.cards.entries import CallEntry
from axon_desktop.ui.look.parts import vbox
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.stylesheet import baseline, let_wrap, plain_tip, small_font
from axon_desktop.ui.look.theme import current_colors, in_force

HEAD = 20
"""Height of the summary line."""
_TRIANGLE = 14
_GAP = 6
_INSET = 6
"""Left edge of the rule beside the lines."""
_ROOM = 19
"""Left edge of the lines."""
_SLICE = 20
"""Lines that are made at once; a turn may have changed hundreds of notes."""


def is_worth_folding(calls: Sequence[CallEntry]) -> bool:
    """Tell whether some calls are hidden when the row is folded: changes and errors are always shown."""
    return not all(map(stays, calls))


class SummaryHead(QAbstractButton):
    """The summary line with a triangle; elided where it does not fit."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._unfolded = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def say(self, words: str, *, unfolded: bool) -> None:
        """Set the text, and whether the lines below are shown."""
        self._unfolded = unfolded
        self.setText(words)
        self.setAccessibleName(words)
        hide, show = (
            self.tr("Press Enter to hide the single steps."),
            self.tr("Press Enter to show the single steps."),
        )
        self.setAccessibleDescription(hide if unfolded else show)
        self._cut_if_needed()
        self.updateGeometry()
        self.update()

    def _cut_if_needed(self) -> None:
        self.setToolTip(plain_tip(self.text()) if self.sizeHint().width() > self.width() else "")

    def sizeHint(self) -> QSize:
        """Return the size of triangle and text."""
        words = QFontMetrics(small_font()).horizontalAdvance(self.text())
        return QSize(px(_TRIANGLE) + _GAP + words + 2, px(HEAD))

    def minimumSizeHint(self) -> QSize:
        """Return the smallest useful size."""
        return QSize(40, px(HEAD))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the whole text in a tooltip where it is elided."""
        self._cut_if_needed()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Unfold or fold with Enter or Space; the arrow keys scroll the conversation."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.click()
        else:
            event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint triangle and text."""
        painter, colors = QPainter(self), current_colors()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tone = QColor(colors.accent if self.hasFocus() or self.underMouse() else colors.muted)
        side, top = px(_TRIANGLE), (self.height() - px(_TRIANGLE)) / 2
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tone)
        corners = ((4, 6), (12, 6), (8, 11)) if self._unfolded else ((6, 4), (6, 12), (11, 8))
        painter.drawPolygon([QPointF(x * side / 16, top + y * side / 16) for x, y in corners])
        font, left = small_font(), side + _GAP
        painter.setFont(font)
        painter.setPen(tone)
        words = QFontMetrics(font).elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width() - left)
        painter.drawText(QPoint(left, baseline(self.rect(), font)), words)


class SummaryRow(QWidget):
    """The calls of one turn."""

    unfolded_changed = Signal(bool)

    def __init__(self, calls: Sequence[CallEntry], *, unfolded: bool) -> None:
        super().__init__()
        self._calls = calls
        self._lines: dict[int, CallLineWidget] = {}
        """By the index of the call."""
        self.unfolded = unfolded
        """Whether every call has its line."""
        self.head = SummaryHead(self)
        """The summary line."""
        self.head.clicked.connect(lambda: self.set_unfolded(not self.unfolded))
        self._layout = vbox(self.head, parent=self, spacing=0)
        self._later = QSpacerItem(0, 0, QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        """The room of the lines that are still to be made."""
        self._layout.addItem(self._later)
        self._making, self._saying = QTimer(self, singleShot=True), QTimer(self, singleShot=True)
        self._making.timeout.connect(self._show)
        self._saying.timeout.connect(self._say)
        let_wrap(self)
        self._show()
        in_force.changed.connect(self._say)

    @property
    def lines(self) -> list[CallLineWidget]:
        """The displayed lines, from top to bottom."""
        return [self._lines[place] for place in sorted(self._lines) if not self._lines[place].isHidden()]

    @property
    def is_open(self) -> bool:
        """Whether a card with arguments and result is open."""
        return any(line.is_open for line in self._lines.values())

    def set_unfolded(self, unfolded: bool) -> None:
        """Show a line for each call, or only for changes and errors."""
        self.unfolded = unfolded
        self._show()
        self.unfolded_changed.emit(unfolded)

    def _show(self) -> None:
        """Create and hide lines so that the right ones are shown, in order; of many, the next few."""
        room, missing = _SLICE, 0
        for place, call in enumerate(self._calls):
            seen = self.unfolded or stays(call)
            line = self._lines.get(place)
            if seen and line is None:
                if not room:
                    missing += line_height(call)
                    continue
                room -= 1
                line = self._lines[place] = CallLineWidget(call, self)
                line.changed.connect(self._saying.start)
                below = sum(other < place for other in self._lines)
                self._layout.insertWidget(1 + below, line)
            if line is not None:
                line.setVisible(seen or line.is_open)
        self._later.changeSize(0, missing, QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self._layout.invalidate()
        if missing:
            self._making.start()
        above: QWidget = self.head
        for place in sorted(self._lines):
            for stop in self._lines[place].tab_stops():
                QWidget.setTabOrder(above, stop)
                above = stop
        self._say()

    def _say(self) -> None:
        done = [FinishedCall(call.call, call.result, state_of(call)) for call in self._calls]
        self.head.say(summary(done), unfolded=self.unfolded)
        self.head.setVisible(is_worth_folding(self._calls))
        margin = px(_ROOM) if not self.head.isHidden() else 0
        for line in self._lines.values():
            line.set_inset(margin)
        self.updateGeometry()
        self.update()

    def event(self, event: QEvent) -> bool:
        """Let the view measure again when a line changed its height."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().event(event)

    def minimumSizeHint(self) -> QSize:
        """Return the smallest useful size."""
        return QSize(120, self._layout.minimumSize().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rule beside the lines."""
        lines = self.lines
        if not lines or self.head.isHidden():
            return
        painter = QPainter(self)
        painter.setPen(QPen(QColor(current_colors().line), 1))
        painter.drawLine(_INSET, lines[0].y(), _INSET, lines[-1].geometry().bottom())
