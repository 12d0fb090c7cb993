"""The machine and the program that figures were taken with."""

from __future__ import annotations

import os
import platform
import subprocess
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

_HERE = Path(__file__).parent


@dataclass(frozen=True)
class Machine:
    """What has to be known to judge a figure."""

    processor: str
    cores: int
    """Those that this process may use."""
    memory_gb: float
    system: str
    python: str
    qt: str
    program: str
    """Version of Axon and the commit, marked when files differ from it."""

    @property
    def hardware(self) -> tuple[object, ...]:
        """What must be equal for figures to be comparable."""
        return self.processor, self.cores, self.memory_gb


def this_machine() -> Machine:
    """Look at the machine that this runs on."""
    return Machine(
        _processor(),
        len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1,
        round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30, 1),
        f"{_distribution()}, {platform.system()} {'.'.join(platform.release().split('.')[:2])}",
        platform.python_version(),
        version("PySide6-Essentials"),
        f"{version('axon-desktop')}{_commit()}",
    )


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    found = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(found, platform.machine())


def _distribution() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        return platform.system()


def _commit() -> str:
    command = ["git", "-C", str(_HERE), "describe", "--always", "--dirty=, changed", "--abbrev=10", "--exclude=*"]
    try:
        run = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return ""
    return f" ({run.stdout.strip()})" if run.returncode == 0 else ""
