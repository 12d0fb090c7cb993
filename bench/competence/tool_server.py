"""Axon's tools for agents in another environment: VAULT; one JSON line with the definitions, then one per call.

A call is `{"tool", "params"}`, its answer `{"text"}`: what a model is to read. Writes are done without asking.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

import msgspec

from axon_desktop.llm.messages import ToolCall
from axon_desktop.tools import ToolManager
from axon_desktop.vault import Vault


def main(root: str) -> None:
    """Answer calls until the input ends."""
    vault = Vault(Path(root))
    vault.open()
    manager = ToolManager(vault)
    _say([msgspec.to_builtins(definition) for definition in manager.get_tool_definitions()])
    with asyncio.Runner() as runner:
        for line in sys.stdin:
            call = json.loads(line)
            result = runner.run(manager.execute(ToolCall(call["tool"], call["params"])))
            _say({"text": (result.data or "") if result.success else f"Error: {result.error}"})
    vault.close()


def _say(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
