"""The probe behind the Test button: asks a model for one word, and finds which part of the connection fails."""

from __future__ import annotations

import asyncio
import re
import time
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from axon_desktop.errors import (
    N_,
    LLMAuthError,
    LLMBalanceError,
    LLMConnectionError,
    LLMError,
    LLMRequestError,
    LLMResponseError,
    LLMServerError,
    SettingsError,
    Text,
)
from axon_desktop.llm.factory import create_online_provider
from axon_desktop.llm.http.failures import causes, no_answer, tls_fault
from axon_desktop.llm.messages import LLMOptions, Message, Queued, Retrying
from axon_desktop.net_address import is_local, places_of_models, proxy_of
from axon_desktop.settings.keys import KeyStore
from axon_desktop.settings.settings import ModelSettings

if TYPE_CHECKING:
    from axon_desktop.llm.providers.online_provider import OnlineProvider

ProbeCode: TypeAlias = Literal["ok", "key", "balance", "model", "network", "tls", "proxy", "server", "address"]

PROBE_SECONDS = 60.0
LOCAL_PROBE_SECONDS = 180.0
"""Longest time of a probe: a local server may have to load the model first, or be busy with another reply."""

_QUESTION = [Message("user", "Say: ok")]
_ONE_WORD = LLMOptions(max_tokens=16)
_NO_SUCH_MODEL = re.compile(
    r"model.{0,80}(not (exist|found|available|supported)|unknown|invalid|no access|not a valid)"
    r"|(unknown|invalid|no such|unsupported) model|model_not_found",
    re.IGNORECASE | re.DOTALL,
)
_LIMIT_WAS_REACHED = "max_tokens or model output limit was reached"
"""OpenAI's error when hidden thinking has used up the limit: the model works, it just gave no word."""


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """The result of a probe."""

    ok: bool
    code: ProbeCode
    """What is wrong: the key, the account's balance, the model's name, the connection (network, tls, proxy), the
    server itself, or the address, at which no model answers."""
    detail: str = ""
    """The error's text; empty when all is well."""
    models: tuple[str, ...] = ()
    """Models that the server lists."""
    seconds: float = 0.0
    """How long it took."""


async def probe(model: ModelSettings, keys: KeyStore, *, seconds: float | None = None) -> ProbeResult:
    """Request the list of models, then one word, and return what is wrong; costs a few tokens.

    `seconds` is the longest time, by default what suits the server's distance.
    """
    if model.provider == "offline":
        return ProbeResult(True, "ok")
    try:
        provider = create_online_provider(model, keys)
    except SettingsError as error:
        return ProbeResult(False, "model" if model.base_url else "address", error.text)
    await asyncio.to_thread(provider.forget_refusals)
    if seconds is None:
        seconds = LOCAL_PROBE_SECONDS if is_local(provider.base_url) else PROBE_SECONDS
    started = time.monotonic()
    models: list[str] = []
    code: ProbeCode = "ok"
    detail = ""
    try:
        async with asyncio.timeout(seconds):
            await _ask(provider, models)
    except TimeoutError:
        code, detail = (
            "network",
            no_answer(seconds),
        )
        if models:
            code, detail = (
                "server",
                Text(
                    N_("Core", "{sentence} The model may be busy, or too large for that computer."),
                    sentence=detail,
                ),
            )
    except LLMError as error:
        code, detail = _code_of(error, provider, models), error.text
    finally:
        await provider.aclose()
    return ProbeResult(code == "ok", code, detail, tuple(models), time.monotonic() - started)


@dataclass(frozen=True, slots=True)
class Listing:
    """A server's list of models."""

    base_url: str
    """Where the list was found; without a list, the likeliest address."""
    models: tuple[str, ...]
    failure: ProbeResult | None = None
    """Why there is no list; None when there is one."""
    error: LLMError | None = None
    """The error; None also where the server did not answer in time."""


async def look_for_models(model: ModelSettings, keys: KeyStore, *, seconds: float = 15.0) -> Listing:
    """Request a server's models at each address that may be meant; no model need be named yet."""
    places = places_of_models(model.base_url) if model.provider_info.needs_address else [model.base_url]
    failure: ProbeResult | None = None
    raised: LLMError | None = None
    for place in places:
        asked = msgspec.structs.replace(model, base_url=place, model=model.model or "unnamed")
        provider = create_online_provider(asked, keys)
        try:
            async with asyncio.timeout(seconds):
                return Listing(place, tuple(await provider.list_models()))
        except TimeoutError:
            failure = failure or ProbeResult(
                False,
                "network",
                no_answer(seconds),
            )
        except LLMError as error:
            if failure is None:
                failure, raised = ProbeResult(False, _code_of(error, provider, []), error.text), error
            if not _is_only_the_list(error):  # it is the same server at every address
                break
        finally:
            await provider.aclose()
    return Listing(places[0] if places else "", (), failure or ProbeResult(False, "address"), raised)


async def _ask(provider: OnlineProvider, models: list[str]) -> None:
    """Fill the list of models, and request a word.

    Raises:
        LLMError: something is wrong.
    """
    try:
        models += await provider.list_models()
    except LLMError as error:
        if not _is_only_the_list(error):
            raise
    await provider.check_balance()
    await _get_a_word(provider)


def _is_only_the_list(error: LLMError) -> bool:
    """Say whether a model may answer all the same: servers need not offer a list, nor allow it to every key."""
    if error.status in (401, 402, 407) or isinstance(error, LLMConnectionError):
        return False
    return error.status is not None or isinstance(error, LLMResponseError)


async def _get_a_word(provider: OnlineProvider) -> None:
    """Read the reply up to its first piece, without retries.

    Raises:
        LLMError: none came.
    """
    try:
        async with aclosing(provider.stream_complete(_QUESTION, (), _ONE_WORD)) as deltas:
            async for delta in deltas:
                if isinstance(delta, Retrying):
                    raise LLMServerError(delta.error)
                if not isinstance(delta, Queued):
                    return
    except LLMRequestError as error:
        if _LIMIT_WAS_REACHED not in error.words:
            raise


def _code_of(error: LLMError, provider: OnlineProvider, models: list[str]) -> ProbeCode:
    match error:
        case LLMAuthError():
            return "proxy" if error.status == 407 else "key"
        case LLMBalanceError():
            return "balance"
        case LLMConnectionError():
            return _code_of_connection(error, provider.base_url)
        case LLMRequestError():
            return _code_of_refusal(error, provider.model, models)
        case LLMResponseError():
            return "address"
    return "server"


def _code_of_connection(error: LLMError, address: str) -> ProbeCode:
    import httpx

    chain = list(causes(error))
    if any(isinstance(cause, httpx.UnsupportedProtocol) for cause in chain):
        return "address"
    if tls_fault(error) is not None:
        return "tls"
    if any(isinstance(cause, httpx.ProxyError) for cause in chain):
        return "proxy"
    unreachable = any(isinstance(cause, httpx.ConnectError | httpx.ConnectTimeout) for cause in chain)
    return "proxy" if unreachable and proxy_of(address) else "network"


def _code_of_refusal(error: LLMError, model: str, models: list[str]) -> ProbeCode:
    if error.status is None or 300 <= error.status < 400:
        return "address"
    if _NO_SUCH_MODEL.search(error.words) or (models and model not in models):
        return "model"
    if error.status == 404:
        return "model" if models else "address"
    return "server"
