"""What screen readers get from a window: names, roles, texts; violations of the rules as sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QObject, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface, QTextDocumentFragment
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListView,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QTabBar,
    QTableView,
    QTextEdit,
    QToolButton,
    QTreeView,
    QWidget,
)

from axon_desktop.ui.accessibility.painted_rows import PaintedRows
from axon_desktop.ui.markdown_view import MarkdownView

Role = QAccessible.Role

NAMED = {
    *(Role.Button, Role.ButtonMenu, Role.ButtonDropDown, Role.CheckBox, Role.RadioButton, Role.EditableText),
    *(Role.ComboBox, Role.SpinBox, Role.Slider, Role.ProgressBar, Role.List, Role.Tree, Role.Table),
    *(Role.PageTabList, Role.PageTab, Role.MenuItem, Role.Link, Role.ListItem, Role.Document, Role.Dialog),
}
"""Roles that need a name."""
ROLES: tuple[tuple[type[object], set[QAccessible.Role]], ...] = (
    (QRadioButton, {Role.RadioButton}),
    (QCheckBox, {Role.CheckBox}),
    (QAbstractButton, {Role.Button, Role.ButtonMenu, Role.ButtonDropDown, Role.CheckBox, Role.RadioButton}),
    (QAbstractSpinBox, {Role.SpinBox}),
    (QLineEdit, {Role.EditableText}),
    (QPlainTextEdit, {Role.EditableText}),
    (QTextEdit, {Role.EditableText}),
    (QComboBox, {Role.ComboBox}),
    (QTabBar, {Role.PageTabList}),
    (QTreeView, {Role.Tree}),
    (QTableView, {Role.Table}),
    (QListView, {Role.List}),
    (QProgressBar, {Role.ProgressBar}),
    (MarkdownView, {Role.Document}),
    (PaintedRows, {Role.List}),
    (QLabel, {Role.StaticText, Role.Graphic}),
    (QScrollArea, {Role.Client}),  # it scrolls by keys; Qt has no other role for it
)
"""The roles that fit a focusable widget; the first matching class counts."""
_MOST_CHILDREN = 60
"""Limit for walking a list: further rows are made alike."""


@dataclass
class Walk:
    """The results for a window."""

    faults: list[str] = field(default_factory=list)
    elements: int = 0
    """Number of accessible elements."""
    stops: int = 0
    """Number of widgets at which Tab stopped."""

    def add(self, other: Walk) -> None:
        """Add the results of another walk."""
        self.faults += other.faults
        self.elements += other.elements
        self.stops += other.stops


def title_of(widget: QObject | None) -> str:
    """Return a description that helps to find a widget."""
    if widget is None:
        return "a row"
    about = [type(widget).__name__, widget.objectName()]
    if isinstance(widget, QAbstractButton | QLabel):
        about.append(repr(widget.text()))
    if isinstance(widget, QWidget):
        about.append(repr(widget.accessibleName()))
    above = widget.parent()
    return " ".join(filter(None, about)) + (f" in {type(above).__name__}" if above is not None else "")


def letters(text: str) -> str:
    """Return the words of a text, without punctuation, mnemonics and blanks."""
    return re.sub(r"[^\w]+", " ", text).strip()


def takes_tab(widget: QWidget) -> bool:
    """Tell whether Tab may stop at a widget, if it is visible."""
    wanted = Qt.FocusPolicy.TabFocus
    return widget.focusPolicy() & wanted == wanted and widget.focusProxy() is None


def announced_faults(window: QWidget) -> Walk:
    """Walk through all accessible elements of a window."""
    walk = Walk()
    for element in _elements(QAccessible.queryAccessibleInterface(window)):
        walk.elements += 1
        target = element.object()
        widget = target if isinstance(target, QWidget) else None
        if widget is not None and is_inner_part(widget):
            continue
        walk.faults += _name_faults(element, widget)
        if widget is not None:
            walk.faults += _widget_faults(element, widget)
    return walk


def _elements(element: QAccessibleInterface | None) -> Iterator[QAccessibleInterface]:
    if element is None or not element.isValid() or element.state().invisible:
        return
    yield element
    for number in range(min(element.childCount(), _MOST_CHILDREN)):
        yield from _elements(element.child(number))


def is_inner_part(widget: QWidget) -> bool:
    """Tell whether Qt made a widget as a part of another one, which represents it."""
    above = widget.parent()
    in_title = widget.objectName().startswith("qt_dockwidget_")
    return in_title or isinstance(above, QAbstractSpinBox | QComboBox) or isinstance(widget, QHeaderView)


def _name_faults(element: QAccessibleInterface, widget: QWidget | None) -> list[str]:
    role, name = element.role(), element.text(QAccessible.Text.Name)
    if role not in NAMED and not (element.state().focusable and role != Role.Cell):
        return []
    if isinstance(widget, QLabel) and not widget.text():
        return []  # it is invisible, too
    if role in (Role.TreeItem, Role.Window) or (role == Role.Client and widget is not None and widget.isWindow()):
        return []
    if not letters(name):
        return [f"{title_of(widget)}: {role.name} has no name ({name!r})"]
    if widget is not None:
        classes = {kind.__name__ for kind in type(widget).__mro__}
        if name in classes or (name == widget.objectName() and "_" in name):
            return [f"{title_of(widget)}: {name!r} is no name"]
        more = element.text(QAccessible.Text.Description)
        if more != name and more.startswith(name) and isinstance(widget, QAbstractButton):
            return [f"{title_of(widget)}: its description {more!r} says its name again"]
    return []


def _widget_faults(element: QAccessibleInterface, widget: QWidget) -> list[str]:
    faults = []
    name = element.text(QAccessible.Text.Name)
    fitting = next((roles for kind, roles in ROLES if isinstance(widget, kind)), set())
    if takes_tab(widget) and not widget.isWindow() and element.role() not in fitting:
        faults.append(f"{title_of(widget)}: the role {element.role().name} does not fit")
    if isinstance(widget, QLabel) and widget.text():
        shown = QTextDocumentFragment.fromHtml(widget.text()).toPlainText()
        shown = widget.text() if widget.textFormat() == Qt.TextFormat.PlainText else shown
        if letters(shown.replace("&", "")) not in letters(name.replace("&", "")):
            faults.append(f"{title_of(widget)}: its name hides its text {shown!r}")
        if re.search(r"&\w", widget.text()) and widget.buddy() is None:
            faults.append(f"{title_of(widget)}: its letter leads nowhere")
    if isinstance(widget, QPushButton | QToolButton) and widget.menu() is not None and "menu" not in name:
        faults.append(f"{title_of(widget)}: it does not say that it opens a menu")
    is_sign = isinstance(widget, QAbstractButton) and not letters(widget.text()) and not widget.icon().isNull()
    if is_sign and not widget.toolTip():
        faults.append(f"{title_of(widget)}: only an icon, and no tooltip")
    if isinstance(widget, QAbstractItemView):
        faults += _row_faults(widget)
    return faults


def _row_faults(view: QAbstractItemView) -> list[str]:
    """Find the first rows of a list or table without a text."""
    model: QAbstractItemModel | None = view.model()
    if model is None:
        return []
    roles = (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.DisplayRole)
    for row in range(min(model.rowCount(), _MOST_CHILDREN)):
        columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount()
        cells = [model.index(row, column) for column in range(columns)]
        if not any(letters(str(cell.data(role) or "")) for cell in cells for role in roles):
            return [f"{title_of(view)}: row {row} says nothing"]
    return []
