"""Rules for commands: which may be run at all, judged by the words alone.

A command is a list of words, or one line that is split as a shell would, but never given to one: syntax that only
a shell understands is refused unless the call says `shell`. A path outside the vault is refused in any case, also
inside a longer word. What a program does with its arguments is not known: so each command is asked about, and
those that bring their own code run in a sandbox or not at all.
"""

from __future__ import annotations

import re
import shlex
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from axon_desktop.errors import InvalidPathError, ToolExecutionError
from axon_desktop.tools.shell.command_paths import check_line, check_program, check_word
from axon_desktop.tools.shell.command_programs import Need, find_needs, gains_rights

Rule: TypeAlias = Literal[
    "each_asks", "no_command", "shell_syntax", "odd_characters", "assignment", "rights", "outside", "needs_sandbox"
]

_SINGLE_QUOTED = re.compile(r"'[^']*'")
_DOUBLE_QUOTED = re.compile(r'"(?:\\.|[^"\\])*"')
_EXPANDED = re.compile(r"[$`]")
_SYNTAX = re.compile(r"[|&;<>()*?\[\]{}#!\n\r]|\\\n")
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*\+?=")
_LONGEST = 100_000
"""Characters of a command; the system's own limit is near."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command that may be run once the user has allowed it."""

    argv: tuple[str, ...]
    by_shell: bool
    """Whether a shell reads a line, also one that is a word of a list; then it is not known what it will do."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The judgement of a command by its words."""

    answer: Literal["ask", "refuse"]
    """No command is allowed without asking."""
    rule: Rule
    """Why."""
    argv: tuple[str, ...] = ()
    """What would be started; empty when it is refused."""
    needs: frozenset[Need] = frozenset()
    """What it would use, as far as the words show."""
    text: str = ""
    """With a refusal: the sentence for the model."""


class _RefusedError(Exception):
    def __init__(self, rule: Rule, text: str) -> None:
        self.rule: Rule = rule
        super().__init__(text)


def judge_command(command: object, *, shell: bool, root: Path, sandboxed: bool) -> Judgement:
    """Judge the command of a call, without running it; never raises.

    Args:
        command: as the call has it: a line, or a list of words.
        shell: whether a shell shall read the line.
        root: the vault's folder, which relative paths start from.
        sandboxed: whether it would run in a sandbox.
    """
    try:
        argv, needs = _look_at(command, shell=shell, root=root, sandboxed=sandboxed)
    except InvalidPathError as error:
        return Judgement("refuse", "outside", text=str(error))
    except _RefusedError as error:
        return Judgement("refuse", error.rule, text=str(error))
    return Judgement("ask", "each_asks", argv, needs)


def judge(command: str | Sequence[str], *, shell: bool, root: Path) -> Command:
    """Return what would be run in a sandbox.

    Raises:
        ToolExecutionError: it is no command, or needs a shell and does not say so.
        WorkspaceBoundaryError: it names a path outside the vault.
    """
    try:
        argv, needs = _look_at(command, shell=shell, root=root, sandboxed=True)
    except _RefusedError as error:
        raise ToolExecutionError(str(error)) from error
    return Command(argv, by_shell="shell" in needs)


def _look_at(
    command: object, *, shell: bool, root: Path, sandboxed: bool
) -> tuple[tuple[str, ...], frozenset[Need]]:
    """Return the words that would be started, and what they use.

    Raises:
        _RefusedError: a rule forbids it.
        WorkspaceBoundaryError: it names a path outside the vault.
    """
    argv = _read(command, shell=shell, root=root)
    needs = find_needs(argv)
    if needs & {"shell", "code"} and not sandboxed:
        what = "shell line" if "shell" in needs else "code"
        raise _RefusedError("needs_sandbox", f"without a sandbox on this computer no {what} can be run")
    return argv, needs


def _read(command: object, *, shell: bool, root: Path) -> tuple[str, ...]:
    """Return the words that would be started.

    Raises:
        _RefusedError: a rule forbids it.
        WorkspaceBoundaryError: it names a path outside the vault.
    """
    if isinstance(command, str):
        _check_characters(command)
    if shell:
        return _read_line(command, root)
    argv = _split(command) if isinstance(command, str) else command
    if not isinstance(argv, list | tuple) or not all(isinstance(word, str) for word in argv):
        raise _RefusedError("no_command", "the command is neither a line nor a list of words")
    if not argv or not argv[0].strip():
        raise _RefusedError("no_command", "the command is empty")
    if any("\0" in word for word in argv) or sum(map(len, argv)) > _LONGEST:
        raise _RefusedError("no_command", "a command cannot hold a NUL character, nor be that long")
    _check_name(argv[0])
    if gains_rights(argv):
        raise _RefusedError("rights", f"{argv[0]} would run something with the rights of somebody else")
    check_program(argv[0], root)
    for word in argv[1:]:
        check_word(word, root)
    return tuple(argv)


def _read_line(line: object, root: Path) -> tuple[str, ...]:
    if not isinstance(line, str) or not line.strip() or "\0" in line or len(line) > _LONGEST:
        raise _RefusedError("no_command", "with shell, command must be one line of text")
    try:
        words = check_line(line, root)
    except ValueError as error:
        raise _RefusedError("no_command", f"the line cannot be read: {error}") from error
    if any(gains_rights([word]) for word in words):
        raise _RefusedError("rights", "the line would run something with the rights of somebody else")
    return ("/bin/sh", "-c", line)


def _check_characters(line: str) -> None:
    """Refuse characters outside quotes that look like a space, reverse the text, or are invisible."""
    for character in _DOUBLE_QUOTED.sub("", _SINGLE_QUOTED.sub("", line)):
        if _is_odd(character):
            raise _RefusedError(
                "odd_characters", f"the line holds {character!r}, which looks like a space or like nothing"
            )


def _check_name(name: str) -> None:
    if _ASSIGNMENT.match(name):
        raise _RefusedError("assignment", f"{name} sets a variable, which only a shell understands; use env")
    if any(_is_odd(character) or character.isspace() for character in name):
        raise _RefusedError("odd_characters", f"{name!r} is no name of a program")


def _is_odd(character: str) -> bool:
    if character in " \t\n\r\0":
        return False
    return (
        unicodedata.category(character) in ("Cc", "Cf", "Zs", "Zl", "Zp")
        or character in "\u115f\u1160\u2800\u3164\uffa0"
    )


def _split(line: str) -> list[str]:
    """Return the words of a line without shell syntax."""
    unquoted = _SINGLE_QUOTED.sub("", line)
    character = _EXPANDED.search(unquoted) or _SYNTAX.search(_DOUBLE_QUOTED.sub("", unquoted))
    if character:
        raise _RefusedError(
            "shell_syntax",
            f"the line holds {character[0]!r}, which only a shell understands. Quote it, give a list of words, or"
            ' set "shell": true, which the user will see',
        )
    try:
        return shlex.split(line)
    except ValueError as error:
        raise _RefusedError("no_command", f"the line cannot be split: {error}") from error
