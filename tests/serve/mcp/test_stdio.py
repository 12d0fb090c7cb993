"""`axon mcp` as other programs start it."""

import asyncio
import json
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from axon_desktop.serve.mcp.stdio import MAX_FRAME, read_frames
from tests.forking.command import forked
from tests.serve.mcp.test_mcp_server import WRITING, both_eras, said
from tests.serve.world import NOTES, World
from tests.waiting import PATIENCE

HELLO = (
    '{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-11-25",'
    '"capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}\n'
    '{"jsonrpc":"2.0","method":"notifications/initialized"}\n'
)


def start(world: World, *options: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*forked("axon_desktop.cli"), "mcp", "--vault", str(world.root), *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=world.environment,
    )


def request(number: int, method: str, **params: Any) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n"


def answers(output: bytes) -> list[dict[str, Any]]:
    """Return what stood on stdout, which must be nothing but protocol."""
    return [json.loads(line) for line in output.splitlines()]


@both_eras
def test_note_written_by_a_client_is_undone_by_the_command(world: World, era: Any) -> None:
    before = world.files()
    python, *module = forked("axon_desktop.cli")
    arguments = [*module, "mcp", "--vault", str(world.root), "--write"]
    parameters = StdioServerParameters(command=python, args=arguments, env=world.environment)

    async def run(errors: Any) -> None:
        async with Client(stdio_client(parameters, errlog=errors), mode=era) as client:
            assert {tool.name for tool in (await client.list_tools()).tools} > WRITING
            assert said(await client.call_tool("read_note", {"path": "Home"})) == NOTES["Home.md"]
            moved = await client.call_tool("move_note", {"path": "Projects/Plan", "to": "Plans/Plan B"})
            assert not moved.is_error, said(moved)

    with (world.root.parent / "stderr").open("w+") as errors:
        asyncio.run(run(errors))
        errors.seek(0)
        assert errors.read() == ""
    assert "[[Plan B]]" in (world.root / "Home.md").read_text()
    listed = world.axon("undo", "--vault", str(world.root), "--list")
    assert "(MCP): move_note Projects/Plan.md" in listed.stdout
    assert world.axon("undo", "--vault", str(world.root)).returncode == 0
    assert world.files() == before


def test_garbage_is_answered_and_the_connection_lives_on(world: World) -> None:
    garbage = b'no json\n{"half":\n[]\n{"jsonrpc":"2.0"}\n\xff\xfe\n\n' + b"x" * (MAX_FRAME + 1) + b"\n"
    deep = b"[" * 200_000 + b"\n"
    odd = '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":[1]}}\n'
    asked = odd + request(1, "tools/call", name="read_note", arguments={"path": "Home"})
    with start(world) as server:
        output, errors = server.communicate(garbage + deep + HELLO.encode() + asked.encode(), timeout=PATIENCE)
    assert server.returncode == 0
    assert errors.splitlines() == [b"dropped 'notifications/cancelled': malformed params"]
    said = answers(output)
    refused = [answer["error"]["code"] for answer in said if answer["id"] is None]
    assert refused == [-32700, -32700, -32600, -32600, -32700, -32600, -32700]
    assert [answer["id"] for answer in said if "result" in answer] == ["hello", 1]


def test_requests_are_answered_after_the_end_of_input(world: World) -> None:
    asked = "".join(
        request(number, "tools/call", name="search_notes", arguments={"query": "milestone"})
        for number in range(20)
    )
    with start(world) as server:
        output, _ = server.communicate((HELLO + asked).encode(), timeout=PATIENCE)
    assert sorted(answer["id"] for answer in answers(output) if answer["id"] != "hello") == [*range(20)]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_signal_ends_the_server_in_order(world: World, number: signal.Signals) -> None:
    with start(world, "--write") as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(HELLO.encode())
        server.stdin.flush()
        assert json.loads(server.stdout.readline())["id"] == "hello"
        server.send_signal(number)
        assert server.wait(PATIENCE) == 0
        assert server.stderr is not None
        assert server.stderr.read() == b""


def test_client_that_does_not_read_cannot_hold_up_the_end(world: World) -> None:
    asked = request(1, "tools/call", name="read_note", arguments={"path": "Projects/Long"})
    with start(world) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write((HELLO + asked * 5).encode())
        server.stdin.flush()
        server.stdout.read(1)  # it answers; from now on the pipe fills up
        server.send_signal(signal.SIGTERM)
        assert server.wait(PATIENCE) == 0


def test_stray_output_goes_to_stderr(world: World) -> None:
    script = (
        "import os, sys\n"
        "from axon_desktop.serve.mcp.standard_streams import claim_streams\n"
        "source, target = claim_streams()\n"
        "print('stray'); sys.stdout.flush(); os.system('echo child; cat')\n"
        "os.write(target, os.read(source, 9))\n"
    )
    run = subprocess.run(
        [world.command[0], "-c", script], input=b"protocol", capture_output=True, env=world.environment, check=True
    )
    assert run.stdout == b"protocol"
    assert run.stderr.split() == [b"stray", b"child"]


def test_wrong_vault_is_reported_on_stderr(world: World) -> None:
    run = world.axon("mcp", "--vault", str(world.root / "missing"))
    assert (run.returncode, run.stdout) == (1, "")
    assert "Folder not found" in run.stderr


def test_frames_are_read_whatever_way_they_come(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    for piece in (b"a", b"b\nc\n", b"\n", b"12345678", b"9\n", b"last"):
        os.write(writing, piece)
    os.close(writing)
    assert [*read_frames(reading, limit=8)] == [b"ab", b"c", b"", None, b"last"]
    os.close(reading)
