"""ServersStatus: shows in the status bar the state of the MCP servers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QLabel
from shiboken6 import isValid

from axon_desktop.mcp_host.status import ServerStatus
from axon_desktop.mcp_host.visible_text import show_invisible
from axon_desktop.ui.aio import single_shot
from axon_desktop.ui.look.stylesheet import mark, plain_tip
from axon_desktop.ui.mcp.wording import state_words, status_sentence

if TYPE_CHECKING:
    from axon_desktop.mcp_host.host import McpHost
    from axon_desktop.ui.status_bar.status_bar import StatusBar

_SHOW_MS = 100


class ServersStatus(QObject):
    """A label in the status bar: the number of servers, and whether all is well with them."""

    def __init__(self, host: McpHost, bar: StatusBar) -> None:
        super().__init__(bar)
        self._host = host
        self.label = QLabel(bar)
        self.label.setObjectName("servers_status")
        bar.insertWidget(2, self.label)
        self._soon = single_shot(self, _SHOW_MS, self.refresh)
        host.subscribe(self._status_changed)
        self.refresh()

    def _status_changed(self) -> None:
        if isValid(self) and not self._soon.isActive():
            self._soon.start()

    def refresh(self) -> None:
        """Show the current state of the servers; nothing if there are none."""
        statuses = [status for status in self._host.status() if status.state != "off"]
        self.label.setVisible(bool(statuses))
        ready = sum(status.state == "ready" for status in statuses)
        words = self.tr("1 MCP server") if len(statuses) == 1 else self.tr("{count} MCP servers")
        if ready < len(statuses):
            words = self.tr("{ready} of {count} MCP servers ready")
        text = f"● {words.format(ready=ready, count=len(statuses))}"
        if text != self.label.text():
            self.label.setText(text)
        details = "\n".join(map(_line, statuses))
        self.label.setToolTip(plain_tip(details))
        self.label.setAccessibleName(words.format(ready=ready, count=len(statuses)))
        self.label.setAccessibleDescription(details)
        mark(self.label, state=_tone(statuses))


def _tone(statuses: Sequence[ServerStatus]) -> str:
    states = {status.state for status in statuses}
    if "failed" in states:
        return "err"
    return "warn" if states & {"waiting", "unconfirmed"} else "ok" if states <= {"ready"} else ""


def _line(status: ServerStatus) -> str:
    why = status_sentence(status) if status.state in ("failed", "waiting") else ""
    return " ".join(part for part in (show_invisible(status.name), state_words(status), why) if part)
