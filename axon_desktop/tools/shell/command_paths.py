"""Which paths the words of a command name, and whether each of them is in the vault."""

from __future__ import annotations

import fnmatch
import os
import re
from collections.abc import Iterator
from pathlib import Path

from axon_desktop.errors import WorkspaceBoundaryError
from axon_desktop.tools.shell.shell_words import UNKNOWN, read_shell_line

_SHELL_WORD = re.compile(r"[^\s|&;<>()'\"`=,:@]+")
_OPTION_PATH = re.compile(r"-\w+?(?=[/~])")
_DRIVE = re.compile(r"[A-Za-z]:[\\/]|\\\\[\w.$?-]+\\")
"""How a path of Windows begins: with a drive, or with another computer."""
_FILE_URL = re.compile(r"^file:/*", re.IGNORECASE)
_WILD = re.compile(r"[*?\[]")
_HARMLESS = frozenset({"/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr"})
_OF_NO_DISK = ("/proc", "/dev", "/sys")
"""Paths there lead elsewhere for each process."""
_OUTSIDE_NAMES = frozenset({"HOME", "OLDPWD", "PWD%", "HOME%", "OLDPWD%"})
"""Variables that hold a folder outside the vault, or can be cut to one."""


def check_program(name: str, root: Path) -> None:
    """Refuse a program that is named by a path outside the vault."""
    if "/" in name and not _inside(name, root):
        raise WorkspaceBoundaryError(f"{name} (name the program without its folder)")


def check_word(word: str, root: Path) -> None:
    """Refuse a word that is given to a program as it is, when it names a path outside the vault."""
    for part in _parts(word):
        _check(part, root)


def check_line(line: str, root: Path) -> list[str]:
    """Return the words of a line for a shell, unless one names a path outside the vault.

    Raises:
        WorkspaceBoundaryError: one does.
        ValueError: the line cannot be read.
    """
    words, names = read_shell_line(line)
    for name in _OUTSIDE_NAMES.intersection(names):
        raise WorkspaceBoundaryError(
            f"${name.rstrip('%')} is outside the vault; a command may only name what is inside"
        )
    for raw in _SHELL_WORD.findall(line):
        _check(raw, root)
    for word in words:
        _check_pieces(word, root)
    return words


def _check_pieces(word: str, root: Path) -> None:
    """Check a word of a line that has parts which only the shell knows."""
    if UNKNOWN in word:
        _check(word.replace(UNKNOWN, ""), root, at_start=False)
    for number, piece in enumerate(word.split(UNKNOWN)):
        for part in _parts(piece):
            _check(_dotted(part), root, at_start=not number)


def _dotted(part: str) -> str:
    """Return a path with `..` for each name that a shell may take for it: `.?` matches `..`."""
    names = part.split("/")
    if not any(name.startswith(".") and _WILD.search(name) for name in names):
        return part
    return "/".join(".." if name[:1] == "." and fnmatch.fnmatchcase("..", name) else name for name in names)


def _parts(word: str) -> Iterator[str]:
    """Yield the parts of a word that may be paths: itself, what follows `=` or an option, parts of its text."""
    yield word
    if "=" in word:
        yield word.partition("=")[2]
    if re.match(r"-[A-Za-z][/~.]", word):
        yield word[2:]
    found = [part for part in _SHELL_WORD.findall(word) if part != word]
    if option := _OPTION_PATH.match(word):
        found.append(word[option.end() :])
    for part in found:
        if ".." in part.split("/") or (part[0] in "/~" and _is_there(part)):
            yield part


def _is_there(path: str) -> bool:
    """Tell whether a path begins with something that exists: the `/` of `TODO / DONE` is none."""
    first = path.lstrip("/").partition("/")[0] if path.startswith("/") else ""
    return (path[0] == "~" and len(path) > 1) or (bool(first) and os.path.lexists(f"/{first}"))


def _check(word: str, root: Path, *, at_start: bool = True) -> None:
    """Refuse a path outside the vault; not at the start of a word, `/` alone begins no path."""
    if not word or word in _HARMLESS or (not at_start and word[0] == "/" and not _is_there(word)):
        return
    word = _FILE_URL.sub("/", word)
    looks_like_path = word.startswith(("/", "~")) or ".." in re.split(r"[/\\]", word) or _DRIVE.match(word)
    if (looks_like_path or "/" in word or _is_link(root / word)) and not _inside(word, root):
        raise WorkspaceBoundaryError(f"{word} is outside the vault; a command may only name what is inside")


def _is_link(path: Path) -> bool:
    try:
        return path.is_symlink()
    except (OSError, ValueError):  # too long, or no name at all
        return False


def _inside(word: str, root: Path) -> bool:
    """Tell whether a path, seen from the vault's root and with all links followed, is in the vault."""
    if word.startswith("~") or _DRIVE.match(word) or "\\" in word:
        return False
    plain = os.path.normpath(word)
    if plain.startswith("/") and any(plain.lstrip("/").partition("/")[0] == name[1:] for name in _OF_NO_DISK):
        return False
    real = os.path.realpath(root)
    try:
        target = os.path.realpath(os.path.join(real, word))  # noqa: PTH118 - links are followed without touching files
    except (OSError, ValueError):  # a link that cannot be read, as in /proc; no name at all
        return False
    return target == real or target.startswith(real.rstrip(os.sep) + os.sep)
