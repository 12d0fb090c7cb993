"""Schemas of tools in the words that every server takes, whatever JSON Schema a tool's own program uses.

The schemas that servers take have little in common: some know no list as `type`, no `$ref`, no `oneOf`, no
`additionalProperties`, or no `anyOf` at the root or beside other words, and one tool that they refuse costs every
request. What is left out here goes into the description where it helps a model to get a value right; calls are
validated against the tool's own schema in any case.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from axon_desktop.llm.messages import JsonObject

_TYPES = ("object", "array", "string", "integer", "number", "boolean")
_IN_WORDS = ("const", "default", "pattern", "minLength", "maxLength", "minItems", "maxItems")
"""Constraints that are moved into the description."""
_FORMATS = ("date-time", "enum")
_LONGEST_WORD = 120
_DEEPEST = 10
_MOST_PARTS = 1_000
"""Schemas within one tool's; what comes after them is only named by its type."""


def plain_schema(parameters: JsonObject, *, strict: bool = False) -> JsonObject:
    """Return a tool's schema in common words: an object with `properties`, and no alternatives at its root.

    Nobody may change what is returned: it is kept. `strict` is for servers that demand every property of an
    object: those that may be left out may be null.
    """
    return _read(json.dumps(parameters, ensure_ascii=False), strict)


@lru_cache(maxsize=1_024)
def _read(schema: str, strict: bool) -> JsonObject:
    parameters = json.loads(schema)
    plain = _Reader(parameters).object_of(parameters)
    return _close(plain) if strict else plain


class _Reader:
    """Reads the schemas of one tool."""

    def __init__(self, root: JsonObject) -> None:
        self._root = root
        self._parts = 0

    def object_of(self, schema: Any, depth: int = 0, path: tuple[str, ...] = ()) -> JsonObject:
        """Return an object's schema, with the properties of all its alternatives."""
        plain: JsonObject = {"type": "object"}
        properties: JsonObject = {}
        required: list[str] = []
        for part, always in self._object_parts(schema, path):
            if text := plain.get("description") or _text(part):
                plain["description"] = text
            for name, value in _object(part.get("properties")).items():
                properties.setdefault(name, self.read(value, depth + 1, path))
            required += _list(part.get("required")) if always else []
        if properties or not depth:
            plain["properties"] = properties
        if required := [name for name in dict.fromkeys(required) if name in properties]:
            plain["required"] = required
        return plain

    def read(self, schema: Any, depth: int = 0, path: tuple[str, ...] = ()) -> JsonObject:
        """Return the schema of a value."""
        self._parts += 1
        schema, path = self._follow(schema, path)
        types = _types_of(schema)
        if self._parts > _MOST_PARTS or depth > _DEEPEST:
            return {"type": types[0] if types and types[0] != "array" else "string"}
        choices = [one for one in _list(schema.get("anyOf") or schema.get("oneOf")) if not _is_null(one)]
        if choices and types in ([], ["object"]) and "properties" not in schema:
            plain = _choice([self.read(one, depth + 1, path) for one in choices])
        elif types:
            plain = _choice([self._value(schema, kind, depth, path) for kind in types])
        else:
            plain = _anything()
        return _described(plain, schema)

    def _value(self, schema: JsonObject, kind: str, depth: int, path: tuple[str, ...]) -> JsonObject:
        """Return the schema of a value of one type, without its description."""
        if kind == "object":
            return {
                key: value
                for key, value in self.object_of(schema, depth or 1, path).items()
                if key != "description"
            }
        plain: JsonObject = {"type": kind}
        if kind == "array":
            items = schema.get("items") or schema.get("prefixItems")
            kinds = [
                self.read(item, depth + 1, path) for item in _list(items) or [items] if isinstance(item, dict)
            ]
            plain["items"] = _choice(kinds) if kinds else {"type": "string"}
        if kind == "string":
            values = schema.get("enum", [schema["const"]] if "const" in schema else None)
            if _is_plain_enum(values):
                plain["enum"] = [value for value in _list(values) if value is not None]
            if schema.get("format") in _FORMATS:
                plain["format"] = schema["format"]
        if kind in ("integer", "number"):
            plain |= {key: schema[key] for key in ("minimum", "maximum") if _is_number(schema.get(key))}
        return plain

    def _object_parts(self, schema: Any, path: tuple[str, ...]) -> Iterator[tuple[JsonObject, bool]]:
        """Yield the schemas that an object's is made of, and whether each always holds."""
        schema, path = self._follow(schema, path)
        self._parts += 1
        yield schema, True
        if self._parts > _MOST_PARTS:
            return
        others = [schema[word] for word in ("then", "else") if word in schema]
        for choice in (*_list(schema.get("anyOf")), *_list(schema.get("oneOf")), *others):
            for part, _ in self._object_parts(choice, path):
                yield part, False

    def _follow(self, schema: Any, path: tuple[str, ...]) -> tuple[JsonObject, tuple[str, ...]]:
        """Return a schema in which no reference and no `allOf` is left; a circle ends with any object."""
        schema = _object(schema)
        while "$ref" in schema or "allOf" in schema:
            target = schema.get("$ref")
            parts = _list(schema.get("allOf"))
            if target is not None:
                if target in path or len(path) > _DEEPEST:
                    return {"type": "object", "description": _text(schema)}, path
                path = (*path, target)
                parts = [*parts, self._find(str(target))]
            schema = _merge([*parts, {key: schema[key] for key in schema if key not in ("$ref", "allOf")}])
        return schema, path

    def _find(self, reference: str) -> Any:
        found: Any = self._root if reference.startswith("#") else None
        for step in reference.split("/")[1:]:
            found = _object(found).get(step.replace("~1", "/").replace("~0", "~"))
        return found


def _merge(parts: Sequence[Any]) -> JsonObject:
    """Return the schema of a value that is valid by all of these."""
    merged: JsonObject = {}
    for part in map(_object, parts):
        properties = {**_object(merged.get("properties")), **_object(part.get("properties"))}
        required = [*_list(merged.get("required")), *_list(part.get("required"))]
        both = [*_list(merged.get("allOf")), *_list(part.get("allOf"))]
        merged |= part
        merged |= {
            word: value
            for word, value in (("properties", properties), ("required", required), ("allOf", both))
            if value
        }
    return merged


def _choice(parts: Sequence[JsonObject]) -> JsonObject:
    """Return what stands for several schemas: the only one, or `anyOf` and nothing beside it."""
    flat = [one for part in parts for one in part.get("anyOf", [part])]
    flat = [part for at, part in enumerate(flat) if part not in flat[:at]]
    if all("enum" in part for part in flat):
        return {**flat[0], "enum": list(dict.fromkeys(value for part in flat for value in part["enum"]))}
    return flat[0] if len(flat) == 1 else {"anyOf": flat}


def _types_of(schema: JsonObject) -> list[str]:
    """Return the types that a value may have, empty for any; null is none of them."""
    given = schema.get("type")
    types = [kind for kind in (given if isinstance(given, list) else [given]) if kind in _TYPES]
    if types:
        return types
    values = schema.get("enum", [schema["const"]] if "const" in schema else None)
    if isinstance(values, list):
        kinds = (("string", str), ("boolean", bool), ("integer", int), ("number", float))
        names = [next((name for name, kind in kinds if isinstance(value, kind)), "") for value in values]
        return [name for name in dict.fromkeys(names) if name]
    if "properties" in schema or "additionalProperties" in schema:
        return ["object"]
    return ["array"] if "items" in schema or "prefixItems" in schema else []


def _is_null(schema: Any) -> bool:
    return _object(schema).get("type") == "null"


def _object(value: Any) -> JsonObject:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _anything() -> JsonObject:
    kinds: list[JsonObject] = [{"type": kind} for kind in ("string", "number", "boolean", "object")]
    return {"anyOf": [*kinds, {"type": "array", "items": {"type": "string"}}]}


def _described(plain: JsonObject, schema: JsonObject) -> JsonObject:
    """Return the schema with the description of its original, and the words that it has lost."""
    lost = [
        f"{word}: {json.dumps(schema[word], ensure_ascii=False)}"
        for word in _IN_WORDS
        if schema.get(word) is not None
    ]
    if "enum" in schema and "enum" not in plain:
        lost.append(f"one of {json.dumps(schema['enum'], ensure_ascii=False)}")
    if (kind := schema.get("format")) and kind not in _FORMATS:
        lost.append(f"format: {kind}")
    words = "; ".join(word for word in lost if len(word) <= _LONGEST_WORD and 'const: "' not in word)
    text = " ".join(filter(None, (_text(schema), f"({words})" if words else "")))
    if not text:
        return plain
    if "anyOf" in plain:  # nothing may stand beside it
        first, *others = plain["anyOf"]
        return {"anyOf": [{**first, "description": text}, *others]}
    return {"type": plain["type"], "description": text, **plain}


def _text(schema: JsonObject) -> str:
    text = schema.get("description")
    return text.strip() if isinstance(text, str) else ""


def _is_plain_enum(values: Any) -> bool:
    return (
        isinstance(values, list)
        and bool(values)
        and all(value is None or (isinstance(value, str) and value) for value in values)
    )


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _close(plain: JsonObject) -> JsonObject:
    """Return a plain schema as strict servers demand it."""
    if "anyOf" in plain:
        return {"anyOf": [_close(one) for one in plain["anyOf"]]}
    if plain["type"] == "array":
        return {**plain, "items": _close(plain["items"])}
    if plain["type"] != "object":
        return plain
    properties: JsonObject = plain.get("properties", {})
    needed = plain.get("required", ())
    closed = {name: _close(own) if name in needed else _or_null(_close(own)) for name, own in properties.items()}
    return {**plain, "properties": closed, "required": list(closed), "additionalProperties": False}


def _or_null(plain: JsonObject) -> JsonObject:
    return {"anyOf": [*plain.get("anyOf", [plain]), {"type": "null"}]}
