"""What servers refuse of the schemas of tools, each in its own words and shape."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from tests.llm.anthropic_server import AnthropicServer, refusal
from tests.llm.loopback import Raw, Request, Step
from tests.llm.openai_server import OpenAIServer

_GEMINI = {"type", "format", "description", "enum", "items", "properties", "required", "anyOf", "nullable"}
_GEMINI |= {"minimum", "maximum", "minItems", "maxItems", "minLength", "maxLength", "title"}
_KEY = re.compile(r"[a-zA-Z0-9_.-]{1,64}")


def parts_of(schema: Any, place: str = "parameters") -> Iterator[tuple[str, Any]]:
    """Yield a schema and those within it, with their places."""
    yield place, schema
    if isinstance(schema, dict):
        for name, value in (schema.get("properties") or {}).items():
            yield from parts_of(value, f"{place}.properties.{name}")
        if "items" in schema:
            yield from parts_of(schema["items"], f"{place}.items")
        for at, one in enumerate(schema.get("anyOf") or ()):
            yield from parts_of(one, f"{place}.any_of[{at}]")


def gemini_problem(schema: Any) -> str | None:
    for place, part in parts_of(schema):
        if unknown := set(part) - _GEMINI:
            return (
                f"Invalid JSON payload received. Unknown name \"{min(unknown)}\" at '{place}': Cannot find field."
            )
        if "anyOf" in part and len(part) > 1:
            return f"`{place}` schema specified other fields alongside any_of. It must be the only field set."
        if "anyOf" not in part and not isinstance(part.get("type"), str):
            return f"{place}.type: must be specified"
        if "enum" in part and (
            part["type"] != "string" or not all(isinstance(v, str) and v for v in part["enum"])
        ):
            return f"{place}.enum: cannot be empty, and only allowed for STRING type"
        if part.get("format", "enum") not in ("enum", "date-time"):
            return f"{place}.format: only 'enum' and 'date-time' are supported for STRING type"
        if part.get("type") == "array" and "items" not in part:
            return f"{place}.items: missing field."
        if set(part.get("required", ())) - set(part.get("properties", ())):
            return f"{place}.required: property is not defined"
    return "parameters: should be of type OBJECT" if schema.get("type") != "object" else None


def openai_problem(schema: Any, *, strict: bool) -> str | None:
    if schema.get("type") != "object" or {"anyOf", "oneOf", "allOf", "enum", "not", "$ref"} & set(schema):
        return "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level."
    for place, part in parts_of(schema):
        if part.get("type") == "array" and "items" not in part:
            return f"In context={place}, array schema missing items."
        if not strict or part.get("type") != "object":
            continue
        if part.get("additionalProperties") is not False:
            return f"In context={place}, 'additionalProperties' is required to be supplied and to be false."
        if sorted(part.get("required", ())) != sorted(part.get("properties", ())):
            return (
                f"In context={place}, 'required' is required to be supplied and to be an array including every key"
                " in properties."
            )
    return None


def anthropic_problem(schema: Any) -> str | None:
    if schema.get("type") != "object":
        return "input_schema.type: Input should be 'object'"
    if {"anyOf", "oneOf", "allOf"} & set(schema):
        return "input_schema does not support oneOf, allOf, or anyOf at the top level"
    for name in schema.get("properties") or {}:
        if not _KEY.fullmatch(name):
            return f"input_schema.properties: Property keys should match pattern '{_KEY.pattern}'"
    return None


def llama_problem(schema: Any) -> str | None:
    for place, part in parts_of(schema):
        if part.get("pattern", "^$")[:1] != "^":
            return "JSON schema conversion failed: Pattern must start with '^' and end with '$'"
        if "$ref" in part:
            return f"JSON schema conversion failed: Error resolving ref {part['$ref']} at {place}"
        if not isinstance(part, dict) or ("type" not in part and "anyOf" not in part):
            return f"JSON schema conversion failed: Unrecognized schema: {json.dumps(part)}"
        if part.get("maxLength", 0) > 2_000:
            return "failed to parse grammar: number of repetitions exceeds sane defaults"
    return None


class SchemaServer(OpenAIServer):
    """A server of OpenAI's format that looks at the schemas first, and refuses in words made by `refuse`."""

    def __init__(self, find: Callable[[Any], str | None], refuse: Callable[[int, str, str], Raw]) -> None:
        super().__init__(keyless=True)
        self._find = find
        self._refuse = refuse
        self.refused: list[str] = []

    def answer(self, request: Request) -> Step | None:
        for at, tool in enumerate(request.body.get("tools", ())):
            function = tool["function"]
            if problem := self._find(function["parameters"]):
                self.refused.append(problem)
                return self._refuse(at, function["name"], problem)
        return super().answer(request)


class SchemaAnthropicServer(AnthropicServer):
    """Anthropic, which looks at the schemas too."""

    def __init__(self) -> None:
        super().__init__()
        self.refused: list[str] = []

    def answer(self, request: Request) -> Step | None:
        for at, tool in enumerate(request.body.get("tools", ())):
            if problem := anthropic_problem(tool["input_schema"]):
                self.refused.append(problem)
                return refusal(400, "invalid_request_error", f"tools.{at}.custom.{problem}")
        return super().answer(request)


def google_refusal(at: int, _name: str, problem: str) -> Raw:
    place = f"GenerateContentRequest.tools[0].function_declarations[{at}].{problem}"
    error = {"code": 400, "message": f"* {place}\n", "status": "INVALID_ARGUMENT"}
    return Raw(json.dumps([{"error": error}]).encode(), "application/json", 400)


def openai_refusal(at: int, name: str, problem: str) -> Raw:
    error = {
        "message": f"Invalid schema for function '{name}': {problem}",
        "type": "invalid_request_error",
        "param": f"tools[{at}].function.parameters",
        "code": "invalid_function_parameters",
    }
    return Raw(json.dumps({"error": error}).encode(), "application/json", 400)


def llama_refusal(_at: int, _name: str, problem: str) -> Raw:
    """Name no tool, as llama.cpp does."""
    error = {
        "code": 400,
        "message": f"Unable to generate parser for the tools: {problem}",
        "type": "invalid_request_error",
    }
    return Raw(json.dumps({"error": error}).encode(), "application/json", 400)
