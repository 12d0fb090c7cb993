"""Whatever the model sends and whenever the user stops, a turn keeps its order and ends exactly once."""

import asyncio
import os
import tempfile
from itertools import pairwise
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from axon_desktop.agent.approval.approval import Decision, RoundAnswer, Verdict
from axon_desktop.agent.events import Action, AgentEvent, Answer, Cancelled, Error, Thought
from axon_desktop.llm.providers.scripted import ScriptedProvider, ScriptedReply
from axon_desktop.settings.settings import LimitSettings
from axon_desktop.vault import Vault
from tests.agent.scenes import PlayedApprover, check_history, collect, make_engine
from tests.agent.scripts import replies


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    script=st.lists(replies(), max_size=6),
    verdicts=st.lists(st.sampled_from(Verdict), max_size=4),
    rounds=st.lists(st.sampled_from(RoundAnswer), max_size=3),
    native=st.booleans(),
    stop_at=st.none() | st.integers(0, 30),
)
def test_any_turn_ends_once_and_in_order(
    script: list[ScriptedReply],
    verdicts: list[Verdict],
    rounds: list[RoundAnswer],
    native: bool,
    stop_at: int | None,
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["AXON_HOME"] = f"{folder}/home"
        root = Path(folder) / "vault"
        root.mkdir()
        (root / "Home.md").write_text("# Home\n")
        vault = Vault(root)
        approver = PlayedApprover([Decision(verdict) for verdict in verdicts], rounds)
        engine = make_engine(
            vault,
            ScriptedProvider(script, native_tools=native),
            approver,
            limits=LimitSettings(confirm_round=3, max_rounds=5, calls_per_round=3),
        )
        seen: list[AgentEvent] = []

        def watch(event: AgentEvent) -> None:
            seen.append(event)
            if len(seen) - 1 == stop_at:
                engine.cancel()

        events = asyncio.run(collect(engine, "do what you like", watch))
        _check_meaning(events, stop_at)
        check_history(engine.history)
        assert engine.get_state().status == "idle"
        assert sorted(path.name for path in Path(folder).iterdir()) in (["home", "vault"], ["vault"])
        vault.close()


def _check_meaning(events: list[AgentEvent], stop_at: int | None) -> None:
    for before, after in pairwise(events):
        if isinstance(after, Answer):
            assert isinstance(before, Thought)
            assert before.calls == 0
    places = [(event.round, event.index) for event in events if isinstance(event, Action)]
    assert len(places) == len(set(places))
    if stop_at is not None and stop_at < len(events) - 1:
        assert isinstance(events[-1], Cancelled) or (isinstance(events[-1], Error) and stop_at == len(events) - 2)
        assert not any(isinstance(event, Action) for event in events[stop_at + 1 :])
