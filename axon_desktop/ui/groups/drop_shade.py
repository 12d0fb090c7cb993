"""DropShade: shows where a dragged tab would go: into a group, or beside, below or before one; or into a text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from axon_desktop.ui.look.sizes import px, row_height
from axon_desktop.ui.look.theme import current_colors
from axon_desktop.ui.tree.model import display_name

if TYPE_CHECKING:
    from axon_desktop.ui.note.pane import NotePane

_EDGE = 0.3
"""Share of a pane that counts as its edge."""
_CHIP = 26
Target: TypeAlias = "tuple[NotePane, Qt.Orientation | None, int]"
"""A group, and the index of the tab in it; or the orientation of a split, and whether it comes before or after.

A negative index is for a link in the text of the group.
"""


class DropShade(QWidget):
    """Lies over half of a pane for a new group, over all of it for a group that is there."""

    def __init__(self) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.target: Target | None = None
        """Where the tab would go; None for nowhere."""
        self._name = ""

    def aim(self, panes: Sequence[NotePane], source: NotePane, place: QPoint) -> None:
        """Show it for a place on the screen."""
        self._name = display_name(source.tabs.current.path) or self.tr("Empty tab")
        pane = next((one for one in panes if one.rect().contains(one.mapFromGlobal(place))), None)
        self.target = self._find(pane, source, place) if pane is not None else None
        if pane is None or self.target is None:
            self.hide()
            return
        _, where, at = self.target
        room = pane.rect().adjusted(0, pane.tab_bar.height(), 0, 0)
        if where == Qt.Orientation.Horizontal:
            room.setWidth(room.width() // 2)
        elif where == Qt.Orientation.Vertical:
            room.setHeight(room.height() // 2)
        if where is not None and at:
            room.moveBottomRight(pane.rect().bottomRight())
        if at < 0:
            room = _caret(pane, place)
        if self.parentWidget() is not pane:
            self.setParent(pane)
        self.setGeometry(room)
        self.show()
        self.raise_()
        self.update()

    def _find(self, pane: NotePane, source: NotePane, place: QPoint) -> Target | None:
        point, bar = pane.mapFromGlobal(place), pane.tab_bar.height()
        if point.y() < bar:
            number = pane.tab_bar.strip.tabAt(pane.tab_bar.strip.mapFromGlobal(place))
            return None if pane is source else (pane, None, number if number >= 0 else len(pane.tabs.all))
        if pane is source and len(pane.tabs.all) == 1:
            return None  # it would only change places with itself
        across = point.x() / pane.width()
        down = (point.y() - bar) / max(1, pane.height() - bar)
        nearest = min(across, 1 - across, down, 1 - down)
        if nearest > _EDGE:
            writes = pane.body.shows_editor and not pane.body.editor.edit.isReadOnly()
            return None if pane is source else (pane, None, -1 if writes else len(pane.tabs.all))
        if nearest in (across, 1 - across):
            return pane, Qt.Orientation.Horizontal, int(nearest != across)
        return pane, Qt.Orientation.Vertical, int(nearest != down)

    def withdraw(self) -> None:
        """Show nothing any more."""
        self.target = None
        self.hide()
        self.setParent(None)

    def words(self) -> str:
        """Return what a drop would do."""
        _, where, at = self.target or (None, None, 0)
        if where is None:
            return self.tr("Link here") if at < 0 else self.tr("Move here")
        return self.tr("Open beside") if where == Qt.Orientation.Horizontal else self.tr("Open below")

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the ground, the name of the tab, and what a drop would do."""
        colors, painter = current_colors(), QPainter(self)
        if self.target is not None and self.target[2] < 0:
            painter.fillRect(self.rect(), QColor(colors.accent))
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(colors.accent))
        painter.setBrush(QColor(colors.accent_soft))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        metrics = self.fontMetrics()
        name = metrics.elidedText(self._name, Qt.TextElideMode.ElideRight, self.width() - px(40))
        chip = QRect(0, 0, metrics.horizontalAdvance(name) + px(16), row_height(_CHIP))
        chip.moveCenter(self.rect().center() - QPoint(0, px(18)))
        painter.setPen(QColor(colors.line))
        painter.setBrush(QColor(colors.raised))
        painter.drawRoundedRect(chip, 4, 4)
        painter.setPen(QColor(colors.text))
        painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, name)
        bold = QFont(self.font())
        bold.setWeight(QFont.Weight.DemiBold)
        painter.setFont(bold)
        painter.setPen(QColor(colors.accent))
        below = chip.translated(0, px(36)).adjusted(-self.width(), 0, self.width(), 0)
        painter.drawText(below, Qt.AlignmentFlag.AlignCenter, self.words())


def _caret(pane: NotePane, place: QPoint) -> QRect:
    """Return where a caret would be in the text of a pane, for a place on the screen."""
    edit = pane.body.editor.edit
    rect = edit.cursorRect(edit.cursorForPosition(edit.viewport().mapFromGlobal(place)))
    return QRect(edit.viewport().mapTo(pane, rect.topLeft()), rect.size()).adjusted(0, 0, 1, 0)
