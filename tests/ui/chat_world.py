"""A whole conversation for tests: a real vault, tools, engine and session, with a scripted model."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from PySide6.QtWidgets import QApplication, QDialog, QWidget
from shiboken6 import isValid

from axon_desktop.agent.approval.policy import ApprovalPolicy
from axon_desktop.agent.engine import AgentEngine
from axon_desktop.agent.events import AgentEvent
from axon_desktop.conversations.store.conversation_store import ConversationStore
from axon_desktop.llm.provider import Provider
from axon_desktop.llm.providers.scripted import ScriptedProvider, ScriptedReply
from axon_desktop.settings.settings import Settings
from axon_desktop.tools import ToolManager
from axon_desktop.ui.approval.dialog_approver import DialogApprover
from axon_desktop.ui.chat.activity.call_line import CallLineWidget
from axon_desktop.ui.chat.cards.entries import CallEntry
from axon_desktop.ui.chat.cards.tool_card import ToolOutputCard
from axon_desktop.ui.chat.panel import ChatPanel
from axon_desktop.ui.decisions.decisions import Decisions
from axon_desktop.ui.session.chat_session import ChatSession
from axon_desktop.ui.session.conversation_keeper import ConversationKeeper
from axon_desktop.ui.session.resumption import Resumption
from axon_desktop.vault import Vault
from tests.ui.decisions_world import eager
from tests.waiting import until as until

Run: TypeAlias = Callable[[Coroutine[Any, Any, Any]], Any]
"""The type of the fixture `run_async`."""
E = TypeVar("E", bound=AgentEvent)
W = TypeVar("W", bound=QWidget)


def call(tool: str, **params: Any) -> str:
    """Return a call in the text protocol."""
    return f"```json:tool\n{json.dumps({'tool': tool, 'params': params}, ensure_ascii=False)}\n```\n"


def dialog() -> QDialog | None:
    """Return the dialog that is open."""
    found = [w for w in QApplication.topLevelWidgets() if isinstance(w, QDialog) and w.isVisible()]
    return found[-1] if found else None


def ready() -> QDialog | None:
    """Return the dialog that is open, once the system gives it the keys: until then the window below has them."""
    found = dialog()
    return found if found is not None and found.isActiveWindow() else None


def child(parent: QWidget, kind: type[W]) -> W:
    """Return the first child of this kind."""
    found = parent.findChild(kind)
    assert found is not None
    return found


async def opened(store: ConversationStore) -> ConversationStore:
    """Return a store once it is open."""
    await store.open()
    return store


@dataclass
class World:
    """The parts of one conversation."""

    root: Path
    vault: Vault
    session: ChatSession
    made_panel: ChatPanel | None
    events: list[AgentEvent] = field(default_factory=list)
    keeper: ConversationKeeper | None = None
    store: ConversationStore | None = None
    decisions: Decisions | None = None

    @property
    def panel(self) -> ChatPanel:
        """The panel of a world that has one."""
        assert self.made_panel is not None
        return self.made_panel

    @property
    def kept(self) -> ConversationKeeper:
        """The keeper of a world that has one."""
        assert self.keeper is not None
        return self.keeper

    @property
    def cards(self) -> list[ToolOutputCard]:
        """The visible cards, from top to bottom; the view deletes others little by little."""
        view = self.panel.view
        cards = [card for card in view.findChildren(ToolOutputCard) if card.isVisibleTo(view)]
        return sorted(cards, key=lambda card: card.y())

    @property
    def calls(self) -> list[CallEntry]:
        """All calls of the conversation, in order."""
        return self.panel.transcript.call_log.calls

    @property
    def lines(self) -> list[CallLineWidget]:
        """The visible lines of calls of finished turns, from top to bottom."""
        view = self.panel.view
        lines = [line for line in view.findChildren(CallLineWidget) if line.isVisibleTo(view)]
        return sorted(lines, key=lambda line: line.mapTo(view, line.rect().topLeft()).y())

    @property
    def text(self) -> str:
        return self.panel.view.to_plain_text()

    def kinds(self) -> list[str]:
        return [event.type for event in self.events]

    def found(self, kind: type[E]) -> list[E]:
        """Return the events of one kind."""
        return [event for event in self.events if isinstance(event, kind)]

    async def ask(self, text: str) -> None:
        """Send a request, wait for the end of its turn and until the conversation is stored."""
        self.session.send(text)
        await self.end()
        if self.keeper is not None:
            await until(lambda: self.kept.id)

    async def end(self) -> None:
        await until(lambda: not self.session.running)

    async def close(self) -> None:
        await self.session.close()
        if self.keeper is not None and self.store is not None:
            await self.keeper.close()
            await self.store.close()
        if self.made_panel is not None:
            self.made_panel.close()
            self.made_panel.deleteLater()
            # The garbage collector might delete it in a worker thread.
            await until(lambda: not isValid(self.made_panel))


def make_world(
    tmp_path: Path,
    replies: Iterable[ScriptedReply] = (),
    *,
    settings: Settings | None = None,
    provider: Provider | None = None,
    pace: float = 0.0,
    notes: Sequence[tuple[str, str]] = (("Home.md", "# Home\n"),),
    keep: bool = False,
    goes: bool = True,
    shown: bool = True,
) -> World:
    """Build a conversation over a fresh vault; must be called inside the running loop.

    With `goes`, the user goes to each question at once, so that its dialog opens. Without `shown` there is no
    panel: a window makes its own.
    """
    root = tmp_path / "vault"
    root.mkdir(exist_ok=True)
    for path, text in notes:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(text.encode())
    vault = Vault(root, data_dir=tmp_path / "data")
    vault.open()
    tools = ToolManager(vault)
    decisions = eager(lambda: panel) if goes else Decisions(lambda: panel)
    approver = DialogApprover(decisions)

    def build(
        settings: Settings, provider: Provider, policy: ApprovalPolicy, resumption: Resumption
    ) -> AgentEngine:
        return AgentEngine(
            provider,
            tools,
            approver,
            policy=policy,
            limits=settings.limits,
            history=resumption.history,
            plan=resumption.plan,
            summary=resumption.summary,
        )

    settings = settings or Settings()
    if provider is None:
        settings.model.provider = "deepseek"
        provider = ScriptedProvider(replies, name="DeepSeek", model="deepseek-flash", pace=pace)
    names = [definition.name for definition in tools.get_tool_definitions()]
    session = ChatSession(settings, provider, vault, build, names)
    store = ConversationStore(tmp_path / "conversations.sqlite") if keep else None
    keeper = ConversationKeeper(session, asyncio.ensure_future(opened(store))) if store is not None else None
    panel = ChatPanel(session, keeper=keeper, decisions=decisions) if shown else None
    if panel is not None:
        panel.resize(440, 700)
        panel.show()
    world = World(root, vault, session, panel, keeper=keeper, store=store, decisions=decisions)
    session.event_received.connect(world.events.append)
    return world
