"""Axon's engine through the same rounds: PORT VAULT ROUNDS RUNS; prints seconds of each run."""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from axon_desktop.agent.approval.headless_approvers import ApproveAll
from axon_desktop.agent.approval.policy import ApprovalPolicy
from axon_desktop.agent.engine import AgentEngine
from axon_desktop.agent.events import Answer
from axon_desktop.llm.providers.openai_compatible import OpenAICompatibleProvider
from axon_desktop.settings.settings import LimitSettings
from axon_desktop.tools import ToolManager
from axon_desktop.vault import Vault


async def main(port: str, root: str, rounds: int, runs: int) -> None:
    """Run the same conversation again and again, each time from its beginning."""
    provider = OpenAICompatibleProvider(f"http://127.0.0.1:{port}/v1", "script", context_window=1_000_000)
    limits = LimitSettings(max_rounds=rounds + 1, confirm_round=1000)
    with tempfile.TemporaryDirectory() as data:
        vault = Vault(root, data_dir=Path(data))
        for _ in range(runs):
            start = time.perf_counter()
            engine = AgentEngine(
                provider, ToolManager(vault), ApproveAll(), policy=ApprovalPolicy("ask"), limits=limits
            )
            last = None
            async for event in engine.process_message("Read all notes."):
                last = event
            if not isinstance(last, Answer):
                sys.exit(f"the turn ended with {last}")
            print(time.perf_counter() - start, flush=True)
        vault.close()
    await provider.aclose()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
