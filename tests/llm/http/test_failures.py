from __future__ import annotations

import asyncio
import errno
import logging
import os
from typing import Any

import httpx
import pytest

from axon_desktop import errors
from axon_desktop.llm.http.failures import connection_failure
from axon_desktop.llm.messages import (
    Retrying,
)
from axon_desktop.llm.providers.openai_compatible import OpenAICompatibleProvider
from tests.llm.deepseek_server import DeepSeekServer, Drop, Raw, Reply, Status
from tests.llm.talk import (
    HELLO,
    PATIENT,
    Sleeps,
    ask,
    body_of,
    delta_of,
    finish,
    service,
    stream,
    texts,
)

PERMANENT = [
    (400, errors.LLMRequestError),
    (401, errors.LLMAuthError),
    (402, errors.LLMBalanceError),
    (403, errors.LLMAuthError),
    (404, errors.LLMRequestError),
    (422, errors.LLMRequestError),
]
PASSING = [408, 409, 500, 502, 503, 504, 529]


@pytest.mark.parametrize(("code", "kind"), PERMANENT)
def test_permanent_refusal_is_never_retried(
    server: DeepSeekServer, code: int, kind: type[errors.LLMError]
) -> None:
    with pytest.raises(kind, match="because of reasons") as caught:
        ask(server, Status(code, "because of reasons"))
    assert type(caught.value) is kind
    assert caught.value.status == code
    assert len(server.requests) == 1


@pytest.mark.parametrize("code", PASSING)
def test_passing_refusal_is_retried_three_times(server: DeepSeekServer, code: int) -> None:
    with pytest.raises(errors.LLMServerError):
        ask(server, *[Status(code)] * 9)
    assert len(server.requests) == 4


def test_rate_limit_is_retried_five_times_with_growing_waits(server: DeepSeekServer) -> None:
    sleeps = Sleeps()
    with pytest.raises(errors.LLMRateLimitError):
        ask(server, *[Status(429)] * 9, sleep=sleeps, retry_base=1.0)
    assert len(server.requests) == 6
    for number, wait in enumerate(sleeps):
        assert 2**number <= wait <= 2**number + 1


def test_retry_after_is_honoured_and_shown(server: DeepSeekServer) -> None:
    sleeps = Sleeps()
    deltas = ask(server, Status(429, "slow down", retry_after=7), Drop(), Reply("Here"), sleep=sleeps)
    retries = [delta for delta in deltas if isinstance(delta, Retrying)]
    assert [(retry.attempt, retry.delay) for retry in retries] == [(2, 7.0), (3, sleeps[1])]
    assert "slow down" in retries[0].error
    assert "connection" in retries[1].error
    assert texts(deltas) == "Here"


def test_retry_after_beyond_a_minute_is_an_error_that_says_when(server: DeepSeekServer) -> None:
    with pytest.raises(errors.LLMRateLimitError, match=r"at \d\d:\d\d \(in about 10 minutes\)") as caught:
        ask(server, Status(429, retry_after=600))
    assert caught.value.retry_after == 600
    assert len(server.requests) == 1


def test_missing_quota_is_no_rate_limit(server: DeepSeekServer) -> None:
    with pytest.raises(errors.LLMBalanceError):
        ask(server, Status(429, error={"code": "insufficient_quota"}))
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    "error",
    [
        {"message": "This model's maximum context length is 1048576 tokens."},
        {"message": "too long", "code": "context_length_exceeded"},
        {"message": "no", "type": "exceed_context_size_error", "code": 400},
    ],
)
def test_overlong_conversation_has_its_own_error(server: DeepSeekServer, error: dict[str, Any]) -> None:
    with pytest.raises(errors.LLMContextError):
        ask(server, Status(400, error=error))


@pytest.mark.parametrize("after_head", [False, True])
def test_dropped_connection_is_retried_three_times(server: DeepSeekServer, after_head: bool) -> None:
    with pytest.raises(errors.LLMConnectionError):
        ask(server, *[Drop(after_head)] * 9)
    assert len(server.requests) == 4


def test_unreachable_server_says_what_to_do() -> None:
    provider = OpenAICompatibleProvider("http://127.0.0.1:9", "m", sleep=Sleeps(), name="Box")
    said = r"Cannot reach Box at http://127\.0\.0\.1:9.* \(connection refused\).*running"
    with pytest.raises(errors.LLMConnectionError, match=said):
        stream(provider)


def test_server_without_a_name_is_named_once() -> None:
    provider = OpenAICompatibleProvider("http://127.0.0.1:9", "m", sleep=Sleeps(), name="127.0.0.1")
    with pytest.raises(errors.LLMConnectionError, match=r"Cannot reach http://127\.0\.0\.1:9"):
        stream(provider)


@pytest.mark.parametrize(
    ("address", "is_near"),
    [
        ("https://api.deepseek.com", False),
        ("https://93.184.216.34/v1", False),
        ("http://192.168.1.4:11434/v1", True),
        ("http://nas.local/v1", True),
        ("http://localhost:8080/v1", True),
    ],
)
def test_only_a_server_nearby_may_have_to_be_started(address: str, is_near: bool) -> None:
    said = str(connection_failure(httpx.ConnectError("no route"), name="Box", address=address))
    assert said.endswith("and whether the server is running." if is_near else "the network and the address.")


def test_of_several_addresses_the_last_ones_reason_is_reported() -> None:
    error = httpx.ConnectError("All connection attempts failed")
    error.__cause__ = OSError("All connection attempts failed")
    tried = [OSError(errno.ENETUNREACH, "Connect call failed ('::1', 9)"), OSError(errno.EHOSTUNREACH, "no")]
    error.__cause__.__cause__ = ExceptionGroup("multiple connection attempts failed", tried)
    said = str(connection_failure(error, name="Box", address="http://box.example/v1"))
    assert f"({os.strerror(errno.EHOSTUNREACH).lower()})" in said


@pytest.mark.parametrize(
    "url", ["", "nonsense", "ftp://x", "http://", "http://[::1", "https://ex ample", "http://a:b"]
)
def test_odd_base_url_is_a_named_error(url: str) -> None:
    provider = OpenAICompatibleProvider(url, "m", sleep=Sleeps(), limits=PATIENT)
    with pytest.raises(errors.LLMError):
        stream(provider)


def test_redirect_is_not_followed(server: DeepSeekServer) -> None:
    with pytest.raises(errors.LLMRequestError, match=r"https://elsewhere\.example"):
        ask(server, Raw(b"", "text/html", 302, {"Location": "https://elsewhere.example/v1"}))


def test_web_page_as_success_is_named_and_not_retried(server: DeepSeekServer) -> None:
    with pytest.raises(errors.LLMResponseError, match="web page"):
        ask(server, Raw(b"<!doctype html><title>Sign in</title>", "text/html"))
    assert len(server.requests) == 1


def test_title_of_an_error_page_is_quoted(server: DeepSeekServer) -> None:
    page = b"<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>"
    with pytest.raises(errors.LLMServerError, match="says: “502 Bad Gateway”\\."):
        ask(server, *[Raw(page, "text/html", 502)] * 4)


def test_json_that_is_no_reply_is_named(server: DeepSeekServer) -> None:
    with pytest.raises(errors.LLMResponseError, match="chat completions"):
        ask(server, *[Raw(b'{"models": []}', "application/json")] * 4)


def test_empty_stop_is_retried_then_an_error(server: DeepSeekServer) -> None:
    deltas = ask(server, Reply(""), Reply("Something"))
    assert texts(deltas) == "Something"
    with pytest.raises(errors.LLMResponseError, match="empty"):
        ask(server, *[Reply("")] * 4)


def test_error_object_before_payload_is_retried(server: DeepSeekServer) -> None:
    broken = Reply("x", error_after=(1, {"error": {"message": "overloaded", "type": "server_error"}}))
    deltas = ask(server, broken, Reply("Fine"))
    assert texts(deltas) == "Fine"


def test_error_object_with_a_status_is_that_status(server: DeepSeekServer) -> None:
    with pytest.raises(errors.LLMBalanceError, match="no credits"):
        ask(server, Reply("x", error_after=(0, {"error": {"message": "no credits", "code": 402}})))


def test_error_field_of_the_stream_is_an_error(server: DeepSeekServer) -> None:
    text = b'error: {"code":400,"message":"too big","type":"exceed_context_size_error"}\n\n'
    with pytest.raises(errors.LLMContextError, match="too big"):
        ask(server, Raw(text))


@pytest.mark.parametrize(
    "reply",
    [
        Reply("Half of the answer", drop_after=3),
        Reply("Half of the answer", error_after=(3, {"error": {"message": "boom", "code": 502}})),
        Reply("Half of the answer", finish="insufficient_system_resource"),
        Reply("Half of the answer", calls=[("create_note", {"path": "a", "content": "b" * 99})], drop_after=10),
    ],
)
def test_reply_that_breaks_off_keeps_its_part_and_is_not_retried(server: DeepSeekServer, reply: Reply) -> None:
    deltas = ask(server, reply, Reply("Never"))
    end = finish(deltas)
    assert end.finish_reason == "interrupted"
    assert end.message.content == texts(deltas)
    assert "Half of the answer".startswith(end.message.content)
    assert end.message.content
    assert end.message.tool_calls == ()
    assert end.error
    assert len(server.requests) == 1


def test_end_without_reason_is_interrupted(server: DeepSeekServer) -> None:
    end = finish(ask(server, body_of(delta_of(content="Half"), done=False)))
    assert (end.finish_reason, end.message.content) == ("interrupted", "Half")


def test_complete_raises_on_a_part(server: DeepSeekServer) -> None:
    server.script(Reply("Half of the answer", drop_after=3))
    with pytest.raises(errors.LLMConnectionError):
        asyncio.run(service(server).complete(HELLO))


def test_key_shows_nowhere(server: DeepSeekServer, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    key = "-".join(["sk", "canary", "5f1d0c9b7a"])  # the traceback quotes this line
    provider = service(server, api_key=key)
    server.script(Reply("Never sent"))
    with pytest.raises(errors.LLMAuthError) as caught:
        stream(provider)
    assert server.requests[0].headers["authorization"] == f"Bearer {key}"
    shown = [str(caught.value), repr(caught.value), repr(provider), str(vars(caught.value)), caplog.text]
    shown += [repr(caught.getrepr(style="long", showlocals=False)), str(caught.getrepr(style="long"))]
    assert not [text for text in shown if key in text]
    assert "[key]" in str(caught.value)


def test_missing_key_is_said_before_anything_is_sent(server: DeepSeekServer) -> None:
    with pytest.raises(errors.LLMAuthError, match="no API key for DeepSeek"):
        stream(service(server, api_key=lambda: None))
    assert not server.requests


@pytest.mark.parametrize("key", ["sk-käse", "sk-1\r\nX-Evil: 1", "sk-\x00"])
def test_key_that_cannot_be_one_is_refused_without_showing_it(server: DeepSeekServer, key: str) -> None:
    with pytest.raises(errors.LLMAuthError) as caught:
        stream(service(server, api_key=key))
    assert key not in str(caught.value)
    assert not server.requests


def test_locked_key_store_is_an_authentication_error(server: DeepSeekServer) -> None:
    def locked() -> str:
        raise errors.KeyStoreError("The key store is locked.")

    with pytest.raises(errors.LLMAuthError, match="locked"):
        stream(service(server, api_key=locked))
