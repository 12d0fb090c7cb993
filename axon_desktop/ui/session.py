"""ChatSession: a live conversation, between the agent's engine and the widgets that show it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Collection, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from axon_desktop.agent.approval import SafetyMode
from axon_desktop.agent.engine import AgentEngine
from axon_desktop.agent.events import TERMINAL, AgentEvent, Answer, Cancelled, Error, Stopped
from axon_desktop.agent.policy import ApprovalPolicy
from axon_desktop.errors import AxonError
from axon_desktop.llm.messages import Message
from axon_desktop.llm.provider import Provider
from axon_desktop.settings import FolderRule, Settings
from axon_desktop.ui.aio import spawn
from axon_desktop.ui.sentences import error_text
from axon_desktop.vault import Vault

_STOP_SECONDS = 3.0


class EngineFactory(Protocol):
    """Builds the engine; injected, so that only `app.py` knows what it is made of."""

    def __call__(
        self, settings: Settings, provider: Provider, policy: ApprovalPolicy, history: Sequence[Message]
    ) -> AgentEngine:
        """Return an engine that goes on from this history."""


@dataclass(frozen=True, slots=True)
class UndoOutcome:
    """What became of a wish to undo (or redo) one change."""

    change_id: int
    """The change that was to be undone."""
    undo_id: int | None
    """Journal id of the undo itself, which undoing makes a redo; None when it failed."""
    path: str = ""
    """Vault path of the note."""
    error: str = ""
    """Why it failed."""


class ChatSession(QObject):
    """Runs turns one after another and tells what happens; holds no widgets."""

    event_received = Signal(object)
    """Every AgentEvent, in order."""
    running_changed = Signal(bool)
    """A turn began or ended."""
    provider_changed = Signal()
    """Another model answers from now on."""
    queue_changed = Signal(str)
    """The request that waits for the running turn; empty for none."""
    undone = Signal(object)
    """An UndoOutcome."""
    cleared = Signal()
    """A new conversation began."""
    settings_changed = Signal(object)
    """The Settings, after an answer of the user or the safety chip changed them: to be saved."""

    def __init__(
        self,
        settings: Settings,
        provider: Provider,
        vault: Vault,
        build_engine: EngineFactory,
        tool_names: Collection[str] = (),
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.settings = settings
        self.provider = provider
        self.queued = ""
        """The request that is sent when the turn is over."""
        self.tool_names = tool_names
        """Names of the tools, so that calls in a reply's text can be hidden."""
        self._vault = vault
        self._build_engine = build_engine
        self._policy = self._make_policy()
        self._engine: AgentEngine | None = None
        self._history: list[Message] = []
        self._retired: list[Provider] = []
        self._stale = False
        self._task: asyncio.Task[None] | None = None
        self._stopping = False
        self._giving_up: asyncio.TimerHandle | None = None
        self._last_text = ""

    # --- state ---------------------------------------------------------------------------------------------------

    @property
    def running(self) -> bool:
        """Whether a turn is running."""
        return self._task is not None

    @property
    def safety(self) -> SafetyMode:
        """When the user is asked."""
        return self._policy.mode

    @property
    def history(self) -> Sequence[Message]:
        """The messages so far, without the running turn's unfinished reply."""
        return self._engine.history if self._engine is not None else self._history

    def estimate_tokens(self) -> int:
        """Return an estimate of the conversation's tokens, for providers that do not count."""
        return sum(self.provider.estimate_tokens(message.content) for message in self.history)

    # --- turns ---------------------------------------------------------------------------------------------------

    def send(self, text: str) -> None:
        """Start a turn, or keep the text until the running one is over."""
        if self.running:
            self._set_queued(f"{self.queued}\n\n{text}" if self.queued else text)
            return
        self._start(text)

    def stop(self) -> None:
        """Stop the running turn; what was done stays."""
        if self._task is None or self._engine is None or self._stopping:
            return
        self._stopping = True
        self._engine.cancel()
        # The engine ends at once unless a write is past its commit point; this is for an engine that hangs.
        self._giving_up = asyncio.get_running_loop().call_later(_STOP_SECONDS, self._task.cancel)

    def retry(self) -> None:
        """Try again after an error; tools that ran are not run again."""
        self.continue_turn()

    def continue_turn(self) -> None:
        """Go on with the last turn, which ended without an answer."""
        if self.running:
            return
        if self._engine is None:  # the model was changed since
            if self._history and self._history[-1] == Message("user", self._last_text):
                self._history.pop()
                self._start(self._last_text)
            else:
                self._start(self.tr("Go on with my last request."))
            return
        try:
            self._follow(self._engine.retry())
        except RuntimeError:
            self._start(self.tr("Continue."))

    def take_queued(self) -> str:
        """Return the waiting request and forget it."""
        text = self.queued
        self._set_queued("")
        return text

    def new_conversation(self) -> None:
        """Forget what was said; a running turn is stopped first."""
        if self._task is not None:
            task = self._task
            self.stop()
            task.add_done_callback(lambda _: self.new_conversation())
            return
        self._set_queued("")
        self._engine = None
        self._history = []
        self._policy = self._make_policy()
        self.cleared.emit()

    async def close(self) -> None:
        """Stop the running turn, wait for its end, and close the providers."""
        self._set_queued("")
        if self._task is not None:
            task = self._task
            self.stop()
            await asyncio.wait([task])
        for provider in (*self._retired, self.provider):
            await provider.aclose()
        self._retired = []

    def _start(self, text: str) -> None:
        if self._engine is None:
            self._engine = self._build_engine(self.settings, self.provider, self._policy, self._history)
        self._last_text = text
        self._follow(self._engine.process_message(text))

    def _follow(self, events: AsyncGenerator[AgentEvent, None]) -> None:
        self._stopping = False
        self._task = spawn(self._run(events), name="turn")
        self.running_changed.emit(True)

    async def _run(self, events: AsyncGenerator[AgentEvent, None]) -> None:
        last: AgentEvent | None = None
        turn_id = ""
        try:
            async with aclosing(events):
                async for event in events:
                    last, turn_id = event, event.turn_id
                    self.event_received.emit(event)
        finally:
            if not isinstance(last, TERMINAL):
                # The engine was cut off or has a fault: whoever listens must still see the turn end.
                self.event_received.emit(
                    Cancelled(turn_id=turn_id)
                    if self._stopping
                    else Error(turn_id=turn_id, code="InternalError", message="")
                )
            self._end(send_next=isinstance(last, Answer | Stopped))

    def _end(self, *, send_next: bool) -> None:
        self._task = None
        if self._giving_up is not None:
            self._giving_up.cancel()
            self._giving_up = None
        self._keep_rules()
        self._renew()
        self.running_changed.emit(False)
        if send_next and self.queued and not self.running:
            self._start(self.take_queued())

    def _set_queued(self, text: str) -> None:
        if text != self.queued:
            self.queued = text
            self.queue_changed.emit(text)

    # --- settings ------------------------------------------------------------------------------------------------

    def set_safety(self, mode: SafetyMode) -> None:
        """Ask first, apply and let undo, or read only; holds from the next call on."""
        if mode != self._policy.mode:
            self._policy.mode = mode
            self.settings.safety.mode = mode
            self.settings_changed.emit(self.settings)

    def reconfigure(self, settings: Settings, provider: Provider) -> None:
        """Take new settings and perhaps another model; a running turn goes on with the old ones."""
        self.settings = settings
        if provider is not self.provider:
            self._retired.append(self.provider)
            self.provider = provider
        self._policy.mode = settings.safety.mode
        self._stale = True
        if not self.running:
            self._renew()
        self.provider_changed.emit()

    def _renew(self) -> None:
        """After a change of settings, let the next turn build its engine anew, with what was said so far."""
        if not self._stale:
            return
        self._stale = False
        self._policy = self._make_policy()
        if self._engine is not None:
            self._history = list(self._engine.history)
            self._engine = None
        for provider in self._retired:
            spawn(provider.aclose(), name="close provider")
        self._retired = []

    def _make_policy(self) -> ApprovalPolicy:
        return ApprovalPolicy(self.settings.safety.mode, self.settings.safety.rules, self._vault.id)

    def _keep_rules(self) -> None:
        """Put the rules that the user's answers made into the settings."""
        added = self._policy.added_rules
        if added:
            new = {(rule.vault, rule.folder) for rule in added}
            kept: list[FolderRule] = [
                rule for rule in self.settings.safety.rules if (rule.vault, rule.folder) not in new
            ]
            self.settings.safety.rules = [*kept, *added]
            added.clear()
            self.settings_changed.emit(self.settings)

    # --- undo ----------------------------------------------------------------------------------------------------

    def undo(self, change_id: int) -> None:
        """Undo one change (or undo an undo); `undone` tells what became of it."""
        spawn(self._undo(change_id), name=f"undo {change_id}")

    async def _undo(self, change_id: int) -> None:
        try:
            change = await asyncio.to_thread(self._vault.undo_change, change_id)
        except AxonError as error:
            outcome = UndoOutcome(change_id, None, error=error_text(error))
        else:
            outcome = UndoOutcome(change_id, change.id, change.path)
        self.undone.emit(outcome)
