"""The HTTP connection of every provider: client, key, TLS, proxy, attempts and retries."""

from __future__ import annotations

import asyncio
import logging
import re
import ssl
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Mapping
from contextlib import aclosing
from functools import cache
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeVar
from urllib.parse import urlsplit

from axon_desktop.errors import N_, KeyStoreError, LLMAuthError, LLMConnectionError, LLMError, LLMRequestError
from axon_desktop.llm.http import failures
from axon_desktop.llm.http.exchange import Exchange, Head, StreamLimits, StreamTimeouts
from axon_desktop.llm.http.retry import retrying
from axon_desktop.llm.http.sse import SseDecoder, SseEvent
from axon_desktop.llm.messages import (
    Delta,
    Finished,
    JsonObject,
    Queued,
    ReasoningDelta,
    Retrying,
    TextDelta,
    ToolCallDelta,
)
from axon_desktop.llm.providers.openai_reply import parse_json
from axon_desktop.llm.retry_advice import TRY_AGAIN
from axon_desktop.net_address import is_local, is_loopback

if TYPE_CHECKING:
    import httpx

log = logging.getLogger(__name__)

ApiKey: TypeAlias = str | Callable[[], str | None] | None
"""A key, or a function that fetches it: it runs in a thread at the first request, since key stores block."""
Part: TypeAlias = TextDelta | ReasoningDelta | ToolCallDelta

_ERROR_BODY_LIMIT = 64 * 1024
_ANSWER_LIMIT = 8 * 1024 * 1024


class ReplyAssembler(Protocol):
    """Assembles a reply from stream events."""

    @property
    def started(self) -> bool:
        """Whether anything of the reply has come: from here on a failure is not retried."""

    @property
    def ended(self) -> bool:
        """Whether the server has sent a finish reason, or the end."""

    @property
    def done(self) -> bool:
        """Whether nothing more will come."""

    def rest(self) -> Iterator[Part]:
        """Yield the parts that were held back."""

    def finish(self) -> Finished:
        """Return the whole reply.

        Raises:
            LLMError: it is empty.
        """

    def interrupted(self, error: str) -> Finished:
        """Return the part of a reply that broke off."""


_Assembler = TypeVar("_Assembler", bound=ReplyAssembler)


class Connection:
    """Sends requests to one server with one key.

    `name` and `model` are for the sentences of errors. `headers` turns the key into the headers that carry it.
    `limits` default by the address. `sleep` and `retry_base` (seconds) set the pace of retries.
    """

    def __init__(
        self,
        base_url: str,
        *,
        name: str,
        model: str,
        headers: Callable[[str | None], Mapping[str, str]],
        api_key: ApiKey = None,
        key_required: bool = False,
        limits: StreamLimits | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        retry_base: float = 0.5,
    ) -> None:
        self.base_url = base_url
        self._name = name
        self._model = model
        self._headers = headers
        self._fetch_key = api_key if callable(api_key) else lambda: api_key
        self._key_required = key_required
        self._limits = limits or (StreamLimits.local() if is_local(base_url) else StreamLimits())
        self._sleep = sleep
        self._retry_base = retry_base
        self._client: httpx.AsyncClient | None = None
        self._opening = asyncio.Lock()
        self._key: str | None = None

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.base_url!r})"

    async def stream(
        self,
        path: str,
        body: bytes,
        start: Callable[[], _Assembler],
        read: Callable[[list[SseEvent], _Assembler], Iterator[Part]],
    ) -> AsyncGenerator[Delta, None]:
        """Yield a reply as it comes, ending with one Finished; see `Provider.stream_complete`.

        `start` creates the assembler of each attempt, `read` adds events to it and yields new parts.
        """
        failure = LLMError("")
        async for attempt in retrying(self._retry_base):
            state = attempt.retry_state
            if state.attempt_number > 1:
                yield Retrying(state.attempt_number, state.upcoming_sleep, failure.text)
                await self._sleep(state.upcoming_sleep)
            reply = start()
            try:
                async with aclosing(self._attempt(path, body, reply, read)) as deltas:
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
                yield reply.interrupted(failure.text)
                return
            log.info("Attempt %d failed: %s", state.attempt_number, failure)
            with attempt:  # tenacity only gets the failure: it decides what comes next
                raise failure

    async def get(self, path: str) -> JsonObject:
        """Return the JSON object at a path, without retries.

        Raises:
            LLMError: the connection or the server failed, or what came is no JSON object.
        """
        return await self._ask("GET", path)

    async def post(self, path: str, body: bytes) -> JsonObject:
        """Return the JSON object that answers a body; not for replies of models; see `get`."""
        return await self._ask("POST", path, body)

    async def aclose(self) -> None:
        """Close connections; the next request opens new ones."""
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    async def _ask(self, method: str, path: str, body: bytes | None = None) -> JsonObject:
        client = await self._open()
        import httpx

        try:
            request = self._request(client, method, path, body)
            timeouts = StreamTimeouts(self._limits, self._name)
            received = bytearray()
            async with Exchange(client, request) as exchange, aclosing(exchange.watch(timeouts)) as items:
                async for item in items:
                    if isinstance(item, Head):
                        await self._check(item, exchange, timeouts)
                    elif isinstance(item, bytes):
                        received += item
                    if len(received) > _ANSWER_LIMIT:
                        break
        except httpx.HTTPError as error:
            raise failures.connection_failure(error, name=self._name, address=self.base_url) from error
        except LLMError as error:
            raise self._without_key(error) from error.__cause__
        text = received.decode("utf-8", "replace")
        try:
            answer = parse_json(text)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise failures.no_model_reply(text, name=self._name, model=self._model)
        return answer

    async def _attempt(
        self,
        path: str,
        body: bytes,
        reply: _Assembler,
        read: Callable[[list[SseEvent], _Assembler], Iterator[Part]],
    ) -> AsyncGenerator[Part | Queued, None]:
        """Send the request once and yield what comes, until the reply is over.

        Raises:
            LLMError: the connection, the server or one of the timeouts ended it.
        """
        client = await self._open()
        request = self._request(client, "POST", path, body)
        timeouts = StreamTimeouts(self._limits, self._name)
        decoder = SseDecoder()
        import httpx

        try:
            async with Exchange(client, request) as exchange, aclosing(exchange.watch(timeouts)) as items:
                async for item in items:
                    if isinstance(item, Queued):
                        yield item
                    elif isinstance(item, Head):
                        await self._check(item, exchange, timeouts)
                    else:
                        for delta in read(decoder.feed(item), reply):
                            timeouts.feed_payload()
                            yield delta
                    if reply.done:
                        break
                    if reply.ended:
                        timeouts.feed_end()
        except httpx.HTTPError as error:
            if not reply.ended:
                raise failures.connection_failure(error, name=self._name, address=self.base_url) from error
        for delta in read(decoder.finish(), reply):
            yield delta
        if not reply.ended:
            raise LLMConnectionError(
                N_("Core", "{name} closed the connection before the reply was over."),
                then=TRY_AGAIN,
                name=self._name,
            )
        for rest in reply.rest():
            yield rest

    def _request(
        self, client: httpx.AsyncClient, method: str, path: str, body: bytes | None = None
    ) -> httpx.Request:
        import httpx

        headers = {"User-Agent": "axon-desktop", **self._headers(self._key)}
        if body is not None:
            headers |= {"Content-Type": "application/json", "Accept": "text/event-stream"}
        try:
            request = client.build_request(method, f"{self.base_url}{path}", content=body, headers=headers)
            wrong = "" if (request.url.port or 0) < 1 << 16 else f"Invalid port: '{request.url.port}'"
        except (httpx.InvalidURL, ValueError) as error:
            wrong = str(error)
        if wrong:
            raise LLMRequestError(
                N_("Core", "“{address}” is no web address ({why}). Check the base URL."),
                address=self.base_url,
                why=wrong,
            )
        return request

    async def _check(self, head: Head, exchange: Exchange, timeouts: StreamTimeouts) -> None:
        """Accept a successful response.

        Raises:
            LLMError: the status is an error; the text has the body's message.
        """
        if head.status == 200:
            return
        body = bytearray()
        try:
            while len(body) < _ERROR_BODY_LIMIT:
                chunk = await exchange.receive(min(timeouts.remaining(), self._limits.trailer))
                if not isinstance(chunk, bytes):
                    break
                body += chunk
        except TimeoutError:
            log.info("The body of the error did not come")
        raise failures.http_failure(head.status, head.headers, bytes(body), name=self._name, model=self._model)

    async def _open(self) -> httpx.AsyncClient:
        """Return the client, made in a thread: importing httpx and reading certificates are slow."""
        async with self._opening:
            if self._client is None:
                self._client = await asyncio.to_thread(self._make_client)
            return self._client

    def _make_client(self) -> httpx.AsyncClient:
        import httpx

        try:
            self._key = (self._fetch_key() or "").strip() or None
        except KeyStoreError as error:
            raise LLMAuthError(error.text) from error
        if self._key is None and self._key_required:
            missing = LLMAuthError(
                N_("Core", "There is no API key for {name}. Enter one in the settings."),
                name=self._name,
            )
            missing.trouble = "no_key"
            raise missing
        if self._key is not None and not (self._key.isascii() and self._key.isprintable()):
            raise LLMAuthError(
                N_("Core", "The API key for {name} holds characters that no key has. Enter it again."),
                name=self._name,
            )
        timeout = httpx.Timeout(None, connect=self._limits.connect, write=self._limits.silence)
        try:
            trusted = trusted_authorities()
        except OSError as error:  # ssl.SSLError among them
            failure = LLMConnectionError(
                N_(
                    "Core",
                    "The certificates of trusted authorities cannot be read ({why}). Check the variables"
                    " SSL_CERT_FILE and SSL_CERT_DIR.",
                ),
                why=error.strerror or error,
            )
            failure.retryable = False
            raise failure from error
        if is_loopback(self.base_url):  # no proxy of the environment reaches this machine's own servers
            return httpx.AsyncClient(timeout=timeout, verify=trusted, trust_env=False)
        try:
            return httpx.AsyncClient(timeout=timeout, verify=trusted)
        except (ImportError, ValueError, httpx.InvalidURL) as error:
            from urllib.request import getproxies

            # Desktops set ALL_PROXY to a SOCKS address beside a good HTTPS_PROXY.
            proxy = getproxies().get(urlsplit(self.base_url).scheme, "")
            if not proxy.startswith(("http://", "https://")):
                unusable = LLMConnectionError(
                    N_(
                        "Core",
                        "The environment names a proxy that cannot be used ({proxy}): only addresses that begin"
                        " with http:// or https:// can. Set HTTPS_PROXY to one, or NO_PROXY to the server's host.",
                    ),
                    proxy=re.sub(r"//[^/]*@", "//", proxy or getproxies().get("all", "")),  # without a password
                )
                unusable.retryable = False
                raise unusable from error
            return httpx.AsyncClient(timeout=timeout, verify=trusted, trust_env=False, proxy=proxy)

    def _without_key(self, error: LLMError) -> LLMError:
        """Return the error without the key, should a server have echoed it."""
        if self._key:
            error.hide(self._key, "[key]")
        return error


def bearer(key: str | None) -> Mapping[str, str]:
    """Return the header that carries a key to all servers but Anthropic's."""
    return {} if key is None else {"Authorization": f"Bearer {key}"}


@cache
def trusted_authorities() -> ssl.SSLContext:
    """Return the TLS settings; reading the certificates takes a moment, so it is done once."""
    import httpx

    context = httpx.create_ssl_context()
    context.load_default_certs()  # companies add their own authorities to the system's store
    return context
