"""Replies of the model for another program, one at a time: the program runs the rounds, not we."""

from __future__ import annotations

import json
from collections.abc import Sequence

from axon_desktop.llm.messages import Message, ToolCall, ToolDefinition, ToolResult
from axon_desktop.llm.prompts import describe_tool, fill, format_tool_results, prompt_words
from axon_desktop.llm.provider import Provider
from axon_desktop.serve.http.api_types import GivenResult, ReplyRequest
from axon_desktop.serve.tool_offer import ToolOffer
from axon_desktop.tools import ToolParser


class ReplyWriter:
    """Asks the model and returns its reply in the form of the HTTP surface."""

    def __init__(self, provider: Provider, offer: ToolOffer) -> None:
        self._provider = provider
        self._offer = offer

    async def write(self, request: ReplyRequest) -> str:
        """Return the model's reply; calls, in whatever form it made them, become the JSON of the surface.

        Raises:
            LLMError: the model failed.
        """
        definitions = [tool.definition for tool in self._offer.tools()]
        offered = definitions if request.include_mcp_tools else []
        messages, parser = self._messages(request, offered), ToolParser([tool.name for tool in definitions])
        reply = await self._provider.complete(messages)
        parsed = parser.parse(reply.content)
        calls = [*reply.tool_calls, *parsed.tool_calls]
        if parsed.errors and not calls:  # a call that cannot be read is no reply: it is asked for once more
            reply = await self._provider.complete(
                [*messages, reply, Message("user", "\n".join(parsed.errors))],
            )
            parsed = parser.parse(reply.content)
            calls = [*reply.tool_calls, *parsed.tool_calls]
        if not calls:
            return reply.content
        shape = {
            "tool_calls": [{"name": call.tool, "arguments": call.params} for call in calls],
            "message": parsed.text_content.strip(),
        }
        return json.dumps(shape, ensure_ascii=False)

    def _messages(self, request: ReplyRequest, offered: Sequence[ToolDefinition]) -> list[Message]:
        words = prompt_words("ai_reply.toml")
        system = words["system"].strip()
        if offered:
            system += "\n\n" + fill(words["tools"], tools="\n\n".join(map(describe_tool, offered))).strip()
        asked = request.ai_message
        if request.user_context:
            asked = f"{fill(words['context'], context=request.user_context)}\n\n{asked}"
        messages = [Message("system", system), Message("user", asked)]
        if request.tool_results:
            names = ", ".join(result.name for result in request.tool_results)
            messages += [
                Message("assistant", fill(words["called"], names=names)),
                Message("user", self._results(request.tool_results, request.ai_message, may_call=bool(offered))),
            ]
        return messages

    def _results(self, results: Sequence[GivenResult], asked: str, *, may_call: bool) -> str:
        wrote = any(result.success and self._offer.effect(result.name) == "write" for result in results)
        pairs = [
            (ToolCall(result.name, {}), ToolResult(result.success, result.content, result.error))
            for result in results
        ]
        return format_tool_results(pairs, asked, wrote, kind="request" if may_call else "answer")
