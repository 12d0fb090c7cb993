"""`axon mcp --http` and `axon serve` as commands: who is let in, and how they end."""

import asyncio
import re
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import ElicitResult

from tests.forking.command import forked
from tests.serve.mcp.test_mcp_server import both_eras, said
from tests.serve.world import NOTES, World
from tests.waiting import PATIENCE

TOKEN = "a token that is long enough".replace(" ", "-")


@contextmanager
def running(world: World, *arguments: str, token: str | None = TOKEN) -> Iterator[tuple[str, str]]:
    """Run a server; yield its address and what it said when it was ready."""
    environment = world.environment | ({} if token is None else {"AXON_SERVE_TOKEN": token})
    command = [*forked("axon_desktop.cli"), *arguments, "--vault", str(world.root)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, encoding="utf-8", env=environment) as server:
        assert server.stderr is not None
        try:
            address = None
            while address is None:  # before it, that a server of the user's still starts may be said
                said = server.stderr.readline()
                assert said, "it ended"
                address = re.search(r"http://127\.0\.0\.1:\d+\S*", said)
            if token is None:
                said += server.stderr.readline() + server.stderr.readline()
            yield address[0], said
        finally:
            server.send_signal(signal.SIGTERM)
            rest = server.stderr.read()
            assert (server.wait(PATIENCE), rest) == (0, "")


@both_eras
def test_client_works_over_http(world: World, era: Any) -> None:
    asked = []

    async def accept(context: Any, params: Any) -> ElicitResult:
        asked.append(params.message)
        return ElicitResult(action="accept", content={})

    async def run(address: str) -> None:
        headers = {"Authorization": f"Bearer {TOKEN}"}
        async with (
            httpx2.AsyncClient(headers=headers) as http,
            Client(
                streamable_http_client(address, http_client=http), mode=era, elicitation_callback=accept
            ) as client,
        ):
            assert said(await client.call_tool("read_note", {"path": "Home"})) == NOTES["Home.md"]
            assert not (await client.call_tool("create_note", {"path": "Home", "content": ""})).is_error
            assert (await client.read_resource("vault:///Board.canvas")).contents

    with running(world, "mcp", "--http", "0", "--write") as (address, _):
        asyncio.run(run(address))
    assert len(asked) == 1
    assert (world.root / "Home.md").read_bytes() == b""
    assert world.axon("undo", "--vault", str(world.root)).returncode == 0
    assert (world.root / "Home.md").read_text() == NOTES["Home.md"]


@pytest.mark.parametrize("arguments", [("mcp", "--http", "0"), ("serve", "--port", "0")])
def test_strangers_are_not_let_in(world: World, arguments: tuple[str, ...]) -> None:
    with running(world, *arguments) as (address, _):
        url = httpx.URL(address)
        if arguments[0] == "serve":
            url = url.copy_with(path="/api/mcp/tools")
        good = {"Authorization": f"Bearer {TOKEN}"}
        port = url.port
        for headers, status in (
            ({}, 401),
            ({"Authorization": "Bearer wrong"}, 401),
            ({"Authorization": f"Basic {TOKEN}"}, 401),
            ({"Authorization": f"Bearer {TOKEN}x"}, 401),
            ({**good, "Host": "evil.example"}, 403),
            ({**good, "Host": f"evil.example:{port}"}, 403),
            ({**good, "Host": "127.0.0.1:1"}, 403),
            ({**good, "Host": f"127.0.0.1.evil.example:{port}"}, 403),
            ({**good, "Origin": "http://evil.example"}, 403),
            ({**good, "Origin": "null"}, 403),
            ({**good, "Origin": f"https://127.0.0.1:{port}"}, 403),
            ({**good, "Origin": f"http://127.0.0.1:{port}.evil.example"}, 403),
        ):
            answer = httpx.get(url, headers=headers)
            assert answer.status_code == status, headers
            assert answer.json()["success"] is False
            assert "access-control-allow-origin" not in answer.headers
        assert httpx.get(url, headers={**good, "Origin": f"http://localhost:{port}"}).status_code not in (401, 403)


def test_made_token_is_printed_once_and_lets_in(world: World) -> None:
    with running(world, "serve", "--port", "0", token=None) as (address, said):
        token = re.search(r"Token of this run: (\S{40,})", said)
        assert token is not None
        answer = httpx.get(f"{address}/api/mcp/tools", headers={"Authorization": f"bearer {token[1]}"})
        assert answer.status_code == 200


def test_token_that_is_too_short_is_refused(world: World) -> None:
    world.environment["AXON_SERVE_TOKEN"] = "short"
    run = world.axon("serve", "--port", "0", "--vault", str(world.root))
    assert run.returncode == 1
    assert "at least 16" in run.stderr


def test_only_the_loopback_address_is_listened_on(world: World) -> None:
    with running(world, "mcp", "--http", "0", "--no-token") as (address, said):
        assert "Token" not in said
        port = httpx.URL(address).port
        assert port is not None
        taken = world.axon("mcp", "--http", str(port), "--vault", str(world.root))
        assert taken.returncode == 1
        assert "another program uses it" in taken.stderr
        for place in ("127.0.0.2", "::1"):
            family = socket.AF_INET6 if ":" in place else socket.AF_INET
            with socket.socket(family) as probe:
                assert probe.connect_ex((place, port)) != 0


def test_token_is_not_left_to_child_processes(world: World) -> None:
    script = (
        "import os; from axon_desktop.serve.http.guard import take_token\n"
        "assert take_token() == ('0123456789abcdef', False); print('AXON_SERVE_TOKEN' in os.environ)"
    )
    environment = world.environment | {"AXON_SERVE_TOKEN": "0123456789abcdef"}
    run = subprocess.run([world.command[0], "-c", script], capture_output=True, env=environment, check=True)
    assert run.stdout == b"False\n"
