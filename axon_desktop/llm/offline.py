"""The provider without a model: simple commands become the same tool calls, through the same loop."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Collection, Sequence
from datetime import datetime

from axon_desktop.errors import LLMRequestError
from axon_desktop.llm import tokens
from axon_desktop.llm.commands import language_of, read_command
from axon_desktop.llm.messages import (
    Delta,
    Finished,
    JsonObject,
    LLMOptions,
    Message,
    TextDelta,
    ToolDefinition,
    Usage,
)
from axon_desktop.llm.offline_answers import answer
from axon_desktop.llm.offline_words import say
from axon_desktop.llm.profiles import Profile
from axon_desktop.llm.prompts import ReadResult, prompt_words, read_tool_results, tools_in_prompt

_PIECES = 8
_PLAN_TOOL = "propose_plan"


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
    def context_window(self) -> int:
        """Tokens that the prompt and the reply may have together: no model, no window."""
        return 1 << 40

    @property
    def token_factor(self) -> float:
        """By how much an estimate of tokens is raised."""
        return tokens.KNOWN_VOCABULARY

    def cost(self, usage: Usage, when: datetime) -> float | None:
        """Return what these tokens cost: nothing."""
        return 0.0

    @property
    def profile(self) -> Profile:
        """How the model is best talked to: there is none."""
        return Profile()

    @property
    def invents(self) -> bool:
        """Whether a model makes the replies up: a note may repeat itself as it likes."""
        return False

    @property
    def native_tools(self) -> bool:
        """Whether tools can be offered by function calling: they come by the text protocol."""
        return False

    async def prepare(self) -> None:
        """Do nothing: there is no server."""

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
        planning = _reply_to_plan(request)
        if planning is not None:
            return planning
        command = read_command(request) or read_command(request.rpartition("\n\n")[2])
        language = command.language if command else language_of(request)
        for message in messages:
            if message.role == "system":
                offered |= tools_in_prompt(message.content)
        if _PLAN_TOOL in offered:
            return say(language, "plan")
        if command is None:
            return say(language, "help")
        results, said_after = _part(messages[-1].content)
        if results and not said_after:
            return answer(command, results[-1])
        if command.tool not in (offered if self._tools is None else self._tools):
            return say(language, "no_tool", tool=command.tool)
        working = say(language, f"working_{command.action}", path=command.subject or say(language, "root"))
        return f"{working}\n\n{_call(command.tool, command.params)}"


def _call(tool: str, params: JsonObject) -> str:
    return f"```json:tool\n{json.dumps({'tool': tool, 'params': params}, ensure_ascii=False)}\n```"


def _last_request(messages: Sequence[Message]) -> str:
    """Return what the user said last: results of tools come in user messages too, but the user did not say them.

    After a stopped turn one message may hold both, or two requests: then the last one counts.
    """
    users = (message.content for message in reversed(messages) if message.role == "user")
    return next((said for text in users if (said := _part(text)[1])), "")


def _part(message: str) -> tuple[list[ReadResult], str]:
    """Return the results that a message of the user's role brings, and what the user has said after them."""
    results, said = read_tool_results(message)
    if results and not said:  # results of a plan's steps end with other words
        words = prompt_words("results.toml")
        for key in ("reminder_draft", "reminder_step"):
            _, found, after = message.rpartition(words[key].strip().rpartition("\n")[2])
            said = after.strip() if found else said
    return results, said


def _reply_to_plan(request: str) -> str | None:
    """Return the reply to what the engine asks for in plan mode, None if this is a plain request.

    There is nobody here who could make a plan, or do a step of one.
    """
    words = {key: text.strip() for key, text in prompt_words("plan.toml").items()}
    for key in ("draft", "revise", "step", "closing"):
        begin, end = words[key].partition("{{")[0], words[key].rpartition("}}")[2].strip()
        ends = (end,) if end else ("```", words["last"])
        _, found, asked = request.rpartition(begin)
        if not found or not asked.rstrip().endswith(ends):
            continue
        language = language_of(request)
        if key == "step":
            return _call("fail_step", {"reason": say(language, "step")})
        return say(language, "closing" if key == "closing" else "plan")
    return None
