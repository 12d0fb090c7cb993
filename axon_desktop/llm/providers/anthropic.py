"""Anthropic's Messages API: Claude, and other servers of that format, such as DeepSeek under `/anthropic`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import aclosing
from urllib.parse import quote

from axon_desktop.errors import N_, LLMConnectionError, LLMContextError, LLMError, LLMResponseError
from axon_desktop.llm.context_size.context_window import ContextWindow
from axon_desktop.llm.context_size.learned_windows import LearnedWindows
from axon_desktop.llm.http import failures
from axon_desktop.llm.http.connection import ApiKey, Connection, Part
from axon_desktop.llm.http.exchange import StreamLimits
from axon_desktop.llm.http.refusals import RefusalFile
from axon_desktop.llm.http.sse import SseEvent
from axon_desktop.llm.messages import Delta, Finished, JsonObject, LLMOptions, Message, ToolDefinition
from axon_desktop.llm.models import model_catalog as catalog
from axon_desktop.llm.providers.anthropic_reply import AnthropicReply
from axon_desktop.llm.providers.anthropic_wire import (
    lacks_thinking,
    used_tools,
    wire_system,
    wire_tools,
    wire_turns,
)
from axon_desktop.llm.providers.online_provider import CommonArguments, OnlineProvider
from axon_desktop.llm.providers.openai_reply import parse_json
from axon_desktop.llm.providers.openai_wire import ToolNames, encode_body, tool_names
from axon_desktop.llm.retry_advice import TRY_AGAIN
from axon_desktop.net_address import host_of, is_loopback
from axon_desktop.settings.providers import provider_info
from axon_desktop.settings.settings import ModelSettings

_INFO = provider_info("anthropic")
_DEEPSEEK = provider_info("deepseek")

_VERSION = "2023-06-01"
"""The version after it takes no temperature, not even for the models that have one."""
_BINDING_CONTROLS = "thinking-binding-controls-2026-08-01"
_USUAL_REPLY = 32_000
"""Tokens; a limit has to be named, and thinking counts."""
_CAUTIOUS_REPLY = 8_192
"""Tokens, for unknown models."""
_SMALLEST_BUDGET = 1_024
_USUAL_BUDGET = 16_000
_MOST_PARTS = 10
"""How often a paused reply is continued."""
_MOST_PAGES = 10
_STATUS = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "conflict_error": 409,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "api_error": 500,
    "timeout_error": 504,
    "overloaded_error": 529,
}


def create(model: ModelSettings, common: CommonArguments) -> AnthropicProvider:
    """Return the provider of these settings."""
    return AnthropicProvider(
        base_url=model.base_url or _INFO.base_url,
        model=model.model or _INFO.default_model,
        thinking=model.thinking,
        **common,
    )


class AnthropicProvider(OnlineProvider):
    """Streams replies from a server that speaks Anthropic's Messages.

    Thinking is sent back to the model that it came from, unmodified: with tools the API requires it. The abilities
    of a model are looked up in the catalog. `limits`, `sleep` and `retry_base` are those of the `Connection`.
    """

    def __init__(
        self,
        *,
        api_key: ApiKey = None,
        model: str = _INFO.default_model,
        base_url: str = _INFO.base_url,
        thinking: bool = True,
        options: LLMOptions | None = None,
        limits: StreamLimits | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        retry_base: float = 0.5,
        context_window: int | None = None,
        learned: LearnedWindows | None = None,
        refusals: RefusalFile | None = None,
    ) -> None:
        base_url = base_url.strip().rstrip("/").removesuffix("/messages").removesuffix("/v1")
        self._is_deepseek = host_of(base_url) == _DEEPSEEK.host
        owner = _DEEPSEEK if self._is_deepseek else _INFO
        info = catalog.find_model(owner.id, model)
        self._thinking = thinking
        connection = Connection(
            base_url,
            name=owner.name,
            model=model,
            headers=self._headers,
            api_key=api_key,
            key_required=not is_loopback(base_url),
            limits=limits,
            sleep=sleep,
            retry_base=retry_base,
        )
        super().__init__(
            connection,
            base_url=base_url,
            model=model,
            name=owner.name,
            info=info,
            window=ContextWindow(
                base_url,
                model,
                chosen=context_window,
                known=info.context_window if info else 200_000,
                learned=learned,
                trusted=True,
            ),
            options=options,
            refusals=refusals,
        )

    @property
    def author(self) -> str:
        """The author that is recorded with replies."""
        return f"anthropic/{self._model}"

    async def _stream(
        self, messages: Sequence[Message], tools: Sequence[ToolDefinition], options: LLMOptions
    ) -> AsyncGenerator[Delta, None]:
        names = tool_names(messages, tools)
        body = self._refused.strip(self._body(messages, tools, options, names))
        turns = body["messages"]
        reply = AnthropicReply(names, self.author)

        def begin() -> AnthropicReply:
            nonlocal reply
            reply = AnthropicReply(names, self.author)
            return reply

        start = begin
        for number in range(1, _MOST_PARTS + 1):
            stream = self._connection.stream("/v1/messages", encode_body(body), start, self._read)
            try:
                async with aclosing(stream) as deltas:
                    async for delta in deltas:
                        if not isinstance(delta, Finished):
                            yield delta
                        elif delta.finish_reason == "interrupted" or not reply.paused or number == _MOST_PARTS:
                            yield self._count(messages, tools, delta) if number == 1 else delta
                            return
            except LLMContextError as error:
                self._refuse(error, messages, tools, body.get("max_tokens"))
                raise
            body["messages"] = [*turns, {"role": "assistant", "content": reply.as_sent()}]
            start = reply.resume

    async def list_models(self) -> list[str]:
        """Return the ids of the models that the key may use, the newest first.

        Raises:
            LLMError: the server cannot be reached, or refuses.
        """
        models: list[str] = []
        path = "/v1/models?limit=1000"
        for _ in range(_MOST_PAGES):
            page = await self._connection.get(path)
            entries = page.get("data")
            if not isinstance(entries, list):
                raise LLMResponseError(
                    N_("Core", "{name}'s answer is no list of models. Check the base URL."),
                    name=self._name,
                )
            found = [str(entry["id"]) for entry in entries if isinstance(entry, dict) and entry.get("id")]
            models += found
            if not found or not page.get("has_more"):
                break
            path = f"/v1/models?limit=1000&after_id={quote(found[-1], safe='')}"
        return models

    def _headers(self, key: str | None) -> Mapping[str, str]:
        headers = {"anthropic-version": _VERSION}
        if self._info is not None and self._info.bound_thinking:
            headers["anthropic-beta"] = _BINDING_CONTROLS
        return headers if key is None else {"x-api-key": key, **headers}

    def _body(
        self, messages: Sequence[Message], tools: Sequence[ToolDefinition], options: LLMOptions, names: ToolNames
    ) -> JsonObject:
        """Return the request body; the order of its fields is fixed."""
        system, rest = wire_system(messages)
        limit = self._reply_limit(options, self._reply_room(messages, tools))
        kind = self._info.thinking if self._info is not None else "none"
        thinks = kind == "always" or (self._thinking and (kind != "enabled" or limit > _SMALLEST_BUDGET))
        turns = wire_turns(rest, names, thinking_of=self.author if thinks or kind == "none" else "")
        if kind == "enabled" and thinks and lacks_thinking(turns, everywhere=self._is_deepseek):
            thinks = False
            turns = wire_turns(rest, names, thinking_of="")
        body: JsonObject = {"model": self._model, "max_tokens": limit}
        if system:
            body["system"] = system
        if tools:
            body["tools"] = wire_tools(tools, names)
        elif used := used_tools(turns):
            body |= {"tools": used, "tool_choice": {"type": "none"}}
        body["messages"] = turns
        if self._info is not None and self._info.provider == _INFO.id:
            body["cache_control"] = {"type": "ephemeral"}  # moves with the end of the conversation
        body |= self._thinking_fields(thinks, limit)
        if options.temperature is not None and self._takes_temperature(thinks):
            body["temperature"] = min(options.temperature, 1.0)
        if stop := [text for text in options.stop if text.strip()]:
            body["stop_sequences"] = stop
        body["stream"] = True
        body.update(options.extra)
        return body

    def _reply_limit(self, options: LLMOptions, room: int) -> int:
        """Return the tokens that the reply may have: older models refuse more than their window has room for."""
        longest = self._info.max_output if self._info is not None else None
        limit = options.max_tokens or (_USUAL_REPLY if longest else _CAUTIOUS_REPLY)
        return min(limit, room, longest or limit)

    def _takes_temperature(self, thinks: bool) -> bool:
        when = self._info.temperature if self._info is not None else "always"
        return when == "always" or (when == "without_thinking" and not thinks)

    def _thinking_fields(self, thinks: bool, limit: int) -> JsonObject:
        """Return the fields about thinking, in the form that this model accepts."""
        info = self._info
        if info is None or info.thinking == "none":
            return {}
        if not thinks:
            return {} if info.thinking_off == "omit" else {"thinking": {"type": info.thinking_off}}
        if info.thinking == "enabled":
            budget = max(min(_USUAL_BUDGET, limit // 2), _SMALLEST_BUDGET)
            return {"thinking": {"type": "enabled", "budget_tokens": budget}}
        thinking: JsonObject = {"type": "adaptive", "display": "summarized"}  # newer models would hide it
        if info.bound_thinking:
            # A conversation that was shortened, or has other tools now, would else be refused as a whole.
            thinking["block_binding"] = {"prefix_mismatch_behavior": "drop_block"}
        fields: JsonObject = {"thinking": thinking}
        if not self._thinking:
            fields["output_config"] = {"effort": "low"}  # as close to none as possible
        return fields

    def _read(self, events: list[SseEvent], reply: AnthropicReply) -> Iterator[Part]:
        """Yield what the events add to the reply.

        Raises:
            LLMError: an event is an error, or the body is no reply of a model.
        """
        for event in events:
            if event.kind == "comment" or reply.done:
                continue
            data = self._parse(event)
            if event.kind == "error" or data.get("type") == "error" or data.get("error"):
                raise self._failure(data)
            if event.kind == "body" and data.get("type") != "message":
                raise LLMResponseError(
                    N_("Core", "{name}'s reply is not in the form of Anthropic's Messages. Check the base URL."),
                    name=self._name,
                )
            yield from reply.feed(data)

    def _parse(self, event: SseEvent) -> JsonObject:
        """Return an event's object, empty for JSON that is none.

        Raises:
            LLMError: it is no JSON at all.
        """
        try:
            data = parse_json(event.text)
        except ValueError as error:
            if event.kind == "error":
                raise failures.stream_failure(event.text, name=self._name, model=self._model) from error
            if event.kind == "body":
                raise failures.no_model_reply(event.text, name=self._name, model=self._model) from error
            raise LLMConnectionError(
                N_("Core", "{name} sent a broken piece ({why})."),
                then=TRY_AGAIN,
                name=self._name,
                why=error,
            ) from error
        return data if isinstance(data, dict) else {}

    def _failure(self, data: JsonObject) -> LLMError:
        """Return the error for an error event, which carries a type where a response has a status."""
        error = data.get("error")
        detail = dict(error) if isinstance(error, dict) else {"message": str(error or "")}
        detail["code"] = _STATUS.get(str(detail.get("type")), 500)
        return failures.stream_failure(json.dumps({"error": detail}), name=self._name, model=self._model)
