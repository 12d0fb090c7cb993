"""Decisions: the queue of all questions that wait for the user; they are opened and answered only here.

A question never takes the focus from a user who is typing. It is shown as a card in the conversation and in the
status bar; its dialog opens on request, or by itself while nobody is typing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from PySide6.QtCore import QCoreApplication, QEvent, QMetaObject, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QWindow
from PySide6.QtWidgets import QApplication, QDialog, QDockWidget, QPlainTextEdit, QWidget
from shiboken6 import isValid

from axon_desktop.ui.accessibility.announcer import announce
from axon_desktop.ui.decisions.modeless import ModelessKeys
from axon_desktop.ui.decisions.pending import Pending
from axon_desktop.ui.dialog_keys import DecisionKeys, NoFormerFocus, keys_of, takes_text
from axon_desktop.ui.typing_clock import TypingClock

A = TypeVar("A")

QUIET_MS = 2000
"""Milliseconds without a key after which nobody is typing."""
_GLANCE_MS = 100
"""Interval at which that is checked while a question waits."""
_SETTLED_MS = 300
"""How long the window must be active before a dialog that returned the focus is hidden: the window manager
activates it asynchronously, and keys for a hidden window are lost."""


class Decisions(QObject):
    """The waiting questions, oldest first; one object per window."""

    changed = Signal()
    """The number of questions changed, or one of them was opened or left."""
    added = Signal(object)
    """A Pending began to wait."""
    settled = Signal(object)
    """A Pending was answered or withdrawn."""
    card_requested = Signal(object)
    """The user goes to this Pending: focus its card, or open its dialog by `open`."""

    def __init__(self, window: Callable[[], QWidget | None], parent: QObject | None = None) -> None:
        """Take a function that returns the parent window of dialogs."""
        super().__init__(parent)
        self._window = window
        self._clock = TypingClock.of_program()
        self.waiting: list[Pending[Any]] = []
        """The waiting questions, oldest first."""
        self.message_box: QPlainTextEdit | None = None
        """The message box: while it is empty, nobody is typing in it."""
        self.keys = ""
        """The keys that go to the oldest question, as they are shown."""
        self._shown: _OpenDialog | None = None
        self._look = QTimer(self, interval=_GLANCE_MS)
        self._look.timeout.connect(self._open_if_quiet)

    def set_keys(self, keys: str) -> None:
        """Set the keys that go to the oldest question."""
        self.keys = keys.replace("+", " ")
        self.changed.emit()

    async def ask(self, pending: Pending[A]) -> A:
        """Queue a question and wait for its answer; cancelling the caller withdraws it."""
        self.waiting.append(pending)
        self.added.emit(pending)
        self._changed()
        where = self.tr("It waits for your answer: press {keys}.").format(keys=self.keys) if self.keys else ""
        announce(f"{pending.words.spoken}\n{where}", urgent=True)
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

    # --- opening a question

    def go(self) -> None:
        """Go to the oldest question, as requested by the user."""
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
    """The visible dialog of one question: handles what is typed at it, and how it is closed."""

    left = Signal()
    """It was hidden without an answer."""

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
        """Where the user was typing."""
        self._by_user = by_user
        self._active = False
        """Whether the dialog has been active."""
        self.leaving = False
        """Whether it returns the focus and is then hidden."""
        self._waited = QTimer(self, singleShot=True, interval=_SETTLED_MS)
        self._waited.timeout.connect(self._hide)
        self._clock = TypingClock.of_program()
        self._keys = keys_of(dialog) or DecisionKeys(dialog)
        self._keys.elsewhere = self
        self._keys.unasked = not by_user
        self._connections: list[QMetaObject.Connection] = []
        self._beside: ModelessKeys | None = None

    def open(self) -> None:
        """Show it: window-modal if the user has gone to it, otherwise modeless.

        A modal window blocks keys for its parent at once, but gets them itself only when the window manager has
        activated it. One that opens by itself does neither: see `ModelessKeys`.
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
        if takes_text(focus):  # the user who is typing has not gone to the form: nothing is written there
            self.pending.first = focus
            self._dialog.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            self._dialog.setFocus()
        self._dialog.setWindowModality(Qt.WindowModality.NonModal)
        self._connections.append(app.focusWindowChanged.connect(self._window_changed))
        keyboard = QApplication.focusWindow()
        if keyboard is not None:
            self._beside = ModelessKeys(self._dialog, self._keys, keyboard)
            self._beside.written.connect(self.leave_now)
            self._beside.gone_elsewhere.connect(self._go_elsewhere)
            self._beside.entered.connect(self.to_front)
        self._dialog.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self._dialog.show()
        self._dialog.raise_()

    def to_front(self) -> None:
        """Activate it: the user has gone to it."""
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
        """Become a card again: the user has seen the dialog and does something else."""
        self.pending.left = True
        self.leave_now()

    def close(self) -> None:
        """Release the dialog, whose question is answered or withdrawn."""
        self._disconnect()

    def leave_now(self) -> None:
        """Hide it in favour of another question."""
        self.leaving = True
        self._hide()

    # --- keys

    def takes(self, event: QKeyEvent | QInputMethodEvent) -> bool:
        """Pass on what is typed to the field in which the user was typing; hide the dialog if it opened by itself.

        A space at a dialog that is in use presses the focused button, or selects the focused row.
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
            forward_key(event, field)
        return True

    def _leave(self) -> None:
        """Become a card again, once the window is active again; until then keys are passed on."""
        if self._by_user or self.leaving or self._window is None:
            return
        self.leaving = True
        if self._dialog.windowHandle() is not None:
            self._clock.judge(self._dialog.windowHandle(), self._forward_all)
        if self._field is not None and isValid(self._field):
            self._field.setFocus()
        self._return_focus()
        self._waited.start()

    def _return_focus(self) -> None:
        """Activate the window in which the user was typing: a floating panel is a window of its own."""
        place = self._field if self._field is not None and isValid(self._field) else self._window
        assert place is not None
        place.window().activateWindow()

    def _forward_all(self, event: QKeyEvent, _press: object) -> bool:
        if self._field is not None and isValid(self._field):
            forward_key(event, self._field)
        return True

    def _window_changed(self, new: QWindow | None) -> None:
        """Follow the active window: a user who returns to the main window has left the question."""
        if new is None or self._dialog.isHidden():
            return  # answered: it is being closed
        if new is self._dialog.windowHandle():
            self._active = True
            self._end_beside()
            self._by_user |= self._keys.is_in_use  # clicked; otherwise the system activated it
            if self.leaving:
                self._return_focus()
        elif self._active and not self.leaving and self._window is not None and _belongs(new, self._window):
            self._go_elsewhere()
        if self.leaving and self._waited.isActive():
            self._waited.start()

    def _hide(self) -> None:
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
        self._keys.elsewhere = NoFormerFocus()
        if (handle := self._dialog.windowHandle()) is not None:
            self._clock.stop_judging(handle, self._forward_all)
        for connection in self._connections:
            QObject.disconnect(connection)
        self._connections = []


def card_at(widget: QWidget | None) -> QWidget | None:
    """Return the card that this widget is, or is in."""
    while widget is not None and not getattr(widget, "decides", False):
        widget = widget.parentWidget()
    return widget


def forward_key(event: QKeyEvent, field: QWidget) -> None:
    """Pass on a key that came to a question to a field."""
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
    """Tell whether the window, or a panel that floats above it, is active."""
    active = QApplication.activeWindow()
    return active is not None and (active is window or isinstance(active, QDockWidget))


def _belongs(handle: QWindow, window: QWidget) -> bool:
    """Tell whether a QWindow is this window, or a panel that floats above it."""
    owner = next((one for one in QApplication.topLevelWidgets() if one.windowHandle() is handle), None)
    return owner is window or isinstance(owner, QDockWidget)
