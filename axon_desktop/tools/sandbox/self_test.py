"""The self-test of a sandbox: forbidden actions are done without it, then tried inside, where all must fail."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from axon_desktop.errors import ToolExecutionError
from axon_desktop.tools.sandbox.limits import PATH, Bounds, Launch

_SECONDS = 20.0
_TEXT = "text\n"
_NEEDED = frozenset({"ran", "read_vault", "write_open"})
"""What must be possible, or the sandbox cannot be used."""

# $1 the folder around the vault, $2 the user's home, $3 a port that is listened at, $4 a process.
_SCRIPT = """
cat note.md >/dev/null && echo read_vault
(echo x > open/made.md) && echo write_open
cat .obsidian/data.json >/dev/null && echo read_settings
cat "$1/secret" >/dev/null && echo read_outside
for file in "$2"/.* "$2"/*; do
  [ -f "$file" ] && head -c 1 "$file" >/dev/null && { echo read_home; break; }
done
echo x > note.md
echo x > made.md
echo x > .git/config
echo x > "$1/made"
kill -9 "$4"
(exec 3<>"/dev/tcp/127.0.0.1/$3") ||
bash -c "exec 3<>/dev/tcp/127.0.0.1/$3" ||
perl -MIO::Socket -e 'exit !IO::Socket::INET->new(PeerAddr => "127.0.0.1:$ARGV[0]")' "$3" ||
python3 -S -c "import socket as s; s.create_connection(('127.0.0.1', $3), 2)" ||
curl -sm 2 "http://127.0.0.1:$3/"
echo ran
"""
_SAID = frozenset({"ran", "read_vault", "write_open", "read_settings", "read_outside", "read_home"})


@dataclass(frozen=True, slots=True)
class SelfTest:
    """The result of testing a sandbox."""

    works: bool
    """Whether commands run in it, and nothing forbidden succeeded."""
    tried: tuple[str, ...] = ()
    """Forbidden actions that succeed here without the sandbox."""
    broke: tuple[str, ...] = ()
    """Those of them that succeeded inside."""
    problem: str = ""
    """Why it cannot be used, where nothing forbidden succeeded."""


def run_self_test(launch: Callable[[Sequence[str], Bounds], Launch]) -> SelfTest:
    """Run the forbidden actions without a sandbox and with it; takes a moment."""
    try:
        free, _ = _run(None)
        sandboxed, said = _run(launch)
    except (OSError, subprocess.TimeoutExpired, ToolExecutionError) as error:
        return SelfTest(False, problem=str(error))
    tried = tuple(sorted(free - _NEEDED))
    broke = tuple(sorted(sandboxed - _NEEDED))
    if not sandboxed >= _NEEDED:
        return SelfTest(False, tried, broke, problem=said or "a command that needs nothing fails in it")
    if "connect" not in free:
        return SelfTest(False, tried, broke, problem="no program here can try to connect")
    return SelfTest(not broke, tried, broke)


def _run(launch: Callable[[Sequence[str], Bounds], Launch] | None) -> tuple[set[str], str]:
    """Return what succeeded, and the last line of the output."""
    with tempfile.TemporaryDirectory(prefix="axon-trial-") as name, socket.socket() as listener:
        folder = Path(name).resolve()
        root = _make_vault(folder)
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        listener.setblocking(False)
        argv = ["/bin/sh", "-c", _SCRIPT, "sh", str(folder), str(Path.home()), str(listener.getsockname()[1])]
        with subprocess.Popen(["/bin/sleep", "60"], stdin=subprocess.DEVNULL) as other:
            try:
                argv.append(str(other.pid))
                if launch is None:
                    done, said = _output(Launch(tuple(argv), {"PATH": PATH}), root)
                else:
                    done, said = _output(launch(argv, Bounds(root, {root / "open": root / "open"})), root)
            finally:
                other.terminate()
        if other.returncode == -signal.SIGKILL:  # killed before it was asked to end, even if it had not died yet
            done.add("signal")
        with suppress(BlockingIOError):
            listener.accept()[0].close()
            done.add("connect")
        return done | _written(folder, root), said


def _make_vault(folder: Path) -> Path:
    """Make a vault to try things on, and a secret beside it."""
    root = folder / "vault"
    for name in ("open", ".obsidian", ".git"):
        (root / name).mkdir(parents=True)
    for file in (root / "note.md", root / ".obsidian" / "data.json", root / ".git" / "config", folder / "secret"):
        file.write_text(_TEXT, encoding="utf-8")
    return root


def _written(folder: Path, root: Path) -> set[str]:
    """Return what was written to, seen from outside: a sandbox may have its own files under these names."""
    seen = {
        "write_outside": (folder / "made").exists(),
        "write_vault": (root / "made.md").exists() or (root / "note.md").read_text(encoding="utf-8") != _TEXT,
        "write_git": (root / ".git" / "config").read_text(encoding="utf-8") != _TEXT,
    }
    return {word for word, was_done in seen.items() if was_done}


def _output(launch: Launch, root: Path) -> tuple[set[str], str]:
    process = subprocess.Popen(
        launch.argv,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=root,
        env=launch.environment,
        pass_fds=launch.handles,
        start_new_session=True,
        text=True,
        errors="replace",
    )
    try:
        out, said = process.communicate(timeout=_SECONDS)
    finally:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        launch.close()
    return {word for word in out.split() if word in _SAID}, said.strip().rpartition("\n")[2][:200]
