"""Limits common to all sandboxes: what a command may reach, and how much it may use."""

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
"""The system's files that programs need; nothing else outside the vault exists for them."""
MEMORY = 2 << 30
"""Bytes that each process may have."""
FILE = 1 << 30
"""Bytes that a file may have."""
SECONDS = 660
"""Processor time of each process; the time limit of a call usually ends it earlier."""
_PROTECTED = frozenset({".obsidian", ".git", ".trash"})


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one command may reach."""

    root: Path
    """The vault's folder, all links followed: it can be read, except what `hidden` names."""
    writes: Mapping[Path, Path] = field(default_factory=dict)
    """Writable paths in the vault, and what the command sees there: the path itself, or a copy."""


@dataclass(frozen=True, slots=True)
class Launch:
    """How to start a command in a sandbox; `close` follows once it has ended."""

    argv: tuple[str, ...]
    """Program and arguments; it must lead a process group of its own."""
    environment: dict[str, str]
    """Its whole environment; nothing of ours."""
    handles: tuple[int, ...] = ()
    """Open files that it inherits."""
    close: Callable[[], None] = field(default=lambda: None)
    """Removes its temporary files; may take a moment."""


def in_memory(data: bytes) -> int:
    """Return an open file, without a name, that holds this; a child process can inherit it. Linux only."""
    handle = os.memfd_create("axon-command")
    os.write(handle, data)
    os.lseek(handle, 0, os.SEEK_SET)
    return handle


def environment(home: str) -> dict[str, str]:
    """Return an environment without anything of ours."""
    own = {"PATH": PATH, "HOME": home, "TMPDIR": home, "LANG": "C.UTF-8", "TERM": "dumb"}
    return own | {"GIT_CONFIG_NOSYSTEM": "1"}  # git fails where its settings exist but cannot be read


def hidden(root: Path) -> list[Path]:
    """Return the parts of the vault's folder that commands must not see: keys of plugins, deleted notes.

    Git's folder is not among them: its history is worth reading.
    """
    with os.scandir(root) as entries:
        return sorted(
            Path(entry) for entry in entries if entry.name[0] == "." and not entry.name.startswith(".git")
        )


def protected_below(folder: Path) -> Iterator[Path]:
    """Yield the paths that must not change in a writable folder."""
    for where, folders, files in os.walk(folder):
        yield from (Path(where, name) for name in (*folders, *files) if name.casefold() in _PROTECTED)
        folders[:] = [name for name in folders if name.casefold() not in _PROTECTED]
