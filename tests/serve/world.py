"""A vault, and the servers on it."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

from axon_desktop.agent.approval.approval import SafetyMode
from axon_desktop.agent.approval.policy import ApprovalPolicy
from axon_desktop.serve.mcp.mcp_server import VaultServer
from axon_desktop.serve.start import manager_maker
from axon_desktop.serve.tool_offer import ToolOffer
from axon_desktop.settings.settings import FolderRule
from axon_desktop.vault import Vault
from tests.forking.command import forked
from tests.waiting import PATIENCE

NOTES = {
    "Home.md": "# Home\n\nSee [[Plan]].\n",
    "Projects/Plan.md": "# Plan\n\nThe milestone is near.\n第二个里程碑。\n",
    "Projects/Long.md": "".join(f"line {number}\n" for number in range(20_000)),
    "Daily/a#b?c%20.md": "odd name\n",
    "Board.canvas": '{"nodes":[],"edges":[]}',
    "picture.png": "no text",
}


class World:
    """One vault on disk; servers in this process or as commands."""

    def __init__(self, root: Path, environment: dict[str, str], command: Sequence[str]) -> None:
        self.root = root
        self.environment = environment
        self.command = [*command]
        self.vault = Vault(root)

    def server(self, *, write: bool = False, mode: SafetyMode = "apply") -> VaultServer:
        """Return an MCP server that runs in this process."""
        return VaultServer(self.vault, manager_maker(self.vault), lambda: ApprovalPolicy(mode), write=write)

    def offer(self, mode: SafetyMode = "ask", rules: Sequence[FolderRule] = ()) -> ToolOffer:
        return ToolOffer(manager_maker(self.vault)(), lambda: ApprovalPolicy(mode, rules, self.vault.id))

    def axon(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run the command with these arguments to its end."""
        return subprocess.run(
            [*forked("axon_desktop.cli"), *arguments],
            capture_output=True,
            encoding="utf-8",
            env=self.environment,
            timeout=PATIENCE,
            check=False,
        )

    def files(self) -> dict[str, bytes]:
        return {
            path.relative_to(self.root).as_posix(): path.read_bytes()
            for path in self.root.rglob("*")
            if path.is_file()
        }

    def close(self) -> None:
        self.vault.close()
