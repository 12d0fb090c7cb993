"""FlowLayout: widgets side by side, in as many rows as they need."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QPushButton, QSizePolicy


class FlowLayout(QLayout):
    """One row if all fit, else more."""

    def __init__(self, spacing: int) -> None:
        """Take the spacing of widgets and rows."""
        super().__init__()
        self._items: list[QLayoutItem] = []
        self.setSpacing(spacing)
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        """Append a widget; Qt calls it for `addWidget`."""
        self._items.append(item)

    def count(self) -> int:
        """Return the number of widgets."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # Qt asks beyond the end
        """Return one of them."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Remove and return one of them."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """Return that it takes no more room than necessary."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Return that the height depends on the width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of the rows at a width."""
        places = self._places(width)
        return max((place.bottom() + 1 for place in places), default=0)

    def setGeometry(self, rect: QRect) -> None:
        """Place the widgets."""
        super().setGeometry(rect)
        for item, place in zip(self._seen(), self._places(rect.width()), strict=True):
            item.setGeometry(place.translated(rect.topLeft()))

    def sizeHint(self) -> QSize:
        """Return the size of a single row."""
        sizes = [item.sizeHint() for item in self._seen()]
        between = self.spacing() * max(0, len(sizes) - 1)
        return QSize(
            sum(size.width() for size in sizes) + between, max((size.height() for size in sizes), default=0)
        )

    def minimumSize(self) -> QSize:
        """Return the size of the largest: each may be in a row of its own."""
        size = QSize(0, 0)
        for item in self._seen():
            size = size.expandedTo(item.minimumSize())
        return size

    def _seen(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _places(self, width: int) -> list[QRect]:
        """Return the rectangles of all, from the upper left corner: as high as the row, or centred in it."""
        rows: list[list[tuple[QRect, bool]]] = []
        x = y = height = 0
        for item in self._seen():
            size = item.sizeHint().boundedTo(QSize(max(width, item.minimumSize().width()), 1 << 16))
            if rows and rows[-1] and x + size.width() > width:
                x, y, height = 0, y + height + self.spacing(), 0
                rows.append([])
            elif not rows:
                rows.append([])
            rows[-1].append((QRect(QPoint(x, y), size), _grows(item)))
            x += size.width() + self.spacing()
            height = max(height, size.height())
        places: list[QRect] = []
        for row in rows:
            height = max(place.height() for place, _ in row)
            for place, grows in row:
                if grows:
                    place.setHeight(height)
                places.append(place.translated(0, (height - place.height()) // 2))
        return places


def _grows(item: QLayoutItem) -> bool:
    widget = item.widget()
    return isinstance(widget, QPushButton) and bool(
        widget.sizePolicy().verticalPolicy().value & QSizePolicy.PolicyFlag.GrowFlag.value
    )
