"""PendingBar: shows above the message box which servers wait for the user, who can answer there."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton, QWidget
from shiboken6 import isValid

from axon_desktop.errors import SettingsError
from axon_desktop.mcp_host.status import ServerStatus, ToolChange
from axon_desktop.mcp_host.visible_text import show_invisible
from axon_desktop.settings.keys import KeyStore
from axon_desktop.ui.accessibility.announcer import announce
from axon_desktop.ui.aio import ask, single_shot, spawn
from axon_desktop.ui.language.error_texts import error_text
from axon_desktop.ui.look.parts import STRETCH, hbox, push_button, text_label, vbox
from axon_desktop.ui.look.stylesheet import let_wrap, mark
from axon_desktop.ui.look.theme import current_colors
from axon_desktop.ui.mcp.settings.changed_tools import ChangedTools
from axon_desktop.ui.mcp.settings.server_list import ListedServer, ServerList
from axon_desktop.ui.mcp.wording import reason_words, setup_facts
from axon_desktop.ui.widgets.command_box import CommandBox

if TYPE_CHECKING:
    from axon_desktop.mcp_host.host import McpHost

_SHOW_MS = 100
_BELOW = 8
"""Pixels between the frame and the line of the message box."""
_COMMAND_LINES = 4
_GONE_SECONDS = 3.0
"""How long a server may be disconnected before that is shown: most come back at once."""


class PendingBar(QWidget):
    """One notice at a time: a server to approve, tools that changed, or a server that was lost."""

    settings_requested = Signal(str)
    """The page of the settings to open."""

    def __init__(self, host: McpHost, keys: KeyStore, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._host = host
        self._servers = ServerList(host, keys)
        self._put_off: set[object] = set()
        """Notices that the user dismissed."""
        self._loading = False
        self._waiting: frozenset[str] = frozenset()
        """Servers of the host that were not approved when the file was last read."""
        self._asked: ListedServer | None = None
        """The server whose command is shown."""
        self._changes: list[ToolChange] = []
        self._lost_at: dict[str, float] = {}
        self._shown: object = None
        self.words = text_label("", self, wraps=True, plain=True)
        self.command = CommandBox(self, most_lines=_COMMAND_LINES)
        self.command.setAccessibleName(self.tr("Command line"))
        self.facts = text_label("", self, wraps=True, plain=True, tone="muted", kind="small")
        self.agree = self._button(self.tr("A&gree and start"), self._agree)
        mark(self.agree, primary=True)
        self.look = self._button(self.tr("Re&view…"), self._look)
        self.page = self._button(self.tr("S&ettings…"), self._open_page)
        self.later = self._button(self.tr("No&t now"), self._hide_this)
        row = hbox(self.agree, self.look, self.page, STRETCH, self.later, spacing=7)
        vbox(self.words, self.command, self.facts, row, parent=self, margins=(22, 10, 22, 8 + _BELOW), spacing=7)
        let_wrap(self)
        self._soon = single_shot(self, _SHOW_MS, self.refresh)
        self._leave = host.subscribe(self._status_changed)
        self.hide()
        self.refresh()

    def _button(self, text: str, action: Callable[[], None]) -> QPushButton:
        return push_button(text, self, action)

    def leave(self) -> None:
        """Stop listening: the panel is closed."""
        self._leave()

    def _status_changed(self) -> None:
        if isValid(self) and not self._soon.isActive():
            self._soon.start()

    # --- showing -------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show what is waiting for the user now, or hide."""
        statuses = self._host.status()
        waiting = frozenset(status.name for status in statuses if status.state == "unconfirmed")
        if waiting - self._waiting and not self._loading:
            self._loading = True
            spawn(self._load(waiting), name="read servers")
        asked = (server for server in self._servers.servers if server.status.state == "unconfirmed")
        self._asked = next((server for server in asked if self._is_news(server.config.identity)), None)
        self._changes = [change for change in self._host.changes() if self._is_news(change)]
        lost = next(
            (status for status in statuses if self._is_lost(status) and self._is_news(_loss(status))), None
        )
        if self._asked is not None:
            self._show_unconfirmed(self._asked)
        elif self._changes:
            self._show_changes(self._changes)
        elif lost is not None:
            self._show_lost(lost)
        else:
            self._shown = None
            self.hide()

    async def _load(self, waiting: frozenset[str]) -> None:
        """Read the exact configuration of the servers to approve: their variables matter, too."""
        try:
            with suppress(SettingsError):  # reported at the start of the program; the other servers are there
                await self._servers.load()
        finally:
            self._loading = False
        self._waiting = waiting
        if isValid(self):
            self.refresh()

    def _is_lost(self, status: ServerStatus) -> bool:
        """Tell whether a server whose tools were there is lost, and not only for a moment."""
        if status.state not in ("waiting", "connecting", "failed") or not status.tools:
            self._lost_at.pop(status.name, None)
            return False
        gone = time.monotonic() - self._lost_at.setdefault(status.name, time.monotonic())
        if status.state == "failed" or gone >= _GONE_SECONDS:
            return True
        if not self._soon.isActive():
            QTimer.singleShot(round((_GONE_SECONDS - gone) * 1000) + _SHOW_MS, self, self.refresh)
        return False

    def _is_news(self, what: object) -> bool:
        return what not in self._put_off

    def _show_notice(self, what: object, words: str, tone: str, main: QPushButton | None = None) -> None:
        self.words.setText(words)
        mark(self.words, tone=tone)
        for part in (self.command, self.facts):
            part.setVisible(main is self.agree and (part is self.command or bool(self.facts.text())))
        for button in (self.agree, self.look):
            button.setVisible(button is main)
        self.setAccessibleName(words)
        self.show()
        self.updateGeometry()
        if what != self._shown:
            self._shown = what
            announce(words, urgent=main is not None)

    def _show_unconfirmed(self, server: ListedServer) -> None:
        words = self.tr(
            "The server “{server}” is in the settings, but you have not agreed to it yet. It would run exactly"
            " this, and could then do whatever you can do:"
        )
        self.command.show_text(server.config.shown)
        self.facts.setText("\n".join(setup_facts(server.config)))
        text = words.format(server=show_invisible(server.name))
        self._show_notice(server.config.identity, text, "warn", self.agree)

    def _show_changes(self, changes: list[ToolChange]) -> None:
        names = ", ".join(dict.fromkeys(show_invisible(change.server) for change in changes))
        words = self.tr("1 tool from {servers} is new or has changed. It is not offered until you review it.")
        if len(changes) != 1:
            words = self.tr(
                "{count} tools from {servers} are new or have changed. They are not offered until you review them."
            )
        text = words.format(servers=names, count=len(changes))
        self._show_notice(tuple(changes), text, "warn", self.look)

    def _show_lost(self, status: ServerStatus) -> None:
        words = self.tr("The server “{server}” is not available, so its tools cannot be used. {reason}")
        reason = reason_words(status.reason) if status.reason is not None else ""
        text = words.format(server=show_invisible(status.name), reason=reason)
        self._show_notice(_loss(status), text, "err" if status.state == "failed" else "warn")

    # --- answers -------------------------------------------------------------------------------------------------

    def _agree(self) -> None:
        if self._asked is not None:
            spawn(self._try(self._servers.agree(self._asked.name)), name="agree to server")

    def _look(self) -> None:
        spawn(self._review(), name="changed tools")

    async def _review(self) -> None:
        changes = list(self._changes)
        if not changes:
            return
        dialog = ChangedTools(changes, self.window())
        await ask(dialog)
        self._put_off.update(change for change in changes if change not in dialog.approved)
        await self._try(self._servers.approve(dialog.approved))

    async def _try(self, work: Awaitable[None]) -> None:
        try:
            await work
        except SettingsError as error:
            words = error_text(error)
            self._show_notice(words, words, "err")
        else:
            self.refresh()

    def _open_page(self) -> None:
        self.settings_requested.emit("servers")

    def _hide_this(self) -> None:
        if isinstance(self._shown, tuple) and self._changes:
            self._put_off.update(self._changes)
        elif self._shown is not None:
            self._put_off.add(self._shown)
        self.refresh()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the frame."""
        colors = current_colors()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor(colors.raised))
        painter.setPen(QPen(QColor(colors.warn), 1))
        painter.drawRoundedRect(self.rect().toRectF().adjusted(12.5, 2.5, -12.5, -0.5 - _BELOW), 7, 7)


def _loss(status: ServerStatus) -> object:
    """Return a key for one loss of a server."""
    return status.name, status.state == "failed"
