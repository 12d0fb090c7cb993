"""CommandSearch: finds commands by parts of their names, in the window's language and in English."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from axon_desktop.text.fuzzy import Marks, fold_name
from axon_desktop.ui.quick_open.palette_commands import Command
from axon_desktop.vault.names.quick_search import NameSearch


@dataclass(frozen=True, slots=True)
class CommandMatch:
    """A command that matches."""

    command: Command
    marks: Marks = ()
    """Ranges of its name that match the query."""
    english_marks: Marks | None = None
    """The same in its English name, if that matched; else None."""


class CommandSearch:
    """The commands of a window at one moment."""

    def __init__(self, commands: Sequence[Command]) -> None:
        self._commands = {str(number): command for number, command in enumerate(commands)}
        names: list[tuple[str, str]] = []
        for number, command in self._commands.items():
            forms = (
                command.name,
                command.english,
                f"{command.group} {command.name}",
                f"{command.english_group} {command.english}" if command.english else "",
            )
            names += [(number, form) for form in dict.fromkeys(forms) if form]
        self._search = NameSearch((), names)

    def find(self, query: str, recent: Sequence[str]) -> list[CommandMatch]:
        """Return matches of a query, best first; recently used ones come before their equals.

        For an empty query: all, the most recently used first.
        """
        used = {key: number for number, key in enumerate(recent)}
        last = len(used)
        if not query.strip():
            every = sorted(self._commands.values(), key=lambda command: used.get(command.key, last))
            return [CommandMatch(command) for command in every]
        wanted = fold_name(query).split()
        found = []
        for match in self._search.find(query, limit=len(self._commands)):
            command = self._commands[match.path]
            by_english = match.name == command.english != command.name
            marks = match.marks if match.name == command.name else ()
            held = all(word in fold_name(match.name) for word in wanted)
            found.append((held, CommandMatch(command, marks, match.marks if by_english else None)))
        found.sort(key=lambda item: (not item[0], used.get(item[1].command.key, last) if item[0] else last))
        return [match for _, match in found]
