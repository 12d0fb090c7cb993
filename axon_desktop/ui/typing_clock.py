"""TypingClock: when a key was last pressed anywhere in the program, and whether a word is being composed."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QWindow
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

_MODIFIERS = {
    Qt.Key.Key_Shift,
    Qt.Key.Key_Control,
    Qt.Key.Key_Alt,
    Qt.Key.Key_Meta,
    Qt.Key.Key_AltGr,
    Qt.Key.Key_CapsLock,
    Qt.Key.Key_NumLock,
    Qt.Key.Key_ScrollLock,
    Qt.Key.Key_Super_L,
    Qt.Key.Key_Super_R,
    Qt.Key.Key_Hyper_L,
    Qt.Key.Key_Hyper_R,
    Qt.Key.Key_Menu,
}
_LAGS = 32
"""Keys by which the system's clock is compared with ours; few, since the two may drift apart."""
_OTHER_CLOCK_MS = 600_000
_WHEN_MADE = -1e9


class Press(NamedTuple):
    """One key that was pressed."""

    at: float
    """When, in milliseconds of `TypingClock.now`; also if the program came to it only later."""
    gap: float
    """Milliseconds since the key before it, or since the user came from another program."""


Judge: TypeAlias = Callable[[QKeyEvent, Press], bool]
"""Is told of each key at a window before anybody else; returns whether the key ends here."""


class TypingClock(QObject):
    """Sees every key at the windows of the program, and every word that an input method puts into a field."""

    composed = Signal()
    """An input method has put something into a field."""
    clicked = Signal(object)
    """A button of the mouse was pressed in this QWindow."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self.last = _WHEN_MADE
        """When a key was pressed last."""
        self.touched = _WHEN_MADE
        """When a button of the mouse was pressed, or its wheel turned."""
        self.came = _WHEN_MADE
        """When the user came back from another program, whose keys nobody here has seen."""
        self._away = False
        self.composing = False
        """Whether an input method is in the middle of a word."""
        self._field: QObject | None = None
        self._lags: deque[float] = deque(maxlen=_LAGS)
        self._press = Press(_WHEN_MADE, 0.0)
        self._stamp = (-1, -1)
        """(time, key) of the key that was taken note of last: it comes up to twice."""
        self._ends_here = False
        self._repeated: int | None = None
        """A key that has answered: as long as it is held down it means nothing more."""
        self._judges: dict[QWindow, Judge] = {}
        app.focusWindowChanged.connect(self._follow_window)
        app.focusObjectChanged.connect(self._follow_field)
        self._follow_window(app.focusWindow())
        self._follow_field(app.focusObject())

    @staticmethod
    def of_program() -> TypingClock:
        """Return the one clock of the running program."""
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        found = app.findChild(TypingClock, options=Qt.FindChildOption.FindDirectChildrenOnly)
        return found if found is not None else TypingClock(app)

    @staticmethod
    def now() -> float:
        """Return the time in milliseconds."""
        return time.monotonic() * 1000

    def quiet(self) -> float:
        """Return for how many milliseconds nothing was typed, composed or clicked, here or on the way here."""
        return 0.0 if self.composing else self.now() - max(self.last, self.touched, self.came)

    def judge(self, window: QWindow, judge: Judge) -> None:
        """Let somebody judge the keys at a window, before the window itself has them."""
        if window not in self._judges:
            window.installEventFilter(self)
            window.destroyed.connect(lambda: self._judges.pop(window, None))
        self._judges[window] = judge

    def take_back(self, window: QWindow, judge: Judge) -> None:
        """Leave the keys at a window to it, if this one still judges them."""
        if self._judges.get(window) == judge:
            del self._judges[window]

    def spend(self, key: int) -> None:
        """Take note that this key has answered something: while it is held down, nothing else hears of it."""
        self._repeated = key

    def _follow_window(self, window: QWindow | None) -> None:
        if window is None:
            self._away = True
            return
        if self._away:
            self._away, self.came = False, self.now()
        window.installEventFilter(self)  # once more changes nothing

    def _follow_field(self, _told: QObject | None) -> None:
        """Hear what is composed in the field that has the keyboard now.

        Qt says so last of what was before, if it goes on while it is being told: as when a dialog closes.
        """
        field = QApplication.focusObject()
        if self._field is not None and isValid(self._field):
            self._field.removeEventFilter(self)
        self._field = field
        self.composing = False  # an input method ends its word when the field is left
        if field is not None:
            field.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take note of keys at windows, and of what is composed in the field that has the keyboard."""
        kind = event.type()
        if kind == QEvent.Type.InputMethod and isinstance(event, QInputMethodEvent):
            self._compose(event)
        elif isinstance(watched, QWindow):
            if kind in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress) and isinstance(event, QKeyEvent):
                return self._take(watched, event)
            if kind == QEvent.Type.KeyRelease and isinstance(event, QKeyEvent) and not event.isAutoRepeat():
                self._repeated = None
            elif kind in (QEvent.Type.MouseButtonPress, QEvent.Type.Wheel):
                self.touched = self.now()
                if kind == QEvent.Type.MouseButtonPress:
                    self.clicked.emit(watched)
        return False

    def _compose(self, event: QInputMethodEvent) -> None:
        composing = bool(event.preeditString())
        if composing or self.composing or event.commitString():
            self.composing = composing
            self.last = self.now()
            self.composed.emit()

    def _take(self, window: QWindow, event: QKeyEvent) -> bool:
        """Take note of a key, as which it comes first: a question for shortcuts, or the key itself."""
        if event.key() in _MODIFIERS:
            return False
        stamp = event.timestamp(), event.key()
        if event.type() == QEvent.Type.ShortcutOverride or stamp != self._stamp:
            at = self._pressed_at(event)
            self._press = Press(at, at - max(self.last, self.came))
            self.last = max(self.last, at)
            self._stamp = stamp
            self._ends_here = self._judged(window, event)
        if self._ends_here:
            event.accept()  # no shortcut hears of it
        return self._ends_here

    def _judged(self, window: QWindow, event: QKeyEvent) -> bool:
        if event.isAutoRepeat() and event.key() == self._repeated:
            return True
        self._repeated = None
        judge = self._judges.get(window)
        return judge is not None and judge(event, self._press)

    def _pressed_at(self, event: QKeyEvent) -> float:
        """Return when a key was pressed: earlier than now where the program was busy."""
        now = self.now()
        if not event.timestamp():
            return now
        lag = now - event.timestamp()
        if self._lags and abs(lag - self._lags[-1]) > _OTHER_CLOCK_MS:
            self._lags.clear()  # the system's clock has begun anew, as it does after 49 days
        self._lags.append(lag)
        return event.timestamp() + min(self._lags)
