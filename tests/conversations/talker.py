"""A program that holds a conversation without end and keeps it, until it is killed.

Arguments: the store, a log. Every piece of a reply is written to the log with the time when it came.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path

from axon_desktop.agent.approval.policy import ApprovalPolicy
from axon_desktop.agent.engine import AgentEngine
from axon_desktop.agent.events import Token
from axon_desktop.agent.recorder import Recorder
from axon_desktop.conversations.store.conversation_store import ConversationStore
from axon_desktop.llm.messages import Message, ToolCall
from axon_desktop.llm.providers.scripted import ScriptedProvider
from axon_desktop.settings.settings import LimitSettings
from axon_desktop.tools import ToolManager
from axon_desktop.vault import Vault
from tests.agent.scenes import PlayedApprover


def replies(number: int = 0) -> Iterator[Message]:
    for turn in itertools.count():
        text = " ".join(f"w{number + place}" for place in range(60)) + "\n"
        number += 60
        calls = () if turn % 2 else (ToolCall("read_note", {"path": "Home"}, f"call-{turn}"),)
        yield Message("assistant", text, tool_calls=calls)


async def talk(file: Path, log: int, root: Path) -> None:
    (root / "Home.md").write_text("# Home\n")
    vault = Vault(root)
    vault.open()
    provider = ScriptedProvider(replies(), pace=0.002, native_tools=True)
    policy = ApprovalPolicy("apply", (), vault.id)
    engine = AgentEngine(provider, ToolManager(vault), PlayedApprover(), policy=policy, limits=LimitSettings())
    store = ConversationStore(file)
    await store.open()
    recorder = Recorder(store, await store.create(vault=vault.id))
    while True:
        async with aclosing(engine.process_message("Go on")) as events:
            async for event in events:
                recorder.handle(event)
                if isinstance(event, Token):
                    os.write(log, f"{json.dumps([time.monotonic(), event.content])}\n".encode())
                else:
                    recorder.sync(engine.history)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(dir=Path(sys.argv[1]).parent) as folder:
        asyncio.run(
            talk(Path(sys.argv[1]), os.open(sys.argv[2], os.O_WRONLY | os.O_CREAT | os.O_APPEND), Path(folder))
        )
