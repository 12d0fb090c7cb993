"""Support for input methods in text fields: composing keeps its keys, candidates are shown beside the caret."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication, QInputMethodEvent, QInputMethodQueryEvent, QKeyEvent, QTransform
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QPlainTextEdit, QWidget

_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape)
_PLACES = (Qt.InputMethodQuery.ImCursorRectangle, Qt.InputMethodQuery.ImAnchorRectangle)


class CompositionGuard(QObject):
    """Guards one text field: during a composition the keys neither send, nor stop, nor close a dialog."""

    changed = Signal()
    """A composition began or ended."""

    def __init__(self, field: QWidget) -> None:
        super().__init__(field)
        self.composing = False
        """Whether a composition is open."""
        self._field = field
        field.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow compositions and swallow the keys."""
        if isinstance(event, QInputMethodEvent):
            self._follow(composing=bool(event.preeditString()))
        elif event.type() == QEvent.Type.FocusOut:
            self._follow(composing=False)  # input methods commit or drop the word when the focus leaves
        elif self.composing and isinstance(event, QKeyEvent) and event.key() in _KEYS:
            # Accepting the override keeps shortcuts away; then the key itself arrives and is consumed here.
            event.accept()
            return event.type() in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress)
        return super().eventFilter(watched, event)

    def _follow(self, *, composing: bool) -> None:
        if composing:
            _report_position(self._field)
            if not self.composing:
                self._field.installEventFilter(self)  # once more, to see keys before all other filters
        if composing is not self.composing:
            self.composing = composing
            self.changed.emit()


class FieldGuards(QObject):
    """Gives every text field of the program its guard, at its first focus."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        app.focusChanged.connect(self._guard)

    def _guard(self, _old: QWidget | None, new: QWidget | None) -> None:
        if new is not None and new.testAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled) and not _guard_of(new):
            CompositionGuard(new)


class GuardedTextEdit(QPlainTextEdit):
    """A multi-line text field with a guard, and fixes for Qt's input method support."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.guard = CompositionGuard(self)
        self.guard.changed.connect(self._show_placeholder)
        self._placeholder = ""

    def setPlaceholderText(self, text: str) -> None:
        """Set a placeholder; Qt would draw it under the first word that is composed."""
        self._placeholder = text
        self._show_placeholder()

    def _show_placeholder(self) -> None:
        super().setPlaceholderText("" if self.guard.composing else self._placeholder)

    def event(self, event: QEvent) -> bool:
        """Answer with positions from the corner of the field; Qt's are from the viewport's, without the margins.

        All other answers are left to Qt: some of them crash the program when they pass through Python.
        """
        done = super().event(event)
        place_from_corner(self, event)
        return done


def place_from_corner(field: QAbstractScrollArea, event: QEvent) -> None:
    """Correct the answer to a query of an input method: positions are from the corner of the field."""
    if isinstance(event, QInputMethodQueryEvent):
        for place in _PLACES:
            if event.queries() & place:
                event.setValue(place, event.value(place).translated(field.viewport().pos()))


def typed_by(event: QEvent) -> str | None:
    """Return the text that a key or an input method is about to type; None for any other event."""
    if isinstance(event, QInputMethodEvent):
        return event.commitString()
    if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
        return event.text()
    return None


def _guard_of(field: QWidget) -> CompositionGuard | None:
    return field.findChild(CompositionGuard, options=Qt.FindChildOption.FindDirectChildrenOnly)


def _report_position(field: QWidget) -> None:
    """Report the position of a field to input methods: Qt does when the field moves, not when its parent moves."""
    place = field.mapTo(field.window(), QPoint())
    QGuiApplication.inputMethod().setInputItemTransform(QTransform.fromTranslate(place.x(), place.y()))
