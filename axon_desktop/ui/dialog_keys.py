"""DecisionKeys: which keys may answer a question, in every dialog and card that decides something.

A key does not answer if it was pressed before the question was painted, or within 600 ms after another key. A
question that appeared by itself must have been visible for 600 ms before it accepts keys or clicks. Text typed at
a question is not its answer: it goes to the field in which the user was typing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QWindow
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)
from shiboken6 import isValid

from axon_desktop.ui.typing_clock import Press, TypingClock

HOLD_MS = 600
"""For this long after a key, no other key is an answer."""
ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter}
_CLICKS = {QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick}
COMMAND = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
MOVES = {
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
    Qt.Key.Key_PageUp,
    Qt.Key.Key_PageDown,
    Qt.Key.Key_Tab,
    Qt.Key.Key_Backtab,
}


class FormerFocus(Protocol):
    """Where the user was typing before the question appeared."""

    def takes(self, event: QKeyEvent | QInputMethodEvent) -> bool:
        """Pass on what is typed; return whether there is such a field."""


class NoFormerFocus:
    """For a question that the user opened, and so was not typing."""

    def takes(self, event: QKeyEvent | QInputMethodEvent) -> bool:
        """Return False."""
        return False


class DecisionKeys(QObject):
    """Judges the keys of one dialog, or of one card within a window, while it is visible."""

    painted = Signal()
    """It was painted for the first time since it was shown."""

    def __init__(self, surface: QWidget, elsewhere: FormerFocus | None = None) -> None:
        """Take the dialog or card; `elsewhere` gets what is typed at it."""
        super().__init__(surface)
        self._surface = surface
        self._clock = TypingClock.of_program()
        self.elsewhere: FormerFocus = elsewhere or NoFormerFocus()
        self.handle: Callable[[QKeyEvent], bool] = lambda _event: False
        """Handles a key at a card that may answer; a dialog has its buttons."""
        self.own: frozenset[int] = frozenset()
        """Keys that answer while the card itself has the focus, besides Enter and Escape."""
        self.unasked = False
        """Whether it appeared by itself: what is pressed at that moment is not meant for it."""
        self.engaged = False
        """Whether the user has moved the focus in it since it was shown."""
        self._painted_at: float | None = None
        self._composing = False
        self._window: QWindow | None = None
        self._composing_part: QWidget | None = None
        """The focused part, which receives what an input method composes."""
        surface.installEventFilter(self)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._follow_focus)
        if surface.isVisible():
            self._begin()
            surface.update()

    @property
    def is_in_use(self) -> bool:
        """Whether the user has used it, by keys or mouse."""
        return self.engaged or (self._painted_at is not None and self._clock.touched > self._painted_at)

    @property
    def is_painted(self) -> bool:
        """Whether it is on the screen."""
        return self._painted_at is not None

    @property
    def is_too_new(self) -> bool:
        """Whether it is too new to have been read."""
        return self._painted_at is None or self._clock.now() < self._painted_at + HOLD_MS

    # --- visibility

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Track whether the question is visible, and handle text composed at it."""
        kind = event.type()
        if watched is self._window:
            return kind in _CLICKS and self._is_clicked()
        if watched is self._surface:
            if kind == QEvent.Type.Show:
                self._begin()
            elif kind == QEvent.Type.Hide:
                self._end()
            elif kind == QEvent.Type.Paint and self._painted_at is None:
                QTimer.singleShot(0, self, self._is_painted)
        if (
            kind == QEvent.Type.InputMethod
            and watched is self._composing_part
            and isinstance(event, QInputMethodEvent)
        ):
            return self._compose(event)
        return False

    def _is_clicked(self) -> bool:
        """Return whether to swallow a click: a question that just appeared by itself cannot have been read."""
        if self.unasked and self.is_too_new:
            return True
        self.engaged = True
        return False

    def _compose(self, event: QInputMethodEvent) -> bool:
        """Pass on composed text; input methods also send empty events."""
        said = bool(event.preeditString() or event.commitString()) or self._composing
        self._composing = bool(event.preeditString())
        return said and self.elsewhere.takes(event)

    def _begin(self) -> None:
        self._painted_at, self.engaged = None, False
        window = self._surface.windowHandle() if self._surface.isWindow() else None
        if window is not None:
            self._window = window
            window.installEventFilter(self)
            self._clock.judge(window, self.judge)

    def _end(self) -> None:
        self._painted_at = None
        self._stop_composing()

    def _is_painted(self) -> None:
        if self._painted_at is None and self._surface.isVisible():
            self._painted_at = self._clock.now()
            self.painted.emit()

    def _follow_focus(self, _old: QWidget | None, new: QWidget | None) -> None:
        """Let input methods compose at the question: otherwise a word's first letter would arrive as it is."""
        self._stop_composing()
        if new is None or not self._has(new) or takes_text(new):
            return
        self._composing_part = new
        new.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)
        new.installEventFilter(self)

    def _stop_composing(self) -> None:
        if self._composing_part is not None:
            part, self._composing_part = self._composing_part, None
            if not isValid(part):
                return
            if part is not self._surface:
                part.removeEventFilter(self)
            part.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, False)

    def _has(self, widget: QWidget) -> bool:
        return widget is self._surface or self._surface.isAncestorOf(widget)

    # --- keys

    def judge(self, event: QKeyEvent, press: Press) -> bool:
        """Return whether to swallow a key: it is no answer, or was meant for another field."""
        if event.key() in MOVES:
            self.engaged = True
        focus, popup = self._surface.window().focusWidget(), QApplication.activePopupWidget()
        if popup is not None and not isinstance(popup, QMenu) and event.key() not in ENTER:
            return False  # a popup list of a field
        if popup is None and is_typed(event) and not takes_text(focus) and self.elsewhere.takes(event):
            return True
        own = focus is self._surface and event.key() in self.own
        if not own and not _may_decide(event, focus, in_popup=popup is not None):
            return False
        if self.is_held(event, press):
            return True
        if self.handle(event):
            self._clock.ignore_repeats(event.key())
            return True
        if event.key() in ENTER:
            self._clock.ignore_repeats(event.key())
        return False

    def is_held(self, event: QKeyEvent, press: Press) -> bool:
        """Tell whether a key comes too early to be an answer."""
        if event.isAutoRepeat() or press.gap < HOLD_MS:
            return True
        if self._painted_at is None:
            return True
        return press.at <= self._painted_at + (HOLD_MS if self.unasked else 0)


def hold_keys(dialog: QDialog) -> None:
    """Apply these rules to a dialog, unless its `no_decision` gives a reason against that."""
    if isinstance(dialog, QFileDialog):
        return  # a form: Enter accepts a name, and replacing a file is confirmed separately
    if not getattr(dialog, "no_decision", "") and not keys_of(dialog):
        DecisionKeys(dialog)


def keys_of(dialog: QDialog) -> DecisionKeys | None:
    """Return the rules of a dialog."""
    found = dialog.findChild(DecisionKeys, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return found if isinstance(found, DecisionKeys) else None


def takes_text(widget: QWidget | None) -> bool:
    """Tell whether typed text goes into this widget."""
    match widget:
        case QLineEdit() | QPlainTextEdit() | QTextEdit():
            return widget.isEnabled() and not widget.isReadOnly()
        case QAbstractSpinBox():
            return widget.isEnabled() and not widget.isReadOnly()
        case QComboBox():
            return widget.isEnabled() and widget.isEditable()
        case _:
            return False


def is_typed(event: QKeyEvent) -> bool:
    """Tell whether a key types a character; a space counts, keys that move or delete do not."""
    text, modifiers = event.text(), event.modifiers() & COMMAND
    if not text or not text.isprintable():
        return False
    composed = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier  # AltGr on Windows
    return not modifiers or modifiers == composed


def _may_decide(event: QKeyEvent, focus: QWidget | None, *, in_popup: bool) -> bool:
    """Tell whether a key could answer the question: press a button, choose in a menu, close the dialog."""
    key = event.key()
    if in_popup:
        return key not in MOVES and key != Qt.Key.Key_Escape
    if key in ENTER:
        multiline = isinstance(focus, QPlainTextEdit | QTextEdit) and takes_text(focus)
        return not multiline or bool(event.modifiers() & COMMAND)
    if key in (Qt.Key.Key_Space, Qt.Key.Key_Select):
        return isinstance(focus, QAbstractButton) and not focus.isCheckable()
    if event.modifiers() & Qt.KeyboardModifier.AltModifier and key not in MOVES:
        return not takes_text(focus) or not is_typed(event)
    return key == Qt.Key.Key_Escape
