import subprocess
import sys
import textwrap
from pathlib import Path

from tests.waiting import PATIENCE

SCENE = """
import asyncio, sys
for name in ("PySide6", "shiboken6", "qasync"):
    sys.modules[name] = None  # importing it raises ImportError
from contextlib import aclosing
from axon_desktop.agent.approval.headless_approvers import ApproveAll
from axon_desktop.agent.engine import AgentEngine
from axon_desktop.agent.loop import ExecutionContext, ExecutionLoop
from axon_desktop.agent.approval.policy import ApprovalPolicy
from axon_desktop.llm.providers.scripted import ScriptedProvider
from axon_desktop.settings.settings import LimitSettings
from axon_desktop.tools import ToolManager
from axon_desktop.vault import Vault
import axon_desktop.cli, axon_desktop.diagnostics.doctor, axon_desktop.commands.terminal

vault = Vault(sys.argv[1])
vault.open()
script = [
    'I write.\\n```json:tool\\n{"tool": "create_note", "params": {"path": "Inbox/Idea", "content": "x"}}\\n```',
    "Done.",
]
policy = ApprovalPolicy("ask")
engine = AgentEngine(
    ScriptedProvider(script), ToolManager(vault), ApproveAll(), policy=policy, limits=LimitSettings()
)

async def turn():
    async with aclosing(engine.process_message("write")) as events:
        async for event in events:
            if event.type not in ("token", "reasoning"):
                print(event.type)

asyncio.run(turn())
vault.close()
"""


def test_whole_turn_runs_on_plain_asyncio_without_qt(tmp_path: Path, axon_home: Path) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    child = subprocess.run(
        [sys.executable, "-W", "error", "-c", textwrap.dedent(SCENE), str(vault)],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
        cwd=Path(__file__).parents[2],
    )
    assert child.stderr == ""
    assert child.stdout.split() == [
        "turn_started",
        *("round_started", "thought", "action", "approval_requested", "approval_given", "observation"),
        *("round_started", "thought", "answer"),
    ]
    assert (vault / "Inbox/Idea.md").read_text() == "x"
