"""Launcher of a server, so that no process of it outlives Axon: a script without imports of our modules.

Axon holds the other end of a pipe, the lifeline. When it ends, because the server is to stop or because Axon was
killed, the server has a second to end by itself, then it is asked to, then everything that it started is killed.
On Linux this process is the subreaper of the server, so that processes which left the server's group are found
too; and the kernel kills the server if this process is killed.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from contextlib import suppress

_GRACE = 1.0
"""Seconds for ending by itself, and again for ending when asked."""
_PATIENCE = 2.0
"""Seconds in which all must be dead once they are killed."""
_SET_PDEATHSIG = 1
_SET_CHILD_SUBREAPER = 36


def main(arguments: list[str]) -> int:
    """Run the command that follows the number of the lifeline; return its exit code."""
    lifeline, command = int(arguments[0]), arguments[1:]
    os.set_inheritable(lifeline, False)
    _prctl(_SET_CHILD_SUBREAPER, 1)
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake)
    for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: None)
    launcher = os.getpid()
    server = os.fork()
    if server == 0:
        _become(command, launcher)
    _close_pipes()
    keeper = Supervisor(server, woken)
    ended = keeper.wait(None, lifeline)
    if not ended and not keeper.wait(_GRACE):
        keeper.signal_all(signal.SIGTERM)
        keeper.wait(_GRACE)
    keeper.kill_all()
    return keeper.code


class Supervisor:
    """The server's process and its descendants."""

    def __init__(self, server: int, woken: int) -> None:
        self.code = 1
        """The server's exit code, once it has ended."""
        self._server = server
        self._woken = woken
        self._ended = False

    def wait(self, seconds: float | None, lifeline: int | None = None) -> bool:
        """Wait until the server has ended, `seconds` or until the lifeline closes; return whether it has."""
        deadline = None if seconds is None else time.monotonic() + seconds
        watched = [self._woken] if lifeline is None else [self._woken, lifeline]
        while not self._ended:
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            ready, _, _ = select.select(watched, [], [], left)
            if self._woken in ready and any(number != signal.SIGCHLD for number in os.read(self._woken, 4096)):
                self._reap()
                return self._ended
            self._reap()
            if lifeline in ready or (deadline is not None and time.monotonic() >= deadline):
                return self._ended
        return True

    def signal_all(self, number: int) -> None:
        """Send a signal to the server and its descendants."""
        with suppress(OSError):
            os.killpg(self._server, number)
        for process in _descendants(os.getpid()):
            with suppress(OSError):
                os.kill(process, number)

    def kill_all(self) -> None:
        """Kill until nothing is left: killed processes may have started others meanwhile."""
        deadline = time.monotonic() + _PATIENCE
        while time.monotonic() < deadline:
            self.signal_all(signal.SIGKILL)
            if not self._reap():
                return
            time.sleep(0.01)

    def _reap(self) -> bool:
        """Reap ended children; return whether any child is left."""
        while True:
            try:
                process, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return False
            if process == 0:
                return True
            if process == self._server:
                self._ended = True
                code = os.waitstatus_to_exitcode(status)
                self.code = code if code >= 0 else 128 - code


def _become(command: list[str], launcher: int) -> None:
    """Execute the server in this new process."""
    try:
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE):
            signal.signal(number, signal.SIG_DFL)
        os.setpgid(0, 0)
        _prctl(_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() == launcher:
            os.execv(command[0], command)  # noqa: S606 - what the user agreed to, without a shell
    except OSError as error:
        os.write(2, f"{command[0]}: {error.strerror}\n".encode())
    os._exit(127)


def _close_pipes() -> None:
    """Close our copies of the server's pipes, so that their ends are seen."""
    null = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(null, number)


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _descendants(root: int) -> list[int]:
    """Return the processes below a process, where the system tells."""
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc") if sys.platform == "linux" else ():  # noqa: PTH208 - pathlib is slow to import
        try:
            with open(f"/proc/{int(name)}/stat", "rb", buffering=0) as stat:  # noqa: PTH123
                parent = int(stat.read().rpartition(b")")[2].split()[1])
        except (OSError, ValueError, IndexError):
            continue
        children.setdefault(parent, []).append(int(name))
    found = [root]
    for process in found:
        found += children.get(process, [])
    return found[1:]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
