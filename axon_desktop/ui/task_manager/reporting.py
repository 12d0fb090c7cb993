"""TurnReporting: reports the turns of the window to a Task Manager, if that is configured."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal

from axon_desktop.agent.events import AgentEvent, Reasoning, Token, TurnStarted
from axon_desktop.agent_sync.target import Target, target_of
from axon_desktop.ui.aio import spawn

if TYPE_CHECKING:
    from axon_desktop.agent_sync.reporter import Reporter, ReporterState
    from axon_desktop.settings.settings import TaskManagerSettings
    from axon_desktop.ui.session.chat_session import ChatSession
    from axon_desktop.ui.session.conversation_keeper import ConversationKeeper


class TurnReporting(QObject):
    """Connects the conversations of the window with a reporter, which exists only while it is enabled."""

    changed = Signal()
    """The state changed, or reporting was switched on or off."""
    _state_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.target: Target | None = None
        """The Task Manager; None while turns are not reported."""
        self._reporter: Reporter | None = None
        self._turn = ""
        """The turn that is being reported: another one is reported only from its start."""
        self._state_changed.connect(self.changed, Qt.ConnectionType.QueuedConnection)  # emitted in any thread

    @property
    def state(self) -> ReporterState | None:
        """The current state; None while nothing is reported."""
        return self._reporter.state if self._reporter is not None else None

    def follow(self, session: ChatSession, keeper: ConversationKeeper) -> None:
        """Report the turns of this conversation, and of those that replace it in the session."""
        session.event_received.connect(partial(self._take, keeper))

    async def apply(self, settings: TaskManagerSettings) -> None:
        """Apply the settings and the environment; a change takes effect with the next turn."""
        target = target_of(settings)
        if target == self.target:
            return
        if self._reporter is not None:
            spawn(asyncio.to_thread(self._reporter.close), name="last reports")
        self.target, self._reporter, self._turn = target, None, ""
        if target is not None:
            make = await asyncio.to_thread(_reporter_maker)
            if target is self.target:  # else it was changed again
                self._reporter = make(target, self._on_state)
        self.changed.emit()

    async def close(self) -> None:
        """Send waiting reports, within a short time limit."""
        if self._reporter is not None:
            await asyncio.to_thread(self._reporter.close)

    def _take(self, keeper: ConversationKeeper, event: AgentEvent) -> None:
        if self._reporter is None or isinstance(event, Token | Reasoning):
            return
        if isinstance(event, TurnStarted):
            self._turn = event.turn_id
            self._reporter.use_session(keeper.session_id)
        if event.turn_id == self._turn:
            self._reporter.take(event)

    def _on_state(self) -> None:
        with suppress(RuntimeError):  # the window was deleted
            self._state_changed.emit()


def _reporter_maker() -> Callable[[Target, Callable[[], None]], Reporter]:
    """Return a function that creates a reporter; its imports take a moment, so call this in a thread."""
    from axon_desktop.agent_sync.clients.factory import create_task_manager_client
    from axon_desktop.agent_sync.reporter import Reporter

    def make(target: Target, on_change: Callable[[], None]) -> Reporter:
        client = partial(create_task_manager_client, target.url)
        return Reporter(client, target.execution_id, on_change=on_change)

    return make
