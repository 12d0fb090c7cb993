"""Chat completions in OpenAI's format: OpenAI, Ollama, LM Studio, llama.cpp, vLLM, OpenRouter and many others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence
from contextlib import aclosing

from msgspec.structs import replace

from axon_desktop.errors import N_, LLMConnectionError, LLMContextError, LLMResponseError
from axon_desktop.llm.context_size.context_window import ContextWindow
from axon_desktop.llm.context_size.learned_windows import LearnedWindows
from axon_desktop.llm.context_size.server_window import find_window
from axon_desktop.llm.http import failures
from axon_desktop.llm.http.connection import ApiKey, Connection, Part, bearer
from axon_desktop.llm.http.exchange import StreamLimits
from axon_desktop.llm.http.refusals import RefusalFile
from axon_desktop.llm.http.sse import SseEvent
from axon_desktop.llm.messages import Delta, Finished, JsonObject, LLMOptions, Message, ToolDefinition
from axon_desktop.llm.models import model_catalog as catalog
from axon_desktop.llm.models.profiles import Profile, find_profile
from axon_desktop.llm.providers.online_provider import CommonArguments, OnlineProvider
from axon_desktop.llm.providers.openai_reply import ReplyBuilder, parse_json
from axon_desktop.llm.providers.openai_wire import (
    REASONING_FIELD,
    ToolNames,
    encode_body,
    tool_names,
    wire_messages,
    wire_tools,
)
from axon_desktop.llm.retry_advice import TRY_AGAIN
from axon_desktop.net_address import host_of, is_local
from axon_desktop.settings.settings import ModelSettings

_WINDOW_QUERIES = 3
"""How often a local server is queried: some report the window only when the model is loaded."""


def create(model: ModelSettings, common: CommonArguments) -> OpenAICompatibleProvider:
    """Return the provider of these settings, which name a server and a model."""
    profile, found = find_profile(model.provider, model.model), model.tools_found
    if found is not None and (found.base_url, found.model) == (model.base_url, model.model):
        profile = replace(profile, protocol=found.protocol)
    return OpenAICompatibleProvider(
        model.base_url,
        model.model,
        name=host_of(model.base_url) or model.base_url,
        # DeepSeek's models require their thinking back, behind any gateway; other servers may refuse the field.
        resend_reasoning="deepseek" in model.model.lower(),
        profile=profile,
        **common,
    )


class OpenAICompatibleProvider(OnlineProvider):
    """Streams replies from any server that speaks chat completions.

    `limits`, `sleep` and `retry_base` are those of the `Connection`; `catalog_id` is the provider under which the
    catalog knows the model; `usual` is the window of models that it does not know, None where it is unknown;
    `profile` replaces the one that matches the model's name; `learned` and `refusals` hold what earlier runs
    learned. Optional fields that the server refuses are left out from then on.
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        *,
        name: str = "Server",
        api_key: ApiKey = None,
        key_required: bool = False,
        options: LLMOptions | None = None,
        resend_reasoning: bool = False,
        limits: StreamLimits | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        retry_base: float = 0.5,
        context_window: int | None = None,
        catalog_id: str = "openai_compatible",
        usual: int | None = None,
        profile: Profile | None = None,
        learned: LearnedWindows | None = None,
        refusals: RefusalFile | None = None,
    ) -> None:
        base_url = base_url.strip().rstrip("/").removesuffix("/chat/completions")
        info = catalog.find_model(catalog_id, model)
        profile = profile or find_profile(catalog_id, model)
        known = info.context_window if info else profile.context_window or usual
        self._api_key = api_key
        may_ask = catalog_id == "openai_compatible" and not context_window and not info
        self._window_questions = (_WINDOW_QUERIES if is_local(base_url) else 1) if may_ask else 0
        self._resend_reasoning = resend_reasoning
        connection = Connection(
            base_url,
            name=name,
            model=model,
            headers=bearer,
            api_key=api_key,
            key_required=key_required,
            limits=limits,
            sleep=sleep,
            retry_base=retry_base,
        )
        super().__init__(
            connection,
            base_url=base_url,
            model=model,
            name=name,
            info=info,
            window=ContextWindow(
                base_url, model, chosen=context_window, known=known, learned=learned, trusted=info is not None
            ),
            options=options,
            refusals=refusals,
            profile=profile,
        )

    async def prepare(self) -> None:
        """Query the window that the server gives the model, unless the user or the catalog has a number."""
        if self._window_questions:
            self._window_questions -= 1
            window = await find_window(self._base_url, self._model, self._api_key)
            if window is not None:
                self._window_questions = 0
                self._window.set_reported(window)

    @property
    def _deeper_fields(self) -> tuple[str, ...]:
        return (REASONING_FIELD,)

    async def _stream(
        self, messages: Sequence[Message], tools: Sequence[ToolDefinition], options: LLMOptions
    ) -> AsyncGenerator[Delta, None]:
        names = tool_names(messages, tools)
        body = self._refused.strip(self._body(messages, tools, options, names))
        stream = self._connection.stream(
            "/chat/completions", encode_body(body), lambda: ReplyBuilder(names), self._read
        )
        try:
            async with aclosing(stream) as deltas:
                async for delta in deltas:
                    yield self._count(messages, tools, delta) if isinstance(delta, Finished) else delta
        except LLMContextError as error:
            self._window_questions = 0
            self._refuse(error, messages, tools, body.get("max_tokens", body.get("max_completion_tokens")))
            raise

    async def list_models(self) -> list[str]:
        """Return the ids of the models that the server offers.

        Raises:
            LLMError: the query failed, or its answer is no list.
        """
        models = read_models(await self._connection.get("/models"))
        if models is None:
            raise LLMResponseError(
                N_("Core", "{name}'s answer is no list of models. Check the base URL."),
                name=self._name,
            )
        return models

    def _body(
        self, messages: Sequence[Message], tools: Sequence[ToolDefinition], options: LLMOptions, names: ToolNames
    ) -> JsonObject:
        """Return the request body; the order of its fields is fixed."""
        body: JsonObject = {
            "model": self._model,
            "messages": wire_messages(
                messages, names, reasoning=self._resend_reasoning and REASONING_FIELD not in self._refused
            ),
        }
        if tools:
            body["tools"] = wire_tools(tools, names, strict=self._refused.strict)
        body["stream"] = True
        body["stream_options"] = {"include_usage": True}
        if options.temperature is not None:
            body["temperature"] = options.temperature
        if options.max_tokens is not None:
            body["max_tokens"] = min(options.max_tokens, self._reply_room(messages, tools))
        if options.stop:
            body["stop"] = list(options.stop)
        body.update(options.extra)
        return body

    def _read(self, events: list[SseEvent], reply: ReplyBuilder) -> Iterator[Part]:
        """Yield what the events add to the reply.

        Raises:
            LLMError: an event is an error, or the body is no reply of a model.
        """
        for event in events:
            if event.kind == "error":
                raise failures.stream_failure(event.text, name=self._name, model=self._model)
            for text in _documents(event.text) if event.kind != "comment" else ():
                if text.startswith("[DONE]"):
                    reply.done = True
                if reply.done:
                    return
                yield from reply.feed(self._parse(text, is_body=event.kind == "body"))

    def _parse(self, text: str, *, is_body: bool) -> JsonObject:
        """Return a chunk, empty for JSON that is none.

        Raises:
            LLMError: it is an error object, or no JSON at all.
        """
        try:
            chunk = parse_json(text)
        except ValueError as error:
            if is_body:
                raise failures.no_model_reply(text, name=self._name, model=self._model) from error
            raise LLMConnectionError(
                N_("Core", "{name} sent a broken piece ({why})."),
                then=TRY_AGAIN,
                name=self._name,
                why=error,
            ) from error
        if isinstance(chunk, list) and chunk:  # as Google wraps its errors
            chunk = chunk[0]
        if not isinstance(chunk, dict):
            return {}
        if chunk.get("error") or (is_body and not chunk.get("choices")):
            raise failures.no_model_reply(text, name=self._name, model=self._model)
        return chunk


def read_models(answer: JsonObject) -> list[str] | None:
    """Return the ids in an answer to `GET /models`, None if it is no list."""
    models = answer.get("data")
    if not isinstance(models, list):
        return None
    ids = (model.get("id") for model in models if isinstance(model, dict))
    return [name for name in ids if isinstance(name, str) and name]


def _documents(text: str) -> list[str]:
    """Return the JSON documents of an event: one, or one a line from servers that leave out the blank lines."""
    text = text.strip()
    lines = text.split("\n")
    if len(lines) > 1 and all(line.startswith(("{", "[DONE]")) for line in lines):
        return lines
    return [text] if text else []
