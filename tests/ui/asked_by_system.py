"""Asks every window and dialog what systems may ask, and prints as JSON what was asked.

Input methods ask each text field all queries; screen readers ask each thing in the window for all interfaces.
Run by tests/ui/runtime/test_asked_by_system.py in a process of its own: what PySide cannot convert ends it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface, QInputMethodQueryEvent
from PySide6.QtWidgets import QAccessibleWidget, QApplication, QLineEdit, QPlainTextEdit, QTextEdit, QWidget

from axon_desktop.ui.runtime.ime_guard import GuardedTextEdit
from tests.ui.every_window import run, visit_all

_Query = Qt.InputMethodQuery
QUERIES = (*_Query, *map(_Query, (1 << bit for bit in range(32))), _Query.ImQueryInput, _Query.ImQueryAll)
INTERFACES: tuple[Callable[[QAccessibleInterface], object], ...] = (
    QAccessibleInterface.attributesInterface,
    QAccessibleInterface.actionInterface,
    QAccessibleInterface.editableTextInterface,
    QAccessibleInterface.selectionInterface,
    QAccessibleInterface.tableCellInterface,
    QAccessibleInterface.textInterface,
    QAccessibleInterface.valueInterface,
)
_FIELDS = (QLineEdit, QPlainTextEdit, QTextEdit)
_MOST_CHILDREN = 300


def fields_of(window: QWidget) -> list[QWidget]:
    """Return what takes text, or says that an input method may write in it."""
    inside = window.findChildren(QWidget)
    return [
        w for w in inside if isinstance(w, _FIELDS) or w.testAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)
    ]


def ask_field(field: QWidget) -> int:
    """Ask one field all queries, with something selected if there is something; return how many were answered."""
    if isinstance(field, _FIELDS):
        field.selectAll()
    answered = 0
    for query in QUERIES:
        event = QInputMethodQueryEvent(query)
        event.ignore()
        QApplication.sendEvent(field, event)
        answered += event.isAccepted()
    return answered


def elements_of(element: QAccessibleInterface | None) -> Iterator[QAccessibleInterface]:
    """Go through the tree as a screen reader does, what is not in sight included."""
    if element is None or not element.isValid():
        return
    yield element
    for number in range(min(element.childCount(), _MOST_CHILDREN)):
        yield from elements_of(element.child(number))


def ask_element(element: QAccessibleInterface) -> None:
    """Ask one thing for all interfaces."""
    for ask in INTERFACES:
        ask(element)


class PassingOn(GuardedTextEdit):
    """A fault that is looked for: answers of Qt that pass through Python."""

    def inputMethodQuery(self, query: Qt.InputMethodQuery, /, *argument: object) -> object:
        return super().inputMethodQuery(query, *argument)


class OfferingNone(QAccessibleWidget):
    """The other one: None for what is not offered."""

    def interface_cast(self, kind: QAccessible.InterfaceType) -> object:  # type: ignore[override]
        return super().interface_cast(kind)


def show_fault(name: str) -> None:
    """Ask what has a fault."""
    QApplication(sys.argv[:1])
    if name == "query":
        ask_field(PassingOn())
    else:
        ask_element(OfferingNone(QWidget(), QAccessible.Role.Client, "A thing"))


def main() -> None:
    """Ask in every window and dialog, or ask what has a fault."""
    folder = Path(sys.argv[1])
    if sys.argv[2:]:
        show_fault(sys.argv[2])
        return
    fields: dict[str, dict[str, int]] = {}
    """How many queries were answered, by window and by field."""
    elements: dict[str, int] = {}

    async def visit(name: str, window: QWidget) -> None:
        fields[name] = {}
        for field in fields_of(window):
            title = f"{type(field).__name__} {field.objectName()} {field.accessibleName()}"
            print(name, title, file=sys.stderr, flush=True)  # the last one is where it ended
            fields[name][title] = ask_field(field)
        elements[name] = 0
        for element in elements_of(QAccessible.queryAccessibleInterface(window)):
            print(name, element.role().name, element.text(QAccessible.Text.Name), file=sys.stderr, flush=True)
            ask_element(element)
            elements[name] += 1

    run(folder, lambda app: visit_all(app, folder, visit))
    print(json.dumps({"fields": fields, "elements": elements}))


if __name__ == "__main__":
    main()
