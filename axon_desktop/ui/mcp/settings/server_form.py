"""ServerForm: the dialog for adding or changing a server."""

from __future__ import annotations

import os
import shlex
from collections.abc import Awaitable, Callable, Collection

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFormLayout, QFrame, QHBoxLayout, QLineEdit, QPushButton, QScrollArea, QWidget

from axon_desktop.errors import KeyStoreError, SettingsError
from axon_desktop.mcp_host.config.config import ServerConfig, check_config
from axon_desktop.mcp_host.status import TestResult
from axon_desktop.mcp_host.tool_list import server_key
from axon_desktop.net_address import web_address
from axon_desktop.ui.aio import spawn
from axon_desktop.ui.language.error_texts import error_text
from axon_desktop.ui.language.translation import plain
from axon_desktop.ui.look.check_box import CheckBox
from axon_desktop.ui.look.parts import STRETCH, hbox, push_button, text_label, vbox
from axon_desktop.ui.look.sizes import start_size
from axon_desktop.ui.look.stylesheet import mark, mono_font, wear_dialog
from axon_desktop.ui.mcp.settings.server_test import ServerTest
from axon_desktop.ui.mcp.settings.variables import Variables
from axon_desktop.ui.widgets.form_dialog import FormDialog
from axon_desktop.ui.widgets.form_fields import DecimalBox, chooser, let_wrap_in_form

_WIDTH, _HEIGHT = 640, 600
"""Pixels: with room for the result of a test of the connection."""
_LONGEST_NAME = 100


class ServerForm(FormDialog):
    """Edits one server; it closes after the server is saved, and stays open with the reason if it cannot be."""

    def __init__(
        self,
        config: ServerConfig | None,
        taken: Collection[str],
        keep: Callable[[ServerConfig, bool], Awaitable[None]],
        test: Callable[[ServerConfig], Awaitable[TestResult]],
        parent: QWidget | None = None,
    ) -> None:
        """Take the server, None for a new one.

        `taken` are the names of the others; `keep` saves a server, its secrets too or (false) for this run only.
        """
        super().__init__(parent)
        self._old = config
        self._taken = taken
        self._keep = keep
        title = self.tr("Add a server") if config is None else self.tr("Edit server")
        self.setWindowTitle(title)
        wear_dialog(self)
        page = QWidget()
        page.setObjectName("server_page")
        self._form = QFormLayout()
        self._form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._form.setHorizontalSpacing(16)
        self._form.setVerticalSpacing(8)
        self._build_place()
        self._build_more(test)
        vbox(self._form, STRETCH, parent=page, margins=(20, 2, 20, 2), spacing=-1)
        scroll = QScrollArea(self)
        scroll.setObjectName("server_scroll")
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Tab goes to its contents
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(page)
        heading = text_label(title, self, kind="title")
        heading.setContentsMargins(20, 0, 20, 0)
        vbox(heading, (scroll, 1), self._build_foot(), parent=self, margins=(0, 18, 0, 18), spacing=10)
        QWidget.setTabOrder(self.name, self.kind)
        QWidget.setTabOrder(self.kind, self.command)
        for needed in (self.name, self.command, self.url):
            needed.textChanged.connect(self._show_ready)
        self._fill(config or ServerConfig(name=""))
        self.note_entered()
        self.resize(start_size(self, _WIDTH, _HEIGHT))
        (self.name if config is None else self.command).setFocus()

    # --- parts ---------------------------------------------------------------------------------------------------

    def _add(self, label: str, field: QWidget) -> None:
        self._form.addRow(label, field)
        field.setAccessibleName(plain(label))

    def _build_place(self) -> None:
        self.name, self.command, self.cwd, self.url = (QLineEdit(self) for _ in range(4))
        self.name.setMaxLength(_LONGEST_NAME)
        self.kind = chooser(
            {"stdio": self.tr("A program on this computer"), "http": self.tr("An address (Streamable HTTP)")},
            "stdio",
        )
        self.kind.currentIndexChanged.connect(self._show_fields)
        self.command.setFont(mono_font())
        self.command.setPlaceholderText("npx -y @modelcontextprotocol/server-memory")
        self.cwd.setPlaceholderText(self.tr("leave empty for your home folder"))
        self.url.setFont(mono_font())
        self.url.setPlaceholderText("https://example.org/mcp")
        self.env = Variables("env", self.tr("Add &variable"), self)
        self.headers = Variables("headers", self.tr("Add &header"), self)
        self._command_hint = text_label(
            self.tr(
                "This is run exactly as written, without a shell and with your permissions. Put"
                " parts that contain spaces in quotes."
            ),
            self,
            wraps=True,
        )
        let_wrap_in_form(self._command_hint)
        mark(self._command_hint, tone="muted", kind="small")
        self._add(self.tr("&Name"), self.name)
        self._add(self.tr("&Kind"), self.kind)
        self._add(self.tr("Co&mmand line"), self.command)
        self._form.addRow("", self._command_hint)
        self._add(self.tr("&Folder"), self.cwd)
        self._add(self.tr("Environment"), self.env)
        self._add(self.tr("A&ddress"), self.url)
        self._add(self.tr("Headers"), self.headers)

    def _build_more(self, test: Callable[[ServerConfig], Awaitable[TestResult]]) -> None:
        self.timeout = DecimalBox()
        self.timeout.setRange(0, 3600)
        self.timeout.setDecimals(0)
        self.timeout.setSuffix(self.tr(" s"))
        self.timeout.setSpecialValueText(self.tr("as for all tools"))
        self.always = CheckBox(self.tr("Offer a&ll its tools in every request, however many there are"))
        self.only_now = CheckBox(self.tr("Keep secrets for this &run only"))
        self.test = ServerTest(test, self)
        let_wrap_in_form(self.test)
        self.test.button.clicked.connect(self._try)
        self._add(self.tr("T&ime limit per call"), self.timeout)
        self._form.addRow("", self.always)
        self._form.addRow("", self.only_now)
        self._form.addRow("", self._beside(self.test.button))
        self._form.addRow("", self.test)
        for section in (self.env, self.headers):
            section.edited.connect(self._show_secrets)

    def _beside(self, button: QPushButton) -> QWidget:
        """Keep a button as wide as its text."""
        place = QWidget(self)
        hbox(button, STRETCH, parent=place, spacing=-1)
        return place

    def _build_foot(self) -> QHBoxLayout:
        self.message = text_label("", self, wraps=True, plain=True, tone="err")
        cancel = push_button(self.tr("&Cancel"), self, self.reject)
        self.save = push_button(
            self.tr("&Save and start"),
            self,
            lambda: spawn(self._save(), name="save server"),
            default=True,
            primary=True,
        )
        return hbox(
            (self.message, 1),
            (cancel, 0, Qt.AlignmentFlag.AlignBottom),
            (self.save, 0, Qt.AlignmentFlag.AlignBottom),
            margins=(20, 0, 20, 0),
        )

    # --- showing -------------------------------------------------------------------------------------------------

    def _fill(self, config: ServerConfig) -> None:
        self.name.setText(config.name)
        if self._old is not None:
            self.name.setReadOnly(True)
            self.name.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self.name.setEnabled(False)
            self.name.setToolTip(
                self.tr("A server’s name cannot be changed: its rules and secrets are tied to it.")
            )
        self.kind.setCurrentIndex(self.kind.findData(config.kind))
        self.command.setText(shlex.join((config.command, *config.args)) if config.command else "")
        self.cwd.setText(config.cwd)
        self.url.setText(config.url)
        self.env.set_values(config.env)
        self.headers.set_values(config.headers)
        self.timeout.setValue(config.timeout or 0)
        self.always.setChecked(config.always_load)
        if not config.enabled:
            self.save.setText(self.tr("&Save"))
        self._show_fields()
        self._show_secrets()

    def _show_fields(self) -> None:
        http = self.kind.currentData() == "http"
        for field in (self.command, self._command_hint, self.cwd, self.env):
            self._form.setRowVisible(field, not http)
        for field in (self.url, self.headers):
            self._form.setRowVisible(field, http)
        self._show_secrets()
        self._show_ready()

    def _show_secrets(self) -> None:
        section = self.headers if self.kind.currentData() == "http" else self.env
        self._form.setRowVisible(self.only_now, section.has_new_secret)

    def _show_ready(self) -> None:
        """Enable Test and Save when the required fields are filled in."""
        http = self.kind.currentData() == "http"
        ready = bool(self.name.text().strip() and (self.url if http else self.command).text().strip())
        self.save.setEnabled(ready and not self.busy)
        self.test.button.setEnabled(ready and not self.test.running)

    def _show_message(self, text: str) -> None:
        self.message.setText(text)
        self.message.setAccessibleName(text)

    # --- values --------------------------------------------------------------------------------------------------

    def entered(self) -> object:
        """Return the entered values, valid or not."""
        lines = [field.text().strip() for field in (self.name, self.command, self.cwd, self.url)]
        variables = self.env.entered(), self.headers.entered()
        return lines, self.kind.currentData(), variables, self.timeout.value(), self.always.isChecked()

    def value(self) -> ServerConfig:
        """Return the server from the entered values.

        Raises:
            SettingsError: they are invalid; the message says why.
        """
        http = self.kind.currentData() == "http"
        words = [] if http else split_command(self.command.text())
        config = msgspec.structs.replace(
            self._old or ServerConfig(name=""),
            name=self.name.text().strip(),
            command=words[0] if words else "",
            args=tuple(words[1:]),
            cwd="" if http else self.cwd.text().strip(),
            url=(web_address(self.url.text()) or self.url.text().strip()) if http else "",
            env={} if http else self.env.values(),
            headers=self.headers.values() if http else {},
            timeout=self.timeout.value() or None,
            always_load=self.always.isChecked(),
        )
        check_config(config)
        return config

    def problem(self) -> tuple[str, QWidget] | None:
        """Return the error and its field; None if all is well."""
        name = self.name.text().strip()
        if not name or not name.isprintable():
            return self.tr("Give the server a name."), self.name
        if server_key(name) in map(server_key, self._taken):
            return self.tr("A server with this name already exists."), self.name
        http = self.kind.currentData() == "http"
        if http and not web_address(self.url.text()):
            return self.tr("This is no address. It looks like https://host/mcp or 127.0.0.1:8000/mcp."), self.url
        if not http and not self.command.text().strip():
            return self.tr("Enter the command line that starts the server."), self.command
        wrong = (self.headers if http else self.env).problem()
        if wrong is not None:
            return wrong
        try:
            self.value()
        except SettingsError as error:
            return error_text(error), self.url if http else self.command
        except ValueError:
            return self.tr("A quotation mark in the command line is not closed."), self.command
        return None

    def _checked(self) -> ServerConfig | None:
        """Return the server, or show the error."""
        problem = self.problem()
        self._show_message(problem[0] if problem is not None else "")
        if problem is not None:
            problem[1].setFocus()
            return None
        return self.value()

    def _try(self) -> None:
        config = self._checked()
        if config is not None:
            self.test.start(config)

    async def _save(self) -> None:
        config = self._checked()
        if config is None or self.busy:
            return
        self.busy = True
        self._show_ready()
        try:
            await self._keep(config, not (self.only_now.isVisible() and self.only_now.isChecked()))
        except (SettingsError, KeyStoreError) as error:
            self._show_message(error_text(error))
            return
        finally:
            self.busy = False
            self._show_ready()
        self.accept()


def split_command(line: str) -> list[str]:
    """Return the words of a command line as a shell that knows only quotes and blanks would.

    Raises:
        ValueError: a quotation is not closed.
    """
    lexer = shlex.shlex(line, posix=True, punctuation_chars=False)
    lexer.whitespace_split = True
    lexer.commenters = ""
    if os.name == "nt":
        lexer.escape = ""  # backslashes separate folders there
    return list(lexer)
