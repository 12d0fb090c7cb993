import asyncio
from datetime import UTC

from axon_desktop.agent.approval.headless_approvers import ApproveAll, ApproveNone
from axon_desktop.agent.approval.policy import ApprovalPolicy
from axon_desktop.agent.loop import ExecutionContext, ExecutionLoop, LoopResult
from axon_desktop.errors import LLMConnectionError
from axon_desktop.llm.messages import Message
from axon_desktop.llm.providers.scripted import ScriptedProvider, ScriptedReply
from axon_desktop.settings.settings import LimitSettings
from axon_desktop.tools import ToolManager
from axon_desktop.vault import Vault
from tests.agent.scenes import block


def _run(
    vault: Vault, replies: list[ScriptedReply], context: ExecutionContext, *, writes: bool = True
) -> LoopResult:
    loop = ExecutionLoop(
        ScriptedProvider(replies),
        ToolManager(vault),
        ApproveAll() if writes else ApproveNone(),
        policy=ApprovalPolicy("ask"),
        limits=LimitSettings(),
    )
    return asyncio.run(loop.run(context))


def test_run_returns_the_answer_and_what_was_done(vault: Vault) -> None:
    script: list[ScriptedReply] = [block("list_folder", path="") + block("read_note", path="no/such"), "All done."]
    result = _run(vault, script, ExecutionContext("look"))
    assert (result.final_response, result.stop_reason) == ("All done.", "answer")
    assert [(done.tool_call.tool, done.result.success) for done in result.tool_executions] == [
        ("list_folder", True),
        ("read_note", False),
    ]
    assert all(done.timestamp.tzinfo is UTC for done in result.tool_executions)
    assert [message.role for message in result.history] == ["user", "assistant", "user", "assistant"]


def test_run_goes_on_from_a_history(vault: Vault) -> None:
    before = (Message("user", "My name is 小明."), Message("assistant", "Hello."))
    result = _run(vault, ["小明."], ExecutionContext("What is my name?", before))
    assert result.history[:2] == before
    assert len(result.history) == 4


def test_run_stops_at_the_limit_of_iterations(vault: Vault) -> None:
    script: list[ScriptedReply] = [block("read_note", path="Home", limit=number) for number in range(1, 9)]
    result = _run(vault, script, ExecutionContext("read", max_iterations=4))
    assert result.stop_reason == "max_rounds"
    assert len(result.tool_executions) == 4


def test_failure_is_part_of_the_result(vault: Vault) -> None:
    result = _run(vault, [LLMConnectionError("Not reachable.")], ExecutionContext("hello"))
    assert (result.stop_reason, result.error) == ("error", "Not reachable.")


def test_refused_write_is_told_to_the_model(vault: Vault) -> None:
    script: list[ScriptedReply] = [block("create_note", path="a", content="x"), "I may not."]
    result = _run(vault, script, ExecutionContext("write"), writes=False)
    assert not result.tool_executions[0].result.success
    assert not (vault.root / "a.md").exists()
