"""Chat completions in OpenAI's format: OpenAI, Ollama, LM Studio, llama.cpp, vLLM, OpenRouter and many others."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import ssl
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence
from contextlib import aclosing
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from axon_desktop.errors import KeyStoreError, LLMAuthError, LLMConnectionError, LLMError, LLMRequestError
from axon_desktop.llm import failures, tokens
from axon_desktop.llm.exchange import Clocks, Exchange, Head, StreamLimits
from axon_desktop.llm.messages import (
    Delta,
    Finished,
    JsonObject,
    LLMOptions,
    Message,
    Queued,
    ReasoningDelta,
    Retrying,
    TextDelta,
    ToolCallDelta,
    ToolDefinition,
)
from axon_desktop.llm.reply import ReplyBuilder, parse_json
from axon_desktop.llm.retry import retrying
from axon_desktop.llm.sse import SseDecoder, SseEvent
from axon_desktop.llm.wire import ToolNames, encode_body, tool_names, wire_messages, wire_tools

if TYPE_CHECKING:
    import httpx

log = logging.getLogger(__name__)

_ERROR_BODY_LIMIT = 64 * 1024


def host_of(base_url: str) -> str:
    """Return the host of an address, empty for what is none."""
    try:
        return (urlsplit(base_url).hostname or "").rstrip(".")
    except ValueError:
        return ""


def is_local(base_url: str) -> bool:
    """Say whether the address is on this machine or in its network."""
    host = host_of(base_url)
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return "." not in host or host.endswith((".local", ".lan", ".localhost", ".internal", ".home.arpa"))
    return address.is_private or address.is_loopback or address.is_link_local


def _is_loopback(base_url: str) -> bool:
    host = host_of(base_url)
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


class OpenAICompatibleProvider:
    """Streams replies from any server that speaks chat completions.

    `api_key` is the key, or a function that fetches it; the function runs in a thread at the first request, since
    key stores block. `limits` default by the address. `sleep` and `retry_base` (seconds) set the pace of retries.
    """

    token_factor = tokens.UNKNOWN_VOCABULARY

    def __init__(
        self,
        base_url: str,
        model: str,
        *,
        name: str = "Server",
        api_key: str | Callable[[], str | None] | None = None,
        key_required: bool = False,
        options: LLMOptions | None = None,
        resend_reasoning: bool = False,
        limits: StreamLimits | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        retry_base: float = 0.5,
    ) -> None:
        self._base_url = base_url.strip().rstrip("/").removesuffix("/chat/completions")
        self._model = model
        self._name = name
        self._fetch_key = api_key if callable(api_key) else lambda: api_key
        self._key_required = key_required
        self._options = options or LLMOptions()
        self._resend_reasoning = resend_reasoning
        self._limits = limits or (StreamLimits.local() if is_local(self._base_url) else StreamLimits())
        self._sleep = sleep
        self._retry_base = retry_base
        self._client: httpx.AsyncClient | None = None
        self._opening = asyncio.Lock()
        self._key: str | None = None

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._base_url!r}, {self._model!r})"

    @property
    def name(self) -> str:
        """Name that people know."""
        return self._name

    @property
    def model(self) -> str:
        """Model id as sent on the wire."""
        return self._model

    @property
    def base_url(self) -> str:
        """Address that `/chat/completions` is appended to."""
        return self._base_url

    @property
    def invents(self) -> bool:
        """Whether a model makes the replies up."""
        return True

    @property
    def native_tools(self) -> bool:
        """Whether tools can be offered by function calling."""
        return True

    async def stream_complete(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolDefinition] = (),
        options: LLMOptions | None = None,
    ) -> AsyncGenerator[Delta, None]:
        """Yield the reply as it comes; see `Provider.stream_complete`."""
        names = tool_names(messages, tools)
        body = encode_body(self._body(messages, tools, options or self._options, names))
        failure = LLMError("")
        async for attempt in retrying(self._retry_base):
            state = attempt.retry_state
            if state.attempt_number > 1:
                yield Retrying(state.attempt_number, state.upcoming_sleep, str(failure))
                await self._sleep(state.upcoming_sleep)
            reply = ReplyBuilder(names)
            try:
                async with aclosing(self._attempt(body, reply)) as deltas:
                    async for delta in deltas:
                        yield delta
                finished = reply.finish()
            except LLMError as error:
                failure = self._without_key(error)
            else:
                yield finished
                return
            if reply.started:
                log.warning("The reply broke off: %s", failure)
                for rest in reply.rest():
                    yield rest
                yield reply.interrupted(str(failure))
                return
            log.info("Attempt %d failed: %s", state.attempt_number, failure)
            with attempt:  # tenacity only hears of the failure: it decides what comes next
                raise failure

    async def complete(self, messages: Sequence[Message], options: LLMOptions | None = None) -> Message:
        """Return the whole reply.

        Raises:
            LLMError: no reply came, or only a part of one.
        """
        async for delta in self.stream_complete(messages, (), options):
            if isinstance(delta, Finished):
                if delta.finish_reason == "interrupted":
                    raise LLMConnectionError(delta.error)
                return delta.message
        raise LLMConnectionError(f"{self._name} sent no reply.")

    def estimate_tokens(self, text: str) -> int:
        """Return an upper estimate of the text's tokens."""
        return tokens.estimate_tokens(text, self.token_factor)

    async def aclose(self) -> None:
        """Close connections; the next request opens new ones."""
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    def _body(
        self, messages: Sequence[Message], tools: Sequence[ToolDefinition], options: LLMOptions, names: ToolNames
    ) -> JsonObject:
        """Return the request body; the order of its fields is fixed."""
        body: JsonObject = {
            "model": self._model,
            "messages": wire_messages(messages, names, reasoning=self._resend_reasoning),
        }
        if tools:
            body["tools"] = wire_tools(tools, names)
        body["stream"] = True
        body["stream_options"] = {"include_usage": True}
        if options.temperature is not None:
            body["temperature"] = options.temperature
        if options.max_tokens is not None:
            # OpenAI's newer models refuse the older name, which is the only one that others know.
            is_openai = host_of(self._base_url) == "api.openai.com"
            body["max_completion_tokens" if is_openai else "max_tokens"] = options.max_tokens
        if options.stop:
            body["stop"] = list(options.stop)
        body.update(options.extra)
        return body

    async def _attempt(self, body: bytes, reply: ReplyBuilder) -> AsyncGenerator[Delta, None]:
        """Send the request once and yield what comes, until the reply is over.

        Raises:
            LLMError: the connection, the server or one of the clocks ended it.
        """
        client = await self._open()
        request = self._request(client, body)
        clocks = Clocks(self._limits, self._name)
        decoder = SseDecoder()
        import httpx

        try:
            async with Exchange(client, request) as exchange, aclosing(exchange.watch(clocks)) as items:
                async for item in items:
                    if isinstance(item, Queued):
                        yield item
                    elif isinstance(item, Head):
                        await self._check(item, exchange, clocks)
                    else:
                        for delta in self._read(decoder.feed(item), reply):
                            clocks.feed_payload()
                            yield delta
                    if reply.done:
                        break
                    if reply.ended:
                        clocks.feed_end()
        except httpx.HTTPError as error:
            if not reply.ended:
                raise failures.connection_failure(error, name=self._name, address=self._base_url) from error
        for delta in self._read(decoder.finish(), reply):
            yield delta
        if not reply.ended:
            raise LLMConnectionError(f"{self._name} closed the connection before the reply was over. Try again.")
        for rest in reply.rest():
            yield rest

    def _request(self, client: httpx.AsyncClient, body: bytes) -> httpx.Request:
        import httpx

        headers = {"Content-Type": "application/json", "Accept": "text/event-stream", "User-Agent": "axon-desktop"}
        if self._key is not None:
            headers["Authorization"] = f"Bearer {self._key}"
        try:
            request = client.build_request(
                "POST", f"{self._base_url}/chat/completions", content=body, headers=headers
            )
            wrong = "" if (request.url.port or 0) < 1 << 16 else f"Invalid port: '{request.url.port}'"
        except (httpx.InvalidURL, ValueError) as error:
            wrong = str(error)
        if wrong:
            raise LLMRequestError(f'"{self._base_url}" is no web address ({wrong}). Check the base URL.')
        return request

    def _read(
        self, events: list[SseEvent], reply: ReplyBuilder
    ) -> Iterator[TextDelta | ReasoningDelta | ToolCallDelta]:
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
                raise failures.no_model_here(text, name=self._name, model=self._model) from error
            raise LLMConnectionError(f"{self._name} sent a broken piece ({error}). Try again.") from error
        if not isinstance(chunk, dict):
            return {}
        if chunk.get("error") or (is_body and not chunk.get("choices")):
            raise failures.no_model_here(text, name=self._name, model=self._model)
        return chunk

    async def _check(self, head: Head, exchange: Exchange, clocks: Clocks) -> None:
        """Pass a success.

        Raises:
            LLMError: it is none; the error says what the body says.
        """
        if head.status == 200:
            return
        body = bytearray()
        try:
            while len(body) < _ERROR_BODY_LIMIT:
                chunk = await exchange.receive(min(clocks.remaining(), self._limits.trailer))
                if not isinstance(chunk, bytes):
                    break
                body += chunk
        except TimeoutError:
            log.info("The body of the error did not come")
        raise failures.http_failure(head.status, head.headers, bytes(body), name=self._name, model=self._model)

    async def _open(self) -> httpx.AsyncClient:
        """Return the client, made in a thread: importing httpx and reading certificates take their time."""
        async with self._opening:
            if self._client is None:
                self._client = await asyncio.to_thread(self._make_client)
            return self._client

    def _make_client(self) -> httpx.AsyncClient:
        import httpx

        try:
            self._key = (self._fetch_key() or "").strip() or None
        except KeyStoreError as error:
            raise LLMAuthError(str(error)) from error
        if self._key is None and self._key_required:
            raise LLMAuthError(f"There is no API key for {self._name}. Enter one in the settings.")
        if self._key is not None and not (self._key.isascii() and self._key.isprintable()):
            raise LLMAuthError(f"The API key for {self._name} holds characters that no key has. Enter it again.")
        timeout = httpx.Timeout(None, connect=self._limits.connect, write=self._limits.silence)
        try:
            trusted = _trusted_authorities()
        except OSError as error:  # ssl.SSLError among them
            failure = LLMConnectionError(
                f"The certificates of trusted authorities cannot be read ({error.strerror or error})."
                " Check the variables SSL_CERT_FILE and SSL_CERT_DIR."
            )
            failure.retryable = False
            raise failure from error
        if _is_loopback(self._base_url):  # no proxy of the environment reaches this machine's own servers
            return httpx.AsyncClient(timeout=timeout, verify=trusted, trust_env=False)
        try:
            return httpx.AsyncClient(timeout=timeout, verify=trusted)
        except (ImportError, ValueError, httpx.InvalidURL) as error:
            from urllib.request import getproxies

            # Desktops set ALL_PROXY to a SOCKS address beside a good HTTPS_PROXY.
            proxy = getproxies().get(urlsplit(self._base_url).scheme, "")
            if not proxy.startswith(("http://", "https://")):
                raise LLMConnectionError(
                    f"The proxy named by the environment cannot be used ({error})."
                    " Set HTTPS_PROXY to an address that begins with http://."
                ) from error
            return httpx.AsyncClient(timeout=timeout, verify=trusted, trust_env=False, proxy=proxy)

    def _without_key(self, error: LLMError) -> LLMError:
        """Return the error without the key, should a server have echoed it."""
        text = str(error)
        if self._key and self._key in text:
            error.args = (text.replace(self._key, "[key]"),)
        return error


@cache
def _trusted_authorities() -> ssl.SSLContext:
    """Return the TLS settings; reading the certificates takes a moment, so it is done once."""
    import httpx

    context = httpx.create_ssl_context()
    context.load_default_certs()  # companies add their own authorities to the system's
    return context


def _documents(text: str) -> list[str]:
    """Return the JSON documents of an event: one, or one a line from servers that leave out the blank lines."""
    text = text.strip()
    lines = text.split("\n")
    if len(lines) > 1 and all(line.startswith(("{", "[DONE]")) for line in lines):
        return lines
    return [text] if text else []
