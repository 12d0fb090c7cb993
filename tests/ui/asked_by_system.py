"""Makes the queries of the operating system to every window and dialog, and prints them as JSON.

Input methods send all queries to each text field; screen readers request all interfaces of each element.
Run by tests/ui/runtime/test_asked_by_system.py in a process of its own, which crashes if PySide cannot convert.
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
    """Return the widget if it accepts text, or supports input methods."""
    inside = window.findChildren(QWidget)
    return [
        w for w in inside if isinstance(w, _FIELDS) or w.testAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)
    ]


def ask_field(field: QWidget) -> int:
    """Send all queries to one field, with a selection if there is text; return how many were answered."""
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
    """Walk the accessibility tree as a screen reader does, including invisible elements."""
    if element is None or not element.isValid():
        return
    yield element
    for number in range(min(element.childCount(), _MOST_CHILDREN)):
        yield from elements_of(element.child(number))


def ask_element(element: QAccessibleInterface) -> None:
    """Request all interfaces of one element."""
    for ask in INTERFACES:
        ask(element)


class PassingOn(GuardedTextEdit):
    """A fault to be detected: values of Qt that pass through Python."""

    def inputMethodQuery(self, query: Qt.InputMethodQuery, /, *argument: object) -> object:
        return super().inputMethodQuery(query, *argument)


class OfferingNone(QAccessibleWidget):
    """Another one: None for an interface that is not supported."""

    def interface_cast(self, kind: QAccessible.InterfaceType) -> object:  # type: ignore[override]
        return super().interface_cast(kind)


def show_fault(name: str) -> None:
    """Query the faulty widgets."""
    QApplication(sys.argv[:1])
    if name == "query":
        ask_field(PassingOn())
    else:
        ask_element(OfferingNone(QWidget(), QAccessible.Role.Client, "A thing"))


def main() -> None:
    """Query every window and dialog, or the faulty widgets."""
    folder = Path(sys.argv[1])
    if sys.argv[2:]:
        show_fault(sys.argv[2])
        return
    fields: dict[str, dict[str, int]] = {}
    """Number of answered queries, by window and by field."""
    elements: dict[str, int] = {}

    async def visit(name: str, window: QWidget) -> None:
        fields[name] = {}
        for field in fields_of(window):
            title = f"{type(field).__name__} {field.objectName()} {field.accessibleName()}"
            print(name, title, file=sys.stderr, flush=True)  # the last one shows where it crashed
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
