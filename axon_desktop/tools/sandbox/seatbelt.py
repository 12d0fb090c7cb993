"""Seatbelt, by macOS's sandbox-exec. Untested: written where there is no macOS; there the self-test decides."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Sequence
from functools import partial

from axon_desktop.tools.sandbox.limits import Bounds, Launch, environment, hidden

_PROGRAM = "/usr/bin/sandbox-exec"
_HOMES = "/private/tmp"
_BASE = """(version 1)
(deny default)
(allow process-exec)
(allow process-fork)
(allow signal (target same-sandbox))
(allow sysctl-read)
(allow file-read-metadata)
(allow file-read* (literal "/") (literal "/private") (literal "/private/var")
    (subpath "/usr") (subpath "/bin") (subpath "/sbin") (subpath "/System") (subpath "/Library/Apple")
    (subpath "/private/var/db/dyld") (subpath "/opt/homebrew") (subpath "/private/etc/ssl"))
(allow file-read* file-write-data (literal "/dev/null") (literal "/dev/zero")
    (literal "/dev/random") (literal "/dev/urandom"))
(allow file-ioctl (literal "/dev/null"))
(allow file-read* file-write* (subpath (param "HOME_INSIDE")))
(allow file-read* (subpath (param "VAULT")))
"""
_ALWAYS_LAST = """(deny file-write* (regex #"/\\.(obsidian|git|trash)(/|$)"))
(deny network*)
(deny mach-lookup)
"""


def is_here() -> bool:
    """Tell whether this is macOS with the program that it needs."""
    return sys.platform == "darwin" and shutil.which(_PROGRAM) is not None


def profile(writes: int, unseen: int) -> str:
    """Return the profile for a number of writable paths and a number of hidden ones.

    Paths come as parameters (`-D`), so that no name can be read as a part of the profile. Later rules win.
    """
    lines = [f'(allow file-write* (subpath (param "WRITE_{number}")))\n' for number in range(writes)]
    lines += [f'(deny file-read* file-write* (subpath (param "UNSEEN_{number}")))\n' for number in range(unseen)]
    return "".join((_BASE, *lines, _ALWAYS_LAST))


def launch(argv: Sequence[str], bounds: Bounds) -> Launch:
    """Return how to start a command with the vault as its folder."""
    home = tempfile.mkdtemp(prefix="axon-command-", dir=_HOMES)
    unseen = hidden(bounds.root)
    parameters = {"HOME_INSIDE": home, "VAULT": str(bounds.root)}
    parameters |= {f"WRITE_{number}": str(place) for number, place in enumerate(bounds.writes)}
    parameters |= {f"UNSEEN_{number}": str(place) for number, place in enumerate(unseen)}
    line = [_PROGRAM, "-p", profile(len(bounds.writes), len(unseen))]
    for name, value in parameters.items():
        line += ["-D", f"{name}={value}"]
    # the limits that every shell of macOS can set: processor time, size of a file (in 512 bytes), core dumps
    limited = ["/bin/sh", "-c", 'ulimit -t 660 -f 2097152 -c 0; exec "$@"', "sh", *argv]
    return Launch((*line, *limited), environment(home), close=partial(shutil.rmtree, home, ignore_errors=True))
