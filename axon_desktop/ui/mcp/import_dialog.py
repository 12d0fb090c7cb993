"""ImportDialog: imports servers of other programs, each only after its exact command was shown."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QFormLayout, QFrame, QHBoxLayout, QLabel, QLineEdit, QScrollArea, QWidget

from axon_desktop.errors import KeyStoreError, SettingsError
from axon_desktop.mcp_host.config.config import ServerConfig
from axon_desktop.mcp_host.config.importing import FoundServer, FoundServers, fill, find_servers
from axon_desktop.mcp_host.tool_list import server_key
from axon_desktop.mcp_host.visible_text import show_invisible
from axon_desktop.ui.aio import spawn
from axon_desktop.ui.language.error_texts import error_text, in_users_language
from axon_desktop.ui.look.check_box import CheckBox
from axon_desktop.ui.look.parts import fill_dialog, hbox, push_button, text_label, vbox
from axon_desktop.ui.look.sizes import fit_beside_fields, start_size
from axon_desktop.ui.look.stylesheet import BAR_BESIDE, wear_dialog
from axon_desktop.ui.mcp.wording import setup_facts
from axon_desktop.ui.widgets.command_box import CommandBox
from axon_desktop.ui.widgets.file_dialog import ask_file
from axon_desktop.ui.widgets.form_fields import chooser


class FoundServerRow(QWidget):
    """A check box, the exact command line or address, and the values that the file leaves to the user."""

    toggled = Signal()

    def __init__(self, server: FoundServer, parent: QWidget | None = None, *, taken: bool = False) -> None:
        """Take the server; one whose name is taken cannot be selected."""
        super().__init__(parent)
        self.server = server
        self.answers: dict[str, QLineEdit] = {}
        """Values from the user, by the ids of the file."""
        config = server.config
        self.box = CheckBox(show_invisible(config.name).replace("&", "&&"), self)
        self.box.setEnabled(not taken)
        self.box.toggled.connect(self._toggled)
        self.command = CommandBox(self)
        self.command.setAccessibleName(
            self.tr("Address of {name}").format(name=config.name)
            if config.url
            else self.tr("Command line of {name}").format(name=config.name)
        )
        self.command.show_text(server.shown)
        inside = vbox(self.command, margins=(22, 0, 0, 0), spacing=4)
        for text in setup_facts(config):
            inside.addWidget(self._label(text, "muted"))
        if taken:
            inside.addWidget(self._label(self.tr("A server with this name already exists."), "warn"))
        for note in server.notes:
            inside.addWidget(self._label(show_invisible(in_users_language(note)), "warn"))
        inside.addWidget(self._build_inputs())
        vbox(self.box, inside, parent=self, spacing=4)

    def _label(self, text: str, tone: str) -> QLabel:
        return text_label(text, self, wraps=True, plain=True, tone=tone, kind="small")

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
        """Whether it is checked."""
        return self.box.isChecked()

    def missing(self) -> QLineEdit | None:
        """Return the first required field that is empty."""
        return next((field for field in self.answers.values() if not field.text().strip()), None)

    def config(self) -> ServerConfig:
        """Return the server with the user's values filled in."""
        return fill(self.server, {key: field.text() for key, field in self.answers.items()})


_WIDTH, _HEIGHT = 680, 580
_NOTHING_HEIGHT = 200
"""Minimum size of an empty list."""


class ImportDialog(QDialog):
    """Offers the found files, then their servers; only checked ones are added."""

    def __init__(
        self,
        files: Sequence[tuple[str, Path]],
        taken: Collection[str],
        keep: Callable[[Sequence[ServerConfig], bool], Awaitable[None]],
        parent: QWidget | None = None,
    ) -> None:
        """Take (program, file) of each found file, the names that are taken, and a function that adds servers.

        `keep` gets whether secrets go to the key store, or (false) are used for this run only.
        """
        super().__init__(parent)
        self._taken = {server_key(name) for name in taken}
        self._keep = keep
        self.rows: list[FoundServerRow] = []
        """The servers of the current file."""
        self.setWindowTitle(self.tr("Import servers"))
        wear_dialog(self)
        heading = text_label(self.tr("Import servers from another program"), self, kind="title")
        self.hint = text_label("", self, wraps=True, tone="muted")
        self.area = QScrollArea(self)
        self.area.setObjectName("found_scroll")
        self.area.setStyleSheet(BAR_BESIDE)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setWidgetResizable(True)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Tab goes to its contents
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        fill_dialog(self, heading, self.hint, self._build_files(files), (self.area, 1), self._build_foot())
        self.resize(start_size(self, _WIDTH, _HEIGHT))
        (self.cancel if files else self.other).setFocus()
        if files:
            self.show_file(files[0][1])
        else:
            self._show_found(FoundServers(()))
            self._show_nothing_found()

    # --- parts ---------------------------------------------------------------------------------------------------

    def _build_files(self, files: Sequence[tuple[str, Path]]) -> QHBoxLayout:
        self.file = chooser({str(file): f"{program} — {_short(file)}" for program, file in files}, "")
        self.file.setAccessibleName(self.tr("File"))
        self.file.setMinimumWidth(200)
        self.file.setVisible(bool(files))
        self.file.activated.connect(lambda: self.show_file(Path(self.file.currentData())))
        self.other = push_button(
            self.tr("Another &file…") if files else self.tr("Choose a &file…"),
            self,
            lambda: spawn(self._choose_file(), name="choose file of servers"),
            auto_default=False,
        )
        fit_beside_fields(self.other)
        row = hbox((self.file, 1), self.other)
        if not files:
            row.addStretch(1)
        return row

    def _build_foot(self) -> QHBoxLayout:
        self.message = text_label("", self, wraps=True, plain=True, tone="err")
        self.only_now = CheckBox(self.tr("Keep secrets for this &run only"), self)
        self.only_now.hide()
        self.cancel = push_button(self.tr("&Cancel"), self, self.reject, auto_default=False)
        self.add = push_button(
            "", self, lambda: spawn(self._add(), name="import servers"), auto_default=False, primary=True
        )
        return hbox((self.message, 1), self.only_now, self.cancel, self.add)

    # --- files ---------------------------------------------------------------------------------------------------

    def show_file(self, file: Path) -> None:
        """Read a file and show its servers."""
        spawn(self._read(file), name="read servers")

    async def _read(self, file: Path) -> None:
        try:
            found = await asyncio.to_thread(find_servers, file)
        except SettingsError as error:
            self._show_found(FoundServers((), (error.text,)))
        else:
            self._show_found(found)

    async def _choose_file(self) -> None:
        kinds = [self.tr("JSON files (*.json)"), self.tr("All files (*)")]
        file = await ask_file(self, self.tr("Choose a file with MCP servers"), kinds)
        if file is not None:
            name = self.tr("File")
            self.file.addItem(f"{name} — {_short(file)}", str(file))
            self.file.setCurrentIndex(self.file.count() - 1)
            self.file.show()
            self.other.setText(self.tr("Another &file…"))
            self.resize(self.size().expandedTo(start_size(self, _WIDTH, _HEIGHT)))
            await self._read(file)

    def _show_found(self, found: FoundServers) -> None:
        page = QWidget()
        page.setObjectName("found_page")
        layout = vbox(parent=page, margins=(0, 4, 0, 4), spacing=12)
        self.rows = []
        self.hint.setVisible(bool(found.servers))
        self.hint.setText(
            self.tr(
                "Nothing is running yet. Select the servers that Axon should start, with exactly the command"
                " shown. Each can then do anything you can do."
            )
        )
        for server in found.servers:
            row = FoundServerRow(server, page, taken=server_key(server.config.name) in self._taken)
            row.toggled.connect(self._count)
            layout.addWidget(row)
            self.rows.append(row)
        for problem in found.problems:
            layout.addWidget(self._problem(in_users_language(problem)))
        if not found.servers and not found.problems:
            layout.addWidget(self._problem(self.tr("This file lists no servers.")))
        layout.addStretch(1)
        self.area.setWidget(page)
        self._set_tab_order()
        self._show_message("")
        self._count()

    def _set_tab_order(self) -> None:
        """Set the tab order from the file through the servers to the buttons; Qt puts new widgets last."""
        before: QWidget = self.other
        for row in self.rows:
            for stop in (row.box, row.command, *row.answers.values()):
                QWidget.setTabOrder(before, stop)
                before = stop
        for stop in (self.only_now, self.cancel, self.add):
            QWidget.setTabOrder(before, stop)
            before = stop
        first = next((row.box for row in self.rows if row.box.isEnabled()), None)
        if first is not None and self.focusWidget() not in (self.file, self.other):
            first.setFocus()

    def _show_nothing_found(self) -> None:
        """Show where to continue, above the button for it; there is nothing to list."""
        words = self.tr(
            "No Claude Desktop, Claude Code, Cursor or VS Code file was found. Choose a file"
            " that contains “mcpServers” or “servers”."
        )
        self.hint.setText(words)
        self.hint.show()
        page = QWidget()
        page.setObjectName("found_page")
        self.area.setWidget(page)
        self.resize(start_size(self, _WIDTH, _NOTHING_HEIGHT))

    def _problem(self, text: str) -> QLabel:
        label = text_label(show_invisible(text), wraps=True, plain=True, tone="err")
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        return label

    # --- adding --------------------------------------------------------------------------------------------------

    def _count(self) -> None:
        count = sum(row.chosen for row in self.rows)
        words = self.tr("&Add and start 1 server") if count == 1 else self.tr("&Add and start {count} servers")
        self.add.setText(words.format(count=count) if count else self.tr("&Add and start"))
        self.add.setEnabled(count > 0)

    def _show_message(self, text: str) -> None:
        self.message.setText(text)
        self.message.setAccessibleName(text)

    async def _add(self) -> None:
        chosen = [row for row in self.rows if row.chosen]
        for row in chosen:
            if (field := row.missing()) is not None:
                self._show_message(self.tr("Fill in: {what}").format(what=field.accessibleName()))
                field.setFocus()
                self.area.ensureWidgetVisible(field)
                return
        self.add.setEnabled(False)
        try:
            await self._keep([row.config() for row in chosen], not self.only_now.isChecked())
        except (SettingsError, KeyStoreError) as error:
            self._show_message(error_text(error))
            self.only_now.setVisible(isinstance(error, KeyStoreError))
            self.add.setEnabled(True)
            return
        self.accept()


def _short(file: Path) -> str:
    """Return a path with `~` for the home folder."""
    try:
        return f"~/{file.relative_to(Path.home()).as_posix()}"
    except ValueError:
        return str(file)
