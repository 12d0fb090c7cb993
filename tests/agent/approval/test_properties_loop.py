"""The seed's property of the loop: the calls of one reply run in its order, one after another."""

import json
from collections.abc import Callable
from itertools import count

from hypothesis import given, settings
from hypothesis import strategies as st

from axon_desktop.agent.approval.headless_approvers import ApproveAll
from axon_desktop.agent.approval.policy import ApprovalPolicy
from axon_desktop.agent.loop import ExecutionContext, ExecutionLoop
from axon_desktop.llm.messages import JsonObject, Message
from axon_desktop.llm.providers.scripted import ScriptedProvider
from axon_desktop.settings.settings import LimitSettings
from axon_desktop.tools import ToolCall, ToolManager
from tests.agent.scenes import FORMS, Stage, block, say

CALLS = st.sampled_from(["append", "read", "read", "list", "list", "missing", "same"])
PROSE = st.sampled_from(["", "Next.\n", "接着写。\n\n", "- one\n- two\n\n", "See `{a}`:\n"])

_numbers = count(1)
"""A fresh note for every example, also for those that are run again to shrink a failure."""


def _calls(note: str, kinds: list[str]) -> list[ToolCall]:
    made: dict[str, Callable[[int], JsonObject]] = {
        "append": lambda index: {"path": note, "content": f"{index},", "mode": "append"},
        "read": lambda index: {"path": note, "offset": 1, "limit": index + 1},
        "list": lambda index: {"path": ""},
        "missing": lambda index: {"path": f"nothing {index}"},
        "same": lambda index: {"path": note},
    }
    names = {"append": "create_note", "list": "list_folder"}
    return [ToolCall(names.get(kind, "read_note"), made[kind](index)) for index, kind in enumerate(kinds)]


@settings(max_examples=100, deadline=None)
@given(
    kinds=st.lists(CALLS, min_size=1, max_size=5), prose=st.lists(PROSE, max_size=10), form=st.sampled_from(FORMS)
)
def test_the_calls_of_a_reply_run_in_its_order(
    stage: Stage, kinds: list[str], prose: list[str], form: str
) -> None:
    """Feature: axon-mcp, Property 13: Multiple tool calls execute in order

    Validates: Requirements 5.5
    """
    note = f"note {next(_numbers)}"
    kinds = ["append", *kinds]
    calls = _calls(note, kinds)
    reply = say("Now.", *calls, form=form)
    if form == "blocks":
        texts = prose + [""] * len(calls)
        blocks = (block(call.tool, **call.params) for call in calls)
        reply = Message("assistant", "".join(text + call for text, call in zip(texts, blocks, strict=False)))
    provider = ScriptedProvider([reply, "Done.", "Done."], native_tools=form == "native")
    loop = ExecutionLoop(
        provider, ToolManager(stage.vault), ApproveAll(), policy=ApprovalPolicy("apply"), limits=LimitSettings()
    )
    result = stage.run(loop.run(ExecutionContext(f"Write into {note}")))
    assert result.stop_reason == "answer"
    assert [(done.tool_call.tool, done.tool_call.params) for done in result.tool_executions] == [
        (call.tool, call.params) for call in calls
    ]
    times = [done.timestamp for done in result.tool_executions]
    assert times == sorted(times)
    written = ""
    for index, (kind, done) in enumerate(zip(kinds, result.tool_executions, strict=True)):
        assert done.result.success is (kind != "missing")
        if kind == "append":
            written += f"{index},"
        elif kind in ("read", "same"):
            assert done.result.data == written
        elif kind == "list":
            assert f"{note}.md" in [item["name"] for item in json.loads(done.result.data or "")["items"]]
    assert stage.vault.read(note).text == written
