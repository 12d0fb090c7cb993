"""Calls in the markup of model families, which servers without the right parser pass on as text.

Each family was trained to write calls in a form of its own. What they have in common is read here: special tokens
and tags around a name with its arguments, which are JSON, elements, pairs of key and value, or Python's keywords.
Values of elements are texts; the tool's schema says what they are (`tools.validation.as_meant`).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection
from functools import lru_cache
from typing import Any

from axon_desktop.llm.messages import JsonObject, ToolCall
from axon_desktop.tools.calls.call_forms import Item, read_object
from axon_desktop.tools.calls.call_json import balanced_end, decode

_NAME = r"[A-Za-z_][\w.-]*"
_PREFIX = r"(?:[\w-]+:|[|｜]{1,2}DSML[|｜]{1,2})?"
_OPENING = re.compile(
    r"<[|｜][^<>\n]{1,80}>|\[TOOL_CALLS?\]"
    rf"|<{_PREFIX}(?:tools?|tool_use|tool_calls?|function_calls?|start_function_call|\w+_tool_call|\w+_function_call|TOOLCALL)>"
    rf"|<{_PREFIX}(?:invoke|function)(?:=|\s+name\s*=)|<tool_call[\s{{]",
    re.IGNORECASE,
)
"""What begins such markup, at the start of a line or within it."""
_UNFINISHED = re.compile(
    rf"(?:<[\w:|｜]{{0,40}}|<[|｜][^<>\n]{{0,80}}|<{_PREFIX}(?:invoke|function|tool_call)[\s=][^<>\n]{{0,60}}|\[[A-Z_]{{0,10}})\Z"
)
"""What may become an opening."""
_SKIPPED = re.compile(
    r"(?:\s+|</?[^<>\n]{1,120}>|\[/?(?:TOOL_CALLS?|ARGS)\]|\[CALL_ID\]\w*|```[\w:]*|[,;]|functools\b"
    r"|function call\b|function(?=\s*<)|functions\.|to=|assistant\b|commentary\b|json\b|Action(?: Input)?:"
    r"|>>>|print\()",
    re.IGNORECASE,
)
_ELEMENT = re.compile(
    rf"<({_PREFIX})(function|invoke)(?:=|\s+name\s*=\s*)[\"']?({_NAME})[\"']?[^<>\n]*>", re.IGNORECASE
)
_FIELD = re.compile(
    rf"<{_PREFIX}param(?:eter)?(?:=|\s+name\s*=\s*)[\"']?([\w.-]+)[\"']?[^<>\n]*>(.*?)"
    rf"(?:</{_PREFIX}param(?:eter)?>|(?=<{_PREFIX}param(?:eter)?(?:=|\s+name))|\Z)",
    re.DOTALL | re.IGNORECASE,
)
_PAIRS = re.compile(
    rf"({_NAME})((?:\s*<(?:\w+_)?arg_key>.*?</(?:\w+_)?arg_key>\s*<(?:\w+_)?arg_value>.*?</(?:\w+_)?arg_value>)*)"
    r"\s*(?=</(?:\w+_)?tool_call>)",
    re.DOTALL,
)
_PAIR = re.compile(
    r"<(?:\w+_)?arg_key>\s*(.*?)\s*</(?:\w+_)?arg_key>\s*<(?:\w+_)?arg_value>(.*?)</(?:\w+_)?arg_value>", re.DOTALL
)
_ESCAPED = re.compile(rf"call:\s*({_NAME})\s*\{{")
_ESCAPED_FIELD = re.compile(
    r"[\s,]*(?:([\w.-]+)\s*:\s*(?:<escape>|<\|\"\|>)(.*?)(?:<escape>|<\|\"\|>)|([\w.-]+)\s*:\s*([^,{}<]+))",
    re.DOTALL,
)
_NAMED = re.compile(
    rf"({_NAME})(?::\d+)?"
    r"(?:\s|</?[^<>\n]{1,120}>|\[ARGS\]|\[CALL_ID\]\w*|```\w*|json\b|Action Input:|\()*(?=\{)"
)
_PYTHON = re.compile(rf"\[?\s*(?!print\(){_NAME}\(")
_VALUE = re.compile(r"\{|\[\s*\{")
_LEFT_OVER = re.compile(r"</?[^<>\n]{1,120}>|```\w*|[\s\])}>,;`]")
_EXPLAINS = re.compile(
    r"\A\W*(?:that(?:'s| is)|these|those|where|each|as you"
    r"|(?:this|it) (?:is|would|means?|calls|reads|opens|shows how|tells the|block|call|format|form|markup)"
    r"|the (?:above|first|tags?|markup|format|block|call))\b"
    r"|\A\W*(?:这|這|上面|以上|其中|即|表示)",
    re.IGNORECASE,
)
_FAILED = (
    "Invalid JSON: this call could not be read ({why}), so it was not run. Send it again in the form that the"
    " instructions ask for, not in another markup"
)


class _BrokenError(Exception):
    """A call begins here and cannot be read."""


def find_opening(text: str, ticks: int = 0) -> int:
    """Return where in a part of a line a tag or token begins a call, -1 if nowhere.

    Quoted in backticks it is none; `ticks` is how many of them the line had before.
    """
    for match in _OPENING.finditer(text):
        if (ticks + text.count("`", 0, match.start())) % 2 == 0:
            return match.start()
    return -1


def opens_call(line: str, names: frozenset[str]) -> bool:
    """Tell whether a line begins with a call of a known tool without any token."""
    return _line_start(names).match(line) is not None


def unfinished_opening(text: str) -> int:
    """Return where at the end of a text an opening may be beginning, else the text's length."""
    match = _UNFINISHED.search(text, max(0, len(text) - 100))
    return match.start() if match else len(text)


def may_open(head: str, names: frozenset[str]) -> bool:
    """Tell whether a line that begins so may be one of which `opens_call` is true."""
    head = head.lstrip(" ")
    return any(word.startswith(head) or head.startswith(word) for word in _line_words(names))


@lru_cache(maxsize=16)
def _line_words(names: frozenset[str]) -> list[str]:
    forms = (
        "[{}(",
        "{}(",
        "{}{{",
        "{} {{",
        "{}:",
        "print({}(",
        "functions.{}",
        "to=functions.{}",
        "call:{}",
        ">>>{}",
        "Action: {}",
    )
    return ["functools[", "function call", "Action: ```", *(form.format(name) for form in forms for name in names)]


@lru_cache(maxsize=16)
def _line_start(names: frozenset[str]) -> re.Pattern[str]:
    known = "|".join(map(re.escape, sorted(names, key=len, reverse=True))) or r"(?!)"
    return re.compile(
        rf" {{0,3}}(?:functools\[|function call\s*[<{{]|Action:\s*(?:```|(?:{known})\s*\Z)|>>>(?:{known})\s*\Z"
        rf"|\[\s*(?:{known})\((?:\w+\s*=|\))|(?:print\()?(?:{known})\(\s*\w+\s*=|(?:(?:to=)?functions\.|call:)(?:{known})\W"
        rf"|(?:{known})(?::\d+)?\s*\{{\s*[\"}}]|<(?:{known})>\s*(?:<|\Z))"
    )


def read_markup(text: str, names: Collection[str]) -> tuple[list[Item], str] | None:
    """Read the calls in a text that begins with an opening; return them, and the text after them.

    None if there is no call in it, or an explanation of one. A call that cannot be read is an error.
    """
    items: list[Item] = []
    at = 0
    try:
        while at < len(text):
            found = _read_one(text, at, names)
            if found is None:
                skipped = _SKIPPED.match(text, at)
                if skipped is None:
                    break
                at = skipped.end()
                continue
            calls, at = found
            items += calls
    except _BrokenError as error:
        return [*items, _FAILED.format(why=error)], ""
    rest = text[at:]
    said = _LEFT_OVER.sub("", rest)
    if not items or (
        said
        and (_EXPLAINS.match(rest) or any(isinstance(one, ToolCall) and one.tool not in names for one in items))
    ):
        return None
    return items, rest if said else ""


def _read_one(text: str, at: int, names: Collection[str]) -> tuple[list[Item], int] | None:
    for read in (_read_element, _read_pairs, _read_escaped, _read_named, _read_value, _read_python, _read_tags):
        found = read(text, at, names)
        if found is not None:
            return found
    return None


def _read_element(text: str, at: int, _names: Collection[str]) -> tuple[list[Item], int] | None:
    """Read `<function=NAME>` or `<invoke name="NAME">` with its parameters, or JSON in it."""
    start = _ELEMENT.match(text, at)
    if start is None:
        return None
    end = re.compile(rf"</{_PREFIX}{start[2]}>", re.IGNORECASE).search(text, start.end())
    if end is None:
        raise _BrokenError(f"{start[3]} is not closed")
    body = text[start.end() : end.start()]
    params: JsonObject = {field[1]: _bare(field[2]) for field in _FIELD.finditer(body)}
    if not params and body.strip():
        params = _object(body.strip(), start[3])
    return [_call(start[3], params)], end.end()


def _read_pairs(text: str, at: int, names: Collection[str]) -> tuple[list[Item], int] | None:
    """Read a name with elements for keys and values, up to `</tool_call>`."""
    match = _PAIRS.match(text, at)
    if match is None or not (match[2].strip() or match[1] in names):
        return None
    return [_call(match[1], {pair[1]: _bare(pair[2]) for pair in _PAIR.finditer(match[2])})], match.end()


def _read_escaped(text: str, at: int, _names: Collection[str]) -> tuple[list[Item], int] | None:
    """Read `call:NAME{key:<escape>value<escape>}`."""
    match = _ESCAPED.match(text, at)
    if match is None:
        return None
    fields: JsonObject = {}
    at = match.end()
    while field := _ESCAPED_FIELD.match(text, at):
        fields[field[1] or field[3]] = field[2] if field[1] else field[4].strip()
        at = field.end()
    if text[at : at + 1] != "}":
        raise _BrokenError(f"{match[1]} is not closed")
    return [_call(match[1], fields)], at + 1


def _read_named(text: str, at: int, names: Collection[str]) -> tuple[list[Item], int] | None:
    """Read a name that is followed by its arguments as a JSON object."""
    match = _NAMED.match(text, at)
    if match is None:
        return None
    end = balanced_end(text, match.end())
    return [_call(match[1], _object(text[match.end() : end], match[1]))], end + (text[end : end + 1] == ")")


def _read_value(text: str, at: int, names: Collection[str]) -> tuple[list[Item], int] | None:
    """Read JSON: a call, or a list of calls."""
    if not _VALUE.match(text, at):
        return None
    end = balanced_end(text, at)
    try:
        value = decode(text[at:end])
    except ValueError as error:
        raise _BrokenError(str(error)) from error
    calls = [_read_json_call(one, names) for one in (value if isinstance(value, list) else [value])]
    return [call for call in calls if call is not None], end


def _read_json_call(value: Any, names: Collection[str]) -> Item | None:
    if isinstance(value, dict) and len(value) == 1:
        ((name, params),) = value.items()
        if name in names and isinstance(params, dict):
            return _call(name, params)
    return read_object(value, bare=True)


def _read_python(text: str, at: int, names: Collection[str]) -> tuple[list[Item], int] | None:
    """Read calls as Python writes them, alone or in a list."""
    if not _PYTHON.match(text, at):
        return None
    end = balanced_end(text, at)
    try:
        tree = ast.parse(text[at:end].strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise _BrokenError("it is no Python call") from error
    nodes = tree.elts if isinstance(tree, ast.List | ast.Tuple) else [tree]
    return [_python_call(node) for node in nodes], end


def _python_call(node: ast.expr) -> ToolCall:
    if not isinstance(node, ast.Call) or node.args or any(word.arg is None for word in node.keywords):
        raise _BrokenError("arguments must be given by name")
    try:
        params = {str(word.arg): ast.literal_eval(word.value) for word in node.keywords}
    except (ValueError, TypeError, RecursionError) as error:
        raise _BrokenError("an argument is no plain value") from error
    return _call(ast.unparse(node.func), params)


def _read_tags(text: str, at: int, names: Collection[str]) -> tuple[list[Item], int] | None:
    """Read `<NAME><key>value</key></NAME>`."""
    start = re.compile(rf"<({_NAME})>").match(text, at)
    if start is None or start[1] not in names:
        return None
    end = text.find(f"</{start[1]}>", start.end())
    if end < 0:
        raise _BrokenError(f"{start[1]} is not closed")
    fields = re.findall(r"<([\w.-]+)>(.*?)</\1>", text[start.end() : end], re.DOTALL)
    return [_call(start[1], {key: _bare(value) for key, value in fields})], end + len(start[0]) + 1


def _call(name: str, params: JsonObject) -> ToolCall:
    return ToolCall(name.removeprefix("functions."), params, near_miss=True)


def _object(text: str, name: str) -> JsonObject:
    try:
        value = decode(text)
    except ValueError as error:
        raise _BrokenError(str(error)) from error
    if not isinstance(value, dict):
        raise _BrokenError(f"the arguments of {name} must be an object")
    return value


def _bare(value: str) -> str:
    """Return an element's text without the line ends beside its tags."""
    return value.removeprefix("\r").removeprefix("\n").removesuffix("\n").removesuffix("\r")
