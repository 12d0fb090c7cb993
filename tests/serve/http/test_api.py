"""The HTTP surface on a real port, in this process: its shapes, its codes, and what it refuses to run."""

import asyncio
import json
import signal
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import httpx
import jsonschema
import pytest
from starlette.responses import Response

from axon_desktop.agent.approval.approval import SafetyMode
from axon_desktop.errors import LLMConnectionError
from axon_desktop.llm.offline.offline import OfflineProvider
from axon_desktop.llm.provider import Provider
from axon_desktop.llm.providers.scripted import ScriptedProvider
from axon_desktop.serve.http.api import Api
from axon_desktop.serve.http.guard import MAX_BODY, MAX_RUNNING, RequestGuard
from axon_desktop.serve.http.http_server import listen, open_port, port_of
from axon_desktop.serve.http.openapi import document
from axon_desktop.serve.http.reply_writer import ReplyWriter
from axon_desktop.settings.settings import FolderRule
from tests.serve.world import NOTES, World
from tests.waiting import PATIENCE

TOKEN = "the-token-of-these-tests"


def use(
    world: World,
    work: Callable[[httpx.AsyncClient], Awaitable[None]],
    provider: Provider | None = None,
    *,
    mode: SafetyMode = "ask",
    rules: Sequence[FolderRule] = (),
    limit: int = 10,
) -> None:
    """Let a client talk to the surface; every answer must be what the OpenAPI document says."""

    async def run() -> None:
        offer = world.offer(mode, rules)
        api = Api(offer, ReplyWriter(provider or OfflineProvider(), offer), limit)
        with open_port(0) as listening:
            guard = RequestGuard(api.app, port_of(listening), TOKEN, frozenset({"/openapi.json"}))
            async with asyncio.TaskGroup() as group:
                server = group.create_task(listen(guard, listening))
                async with httpx.AsyncClient(
                    base_url=f"http://127.0.0.1:{port_of(listening)}",
                    headers={"Authorization": f"Bearer {TOKEN}"},
                    event_hooks={"response": [check_against_document]},
                    timeout=PATIENCE,
                ) as client:
                    try:
                        await work(client)
                    finally:
                        signal.raise_signal(signal.SIGTERM)
                await server

    asyncio.run(run())


async def check_against_document(answer: httpx.Response) -> None:
    await answer.aread()
    operation = document()["paths"].get(answer.url.path, {}).get(answer.request.method.lower())
    if operation is None:
        return
    schema = operation["responses"][str(answer.status_code)]["content"]["application/json"]["schema"]
    jsonschema.validate(answer.json(), {**schema, "components": document()["components"]})


def call(name: str, **arguments: Any) -> dict[str, Any]:
    return {"name": name, "arguments": arguments}


def test_tools_are_listed_with_their_schemas(world: World) -> None:
    async def work(client: httpx.AsyncClient) -> None:
        answer = (await client.get("/api/mcp/tools")).json()
        tools = {tool["name"]: tool for tool in answer["tools"]}
        assert tools["read_note"]["readOnly"] is True
        assert tools["create_note"]["readOnly"] is False
        assert tools["read_note"]["inputSchema"]["required"] == ["path"]
        assert set(tools["read_note"]) == {"name", "description", "inputSchema", "readOnly"}

    use(world, work)


def test_tool_answers_in_the_shape_of_the_seed(world: World) -> None:
    async def work(client: httpx.AsyncClient) -> None:
        read = {"toolName": "read_note", "arguments": {"path": "Home.md"}}
        answer = await client.post("/api/mcp/execute-tool", json=read)
        assert answer.json() == {"success": True, "content": [{"type": "text", "text": NOTES["Home.md"]}]}
        unknown = {"toolName": "nope", "arguments": {}}
        answer = await client.post("/api/mcp/execute-tool", json=unknown)
        assert answer.status_code == 200
        assert answer.json() == {"success": False, "error": "Tool 'nope' is not available"}

    use(world, work)


def test_batch_runs_in_order_and_a_failure_does_not_stop_the_rest(world: World) -> None:
    async def work(client: httpx.AsyncClient) -> None:
        calls = [
            call("create_note", path="New", content="one"),
            call("nope"),
            call("read_note", path="../x"),
            call("create_note", path="New", content=" two", mode="append"),
            call("read_note", path="New.md"),
        ]
        results = (await client.post("/api/mcp/execute-tools", json={"calls": calls})).json()["results"]
        assert [result["name"] for result in results] == [one["name"] for one in calls]
        assert [result["success"] for result in results] == [True, False, False, True, True]
        assert results[4]["content"] == [{"type": "text", "text": "one two"}]

    before = world.files()
    use(world, work, mode="apply")
    (turn,) = world.vault.journal.turns(9)
    assert turn.title.startswith("HTTP: create_note New.md")
    assert (turn.origin, turn.program) == ("program", "HTTP")
    world.vault.undo_last_turn()
    assert world.files() == before


def test_calls_beyond_the_limit_do_not_run(world: World) -> None:
    async def work(client: httpx.AsyncClient) -> None:
        calls = [call("create_note", path=f"New/{number}", content="x") for number in range(5)]
        results = (await client.post("/api/mcp/execute-tools", json={"calls": calls})).json()["results"]
        assert [result["success"] for result in results] == [True, True, True, False, False]
        assert results[4]["error"] == "Not run: only 3 calls run per request."

    use(world, work, mode="apply", limit=3)
    assert len([*(world.root / "New").iterdir()]) == 3


def test_only_what_a_rule_allows_is_written(world: World) -> None:
    async def work(client: httpx.AsyncClient) -> None:
        calls = [
            call("create_note", path="Inbox/Idea", content="x"),
            call("create_note", path="Home", content="x" * 50),
            call("create_note", path="Inbox/Private/Idea", content="x"),
            call("move_note", path="Inbox/Idea", to="Idea"),
            call("run_command", command="ls"),
        ]
        results = (await client.post("/api/mcp/execute-tools", json={"calls": calls})).json()["results"]
        assert [result["success"] for result in results] == [True, False, False, False, False]
        assert "no rule of the user allows changes in the vault's root" in results[1]["error"]
        assert "the user does not let anything in Inbox/Private be changed" in results[2]["error"]

    rules = [FolderRule(world.vault.id, "Inbox", True), FolderRule(world.vault.id, "Inbox/Private", False)]
    use(world, work, rules=rules)
    assert world.files().keys() - NOTES.keys() == {"Inbox/Idea.md"}


def test_what_always_asks_is_refused_even_when_writing_is_allowed(world: World) -> None:
    async def work(client: httpx.AsyncClient) -> None:
        calls = [call("create_note", path="Home", content=""), call("create_note", path="AGENTS", content="Obey.")]
        results = (await client.post("/api/mcp/execute-tools", json={"calls": calls})).json()["results"]
        assert [result["success"] for result in results] == [False, False]
        assert "it would empty a note" in results[0]["error"]
        assert "nobody can be asked here" in results[1]["error"]

    use(world, work, mode="apply")
    assert world.files().keys() == NOTES.keys()


@pytest.mark.parametrize(
    ("path", "body", "error"),
    [
        ("execute-tool", b"{", "The body is not valid JSON"),
        ("execute-tool", b"", "The body is not valid JSON"),
        ("execute-tool", b"\xff\xfe", "The body is not valid JSON"),
        ("execute-tool", b'{"toolName":"x","arguments":' + b"[" * 100_000, "got `array`"),
        ("execute-tool", b"[]", "Expected `object`, got `array`"),
        ("execute-tool", b"{}", "missing required field `toolName`"),
        ("execute-tool", b'{"toolName":"x"}', "missing required field `arguments`"),
        ("execute-tool", b'{"toolName":3,"arguments":{}}', "Expected `str`, got `int` - at `$.toolName`"),
        (
            "execute-tool",
            b'{"toolName":"x","arguments":"path"}',
            "got `str` - at `$.arguments`",
        ),
        ("execute-tools", b'{"calls":{}}', "Expected `array`, got `object` - at `$.calls`"),
        ("execute-tools", b'{"calls":[{"name":"x","arguments":{}},{}]}', "at `$.calls[1]`"),
        ("execute-tools", b'{"calls":[' + b'{"name":"x","arguments":{}},' * 100 + b"1]}", "at `$.calls"),
    ],
)
def test_wrong_body_is_refused_and_the_field_named(world: World, path: str, body: bytes, error: str) -> None:
    async def work(client: httpx.AsyncClient) -> None:
        answer = await client.post(f"/api/mcp/{path}", content=body)
        assert answer.status_code == 400
        assert answer.json()["success"] is False
        assert error in answer.json()["error"]

    use(world, work)


def test_wrong_address_method_and_size_have_their_codes(world: World) -> None:
    async def pour() -> Any:
        for _ in range(6):
            yield b" " * (1 << 20)

    async def work(client: httpx.AsyncClient) -> None:
        assert (await client.get("/api/nothing")).status_code == 404
        assert (await client.get("/api/mcp/../../etc/passwd")).status_code == 404
        assert (await client.delete("/api/mcp/tools")).status_code == 405
        assert (await client.get("/api/ai-reply")).headers["allow"] == "POST"
        assert (await client.post("/api/ai-reply", content=b" " * (MAX_BODY + 1))).status_code == 413
        assert (await client.post("/api/ai-reply", content=pour())).status_code == 413  # without a length

    use(world, work)


def test_document_is_served_without_a_token(world: World) -> None:
    async def work(client: httpx.AsyncClient) -> None:
        del client.headers["Authorization"]
        answer = await client.get("/openapi.json")
        assert answer.json() == document()
        assert [*answer.json()["paths"]] == [
            "/api/mcp/tools", "/api/ai-reply", "/api/mcp/execute-tool", "/api/mcp/execute-tools",
        ]  # fmt: skip

    use(world, work)


def test_requests_beyond_what_can_run_are_turned_away() -> None:
    async def run() -> None:
        let_go = asyncio.Event()

        async def slow(scope: Any, receive: Any, send: Any) -> None:
            await let_go.wait()
            await Response("done")(scope, receive, send)

        transport = httpx.ASGITransport(RequestGuard(slow, 80, None))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost:80/") as client:
            client.headers["Host"] = "localhost:80"
            async with asyncio.TaskGroup() as group:
                running = [group.create_task(client.get("/")) for _ in range(MAX_RUNNING)]
                await asyncio.sleep(0)  # they are inside now
                answer = await asyncio.wait_for(client.get("/"), PATIENCE)
                let_go.set()
            assert (answer.status_code, answer.headers["retry-after"]) == (429, "1")
            assert [task.result().status_code for task in running] == [200] * MAX_RUNNING
            assert (await client.get("/")).status_code == 200

    asyncio.run(run())


# --- ai-reply ----------------------------------------------------------------------------------------------------


def test_whole_exchange_reads_a_note_with_the_offline_provider(world: World) -> None:
    async def work(client: httpx.AsyncClient) -> None:
        asked = {"aiMessage": "read Home", "userContext": "Be brief.", "includeMCPTools": True}
        first = (await client.post("/api/ai-reply", json=asked)).json()
        shape = json.loads(first["reply"])
        assert shape["tool_calls"] == [{"name": "read_note", "arguments": {"path": "Home"}}]
        batch = (await client.post("/api/mcp/execute-tools", json={"calls": shape["tool_calls"]})).json()
        results = [
            {"name": result["name"], "success": result["success"], "content": result["content"][0]["text"]}
            for result in batch["results"]
        ]
        second = await client.post("/api/ai-reply", json={"aiMessage": "read Home", "toolResults": results})
        assert second.json() == {"success": True, "reply": NOTES["Home.md"]}

    use(world, work)


def test_tools_are_reported_only_on_request(world: World) -> None:
    provider = ScriptedProvider(["one", "two", "three"])

    async def work(client: httpx.AsyncClient) -> None:
        for asked in (
            {"aiMessage": "hello"},
            {"aiMessage": "hello", "includeMCPTools": True},
            {"aiMessage": "hello", "toolResults": [{"name": "read_note", "success": False, "error": "gone"}]},
        ):
            await client.post("/api/ai-reply", json=asked)

    use(world, work, provider)
    plain, reported, after = (request.messages for request in provider.requests)
    assert "search_notes" not in plain[0].content
    assert "search_notes" in reported[0].content
    assert '"tool_calls"' in reported[0].content
    assert [message.role for message in after] == ["system", "user", "assistant", "user"]
    assert "gone" in after[-1].content
    assert "call" not in after[-1].content  # it has no tools


def test_call_that_cannot_be_read_is_asked_for_once_more(world: World) -> None:
    provider = ScriptedProvider(['{"tool_calls": [{"name": "read_note", "argum', "Home is short."])

    async def work(client: httpx.AsyncClient) -> None:
        answer = await client.post("/api/ai-reply", json={"aiMessage": "hello", "includeMCPTools": True})
        assert answer.json() == {"success": True, "reply": "Home is short."}

    use(world, work, provider)
    assert provider.requests[1].messages[-1].content.startswith("Invalid JSON: ")


@pytest.mark.parametrize(
    "reply",
    [
        '{"tool_calls":[{"name":"read_note","arguments":{"path":"Home"}}],"message":"Reading."}',
        'Reading.\n\n```json:tool\n{"tool": "read_note", "params": {"path": "Home"}}\n```',
    ],
)
def test_calls_of_every_form_become_the_json_of_the_surface(world: World, reply: str) -> None:
    async def work(client: httpx.AsyncClient) -> None:
        answer = await client.post("/api/ai-reply", json={"aiMessage": "hello", "includeMCPTools": True})
        assert json.loads(answer.json()["reply"]) == {
            "tool_calls": [{"name": "read_note", "arguments": {"path": "Home"}}],
            "message": "Reading.",
        }

    use(world, work, ScriptedProvider([reply]))


def test_failure_of_the_model_is_reported(world: World) -> None:
    async def work(client: httpx.AsyncClient) -> None:
        answer = await client.post("/api/ai-reply", json={"aiMessage": "hello"})
        assert answer.status_code == 502
        assert answer.json() == {"success": False, "error": "no route"}

    use(world, work, ScriptedProvider([LLMConnectionError("no route")]))


@pytest.mark.parametrize("body", [{}, {"aiMessage": ""}, {"aiMessage": "x", "toolResults": [{"name": "y"}]}])
def test_wrong_request_for_a_reply_is_refused(world: World, body: dict[str, Any]) -> None:
    async def work(client: httpx.AsyncClient) -> None:
        assert (await client.post("/api/ai-reply", json=body)).status_code == 400

    use(world, work)
