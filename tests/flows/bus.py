"""The buses of one screen: that of the session, and that of accessibility with a walker on it."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from screen import PATIENCE, Screen, wait_until

PYTHON = "/usr/bin/python3"
"""The system's own, for which packages have pyatspi."""
_LAUNCHER = Path("/usr/libexec/at-spi-bus-launcher")
_WALKER = Path(__file__).with_name("bus_walk.py")


def missing() -> list[str]:
    """Return what a walk needs and the machine does not have."""
    have = (
        Path(PYTHON).exists()
        and not subprocess.run(
            (PYTHON, "-c", "import pyatspi"), capture_output=True, timeout=PATIENCE, check=False
        ).returncode
    )
    return ([] if _LAUNCHER.exists() else ["at-spi2-core"]) + ([] if have else ["python3-pyatspi"])


def can_be_installed() -> bool:
    """Tell whether packaging/setup.sh knows how to install it here."""
    return shutil.which("apt-get") is not None


def start_session_bus(desk: Screen) -> None:
    """Start what a desktop has for its programs, and say so in the environment of programs."""
    bus = Path(desk.environment["XDG_RUNTIME_DIR"]) / "bus"
    desk.environment["DBUS_SESSION_BUS_ADDRESS"] = f"unix:path={bus}"
    address = f"--address={desk.environment['DBUS_SESSION_BUS_ADDRESS']}"
    desk.start(("dbus-daemon", "--session", "--nofork", "--nopidfile", address), bus.with_name("bus.log"))
    wait_until("the bus", bus.exists)


def start_accessibility(desk: Screen) -> None:
    """Let programs tell all that they show; the session's bus starts the other one when it is asked for."""
    desk.environment["QT_ACCESSIBILITY"] = "1"
    desk.environment["QT_LINUX_ACCESSIBILITY_ALWAYS_ON"] = "1"


@dataclass(frozen=True)
class Walk:
    """What a walk has found."""

    roles: dict[str, int]
    """How often each role was there."""
    failed: dict[str, int]
    """Questions without an answer."""
    windows: list[str]
    said: list[str]
    """Role and name of everything, in the order of reading."""
    edited: list[list[object]]
    """Text, caret and selections of every field that can be edited."""

    @property
    def things(self) -> int:
        return sum(self.roles.values())


class Walker:
    """Walks over the bus, in a process of its own."""

    def __init__(self, desk: Screen) -> None:
        self._log = (Path(desk.environment["XDG_RUNTIME_DIR"]) / "walker.log").open("ab")
        self._process = subprocess.Popen(
            (PYTHON, str(_WALKER)),
            env=desk.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
        )

    def walk(self, process: int) -> Walk | None:
        """Walk through all that a process shows; None while it is not on the bus."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{process}\n")
        self._process.stdin.flush()
        reported = json.loads(self._process.stdout.readline())
        return None if reported is None else Walk(**reported)

    def ask_at_random(self, process: int, wanted: int) -> int | None:
        """Ask a process so many things at random; None while it is not on the bus."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{process} {wanted}\n")
        self._process.stdin.flush()
        asked: int | None = json.loads(self._process.stdout.readline())
        return asked

    def end(self) -> None:
        """Let it go."""
        self._process.communicate(timeout=PATIENCE)
        self._log.close()
