"""Calendar: a month from which a day is chosen."""

from __future__ import annotations

from PySide6.QtCore import QDate, QLocale, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QPushButton, QWidget

from axon_desktop.ui.editor.properties.fields import IconButton
from axon_desktop.ui.look.parts import STRETCH, hbox, name_panel, text_label, vbox
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.stylesheet import mark, wear

_DAYS, _WEEKS, _SIDE = 7, 6, 28
_STEPS = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (0, -_DAYS),
    Qt.Key.Key_Down: (0, _DAYS),
    Qt.Key.Key_PageUp: (-1, 0),
    Qt.Key.Key_PageDown: (1, 0),
}


class Calendar(QFrame):
    """Closes when a day is chosen, or by Escape."""

    chosen = Signal(QDate)

    def __init__(self, day: QDate, parent: QWidget) -> None:
        """Take the day that is marked."""
        super().__init__(parent, Qt.WindowType.Popup)
        name_panel(self, "calendar")
        wear(self, "properties.qss")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAccessibleName(self.tr("Calendar"))
        self._day = day
        self._month = text_label("", self, name="month")
        back, on = (IconButton(name, words, self) for name, words in self._arrows())
        for button, by in ((back, -1), (on, 1)):
            button.setFixedSize(px(24), px(24))
            button.clicked.connect(lambda _checked=False, by=by: self.show_day(self._day.addMonths(by)))
        grid = QGridLayout()
        grid.setSpacing(2)
        self._days = [self._make(grid, number) for number in range(_DAYS * _WEEKS)]
        locale = QLocale()
        self._first = locale.firstDayOfWeek().value
        for column in range(_DAYS):
            name = locale.dayName((self._first - 1 + column) % _DAYS + 1, QLocale.FormatType.NarrowFormat)
            label = text_label(name, self, name="weekday", align=Qt.AlignmentFlag.AlignCenter)
            grid.addWidget(label, 0, column)
        today = QPushButton(self.tr("Today"), self)
        mark(today, kind="day")
        today.clicked.connect(lambda: self._choose(QDate.currentDate()))
        vbox(
            hbox(self._month, STRETCH, back, on, spacing=2),
            grid,
            hbox(STRETCH, today),
            parent=self,
            margins=(8, 8, 8, 8),
            spacing=6,
        )
        self.show_day(day)

    def _arrows(self) -> tuple[tuple[str, str], tuple[str, str]]:
        return ("back", self.tr("Previous month")), ("forward", self.tr("Next month"))

    def _make(self, grid: QGridLayout, number: int) -> QPushButton:
        button = QPushButton("", self)
        button.setFixedSize(px(_SIDE), px(_SIDE))
        button.setAutoDefault(False)
        button.clicked.connect(lambda: self._choose(self._begin.addDays(number)))
        grid.addWidget(button, 1 + number // _DAYS, number % _DAYS)
        return button

    def show_day(self, day: QDate) -> None:
        """Mark a day, in its month."""
        self._day, locale = day, QLocale()
        first = QDate(day.year(), day.month(), 1)
        self._begin = first.addDays(-((first.dayOfWeek() - self._first) % _DAYS))
        self._month.setText(locale.toString(day, self.tr("MMMM yyyy")))
        for number, button in enumerate(self._days):
            shown = self._begin.addDays(number)
            button.setText(locale.toString(shown.day()))
            button.setAccessibleName(locale.toString(shown, QLocale.FormatType.LongFormat))
            is_here = shown.month() == day.month()
            place = "chosen" if shown == day else "today" if shown == QDate.currentDate() else ""
            mark(button, kind="day", here=is_here, place=place)
        self._days[self._begin.daysTo(day)].setFocus()

    def open_below(self, field: QWidget) -> None:
        """Show it below a field, or above where there is no room."""
        self.adjustSize()
        corner = field.mapToGlobal(field.rect().bottomLeft())
        screen = field.screen().availableGeometry()
        if corner.y() + self.height() > screen.bottom():
            corner = field.mapToGlobal(QPoint(0, -self.height()))
        corner.setX(max(screen.left(), min(corner.x(), screen.right() - self.width())))
        self.move(corner)
        self.show()
        self.show_day(self._day)

    def _choose(self, day: QDate) -> None:
        self.chosen.emit(day)
        self.close()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to another day, or close."""
        step = _STEPS.get(Qt.Key(event.key()))
        if step is not None:
            self.show_day(self._day.addMonths(step[0]).addDays(step[1]))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose(self._day)
        elif event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)
