"""The loopback server must refuse what the true API refuses, or the tests beside it prove nothing."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from tests.llm.anthropic_server import AnthropicServer, call, text, thinking
from tests.llm.loopback import Reply
from tests.waiting import PATIENCE

HEADERS = {"anthropic-version": "2023-06-01", "content-type": "application/json"}
TOOLS = [{"name": "read_note", "input_schema": {"type": "object"}}]
USER = {"role": "user", "content": [text("Hi")]}
CALL = call("read_note", {}, "toolu_0")
RESULT = {"type": "tool_result", "tool_use_id": "toolu_0", "content": "x"}


@pytest.fixture
def server() -> Iterator[AnthropicServer]:
    with AnthropicServer() as server:
        yield server


def send(server: AnthropicServer, body: dict[str, Any], headers: dict[str, str] | None = None) -> tuple[int, str]:
    sent = {"x-api-key": server.key, **HEADERS, **(headers or {})}
    request = urllib.request.Request(f"{server.base_url}/v1/messages", json.dumps(body).encode(), sent)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


def request(**fields: Any) -> dict[str, Any]:
    return {"model": "claude-haiku-4-5", "max_tokens": 100, "messages": [USER], "stream": True, **fields}


def turns(*rest: dict[str, Any]) -> dict[str, Any]:
    return request(messages=[USER, *rest], tools=TOOLS)


def assistant(*blocks: dict[str, Any]) -> dict[str, Any]:
    return {"role": "assistant", "content": list(blocks)}


def user(*blocks: dict[str, Any]) -> dict[str, Any]:
    return {"role": "user", "content": list(blocks)}


WRONG = [
    request(max_tokens=None),
    request(max_tokens=1_000_000),
    request(model="gpt"),
    request(messages=[]),
    request(seed=1),
    request(system=" "),
    request(temperature=1.2),
    request(model="claude-opus-5", temperature=1),
    request(stop_sequences=[" "]),
    request(thinking={"type": "enabled", "budget_tokens": 1024}, max_tokens=1024),
    request(thinking={"type": "enabled", "budget_tokens": 1000}, max_tokens=9000),
    request(thinking={"type": "adaptive"}),
    request(thinking={"type": "enabled", "budget_tokens": 1024}, max_tokens=9000, temperature=0.5),
    request(model="claude-opus-5-5", thinking={"type": "disabled"}),
    request(model="claude-sonnet-5-5", thinking={"type": "enabled", "budget_tokens": 1024}, max_tokens=9000),
    request(model="claude-sonnet-5-5", thinking={"type": "adaptive", "block_binding": {}}),
    request(model="claude-sonnet-5-5", tools=TOOLS, tool_choice={"type": "any"}),
    request(tools=[{**TOOLS[0], "name": "mcp.find"}]),
    request(tools=[TOOLS[0], TOOLS[0]]),
    request(tools=[{"name": "a", "input_schema": {}}]),
    request(messages=[assistant(text("Hi"))]),
    request(messages=[USER, USER]),
    request(messages=[{"role": "system", "content": [text("x")]}]),
    request(messages=[user()]),
    request(messages=[user(text(" "))]),
    turns(assistant(text("prefilled"))),
    turns(assistant(CALL), user(text("no result"))),
    turns(assistant(CALL), user(text("first"), RESULT)),
    turns(assistant(CALL), user(RESULT, RESULT)),
    turns(assistant(CALL), user({**RESULT, "is_error": True, "content": ""})),
    turns(assistant(text("x")), user(RESULT)),
    turns(assistant(CALL, CALL), user(RESULT)),
    turns(assistant({**CALL, "id": "a.b"}), user({**RESULT, "tool_use_id": "a.b"})),
    {**turns(assistant(CALL), user(RESULT)), "tools": []},
    turns(assistant({**CALL, "index": 0}), user(RESULT)),
    turns(assistant(text("x"), thinking("T")), USER),
    turns(assistant(thinking("never sent"), text("x")), USER),
    turns(assistant({"type": "thinking", "thinking": "T"}, text("x")), USER),
    {
        **turns(assistant(CALL), user(RESULT)),
        "thinking": {"type": "enabled", "budget_tokens": 1024},
        "max_tokens": 9000,
    },
]


@pytest.mark.parametrize("body", WRONG, ids=range(len(WRONG)))
def test_wrong_request_is_refused(server: AnthropicServer, body: dict[str, Any]) -> None:
    server.script(Reply("Never"))
    assert send(server, body)[0] == 400
    assert len(server.problems) == 1


def test_right_request_is_answered_and_wrong_headers_are_not(server: AnthropicServer) -> None:
    server.script(Reply("Hello"), Reply("Never"))
    assert send(server, turns(assistant(CALL), user(RESULT, text("And?"))))[0] == 200
    assert send(server, request(), {"anthropic-version": "1"})[0] == 400
    assert send(server, request(), {"content-type": "text/plain"})[0] == 400
    assert send(server, request(), {"x-api-key": "wrong"})[0] == 401


@pytest.mark.parametrize(
    "blocks",
    [
        [CALL],
        [thinking("Other"), CALL],
        [{**thinking("Hm."), "thinking": "Hm!"}, CALL],
        [text("Look."), thinking("Hm."), CALL],
    ],
)
def test_thinking_must_come_back_as_it_was(server: AnthropicServer, blocks: list[dict[str, Any]]) -> None:
    thinks = {"tools": TOOLS, "max_tokens": 9000, "thinking": {"type": "enabled", "budget_tokens": 1024}}
    server.script(Reply(reasoning="Hm.", calls=[("read_note", {})]), Reply("Seen."))
    assert send(server, request(**thinks))[0] == 200
    assert send(server, request(messages=[USER, assistant(*blocks), user(RESULT)], **thinks))[0] == 400
    right = [USER, assistant(thinking("Hm."), CALL), user(RESULT)]
    assert send(server, request(messages=right, **thinks))[0] == 200


def test_bound_thinking_is_refused_after_another_beginning(server: AnthropicServer) -> None:
    sonnet = {"model": "claude-sonnet-5-5", "tools": TOOLS}
    server.script(Reply(reasoning="Hm.", calls=[("read_note", {})]), Reply("Seen."))
    assert send(server, request(**sonnet))[0] == 200
    changed = [user(text("Hello")), assistant(thinking("Hm."), CALL), user(RESULT)]
    assert send(server, request(messages=changed, **sonnet))[0] == 400
    drop = {"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": "drop_block"}}
    beta = {"anthropic-beta": "thinking-binding-controls-2026-08-01"}
    assert send(server, request(messages=changed, thinking=drop, **sonnet), beta)[0] == 200
