"""The caller's end of `bench.competence.tool_server`; needs nothing but Python, for every environment has that."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from typing import Any

ROLE = (
    "You help the user with the notes in their Obsidian vault. Use the tools to look things up and to change "
    "notes. When you are done, answer the user."
)
"""The instructions of every agent but Axon, which brings its own."""

ROUNDS = 10
"""How often a model is asked for one request, as in Axon."""


class ToolPipe:
    """Axon's tools on a vault, in a process of their own."""

    def __init__(self, vault: str) -> None:
        command = [os.environ["AXON_PYTHON"], "-m", "bench.competence.tool_server", vault]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
        self._lock = threading.Lock()
        self.definitions: list[dict[str, Any]] = self._read()
        """Name, description and parameters (JSON Schema) of each tool."""

    def call(self, tool: str, params: Any) -> str:
        """Run a call and return the text for the model."""
        with self._lock:
            assert self._process.stdin is not None
            self._process.stdin.write(json.dumps({"tool": tool, "params": params}) + "\n")
            self._process.stdin.flush()
            text: str = self._read()["text"]
            return text

    def close(self) -> None:
        """End the process."""
        self._process.communicate()

    def _read(self) -> Any:
        assert self._process.stdout is not None
        return json.loads(self._process.stdout.readline())
