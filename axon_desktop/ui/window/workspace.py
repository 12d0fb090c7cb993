"""Workspace: one open vault with its conversation, and how their parts are created."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from axon_desktop.errors import AxonError, MeaningUnavailableError, VaultError
from axon_desktop.settings.settings import effective_limits, limits_every_call
from axon_desktop.ui.aio import in_time
from axon_desktop.ui.editor.saving.drafts import Drafts
from axon_desktop.ui.session.chat_session import ChatSession, EngineFactory
from axon_desktop.ui.session.conversation_keeper import ConversationKeeper
from axon_desktop.vault import Vault

if TYPE_CHECKING:
    from axon_desktop.agent.approval.policy import ApprovalPolicy
    from axon_desktop.agent.engine import AgentEngine
    from axon_desktop.conversations.store.conversation_store import ConversationStore
    from axon_desktop.index.vault_index import IndexListener, VaultIndex
    from axon_desktop.llm.provider import Provider
    from axon_desktop.mcp_host.host import McpHost
    from axon_desktop.meaning.meaning_index import MeaningIndex
    from axon_desktop.settings.settings import Settings
    from axon_desktop.ui.approval.dialog_approver import DialogApprover
    from axon_desktop.ui.session.resumption import Resumption
    from axon_desktop.ui.window.main_window import MainWindow

_log = logging.getLogger(__name__)

_CLEAN_UP_SECONDS = 5.0


@dataclass(slots=True)
class Workspace:
    """An open vault with its objects."""

    vault: Vault
    index: VaultIndex
    session: ChatSession
    keeper: ConversationKeeper

    async def close(self) -> None:
        """Stop the running turn, save the conversation, then close the index and the vault.

        What cannot be saved is logged: nothing keeps a window open, or the next vault from closing. A disk that
        does not answer is not waited for, neither by a tool that writes nor by the vault.
        """
        try:
            if not await in_time(self._end_talk(), _CLEAN_UP_SECONDS, name="end the conversation"):
                _log.warning("The conversation did not stop within %g s", _CLEAN_UP_SECONDS)
        finally:
            closing = asyncio.to_thread(self._close_files)
            if not await in_time(closing, _CLEAN_UP_SECONDS, name="close the vault"):
                _log.warning("The vault was not closed within %g s", _CLEAN_UP_SECONDS)

    async def _end_talk(self) -> bool:
        try:
            await self.session.close()
            await self.keeper.close()
        except AxonError as error:
            _log.warning("The conversation was not closed well: %s", error)
        finally:
            self.session.deleteLater()
        return True

    def _close_files(self) -> bool:
        self.index.close()
        with suppress(VaultError):  # what cannot be settled now is settled at the next start
            self.vault.close()
        return True


def make_workspace(
    vault: Vault,
    index: VaultIndex,
    settings: Settings,
    provider: Provider,
    store: asyncio.Future[ConversationStore | None] | None,
    window: MainWindow,
    host: McpHost,
) -> Workspace:
    """Create session and keeper for a vault; the window is the parent of the dialogs."""
    build = _engine_factory(vault, index, window, host)
    session = ChatSession(settings, provider, vault, build, _ToolNames(vault, host), window)
    return Workspace(vault, index, session, ConversationKeeper(session, store))


def open_vault(folder: Path, *, data_dir: Path | None = None) -> tuple[Vault, VaultError | None]:
    """Open a vault, and return the error of its journal; notes can be read all the same.

    They can be written too if a damaged journal was set aside; else a write fails for the same reason.
    """
    vault = Vault(folder, data_dir=data_dir)
    vault.subscribe(lambda change: Drafts(vault.data_dir).follow(change.moved))  # also while there is no editor
    try:
        vault.open()
    except VaultError as error:
        return vault, error
    return vault, None


def make_index(vault: Vault, listener: IndexListener) -> VaultIndex:
    """Create a vault's index without starting it; for a thread, because its imports take a moment."""
    from axon_desktop.index.vault_index import VaultIndex

    return VaultIndex(vault, listener)


class _ToolNames(Collection[str]):
    """Names of all possible tools, used only to keep calls out of displayed text."""

    def __init__(self, vault: Vault, host: McpHost) -> None:
        self._vault = vault
        self._host = host

    @cached_property
    def _own(self) -> tuple[str, ...]:
        from axon_desktop.mcp_host.on_demand import FIND_TOOLS
        from axon_desktop.tools import ToolManager  # with all tools: not before the first reply is read

        # run_command may be enabled at any time
        own = ToolManager(self._vault, commands=True).get_tool_definitions()
        return (*(definition.name for definition in own), FIND_TOOLS)

    def __iter__(self) -> Iterator[str]:
        yield from self._own
        yield from (tool.name for tool in self._host.tools())

    def __len__(self) -> int:
        return len(self._own) + len(self._host.tools())

    def __contains__(self, name: object) -> bool:
        return any(name == known for known in self)


def _engine_factory(vault: Vault, index: VaultIndex, window: MainWindow, host: McpHost) -> EngineFactory:
    @cache
    def approver() -> DialogApprover:
        from axon_desktop.ui.approval.dialog_approver import DialogApprover

        return DialogApprover(window.decisions)

    def meaning() -> MeaningIndex:
        if window.context.meaning is None:
            raise MeaningUnavailableError(MeaningUnavailableError.OFF)
        return window.context.meaning

    def build(
        settings: Settings, provider: Provider, policy: ApprovalPolicy, resumption: Resumption
    ) -> AgentEngine:
        from axon_desktop.agent.engine import AgentEngine  # not before the first turn, like the tools
        from axon_desktop.index.search.indexed_search import IndexedSearch
        from axon_desktop.mcp_host.on_demand import names_in
        from axon_desktop.meaning.meaning_search import MeaningSearch
        from axon_desktop.tools import ToolManager

        search = MeaningSearch(IndexedSearch(vault, index), meaning)
        limits = effective_limits(settings)
        host.call_timeout, host.limits_all_calls = limits.tool_timeout, limits_every_call()
        tools = ToolManager(vault, timeout=limits.tool_timeout, commands=settings.safety.commands, search=search)
        tools.registry.attach(host.toolset_for_conversation(names_in(resumption.history)))
        return AgentEngine(
            provider,
            tools,
            approver(),
            policy=policy,
            limits=limits,
            protocol=settings.model.protocol,
            history=resumption.history,
            plan=resumption.plan,
            summary=resumption.summary,
        )

    return build
