"""What the model is sent: the conversation in a form that its protocol accepts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from axon_desktop.llm.messages import Message, ToolCall, ToolDefinition, ToolResult
from axon_desktop.llm.prompts import (
    build_agent_system_prompt,
    build_native_system_prompt,
    format_reminder,
    format_result,
    format_tool_results,
)


def request_messages(
    history: Sequence[Message], definitions: Sequence[ToolDefinition], *, native: bool
) -> list[Message]:
    """Return the messages of a request: the system prompt, then the history.

    User messages that follow one another, as after a stopped turn, become one: the chat templates of many local
    models refuse anything but strict alternation.
    """
    prompt = build_native_system_prompt() if native else build_agent_system_prompt(definitions)
    messages = [Message("system", prompt)]
    for message in history:
        last = messages[-1]
        if message.role == last.role == "user":
            messages[-1] = replace(last, content=f"{last.content}\n\n{message.content}")
        else:
            messages.append(message)
    return messages


def result_messages(
    reply: Message, results: Sequence[tuple[ToolCall, ToolResult]], *, request: str, wrote: bool
) -> list[Message]:
    """Return the messages that bring the results of a reply's calls back to the model.

    Native calls are answered one by one under their ids. Calls that came as text, and broken ones, are answered
    together in one user message. After the last result come the user's request and how to finish.
    """
    ids = {call.id for call in reply.tool_calls}
    messages = [
        Message("tool", format_result(call, result), tool_call_id=call.id)
        for call, result in results
        if call.id in ids
    ]
    rest = [(call, result) for call, result in results if call.id not in ids]
    if rest:
        messages.append(Message("user", format_tool_results(rest, request, wrote)))
    else:
        reminder = format_reminder(request, wrote)
        messages[-1] = replace(messages[-1], content=f"{messages[-1].content}\n\n{reminder}")
    return messages
