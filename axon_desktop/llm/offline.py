"""The provider without a model: simple commands become the same tool calls, through the same loop."""

from __future__ import annotations

import asyncio
import json
import re
import tomllib
from collections.abc import AsyncGenerator, Collection, Sequence
from functools import cache
from typing import Any

from axon_desktop import paths
from axon_desktop.errors import LLMRequestError
from axon_desktop.llm import tokens
from axon_desktop.llm.commands import Command, Language, language_of, language_of_command, read_command
from axon_desktop.llm.messages import Delta, Finished, LLMOptions, Message, TextDelta, ToolDefinition
from axon_desktop.llm.prompts import ReadResult, read_tool_results, tools_in_prompt
from axon_desktop.llm.wire import EMPTY_RESULT

_PIECES = 8

# A note's text becomes the reply, and what looks like a tool call in a reply is one.
_FRONT_MATTER = re.compile(r"\A\ufeff?---[ \t]*\r?\n((?:(?!`{3}).*\r?\n)*?)---[ \t]*(?:\r?\n|\Z)")
_LIKE_A_CALL = re.compile(
    r"^[ \t]*(?:`{3,}|~{3,})[ \t]*json|^[ \t\ufeff]*\{|</?think", re.IGNORECASE | re.MULTILINE
)


@cache
def _words() -> dict[str, dict[str, str]]:
    return tomllib.loads((paths.resources_dir() / "prompts" / "offline.toml").read_text("utf-8"))


def _say(language: Language, key: str, **values: str) -> str:
    text = _words()[language][key].strip()
    return re.sub(r"\{\{(\w+)\}\}", lambda match: values[match[1]], text)


class OfflineProvider:
    """Answers commands such as `read Home` or 「读取 Home」; it has no AI and says so.

    `tools` are the tools that it may call; left out, those that the system prompt describes.
    """

    def __init__(self, tools: Collection[str] | None = None) -> None:
        self._tools = None if tools is None else set(tools)

    @property
    def name(self) -> str:
        """Name that people know."""
        return "Offline"

    @property
    def model(self) -> str:
        """Say plainly what this is."""
        return "no AI"

    @property
    def invents(self) -> bool:
        """Whether a model makes the replies up: a note may repeat itself as it likes."""
        return False

    @property
    def native_tools(self) -> bool:
        """Whether tools can be offered by function calling: they come by the text protocol."""
        return False

    async def stream_complete(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolDefinition] = (),
        options: LLMOptions | None = None,
    ) -> AsyncGenerator[Delta, None]:
        """Yield the reply in a few pieces."""
        reply = self._reply(messages, {tool.name for tool in tools})
        size = max(8, -(-len(reply) // _PIECES))
        for start in range(0, len(reply), size):
            yield TextDelta(reply[start : start + size])
            await asyncio.sleep(0)
        yield Finished(Message("assistant", reply), "stop")

    async def complete(self, messages: Sequence[Message], options: LLMOptions | None = None) -> Message:
        """Return the whole reply."""
        return Message("assistant", self._reply(messages, set()))

    def estimate_tokens(self, text: str) -> int:
        """Return an upper estimate of the text's tokens."""
        return tokens.estimate_tokens(text)

    async def aclose(self) -> None:
        """Do nothing: there are no connections."""

    def _reply(self, messages: Sequence[Message], offered: set[str]) -> str:
        """Return the reply to the last message: a call for a command, an answer for its result."""
        if not messages or messages[-1].role != "user":
            raise LLMRequestError("The conversation must end with a message of the user.")
        request = _last_request(messages)
        command = read_command(request) or read_command(request.rpartition("\n\n")[2])
        if command is None:
            return _say(language_of(request), "help")
        language = language_of_command(request)
        results, said_after = read_tool_results(messages[-1].content)
        if results and not said_after:
            return _answer(command, results[-1], language)
        for message in messages:
            if message.role == "system":
                offered |= tools_in_prompt(message.content)
        if command.tool not in (offered if self._tools is None else self._tools):
            return _say(language, "no_tool", tool=command.tool)
        working = _say(language, f"working_{command.action}", path=command.subject or _say(language, "root"))
        call = json.dumps({"tool": command.tool, "params": command.params}, ensure_ascii=False)
        return f"{working}\n\n```json:tool\n{call}\n```"


def _last_request(messages: Sequence[Message]) -> str:
    """Return what the user said last: results of tools come in user messages too, but the user did not say them.

    After a stopped turn one message may hold both, or two requests: then the last one counts.
    """
    users = (message.content for message in reversed(messages) if message.role == "user")
    return next((said for text in users if (said := read_tool_results(text)[1])), "")


def _answer(command: Command, result: ReadResult, language: Language) -> str:
    path = result.path or command.subject
    if not result.success:
        return _say(language, "failed", error=" ".join(result.text.split()))
    match command.action:
        case "create":
            return _say(language, "created", path=_link_target(path))
        case "append":
            return _say(language, "appended", path=_link_target(path))
        case "list":
            return _list(result.text, command.subject) or _say(
                language, "empty_folder", path=command.subject or _say(language, "root")
            )
        case "search":
            return _no_call(result.text) if _has_hits(result.text) else _say(language, "no_hits")
    if result.text == EMPTY_RESULT or not result.text.strip():
        return _say(language, "empty_note", path=_link_target(path))
    text = _no_call(result.text)
    if text is result.text:
        text = _FRONT_MATTER.sub(_fence_properties, text, count=1)
    return f"{text}\n\n{_say(language, 'cut')}" if result.rest else text


def _fence_properties(front_matter: re.Match[str]) -> str:
    """Return a note's properties so that they read as what they are: in a reply, `---` would draw a line."""
    return f"```yaml\n{front_matter[1].strip()}\n```\n\n"


def _link_target(path: str) -> str:
    return path.removesuffix(".md")


def _has_hits(text: str) -> bool:
    return text.strip() not in ("", "[]", EMPTY_RESULT)


def _no_call(text: str) -> str:
    """Return text from the vault so that nothing in it can pass for a tool call."""
    if not _LIKE_A_CALL.search(text.replace("\r", "\n")):
        return text
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{fence}markdown\n{text}\n{fence}"


def _list(text: str, folder: str) -> str:
    """Return the folder's items as a list with links; `text` is the result of list_folder."""
    try:
        found: Any = json.loads(text)
    except ValueError:
        return _no_call(text)
    if isinstance(found, dict):
        found = next((value for value in found.values() if isinstance(value, list)), [])
    lines = []
    for item in found if isinstance(found, list) else []:
        name = str(item.get("name", "")) if isinstance(item, dict) else str(item)
        path = str(item.get("path", "")) if isinstance(item, dict) else ""
        path = path or "/".join(filter(None, [folder.strip("/"), name]))
        kind = item.get("type", "") if isinstance(item, dict) else ""
        name = " ".join(name.split())
        is_note = kind != "folder" and path.endswith(".md") and not re.search(r"[\[\]|#^\n\r]", path)
        if kind == "folder":
            lines.append(f"- {name}/")
        else:
            lines.append(f"- [[{_link_target(path)}|{_link_target(name)}]]" if is_note else f"- {name}")
    return (
        "\n".join(lines).encode("utf-8", "replace").decode()
    )  # names that are no UTF-8 hold halves of characters
