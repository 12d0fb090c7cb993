"""Validation of params by a tool's JSON Schema, with errors as sentences."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from axon_desktop.llm.messages import JsonObject

if TYPE_CHECKING:
    from jsonschema import ValidationError
    from jsonschema.protocols import Validator

_MAX_PROBLEMS = 5
_TYPES = {
    "string": "a string",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "object": "an object",
    "array": "a list",
    "null": "null",
}
_AS_JSON = {"True": "true", "False": "false", "None": "null"}
"""How Python writes what JSON writes otherwise."""


def find_problem(schema: JsonObject, params: object) -> str | None:
    """Return what is wrong with `params`, naming each parameter and what was expected, or None."""
    try:
        errors = sorted(_validator(json.dumps(schema)).iter_errors(cast(Any, params)), key=_place)
    except RecursionError:
        return "they are nested too deeply"
    problems = list(dict.fromkeys(_describe(error) for error in errors))
    if not problems and not _is_unicode(params):
        problems = ["a string is not valid Unicode text"]
    if len(problems) > _MAX_PROBLEMS:
        problems[_MAX_PROBLEMS:] = [f"and {len(problems) - _MAX_PROBLEMS} more"]
    return "; ".join(problems) or None


def as_meant(schema: JsonObject, value: Any) -> Any:
    """Return params in which null for an optional property, which it does not allow, is left out, at any depth.

    Models that must fill in every property of a schema, as strict modes want it, write null for what they mean to
    leave out. One object where a list of objects belongs is a list of one. The value itself is not changed.
    """
    if isinstance(value, dict) and schema.get("type") == "array":
        value = [value]
    if isinstance(value, list) and isinstance(items := schema.get("items"), dict):
        return [as_meant(items, item) for item in value]
    properties = schema.get("properties")
    if not isinstance(value, dict) or not isinstance(properties, dict):
        return value
    required = schema.get("required", ())
    return {
        key: as_meant(own, item) if isinstance(own := properties.get(key), dict) else item
        for key, item in value.items()
        if item is not None or key in required or _takes_null(properties.get(key))
    }


def read_texts(schema: JsonObject, params: JsonObject) -> JsonObject:
    """Return params in which a text for a property that is no text is the JSON value that it holds."""
    properties = schema.get("properties")
    return {
        name: _read_text(properties.get(name), value) if isinstance(properties, dict) else value
        for name, value in params.items()
    }


def _read_text(schema: Any, value: Any) -> Any:
    if not isinstance(value, str) or not isinstance(schema, dict):
        return value
    parts = [schema, *schema.get("anyOf", ()), *schema.get("oneOf", ())]
    kinds = {str(part["type"]) for part in parts if isinstance(part, dict) and "type" in part}
    if not kinds or any("string" in kind for kind in kinds):
        return value
    text = value.strip()
    try:
        return json.loads(_AS_JSON.get(text, text))
    except ValueError:
        return value


def _takes_null(schema: Any) -> bool:
    """Tell whether null is a value of its own for a property."""
    if not isinstance(schema, dict):
        return True
    if "type" in schema:
        return "null" in ([schema["type"]] if isinstance(schema["type"], str) else schema["type"])
    if isinstance(choices := schema.get("anyOf") or schema.get("oneOf"), list):
        return any(map(_takes_null, choices))
    return "$ref" not in schema and (None in schema["enum"] if "enum" in schema else True)


@lru_cache(maxsize=512)
def _validator(schema: str) -> Validator:
    # imported here because it takes a quarter of a second, and the window must be painted first
    from jsonschema import Draft202012Validator

    return Draft202012Validator(json.loads(schema))


def _place(error: ValidationError) -> tuple[str, ...]:
    return tuple(str(part) for part in error.absolute_path)


def _describe(error: ValidationError) -> str:
    name = ".".join(_place(error)) or "params"
    rule = error.validator
    wanted: Any = error.validator_value
    instance: Any = error.instance
    schema: Any = error.schema
    if rule == "required":
        missing = [key for key in wanted if key not in instance]
        return f"{_list(missing)} {'is' if len(missing) == 1 else 'are'} required"
    if rule == "additionalProperties":
        known = list(schema.get("properties", {}))
        unknown = [str(key)[:80] for key in instance if key not in known]
        return f"unknown parameter {_list(unknown)}; known: {_list(known)}"
    if rule == "type":
        kinds = [wanted] if isinstance(wanted, str) else wanted
        return f"{name} must be {' or '.join(_TYPES.get(kind, kind) for kind in kinds)}, not {_kind(instance)}"
    if rule == "enum":
        return f"{name} must be one of {_list([str(choice) for choice in wanted])}"
    if rule == "minimum":
        return f"{name} must be at least {wanted}"
    if rule == "maximum":
        return f"{name} must be at most {wanted}"
    return f"{name}: {error.message[:200]}"


def _list(names: list[str]) -> str:
    return ", ".join(names)


def _kind(value: object) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return "a string"
        case dict():
            return "an object"
        case list():
            return "a list"
        case _:
            return type(value).__name__


def _is_unicode(params: object) -> bool:
    """Tell whether the params are JSON and all their strings can be written as UTF-8."""
    try:
        json.dumps(params, ensure_ascii=False).encode()
    except (TypeError, ValueError, RecursionError):
        return False
    return True
