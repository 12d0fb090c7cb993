"""Prompts: system prompts, and tool results as a message.

All text is in resources/prompts. Prompts depend on nothing but the tools, so that prefix caches hit.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

from msgspec import Struct

from axon_desktop import paths
from axon_desktop.llm.messages import ToolCall, ToolDefinition, ToolResult
from axon_desktop.llm.providers.openai_wire import EMPTY_RESULT

RESULT_LIMIT = 100_000
"""Bytes of one result in a message."""

ReminderKind: TypeAlias = Literal[
    "request", "move", "create", "trash", "append", "add", "edit", "draft", "step", "answer"
]
"""What the results belong to: a request, a small model's request for a change of this kind, the making of a plan,
a step of a plan, or a request that is answered without further tools."""

_EXAMPLES = ("read_note", "create_note", "list_folder")
"""Tools of which a worked example may be shown, the most useful first. Small models copy the examples: shown how
to search, they search even for a note whose name they have."""
_SHORT_EXAMPLES = ("edit_note", "create_note", "list_folder")
"""The same where the program searches before the model is asked: `agent/small_models/small_model.py`."""
_SHOWN_EXAMPLES = 2


def _folder() -> Path:
    return paths.resources_dir() / "prompts"


@cache
def _read(name: str) -> str:
    return (_folder() / name).read_text("utf-8").strip()


@cache
def prompt_words(name: str) -> dict[str, str]:
    """Return the texts of a TOML file among the prompts."""
    return tomllib.loads(_read(name))


def _results_words() -> dict[str, str]:
    return prompt_words("results.toml")


def fill(template: str, **values: str) -> str:
    """Fill in values for {{names}}; a value is never searched for names."""
    return re.sub(r"\{\{(\w+)\}\}", lambda match: values[match[1]], template)


def build_agent_system_prompt(definitions: Sequence[ToolDefinition], *, short: bool = False) -> str:
    """Return the system prompt of the text protocol, with the full JSON Schema of each tool.

    Equal tools give equal bytes, in whatever order they come; the beginning is the same for all. `short` is for
    small models: fewer words, and rules that they follow.
    """
    tools = sorted(definitions, key=lambda tool: tool.name)
    names = {tool.name for tool in tools}
    shown = [name for name in (_SHORT_EXAMPLES if short else _EXAMPLES) if name in names][:_SHOWN_EXAMPLES]
    examples = [_read(f"examples/{name}.md") for name in shown]
    protocol = fill(
        _read("text_protocol.md"),
        tools="\n\n".join(describe_tool(tool, short=short) for tool in tools) or "There are none at the moment.",
        examples="\n\n".join(examples) or "None.",
    )
    rules = _read("agent_short.md" if short else "agent.md")
    return f"{rules}\n\n{protocol}\n"


def build_native_system_prompt() -> str:
    """Return the system prompt for providers that get the tools by function calling."""
    return _read("agent.md") + "\n"


def describe_tool(tool: ToolDefinition, *, short: bool = False) -> str:
    """Return the description of a tool in the text protocol."""
    schema = json.dumps(tool.parameters, ensure_ascii=False, separators=(",", ":") if short else None)
    return f"## {tool.name}\n{tool.description.strip()}\nSchema of params: {schema}"


def tools_in_prompt(prompt: str) -> set[str]:
    """Return the names of the tools that a system prompt describes."""
    return set(re.findall(r"^## (\S+)$", prompt, re.MULTILINE))


def format_tool_results(
    pairs: Sequence[tuple[ToolCall, ToolResult]],
    request: str,
    wrote: bool,
    limit: int = RESULT_LIMIT,
    kind: ReminderKind = "request",
) -> str:
    """Return the user message of the text protocol with the results of calls.

    Each result is cut at `limit` bytes. Then come whether anything was written in this turn (`wrote`), the
    user's request, and how to finish.
    """
    parts = [_format_part(number, call, result, limit) for number, (call, result) in enumerate(pairs, 1)]
    return "\n\n".join([*parts, format_reminder(request, wrote, kind)])


def format_reminder(request: str, wrote: bool, kind: ReminderKind = "request") -> str:
    """Return the text after the results: whether anything was written, the request, how to finish."""
    words = _results_words()
    written = words["written" if wrote else "not_written"]
    how = words.get(f"how_{kind}", "")
    if kind in ("draft", "step", "answer"):
        name = f"reminder_{kind}"
    elif wrote:
        name = "reminder_written"
    else:
        name = "reminder_change" if how else "reminder"
    return fill(words[name], written=written, request=request.strip(), how=how).strip()


def format_result(call: ToolCall, result: ToolResult, limit: int = RESULT_LIMIT) -> str:
    """Return the text of one result for a native tool message."""
    text, rest = _cut(call, _text_of(result), limit)
    path = f"[{_one_line(result.path)}]\n" if _is_elsewhere(call, result) else ""
    return f"{path}{text}\n\n{rest}" if rest else path + text


def _format_part(number: int, call: ToolCall, result: ToolResult, limit: int) -> str:
    text, rest = _cut(call, _text_of(result), limit)
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    where = f", {_one_line(result.path)}" if result.path else ""
    head = f"### Result {number}: {_one_line(call.tool)}, {'ok' if result.success else 'failed'}{where}"
    return f"{head}\n\n{fence}result\n{text}\n{fence}" + (f"\n{rest}" if rest else "")


def _text_of(result: ToolResult) -> str:
    return str((result.data if result.success else result.error) or EMPTY_RESULT)


def _is_elsewhere(call: ToolCall, result: ToolResult) -> bool:
    """Tell whether another path was read or written than the requested one."""
    return result.path is not None and result.path != call.params.get("path")


def _one_line(text: str | None) -> str:
    return " ".join((text or "").split())


def _cut(call: ToolCall, text: str, limit: int) -> tuple[str, str]:
    """Return the text within the limit, and a line that says how to get the rest; notes are cut between lines."""
    data = text.encode("utf-8", "replace")
    if len(data) <= limit:
        return text, ""
    shown = data[:limit].decode("utf-8", "ignore")
    words = _results_words()
    numbers = {"total": str(len(text)), "tool": call.tool}
    if call.tool != "read_note":
        return shown, fill(words["cut_other"], shown=str(len(shown)), **numbers)
    offset, column = (_number(call, name) for name in ("offset", "column"))
    end = shown.rfind("\n") + 1
    if end:
        shown = shown[:end]
        place = f'"offset": {offset + shown.count(chr(10))}'
    else:  # one line is longer than the limit
        place = f'"offset": {offset}, "column": {column + len(shown)}'
    return shown, fill(words["cut_note"], shown=str(len(shown)), place=place, **numbers)


def _number(call: ToolCall, name: str) -> int:
    value = call.params.get(name, 1)
    return value if isinstance(value, int) else 1


class ReadResult(Struct, frozen=True):
    """A result as found in a message of `format_tool_results`."""

    tool: str
    success: bool
    text: str
    path: str | None
    rest: str
    """How to get what was cut off; empty when nothing was."""


_HEAD = re.compile(r"### Result \d+: (\S+), (ok|failed)(?:, (.*))?")
_FENCE = re.compile(r"(`{3,})result")


def read_tool_results(message: str) -> tuple[list[ReadResult], str]:
    """Read back what `format_tool_results` wrote, and the user's text after it.

    Any other message has no results and is all the user's. This is for providers without a model.
    """
    results: list[ReadResult] = []
    lines = message.split("\n")
    at = 0
    while at + 2 < len(lines) and (head := _HEAD.fullmatch(lines[at])):
        fence = _FENCE.fullmatch(lines[at + 2])
        if fence is None or fence[1] not in lines[at + 3 :]:
            break
        end = lines.index(fence[1], at + 3)
        rest = lines[end + 1] if end + 1 < len(lines) else ""
        text = "\n".join(lines[at + 3 : end])
        results.append(ReadResult(head[1], head[2] == "ok", text, head[3], rest))
        at = end + (3 if rest else 2)
    if not results:
        return [], message
    words, after = _results_words(), "\n".join(lines[at:])
    ends = (
        words[name].strip().rpartition("\n")[2]
        for name in ("reminder", "reminder_change", "reminder_written", "reminder_answer")
    )
    return results, next((after.partition(end)[2].strip() for end in ends if end in after), "")
