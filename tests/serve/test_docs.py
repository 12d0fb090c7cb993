"""The examples of docs/mcp-server.md do what they say."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from axon_desktop.cli import _parser
from tests.serve.test_http import TOKEN, running
from tests.serve.world import NOTES, World

PAGE = (Path(__file__).parents[2] / "docs/mcp-server.md").read_text("utf-8")


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_curl_examples_give_what_the_page_says(world: World) -> None:
    commands = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    assert len(commands) == 4
    with running(world, "serve", "--port", "0", "--provider", "offline") as (address, _):
        answers: list[Any] = []
        for command in commands:
            line = command.replace("http://127.0.0.1:8765", address)
            environment = world.environment | {"AXON_SERVE_TOKEN": TOKEN}
            run = subprocess.run(["sh", "-c", line], capture_output=True, env=environment, check=True)
            answers.append(json.loads(run.stdout))
    tools, one, several, reply = answers
    assert tools["tools"][0]["name"] == "read_note"
    assert one == {"success": True, "content": [{"type": "text", "text": NOTES["Home.md"]}]}
    assert [result["success"] for result in several["results"]] == [True, False]
    assert json.loads(reply["reply"])["tool_calls"] == [{"name": "read_note", "arguments": {"path": "Home"}}]


def test_config_examples_are_json_and_their_commands_are_known() -> None:
    found = 0
    for text in re.findall(r"```json\n(\{\n.*?)```", PAGE, re.DOTALL):
        config = json.loads(text)
        (server,) = (config.get("mcpServers") or config["servers"]).values()
        if "args" in server:
            assert _parser().parse_args(server["args"]).vault == Path("/home/me/Notes")
        found += 1
    assert found == 3
