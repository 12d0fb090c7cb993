"""Variables: rows of a name and a value, such as environment variables or HTTP headers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QLineEdit, QToolButton, QWidget

from axon_desktop.mcp_host.config.server_secrets import PLACEHOLDER, Section, looks_secret
from axon_desktop.ui.look.icons import icon
from axon_desktop.ui.look.parts import STRETCH, hbox, push_button, vbox
from axon_desktop.ui.look.stylesheet import mark

_NAME_WIDTH = 170


@dataclass
class _Row:
    widget: QWidget
    name: QLineEdit
    value: QLineEdit
    place: QLabel
    reference: str = ""
    """The reference in the file to a value in the key store; empty for a visible value."""


class Variables(QWidget):
    """Edits one section of a server; a value that looks like a secret is masked and stored safely."""

    edited = Signal()

    def __init__(self, section: Section, add_words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._section = section
        self._rows: list[_Row] = []
        self.add = push_button(add_words, self, self._add_empty, auto_default=False)
        foot = hbox(self.add, STRETCH, spacing=-1)
        self._layout = vbox(foot, parent=self, spacing=6)

    def set_values(self, values: Mapping[str, str]) -> None:
        """Show these values."""
        for row in list(self._rows):
            self._remove(row)
        for name, value in values.items():
            self._add_row(name, value)

    def entered(self) -> list[tuple[str, str]]:
        """Return the lines that are not empty; a stored secret that was not typed again stays its reference."""
        lines = [(row.name.text().strip(), row.value.text() or row.reference) for row in self._rows]
        return [line for line in lines if any(line)]

    def values(self) -> dict[str, str]:
        """Return the values by their names."""
        return {name: value for name, value in self.entered() if name}

    @property
    def has_new_secret(self) -> bool:
        """Whether a new secret was typed."""
        return any(looks_secret(self._section, row.name.text().strip(), row.value.text()) for row in self._rows)

    def problem(self) -> tuple[str, QWidget] | None:
        """Return the error and its field; None if all is well."""
        names = [row.name.text().strip() for row in self._rows]
        for row, name in zip(self._rows, names, strict=True):
            if not name and (row.value.text() or row.reference):
                return self.tr("Give this value a name."), row.name
            if name and ("=" in name or not name.isprintable() or " " in name):
                return self.tr("A name cannot contain spaces or “=”."), row.name
            if name and names.count(name) > 1:
                return self.tr("“{name}” appears twice.").format(name=name), row.name
        return None

    def _add_empty(self) -> None:
        self._add_row("", "").name.setFocus()

    def _add_row(self, name: str, value: str) -> _Row:
        reference = value if PLACEHOLDER in value else ""
        widget = QWidget(self)
        row = _Row(widget, QLineEdit(name), QLineEdit("" if reference else value), QLabel(), reference)
        row.name.setFixedWidth(_NAME_WIDTH)
        row.name.setPlaceholderText(self.tr("name"))
        row.name.setAccessibleName(self.tr("Name"))
        row.value.setPlaceholderText(
            self.tr("kept in the key store; type to replace it") if reference else self.tr("value")
        )
        mark(row.place, tone="muted", kind="small")
        remove = QToolButton(widget)
        remove.setIcon(icon("close"))
        remove.setAccessibleName(self.tr("Remove {name}").format(name=name or self.tr("this line")))
        remove.setToolTip(self.tr("Remove"))
        remove.clicked.connect(lambda: self._remove_by_hand(row))
        hbox(row.name, (row.value, 1), row.place, remove, parent=widget, spacing=6)
        for field in (row.name, row.value):
            field.textEdited.connect(lambda: self._show_place(row))
        self._rows.append(row)
        self._layout.insertWidget(self._layout.count() - 1, widget)
        above = self._rows[-2].widget.findChild(QToolButton) if len(self._rows) > 1 else None
        before: QWidget = above or _stop_before(self.add)
        for stop in (row.name, row.value, remove, self.add):
            QWidget.setTabOrder(before, stop)
            before = stop
        self._show_place(row)
        return row

    def _show_place(self, row: _Row) -> None:
        name = row.name.text().strip()
        row.value.setAccessibleName(self.tr("Value of {name}").format(name=name) if name else self.tr("Value"))
        secret = looks_secret(self._section, name, row.value.text())
        stays = bool(row.reference) and not row.value.text()
        row.value.setEchoMode(QLineEdit.EchoMode.Password if secret else QLineEdit.EchoMode.Normal)
        row.place.setText(self.tr("secret") if secret or stays else "")
        row.place.setToolTip(self.tr("Kept in the system’s key store, not in the file") if secret else "")
        self.edited.emit()

    def _remove_by_hand(self, row: _Row) -> None:
        self._remove(row)
        self.add.setFocus()
        self.edited.emit()

    def _remove(self, row: _Row) -> None:
        self._rows.remove(row)
        self._layout.removeWidget(row.widget)
        row.widget.hide()
        row.widget.deleteLater()


def _stop_before(widget: QWidget) -> QWidget:
    """Return the tab stop before a widget; for anything else Qt would not change the order."""
    before = widget.previousInFocusChain()
    while before is not None and before is not widget and before.focusPolicy() == Qt.FocusPolicy.NoFocus:
        before = before.previousInFocusChain()
    return before or widget
