"""A key that may stand nowhere: after runs that answer, fail, start servers and crash, it is looked for.

python -m bench.canary_key

The key comes by the environment, as most people give it. Each command is the real one; the model is a loopback
server that echoes the key in its errors, as real ones do. Looked at are all files that the program may have
written, the vault, what it printed, also when it crashed, and what a child process saw of environment and
arguments; for the key as it is, in Base64, percent-encoded and backwards.
"""

from __future__ import annotations

import base64
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from axon_desktop.mcp_host.config.approvals import Approvals
from axon_desktop.mcp_host.config.config import ServerConfig, save_configs
from tests.llm.deepseek_server import DeepSeekServer, Drop, Reply, Stall, Status

CANARY = "sk-canary/7f3a+91b2=c0ffee-do-not-leak"
_SPY = """
import json, os, sys
from pathlib import Path
seen = [json.dumps(dict(os.environ)), " ".join(sys.argv)]
for process in Path("/proc").glob("[0-9]*"):
    try:
        if process.stat().st_uid == os.getuid():
            seen.append((process / "cmdline").read_bytes().decode("utf-8", "replace"))
    except OSError:
        pass
Path(sys.argv[1]).write_text("\\n".join(seen), "utf-8")
for line in sys.stdin:
    message = json.loads(line)
    if message.get("method") == "initialize":
        result = {"protocolVersion": message["params"]["protocolVersion"], "capabilities": {"tools": {}},
                  "serverInfo": {"name": "spy", "version": "1"}}
    else:
        result = {"tools": []}
    if "id" in message:
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
"""


def forms(key: str) -> dict[str, bytes]:
    """Return how a key may stand somewhere."""
    plain = key.encode()
    found = {"as it is": plain, "percent-encoded": quote(key, safe="").encode(), "backwards": plain[::-1]}
    for lead in range(3):  # Base64 looks different for each place modulo three; its edges hold other bytes too
        found[f"Base64 after {lead}"] = base64.b64encode(b"x" * lead + plain)[4:-4]
    return found


def find_key(texts: dict[str, bytes]) -> list[str]:
    """Say where the key stands."""
    return [
        f"{place}: {form}"
        for place, text in texts.items()
        for form, wanted in forms(CANARY).items()
        if wanted in text
    ]


def files_of(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield every file below a folder."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            yield str(path.relative_to(folder)), path.read_bytes()


class Runs:
    """The commands, in one home, on one vault."""

    def __init__(self, folder: Path, base_url: str) -> None:
        self.folder, self.base_url = folder, base_url
        self.vault, self.home, self.spied = folder / "vault", folder / "home", folder / "spied.txt"
        self.printed: dict[str, bytes] = {}
        self.vault.mkdir()
        (self.vault / "Home.md").write_text("# Home\n", "utf-8")
        (self.home / "config").mkdir(parents=True)
        settings = {"model": {"provider": "deepseek", "base_url": base_url}, "safety": {"commands": True}}
        (self.home / "config" / "settings.json").write_text(json.dumps(settings), "utf-8")
        self._add_spy()

    def _add_spy(self) -> None:
        spy = self.folder / "spy.py"
        spy.write_text(_SPY, "utf-8")
        config = ServerConfig(name="spy", command=sys.executable, args=(str(spy), str(self.spied)))
        save_configs([config], self.home / "config" / "mcp.json")
        approvals = Approvals(self.home / "data" / "mcp-pins.json")
        approvals.load()
        approvals.confirm(config)
        approvals.save()

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Start a command with the key in its environment."""
        environment = {
            **os.environ,
            "AXON_HOME": str(self.home),
            "DEEPSEEK_API_KEY": CANARY,
            "DEEPSEEK_BASE_URL": self.base_url,
            "PYTHONPATH": os.pathsep.join(sys.path),
            "PYTHONFAULTHANDLER": "1",
        }
        return subprocess.Popen(
            [sys.executable, "-m", "axon_desktop.cli", *arguments, "--vault", str(self.vault)],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def run(self, name: str, *arguments: str, crash_after: float = 0.0) -> None:
        """Run a command to its end, or let it crash; keep what it printed."""
        with self.start(*arguments) as child:
            if crash_after:
                time.sleep(crash_after)
                child.send_signal(signal.SIGSEGV)
            output, errors = child.communicate(timeout=120)
        self.printed[f"printed by {name}"] = output + errors


def session(folder: Path) -> tuple[list[str], int]:
    """Do all of it; return where the key was found, and how many texts were looked at."""
    with DeepSeekServer(strict=True) as server:
        server.key = CANARY
        runs = Runs(folder, server.base_url)
        write = Reply("", calls=[("create_note", {"path": "Log", "content": "x\n", "mode": "append"})])
        command = Reply("", calls=[("run_command", {"command": ["env"]})])
        server.play_now(write, command, Reply(f"Your key is {CANARY[:3]}…, I was told."))
        runs.run("an answer", "ask", "Write it down", "--approve", "all", "--events")
        for status in (401, 402, 500, 400):
            server.play_now(*[Status(status, f"Authentication Fails, Your api key: {CANARY} is invalid")] * 8)
            runs.run(f"an error {status}", "ask", "Hello", "--events")
        server.play_now(*[Drop()] * 8)
        runs.run("a lost connection", "ask", "Hello")
        server.play_now(Reply("fine"))
        runs.run("doctor", "doctor", "--test-model")
        server.play_now(Stall(keep_alive=0.2))
        runs.run("a crash", "ask", "Hello", crash_after=4.0)
        runs.run("undo", "undo", "--list")
        asked = len(server.requests)
    texts = {**runs.printed, **dict(files_of(folder))}
    if not runs.spied.exists():
        raise RuntimeError("the server that looks at its environment was never started")
    if asked < 10:
        raise RuntimeError(f"the model was asked {asked} times only")
    return find_key(texts), len(texts)


def main() -> int:
    """Run it once; 0 when the key stands nowhere."""
    with tempfile.TemporaryDirectory(prefix="axon-canary-") as temp:
        found, looked = session(Path(temp))
    for place in found:
        print(f"MISS {place}")
    print(f"{looked} texts looked at, {len(forms(CANARY))} forms: the key was found {len(found)} times")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
