"""Landlock, where bubblewrap is missing: the launcher makes the kernel refuse access outside the bounds.

Unlike namespaces it cannot hide that a file outside exists, nor its size and time: only what is in it. Names (not
texts) in the vault's dot folders can be listed. No sockets of any kind can be made, neither TCP nor UDP nor the
desktop's: that is done by a seccomp filter, since Landlock itself knows TCP only.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from axon_desktop.errors import ToolExecutionError
from axon_desktop.tools.sandbox import sandbox_launcher as launcher
from axon_desktop.tools.sandbox.limits import (
    FILE,
    MEMORY,
    SECONDS,
    SYSTEM,
    Bounds,
    Launch,
    environment,
    hidden,
    in_memory,
    protected_below,
)
from axon_desktop.tools.sandbox.syscalls import build_filter, known_machine

LEAST = 3
"""The first version (Linux 6.2) in which a file that may only be read cannot be emptied."""
_NEWEST = 7
_SCOPES = 6
"""The first version (Linux 6.12) that confines signals."""
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
_FACTS = ("/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/filesystems", "/proc/sys/vm/overcommit_memory")
_PROCESSES = 512


def is_here() -> bool:
    """Tell whether this kernel has it, and the architecture is one that we know."""
    return sys.platform.startswith("linux") and known_machine() and launcher.landlock_version() >= LEAST


def launch(argv: Sequence[str], bounds: Bounds, version: int = _NEWEST) -> Launch:
    """Return how to start a command with the vault as its folder; `version` is the newest that is used.

    Raises:
        ToolExecutionError: a folder may not be opened for writing, since a part of it must stay as it is.
    """
    for place, source in bounds.writes.items():
        if source != place:
            raise ToolExecutionError("this sandbox cannot put a copy in the place of what is written to")
        for protected in protected_below(place):
            raise ToolExecutionError(f"{place.name} holds {protected.name}, which this sandbox cannot protect")
    home = tempfile.mkdtemp(prefix="axon-command-")
    limits = {"data": MEMORY, "fsize": FILE, "cpu": SECONDS, "nproc": _PROCESSES}
    version = min(version, launcher.landlock_version())
    filter_ = build_filter(foreign=True, signals=version < _SCOPES)
    spec = {
        "parent": os.getpid(),
        "limits": limits,
        "version": version,
        "rules": _rules(bounds, home),
        "filter": base64.b64encode(filter_).decode("ascii"),
    }
    handle = in_memory(json.dumps(spec).encode())
    argv = (*_launcher_command(), str(handle), *argv)
    return Launch(argv, environment(home), (handle,), partial(_close, handle, home))


def _launcher_command() -> list[str]:
    if getattr(sys, "frozen", False):
        return [sys.executable, "--worker", launcher.__name__]
    return [sys.executable, "-I", "-S", launcher.__file__]


def _rules(bounds: Bounds, home: str) -> list[tuple[str, str]]:
    """Return (path, right) of all that may be reached; what is below a path has its rights too."""
    unseen = set(hidden(bounds.root))
    rules = [(os.path.realpath(folder), "read") for folder in SYSTEM]
    rules += [(device, "device") for device in _DEVICES] + [(fact, "read") for fact in _FACTS]
    rules += [(str(bounds.root), "list")]
    with os.scandir(bounds.root) as entries:
        rules += [(entry.path, "read") for entry in entries if Path(entry) not in unseen]
    return rules + [(str(place), "write") for place in bounds.writes] + [(home, "write")]


def _close(handle: int, home: str) -> None:
    """Remove a command's home, also folders that it has made for nobody to open."""
    os.close(handle)
    folders = [Path(home)]
    while folders:
        folder = folders.pop()
        folder.chmod(stat.S_IRWXU)
        with os.scandir(folder) as entries:
            folders += [Path(entry) for entry in entries if entry.is_dir(follow_symlinks=False)]
    shutil.rmtree(home, ignore_errors=True)
