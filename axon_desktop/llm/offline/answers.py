"""Answers of the Offline provider, made from the results of tools, which are written for models."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from itertools import groupby
from typing import Any

from axon_desktop.llm.offline.command_grammar import Command
from axon_desktop.llm.offline.offline_words import code, explain, link, say, short
from axon_desktop.llm.prompts import ReadResult
from axon_desktop.llm.providers.openai_wire import EMPTY_RESULT
from axon_desktop.text.file_names import is_canvas, is_note, without_suffix

# A note's text becomes the reply, and what looks like a tool call in a reply is one.
_FRONT_MATTER = re.compile(r"\A\ufeff?---[ \t]*\r?\n((?:(?!`{3}).*\r?\n)*?)---[ \t]*(?:\r?\n|\Z)")
_LIKE_A_CALL = re.compile(
    r"^[ \t]*(?:`{3,}|~{3,})[ \t]*json|^[ \t\ufeff]*\{|</?think", re.IGNORECASE | re.MULTILINE
)
_FENCE = re.compile(r"(`{3,}|~{3,})([^`~]*)")
_MARKS = re.compile(r"`{3}|~{3}|\r")
_PLAIN = re.compile(r"(?!\ufeff?[ \t]*\{|[\s>*+.)\d\ufeff-]*<|.*</?think)", re.IGNORECASE)
_CARD = re.compile(r'"(?:text|file|label|url)"\s*:\s*("(?:[^"\\]|\\.)*")')
_HIT = re.compile(r"(?P<path>.+?\.[A-Za-z]+):(?P<line>\d+): (?P<text>.*)")
_NAMED = re.compile(r"(?P<path>.+?\.[A-Za-z]+): .*\(the (?:name|note itself)\)")
_HITS = re.compile(r"(?P<partly>No note matches all of .*; )?(?P<notes>\d+) notes? (?:match|hold)")
_BEST = re.compile(r"; the best (\d+) are shown:$")
_MORE = re.compile(r"\((\d+) more; ")
_REWRITTEN = re.compile(r"; (\d+) links? in (\d+) notes? rewritten\.$")
_TRASH = re.compile(r" to (\.trash/.+); undo brings it back\.$")


def answer(command: Command, result: ReadResult) -> str:
    """Return the answer to the user for the result of a command."""
    if not result.success:
        return explain(command, result.text)
    language = command.language
    path = result.path or _with_suffix(command.subject)
    if command.action in ("create", "append", "replace"):
        key = {"create": "created", "append": "appended", "replace": "replaced"}[command.action]
        return say(language, key, note=link(path))
    match command.action:
        case "move" | "rename":
            return _format_move(command, path, result.text)
        case "trash":
            place = _TRASH.search(result.text)
            key = "trashed_here" if place else "trashed"
            return say(language, key, path=code(path), place=code(place[1]) if place else "")
        case "list":
            return _list(command, result)
        case "search":
            return _format_hits(command, result)
        case "find":
            return _format_paths(command, result)
        case "links":
            return _format_links(command, result)
    return _show(command, path, result)


def _with_suffix(path: str) -> str:
    """Return the path of a note that was named with or without its suffix."""
    return path if path.endswith(".md") else f"{path}.md"


def _show(command: Command, path: str, result: ReadResult) -> str:
    """Return the note itself; its properties as a code block, since `---` would draw a line here."""
    if result.text == EMPTY_RESULT or not result.text.strip():
        return say(command.language, "empty_note", note=link(path))
    front = _FRONT_MATTER.match(result.text)
    if front is None or _looks_like_a_call(front[0]):
        text = _no_call(result.text)
    else:
        text = f"```yaml\n{front[1].strip()}\n```\n\n{_no_call(result.text[front.end() :])}"
    if path not in (command.subject, _with_suffix(command.subject)):
        text = f"{say(command.language, 'read_from', note=link(path))}\n\n{text}"
    return f"{text}\n\n{say(command.language, 'cut')}" if result.rest else text


def _looks_like_a_call(text: str) -> bool:
    return _LIKE_A_CALL.search(text.replace("\r", "\n")) is not None


def _no_call(text: str) -> str:
    """Return text from the vault in a form in which nothing can pass for a tool call."""
    if not _looks_like_a_call(text):
        return text
    if (renamed := _with_renamed_fences(text)) is not None:
        return renamed
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{fence}markdown\n{text}\n{fence}"


def _with_renamed_fences(text: str) -> str | None:
    """Return a note whose fences of JSON are no longer named as calls are, and look the same.

    None where its fences are not plain to see, or something else in it might be a call.
    """
    lines: list[str] = []
    fence = ""
    for line in text.replace("\r\n", "\n").split("\n"):
        opener = None if fence else _FENCE.fullmatch(line)
        if opener is not None:
            fence = opener[1]
            is_json = opener[2].strip().lower().startswith("json")
            line = f"{line.rstrip()} example" if is_json else line
        elif fence and line == fence:
            fence = ""
        elif _MARKS.search(line) or not (fence or _PLAIN.match(line)):
            return None
        lines.append(line)
    return None if fence else "\n".join(lines)


def _format_move(command: Command, path: str, text: str) -> str:
    rewritten = _REWRITTEN.search(text)
    if rewritten is None:
        return say(command.language, "moved", note=link(path))
    return say(command.language, "moved_links", note=link(path), links=rewritten[1], notes=rewritten[2])


def _format_hits(command: Command, result: ReadResult) -> str:
    head, *lines = result.text.split("\n")
    count = _HITS.match(head)
    if count is None:
        return say(command.language, "no_hits", words=short(command.subject))
    best = _BEST.search(head)
    key = "hits_some" if best else ("hits_one" if count["notes"] == "1" else "hits")
    if count["partly"]:
        key = "hits_partly"
    items = []
    for line in lines:
        if hit := _HIT.fullmatch(line):
            items.append(_format_hit(command, hit["path"], hit["line"], hit["text"]))
        elif named := _NAMED.fullmatch(line):
            items.append(link(named["path"]))
    words = say(command.language, key, notes=count["notes"], shown=best[1] if best else "")
    return _bullets(command, words, dict.fromkeys(items), bool(result.rest))


def _format_hit(command: Command, path: str, line: str, text: str) -> str:
    """Return a line of a note, or the text of a canvas card; of other JSON only the file."""
    if not is_canvas(path):
        return say(command.language, "hit", note=link(path), line=line, text=code(text))
    try:
        said = " ".join(json.loads(value, strict=False) for value in _CARD.findall(text))
    except ValueError:  # it is not a readable canvas
        said = text
    return say(command.language, "hit_card", note=link(path), text=code(said)) if said else link(path)


def _format_paths(command: Command, result: ReadResult) -> str:
    words = short(command.subject)
    lines = result.text.split("\n")
    if lines[0].startswith("No path matches "):
        return say(command.language, "no_paths", words=words)
    head = ""
    if lines[0].startswith("No path holds ") and lines[0].endswith(":"):
        head = say(command.language, "near_paths", words=words)
        del lines[0]
    more = _MORE.match(lines[-1])
    if more:
        del lines[-1]
    listed = _bullets(command, head, map(link, lines), bool(result.rest))
    return f"{listed}\n\n{say(command.language, 'more', count=more[1])}" if more else listed


def _format_links(command: Command, result: ReadResult) -> str:
    found = _read_json(result.text)
    language = command.language
    note = link(str(found.get("path") or result.path or command.subject))
    outgoing = dict.fromkeys(str(item["path"]) for item in found.get("outgoing", []))
    unresolved = dict.fromkeys(str(item["link"]) for item in found.get("unresolved", []))
    backlinks = [
        say(language, "hit", note=link(path), line=str(item["line"]), text=code(item["text"]))
        for path, items in groupby(found.get("backlinks", []), lambda item: str(item["path"]))
        for item in items
    ]
    parts = [
        _bullets(command, say(language, key, note=note), items)
        for key, items in (
            ("outgoing", [link(path) for path in outgoing]),
            ("unresolved", [code(target) for target in unresolved]),
            ("backlinks", backlinks),
        )
        if items
    ]
    if result.rest:
        parts.append(say(language, "cut_list"))
    return "\n\n".join(parts) or say(language, "no_links", note=note)


def _list(command: Command, result: ReadResult) -> str:
    """Return the list of a folder."""
    folder = command.subject.strip("/")
    items = []
    for item in _read_json(result.text).get("items", []):
        name = str(item["name"])
        path = f"{folder}/{name}" if folder else name
        name = " ".join(name.split())
        if item["type"] == "folder":
            items.append(f"{name}/")
        else:
            items.append(link(path, without_suffix(name)) if is_note(name) else name)
    if not items:
        root = say(command.language, "root")
        return say(command.language, "empty_folder", path=folder or root)
    return _bullets(command, "", items, bool(result.rest))


def _bullets(command: Command, head: str, items: Iterable[str], cut: bool = False) -> str:
    """Return a list with its head and foot; lone surrogates in names become U+FFFD."""
    lines = "\n".join(f"- {item}" for item in items)
    parts = (head, lines, say(command.language, "cut_list") if cut else "")
    return "\n\n".join(filter(None, parts)).encode("utf-8", "replace").decode()


def _read_json(text: str) -> dict[str, Any]:
    """Return the object that a tool wrote; of one that was cut off, as much as there is."""
    for end in ("", "]}"):
        with_end = text if not end else text[: text.rfind("}") + 1] + end
        try:
            found = json.loads(with_end)
        except ValueError:
            continue
        return found if isinstance(found, dict) else {}
    return {}
