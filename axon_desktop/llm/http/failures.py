"""Failures of requests as LLMError: what happened, what to do, and the provider's own text."""

from __future__ import annotations

import os
import re
import socket
import ssl
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

from axon_desktop.errors import (
    N_,
    LLMAuthError,
    LLMBalanceError,
    LLMConnectionError,
    LLMContextError,
    LLMError,
    LLMRateLimitError,
    LLMRequestError,
    LLMResponseError,
    LLMServerError,
    LLMStalledError,
    Text,
)
from axon_desktop.llm.context_size.length_refusal import read_length_refusal
from axon_desktop.llm.http.error_bodies import error_codes, provider_words, read_body, wait_in
from axon_desktop.llm.http.refusals import is_about_form
from axon_desktop.llm.providers.openai_reply import parse_json
from axon_desktop.llm.retry_advice import IN_A_MOMENT, IN_HOURS, IN_MINUTES, IN_SECONDS, TRY_AGAIN, WAIT_A_LITTLE
from axon_desktop.net_address import host_of, is_local, proxy_of

if TYPE_CHECKING:
    import httpx

_TOOLS_WORDS = re.compile(
    r"not support (tools?\b|tool[ -](use|calls?|calling)|functions?\b|function[ -]call)|support tool use"
    r"|(tools?|tool[ -](use|calls?|calling|choice)|function[ -]call(s|ing)?)['`\"]?"
    r" (is|are|param is|parameter is) (not |un)(supported|enabled|available|allowed)"
    r"|(unrecogni[sz]ed|unknown|unsupported|unexpected|extra)[^.]{0,40}\W(tools|tool_choice|functions)\b"
    r"|\btools: extra inputs|--enable-auto-tool-choice|requires --jinja",
    re.IGNORECASE,
)
_NO_BALANCE_CODES = frozenset(
    {
        "insufficient_quota",
        "billing_hard_limit_reached",
        "insufficient_balance",
        "enforced_spend_limit_reached",
        "contract_spend_limit_reached",
        "exceeded_current_quota_error",
        "Arrearage",
        "1113",
    }
)
_NO_BALANCE = re.compile(
    r"credit balance is too low|insufficient (account )?(balance|credits?|funds)"
    r"|balance is (insufficient|not enough)|余额不足|餘額不足|欠费|requires more credits",
    re.IGNORECASE,
)
_BAD_KEY_CODES = frozenset({"API_KEY_INVALID", "invalid_api_key", "InvalidApiKey", "authentication_error"})
_BAD_KEY = re.compile(
    r"api[ _-]?key (is )?(not valid|invalid|expired|missing|not found)"
    r"|(invalid|incorrect|missing|expired) api[ _-]?key",
    re.IGNORECASE,
)
_NO_TOOLS = N_(
    "Core",
    "{name} cannot offer tools to “{model}” by function calling. Try again: they are then described in the text"
    " (in the settings, Tool calls: Text).",
)
_TOO_LONG = N_("Core", "The conversation is too long for {model}. Start a new one.")
_PROXY_ASKS = N_("Core", "The proxy asks for a user name and password. Put them into HTTPS_PROXY.")
_AT = N_("Core", "{name} at {address}")
_QUOTED = N_("Core", "{sentence} {name} says: “{words}”")
_ENDED = N_("Core", "{sentence} {name} says: “{words}”.")
_NO_TLS = frozenset({"WRONG_VERSION_NUMBER", "HTTP_REQUEST", "RECORD_LAYER_FAILURE"})
"""OpenSSL's reasons for a server that answers without encryption."""
_ENDS = (".", "!", "?", "…", "。", "！", "？")
"""Characters after which a quotation needs no full stop of ours."""

_SENTENCES: dict[int, tuple[type[LLMError], str, str]] = {
    400: (LLMRequestError, N_("Core", "{name} refuses the request."), ""),
    401: (
        LLMAuthError,
        N_("Core", "{name} does not accept the API key. Check the key in the settings."),
        "",
    ),
    402: (
        LLMBalanceError,
        N_("Core", "The {name} account has no balance. Top it up, or choose another provider."),
        "",
    ),
    403: (
        LLMAuthError,
        N_("Core", "{name} does not allow this with this API key. Check the key's rights and your region."),
        "",
    ),
    404: (
        LLMRequestError,
        N_(
            "Core",
            "{name} does not know the model “{model}”, or its base URL is wrong"
            " (for many servers it ends with /v1).",
        ),
        "",
    ),
    407: (LLMAuthError, _PROXY_ASKS, ""),
    408: (LLMServerError, N_("Core", "{name} waited too long for the request."), TRY_AGAIN),
    409: (LLMServerError, N_("Core", "{name} is busy with a conflicting request."), TRY_AGAIN),
    413: (
        LLMContextError,
        N_("Core", "The conversation is too large for {name}. Start a new one."),
        "",
    ),
    422: (
        LLMRequestError,
        N_("Core", "{name} refuses a value in the request. Check the model settings."),
        "",
    ),
    429: (LLMRateLimitError, N_("Core", "{name} has had too many requests."), WAIT_A_LITTLE),
    500: (LLMServerError, N_("Core", "{name} failed to answer."), IN_A_MOMENT),
    502: (
        LLMServerError,
        N_("Core", "{name} cannot be reached behind its gateway."),
        IN_A_MOMENT,
    ),
    503: (LLMServerError, N_("Core", "{name} is overloaded or still loading."), IN_A_MOMENT),
    504: (LLMServerError, N_("Core", "{name} took too long behind its gateway."), IN_A_MOMENT),
    529: (LLMServerError, N_("Core", "{name} is overloaded."), IN_A_MOMENT),
}
"""Error class of each status, its sentence, and the advice."""


def http_failure(status: int, headers: Mapping[str, str], body: bytes, *, name: str, model: str) -> LLMError:
    """Return the error for a response with an error status."""
    detail = read_body(body.decode("utf-8", "replace"))
    if 300 <= status < 400:
        target = headers.get("location", "another address")
        return LLMRequestError(
            N_("Core", "{name} sends us to {target}. Enter that address as the base URL if you trust it."),
            name=name,
            target=target,
            status=status,
        )
    retry_after = read_retry_after(headers, datetime.now(UTC))
    return _failure(status, detail, name=name, model=model, retry_after=retry_after)


def stream_failure(text: str, *, name: str, model: str) -> LLMError:
    """Return the error for an error object that came inside a stream."""
    detail = read_body(text)
    statuses = (int(code) for code in error_codes(detail) if code.isdecimal() and len(code) == 3)
    status = next((status for status in statuses if 400 <= status < 600), 500)
    if status == 500 and read_length_refusal(status, detail) is not None:
        status = 400
    return _failure(status, detail, name=name, model=model, retry_after=None)


def _failure(status: int, detail: object, *, name: str, model: str, retry_after: float | None) -> LLMError:
    kind, sentence, advice = _SENTENCES.get(status, _SENTENCES[500 if status >= 500 else 400])
    words, codes = provider_words(detail), set(error_codes(detail))
    refusal = read_length_refusal(status, detail)
    if retry_after is None and status in (429, 503, 529):
        retry_after = wait_in(detail)
    if refusal is not None:
        kind, sentence, advice = LLMContextError, _TOO_LONG, ""
    elif status in (400, 404, 422, 500, 501) and is_about_tools(words):
        kind, sentence, advice = LLMRequestError, _NO_TOOLS, ""
    elif status == 500 and is_about_form(words):
        kind, sentence, advice = _SENTENCES[400]
    elif status in (400, 403, 429) and (not _NO_BALANCE_CODES.isdisjoint(codes) or _NO_BALANCE.search(words)):
        kind, sentence, advice = _SENTENCES[402]
    elif status in (400, 403) and (not _BAD_KEY_CODES.isdisjoint(codes) or _BAD_KEY.search(words)):
        kind, sentence, advice = _SENTENCES[401]
    text = Text(sentence, name=name, model=model)
    if issubclass(kind, LLMRateLimitError | LLMServerError) and retry_after is not None and retry_after >= 1:
        text = _wait(text, retry_after)
    elif advice:
        text = Text(advice, sentence=text)
    if words:
        text = Text(_QUOTED if words.endswith(_ENDS) else _ENDED, sentence=text, name=name, words=words)
    failure = kind(text, status=status, retry_after=retry_after, words=words)
    if isinstance(failure, LLMRateLimitError) and any("perday" in code.lower() for code in codes):
        failure.retryable = False  # a daily quota is not there again in a minute
    if refusal is not None and isinstance(failure, LLMContextError):
        failure.window, failure.needed, failure.excess = refusal.window, refusal.needed, refusal.excess
    return failure


def _wait(sentence: Text, seconds: float) -> Text:
    """Return the sentence with when to try again."""
    if seconds < 90:
        return Text(IN_SECONDS, sentence=sentence, seconds=round(seconds))
    moment = (datetime.now(UTC) + timedelta(seconds=seconds)).astimezone()
    minutes = round(seconds / 60)
    span = IN_MINUTES if minutes < 90 else IN_HOURS
    return Text(span, sentence=sentence, time=f"{moment:%H:%M}", minutes=minutes, hours=round(minutes / 60))


def is_about_tools(words: str) -> bool:
    """Say whether a server complains that this model, or it itself, knows no function calling."""
    return bool(_TOOLS_WORDS.search(words))


def read_retry_after(headers: Mapping[str, str], now: datetime) -> float | None:
    """Return the seconds that the server asks us to wait; `Retry-After` may be seconds or a date."""
    for key, factor in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        value = headers.get(key, "").strip()
        if not value:
            continue
        try:
            seconds = float(value) * factor
        except ValueError:
            try:
                moment = parsedate_to_datetime(value)
            except ValueError:
                continue
            moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
            seconds = (moment - now).total_seconds()
        if seconds == seconds and abs(seconds) != float("inf"):
            return max(seconds, 0.0)
    return None


def no_model_reply(body: str, *, name: str, model: str) -> LLMError:
    """Return the error for a successful response that is no reply of a model: a web page, or an error object."""
    if body.lstrip().startswith(("{", "[")):
        try:
            detail = parse_json(body)
        except ValueError:
            return LLMConnectionError(N_("Core", "{name}'s reply broke off."), then=TRY_AGAIN, name=name)
        if provider_words(detail):
            return stream_failure(body, name=name, model=model)
        error = LLMResponseError(
            N_("Core", "{name}'s reply is not in the form of chat completions. Check the base URL."),
            name=name,
        )
    else:
        error = LLMResponseError(
            N_(
                "Core",
                "{name}'s address answered with a web page, not with a model. Check the base URL (for many"
                " servers it ends with /v1), and that no sign-in page of the network is in between.",
            ),
            name=name,
        )
    error.retryable = False
    return error


def connection_failure(error: httpx.HTTPError, *, name: str, address: str) -> LLMError:
    """Return the error for a connection that failed below HTTP."""
    import httpx

    if isinstance(error, httpx.ConnectError) and (fault := tls_fault(error)) is not None:
        return _tls_failure(fault, name, address)
    proxy = proxy_of(address)
    why = _system_reason(error) or str(error) or N_("Core", "no connection")
    if isinstance(error, httpx.ProxyError):
        check = N_("Core", "Check HTTPS_PROXY and NO_PROXY.")
        return LLMConnectionError(
            N_("Core", "The proxy {proxy} does not let us through to {name} ({why}). {advice}"),
            proxy=proxy,
            name=name,
            why=why,
            advice=_PROXY_ASKS if "407" in str(error) else check,
        )
    if proxy and isinstance(error, httpx.ConnectError | httpx.ConnectTimeout):
        return LLMConnectionError(
            N_(
                "Core",
                "Cannot reach the proxy {proxy} on the way to {name} ({why}). Check HTTPS_PROXY and NO_PROXY.",
            ),
            proxy=proxy,
            name=name,
            why=why,
        )
    if isinstance(error, httpx.ConnectTimeout | httpx.WriteTimeout):
        return LLMStalledError(
            N_("Core", "{address} does not respond. Check the network and the address."),
            address=_place(name, address),
        )
    if isinstance(error, httpx.ConnectError):
        here = N_(
            "Core",
            "Cannot reach {address} ({why}). Check the network and the address, and whether the server"
            " is running.",
        )
        elsewhere = N_("Core", "Cannot reach {address} ({why}). Check the network and the address.")
        reached = here if is_local(address) else elsewhere
        return LLMConnectionError(reached, address=_place(name, address), why=why)
    if isinstance(error, httpx.UnsupportedProtocol):
        wrong = LLMConnectionError(
            N_("Core", "“{address}” is no web address. A base URL begins with https:// or http://."),
            address=address,
        )
        wrong.retryable = False
        return wrong
    return LLMConnectionError(
        N_("Core", "The connection to {name} was lost ({why})."),
        then=TRY_AGAIN,
        name=name,
        why=why,
    )


def _place(name: str, address: str) -> str:
    """Return the name and address of a server; one without a name is named by its address."""
    return address if name == host_of(address) else Text(_AT, name=name, address=address)


def no_answer(seconds: float) -> Text:
    """Return the sentence for a server that has not answered in time."""
    return Text(N_("Core", "No answer within {seconds} seconds."), seconds=f"{seconds:g}")


def _system_reason(error: httpx.HTTPError) -> str:
    """Return the system's reason for no connection; empty when it gave none. Of several addresses, the last."""
    for cause in causes(error):
        reason = cause.exceptions[-1] if isinstance(cause, ExceptionGroup) else cause
        if isinstance(reason, ConnectionRefusedError):
            return N_("Core", "connection refused")
        if isinstance(reason, socket.gaierror):
            return (reason.strerror or "").lower()
        if isinstance(reason, OSError) and reason.errno:
            return os.strerror(reason.errno).lower()  # its own text is asyncio's, with the address in it
    return ""


def _tls_failure(fault: ssl.SSLError, name: str, address: str) -> LLMError:
    if isinstance(fault, ssl.SSLCertVerificationError):
        failure = LLMConnectionError(
            N_(
                "Core",
                "{name}'s certificate is not trusted ({why}). Check this computer's clock, and whether a"
                " proxy or virus scanner opens encrypted connections.",
            ),
            name=name,
            why=fault.verify_message,
        )
    else:
        failure = LLMConnectionError(
            N_(
                "Core",
                "No encrypted connection to {address} can be made ({why}). A server on this machine or in its"
                " network may need an address that begins with http://.",
            ),
            address=_place(name, address),
            why=fault.reason or fault,
        )
    failure.retryable = not isinstance(fault, ssl.SSLCertVerificationError) and fault.reason not in _NO_TLS
    return failure


def tls_fault(error: BaseException) -> ssl.SSLError | None:
    """Return the TLS error behind an error, if there is one."""
    for cause in causes(error):
        if isinstance(cause, ssl.SSLError) and not isinstance(cause, ssl.SSLWantReadError | ssl.SSLWantWriteError):
            return cause
    return None


def causes(error: BaseException) -> Iterator[BaseException]:
    """Yield the error, what caused it, and so on."""
    cause: BaseException | None = error
    for _ in range(10):
        if cause is None:
            return
        yield cause
        cause = cause.__cause__ or cause.__context__
