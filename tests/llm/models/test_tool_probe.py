"""In which form a model calls a tool, seen on loopback servers that refuse whatever the true ones refuse."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from axon_desktop.llm.context_size import server_window
from axon_desktop.llm.models.tool_probe import PROBE_TOOL, ToolProbe, probe_tools
from axon_desktop.settings.keys import KeyStore
from axon_desktop.settings.settings import ModelSettings
from axon_desktop.tools import ToolParser
from tests.llm.local_servers import MODEL, HomeServer, llama_cpp
from tests.llm.loopback import Reply, Stall, Status, Step
from tests.waiting import PATIENCE

NATIVE = Reply(calls=[(PROBE_TOOL.name, {"path": "Shopping"})])
AS_TEXT = '```json:tool\n{"tool": "read_note", "params": {"path": "Shopping"}}\n```'
BARE = '```json\n{"name": "read_note", "arguments": {"path": "Shopping"}}\n```'
INVENTED = "The note says: milk, bread and eggs."
NO_TOOLS = Status(400, f"registry.ollama.ai/library/{MODEL} does not support tools")
NO_JINJA = Status(500, "tools param requires --jinja flag")


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[HomeServer]:
    monkeypatch.setattr(server_window, "_SECONDS", PATIENCE)  # it tells, be the machine ever so busy
    with HomeServer(llama_cpp(16384)) as server:
        yield server


def run(server: HomeServer, *steps: Step, seconds: float = 30, **fields: Any) -> ToolProbe:
    server.script(*steps)
    parser = ToolParser([PROBE_TOOL.name])
    model = ModelSettings(provider="openai_compatible", base_url=server.base_url, model=MODEL, **fields)
    return asyncio.run(
        probe_tools(model, KeyStore(), lambda text: parser.parse(text).has_tool_calls, seconds=seconds)
    )


def asked(server: HomeServer) -> list[dict[str, Any]]:
    return [request.body for request in server.requests if request.path.endswith("/chat/completions")]


@pytest.mark.parametrize(
    ("steps", "form"),
    [
        ((NATIVE,), "native"),
        ((Reply(AS_TEXT), Reply(AS_TEXT)), "text"),
        ((Reply(BARE), Reply(BARE)), "text"),
        ((Reply(INVENTED), Reply(AS_TEXT)), "text"),
        ((NO_TOOLS, Reply(AS_TEXT)), "text"),
        ((NO_JINJA, Reply(AS_TEXT)), "text"),
        ((Reply(calls=[("no_such_tool", {})]), Reply(AS_TEXT)), "text"),
        ((Reply(INVENTED), Reply(INVENTED)), "neither"),
        ((Reply(AS_TEXT), Reply('```json:tool\n{"tool": "read_note", "par')), "neither"),
        ((NO_TOOLS, Reply(INVENTED)), "neither"),
    ],
)
def test_form_of_the_call_is_found(server: HomeServer, steps: tuple[Step, ...], form: str) -> None:
    found = run(server, *steps)
    assert (found.form, found.detail, found.context_window) == (form, "", 16384)
    assert found.seconds > 0
    assert len(asked(server)) == len(steps)
    assert server.problems == []


def test_tool_is_offered_and_never_forced_and_the_second_request_has_it_in_the_text(server: HomeServer) -> None:
    run(server, Reply(INVENTED), Reply(INVENTED))
    native, text = asked(server)
    assert [tool["function"]["name"] for tool in native["tools"]] == ["read_note"]
    assert "tool_choice" not in native
    assert "tools" not in text
    assert "json:tool" in text["messages"][0]["content"]
    assert len(str(text["messages"])) < 4000


def test_invented_results_after_the_call_are_not_waited_for(server: HomeServer) -> None:
    endless = AS_TEXT + "\n\nThe result: milk." * 500
    found = run(server, Reply(INVENTED), Reply(endless, piece=8, pace=0.05))
    assert found.form == "text"
    assert server.wait_for_disconnects(1, 10)


@pytest.mark.parametrize("step", [Status(401, "no"), Status(500, "broken"), Status(404, "no such model")])
def test_server_that_fails_leaves_it_open(server: HomeServer, step: Status) -> None:
    found = run(server, step)
    assert found.form == "unknown"
    assert found.detail
    assert len(asked(server)) == 1


def test_slow_model_leaves_it_open(server: HomeServer) -> None:
    found = run(server, Stall(), seconds=0.5)
    assert (found.form, found.detail) == ("unknown", "No answer within 0.5 seconds.")


def test_settings_that_lack_something_leave_it_open() -> None:
    model = ModelSettings(provider="openai_compatible", model="m")
    found = asyncio.run(probe_tools(model, KeyStore(), bool))
    assert (found.form, found.context_window) == ("unknown", None)
    assert "base URL" in found.detail
