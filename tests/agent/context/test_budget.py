"""The meter counts what the provider counted; the ceiling of a turn warns, then stops before it is passed."""

import asyncio

import pytest

from axon_desktop.agent.events import AgentEvent, Answer, BudgetWarning, RoundStarted, Stopped, UsageReported
from axon_desktop.llm.messages import Finished, Message, TextDelta, Usage
from axon_desktop.llm.providers.scripted import ScriptedProvider, ScriptedReply
from axon_desktop.settings.settings import LimitSettings
from axon_desktop.vault import Vault
from tests.agent.scenes import block, collect, follow, make_engine, types


def counted(text: str, prompt: int, completion: int) -> ScriptedReply:
    return [TextDelta(text), Finished(Message("assistant", text), "stop", Usage(prompt, completion))]


def reads(count: int, prompt: int = 3_000, completion: int = 100) -> list[ScriptedReply]:
    return [
        counted(block("read_note", path="Home", limit=number + 1), prompt, completion) for number in range(count)
    ]


def test_usage_carries_cost_and_context(vault: Vault) -> None:
    provider = ScriptedProvider([*reads(1, 100, 20), counted("Done.", 200, 10)], price=0.001)
    engine = make_engine(vault, provider)
    assert engine.cost is None
    events = asyncio.run(collect(engine, "read"))
    reported = [event for event in events if isinstance(event, UsageReported)]
    assert [event.cost for event in reported] == pytest.approx([0.12, 0.21])
    assert [event.total_cost for event in reported] == pytest.approx([0.12, 0.33])
    assert [event.context for event in reported] == [120, 210]
    assert engine.cost == pytest.approx(0.33)
    assert engine.usage == Usage(300, 30)


def test_unknown_price_gives_no_cost(vault: Vault) -> None:
    engine = make_engine(vault, ScriptedProvider([counted("Done.", 200, 10)]))
    (event,) = [event for event in asyncio.run(collect(engine, "hi")) if isinstance(event, UsageReported)]
    assert (event.cost, event.total_cost, engine.cost) == (None, None, None)


def test_tokens_warn_once_and_stop_before_the_call_that_would_pass(vault: Vault) -> None:
    provider = ScriptedProvider([*reads(8), "Never asked."])
    limits = LimitSettings(turn_tokens=14_000, confirm_round=100)
    engine = make_engine(vault, provider, limits=limits)
    events = asyncio.run(collect(engine, "read"))
    # Four calls of 3,100 tokens were paid for; a fifth of at least 3,100 would make more than 14,000.
    assert events[-1] == Stopped(turn_id=events[0].turn_id, reason="budget", rounds=4, max_tokens=14_000)
    assert len(provider.requests) == 4
    (warning,) = [event for event in events if isinstance(event, BudgetWarning)]
    assert (warning.tokens, warning.max_tokens, warning.max_cost) == (12_400, 14_000, None)
    assert engine.usage == Usage(12_000, 400)
    assert engine.history[-1].role == "user"  # the results are kept


def test_stopped_turn_goes_on_with_a_fresh_ceiling(vault: Vault) -> None:
    provider = ScriptedProvider([*reads(4), counted("Done.", 3_000, 100)])
    engine = make_engine(vault, provider, limits=LimitSettings(turn_tokens=14_000, confirm_round=100))

    async def scene() -> list[AgentEvent]:
        assert isinstance((await collect(engine, "read"))[-1], Stopped)
        return await follow(engine, engine.retry())

    assert isinstance(asyncio.run(scene())[-1], Answer)


def test_money_warns_and_stops(vault: Vault) -> None:
    provider = ScriptedProvider(reads(8), price=1e-6)
    limits = LimitSettings(turn_cost=0.014, turn_tokens=20_000, confirm_round=100)
    engine = make_engine(vault, provider, limits=limits)
    events = asyncio.run(collect(engine, "read"))
    assert events[-1] == Stopped(turn_id=events[0].turn_id, reason="budget", rounds=4, max_cost=0.014)
    (warning,) = [event for event in events if isinstance(event, BudgetWarning)]
    assert warning.cost == pytest.approx(0.0124)
    assert warning.max_cost == 0.014


def test_reply_is_capped_to_what_is_left(vault: Vault) -> None:
    provider = ScriptedProvider([*reads(4), "x"])
    engine = make_engine(vault, provider, limits=LimitSettings(turn_tokens=16_500, confirm_round=100))
    asyncio.run(collect(engine, "read"))
    caps = [request.options.max_tokens if request.options else None for request in provider.requests]
    assert caps[0] is None  # so much is left that a cap could be more than the model's own limit
    last = caps[-1]
    assert last is not None
    assert 256 <= last <= 16_500 - 4 * 3_100 - 3_100


def test_reply_cut_by_the_cap_is_stopped_by_the_budget(vault: Vault) -> None:
    cut: ScriptedReply = [TextDelta("Half"), Finished(Message("assistant", "Half"), "length", Usage(3_000, 900))]
    provider = ScriptedProvider([*reads(1), cut])
    engine = make_engine(vault, provider, limits=LimitSettings(turn_tokens=7_500))
    end = asyncio.run(collect(engine, "read"))[-1]
    assert end == Stopped(turn_id=end.turn_id, reason="budget", partial="Half", rounds=2, max_tokens=7_500)


def test_provider_that_does_not_count_is_estimated(vault: Vault) -> None:
    script: list[ScriptedReply] = [block("read_note", path="Home", limit=number) for number in range(1, 40)]
    provider = ScriptedProvider(script)
    limits = LimitSettings(turn_tokens=10_000, max_rounds=50, confirm_round=100)
    events = asyncio.run(collect(make_engine(vault, provider, limits=limits), "read"))
    assert isinstance(events[-1], Stopped)
    assert events[-1].reason == "budget"
    assert 1 < len(provider.requests) < 20
    assert "usage" not in types(events)


def test_first_call_that_cannot_fit_is_not_made(vault: Vault) -> None:
    provider = ScriptedProvider(["Hello."])
    engine = make_engine(vault, provider, limits=LimitSettings(turn_tokens=1_000))
    events = asyncio.run(collect(engine, "long " * 2_000))
    assert events[-1] == Stopped(turn_id=events[0].turn_id, reason="budget", max_tokens=1_000)
    assert provider.requests == []
    assert not [event for event in events if isinstance(event, RoundStarted)]
