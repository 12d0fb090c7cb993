"""NoteFocus: the one owner of the keyboard focus when the user goes to a note.

Between the request and the note on the screen a file is created or read, which may take a while. A hidden field
takes what is typed in that time, also by an input method; the text is inserted once the note can be edited.
In a note that is only read it is dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QObject, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QTextCursor, QWindow
from PySide6.QtWidgets import QApplication, QDialog, QDockWidget, QLineEdit, QWidget
from shiboken6 import isValid

if TYPE_CHECKING:
    from axon_desktop.ui.editor.text_edit import NoteTextEdit
    from axon_desktop.ui.runtime.ime_guard import GuardedTextEdit

_PATIENCE_MS = 400
"""How long a note may take to open before the text typed for it is shown."""
_THRESHOLD_MS = 3000
"""How long a prompt may lack the focus before the window below is blocked all the same."""


@dataclass(eq=False, slots=True)
class Journey:
    """One way to a note, from the request until the note is shown."""

    owner: NoteFocus
    """That of the pane in which the note is shown."""
    before: QWidget | None
    """The widget that had the focus."""
    path: str = ""
    """Vault path of the note; empty until it is known."""
    at_end: bool = False
    """Whether typing is to continue at its end."""
    is_over: bool = False
    """Whether it arrived, failed, or the user went to another note."""


class NoteFocus(QObject):
    """All code that shows a note in the pane reports it here; nothing else moves the focus there."""

    text_left = Signal(str)
    """Text typed for a note that cannot be edited."""

    def __init__(self, pane: QWidget, body: QWidget) -> None:
        """Take the note pane, which has the focus on the way to a note that is read, and its pages."""
        super().__init__(pane)
        self._pane = pane
        self._body = body
        self._journey: Journey | None = None
        self._arrived: tuple[QWidget, NoteTextEdit | None, bool] | None = None
        """Interval of waiting for an input method to commit."""
        self._field: GuardedTextEdit | None = None
        self._quiet = False
        self._begin_at: QWidget | None = None
        self._patience = QTimer(self, singleShot=True, interval=_PATIENCE_MS)
        self._patience.timeout.connect(self._show_words)

    # --- notes that nobody requested

    def begin_at(self, widget: QWidget) -> None:
        """Give the focus to the first note of a vault, if this widget still has it then: it was a default."""
        self._begin_at = widget

    @contextmanager
    def left_alone(self) -> Iterator[None]:
        """Leave the focus where it is, whatever note is shown in this block."""
        before, self._quiet = self._quiet, True
        try:
            yield
        finally:
            self._quiet = before

    # --- the way to a note

    def expect(self, *, at_end: bool = False) -> Journey:
        """Collect typing from now on: a note was requested, and which one will be known soon."""
        journey = self._begin("", at_end=at_end)
        self._give_keyboard(self._shown_field())
        return journey

    @contextmanager
    def on(self, journey: Journey) -> Iterator[None]:
        """Give the journey up unless the note is found in this block, whatever fails."""
        try:
            yield
        finally:
            if not journey.path:
                self.cancel(journey)

    def write_at_end(self) -> None:
        """Let typing continue at the end of the note that is shown next."""
        if self._journey is not None and not self._journey.path:
            self._journey.at_end = True
        else:
            self.expect(at_end=True)

    def set_out(self, path: str, *, writes: bool) -> None:
        """Take the focus on the way to a note that is being read; `writes` if it will be edited."""
        if self._quiet:
            return
        journey = self._journey
        if journey is not None and not journey.path:
            journey.path = path
            return  # it has the focus, unless the user went elsewhere
        if journey is None or journey.path != path:
            self._begin(path)
        self._give_keyboard(self._shown_field() if writes else self._pane)

    def moved(self, path: str, to: str) -> None:
        """Follow a note that was renamed."""
        if self._journey is not None and self._journey.path == path:
            self._journey.path = to

    def arrive(self, path: str, page: QWidget, edit: NoteTextEdit | None = None, *, failed: bool = False) -> None:
        """Give the focus to the page that shows a note now; `edit` is its editor, if it can be edited."""
        if self._journey is not None:
            if self._journey.path == path:
                self._arrived = page, edit, failed
                self._settle()
        elif self._begin_at is not None:
            if self._pane.window().focusWidget() in (None, self._begin_at) and not failed:
                page.setFocus()
            self._begin_at = None

    def cancel(self, journey: Journey) -> None:
        """Return focus and typed text to the widget before: this journey failed."""
        if journey is not self._journey:
            if journey.owner is not self:
                journey.owner.cancel(journey)
            return
        had_keyboard, text = self._has_keyboard(), self._end()
        before = journey.before
        if before is not None and not (isValid(before) and before.isVisible()):
            before = None  # it was deleted
        if had_keyboard:
            (before or self._body).setFocus()
        if text and not _write_into(before, text):
            self.text_left.emit(text)
        self._hide_field()

    def forget(self) -> None:
        """Cancel the current journey: its vault is being closed."""
        if self._journey is not None:
            self.cancel(self._journey)

    def take_line(self) -> tuple[str, bool]:
        """Return the first line typed so far, and whether Return ended it; the rest stays."""
        line, end, rest = self._insert_typing().partition("\n")
        if self._field is not None:
            self._field.insertPlainText(rest)
        return line, bool(end)

    # --- internals

    def _begin(self, path: str, *, at_end: bool = False) -> Journey:
        before: QWidget | None = self._pane.window().focusWidget()
        if self._journey is not None:
            before = self._journey.before if self._has_keyboard() else before
            if text := self._end():
                self.text_left.emit(text)
        self._begin_at = None
        self._journey = Journey(self, before, path, at_end)
        return self._journey

    def _end(self) -> str:
        """End the journey; return the text typed for its note."""
        assert self._journey is not None
        self._journey.is_over = True
        self._journey = self._arrived = None
        self._patience.stop()
        return self._insert_typing()

    def _insert_typing(self) -> str:
        text = self._field.toPlainText() if self._field is not None else ""
        if self._field is not None:
            self._field.clear()
        return text

    def _settle(self) -> None:
        """End the journey, after an input method has committed its preedit text."""
        if self._journey is None or self._arrived is None:
            return
        if self._field is not None and self._field.guard.composing:
            return
        at_end, had_keyboard = self._journey.at_end, self._has_keyboard()
        page, edit, failed = self._arrived
        text = self._end()
        if edit is not None and not edit.isReadOnly():
            if at_end:
                edit.moveCursor(QTextCursor.MoveOperation.End)
            if text:
                edit.textCursor().insertText(edit.note_text.show_pasted(text))
            edit.ensureCursorVisible()
        elif text and (failed or at_end):
            self.text_left.emit(text)
        if had_keyboard:
            page.setFocus()
        self._hide_field()

    def _has_keyboard(self) -> bool:
        """Tell whether the user went nowhere else in the window on the way."""
        here = self._pane.window().focusWidget()
        return here is self._pane or (here is not None and here is self._field)

    def _give_keyboard(self, widget: QWidget) -> None:
        active, window = QApplication.activeWindow(), self._pane.window()
        if isinstance(active, QDockWidget):  # a floating panel has the keys until the system reacts
            handle = active.windowHandle()
            if handle is not None:
                _HandingOn(handle, lambda: None if window.isActiveWindow() else window.focusWidget(), once=True)
            window.activateWindow()
        widget.setFocus()

    def _shown_field(self) -> GuardedTextEdit:
        """Return the field that takes the typing, which is invisible until necessary."""
        if self._field is None:
            self._field = self._make_field()
        if self._field.isHidden():
            self._field.setGeometry(self._body.x(), self._body.y(), 1, 1)
            self._field.show()
            self._field.raise_()
        self._patience.start()
        return self._field

    def _make_field(self) -> GuardedTextEdit:
        from PySide6.QtCore import Qt
        from PySide6.QtWidgets import QFrame

        from axon_desktop.ui.look.sizes import px
        from axon_desktop.ui.runtime.ime_guard import GuardedTextEdit

        field = GuardedTextEdit(self._pane)
        field.hide()
        field.setObjectName("typed_ahead")
        field.setAccessibleName(self.tr("Text for the note that is being opened"))
        field.setPlaceholderText(self.tr("The note opens as soon as the disk answers. You can write already."))
        field.setFrameShape(QFrame.Shape.NoFrame)
        field.document().setDocumentMargin(px(24))
        field.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # Tab never stops there
        field.guard.changed.connect(self._settle, Qt.ConnectionType.QueuedConnection)  # after the commit
        return field

    def _show_words(self) -> None:
        if not self._pane.window().isActiveWindow():
            self._patience.start()  # a dialog has the focus
        elif self._field is not None and self._field.isVisible():
            self._field.setGeometry(self._body.geometry())

    def _hide_field(self) -> None:
        if self._field is not None:
            self._field.hide()


_KEYS = (QEvent.Type.KeyPress, QEvent.Type.KeyRelease, QEvent.Type.InputMethod)


def forward_keys(dialog: QDialog) -> None:
    """Pass keys that arrive at a closed dialog to the window below: both happened while Axon was busy."""
    dialog.create()  # the native window; `winId()` would create one for all its siblings, which take keys
    window = dialog.windowHandle()
    below = dialog.parentWidget()
    if window is not None and below is not None:
        _HandingOn(window, lambda: None if dialog.isVisible() else below.window().focusWidget())


class _HandingOn(QObject):
    """Sends the keys of a native window to the widget that they are meant for."""

    def __init__(self, window: QWindow, meant_for: Callable[[], QWidget | None], *, once: bool = False) -> None:
        """Take a function that returns that widget, None for this window; `once` that is so, it stays so."""
        super().__init__(window)
        self._meant_for = meant_for
        self._once = once
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Redirect keys; a click means the window itself."""
        clicked = event.type() == QEvent.Type.MouseButtonPress
        if event.type() not in _KEYS and not clicked:
            return False
        target = None if clicked else self._meant_for()
        if target is None:
            if self._once:
                watched.removeEventFilter(self)
                self.deleteLater()
            return False
        QCoreApplication.sendEvent(target, event)
        return True


def stay_open_for_keys(prompt: QDialog, arrived: Callable[[], None]) -> None:
    """Redirect typing to the window below until a prompt that was just opened has the focus; then call back.

    On X11 the window manager sets the focus with a delay, and Qt drops keys for a window below a modal one.
    """
    if QGuiApplication.platformName() == "xcb" and not prompt.isActiveWindow():
        _Threshold(prompt, arrived)
    else:
        arrived()


class _Threshold(QObject):
    """Keeps the window below a prompt from being blocked for a moment."""

    def __init__(self, prompt: QDialog, arrived: Callable[[], None]) -> None:
        super().__init__(prompt)
        self._arrived = arrived
        self._is_over = False
        self._above = prompt.windowHandle()
        self._below = self._above.transientParent()
        prompt.installEventFilter(self)
        QTimer.singleShot(_THRESHOLD_MS, self, self._end)
        self._stand_over(None)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Wait until the prompt has the focus, or is closed."""
        if event.type() in (QEvent.Type.WindowActivate, QEvent.Type.Hide):
            watched.removeEventFilter(self)
            self._end()
        return False

    def _stand_over(self, window: QWindow | None) -> None:
        """Block another window, or none: Qt checks that again when the transient parent is set."""
        self._above.setTransientParent(window)  # type: ignore[arg-type]
        self._below.setTransientParent(self._below.transientParent())

    def _end(self) -> None:
        if not self._is_over:
            self._is_over = True
            self._stand_over(self._below)
            self._arrived()


def _write_into(field: QWidget | None, text: str) -> bool:
    """Insert text where the user typed before; False if that cannot be edited."""
    from axon_desktop.ui.runtime.ime_guard import GuardedTextEdit

    if isinstance(field, GuardedTextEdit) and not field.isReadOnly():
        words = QMimeData()
        words.setText(text)
        field.insertFromMimeData(words)
        return True
    if isinstance(field, QLineEdit) and not field.isReadOnly():
        field.insert(" ".join(text.split("\n")))
        return True
    return False
