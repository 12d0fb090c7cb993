"""A simulated input method: the text that is being composed, and how the composition ends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication, QInputMethodEvent, QTextCharFormat
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QTextEdit, QWidget

from axon_desktop.ui.runtime.ime_guard import FieldGuards

Field = QLineEdit | QPlainTextEdit | QTextEdit
_Attribute = QInputMethodEvent.AttributeType


@contextmanager
def field_guards(app: QApplication) -> Iterator[None]:
    """Install the program's guard on the fields."""
    guards = FieldGuards(app)
    try:
        yield
    finally:
        guards.deleteLater()


def compose(field: QWidget, word: str) -> None:
    """Show text that is being composed, underlined, with the caret at its end."""
    underlined = QTextCharFormat()
    underlined.setFontUnderline(True)
    looks = [
        QInputMethodEvent.Attribute(_Attribute.TextFormat, 0, len(word), underlined),
        QInputMethodEvent.Attribute(_Attribute.Cursor, len(word), 1, None),
    ]
    QApplication.sendEvent(field, QInputMethodEvent(word, looks))


def commit(field: QWidget, text: str) -> None:
    """Commit a text, which ends the composition."""
    event = QInputMethodEvent()
    event.setCommitString(text)
    QApplication.sendEvent(field, event)
    cancel_composition(field)  # input methods hide the word as well


def cancel_composition(field: QWidget) -> None:
    """Cancel the composition."""
    QApplication.sendEvent(field, QInputMethodEvent())


def press(field: QWidget, *keys: Qt.Key) -> None:
    """Press keys that the input method passes on to the program."""
    for key in keys:
        QTest.keyClick(field, key)


def text_of(field: QWidget) -> str:
    """Return the text of a field."""
    assert isinstance(field, QLineEdit | QPlainTextEdit | QTextEdit)
    return field.text() if isinstance(field, QLineEdit) else field.toPlainText()


def reported_place(field: QWidget) -> QRect:
    """Return the caret's rectangle on the screen as reported to input methods."""
    rectangle = QGuiApplication.inputMethod().cursorRectangle().toRect()
    return rectangle.translated(field.window().mapToGlobal(QPoint()))


def caret_place(box: QPlainTextEdit | QTextEdit) -> QRect:
    """Return where on the screen the caret of a box is drawn."""
    return box.cursorRect().translated(box.viewport().mapToGlobal(QPoint()))
