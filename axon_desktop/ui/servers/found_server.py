"""FoundRow: one server of another program's file, with all that would be run or called."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFormLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from axon_desktop.mcp_host.config import ServerConfig
from axon_desktop.mcp_host.importing import FoundServer, fill
from axon_desktop.mcp_host.visible import show_invisible
from axon_desktop.ui.chat.style import mark
from axon_desktop.ui.core_sentences import in_users_language
from axon_desktop.ui.dialogs.check_box import CheckBox
from axon_desktop.ui.servers.command_box import CommandBox
from axon_desktop.ui.servers.wording import setup_facts
from axon_desktop.vault.markdown.colors import Colors


class FoundRow(QWidget):
    """A box to tick, the exact command line or address, and what the file leaves to the user."""

    toggled = Signal()

    def __init__(
        self, server: FoundServer, colors: Colors, parent: QWidget | None = None, *, taken: bool = False
    ) -> None:
        """Take the server; one whose name is taken cannot be chosen."""
        super().__init__(parent)
        self.server = server
        self.answers: dict[str, QLineEdit] = {}
        """What the user gives, by the ids of the file."""
        config = server.config
        self.box = CheckBox(show_invisible(config.name).replace("&", "&&"), colors, self)
        self.box.setEnabled(not taken)
        self.box.toggled.connect(self._toggled)
        self.command = CommandBox(colors, self)
        self.command.setAccessibleName(
            self.tr("Address of {name}").format(name=config.name)
            if config.url
            else self.tr("Command line of {name}").format(name=config.name)
        )
        self.command.show_text(server.shown)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.box)
        inside = QVBoxLayout()
        inside.setContentsMargins(22, 0, 0, 0)
        inside.setSpacing(4)
        inside.addWidget(self.command)
        for text in setup_facts(config):
            inside.addWidget(self._label(text, "muted"))
        if taken:
            inside.addWidget(self._label(self.tr("A server with this name already exists."), "warn"))
        for note in server.notes:
            inside.addWidget(self._label(show_invisible(in_users_language(note)), "warn"))
        inside.addWidget(self._build_inputs())
        layout.addLayout(inside)

    def _label(self, text: str, tone: str) -> QLabel:
        label = QLabel(text, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        mark(label, tone=tone, kind="small")
        return label

    def _build_inputs(self) -> QWidget:
        self._inputs = QWidget(self)
        form = QFormLayout(self._inputs)
        form.setContentsMargins(0, 2, 0, 0)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        form.setVerticalSpacing(3)
        for wanted in self.server.inputs:
            field = QLineEdit(wanted.default)
            if wanted.secret:
                field.setEchoMode(QLineEdit.EchoMode.Password)
            words = show_invisible(wanted.description)
            field.setAccessibleName(words)
            form.addRow(self._label(words, "muted"), field)
            self.answers[wanted.id] = field
        self._inputs.hide()
        return self._inputs

    def _toggled(self, on: bool) -> None:
        self._inputs.setVisible(on and bool(self.answers))
        self.toggled.emit()

    @property
    def chosen(self) -> bool:
        """Whether it is ticked."""
        return self.box.isChecked()

    def missing(self) -> QLineEdit | None:
        """Return the first field that must still be filled in."""
        return next((field for field in self.answers.values() if not field.text().strip()), None)

    def config(self) -> ServerConfig:
        """Return the server with the user's answers in their places."""
        return fill(self.server, {key: field.text() for key, field in self.answers.items()})
