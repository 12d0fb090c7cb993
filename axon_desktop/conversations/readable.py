"""A conversation as a Markdown note: properties, what was said, calls as short lists, links to the notes used.

What people and models wrote may hold any Markdown, also half of it. The user's words are put into a quote, which
holds everything; an answer stays as it is if it has no headings like the note's own, else quoted too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import groupby

from axon_desktop.conversations.models import Conversation, Message, ToolUse
from axon_desktop.markdown.scan.blocks import scan_blocks
from axon_desktop.text.file_names import without_suffix
from axon_desktop.text.json_text import plain_text

_NOTE_PARAMS = ("path", "to")
"""Params that name a note, in the vault's tools."""
_FOLDER_TOOL = "list_folder"
"""The tool whose `path` is no note."""
_BACKTICKS = re.compile("`+")
_UNSEEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
"""What YAML does not take, or other programs take for line ends."""
_LINK_BREAKERS = re.compile(rf"[\[\]|#^\t\r\n]|{_UNSEEN.pattern}")
_END = "axon-end"
_MAX_ARGUMENT = 120


def export_note(conversation: Conversation, *, user: str, model: str) -> str:
    """Return the note; `user` and `model` are the headings over what each of them said."""
    parts = [_properties(conversation)]
    title = _one_line(conversation.title)
    if title:
        parts.append(f"# {_escape(title)}")
    for role, messages in groupby(conversation.messages, key=lambda message: message.role):
        if role == "tool":
            parts.append("\n".join(f"> {_call_line(message)}" for message in messages))  # not part of other lists
            continue
        for message in messages:
            text = _clean(message.content).strip("\n")
            if role != "system" and text.strip():
                parts.append(f"## {user if role == 'user' else model}")
                parts.append(_quote(text) if role == "user" or not _is_self_contained(text) else text)
    return "\n\n".join(parts) + "\n"


def _properties(conversation: Conversation) -> str:
    lines = ["---", f"title: {_yaml(_one_line(conversation.title))}"]
    for name, stamp in (("date", conversation.created_at), ("updated", conversation.updated_at)):
        if (text := _time(stamp)) is not None:
            lines.append(f"{name}: {text}")
    if conversation.metadata.model:
        lines.append(f"model: {_yaml(_one_line(conversation.metadata.model))}")
    lines.append("source: Axon")
    links = list(dict.fromkeys(_used_notes(conversation.messages)))
    if links:
        lines += ["notes:", *(f"  - {_yaml(link)}" for link in links)]
    return "\n".join([*lines, "---"])


def _used_notes(messages: Iterable[Message]) -> Iterator[str]:
    """Yield a link to each note that a call has read or written."""
    for message in messages:
        call = message.tool_call
        if call is not None and call.result.success:
            for name in _NOTE_PARAMS:
                if (link := _wikilink(call, name)) is not None:
                    yield link


def _call_line(message: Message) -> str:
    call = message.tool_call
    if call is None:
        return f"- {_code(message.content)}"
    line = f"- {_code(call.name)}"
    if argument := _main_argument(call):
        line += f" {argument}"
    if call.result.success:
        return line
    error = _one_line(call.result.error or call.result.output)
    return f"{line} (failed: {_code(error)})" if error else f"{line} (failed)"


def _main_argument(call: ToolUse) -> str:
    """Show the notes that a call names, else its first short text."""
    texts = {name: value for name, value in call.parameters.items() if isinstance(value, str) and value}
    notes = [_wikilink(call, name) or _code(texts[name]) for name in _NOTE_PARAMS if name in texts]
    first = next(iter(texts.values()), "")
    return " → ".join(notes) or (_code(first) if first else "")


def _wikilink(call: ToolUse, name: str) -> str | None:
    """Return a link to the note of this param, None for folders, other programs and names that break links."""
    path = call.parameters.get(name)
    if not isinstance(path, str) or _LINK_BREAKERS.search(path) or call.name == _FOLDER_TOOL or "." in call.name:
        return None
    target = without_suffix(plain_text(path).strip("/ "))
    return f"[[{target}]]" if target and not path.endswith("/") else None


def _is_self_contained(text: str) -> bool:
    """Tell whether the text is self-contained: it closes what it opens, and has no heading like ours."""
    blocks = [block for block in scan_blocks(f"{text}\n\n## {_END}\n", front_matter=False) if block is not None]
    headings = [block.heading for block in blocks if block.heading is not None]
    return (
        headings[-1:] == [(2, _END)] and all(level > 2 for level, _ in headings[:-1]) and not text.count("%%") % 2
    )


def _quote(text: str) -> str:
    return "\n".join(f"> {line}" if line else ">" for line in text.split("\n"))


def _clean(text: str) -> str:
    """Return the text with ordinary line ends and without characters that nobody sees."""
    return _UNSEEN.sub(" ", plain_text(text).replace("\r\n", "\n").replace("\r", "\n"))


def _one_line(text: str) -> str:
    return " ".join(_clean(text).split())


def _escape(text: str) -> str:
    """Return a line that shows as it is written."""
    return re.sub(r"([\\`*_\[\]<>#|~$=%^!&])", r"\\\1", text)


def _code(text: str) -> str:
    """Return the text as inline code on one line, cut where it is long."""
    line = _one_line(text)
    if len(line) > _MAX_ARGUMENT:
        line = line[: _MAX_ARGUMENT - 1] + "…"
    fence = "`" * (1 + max(map(len, _BACKTICKS.findall(line)), default=0))
    space = " " if line.startswith("`") or line.endswith("`") or not line else ""
    return f"{fence}{space}{line}{space}{fence}"


def _yaml(text: str) -> str:
    """Return a quoted YAML string; JSON's form is also YAML's."""
    return json.dumps(plain_text(text), ensure_ascii=False)


def _time(stamp: int) -> str | None:
    """Return local time as Obsidian's properties have it; None for a time that no calendar has."""
    try:
        return datetime.fromtimestamp(stamp / 1000).astimezone().strftime("%Y-%m-%dT%H:%M:%S")
    except (OverflowError, OSError, ValueError):
        return None
