"""The widgets of a column: created near the viewport, measured and placed, deleted when they are far away."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from axon_desktop.ui.markdown_view.layout.chunk import WidgetRow
from axon_desktop.ui.markdown_view.layout.column import Column
from axon_desktop.ui.markdown_view.layout.disposal import Disposal

MAX_CARDS = 120
"""Number of existing widgets that can be re-created; more than fit on three screens."""


class EmbeddedWidgets(QObject):
    """Owns the widgets near the viewport, and those that were passed in and cannot be re-created."""

    asked = Signal()
    """Some widgets want to be measured again: those returned by `near`."""

    def __init__(self, column: Column, disposal: Disposal, view: QAbstractScrollArea) -> None:
        super().__init__(view)
        self._disposal = disposal
        self._column = column
        self._view = view
        self._made: OrderedDict[WidgetRow, None] = OrderedDict()
        """Rows whose widgets can be re-created, the one longest unseen first."""
        self._rows: dict[QObject, WidgetRow] = {}
        """The row of each existing widget."""
        self._placed: set[WidgetRow] = set()
        """Rows whose widgets are shown."""
        self._asking = QTimer(self, singleShot=True, interval=0)
        self._asking.timeout.connect(self._ask)

    def adopt(self, row: WidgetRow) -> None:
        """Take ownership of the widget of a row."""
        if row.widget is None and row.card is not None:
            row.widget = row.card.make()
            self._made[row] = None
        assert row.widget is not None
        row.widget.setParent(self._view.viewport())
        self._rows[row.widget] = row

    def estimate(self, row: WidgetRow, width: float) -> float:
        """Return the estimated height of a row."""
        if row.widget is None and row.card is not None:
            return row.card.height()
        return self._height(row, width)

    def is_ready(self, row: WidgetRow, width: float) -> bool:
        """Tell whether the widget exists and was measured for this width."""
        return row.widget is not None and row.width == width

    def prepare(self, row: WidgetRow, width: float) -> float:
        """Create the widget if necessary, measure it for a width, and return its height."""
        if row.widget is None:
            self.adopt(row)
        row.width = width
        return self._height(row, width)

    def place(self, near: Collection[WidgetRow], y: float, left: float, width: float) -> None:
        """Show the widgets of these rows at their positions, in order; hide the others."""
        shown = dict.fromkeys(row for row in near if row.widget is not None)
        for row in shown:
            assert row.widget is not None
            top = self._column.text_top(self._column.index(row)) - y
            row.widget.setGeometry(round(left), round(top), int(width), round(row.height))
            if row not in self._placed:
                self._put_into_tab_order(row)
                row.widget.setVisible(True)
            if row in self._made:
                self._made.move_to_end(row)
        for row in self._placed - shown.keys():
            if row.widget is not None:
                row.widget.setVisible(False)
                row.width = None  # a hidden widget does not report another size hint
        self._placed = set(shown)
        self._drop_far_ones()

    def remove(self, row: WidgetRow) -> None:
        """Delete the widget of a row that was removed from the column."""
        self._placed.discard(row)
        self._made.pop(row, None)
        if row.widget is not None:
            self._delete(row)

    def measure_soon(self) -> None:
        """Schedule all widgets to be measured that are near now or later."""
        if not self._asking.isActive():
            self._asking.start()

    def measure_if_asked(self) -> bool:
        """Measure now, if that is scheduled; tell whether it was done."""
        asked = self._asking.isActive()
        if asked:
            self._asking.stop()
            self._ask()
        return asked

    def near(self) -> list[WidgetRow]:
        """Return the rows whose widgets are shown."""
        return list(self._placed)

    def _ask(self) -> None:
        for row in self._rows.values():
            row.width = None
        self.asked.emit()

    @staticmethod
    def _height(row: WidgetRow, width: float) -> float:
        widget = row.widget
        assert widget is not None
        widget.ensurePolished()
        height = widget.heightForWidth(int(width)) if widget.hasHeightForWidth() else widget.sizeHint().height()
        bounds = QSize(widget.minimumHeight(), widget.maximumHeight())
        return float(max(bounds.width(), min(bounds.height(), max(height, widget.minimumSizeHint().height()))))

    def _put_into_tab_order(self, row: WidgetRow) -> None:
        """Make Tab reach a widget after the one above it, the first of all after the view."""
        assert row.widget is not None
        index = self._column.index(row)
        above: QWidget = self._view
        for other in reversed(self._column.rows[max(0, index - 40) : index]):
            if isinstance(other, WidgetRow) and other.widget is not None and _tab_stops(other.widget):
                above = _tab_stops(other.widget)[-1]
                break
        for stop in _tab_stops(row.widget):
            QWidget.setTabOrder(above, stop)
            above = stop

    def _drop_far_ones(self) -> None:
        for row in list(self._made)[: max(0, len(self._made) - MAX_CARDS)]:
            if row not in self._placed and row.card is not None and row.card.release():
                del self._made[row]
                self._delete(row)

    def _delete(self, row: WidgetRow) -> None:
        assert row.widget is not None
        del self._rows[row.widget]
        row.widget.hide()
        self._disposal.take(row.widget)
        row.widget = None


def _tab_stops(widget: QWidget) -> list[QWidget]:
    """Return the focusable widgets in a widget; for any other Qt would not change the order."""
    within = [widget, *widget.findChildren(QWidget)]
    return [stop for stop in within if stop.focusPolicy() != Qt.FocusPolicy.NoFocus]
