"""What may be run at all: judged from the words alone, without running anything.

A command is a list of words, or one line that is split as a shell would, but never given to one: signs that only a
shell understands are refused unless the call says `shell`. A path outside the vault is refused in any case, also
inside a longer word. What a program makes of its words nobody can tell: that is why each command is asked about.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from axon_desktop.errors import InvalidPathError, ToolExecutionError

_SINGLE_QUOTED = re.compile(r"'[^']*'")
_DOUBLE_QUOTED = re.compile(r'"(?:\\.|[^"\\])*"')
_EXPANDED = re.compile(r"[$`]")
_SIGNS = re.compile(r"[|&;<>()*?\[\]{}#!\n\r]|\\\n")
_SHELL_WORD = re.compile(r"[^\s|&;<>()'\"`=,:@]+")
_OPTION_PATH = re.compile(r"-\w+?(?=[/~])")
_SHELLS = frozenset({"sh", "ash", "bash", "busybox", "csh", "dash", "fish", "ksh", "mksh", "pwsh", "tcsh", "zsh"})
_HARMLESS = frozenset({"/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr"})
_SHELL_LINE = re.compile(r"-[A-Za-z]*c[A-Za-z]*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Command:
    """A command that may be run once the user has allowed it."""

    argv: tuple[str, ...]
    by_shell: bool
    """Whether a shell reads a line, also one that is a word of a list; then nobody can tell what it will do."""


def judge(command: str | Sequence[str], *, shell: bool, root: Path) -> Command:
    """Return what would be run.

    Raises:
        ToolExecutionError: it is no command, or needs a shell and does not say so.
        InvalidPathError: it names a path outside the vault.
    """
    if shell:
        if not isinstance(command, str) or not command.strip() or "\0" in command:
            raise ToolExecutionError("with shell, command must be one line of text")
        for word in _SHELL_WORD.findall(command):
            _check_word(word, root)
        return Command(("/bin/sh", "-c", command), by_shell=True)
    argv = _split(command) if isinstance(command, str) else list(command)
    if not argv or not argv[0].strip():
        raise ToolExecutionError("the command is empty")
    if any("\0" in word for word in argv):
        raise ToolExecutionError("a command cannot hold a NUL character")
    if "/" in argv[0] and not _inside(argv[0], root):
        raise InvalidPathError(f"{argv[0]} (name the program without its folder)")
    for word in argv[1:]:
        for part in _parts(word):
            _check_word(part, root)
    return Command(tuple(argv), by_shell=_gives_line_to_shell(argv))


def _gives_line_to_shell(argv: Sequence[str]) -> bool:
    """Tell whether a shell is among the words, with an option that lets it read the next one as a line."""
    shells = [at for at, word in enumerate(argv) if word.rpartition("/")[2].lower() in _SHELLS]
    return any(_SHELL_LINE.fullmatch(word) for at in shells[:1] for word in argv[at + 1 :])


def _split(line: str) -> list[str]:
    """Return the words of a line without shell signs."""
    unquoted = _SINGLE_QUOTED.sub("", line)
    sign = _EXPANDED.search(unquoted) or _SIGNS.search(_DOUBLE_QUOTED.sub("", unquoted))
    if sign:
        raise ToolExecutionError(
            f"the line holds {sign[0]!r}, which only a shell understands. Quote it, give a list of words, or set"
            ' "shell": true, which the user will see'
        )
    try:
        return shlex.split(line)
    except ValueError as error:
        raise ToolExecutionError(f"the line cannot be split: {error}") from error


def _parts(word: str) -> Iterator[str]:
    """Yield what may be a path in a word: itself, what follows `=` or an option, and what stands in its text."""
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
    first = path.split("/")[1] if path.startswith("/") else ""
    return (path[0] == "~" and len(path) > 1) or (bool(first) and os.path.lexists(f"/{first}"))


def _check_word(word: str, root: Path) -> None:
    if word.lower().startswith("file:"):
        word = re.sub(r"^file:/*", "/", word, flags=re.IGNORECASE)
    if word in _HARMLESS:
        return
    looks_like_path = (
        word.startswith(("/", "~")) or ".." in re.split(r"[/\\]", word) or re.match(r"[A-Za-z]:[\\/]", word)
    )
    if (looks_like_path or "/" in word or (root / word).is_symlink()) and not _inside(word, root):
        raise InvalidPathError(f"{word} is outside the vault; a command may only name what is inside")


def _inside(word: str, root: Path) -> bool:
    """Tell whether a path, seen from the vault's root and with all links followed, is in the vault."""
    if word.startswith("~") or re.match(r"[A-Za-z]:[\\/]", word) or "\\" in word:
        return False
    real = os.path.realpath(root)
    try:
        target = os.path.realpath(os.path.join(real, word))  # noqa: PTH118 - links are followed without touching files
    except OSError:  # a link that may not even be read, as in /proc
        return False
    return target == real or target.startswith(real.rstrip(os.sep) + os.sep)
