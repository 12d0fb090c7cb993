"""A cage for commands: bubblewrap on Linux, nothing elsewhere so far.

Inside, the vault can be read but not written, the home folder is empty, there is no network, memory and processes
are limited, and everything ends with the program.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

PATH = "/usr/local/bin:/usr/bin:/bin"
_SYSTEM = (
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/nix/store",
)
_HIDDEN = (".obsidian", ".trash")
"""Folders of the vault that are empty inside: plugins keep keys in one, the other holds what was thrown away."""
_LIMITS = ("--data=2147483648", "--fsize=1073741824", "--nproc=4096", "--core=0")
"""What each program may have, as `prlimit` (util-linux) takes it: bytes of memory and of a file, processes."""


def environment() -> dict[str, str]:
    """Return all that a command sees of our environment: nothing of it."""
    return {"PATH": PATH, "HOME": "/tmp", "LANG": "C.UTF-8", "TERM": "dumb"}  # noqa: S108 - empty inside the cage


def wrap(argv: Sequence[str], root: Path) -> list[str]:
    """Return the command line that runs `argv` in the cage, with the vault as its folder."""
    line = ["bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--clearenv", "--cap-drop", "ALL"]
    for name, value in environment().items():
        line += ["--setenv", name, value]
    for folder in _SYSTEM:
        if Path(folder).is_symlink():
            line += ["--symlink", str(Path(folder).readlink()), folder]
        elif Path(folder).exists():
            line += ["--ro-bind", folder, folder]
    line += ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]  # noqa: S108 - of its own
    line += ["--ro-bind", str(root), str(root), "--chdir", str(root)]
    for folder in _HIDDEN:
        if (root / folder).is_dir() and not (root / folder).is_symlink():
            line += ["--tmpfs", str(root / folder)]
    line += ["--"]
    if shutil.which("prlimit", path=PATH) is not None:
        line += ["prlimit", *_LIMITS, "--"]
    return [*line, *argv]


@cache
def works() -> bool:
    """Tell whether commands can be caged on this machine, by trying; takes a moment once, so use a thread."""
    if not sys.platform.startswith("linux") or shutil.which("bwrap") is None:
        return False
    try:
        line = wrap(["/bin/sh", "-c", "exit 0"], Path("/usr"))
        return subprocess.run(line, capture_output=True, timeout=10, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False
