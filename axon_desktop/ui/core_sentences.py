"""What the core says in English, in the user's language: a sentence is known by its form.

The core has no languages: its errors are read in logs and on the command line too. The window knows the sentences
that reach it; names, and what the system says, stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from PySide6.QtCore import QCoreApplication


def translate(context: str, english: str) -> tuple[str, str]:
    """Return an English sentence with the same in the user's language; named so, its text is collected."""
    return english, QCoreApplication.translate(context, english)


def in_users_language(sentence: str) -> str:
    """Return a sentence of the core in the user's language; one that is not known stays as it is."""
    for english, words in _forms():
        found = _pattern(english).fullmatch(sentence)
        if found is not None:
            return words.format(**{name: in_users_language(text) for name, text in found.groupdict().items()})
    return sentence


@cache
def _pattern(english: str) -> re.Pattern[str]:
    """Return what matches a sentence with whatever stands in its gaps."""
    return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(english)), re.DOTALL)


def _forms() -> Iterator[tuple[str, str]]:
    """Yield the sentences, those first that another one further down would match as well."""
    yield from _of_files()
    yield from _of_servers()
    yield from _of_keys()
    yield from _of_conversations()
    yield from _of_vaults()


def _of_files() -> Iterator[tuple[str, str]]:
    yield translate("Core", "Cannot read {file}: {why}.")
    yield translate("Core", "Cannot write {file}: {why}.")
    yield translate("Core", "{file} is not valid JSON ({why}). Mend it, or delete it to start with defaults.")
    yield translate("Core", "{file} is not valid JSON ({why}). Mend it, or move it away to start without servers.")
    yield translate("Core", "{file} is not valid JSON ({why}). Mend it, or choose another file.")
    yield translate("Core", "{file} must hold a JSON object. Mend it, or delete it to start with defaults.")
    yield translate("Core", "{file} must hold a JSON object. Mend it, or move it away to start without servers.")
    yield translate("Core", "{file}: {why}. Mend that value, or delete it to use the default.")
    yield translate("Core", "{file}: {key} must be an object. Mend it, or move the file away.")
    yield translate("Core", "{file}: {why} Mend that entry, or delete it.")
    yield translate("Core", "{setting}: {why}. Set it to a number in range, or unset it.")
    yield translate("Core", "{file}, line {line}: there is no schedule {name}. Mend that line.")
    yield translate("Core", "{file}, line {line}: {why}. Mend that line.")
    yield translate("Core", "{file}: {why}. Mend that line, or delete the file.")


def _of_servers() -> Iterator[tuple[str, str]]:
    yield translate("Core", "{file} is too large for a list of servers. Choose another file.")
    yield translate("Core", "{file} lists no MCP servers: it has neither 'mcpServers' nor 'servers'.")
    yield translate(
        "Core",
        "server {name} speaks the old HTTP+SSE transport, which Axon does not. Look for its newer address,"
        " which often ends in /mcp.",
    )
    yield translate("Core", "server {name} asks for secrets of the key store, which no file may do.")
    yield translate("Core", "a server is called {name}: a name is a short line of text.")
    yield translate("Core", "server {name} must be an object.")
    yield translate("Core", "server {name} needs either a command or an address (url).")
    yield translate("Core", "server {name}: no text may hold a NUL character.")
    yield translate("Core", "server {name}: its url must begin with http:// or https://.")
    yield translate("Core", "server {name}: {key} must hold texts by name.")
    yield translate("Core", "server {name}: {why}.")
    yield translate("Core", "Its file of variables cannot be read: {file}")
    yield translate("Core", "Axon does not know {variable}: put its value there.")


def _of_keys() -> Iterator[tuple[str, str]]:
    yield translate("Core", "This is no API key: a key is one word of letters, digits and signs. Copy it again.")
    yield translate(
        "Core",
        "This computer has no key store that Axon can use. Keep the key for this run only, or set {variable}"
        " before the start.",
    )
    yield translate(
        "Core", "The system's key store cannot be used ({why}). Unlock it, or keep the key for this run only."
    )
    yield translate("Core", "The {missing} is missing. Enter it in the settings.")
    yield translate("Core", "model's name")
    yield translate("Core", "base URL")
    yield translate("Core", "The Offline provider asks no model. Choose another one.")


def _of_conversations() -> Iterator[tuple[str, str]]:
    yield translate("Core", "The conversations cannot be written ({why}).")
    yield translate("Core", "The conversations cannot be used ({why}).")
    yield translate("Core", "The conversations cannot be kept: {why}.")
    yield translate("Core", "The conversations are closed.")
    yield translate("Core", "The conversations are not open.")
    yield translate("Core", "This conversation is not there any more.")
    yield translate("Core", "This turn is not there any more.")


def _of_vaults() -> Iterator[tuple[str, str]]:
    yield translate("Core", "{file} was made by a newer version of Axon; install that version.")
    yield translate("Core", "{file} cannot be used ({why}).")
    yield translate("Core", "{name} is not a UTF-8 text file")
    yield translate("Core", "{name} is not a plain file")
    yield translate("Core", "{name} is being written by another program; try again in a moment")
    yield translate("Core", "another Axon process is writing to this vault; try again when it is done")
    yield translate("Core", "{name} is read-only")
    yield translate("Core", "The notes have changed since undo was looked at; nothing was undone.")
    yield translate("Core", "Changes can be kept for 1 to {most} days, not for {days}.")
    yield translate("Core", "Kept changes can take from {least} MB to {most} MB, not {size} MB.")
