"""Announcer: says sentences to screen readers, wherever the focus is, at most one message per 400 ms."""

from __future__ import annotations

import sys
from collections import deque
from functools import cache, partial
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QCoreApplication, QElapsedTimer, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QAccessibleInterface,
    QKeyEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QAccessibleWidget, QApplication, QWidget
from shiboken6 import isValid

from axon_desktop.ui.accessibility.leaf import hold

if TYPE_CHECKING:
    from axon_desktop.ui.window.main_window import MainWindow

_INTERVAL_MS = 400
_REGIONS = 4
"""Messages in turns: a reader that lags behind asks for the words of one only when it comes to it."""
_STEPS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
_KEPT = 20
_HAS_EVENTS = sys.platform in ("win32", "darwin")
"""Whether the system's screen readers speak Qt's own announcements. Orca does so only since version 45; each of
its versions speaks a notification that is shown, and in a status bar without naming its role."""


class SpokenRegion(QWidget):
    """What is said, as a notification in a status bar; nothing of it is seen."""

    def __init__(self, bar: QWidget) -> None:
        super().__init__(bar)
        self.setFixedSize(1, 1)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.show()


class Sentence(Struct, frozen=True):
    """What waits to be said."""

    text: str
    urgent: bool
    topic: str


class Announcer(QObject):
    """Says all that waits as one message, urgent sentences first; of one topic only the newest is said."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._regions: deque[SpokenRegion] = deque()
        self._waiting: list[Sentence] = []
        self._since = QElapsedTimer()
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._flush)
        self.spoken: list[str] = []
        """The last few messages, newest last."""

    @staticmethod
    def of_program() -> Announcer:
        """Return the announcer of the running program."""
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        found = app.findChild(Announcer, options=Qt.FindChildOption.FindDirectChildrenOnly)
        return found if found is not None else Announcer(app)

    def speak_from(self, bar: QWidget) -> None:
        """Let messages stand in a status bar, where Orca looks for them."""
        _install()
        self._regions = deque(SpokenRegion(bar) for _ in range(_REGIONS))

    def announce(self, text: str, *, urgent: bool = False, topic: str = "") -> None:
        """Say a sentence now, or as soon as the interval allows."""
        words = text.strip()
        if not words:
            return
        again = bool(topic) and self.spoken[-1:] == [words]
        if again and self._since.isValid() and self._since.elapsed() < 2 * _INTERVAL_MS:
            return  # a list that is filled twice
        waiting = [one for one in self._waiting if one.text != words and not (topic and one.topic == topic)]
        self._waiting = [*waiting, Sentence(words, urgent, topic)]
        wait = _INTERVAL_MS - self._since.elapsed() if self._since.isValid() else 0
        if wait <= 0:
            self._flush()
        elif not self._timer.isActive():
            self._timer.start(wait)

    def _flush(self) -> None:
        waiting, self._waiting = sorted(self._waiting, key=lambda one: not one.urgent), []
        if not waiting:
            return
        self._since.start()
        self._say("\n".join(one.text for one in waiting), urgent=waiting[0].urgent)

    def _say(self, text: str, *, urgent: bool) -> None:
        self.spoken = [*self.spoken[1 - _KEPT :], text]
        self._regions.rotate()
        region = self._regions[0] if self._regions and isValid(self._regions[0]) else None
        if region is not None and not _HAS_EVENTS:
            region.setAccessibleName(text)
            QAccessible.updateAccessibility(QAccessibleEvent(region, QAccessible.Event.ObjectShow))
        elif (source := region or QApplication.activeWindow()) is not None:
            event = QAccessibleAnnouncementEvent(source, text)
            if urgent:
                event.setPoliteness(QAccessible.AnnouncementPoliteness.Assertive)
            QAccessible.updateAccessibility(event)


def announce(text: str, *, urgent: bool = False, topic: str = "") -> None:
    """Say a sentence to a screen reader; of one topic only the newest is said."""
    Announcer.of_program().announce(text, urgent=urgent, topic=topic)


def announce_row(view: QAbstractItemView) -> None:
    """Say the chosen row of a list, and its place in it, for somebody whose caret is elsewhere."""
    index = view.currentIndex()
    if not index.isValid() or not view.isVisible():
        return
    words = index.data(Qt.ItemDataRole.AccessibleTextRole) or index.data()
    place = QCoreApplication.translate("Announcer", "{row}, {number} of {count}")
    said = place.format(row=words, number=index.row() + 1, count=index.model().rowCount(index.parent()))
    announce(said, topic="row")


class SpokenRows(QObject):
    """Says the chosen row of a list when the field whose keys move in it gets the focus, and after each key."""

    def __init__(self, view: QAbstractItemView, field: QWidget) -> None:
        super().__init__(field)
        self._view, self._field = view, field
        self._is_asked = False
        """Whether a key waits for an answer."""
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._answer)
        view.selectionModel().currentChanged.connect(self._begin)
        field.installEventFilter(self)

    def _begin(self) -> None:
        self._later.start()  # a list may be shown only once it is filled

    def _answer(self) -> None:
        if self._is_asked and not self._view.currentIndex().isValid():
            announce(QCoreApplication.translate("Announcer", "No row is chosen."), topic="row")
        self._is_asked = False
        if self._field.hasFocus():
            announce_row(self._view)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Say the row also where a key moves nothing, since it is the first or last one."""
        pressed = event.type() == QEvent.Type.KeyPress
        is_key = pressed and isinstance(event, QKeyEvent) and event.key() in _STEPS
        if is_key or event.type() == QEvent.Type.FocusIn:
            self._is_asked = self._is_asked or is_key
            self._later.start()
        return False


def speak_rows(view: QAbstractItemView, field: QWidget) -> None:
    """Say each row that is chosen while a field has the focus, whose keys move in the list."""
    SpokenRows(view, field)


def install(window: MainWindow) -> None:
    """Say what the status bar and the error bar of a window show."""
    Announcer.of_program().speak_from(window.status)
    window.status.shown.connect(announce)
    window.error_bar.shown.connect(partial(announce, urgent=True))
    if window.error_bar.isVisible():
        announce(window.error_bar.accessibleName(), urgent=True)


@cache
def _install() -> None:
    """Register the interface of regions with Qt; once per process."""
    QAccessible.installFactory(_make)


def _make(class_name: str, target: QObject) -> QAccessibleInterface | None:
    """Make the interface of a region; None for any other object."""
    if not isinstance(target, SpokenRegion):
        return None
    interface = QAccessibleWidget(target, QAccessible.Role.Notification)
    hold(interface)
    return interface
