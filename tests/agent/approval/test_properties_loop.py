"""The seed's property of the loop: the calls of one reply run in its order, one after another."""

import asyncio
import json
from collections.abc import Callable, Iterator
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from axon_desktop.agent.approval.headless_approvers import ApproveAll
from axon_desktop.agent.approval.policy import ApprovalPolicy
from axon_desktop.agent.loop import ExecutionContext, ExecutionLoop
from axon_desktop.llm.messages import JsonObject
from axon_desktop.llm.providers.scripted import ScriptedProvider
from axon_desktop.settings.settings import LimitSettings
from axon_desktop.tools import ToolCall, ToolManager
from axon_desktop.vault import Vault

CALLS = st.sampled_from(["append", "read", "list"])
PROSE = st.sampled_from(["", "Next.\n", "接着写。\n\n", "- one\n- two\n\n"])

_numbers = count(1)
"""A fresh note for every example, also for those that are run again to shrink a failure."""


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Vault]:
    folder = tmp_path_factory.mktemp("loop")
    (folder / "vault").mkdir()
    vault = Vault(folder / "vault", data_dir=folder / "data")
    yield vault
    vault.close()


def _calls(note: str, kinds: list[str]) -> list[ToolCall]:
    made: dict[str, Callable[[int], JsonObject]] = {
        "append": lambda index: {"path": note, "content": f"{index},", "mode": "append"},
        "read": lambda index: {"path": note, "offset": 1, "limit": index + 1},
        "list": lambda index: {"path": ""},
    }
    names = {"append": "create_note", "read": "read_note", "list": "list_folder"}
    return [ToolCall(names[kind], made[kind](index)) for index, kind in enumerate(kinds)]


@settings(max_examples=100, deadline=None)
@given(kinds=st.lists(CALLS, min_size=1, max_size=9), prose=st.lists(PROSE, min_size=10, max_size=10))
def test_the_calls_of_a_reply_run_in_its_order(vault: Vault, kinds: list[str], prose: list[str]) -> None:
    """Feature: axon-mcp, Property 13: Multiple tool calls execute in order

    Validates: Requirements 5.5
    """
    note = f"note {next(_numbers)}"
    calls = _calls(note, ["append", *kinds])
    blocks = [f"```json:tool\n{json.dumps({'tool': call.tool, 'params': call.params})}\n```\n" for call in calls]
    reply = "".join(text + block for text, block in zip(prose, blocks, strict=False))
    loop = ExecutionLoop(
        ScriptedProvider([reply, "Done.", "Done."]),
        ToolManager(vault),
        ApproveAll(),
        policy=ApprovalPolicy("apply"),
        limits=LimitSettings(),
        protocol="text",
    )
    result = asyncio.run(loop.run(ExecutionContext(f"Write into {note}")))
    assert result.stop_reason == "answer"
    assert [(done.tool_call.tool, done.tool_call.params) for done in result.tool_executions] == [
        (call.tool, call.params) for call in calls
    ]
    assert all(done.result.success for done in result.tool_executions)
    times = [done.timestamp for done in result.tool_executions]
    assert times == sorted(times)
    written = [str(index) for index, kind in enumerate(["append", *kinds]) if kind == "append"]
    assert vault.read(note).text == ",".join([*written, ""])
    for index, (kind, done) in enumerate(zip(["append", *kinds], result.tool_executions, strict=True)):
        if kind == "read":
            before = [number for number in written if int(number) < index]
            assert done.result.data == ",".join([*before, ""])
