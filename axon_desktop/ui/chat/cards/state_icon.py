"""Icons for the state of a call or a step: ✓ done, ✗ failed, ◌ running or waiting, ○ not yet, ⤼ skipped.

They are painted, so that they need no font.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from PySide6.QtCore import QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from axon_desktop.agent.plan.plan import StepStatus
from axon_desktop.ui.look.icons import paint_icon
from axon_desktop.ui.look.theme import current_colors

CallState: TypeAlias = Literal["running", "waiting", "ok", "error", "undone"]

_DASHES = 8


def state_color(state: CallState) -> str:
    """Return the colour of a state."""
    colors = current_colors()
    return {"ok": colors.ok, "error": colors.err, "undone": colors.muted}.get(state, colors.warn)


def paint_state(painter: QPainter, rect: QRectF, state: CallState, phase: int = 0) -> None:
    """Paint the icon; `phase` (0 to 7) rotates the ring of a running call."""
    color = QColor(state_color(state))
    if state in ("running", "waiting"):
        _paint_ring(painter, rect.adjusted(1, 1, -1, -1), color, phase if state == "running" else 0)
    else:
        paint_icon(painter, {"ok": "check", "error": "cross", "undone": "undo"}[state], rect, color)


def paint_step(painter: QPainter, rect: QRectF, status: StepStatus, phase: int = 0) -> None:
    """Paint the icon of a plan's step."""
    colors = current_colors()
    match status:
        case "completed":
            paint_state(painter, rect, "ok")
        case "failed":
            paint_state(painter, rect, "error")
        case "running":
            paint_state(painter, rect, "running", phase)
        case "pending":
            painter.setPen(QPen(QColor(colors.muted), 1.2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(rect.adjusted(1.5, 1.5, -1.5, -1.5))
        case "skipped":
            _paint_skip(painter, rect, QColor(colors.muted))


def _paint_skip(painter: QPainter, rect: QRectF, color: QColor) -> None:
    """Paint an arrow that jumps over something."""
    painter.setPen(QPen(color, 1.3, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    arc = rect.adjusted(1, rect.height() * 0.25, -1, rect.height() * 0.35)
    painter.drawArc(arc, 20 * 16, 150 * 16)
    tip = QPointF(arc.right() - 0.5, arc.center().y() - 1)
    painter.drawLine(tip, tip + QPointF(-3.2, -0.6))
    painter.drawLine(tip, tip + QPointF(0.4, -3.2))


def _paint_ring(painter: QPainter, rect: QRectF, color: QColor, phase: int) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    step = 360 / _DASHES
    for index in range(_DASHES):
        shade = QColor(color)
        if phase:
            shade.setAlphaF(0.25 + 0.75 * ((index - phase) % _DASHES) / (_DASHES - 1))
        painter.setPen(QPen(shade, 1.3, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        painter.drawArc(rect, round(-index * step * 16), round(-step * 0.6 * 16))
    painter.restore()


_STEP_MS = 120
_STEPS = 8


class Spinner(QTimer):
    """Animates the ring of an icon; whoever paints the icon connects to `timeout`."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget, interval=_STEP_MS)
        self.phase = 0
        """The current phase, from 1; 0 while it is not running."""
        self.timeout.connect(self._step)

    def turn(self, *, wanted: bool) -> None:
        """Start or stop the animation."""
        if wanted:
            self.start()
        else:
            self.stop()
            self.phase = 0

    def _step(self) -> None:
        self.phase = self.phase % _STEPS + 1
