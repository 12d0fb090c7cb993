"""What every sandbox has in common: what a command may reach, and how much of it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

PATH = "/usr/local/bin:/usr/bin:/bin"
"""Where programs are found."""
SYSTEM = (
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/etc/fonts",
    "/etc/ssl/openssl.cnf",
    "/nix/store",
)
"""What programs are made of; all else outside the vault is not there for them."""
MEMORY = 2 << 30
"""Bytes that each process may have."""
FILE = 1 << 30
"""Bytes that a file may have."""
SECONDS = 660
"""Of computing, for each process; the time limit of a call ends most before."""
_PROTECTED = frozenset({".obsidian", ".git", ".trash"})


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one command may reach."""

    root: Path
    """The vault's folder, all links followed: it can be read, but for what `hidden` names."""
    writes: Mapping[Path, Path] = field(default_factory=dict)
    """Places in the vault that may be written to, and what stands there for the command: themselves, or a copy."""


@dataclass(frozen=True, slots=True)
class Launch:
    """How to start a command in a sandbox; `close` follows once it has ended."""

    argv: tuple[str, ...]
    """Program and arguments; it must lead a process group of its own."""
    environment: dict[str, str]
    """All that it sees of our environment: nothing."""
    handles: tuple[int, ...] = ()
    """Open files that it inherits."""
    close: Callable[[], None] = field(default=lambda: None)
    """Removes what was made for it; may take a moment."""


def in_memory(data: bytes) -> int:
    """Return an open file, without a name, that holds this; a child process can inherit it. Linux only."""
    handle = os.memfd_create("axon-command")
    os.write(handle, data)
    os.lseek(handle, 0, os.SEEK_SET)
    return handle


def environment(home: str) -> dict[str, str]:
    """Return an environment without anything of ours."""
    own = {"PATH": PATH, "HOME": home, "TMPDIR": home, "LANG": "C.UTF-8", "TERM": "dumb"}
    return own | {"GIT_CONFIG_NOSYSTEM": "1"}  # git gives up where its settings are there, but not for it


def hidden(root: Path) -> list[Path]:
    """Return what is in the vault's folder but no part of it: plugins keep keys there, `.trash` what was deleted.

    Git's own is not among it: its history is worth reading.
    """
    with os.scandir(root) as entries:
        return sorted(
            Path(entry) for entry in entries if entry.name[0] == "." and not entry.name.startswith(".git")
        )


def protected_below(folder: Path) -> Iterator[Path]:
    """Yield what must stay as it is in a folder that may be written to."""
    for where, folders, files in os.walk(folder):
        yield from (Path(where, name) for name in (*folders, *files) if name.casefold() in _PROTECTED)
        folders[:] = [name for name in folders if name.casefold() not in _PROTECTED]
