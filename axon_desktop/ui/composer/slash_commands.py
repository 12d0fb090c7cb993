"""Commands typed in the input box: `/` and a word at its beginning."""

from __future__ import annotations

import re
from dataclasses import dataclass

from axon_desktop.ui.language.translation import translate

_BEING_WRITTEN = re.compile(r"/(\w*)$")
_GIVEN = re.compile(r"/(\w+)(?:\s+(.*))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Command:
    """One command."""

    name: str
    """The name, without the slash."""
    words: str
    """The description."""
    argument: str = ""
    """The optional argument; empty for none."""


def commands() -> tuple[Command, ...]:
    """Return all commands, in the language of the window."""
    text = translate("Chat", "request")
    return (
        Command("new", translate("Chat", "New conversation")),
        Command("plan", translate("Chat", "Make a plan first"), text),
        Command("react", translate("Chat", "Work without a plan"), text),
        Command("history", translate("Chat", "Earlier conversations")),
        Command("rename", translate("Chat", "Give this conversation a name"), translate("Chat", "name")),
        Command("edit", translate("Chat", "Edit your last request and send it again")),
        Command("retry", translate("Chat", "Retry after an error, or continue")),
        Command("undo", translate("Chat", "Undo what the last turn wrote")),
        Command("model", translate("Chat", "Choose a model")),
        Command(
            "compact",
            translate("Chat", "Summarize the conversation to free up space in the model’s context window"),
        ),
        Command("budget", translate("Chat", "Set a limit for tokens and costs")),
        Command("export", translate("Chat", "Save this conversation as a Markdown file")),
        Command("save", translate("Chat", "Save this conversation as a note")),
    )


def command_being_written(before: str) -> str | None:
    """Return the letters after a command's slash, from the text before the caret; None if it is no command."""
    match = _BEING_WRITTEN.fullmatch(before)
    return match[1] if match is not None else None


def find_commands(letters: str) -> list[Command]:
    """Return the commands that begin with these letters, then those that contain them."""
    letters = letters.casefold()
    first = [command for command in commands() if command.name.startswith(letters)]
    return first + [command for command in commands() if letters in command.name and command not in first]


def parse_command(text: str) -> tuple[str, str] | None:
    """Return name and argument if a request is a command; None if not, as for a path."""
    match = _GIVEN.fullmatch(text.strip())
    if match is None or all(match[1].casefold() != command.name for command in commands()):
        return None
    return match[1].casefold(), (match[2] or "").strip()
