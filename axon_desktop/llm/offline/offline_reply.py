"""Replies of the Offline provider: a call for a command, an answer for its result."""

from __future__ import annotations

import json
from collections.abc import Sequence

from axon_desktop.errors import N_, LLMRequestError
from axon_desktop.llm.messages import JsonObject, Message
from axon_desktop.llm.offline.answers import answer
from axon_desktop.llm.offline.command_grammar import language_of, read_command
from axon_desktop.llm.offline.offline_words import say
from axon_desktop.llm.prompts import ReadResult, prompt_words, read_tool_results, tools_in_prompt

_PLAN_TOOL = "propose_plan"


def reply_to(messages: Sequence[Message], offered: set[str], tools: set[str] | None) -> str:
    """Return the reply to the last message: a call for a command, an answer for its result.

    `offered` and what the system prompt describes can be called; `tools`, unless None, instead of those. Raises
    LLMRequestError when the last message is not the user's.
    """
    if not messages or messages[-1].role != "user":
        raise LLMRequestError(N_("Core", "The conversation must end with a message of the user."))
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
    if command.tool not in (offered if tools is None else tools):
        return say(language, "no_tool", tool=command.tool)
    working = say(language, f"working_{command.action}", path=command.subject or say(language, "root"))
    return f"{working}\n\n{_call(command.tool, command.params)}"


def _call(tool: str, params: JsonObject) -> str:
    return f"```json:tool\n{json.dumps({'tool': tool, 'params': params}, ensure_ascii=False)}\n```"


def _last_request(messages: Sequence[Message]) -> str:
    """Return the user's last request: results of tools come in user messages too, but are not the user's.

    After a stopped turn one message may hold both, or two requests: then the last one counts.
    """
    users = (message.content for message in reversed(messages) if message.role == "user")
    return next((said for text in users if (said := _part(text)[1])), "")


def _part(message: str) -> tuple[list[ReadResult], str]:
    """Return the results in a message of the user's role, and the user's text after them."""
    results, said = read_tool_results(message)
    if results and not said:  # results of a plan's steps end with other words
        words = prompt_words("results.toml")
        for key in ("reminder_draft", "reminder_step"):
            _, found, after = message.rpartition(words[key].strip().rpartition("\n")[2])
            said = after.strip() if found else said
    return results, said


def _reply_to_plan(request: str) -> str | None:
    """Return the reply to the engine's prompts in plan mode, None for an ordinary request.

    There is no model here that could make a plan, or do a step of one.
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
