"""ContextChips: chips above the input box for the context sent with the next request; each can be removed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct
from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QApplication, QFrame, QScrollArea, QSizePolicy, QWidget

from axon_desktop.ui.look.icons import paint_icon
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.stylesheet import plain_tip
from axon_desktop.ui.look.theme import current_colors, in_force
from axon_desktop.ui.widgets.flow_layout import FlowLayout

Kind: TypeAlias = Literal["note", "selection", "mention", "picture"]

_ICONS: dict[Kind, str] = {"note": "note", "selection": "outline", "picture": "image"}
_HEIGHT = 22
_PAD = 6
_ICON = 14
_GAP = 5
_SPACING = 6
_ROWS = 3
"""Visible rows; more are reached by scrolling."""
_MOST_NAME = 190
"""Pixels of a name, before its middle is elided."""
_LEAST_NAME = 40
_TEXT = 12
_TAKES_OFF = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_Return, Qt.Key.Key_Enter)
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}


class ContextItem(Struct, frozen=True):
    """One item of context."""

    kind: Kind
    path: str
    """Vault path of its note or folder; the typed text if there is no such file."""
    name: str
    """Its displayed name."""
    about: str = ""
    """Which part of it is sent, in a word or two."""
    missing: bool = False
    """Whether its note does not exist, or the model does not get it."""

    @property
    def spoken(self) -> str:
        """The text for screen readers."""
        name = f"@{self.name}" if self.kind == "mention" else self.name
        return f"{name}, {self.about}" if self.about else name


class ContextChips(QScrollArea):
    """Shows the pieces in order; hidden while there are none."""

    removed = Signal(object)
    """The ContextItem that was removed."""
    left = Signal()
    """The last piece was removed by keyboard: the focus has to move on."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pieces: Sequence[ContextItem] = ()
        """The displayed pieces."""
        self.chips: list[ContextChip] = []
        self._inside = QWidget(self)
        self._row = FlowLayout(_SPACING)
        self._inside.setLayout(self._row)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("What goes along"))
        self.setStyleSheet("QScrollArea, QScrollArea > QWidget > QWidget { background: transparent; }")
        self.setWidget(self._inside)
        in_force.changed.connect(self._fit)
        self.hide()

    def show_pieces(self, pieces: Sequence[ContextItem]) -> None:
        """Show these pieces; the focus stays at its position."""
        if tuple(pieces) == tuple(self.pieces):
            return
        focused = next((at for at, chip in enumerate(self.chips) if chip.hasFocus()), None)
        self.pieces = tuple(pieces)
        for chip in self.chips:
            self._row.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self.chips = [self._make(piece) for piece in self.pieces]
        self.setVisible(bool(self.chips))
        self._fit()
        if focused is not None and self.chips:
            self.chips[min(focused, len(self.chips) - 1)].setFocus(Qt.FocusReason.OtherFocusReason)
        elif focused is not None:
            self.left.emit()

    def _make(self, piece: ContextItem) -> ContextChip:
        chip = ContextChip(piece, self._inside)
        chip.clicked.connect(lambda: self.removed.emit(piece))
        chip.step_requested.connect(lambda step: self._step(chip, step))
        self._row.addWidget(chip)
        chip.show()
        return chip

    def _step(self, chip: ContextChip, step: int) -> None:
        at = self.chips.index(chip) + step
        if 0 <= at < len(self.chips):
            self.chips[at].setFocus(Qt.FocusReason.TabFocusReason)
            self.ensureWidgetVisible(self.chips[at], 0, 0)

    def _fit(self) -> None:
        """Set the height to that of the rows, up to a limit."""
        width = max(self.width(), 1)
        most = _ROWS * px(_HEIGHT) + (_ROWS - 1) * _SPACING
        wanted = min(self._row.heightForWidth(width), most)
        if wanted != self.height():
            self.setFixedHeight(max(1, wanted))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap the chips again."""
        super().resizeEvent(event)
        self._fit()


class ContextChip(QAbstractButton):
    """One piece, with a cross; Delete or Enter removes it, a click only on the cross."""

    step_requested = Signal(int)
    """The focus shall move to the previous (-1) or next (+1) chip."""

    def __init__(self, piece: ContextItem, parent: QWidget) -> None:
        super().__init__(parent)
        self.piece = piece
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(piece.spoken)
        words = self.tr("Goes along with the request. Delete takes it off.")
        if piece.kind == "picture":
            words = self.tr("Does not go along: the model reads only text. Delete takes it off.")
        self.setAccessibleDescription(words)
        self.setToolTip(plain_tip(piece.path))

    # --- measures

    def _font(self) -> QFont:
        font = QFont(self.font())
        font.setPixelSize(px(_TEXT))
        return font

    def _widths(self) -> tuple[int, int, int]:
        """Return the widths of the icon, of the name, and of the words after it."""
        metrics = QFontMetrics(self._font())
        bold = self._font()
        bold.setBold(True)
        before = QFontMetrics(bold).horizontalAdvance("@") if self.piece.kind == "mention" else px(_ICON)
        after = metrics.horizontalAdvance(self.piece.about) + _GAP if self.piece.about else 0
        return before, metrics.horizontalAdvance(self.piece.name), after

    def _around(self) -> int:
        before, _, after = self._widths()
        return _PAD + before + _GAP + after + _GAP + px(_ICON) + _PAD

    def sizeHint(self) -> QSize:
        """Return the size for the name, up to a limit."""
        name = min(self._widths()[1] + 1, px(_MOST_NAME))
        return QSize(self._around() + name, px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Return the size for some letters of the name."""
        return QSize(self._around() + min(_LEAST_NAME, self._widths()[1]), px(_HEIGHT))

    def cross(self) -> QRect:
        """Return the rectangle of the cross, with the margin around it."""
        return QRect(self.width() - px(_ICON) - 2 * _PAD, 0, px(_ICON) + 2 * _PAD, self.height())

    # --- mouse and keys

    def hitButton(self, place: QPoint) -> bool:
        """Accept clicks on the cross only."""
        return self.cross().contains(place)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Highlight the cross, and show the tooltip."""
        over = self.cross().contains(event.position().toPoint())
        self.setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)
        super().mouseMoveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Remove the piece, or move to a neighbour."""
        if event.key() in _TAKES_OFF:
            self.click()
        elif event.key() in _STEPS:
            self.step_requested.emit(_STEPS[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the frame, the icon, the name, the words after it, and the cross."""
        colors, piece, font = current_colors(), self.piece, self._font()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        focused = self.hasFocus() and QApplication.focusWidget() is self
        painter.setPen(QPen(QColor(colors.accent if focused else colors.line), 1))
        painter.setBrush(QColor(colors.bg))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        before, _, after = self._widths()
        left, flags = _PAD, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        painter.setFont(font)
        if piece.kind == "mention":
            bold = QFont(font)
            bold.setBold(True)
            painter.setFont(bold)
            painter.setPen(QColor(colors.accent))
            painter.drawText(QRect(left, 0, before + 1, self.height()), flags, "@")
            painter.setFont(font)
        else:
            self._paint_icon(painter, _ICONS[piece.kind], left, colors.muted)
        left += before + _GAP
        room = max(1, self.width() - self._around())
        name = QFontMetrics(font).elidedText(piece.name, Qt.TextElideMode.ElideMiddle, room)
        painter.setPen(QColor(colors.text))
        painter.drawText(QRect(left, 0, room + 1, self.height()), flags, name)
        if after:
            left += QFontMetrics(font).horizontalAdvance(name) + _GAP
            painter.setPen(QColor(colors.warn if piece.missing else colors.faint))
            painter.drawText(QRect(left, 0, after, self.height()), flags, piece.about)
        hovered = self.underMouse() and self.cross().contains(self.mapFromGlobal(self.cursor().pos()))
        place = self.width() - _PAD - px(_ICON)
        self._paint_icon(painter, "close", place, colors.text if hovered or focused else colors.faint)

    def _paint_icon(self, painter: QPainter, name: str, left: int, color: str) -> None:
        side = px(_ICON)
        paint_icon(painter, name, QRectF(left, (self.height() - side) / 2, side, side), QColor(color))
