"""The same reply through all that a real one passes: provider, engine, session, transcript, view, qasync."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import AsyncGenerator, Sequence
from pathlib import Path

from PySide6.QtWidgets import QApplication

from axon_desktop.agent.approval.policy import ApprovalPolicy
from axon_desktop.agent.engine import AgentEngine
from axon_desktop.conversations.store.conversation_store import ConversationStore
from axon_desktop.llm.messages import Delta, Finished, LLMOptions, Message, TextDelta, ToolDefinition
from axon_desktop.llm.provider import Provider
from axon_desktop.llm.providers.scripted import ScriptedProvider
from axon_desktop.settings.settings import Settings
from axon_desktop.tools import ToolManager
from axon_desktop.ui.aio import Loop
from axon_desktop.ui.approval.dialog_approver import DialogApprover
from axon_desktop.ui.chat.panel import ChatPanel
from axon_desktop.ui.decisions.decisions import Decisions
from axon_desktop.ui.session.chat_session import ChatSession
from axon_desktop.ui.session.conversation_keeper import ConversationKeeper
from axon_desktop.ui.session.resumption import Resumption
from axon_desktop.vault import Vault
from bench.gaps import GapProbe
from bench.measure import Report
from bench.texts import markdown

TOKENS = 20_000
RATE = 2_000
TOKEN = 4


class ClockedProvider(ScriptedProvider):
    """Sends one long reply, each token when its time has come."""

    def __init__(self, text: str) -> None:
        super().__init__([])
        self._tokens = [text[i : i + TOKEN] for i in range(0, len(text), TOKEN)]
        self.seconds = 0.0

    async def stream_complete(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolDefinition] = (),
        options: LLMOptions | None = None,
    ) -> AsyncGenerator[Delta, None]:
        """Yield the reply at the rate, however late a single token is."""
        start = time.perf_counter()
        sent = 0
        while sent < len(self._tokens):
            due = min(len(self._tokens), int((time.perf_counter() - start) * RATE))
            for token in self._tokens[sent:due]:
                yield TextDelta(token)
            sent = due
            await asyncio.sleep(0.002)
        self.seconds = time.perf_counter() - start
        yield Finished(Message("assistant", "".join(self._tokens)), "stop")


def measure(report: Report) -> None:
    """Stream into the real chat panel after a control without work."""
    app = QApplication.instance() or QApplication([])
    QApplication.setQuitOnLastWindowClosed(False)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "vault"
        root.mkdir()
        vault = Vault(root, data_dir=Path(folder) / "data")
        with asyncio.Runner(loop_factory=lambda: Loop(app)) as runner:
            runner.run(_stream(report, vault, report.scale.of(TOKENS, 2_000)))
        vault.close()


def make_panel(
    vault: Vault,
    provider: Provider,
    store: asyncio.Future[ConversationStore | None] | None = None,
    tools: ToolManager | None = None,
    decisions: Decisions | None = None,
) -> tuple[ChatPanel, ChatSession, ConversationKeeper]:
    """Put together what the window has for a conversation."""
    decisions = decisions or Decisions(lambda: panel)

    def build(
        settings: Settings, provider: Provider, policy: ApprovalPolicy, resumption: Resumption
    ) -> AgentEngine:
        return AgentEngine(
            provider,
            tools or ToolManager(vault),
            DialogApprover(decisions),
            policy=policy,
            limits=settings.limits,
            history=resumption.history,
            plan=resumption.plan,
            summary=resumption.summary,
        )

    session = ChatSession(Settings(), provider, vault, build)
    keeper = ConversationKeeper(session, store)
    panel = ChatPanel(session, keeper=keeper, decisions=decisions)
    panel.resize(440, 900)
    return panel, session, keeper


async def _stream(report: Report, vault: Vault, tokens: int) -> None:
    text = markdown(tokens * TOKEN, seed=3)
    provider = ClockedProvider(text)
    panel, session, _ = make_panel(vault, provider)
    panel.show()
    probe = GapProbe()
    probe.start()
    await asyncio.sleep(3)
    idle = probe.stop()

    over = asyncio.Event()
    session.running_changed.connect(lambda running: None if running else over.set())
    probe.start()
    session.send("Tell me everything.")
    await over.wait()
    gaps = probe.stop()
    await session.close()
    panel.close()
    for each in (panel, session):
        each.deleteLater()
    await asyncio.sleep(0.2)  # they end here, and not with the garbage of some thread
    report.gaps("the same through session and chat panel", gaps, idle, probe.work)
    rate = len(text) / TOKEN / provider.seconds
    least = 0.98 * RATE
    report.add("  tokens per second reached", f"{rate:.0f}", f">= {least:.0f}", rate >= least, share=least / rate)
