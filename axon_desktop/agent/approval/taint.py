"""Taint: which words of a conversation are not the user's, and what may then not be done without asking.

A model cannot be kept from obeying what it reads. So once it has read what somebody else wrote, a change outside
the files that the user named is shown to the user first, with where those words came from.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Literal, TypeAlias

from msgspec import Struct

from axon_desktop.agent.context.mentions import find_mentions
from axon_desktop.errors import VaultError
from axon_desktop.llm.messages import Message, ToolCall, ToolResult
from axon_desktop.text.file_names import same_name, without_suffix
from axon_desktop.tools import ToolParser
from axon_desktop.vault import Vault
from axon_desktop.vault.trust.untrusted_text import has_invisible, outside_kind

OriginKind: TypeAlias = Literal["clipped", "hidden", "server"]

_MOST = 50
"""Origins that are kept: the first ones say enough."""
_MOST_NOTES = 200
"""Notes of one result that are looked at."""
_TELLING_LINES = frozenset({"search_notes", "note_links"})
"""Tools whose results quote notes: each line begins with its path, or JSON names it."""
_LINE = re.compile(r"^(.+?\.(?:md|txt|canvas|base))(?::\d+)?(?::|$)", re.MULTILINE | re.IGNORECASE)
_NAMED = re.compile(r'"path": ?("(?:[^"\\\n]|\\.)*"), ?"line": ?\d+, ?"text"')


class Origin(Struct, frozen=True):
    """Where words that are not the user's came from."""

    kind: OriginKind
    """A note clipped from elsewhere, a note that hides text, a tool of another program."""
    name: str
    """Vault path, or the tool's name."""


class Taint:
    """Knows what of a conversation came from outside; a new conversation begins without."""

    def __init__(self) -> None:
        self._origins: dict[Origin, None] = {}

    @property
    def origins(self) -> tuple[Origin, ...]:
        """What was read, oldest first."""
        return tuple(self._origins)

    def read_prompt(self, text: str, vault: Vault) -> None:
        """Take note of the notes that are sent along because a prompt mentions them; for a thread."""
        mentions = (mention for mention in find_mentions(text, vault) if mention.kind == "note")
        self.read_notes([mention.path for mention in mentions], vault)

    def read_result(self, call: ToolCall, result: ToolResult, vault: Vault, *, foreign: bool) -> None:
        """Take note of what a call gave to read; for a thread.

        Args:
            call: what was asked for.
            result: what came.
            vault: where its notes are.
            foreign: whether another program answered.
        """
        if foreign:
            self._add(Origin("server", call.tool))
        elif result.success and result.data:
            named = [result.path or call.params.get("path")]
            found = _quoted(result.data) if call.tool in _TELLING_LINES else []
            self.read_notes([path for path in (*named, *found) if isinstance(path, str)], vault)
            if has_invisible(result.data):
                self._add(Origin("hidden", result.path or call.tool))

    def recall(self, history: Sequence[Message], vault: Vault, is_foreign: Callable[[str], bool]) -> None:
        """Take note of what a conversation of before has read; for a thread."""
        parser = ToolParser(())
        for message in history:
            if message.role != "assistant":
                self.read_notes(_quoted(message.content), vault)
                continue
            for call in (*message.tool_calls, *parser.parse(message.content).tool_calls):
                if is_foreign(call.tool):
                    self._add(Origin("server", call.tool))
                elif isinstance(path := call.params.get("path"), str):
                    self.read_notes([path], vault)

    def read_notes(self, paths: Sequence[str], vault: Vault) -> None:
        """Take note of notes whose words were read; for a thread."""
        for path in [*dict.fromkeys(paths)][:_MOST_NOTES]:
            try:
                note = vault.read(path)
                kind = outside_kind(note.path, note.text)
            except VaultError:
                continue
            if kind is not None:
                self._add(Origin(kind, note.path))

    def _add(self, origin: Origin) -> None:
        if len(self._origins) < _MOST:
            self._origins[origin] = None


def _quoted(text: str) -> list[str]:
    """Return the paths of the notes that a result quotes."""
    found = _LINE.findall(text)
    for written in dict.fromkeys(_NAMED.findall(text)):
        with suppress(ValueError):
            found.append(json.loads(written))
    return found


def is_named(path: str, request: str, mentioned: Iterable[str]) -> bool:
    """Tell whether the user's own words name a file, by its path, its name, or a folder mentioned with `@`."""
    if any(path == known or path.startswith(f"{known}/") for known in mentioned):
        return True
    said, whole = same_name(request), same_name(path)
    bare = without_suffix(whole)
    return any(_stands_in(name, said) for name in {whole, bare, bare.rsplit("/", 1)[-1]} if name)


def _stands_in(name: str, said: str) -> bool:
    """Tell whether a name stands in a text, and not only as a part of a longer word."""
    at = said.find(name)
    while at >= 0:
        before, after = said[at - 1 : at], said[at + len(name) : at + len(name) + 1]
        if not (_joins(before, name[0]) or _joins(name[-1], after)):
            return True
        at = said.find(name, at + 1)
    return False


def _joins(left: str, right: str) -> bool:
    """Tell whether two characters are of one word; scripts without blanks have no such words."""
    return bool(left and right) and left.isascii() and right.isascii() and left.isalnum() and right.isalnum()
