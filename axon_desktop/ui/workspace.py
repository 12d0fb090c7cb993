"""Workspace: one open vault and the conversation about it, put together from their parts."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from axon_desktop.agent.engine import AgentEngine
from axon_desktop.errors import VaultError
from axon_desktop.settings import effective_limits
from axon_desktop.tools import ToolManager
from axon_desktop.ui.approver import DialogApprover
from axon_desktop.ui.conversation import ConversationKeeper
from axon_desktop.ui.session import ChatSession, EngineFactory
from axon_desktop.vault import Vault

if TYPE_CHECKING:
    from axon_desktop.agent.policy import ApprovalPolicy
    from axon_desktop.conversations.store import ConversationStore
    from axon_desktop.llm.provider import Provider
    from axon_desktop.settings import Settings
    from axon_desktop.ui.main_window import MainWindow
    from axon_desktop.ui.resumption import Resumption
    from axon_desktop.ui.theme import Theme

_log = logging.getLogger(__name__)

_CLEAN_UP_SECONDS = 5.0


@dataclass(slots=True)
class Workspace:
    """What is open at a time."""

    vault: Vault
    session: ChatSession
    keeper: ConversationKeeper

    async def close(self) -> None:
        """Stop the running turn, write down what was said, then close the vault."""
        try:
            async with asyncio.timeout(_CLEAN_UP_SECONDS):
                await self.session.close()
                await self.keeper.close()
        except TimeoutError:
            _log.warning("The conversation did not stop within %g s", _CLEAN_UP_SECONDS)
        self.session.deleteLater()
        await asyncio.to_thread(self.vault.close)


def make_workspace(
    vault: Vault,
    settings: Settings,
    provider: Provider,
    store: asyncio.Future[ConversationStore | None] | None,
    window: MainWindow,
    theme: Theme,
) -> Workspace:
    """Put session and keeper together for a vault; the window is the parent of what asks the user."""
    # The names only keep calls out of what is read: run_command may be switched on at any time.
    names = [definition.name for definition in ToolManager(vault, commands=True).get_tool_definitions()]
    session = ChatSession(settings, provider, vault, _engine_factory(vault, window, theme), names, window)
    return Workspace(vault, session, ConversationKeeper(session, store))


def open_vault(folder: Path) -> tuple[Vault, VaultError | None]:
    """Open a vault; with a damaged journal its notes can still be read, and a write fails for the same reason."""
    vault = Vault(folder)
    try:
        vault.open()
    except VaultError as error:
        return vault, error
    return vault, None


def _engine_factory(vault: Vault, window: MainWindow, theme: Theme) -> EngineFactory:
    approver = DialogApprover(lambda: window, lambda: theme.colors)

    def build(settings: Settings, provider: Provider, policy: ApprovalPolicy, kept: Resumption) -> AgentEngine:
        limits = effective_limits(settings)
        return AgentEngine(
            provider,
            ToolManager(vault, timeout=limits.tool_timeout, commands=settings.safety.commands),
            approver,
            policy=policy,
            limits=limits,
            protocol=settings.model.protocol,
            history=kept.history,
            plan=kept.plan,
            summary=kept.summary,
        )

    return build
