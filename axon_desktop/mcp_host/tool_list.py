"""Checks of the tools that a server lists: names, descriptions, schemas."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from urllib.parse import unquote

from msgspec import Struct

from axon_desktop.errors import N_, Text
from axon_desktop.llm.context_size.tokens import estimate_messages
from axon_desktop.llm.messages import JsonObject, ToolDefinition
from axon_desktop.mcp_host.visible_text import as_words, show_invisible

MOST_TOOLS = 500
_LONGEST_NAME = 128
_LONGEST_DESCRIPTION = 4000
_LONGEST_TITLE = 200
_LARGEST_SCHEMA = 32_000
_DEEPEST_SCHEMA = 20
_MOST_STEPS = 20_000
"""Steps that a check of params may take through references."""
_UNSAFE = re.compile(r"[^A-Za-z0-9_-]")


class RawTool(Struct, frozen=True):
    """A tool as the server describes it."""

    name: str
    title: str
    description: str
    schema: JsonObject
    annotations: JsonObject
    """The server's own hints; not to be trusted."""
    fault: str = ""
    """What the description lacks, so that the tool cannot be called; empty for nothing."""

    def to_json(self) -> JsonObject:
        """Return all that the user approves of, in one order."""
        return {
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "schema": self.schema,
            "annotations": self.annotations,
        }

    @property
    def hash(self) -> str:
        """SHA-256 of all that the user approves of; computed each time, see `ListedTool.hash`."""
        text = json.dumps(self.to_json(), sort_keys=True)
        return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()

    @property
    def text(self) -> str:
        """All that the user approves of, to read and compare line by line."""
        return json.dumps(_show(self.to_json()), ensure_ascii=False, indent=2, sort_keys=True)


class ListedTool(Struct, frozen=True):
    """A tool of a server, fit to be offered or refused with the reason."""

    raw: RawTool
    definition: ToolDefinition
    """The definition for the model, named `server.tool`."""
    tokens: int
    """Estimate of its tokens in each request."""
    refused: str = ""
    """Why it is never offered; empty if it may be."""
    hash: str = ""
    """The hash of `raw`, stored because it is needed often; empty for a refused tool."""


def server_key(name: str) -> str:
    """Return the prefix of the names of a server's tools; one to one."""
    plain = _UNSAFE.sub("_", name)
    if plain == name and len(name) <= 40 and not re.search(r"_[0-9a-f]{6}$", name):
        return name
    return f"{plain[:33]}_{hashlib.sha256(name.encode('utf-8', 'replace')).hexdigest()[:6]}"


def check_tools(server: str, raw_tools: Sequence[RawTool]) -> list[ListedTool]:
    """Return the tools with their full names, in the server's order; milliseconds for each, so for a thread."""
    listed: list[ListedTool] = []
    taken: set[str] = set()
    for index, raw in enumerate(raw_tools):
        name = f"{server_key(server)}.{_tool_key(raw.name)}"
        refused = _refusal(raw) or (N_("Core", "another tool of the server has its name") if name in taken else "")
        if index >= MOST_TOOLS:
            refused = Text(N_("Core", "a server may have {most} tools"), most=MOST_TOOLS)
        taken.add(name)
        definition = ToolDefinition(name, _describe(raw), {} if refused else safe_schema(raw.schema))
        tokens = estimate_messages((), (definition,))
        listed.append(ListedTool(raw, definition, tokens, refused, "" if refused else raw.hash))
    return listed


def _tool_key(name: str) -> str:
    if re.fullmatch(r"[A-Za-z0-9_.-]{1,128}", name):
        return name
    plain = re.sub(r"[^A-Za-z0-9_.-]", "_", name)[:100]
    return f"{plain}_{hashlib.sha256(name.encode('utf-8', 'replace')).hexdigest()[:6]}"


def _describe(raw: RawTool) -> str:
    title = as_words(raw.title, _LONGEST_TITLE)
    words = as_words(raw.description, _LONGEST_DESCRIPTION)
    return words or title or "The server says nothing about it."


def _refusal(raw: RawTool) -> str:
    if raw.fault:
        return raw.fault
    if len(raw.name) > _LONGEST_NAME:
        return Text(N_("Core", "its name has {count} characters"), count=len(raw.name))
    if _depth(raw.schema, _DEEPEST_SCHEMA) > _DEEPEST_SCHEMA:
        return Text(N_("Core", "its schema is nested more than {most} deep"), most=_DEEPEST_SCHEMA)
    size = len(json.dumps(raw.schema))
    if size > _LARGEST_SCHEMA:
        return Text(
            N_("Core", "its schema has {count} characters; {most} are allowed"),
            count=size,
            most=_LARGEST_SCHEMA,
        )
    return _schema_problem(raw.schema)


def _schema_problem(schema: JsonObject) -> str:
    if schema.get("type", "object") != "object":
        return N_("Core", "its schema is not one of an object")
    if "$ref" in schema and "type" not in schema:
        return N_("Core", "its schema is only a reference")
    for holder in _objects(schema):
        if "$dynamicRef" in holder or "$recursiveRef" in holder:
            return N_("Core", "its schema uses dynamic references")
        target = holder.get("$ref")
        if isinstance(target, str) and not isinstance(_find(schema, target), dict | bool):
            return Text(
                N_("Core", "its schema refers to what it does not hold: {target}"),
                target=show_invisible(target[:100]),
            )
    if _steps(schema, schema, {}, set()) > _MOST_STEPS:
        return N_("Core", "its schema unfolds to too much")
    # imported here because it takes a quarter of a second, and the window must be painted first
    from jsonschema import Draft202012Validator, SchemaError

    try:
        Draft202012Validator.check_schema(safe_schema(schema))
    except SchemaError as error:
        return Text(N_("Core", "its schema is not valid: {why}"), why=show_invisible(error.message[:200]))
    except RecursionError:
        return N_("Core", "its schema is nested too deeply")
    return ""


def safe_schema(schema: JsonObject) -> JsonObject:
    """Return a schema that is cheap to check params against, and hides nothing from the reader.

    A regular expression from outside may run forever: the server checks those itself. The schema's own id would
    change what references mean.
    """
    safe: JsonObject = _make_safe(schema, names=False)
    return {"type": "object", **safe}


def _make_safe(value: Any, *, names: bool) -> Any:
    """Copy a part of a schema; `names` says that its keys are names of properties, not keywords."""
    if isinstance(value, list):
        return [_make_safe(item, names=False) for item in value]
    if not isinstance(value, dict):
        return value
    safe: JsonObject = {}
    for key, item in value.items():
        if names:
            safe[key] = _make_safe(item, names=False)
        elif key == "pattern" and isinstance(item, str):
            safe["x-pattern"] = show_invisible(item)
        elif key in ("patternProperties", "$id", "$schema", "$comment", "$anchor", "$vocabulary"):
            continue
        elif key in ("description", "title") and isinstance(item, str):
            safe[key] = as_words(item, _LONGEST_DESCRIPTION)
        elif key in ("enum", "const", "default", "examples", "required"):
            safe[key] = item
        else:
            safe[key] = _make_safe(item, names=key in ("properties", "$defs", "definitions", "dependentSchemas"))
    return safe


def _show(value: Any) -> Any:
    if isinstance(value, str):
        return show_invisible(value)
    if isinstance(value, list):
        return [_show(item) for item in value]
    if isinstance(value, dict):
        return {show_invisible(str(key)): _show(item) for key, item in value.items()}
    return value


def _depth(value: object, limit: int) -> int:
    """Return how deep a value is nested; not more than one over the limit."""
    layer: list[object] = [value]
    for depth in range(limit + 1):
        layer = [item for holder in layer for item in _items(holder)]
        if not layer:
            return depth
    return limit + 1


def _items(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _objects(value: object) -> Iterator[JsonObject]:
    if isinstance(value, dict):
        yield value
    for item in _items(value):
        yield from _objects(item)


def _steps(root: JsonObject, value: object, known: dict[str, int], open_: set[str]) -> int:
    """Return how many parts a schema has once each reference is replaced by its target."""
    total = 1
    if isinstance(value, dict) and isinstance(target := value.get("$ref"), str):
        if target in open_:
            return total
        if target not in known:
            known[target] = _steps(root, _find(root, target), known, open_ | {target})
        total += known[target]
    for item in _items(value):
        total += _steps(root, item, known, open_)
        if total > _MOST_STEPS:
            break
    return min(total, _MOST_STEPS + 1)


def _find(root: JsonObject, target: str) -> object:
    """Return the target of a reference in a schema; None if there is none, or it is in another document."""
    if target != "#" and not target.startswith("#/"):
        return None
    found: object = root
    for part in unquote(target).split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if isinstance(found, dict):
            found = found.get(key)
        elif isinstance(found, list) and key.isdecimal() and int(key) < len(found):
            found = found[int(key)]
        else:
            return None
    return found
