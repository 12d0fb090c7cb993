"""Results of servers, as text for the model and attachments for the user. Imports the SDK."""

from __future__ import annotations

import base64
import binascii
import json
from typing import Any

import mcp_types as types

from axon_desktop.llm.messages import Attachment, ToolResult

_MOST_ATTACHMENTS = 20
_LONGEST_NAME = 300


def read_result(result: types.CallToolResult) -> ToolResult:
    """Return the result; a large one is slow, so for a thread."""
    texts: list[str] = []
    attachments: list[Attachment] = []
    for block in result.content:
        text, attachment = _read_block(block)
        texts.append(text)
        if attachment is not None and len(attachments) < _MOST_ATTACHMENTS:
            attachments.append(attachment)
    if result.structured_content is not None and not _repeats(texts, result.structured_content):
        texts.append(json.dumps(result.structured_content, ensure_ascii=False))
    text = "\n\n".join(part for part in texts if part)
    if result.is_error:
        error = text or "the server reported a failure and said no more"
        return ToolResult(False, error=error, attachments=tuple(attachments))
    return ToolResult(True, data=text, attachments=tuple(attachments))


def _read_block(block: types.ContentBlock) -> tuple[str, Attachment | None]:
    match block:
        case types.TextContent(text=text):
            return text, None
        case types.ImageContent(data=data, mime_type=mime):
            return _bytes("image", mime, data)
        case types.AudioContent(data=data, mime_type=mime):
            return _bytes("audio", mime, data)
        case types.ResourceLink():
            mime = block.mime_type or ""
            name = _short(block.title or block.name)
            about = f": {_short(block.description)}" if block.description else ""
            link = Attachment(_short(mime), name, None, _short(str(block.uri)))
            return f"[link: {name} <{link.uri}>{about}]", link
        case types.EmbeddedResource(resource=types.TextResourceContents() as resource):
            return f"[resource: {_short(str(resource.uri))}]\n{resource.text}", None
        case types.EmbeddedResource(resource=types.BlobResourceContents() as resource):
            return _bytes("resource", resource.mime_type or "", resource.blob, str(resource.uri))
    return "", None


def _bytes(kind: str, mime: str, encoded: str, uri: str = "") -> tuple[str, Attachment | None]:
    mime, uri = _short(mime) or "application/octet-stream", _short(uri)
    try:
        data = base64.b64decode(encoded, validate=True)
    except (binascii.Error, ValueError):
        return f"[{kind}: {mime}, damaged]", None
    attachment = Attachment(mime, uri.rpartition("/")[2], data, uri)
    return attachment.words, attachment


def _short(text: str) -> str:
    return " ".join(text.split())[:_LONGEST_NAME]


def _repeats(texts: list[str], structured: Any) -> bool:
    """Tell whether the texts repeat the structured content, as they should.

    Many put the return value of a function under one key, and the items of a list into a text each.
    """
    wrapped = isinstance(structured, dict) and structured.keys() == {"result"}
    said = [structured, structured["result"]] if wrapped else [structured]
    values = [_parse(text) for text in texts]
    return values in said or any(value in said for value in (*values, *texts))


def _parse(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
