"""The tool probe behind the Test button, for unknown models: finds the form in which a model calls a tool."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from axon_desktop.errors import LLMError, LLMRequestError, LLMServerError, SettingsError
from axon_desktop.llm.factory import create_online_provider
from axon_desktop.llm.http.failures import no_answer
from axon_desktop.llm.messages import Finished, LLMOptions, Message, Retrying, TextDelta, ToolDefinition
from axon_desktop.llm.prompts import build_agent_system_prompt
from axon_desktop.settings.keys import KeyStore
from axon_desktop.settings.settings import ModelSettings

if TYPE_CHECKING:
    from axon_desktop.llm.providers.online_provider import OnlineProvider

CallForm: TypeAlias = Literal["native", "text", "neither", "unknown"]

TOOL_PROBE_SECONDS = 300.0
"""Longest time of the probe: without a graphics card a thinking model needs minutes."""

PROBE_TOOL = ToolDefinition(
    "read_note",
    "Return the text of a note.",
    {
        "type": "object",
        "properties": {"path": {"type": "string", "description": "Path of the note."}},
        "required": ["path"],
        "additionalProperties": False,
    },
)
"""The tool that is offered; nothing is ever run."""

_REQUEST = Message("user", 'What does the note "Shopping" say?')
_LIMIT = LLMOptions(max_tokens=1024)


@dataclass(frozen=True, slots=True)
class ToolProbe:
    """The result of the tool probe."""

    form: CallForm
    """How the model called the tool; unknown where the probe failed."""
    detail: str = ""
    """Why it is unknown: the error's text."""
    context_window: int | None = None
    """Tokens that the model is given from now on."""
    window_assumed: bool = False
    """Whether the number is only assumed."""
    seconds: float = 0.0
    """How long it took."""


async def probe_tools(
    model: ModelSettings, keys: KeyStore, has_call: Callable[[str], bool], *, seconds: float = TOOL_PROBE_SECONDS
) -> ToolProbe:
    """Offer a tool by function calling, then in the text, until the model calls it; costs some hundred tokens.

    `has_call` says whether a reply's text holds a call of PROBE_TOOL.
    """
    try:
        provider = create_online_provider(model, keys)
    except SettingsError as error:
        return ToolProbe("unknown", error.text)
    started = time.monotonic()
    form: CallForm = "unknown"
    detail = ""
    try:
        async with asyncio.timeout(seconds):
            await provider.prepare()
            form = await _find_form(provider, has_call)
    except TimeoutError:
        detail = no_answer(seconds)
    except LLMError as error:
        detail = error.text
    finally:
        await provider.aclose()
    window, assumed = provider.context_window, provider.window_assumed
    return ToolProbe(form, detail, window, assumed, time.monotonic() - started)


async def _find_form(provider: OnlineProvider, has_call: Callable[[str], bool]) -> CallForm:
    """Ask until there is a call.

    Raises:
        LLMError: the model cannot be asked.
    """
    try:
        reply = await _read_reply(provider, [_REQUEST], (PROBE_TOOL,))
        if any(call.tool == PROBE_TOOL.name for call in reply.tool_calls):
            return "native"
    except LLMRequestError:
        if provider.native_tools:  # it was something else that the server has refused
            raise
    prompt = Message("system", build_agent_system_prompt([PROBE_TOOL]))
    reply = await _read_reply(provider, [prompt, _REQUEST], until=has_call)
    return "text" if has_call(reply.content) else "neither"


async def _read_reply(
    provider: OnlineProvider,
    messages: Sequence[Message],
    tools: Sequence[ToolDefinition] = (),
    until: Callable[[str], bool] | None = None,
) -> Message:
    """Return the reply, or its beginning as soon as that is enough, without retries.

    Raises:
        LLMError: no reply came.
    """
    text = ""
    async with aclosing(provider.stream_complete(messages, tools, _LIMIT)) as deltas:
        async for delta in deltas:
            match delta:
                case Retrying():
                    raise LLMServerError(delta.error)
                case Finished():
                    return delta.message
                case TextDelta():
                    text += delta.text
                    if until is not None and text.rstrip().endswith("```") and until(text):
                        break  # small models continue and invent the result, for minutes
    return Message("assistant", text)
