"""`axon ask`: one turn of the agent, its events on the terminal."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack, aclosing, contextmanager
from typing import TYPE_CHECKING

from axon_desktop.commands import FAILED
from axon_desktop.commands.mcp_servers import start_servers
from axon_desktop.commands.models import chosen_model
from axon_desktop.commands.open_vault import load_settings, open_search, open_vault
from axon_desktop.errors import AxonError, SettingsError

if TYPE_CHECKING:
    from axon_desktop.agent.approval.approval import Approver, SafetyMode
    from axon_desktop.agent.engine import AgentEngine
    from axon_desktop.agent.events import Observation
    from axon_desktop.settings.settings import LimitSettings, SafetySettings
    from axon_desktop.tools import ToolManager
    from axon_desktop.vault import Vault
    from axon_desktop.vault.search.found import Search

_FEWEST_TOKENS = 1000


def ask(options: argparse.Namespace) -> int:
    """Let the agent do what the text says."""
    if not options.text.strip():
        raise AxonError("TEXT is empty. Say what the agent should do.")
    with open_vault(options.vault) as vault, open_search(vault) as search:
        return asyncio.run(_run_turn(options, vault, search))


async def _run_turn(options: argparse.Namespace, vault: Vault, search: Search) -> int:
    from axon_desktop.agent.approval.policy import ApprovalPolicy
    from axon_desktop.agent.engine import AgentEngine
    from axon_desktop.agent.events import Observation
    from axon_desktop.commands.task_manager import reporting
    from axon_desktop.commands.terminal import JsonPrinter, ProgressPrinter
    from axon_desktop.llm.factory import create_provider
    from axon_desktop.settings.keys import KeyStore
    from axon_desktop.settings.settings import effective_limits
    from axon_desktop.tools import ToolManager

    settings = load_settings()
    safety = settings.safety
    limits = _limits(options, effective_limits(settings))
    keys = KeyStore.from_environment()
    provider = create_provider(chosen_model(options, settings.model, keys.default_provider), keys)
    tools = ToolManager(vault, timeout=limits.tool_timeout, commands=safety.commands, search=search)
    engine = AgentEngine(
        provider,
        tools,
        _approver(options.approve),
        policy=ApprovalPolicy(_mode(options.approve, safety), safety.rules, vault.id, safety.tools),
        limits=limits,
        protocol=settings.model.protocol,
    )
    printer = JsonPrinter() if options.events else ProgressPrinter()
    last: Observation | None = None
    async with AsyncExitStack() as stack:
        stack.push_async_callback(provider.aclose)
        if provider.invents:  # else nobody would call them
            host = await start_servers(keys, limits, stack)
            if host is not None:
                tools.registry.attach(host.toolset_for_conversation())
        report = await stack.enter_async_context(reporting())
        with _stopped_by_signals(engine):
            async with aclosing(engine.process_message(options.text, options.mode)) as events:
                async for event in events:
                    printer.show(event)
                    report(event)
                    last = event if isinstance(event, Observation) else last
    if last is None:
        done = provider.invents  # else the reply says that it was not understood, or needs a model
    else:  # else the reply reports a change that was not made
        done = last.result.success or (provider.invents and _only_looks(tools, last))
    return printer.exit_code if done else printer.exit_code or FAILED


def _only_looks(tools: ToolManager, call: Observation) -> bool:
    """Tell whether a call only reads: that it found nothing may be the answer to a question."""
    return tools.effect(call.call.tool) == "read"


def _limits(options: argparse.Namespace, saved: LimitSettings) -> LimitSettings:
    """Return the limits with the command line's ceilings laid over them."""
    from msgspec.structs import replace

    if options.max_tokens is not None and options.max_tokens < _FEWEST_TOKENS:
        raise SettingsError(f"--max-tokens must be at least {_FEWEST_TOKENS}.")
    if options.max_cost is not None and not options.max_cost > 0:
        raise SettingsError("--max-cost must be more than 0.")
    asked = {"turn_tokens": options.max_tokens, "turn_cost": options.max_cost}
    return replace(saved, **{name: value for name, value in asked.items() if value is not None})


def _mode(choice: str, safety: SafetySettings) -> SafetyMode:
    """Return how careful this run is: where nothing is approved, no rule lets anything pass either."""
    return "read_only" if choice == "none" else safety.mode


def _approver(choice: str) -> Approver:
    from axon_desktop.agent.approval.headless_approvers import ApproveAll, ApproveNone
    from axon_desktop.commands.terminal import TerminalApprover

    if choice == "all":
        return ApproveAll()
    if choice == "none":
        return ApproveNone("changes are not allowed in this run")
    if not sys.stdin.isatty():
        return ApproveNone("there is no terminal to ask at (--approve all lets ordinary changes pass)")
    return TerminalApprover()


@contextmanager
def _stopped_by_signals(engine: AgentEngine) -> Iterator[None]:
    """Let the first Ctrl+C or SIGTERM stop the turn properly; a second one ends the program."""
    loop = asyncio.get_running_loop()

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    def stop(number: int, frame: object) -> None:
        restore()
        loop.call_soon_threadsafe(engine.cancel)

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        restore()
