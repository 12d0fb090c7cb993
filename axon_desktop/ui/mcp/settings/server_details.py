"""ServerDetails: everything about the selected server on the settings page, with its actions."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QWidget

from axon_desktop.mcp_host.visible_text import show_invisible
from axon_desktop.ui.look.check_box import CheckBox
from axon_desktop.ui.look.parts import STRETCH, add_parts, hbox, push_button, text_label, vbox
from axon_desktop.ui.look.stylesheet import mark, plain_tip
from axon_desktop.ui.mcp.settings.server_list import ListedServer, ServerList
from axon_desktop.ui.mcp.settings.server_test import ServerTest
from axon_desktop.ui.mcp.settings.tool_table import ToolTable
from axon_desktop.ui.mcp.wording import setup_facts, status_sentence, tone_of
from axon_desktop.ui.widgets.command_box import CommandBox
from axon_desktop.ui.widgets.flow_layout import FlowLayout
from axon_desktop.ui.widgets.labels import ElidedLabel

_LONGEST_TITLE = 40


class ServerDetails(QWidget):
    """Shows one server; what the user requests is emitted as a signal, not done."""

    switched = Signal(bool)
    """Switch it on or off."""
    agreed = Signal()
    """The user agrees to its command."""
    restart_requested = Signal()
    log_requested = Signal()
    edit_requested = Signal()
    remove_requested = Signal()
    changes_requested = Signal()
    """The user wants to look at new and changed tools."""

    def __init__(self, kept: ServerList, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kept = kept
        self._server: ListedServer | None = None
        self.name = ElidedLabel("", self)
        font = self.name.font()
        font.setBold(True)
        self.name.setFont(font)
        self.title = ElidedLabel("", self)
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.title.setAlignment(Qt.AlignmentFlag.AlignRight)
        mark(self.title, tone="muted")
        head = hbox((self.name, 1), (self.title, 2))
        self.command = CommandBox(self)
        self.sentence = self._label("muted")
        self.facts = self._label("muted")
        mark(self.facts, kind="small")
        layout = vbox(head, self.command, self.facts, self.sentence, self._build_agree(), parent=self)
        self.test = ServerTest(kept.test, self)
        self.test.button.clicked.connect(self._try)
        add_parts(layout, self._build_buttons(), self.test, self._build_changes())
        self.tools = ToolTable(self)
        add_parts(layout, 4, self.tools)

    def _label(self, tone: str) -> QLabel:
        return text_label("", self, wraps=True, plain=True, tone=tone)

    def _button(self, text: str, request: SignalInstance) -> QPushButton:
        return push_button(text, self, request, auto_default=False)

    def _build_agree(self) -> QWidget:
        self._agree_row = QWidget(self)
        self.agree = self._button(self.tr("A&gree and start"), self.agreed)
        mark(self.agree, primary=True)
        hbox(self.agree, STRETCH, parent=self._agree_row, margins=(0, 0, 0, 4), spacing=-1)
        return self._agree_row

    def _build_buttons(self) -> FlowLayout:
        self.on = CheckBox(self.tr("Switched &on"), self)
        self.on.clicked.connect(self.switched)
        self.restart = self._button(self.tr("&Restart"), self.restart_requested)
        self.log = self._button(self.tr("&Log…"), self.log_requested)
        self.edit = self._button(self.tr("&Edit…"), self.edit_requested)
        self.remove = self._button(self.tr("Remo&ve…"), self.remove_requested)
        row = FlowLayout(8)
        for widget in (self.on, self.test.button, self.restart, self.log, self.edit, self.remove):
            row.addWidget(widget)
        return row

    def _build_changes(self) -> QWidget:
        self._changes = QFrame(self)
        self._changes.setObjectName("server_changes")
        self.changes_words = QLabel(self._changes)
        self.changes_words.setWordWrap(True)
        mark(self.changes_words, tone="warn")
        self.look = self._button(self.tr("Revie&w…"), self.changes_requested)
        hbox((self.changes_words, 1), self.look, parent=self._changes, margins=(10, 7, 8, 7), spacing=-1)
        return self._changes

    @property
    def stops(self) -> tuple[QWidget, ...]:
        """The widgets in tab order, which is the visible order."""
        buttons = (self.test.button, self.restart, self.log, self.edit, self.remove, self.look)
        return self.command, self.agree, self.on, *buttons, self.tools.search, self.tools.table

    # --- showing -------------------------------------------------------------------------------------------------

    def show_server(self, server: ListedServer) -> None:
        """Show the current state of a server."""
        if self._server is None or server.name != self._server.name:
            self.test.stop()
        self._server = server
        config, status = server.config, server.status
        name = show_invisible(server.name)
        self.name.setText(name)
        self.name.setToolTip(plain_tip(name))
        title = self._title(server)
        self.title.setText(title)
        self.title.setToolTip(plain_tip(title))
        shown = show_invisible(config.shown)
        if self.command.toPlainText() != shown:
            self.command.show_text(config.shown)
        self.command.setAccessibleName(self.tr("Address") if config.url else self.tr("Command line"))
        facts = "\n".join(setup_facts(config))
        self.facts.setText(facts)
        self.facts.setVisible(bool(facts))
        sentence = status_sentence(status)
        self.sentence.setText(sentence)
        self.sentence.setVisible(bool(sentence))
        mark(self.sentence, tone=tone_of(status))
        self._agree_row.setVisible(status.state == "unconfirmed")
        self.on.setChecked(config.enabled)
        self.on.setAccessibleName(self.tr("{server} is switched on").format(server=show_invisible(config.name)))
        runnable = config.enabled and status.state != "unconfirmed"
        self.restart.setEnabled(runnable)
        self.test.button.setEnabled(status.state != "unconfirmed" and not self.test.running)
        count = len(self._kept.changes(server.name))
        words = self.tr("1 tool is new or has changed. It is not offered until you review it.")
        if count != 1:
            words = self.tr("{count} tools are new or have changed. They are not offered until you review them.")
        self.changes_words.setText(words.format(count=count))
        self._changes.setVisible(count > 0)
        self.tools.show_tools(status)

    def _title(self, server: ListedServer) -> str:
        status = server.status
        parts = []
        if status.title and status.title != server.name:
            title = show_invisible(" ".join(status.title.split()))
            title = title if len(title) <= _LONGEST_TITLE else f"{title[:_LONGEST_TITLE]}…"
            parts.append(self.tr("calls itself “{title}”").format(title=title))
        if status.protocol:
            parts.append(self.tr("protocol {version}").format(version=show_invisible(status.protocol)))
        return " · ".join(parts)

    def _try(self) -> None:
        if self._server is not None:
            self.test.start(self._server.config)
