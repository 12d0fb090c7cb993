"""Messages from a server, before the SDK gets them: parsed without blocking, reduced to what is used.

Imports the SDK; see the package's docstring.
"""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import suppress
from typing import Any

from mcp.shared.message import SessionMessage
from mcp_types import (
    INTERNAL_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCResponse,
    RequestId,
    jsonrpc_message_adapter,
)

from axon_desktop.llm.messages import JsonObject
from axon_desktop.mcp_host.processes.log_ring import LogRing
from axon_desktop.mcp_host.wire.frames import LIMIT, Oversized, begins_answer, find_answered
from axon_desktop.text.json_text import join_surrogates

LARGE = 32 * 1024
"""Bytes from which on a message is parsed in a thread."""
_MOST_BLOCKS = 500
"""Most blocks of one result."""
_NOTICES = 200
"""Most notifications that are handled in a second."""
_UNCACHED = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
"""What the newer protocol requires of some results; we keep none of them."""
ENTRY = "axon/entry"
"""Key in the `_meta` of a listed tool, under which its entry stands as the server sent it."""
_LOG_MESSAGE = b'"notifications/message"'
_INVALID = "the server's answer is not a valid message; it may have done what it was asked to"


class Inbox:
    """Turns lines, bodies and events into messages; invalid ones go into the log."""

    def __init__(self, log: LogRing) -> None:
        self.flooded = False
        """Whether notifications were dropped because there are too many; to be reset by its reader."""
        self._log = log
        self._second = 0.0
        self._notices = 0

    async def open(self, frame: bytes | Oversized, asked: RequestId | None = None) -> SessionMessage | None:
        """Return the message, None for nothing; a malformed answer fails the request that it answers.

        That is the request `asked`, where this is known, if the answer does not name one.
        """
        if isinstance(frame, Oversized):
            return self._refuse(frame)
        if not frame.startswith(b"{"):
            self._log.feed(b"[not a message] " + frame[:2000] + b"\n")
            return None
        if (
            _LOG_MESSAGE in frame[:200]
        ):  # what a server logs in the protocol is for people, like its standard error
            self._log.feed(frame[:2000] + b"\n")
            return None
        if b'"id"' not in frame and self._too_many():
            self.flooded = True
            return None
        if len(frame) > LARGE:
            return await asyncio.to_thread(self._parse, frame, asked)
        return self._parse(frame, asked)

    def _parse(self, frame: bytes, asked: RequestId | None) -> SessionMessage | None:
        with suppress(ValueError):
            return _reduced(jsonrpc_message_adapter.validate_json(frame, by_name=False))
        # lone surrogates, bytes that are no UTF-8 and control characters can be repaired
        try:
            value = json.loads(frame.decode("utf-8", "replace"), strict=False)
            mended = join_surrogates(json.dumps(value, ensure_ascii=False))
        except RecursionError:
            answered = find_answered(frame, frame) or (asked if begins_answer(frame) else None)
        except ValueError:
            answered = find_answered(frame) or (asked if begins_answer(frame) else None)
        else:
            with suppress(ValueError):
                return _reduced(jsonrpc_message_adapter.validate_json(mended, by_name=False))
            answered = _answered(value, asked)
        self._log.feed(b"[not a message] " + frame[:2000] + b"\n")
        return None if answered is None else refusal(answered)

    def _too_many(self) -> bool:
        now = time.monotonic()
        if now - self._second >= 1:
            self._second, self._notices = now, 0
        self._notices += 1
        if self._notices == _NOTICES:
            self._log.note("The server sends too many notifications; some are not listened to.")
        return self._notices > _NOTICES

    def _refuse(self, frame: Oversized) -> SessionMessage | None:
        self._log.note(f"A message of {frame.size} bytes was dropped; the limit is {LIMIT}.")
        if frame.id is None:
            return None
        text = f"the server's answer has {frame.size} bytes; more than {LIMIT} are not taken"
        return refusal(frame.id, text)


def refusal(request: RequestId, text: str = _INVALID) -> SessionMessage:
    """Return the error that fails our request in place of an invalid answer."""
    return SessionMessage(
        JSONRPCError(jsonrpc="2.0", id=request, error=ErrorData(code=INTERNAL_ERROR, message=text))
    )


def _answered(value: Any, asked: RequestId | None) -> RequestId | None:
    """Return the request that a malformed message answers: requests of the server have ids of their own."""
    if not isinstance(value, dict) or "method" in value or "params" in value:
        return None
    answered = value.get("id")
    if isinstance(answered, str) and answered.isascii():
        return answered
    if isinstance(answered, int) and not isinstance(answered, bool):
        return answered
    return asked if "result" in value or "error" in value else None


def _reduced(message: JSONRPCMessage) -> SessionMessage:
    """Reduce a result to what is used: the rest may be expensive, or malformed, which must not matter.

    Schemas of outputs would be checked by the SDK in the event loop, and a hostile pattern in one never finishes.
    For one malformed tool it would refuse all of them. Results of many thousand pieces are cut.
    """
    if not isinstance(message, JSONRPCResponse):
        return SessionMessage(message)
    result = message.result
    if "protocolVersion" in result or "supportedVersions" in result:
        result |= _greeting(result)
    if isinstance(tools := result.get("tools"), list):
        cursor = result.get("nextCursor")
        result |= {"tools": [_listed(entry, number) for number, entry in enumerate(tools, 1)], **_UNCACHED}
        result["nextCursor"] = cursor if isinstance(cursor, str) else None
    content = result.get("content")
    if isinstance(content, list) and len(content) > _MOST_BLOCKS:
        rest = {"type": "text", "text": f"({len(content) - _MOST_BLOCKS} more pieces were cut)"}
        result["content"] = [*content[:_MOST_BLOCKS], rest]
    return SessionMessage(message)


def _greeting(result: JsonObject) -> JsonObject:
    """Return the parts of a server's answer to the first question that are used, in the form that they must have.

    One that does not say what it can do is asked for its tools.
    """
    capabilities, info = result.get("capabilities"), result.get("serverInfo")
    said = capabilities.get("tools") if isinstance(capabilities, dict) else True
    tools = {"listChanged": isinstance(said, dict) and said.get("listChanged") is True}
    instructions = result.get("instructions")
    used: JsonObject = {
        "capabilities": {"tools": tools} if isinstance(said, dict) or said else {},
        "instructions": instructions if isinstance(instructions, str) else None,
    }
    if "supportedVersions" in result:
        return used | _UNCACHED
    info = info if isinstance(info, dict) else {}
    return used | {"serverInfo": {key: _word(info.get(key)) for key in ("name", "title", "version")}}


def _word(value: object) -> str:
    return str(value) if isinstance(value, str | int | float) else ""


def _listed(entry: object, number: int) -> JsonObject:
    """Return a tool as the SDK takes it, whatever the server says of it."""
    known: JsonObject = entry if isinstance(entry, dict) else {}
    name, schema, hints = (known.get(key) for key in ("name", "inputSchema", "annotations"))
    properties = schema.get("properties") if isinstance(schema, dict) else None
    fit = properties.items() if isinstance(properties, dict) else ()
    return {
        "name": name if isinstance(name, str) and name.strip() else f"#{number}",
        # in which the SDK looks for parameters that are sent as headers
        "inputSchema": {
            "type": "object",
            "properties": {key: part for key, part in fit if isinstance(part, dict)},
        },
        "annotations": _hints(hints) if isinstance(hints, dict) else None,
        **{key: known[key] for key in ("title", "description") if isinstance(known.get(key), str)},
        "_meta": {ENTRY: entry},
    }


def _hints(hints: JsonObject) -> JsonObject:
    return {key: value for key, value in hints.items() if isinstance(value, str if key == "title" else bool)}
