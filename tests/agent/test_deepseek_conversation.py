"""Whole conversations with a server that speaks DeepSeek's wire format and refuses what the real one refuses."""

import asyncio
import time
from collections.abc import Iterator

import pytest

from axon_desktop.agent.approval.approval import RoundAnswer
from axon_desktop.agent.engine import AgentEngine
from axon_desktop.agent.events import (
    AgentEvent,
    Answer,
    Cancelled,
    Error,
    Observation,
    QueuedAtProvider,
    Reasoning,
    RetryScheduled,
    Stopped,
    Token,
)
from axon_desktop.llm.http.exchange import StreamLimits
from axon_desktop.llm.providers.deepseek import DeepSeekService
from axon_desktop.settings.settings import LimitSettings, Protocol
from axon_desktop.vault import Vault
from tests.agent.scenes import (
    PlayedApprover,
    block,
    check_order,
    collect,
    follow,
    make_engine,
    observations,
    types,
)
from tests.llm.deepseek_server import DeepSeekServer, Drop, Reply, Stall, Status
from tests.waiting import shortest

PROTOCOLS: list[Protocol] = ["native", "text"]
LIMITS = StreamLimits(silence=5.0, payload=1.0, queued=0.1)


@pytest.fixture
def server() -> Iterator[DeepSeekServer]:
    with DeepSeekServer(strict=True) as server:
        yield server


def service(server: DeepSeekServer, *, limits: StreamLimits | None = None, model: str = "") -> DeepSeekService:
    return DeepSeekService(
        api_key=server.key,
        base_url=server.base_url,
        model=model or "deepseek-flash",
        limits=limits,
        retry_base=0.01,
    )


def calling(protocol: Protocol, tool: str, *, reasoning: str = "想一想", **params: object) -> Reply:
    """Return a reply with one call, in the form of the protocol."""
    if protocol == "native":
        return Reply("", reasoning=reasoning, calls=[(tool, params)])
    return Reply(f"Next.\n\n{block(tool, **params)}", reasoning=reasoning)


def appending(protocol: Protocol, line: str) -> Reply:
    return calling(protocol, "create_note", path="Log", content=f"{line}\n", mode="append")


def log(vault: Vault) -> list[str]:
    file = vault.root / "Log.md"
    return file.read_text("utf-8").splitlines() if file.exists() else []


async def play(engine: AgentEngine, provider: DeepSeekService, *texts: str) -> list[list[AgentEvent]]:
    """Run turns; a text of None retries."""
    try:
        return [await collect(engine, text) for text in texts]
    finally:
        await provider.aclose()


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_five_rounds_with_reasoning_and_calls(server: DeepSeekServer, vault: Vault, protocol: Protocol) -> None:
    server.script(
        *(appending(protocol, f"第 {number} 行") for number in range(5)), Reply("完成。", reasoning="好。")
    )
    server.script(Reply("You are welcome.", reasoning="Polite."))
    approver, provider = PlayedApprover(), service(server)
    engine = make_engine(vault, provider, approver, protocol=protocol)
    events, _ = asyncio.run(play(engine, provider, "write five lines", "thanks"))
    assert server.problems == []
    assert isinstance(events[-1], Answer)
    assert events[-1].content == "完成。"
    assert log(vault) == [f"第 {number} 行" for number in range(5)]
    assert [summary.next_round for summary in approver.summaries] == [5]
    assert len(approver.requests) == 5
    assert types(events).count("usage") == 6
    assert any(isinstance(event, Reasoning) for event in events)
    body = server.requests[-1].body
    assert ("tools" in body) == (protocol == "native")
    assert all(isinstance(message["content"], str) for message in body["messages"])
    said = [message for message in body["messages"] if message["role"] == "assistant"]
    assert [message["reasoning_content"] for message in said] == ["想一想"] * 5 + ["好。"]
    for earlier, later in zip(server.requests, server.requests[1:], strict=False):
        before, after = earlier.body["messages"], later.body["messages"]
        assert after[: len(before)] == before  # the provider's prefix cache hits


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_stop_at_the_confirmation_sends_no_fifth_request(
    server: DeepSeekServer, vault: Vault, protocol: Protocol
) -> None:
    server.script(*(appending(protocol, str(number)) for number in range(9)))
    provider = service(server)
    engine = make_engine(vault, provider, PlayedApprover(rounds=[RoundAnswer.STOP]), protocol=protocol)
    events = asyncio.run(play(engine, provider, "go"))[0]
    assert isinstance(events[-1], Stopped)
    assert events[-1].reason == "declined"
    assert len(server.requests) == 4
    assert log(vault) == ["0", "1", "2", "3"]


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_stop_in_mid_stream_closes_the_connection(
    server: DeepSeekServer, vault: Vault, protocol: Protocol
) -> None:
    async def scene() -> float:
        server.script(appending(protocol, "one"), Reply("Some words and then", reasoning="Hm.", hang_after=4))
        server.script(Reply("Back again.", reasoning="Yes."))
        provider = service(server)
        engine = make_engine(vault, provider, protocol=protocol, mode="apply")
        gone = server.disconnects + 1
        stopped: list[float] = []

        def stop(event: AgentEvent) -> None:
            if isinstance(event, Token) and event.content == "Some" and not stopped:
                stopped.append(time.monotonic())
                asyncio.get_running_loop().call_soon(engine.cancel)

        try:
            end = (await collect(engine, "go", stop))[-1]
            took = time.monotonic() - stopped[0]
            assert isinstance(end, Cancelled)
            assert end.partial.startswith("Some")
            assert await asyncio.to_thread(server.wait_for_disconnects, gone)
            assert isinstance((await collect(engine, "and now?"))[-1], Answer)
            return took
        finally:
            await provider.aclose()

    assert shortest(lambda: asyncio.run(scene()), 1) < 1
    assert log(vault) == ["one"] * server.disconnects
    assert server.problems == []


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_rate_limit_is_waited_for_and_no_tool_runs_twice(
    server: DeepSeekServer, vault: Vault, protocol: Protocol
) -> None:
    server.script(appending(protocol, "one"), Status(429, "slow down", retry_after=0.2), Drop(), Reply("Done."))
    provider = service(server)
    engine = make_engine(vault, provider, protocol=protocol, mode="apply")
    events = asyncio.run(play(engine, provider, "go"))[0]
    assert isinstance(events[-1], Answer)
    waits = [event for event in events if isinstance(event, RetryScheduled)]
    assert [event.attempt for event in waits] == [2, 3]
    assert waits[0].delay >= 0.2
    assert server.requests[2].time - server.requests[1].time >= 0.2
    assert log(vault) == ["one"]


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_connection_dropped_in_mid_reply_is_an_error_that_can_be_retried(
    server: DeepSeekServer, vault: Vault, protocol: Protocol
) -> None:
    dropped = calling(protocol, "create_note", path="Log", content="never written", mode="append")
    chunks = 12  # in the middle of the call
    server.script(appending(protocol, "one"), Reply(**{**vars(dropped), "drop_after": chunks}))
    server.script(appending(protocol, "two"), Reply("Done.", reasoning="Yes."))
    provider = service(server)
    engine = make_engine(vault, provider, protocol=protocol, mode="apply")

    async def scene() -> tuple[list[AgentEvent], list[AgentEvent]]:
        try:
            return await collect(engine, "go"), [event async for event in engine.retry()]
        finally:
            await provider.aclose()

    first, second = asyncio.run(scene())
    check_order(second)
    assert isinstance(first[-1], Error)
    assert (first[-1].code, first[-1].retryable) == ("LLMConnectionError", True)
    assert isinstance(second[-1], Answer)
    assert log(vault) == ["one", "two"]
    assert server.problems == []
    assert len({event.turn_id for event in (*first, *second)}) == 1


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_keep_alive_only_stall_ends_with_a_named_error(
    server: DeepSeekServer, vault: Vault, protocol: Protocol
) -> None:
    server.script(appending(protocol, "one"), *[Stall(keep_alive=0.02)] * 4, Reply("Done.", reasoning="Yes."))
    provider = service(server, limits=LIMITS)
    engine = make_engine(vault, provider, protocol=protocol, mode="apply")
    events, again = asyncio.run(play(engine, provider, "go", "go"))
    assert isinstance(events[-1], Error)
    assert (events[-1].code, events[-1].retryable) == ("LLMStalledError", True)
    assert any(isinstance(event, QueuedAtProvider) for event in events)
    assert sum(isinstance(event, RetryScheduled) for event in events) == 3
    assert isinstance(again[-1], Answer)
    assert log(vault) == ["one"]
    assert server.problems == []


def test_refused_request_is_a_named_error_without_retry(server: DeepSeekServer, vault: Vault) -> None:
    provider = service(server, model="deepseek-chat")
    end = asyncio.run(play(make_engine(vault, provider), provider, "hello"))[0][-1]
    assert isinstance(end, Error)
    assert (end.code, end.retryable) == ("LLMRequestError", False)
    assert len(server.requests) == 1


def test_broken_arguments_are_fed_back_and_never_run(server: DeepSeekServer, vault: Vault) -> None:
    cut = '{"path": "Log", "content": "half'
    server.script(
        Reply("", reasoning="Hm.", calls=[("create_note", cut)]), appending("native", "whole"), Reply("Done.")
    )
    provider = service(server)
    events = asyncio.run(play(make_engine(vault, provider, mode="apply"), provider, "go"))[0]
    assert [event.result.success for event in observations(events)] == [False, True]
    assert (observations(events)[0].result.error or "").startswith("Invalid JSON: ")
    assert log(vault) == ["whole"]
    assert server.problems == []


def test_reply_cut_at_the_limit_runs_nothing(server: DeepSeekServer, vault: Vault) -> None:
    call = ("create_note", {"path": "Log", "content": "whole"})
    server.script(Reply("I write.", reasoning="Hm.", calls=[call], finish="length"), Reply("Yes."))
    provider = service(server)
    events, again = asyncio.run(play(make_engine(vault, provider, mode="apply"), provider, "go", "on"))
    assert isinstance(events[-1], Stopped)
    assert events[-1].reason == "length"
    assert isinstance(again[-1], Answer)
    assert log(vault) == []
    assert server.problems == []


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_plan_is_made_and_run_with_words_in_between(
    server: DeepSeekServer, vault: Vault, protocol: Protocol
) -> None:
    steps = [{"description": f"Write {name}", "expected_outcome": f"{name} stands in Log"} for name in ("1", "2")]
    server.script(calling(protocol, "read_note", path="Home"), appending(protocol, "too early"))
    server.script(calling(protocol, "propose_plan", goal="Write", steps=steps))
    server.script(appending(protocol, "1"), Reply("One.", reasoning="Yes."), appending(protocol, "2"))
    server.script(calling(protocol, "fail_step", reason="No room."), appending(protocol, "2"), Reply("Two."))
    provider = service(server)
    limits = LimitSettings(turn_tokens=1_000_000, confirm_round=100)
    engine = make_engine(vault, provider, protocol=protocol, mode="apply", limits=limits)

    def say(event: AgentEvent) -> None:
        if isinstance(event, Observation) and event.result.change_id is not None:
            engine.steer("快一点")

    async def scene() -> tuple[list[AgentEvent], list[AgentEvent]]:
        try:
            stopped = await collect(engine, "write two lines", say, mode="plan")
            return stopped, await follow(engine, engine.retry())
        finally:
            await provider.aclose()

    stopped, events = asyncio.run(scene())
    assert server.problems == []
    assert isinstance(stopped[-1], Stopped)
    assert stopped[-1].reason == "plan_failed"
    assert types(stopped).count("steered") == 2
    assert isinstance(events[-1], Answer)
    assert log(vault) == ["1", "2", "2"]
    assert engine.usage.prompt_tokens > 0
