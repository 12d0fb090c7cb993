"""Namespaces by bubblewrap: inside there is the system, the vault, an empty home and nothing else."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from axon_desktop.tools.sandbox.limits import (
    FILE,
    MEMORY,
    PATH,
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

_HOME = "/tmp"  # noqa: S108 - empty, of its own, and removed afterwards
_FIRST_TO_GO = 'echo 1000 >/proc/self/oom_score_adj 2>/dev/null; exec "$@"'
"""When memory is short, the kernel ends the command rather than the user's programs."""
_PROCESSES = 512
_LIMITS = (f"--data={MEMORY}", f"--fsize={FILE}", f"--nproc={_PROCESSES}", f"--cpu={SECONDS}", "--core=0")


def is_here() -> bool:
    """Tell whether the programs that it needs are installed; the self-test finds out whether they work."""
    return sys.platform.startswith("linux") and all(shutil.which(name) for name in ("bwrap", "prlimit"))


def launch(argv: Sequence[str], bounds: Bounds) -> Launch:
    """Return how to start a command with the vault as its folder."""
    home = environment(_HOME)
    line = ["/bin/sh", "-c", _FIRST_TO_GO, "sh"]
    line += ["bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--clearenv", "--cap-drop", "ALL"]
    for name, value in home.items():
        line += ["--setenv", name, value]
    for folder in SYSTEM:
        if Path(folder).is_symlink():
            line += ["--symlink", str(Path(folder).readlink()), folder]
        elif Path(folder).exists():
            line += ["--ro-bind", folder, folder]
    line += ["--proc", "/proc", "--dev", "/dev", *_room("/dev/shm"), *_room(_HOME)]  # noqa: S108 - of its own
    line += _vault(bounds)
    # /proc too: as root, which the command seems to be there, /proc/sys is open even without any rights
    for place in ("/proc", "/dev", "/"):
        line += ["--remount-ro", place]
    line += ["--chdir", str(bounds.root)]
    handles: tuple[int, ...] = ()
    if known_machine():
        handles = (in_memory(build_filter(foreign=False, signals=False)),)
        line += ["--seccomp", str(handles[0])]
    line += ["--", "prlimit", *_LIMITS, "--", *argv]
    close = partial(_close, handles)
    return Launch(tuple(line), {"PATH": os.environ.get("PATH", PATH)}, handles, close)


def _room(folder: str, size: int = FILE) -> list[str]:
    return ["--size", str(size), "--tmpfs", folder]


def _vault(bounds: Bounds) -> list[str]:
    """Return the options for the vault: readable, writable where that is allowed, partly hidden."""
    root = str(bounds.root)
    line = ["--ro-bind", root, root]
    for place, source in bounds.writes.items():
        line += ["--bind", str(source), str(place)]
        for protected in protected_below(source):
            line += ["--ro-bind", str(protected), str(place / protected.relative_to(source))]
    for entry in hidden(bounds.root):
        if entry.is_symlink():
            continue  # leads to what is in the vault anyway, or to what is not there
        if entry.is_dir():
            line += [*_room(str(entry), 4096), "--remount-ro", str(entry)]
        else:
            line += ["--ro-bind", "/dev/null", str(entry)]
    return line


def _close(handles: tuple[int, ...]) -> None:
    for handle in handles:
        os.close(handle)
