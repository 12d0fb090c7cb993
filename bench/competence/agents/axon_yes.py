"""Axon with a person who says yes to every question: VAULT BASE_URL MODEL REQUEST; prints the answer.

`axon ask --approve all` refuses what always asks, such as a write whose call was not in the protocol's form. In
the window a person sees the diff and decides; this stands for one who agrees to everything.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from axon_desktop.agent.approval.approval import ApprovalRequest, Decision, Verdict
from axon_desktop.agent.approval.headless_approvers import ApproveAll
from axon_desktop.agent.approval.policy import ApprovalPolicy
from axon_desktop.agent.engine import AgentEngine
from axon_desktop.commands.terminal import ProgressPrinter
from axon_desktop.llm.factory import create_provider
from axon_desktop.settings import settings as settings_file
from axon_desktop.settings.keys import KeyStore
from axon_desktop.tools import ToolManager
from axon_desktop.vault import Vault


class Agreeing(ApproveAll):
    """Says yes to every call."""

    async def approve(self, request: ApprovalRequest) -> Decision:
        """Answer for one call."""
        return Decision(Verdict.ONCE)


async def main(root: str, base_url: str, model: str, request: str) -> int:
    """Run one turn as `axon ask` does."""
    settings = settings_file.load()
    settings.model.base_url, settings.model.model = base_url, model
    provider = create_provider(settings.model, KeyStore.from_environment())
    vault = Vault(Path(root))
    vault.open()
    policy = ApprovalPolicy(settings.safety.mode, (), vault.id)
    engine = AgentEngine(
        provider, ToolManager(vault), Agreeing(), policy=policy, limits=settings.limits,
        protocol=settings.model.protocol,
    )  # fmt: skip
    printer = ProgressPrinter()
    async for event in engine.process_message(request):
        printer.show(event)
    vault.close()
    await provider.aclose()
    return printer.exit_code


if __name__ == "__main__":
    sys.exit(asyncio.run(main(*sys.argv[1:])))
