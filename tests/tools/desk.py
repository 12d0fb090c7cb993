"""What the tests of this room share: a manager on a real vault."""

import asyncio
import os
from pathlib import Path

from axon_desktop.tools import ToolCall, ToolManager, ToolResult
from axon_desktop.vault import Vault

KNOWN = [
    *(f"Daily/2026-{month:02}-{day:02}" for month in (1, 5, 11) for day in (3, 12, 21)),
    *(f"Book/Chapter {number}" for number in (1, 3, 10)),
    "Projects/Budget plan 2025", "Projects/Roadmap", "Projects/Archive/Old roadmap", "People/Maria", "Home",
    "会议/周一会议记录", "会议/周三会议记录", "日本語/第一章", "Model A", "Part II", "Notes v1.2",
    "Bills/No 20261121", "Bills/20261203a",
]  # fmt: skip
"""Notes of series and names that are alike."""


class Desk:
    """A manager on a real vault, with calls that wait for their result."""

    def __init__(self, root: Path, data_dir: Path) -> None:
        self.root = root
        self.data_dir = data_dir
        self.vault = Vault(root, data_dir=data_dir)
        self.manager = ToolManager(self.vault)
        self._runner = asyncio.Runner()
        self._folders = 0

    def call(self, tool: str, **params: object) -> ToolResult:
        return self.run(ToolCall(tool, params))

    def data(self, tool: str, **params: object) -> str:
        """Return what a call gives that must succeed."""
        result = self.call(tool, **params)
        assert result.data is not None, result.error
        return result.data

    def run(self, call: ToolCall) -> ToolResult:
        return self._runner.run(self.manager.execute(call))

    def new_folder(self) -> str:
        """Return the name of a folder that is not there yet, for one example of a property."""
        self._folders += 1
        return f"example {self._folders}"

    def put(self, path: str, data: bytes) -> None:
        """Write a file as another program would have done long ago."""
        place = self.root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
        os.utime(place, (1, 1))

    def files(self) -> dict[str, bytes]:
        return {
            p.relative_to(self.root).as_posix(): p.read_bytes()
            for p in sorted(self.root.rglob("*"))
            if p.is_file()
        }

    def close(self) -> None:
        self._runner.close()
        self.vault.close()
