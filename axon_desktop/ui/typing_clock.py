"""TypingClock: when a key was last pressed in the program, and whether an input method is composing."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAccessible, QInputMethodEvent, QKeyEvent, QWindow
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
"""Number of keys by which the system's clock is compared with ours; few, since the two may drift apart."""
_OTHER_CLOCK_MS = 600_000
_WHEN_MADE = -1e9
_COPY_MS = 2_000
"""For so long the copy of a key is waited for."""
_Stamp: TypeAlias = tuple[int, int, int]
"""Time, key and modifiers of an event."""


class Press(NamedTuple):
    """One key press."""

    at: float
    """Time in milliseconds of `TypingClock.now`, even if it was processed later."""
    gap: float
    """Milliseconds since the previous key, or since the program became active."""


Judge: TypeAlias = Callable[[QKeyEvent, Press], bool]
"""Is called with each key at a window before anything else; returns whether to swallow the key."""


class TypingClock(QObject):
    """Sees every key in the windows of the program, and every text that an input method puts into a field."""

    composed = Signal()
    """An input method has put something into a field."""
    clicked = Signal(object)
    """A mouse button was pressed in this QWindow."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self.last = _WHEN_MADE
        """When a key was last pressed."""
        self.touched = _WHEN_MADE
        """When a mouse button was last pressed, or the wheel turned."""
        self.came = _WHEN_MADE
        """When the program last became active: keys before that went to other programs."""
        self._away = False
        self.composing = False
        """Whether an input method is composing."""
        self._field: QObject | None = None
        self._lags: deque[float] = deque(maxlen=_LAGS)
        self._press = Press(_WHEN_MADE, 0.0)
        self._stamp: _Stamp = (-1, -1, 0)
        """The last key: each may be seen twice."""
        self._overrides: deque[tuple[_Stamp, float, bool]] = deque(maxlen=_LAGS)
        """Keys that were judged as shortcut overrides: when, and how. Where a screen reader runs, the key itself
        follows later, as a copy that does not know its time."""
        self._ends_here = False
        self._repeated: int | None = None
        """A key that has answered: while it is held down, its repeats are ignored."""
        self._judges: dict[QWindow, Judge] = {}
        app.focusWindowChanged.connect(self._follow_window)
        app.focusObjectChanged.connect(self._follow_field)
        self._follow_window(app.focusWindow())
        self._follow_field(app.focusObject())

    @staticmethod
    def of_program() -> TypingClock:
        """Return the clock of the running program."""
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        found = app.findChild(TypingClock, options=Qt.FindChildOption.FindDirectChildrenOnly)
        return found if found is not None else TypingClock(app)

    @staticmethod
    def now() -> float:
        """Return the time in milliseconds."""
        return time.monotonic() * 1000

    def quiet(self) -> float:
        """Return for how many milliseconds nothing was typed, composed or clicked; unprocessed input counts."""
        return 0.0 if self.composing else self.now() - max(self.last, self.touched, self.came)

    def judge(self, window: QWindow, judge: Judge) -> None:
        """Let a function judge the keys at a window, before the window itself gets them."""
        if window not in self._judges:
            window.installEventFilter(self)
            window.destroyed.connect(lambda: self._judges.pop(window, None))
        self._judges[window] = judge

    def stop_judging(self, window: QWindow, judge: Judge) -> None:
        """Stop judging the keys at a window, if this function still does."""
        if self._judges.get(window) == judge:
            del self._judges[window]

    def ignore_repeats(self, key: int) -> None:
        """Note that this key has answered something: its repeats while it is held down are swallowed."""
        self._repeated = key

    def _follow_window(self, window: QWindow | None) -> None:
        if window is None:
            self._away = True
            return
        if self._away:
            self._away, self.came = False, self.now()
        window.installEventFilter(self)  # installing it again changes nothing

    def _follow_field(self, _focus_object: QObject | None) -> None:
        """Watch what is composed in the field that has the focus now.

        If the focus moves again during the signal, as when a dialog closes, the earlier field is signalled last.
        """
        field = QApplication.focusObject()
        if self._field is not None and isValid(self._field):
            self._field.removeEventFilter(self)
        self._field = field
        self.composing = False  # leaving the field ends the composition
        if field is not None:
            field.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Note keys at windows, and what is composed in the focused field."""
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
        """Note a key in the form in which it first arrives: as a shortcut override, or as the key itself."""
        if event.key() in _MODIFIERS:
            return False
        stamp = event.timestamp(), event.key(), event.modifiers().value
        overrides = event.type() == QEvent.Type.ShortcutOverride
        known = None if overrides else self._verdict(stamp)
        if known is not None:
            self._ends_here = known
        elif overrides or stamp != self._stamp:
            at = self._pressed_at(event)
            self._press = Press(at, at - max(self.last, self.came))
            self.last = max(self.last, at)
            self._stamp = stamp
            self._ends_here = self._judged(window, event)
            if overrides and stamp[0] and QAccessible.isActive():
                self._overrides.append((stamp, self.now(), self._ends_here))
        if self._ends_here:
            event.accept()  # no shortcut sees it
        return self._ends_here

    def _verdict(self, stamp: _Stamp) -> bool | None:
        """Return how a key was judged as a shortcut override; None if it was not."""
        since = self.now() - _COPY_MS
        for one in self._overrides:
            if one[1] >= since and (one[0] == stamp or (not stamp[0] and one[0][1:] == stamp[1:])):
                self._overrides.remove(one)
                return one[2]
        return None

    def _judged(self, window: QWindow, event: QKeyEvent) -> bool:
        if event.isAutoRepeat() and event.key() == self._repeated:
            return True
        self._repeated = None
        judge = self._judges.get(window)
        return judge is not None and judge(event, self._press)

    def _pressed_at(self, event: QKeyEvent) -> float:
        """Return when a key was pressed, which is earlier than now if the program was busy."""
        now = self.now()
        if not event.timestamp():
            return now
        lag = now - event.timestamp()
        if self._lags and abs(lag - self._lags[-1]) > _OTHER_CLOCK_MS:
            self._lags.clear()  # the system's clock was reset, as it is after 49 days
        self._lags.append(lag)
        return event.timestamp() + min(self._lags)
