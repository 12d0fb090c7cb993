"""A real vault for the tool tests; each test takes its own."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

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


@pytest.fixture(scope="session")
def make_desk(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Desk]:
    def make() -> Desk:
        folder = tmp_path_factory.mktemp("desk")
        (folder / "vault").mkdir()
        return Desk(folder / "vault", folder / "data")

    return make


@pytest.fixture
def desk(make_desk):
    """A vault for one test."""
    desk = make_desk()
    yield desk
    desk.close()


@pytest.fixture(scope="module")
def shared_desk(make_desk):
    """One vault for all examples of a module's properties, each of which works in its own folder."""
    desk = make_desk()
    yield desk
    desk.close()


@pytest.fixture(scope="module")
def desk_without_notes(make_desk):
    """One empty vault for the properties that must leave it empty."""
    desk = make_desk()
    yield desk
    desk.close()
