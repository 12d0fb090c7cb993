"""What the tests of this room share: a manager on a real vault."""

import asyncio
from pathlib import Path

from axon_desktop.tools import ToolCall, ToolManager, ToolResult
from axon_desktop.vault import Vault


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

    def files(self) -> dict[str, bytes]:
        return {str(p.relative_to(self.root)): p.read_bytes() for p in sorted(self.root.rglob("*")) if p.is_file()}

    def close(self) -> None:
        self._runner.close()
        self.vault.close()
