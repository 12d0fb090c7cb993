"""Decisions: all questions that wait for the user, and the one place where they open and are answered.

A question never takes the keyboard from somebody who types. It stands as a card in the conversation and in the
status bar; its dialog opens when the user goes to it, or by itself while nobody is typing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from PySide6.QtCore import QCoreApplication, QEvent, QMetaObject, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QWindow
from PySide6.QtWidgets import QApplication, QDialog, QDockWidget, QPlainTextEdit, QWidget
from shiboken6 import isValid

from axon_desktop.ui.decisions.modeless import Beside
from axon_desktop.ui.decisions.pending import Pending
from axon_desktop.ui.dialog_keys import DecisionKeys, Nowhere, keys_of, takes_text
from axon_desktop.ui.typing_clock import TypingClock

A = TypeVar("A")

QUIET_MS = 2000
"""Nobody types when no key came for so long."""
_GLANCE_MS = 100
"""How often it is looked whether somebody still types, as long as a question waits."""
_SETTLED_MS = 300
"""For so long the window must have had the keyboard before a dialog that gives it back is hidden: a window manager
hands it over in its own time, and keys at a window that is gone are lost."""


class Decisions(QObject):
    """Keeps what waits, the oldest first; one for the window."""

    changed = Signal()
    """There is another number of questions, or one of them was opened or left."""
    added = Signal(object)
    """A Pending has begun to wait."""
    settled = Signal(object)
    """A Pending waits no more."""
    card_requested = Signal(object)
    """The user goes to this Pending: its card shall have the keyboard, or open its dialog by `open`."""

    def __init__(self, window: Callable[[], QWidget | None], parent: QObject | None = None) -> None:
        """Take what gives the window over which dialogs open."""
        super().__init__(parent)
        self._window = window
        self._clock = TypingClock.of_program()
        self.waiting: list[Pending[Any]] = []
        """What waits, the oldest first."""
        self.message_box: QPlainTextEdit | None = None
        """The field in which requests are written: nobody types there while it is empty."""
        self._shown: _OpenDialog | None = None
        self._look = QTimer(self, interval=_GLANCE_MS)
        self._look.timeout.connect(self._open_if_quiet)

    async def ask(self, pending: Pending[A]) -> A:
        """Let a question wait until it is answered; a caller that is cancelled takes it back."""
        self.waiting.append(pending)
        self.added.emit(pending)
        self._changed()
        if (window := self._window()) is not None:
            QApplication.alert(window)
        try:
            return await pending.answer
        finally:
            self._remove(pending)

    def _remove(self, pending: Pending[Any]) -> None:
        self.waiting.remove(pending)
        if self._shown is not None and self._shown.pending is pending:
            self._shown.close()
            self._shown = None
        dialog, pending.dialog = pending.dialog, None
        if dialog is not None and isValid(dialog):
            dialog.hide()
            dialog.deleteLater()
        self.settled.emit(pending)
        self._changed()

    def _changed(self) -> None:
        if self.waiting and not self._look.isActive():
            self._look.start()
        elif not self.waiting:
            self._look.stop()
        self.changed.emit()

    # --- going to a question

    def go(self) -> None:
        """Go to the oldest question, as the user asked for."""
        if self._shown is not None and self._shown.leaving:
            self._shown.leave_now()
        if self._shown is not None:
            self._shown.to_front()
        elif self.waiting:
            pending = self.waiting[0]
            pending.at_its_card = False
            self.card_requested.emit(pending)
            if not pending.at_its_card:
                self.open(pending)

    def open(self, pending: Pending[Any]) -> None:
        """Open the dialog of a question, window-modal: the user has gone to it."""
        if pending not in self.waiting:
            return
        if self._shown is not None:
            if self._shown.pending is pending and not self._shown.leaving:
                self._shown.to_front()
                return
            self._shown.leave_now()
        self._show(pending, by_user=True)

    def _open_if_quiet(self) -> None:
        """Open the oldest question by itself, if nobody is typing."""
        pending = next((one for one in self.waiting if not one.left), None)
        if pending is not None and self._shown is None and self._is_quiet():
            self._show(pending, by_user=False)

    def _is_quiet(self) -> bool:
        """Tell whether nobody types: focus in the empty message box or in nothing editable, no key for a while."""
        window, focus = self._window(), QApplication.focusWidget()
        if window is None or not _is_in_front(window) or self._clock.quiet() < QUIET_MS:
            return False
        if QApplication.activeModalWidget() is not None or QApplication.activePopupWidget() is not None:
            return False
        if QApplication.mouseButtons() != Qt.MouseButton.NoButton or card_at(focus) is not None:
            return False
        box = self.message_box
        return not takes_text(focus) or (box is not None and focus is box and not box.toPlainText())

    def _show(self, pending: Pending[Any], *, by_user: bool) -> None:
        window = self._window()
        if pending.dialog is None:
            pending.dialog = pending.make_dialog(window)
        field = QApplication.focusWidget()
        if (card := card_at(field)) is not None:
            field = getattr(card, "field", None)  # where the user was before
            field = field if field is not None and isValid(field) else None
        field = field if takes_text(field) else None
        self._shown = _OpenDialog(pending, pending.dialog, window, field, by_user=by_user)
        self._shown.left.connect(self._left)
        self._shown.open()
        self.changed.emit()

    def _left(self) -> None:
        if self._shown is not None:
            self._shown.deleteLater()
            self._shown = None
        self.changed.emit()


class _OpenDialog(QObject):
    """The dialog of one question while it is seen: what is typed at it, and how it goes."""

    left = Signal()
    """It was put away without an answer."""

    def __init__(
        self,
        pending: Pending[Any],
        dialog: QDialog,
        window: QWidget | None,
        field: QWidget | None,
        *,
        by_user: bool,
    ) -> None:
        super().__init__(dialog)
        self.pending = pending
        self._dialog = dialog
        self._window = window
        self._field = field
        """Where the user was writing."""
        self._by_user = by_user
        self._active = False
        """Whether the dialog has had the keyboard."""
        self.leaving = False
        """Whether it gives the keyboard back and then goes."""
        self._waited = QTimer(self, singleShot=True, interval=_SETTLED_MS)
        self._waited.timeout.connect(self._put_away)
        self._clock = TypingClock.of_program()
        self._keys = keys_of(dialog) or DecisionKeys(dialog)
        self._keys.elsewhere = self
        self._keys.unasked = not by_user
        self._connections: list[QMetaObject.Connection] = []
        self._beside: Beside | None = None

    def open(self) -> None:
        """Show it: window-modal if the user has gone to it, else beside what the user does.

        A modal window takes keys from its parent at once, but gets them itself only when the window manager has
        handed over the keyboard. One that opens by itself takes neither: see `Beside`.
        """
        self._connections.append(self._dialog.finished.connect(self._finished))
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        if self._by_user or self._window is None:
            if self.pending.first is not None:
                self.pending.first.setFocus()
                self.pending.first = None
            self._dialog.setWindowModality(Qt.WindowModality.WindowModal)
            self._dialog.open()
            return
        focus = self._dialog.focusWidget()
        if takes_text(focus):  # who types on has not gone to the form: nothing is written there
            self.pending.first = focus
            self._dialog.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            self._dialog.setFocus()
        self._dialog.setWindowModality(Qt.WindowModality.NonModal)
        self._connections.append(app.focusWindowChanged.connect(self._window_changed))
        keyboard = QApplication.focusWindow()
        if keyboard is not None:
            self._beside = Beside(self._dialog, self._keys, keyboard)
            self._beside.written.connect(self.leave_now)
            self._beside.gone_elsewhere.connect(self._go_elsewhere)
            self._beside.entered.connect(self.to_front)
        self._dialog.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self._dialog.show()
        self._dialog.raise_()

    def to_front(self) -> None:
        """Give it the keyboard: the user has gone to it."""
        self._by_user, self._keys.unasked = True, False
        self._end_beside()
        self._dialog.raise_()
        self._dialog.activateWindow()

    def _end_beside(self) -> None:
        if self._beside is not None:
            self._beside.end()
            self._beside = None
            self._dialog.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating, False)

    def _go_elsewhere(self) -> None:
        """Wait as a card: the user has seen the dialog and does something else."""
        self.pending.left = True
        self.leave_now()

    def close(self) -> None:
        """Forget the dialog, whose question is settled."""
        self._disconnect()

    def leave_now(self) -> None:
        """Put it away for another question."""
        self.leaving = True
        self._put_away()

    # --- somebody types

    def takes(self, event: QKeyEvent | QInputMethodEvent) -> bool:
        """Hand what is typed at the dialog to the field that the user was writing in; leave if it came by itself.

        A blank at a dialog that is in use presses the button, or chooses the row, at which the keyboard is.
        """
        field = self._field
        if field is None or not isValid(field) or not takes_text(field):
            return False
        in_use = self._by_user or self._keys.is_in_use
        if in_use and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Space:
            return False
        if isinstance(event, QInputMethodEvent):
            composing = bool(event.preeditString())
            QCoreApplication.sendEvent(field, event)
            if not composing:
                self._leave()
        else:
            self._leave()
            hand_over(event, field)
        return True

    def _leave(self) -> None:
        """Go back to being a card, once the window has the keyboard again; until then keys are handed over."""
        if self._by_user or self.leaving or self._window is None:
            return
        self.leaving = True
        if self._dialog.windowHandle() is not None:
            self._clock.judge(self._dialog.windowHandle(), self._hand_all)
        if self._field is not None and isValid(self._field):
            self._field.setFocus()
        self._give_back()
        self._waited.start()

    def _give_back(self) -> None:
        """Give the keyboard to the window in which the user was writing: a panel that floats is one of its own."""
        place = self._field if self._field is not None and isValid(self._field) else self._window
        assert place is not None
        place.window().activateWindow()

    def _hand_all(self, event: QKeyEvent, _press: object) -> bool:
        if self._field is not None and isValid(self._field):
            hand_over(event, self._field)
        return True

    def _window_changed(self, new: QWindow | None) -> None:
        """Follow the keyboard: a user who goes back to the window has left the question."""
        if new is None or self._dialog.isHidden():
            return  # answered: it goes
        if new is self._dialog.windowHandle():
            self._active = True
            self._end_beside()
            self._by_user |= self._keys.is_in_use  # clicked; else the system has given it the keyboard
            if self.leaving:
                self._give_back()
        elif self._active and not self.leaving and self._window is not None and _belongs(new, self._window):
            self._go_elsewhere()
        if self.leaving and self._waited.isActive():
            self._waited.start()

    def _put_away(self) -> None:
        if not isValid(self._dialog):
            return
        self._disconnect()
        self._dialog.hide()
        self.left.emit()

    # --- answered

    def _finished(self) -> None:
        self._disconnect()
        self.pending.settle(self.pending.read(self._dialog))

    def _disconnect(self) -> None:
        self._waited.stop()
        self._end_beside()
        self._keys.elsewhere = Nowhere()
        if (handle := self._dialog.windowHandle()) is not None:
            self._clock.take_back(handle, self._hand_all)
        for connection in self._connections:
            QObject.disconnect(connection)
        self._connections = []


def card_at(widget: QWidget | None) -> QWidget | None:
    """Return the card of a question that this widget is, or is in."""
    while widget is not None and not getattr(widget, "decides", False):
        widget = widget.parentWidget()
    return widget


def hand_over(event: QKeyEvent, field: QWidget) -> None:
    """Let a field have a key that came to a question."""
    copy = QKeyEvent(
        QEvent.Type.KeyPress,
        event.key(),
        event.modifiers(),
        event.nativeScanCode(),
        event.nativeVirtualKey(),
        event.nativeModifiers(),
        event.text(),
        event.isAutoRepeat(),
        event.count(),
    )
    QCoreApplication.sendEvent(field, copy)


def _is_in_front(window: QWidget) -> bool:
    """Tell whether the window, or a panel that floats above it, has the keyboard."""
    active = QApplication.activeWindow()
    return active is not None and (active is window or isinstance(active, QDockWidget))


def _belongs(handle: QWindow, window: QWidget) -> bool:
    """Tell whether a window of the system is this one, or a panel that floats above it."""
    owner = next((one for one in QApplication.topLevelWidgets() if one.windowHandle() is handle), None)
    return owner is window or isinstance(owner, QDockWidget)
