"""ConversationSerializer: a conversation as JSON and back, and as a note that people read."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec

from axon_desktop.conversations.models import Conversation, Message
from axon_desktop.conversations.readable import export_note
from axon_desktop.errors import DataCorruptionError, InvalidJSONError, SchemaVersionError
from axon_desktop.llm.messages import JsonObject
from axon_desktop.text.json_text import dump_json

VERSION = 1
"""Of the format, counted up when a key changes its meaning."""

_RESTORE = "Restore the conversation from a backup."


def _add_version(data: JsonObject) -> JsonObject:
    """Turn a plain `Conversation`, which has no version and may lack metadata, into version 1."""
    empty: JsonObject = {"model": "", "totalTokens": 0, "toolsUsed": []}
    return {**data, "version": 1, "metadata": {**empty, **data.get("metadata", {})}}


_MIGRATIONS: dict[int, Callable[[JsonObject], JsonObject]] = {0: _add_version}
"""From each older version to the next one; 0 is a conversation without the key `version`."""


class ConversationSerializer:
    """Writes and reads the versioned format; reading what was written gives an equal conversation."""

    def serialize(self, conversation: Conversation) -> str:
        """Return the conversation as JSON."""
        return dump_json({"version": VERSION, **msgspec.to_builtins(conversation)}, indent=2)

    def deserialize(self, text: str) -> Conversation:
        """Read a conversation; keys that are not known are left out.

        Raises:
            InvalidJSONError: the text is no JSON.
            SchemaVersionError: it was written by a newer version, or its version is not a valid one.
            DataCorruptionError: a field is missing or holds something else; the message names it.
        """
        data = _parse(text)
        if not isinstance(data, dict):
            raise DataCorruptionError(f"The file holds no conversation but a JSON {_kind(data)}. {_RESTORE}")
        try:
            return msgspec.convert(_migrate(data), Conversation)
        except msgspec.ValidationError as error:
            problem = _place(str(error)).replace("[...]", f"[{_bad_message(data)}]", 1)
            raise DataCorruptionError(f"The conversation is damaged: {problem}. {_RESTORE}") from error
        except (TypeError, ValueError) as error:  # such as a lone surrogate in place of a known word
            raise DataCorruptionError(f"The conversation is damaged: {error}. {_RESTORE}") from error

    def export_readable(self, conversation: Conversation, *, user: str = "You", model: str = "Axon") -> str:
        """Return the conversation as a Markdown note, with links to the notes that were used in it."""
        return export_note(conversation, user=user, model=model)


def _parse(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise InvalidJSONError(
            f"This is no JSON: {error.msg} at line {error.lineno}, column {error.colno}."
        ) from error
    except (ValueError, RecursionError) as error:  # a number too long, or lists too deep, to be read
        raise InvalidJSONError(f"This JSON cannot be read: {error}.") from error


def _migrate(data: JsonObject) -> JsonObject:
    version = data.get("version", 0)
    if type(version) is not int or version < 0:
        raise SchemaVersionError(f"The version of the conversation's format is not valid: {version!r}.")
    if version > VERSION:
        raise SchemaVersionError(
            f"The conversation has format {version}, this program knows up to {VERSION}: install a newer one."
        )
    while version < VERSION:
        data = _MIGRATIONS[version](data)
        version += 1
    return data


def _place(problem: str) -> str:
    """Name the field as people write it: `messages[0].role`."""
    what, found, path = problem.partition(" - at `$.")
    return f"{path.rstrip('`')}: {what[:1].lower()}{what[1:]}" if found else what[:1].lower() + what[1:]


def _bad_message(data: JsonObject) -> int:
    """Return the position of the first invalid message."""
    messages = data.get("messages", [])
    for place, message in enumerate(messages):
        try:
            msgspec.convert(message, Message)
        except msgspec.ValidationError:
            return place
    return len(messages)


def _kind(value: object) -> str:
    return {list: "list", str: "string", type(None): "null", bool: "boolean"}.get(type(value), "number")
