"""The context is as large as the server makes it: asked for, learned from refusals and cuts, reported once."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from axon_desktop.agent.engine import AgentEngine
from axon_desktop.agent.events import (
    AgentEvent,
    Answer,
    Compacted,
    ContextCut,
    ContextSized,
    Error,
    Observation,
    UsageReported,
)
from axon_desktop.llm.context_size import server_window
from axon_desktop.llm.context_size.context_window import reply_reserve
from axon_desktop.llm.context_size.learned_windows import LearnedWindows
from axon_desktop.llm.messages import Message, Role, ToolCall
from axon_desktop.llm.providers.openai_compatible import OpenAICompatibleProvider
from axon_desktop.settings.settings import LimitSettings
from axon_desktop.vault import Vault
from tests.agent.scenes import collect, make_engine
from tests.llm.limited_server import (
    ALL_WORDS,
    LimitedServer,
    Words,
    in_groqs_words,
    in_llama_cpps_words,
    in_ollama_clouds_words,
    in_openais_words,
)
from tests.llm.local_servers import MODEL, ollama, vllm
from tests.llm.loopback import Reply
from tests.llm.talk import PATIENT
from tests.waiting import PATIENCE

PROSE = "The committee met on Tuesday and agreed that the bridge should be painted before winter. "
LONG = PROSE * 150
"""Some 13,000 bytes."""


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_window, "_SECONDS", PATIENCE)


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    return _vault(tmp_path)


def _vault(place: Path) -> Vault:
    root = place / "vault"
    root.mkdir()
    for number in range(8):
        (root / f"Long {number}.md").write_text(f"{number} {LONG}", "utf-8")
    return Vault(root, data_dir=place / "data")


def _provider(server: LimitedServer, file: Path | None = None, **more: Any) -> OpenAICompatibleProvider:
    return OpenAICompatibleProvider(server.base_url, MODEL, limits=PATIENT, learned=LearnedWindows(file), **more)


def _turn(engine: AgentEngine, *texts: str) -> list[AgentEvent]:
    async def scene() -> list[AgentEvent]:
        events: list[AgentEvent] = []
        for text in texts:
            events += await collect(engine, text)
        await engine._setup.provider.aclose()
        return events

    return asyncio.run(scene())


def _sizes(events: list[AgentEvent]) -> list[tuple[str, int]]:
    return [(event.finding, event.tokens) for event in events if isinstance(event, ContextSized)]


def _reading(*numbers: int) -> list[Reply]:
    return [Reply(calls=[("read_note", {"path": f"Long {number}.md"})]) for number in numbers]


SPEAKERS: tuple[Role, ...] = ("user", "assistant")


def _said(turns: int) -> list[Message]:
    return [Message(role, f"{turn} {PROSE * 40}") for turn in range(turns) for role in SPEAKERS]


@pytest.mark.parametrize("words", ALL_WORDS)
def test_a_request_refused_for_its_length_is_cut_and_answered(vault: Vault, words: Words) -> None:
    with LimitedServer(9_000, words) as server:
        engine = make_engine(vault, _provider(server), history=_said(12))
        events = _turn(engine, "and what about the bridge?")
        assert isinstance(events[-1], Answer)
        assert server.problems == []
        assert server.refused >= 1
        assert server.answered[-1]["messages"][-1]["content"].endswith("and what about the bridge?")
        assert _sizes(events)[-1][0] == "refused"
        assert server.count(server.answered[-1]) <= 9_000
        assert any(isinstance(event, Compacted) for event in events)
        assert len(engine.history) == 26  # nothing is thrown away


@pytest.mark.parametrize("words", [in_openais_words, in_groqs_words])
def test_tools_that_ran_before_a_refusal_do_not_run_again(vault: Vault, words: Words) -> None:
    with LimitedServer(9_000, words) as server:
        server.replies = _reading(0, 1, 2)
        events = _turn(make_engine(vault, _provider(server)), "read three notes")
        assert isinstance(events[-1], Answer)
        assert server.problems == []
        assert server.refused >= 1
        read = [event.call.params["path"] for event in events if isinstance(event, Observation)]
        assert read == ["Long 0.md", "Long 1.md", "Long 2.md"]


def test_what_a_refusal_taught_is_known_after_a_restart(vault: Vault, tmp_path: Path) -> None:
    file = tmp_path / "data" / "sizes.json"
    with LimitedServer(9_000, in_openais_words) as server:
        assert _sizes(_turn(make_engine(vault, _provider(server, file), history=_said(12)), "one?")) == [
            ("assumed", 32_768),
            ("refused", 9_000),
        ]
        again = _provider(server, file)
        assert (again.context_window, again.window_assumed) == (9_000, False)
        before = server.refused
        events = _turn(make_engine(vault, again, history=_said(12)), "two?")
        assert (server.refused, _sizes(events)) == (before, [])
        assert any(isinstance(event, Compacted) for event in events)
        other = OpenAICompatibleProvider(server.base_url, "another", learned=LearnedWindows(file))
        assert other.context_window == 32_768


def test_an_assumed_size_is_told_once_for_a_model(vault: Vault, tmp_path: Path) -> None:
    file = tmp_path / "sizes.json"
    with LimitedServer(100_000) as server:
        reported = _sizes(_turn(make_engine(vault, _provider(server, file)), "one?", "two?"))
        assert reported == [("assumed", 32_768)]
        assert _sizes(_turn(make_engine(vault, _provider(server, file)), "three?")) == []
        assert _sizes(_turn(make_engine(vault, _provider(server, file, context_window=20_000)), "four?")) == []


def test_the_servers_own_word_is_told_to_nobody(vault: Vault) -> None:
    with LimitedServer(16_384, in_openais_words) as server:
        server.answers.update(vllm(16_384))
        events = _turn(make_engine(vault, _provider(server)), "one?")
        assert _sizes(events) == []
        assert server.refused == 0


def test_the_users_own_number_gives_way_to_a_refusal(vault: Vault) -> None:
    with LimitedServer(9_000, in_llama_cpps_words) as server:
        provider = _provider(server, context_window=60_000)
        events = _turn(make_engine(vault, provider, history=_said(12)), "one?")
        assert isinstance(events[-1], Answer)
        assert provider.context_window == 9_000


def test_a_reply_that_may_be_too_long_is_refused_once_and_capped(vault: Vault) -> None:
    from axon_desktop.llm.messages import LLMOptions

    with LimitedServer(9_000, in_openais_words) as server:
        provider = _provider(server, options=LLMOptions(max_tokens=30_000))
        events = _turn(make_engine(vault, provider), "one?", "two?")
        assert isinstance(events[-1], Answer)
        assert server.refused == 1
        assert provider.context_window == 9_000  # the prompt was short: only the reply was not


def test_a_window_that_holds_not_even_the_prompt_is_an_error(vault: Vault) -> None:
    with LimitedServer(1_024, in_openais_words) as server:
        events = _turn(make_engine(vault, _provider(server)), "hello")
        assert isinstance(events[-1], Error)
        assert events[-1].code == "LLMContextError"
        assert server.refused == 1


# --- a server that cuts without a word


def test_a_cut_without_a_word_is_noticed_told_and_heeded(vault: Vault, tmp_path: Path) -> None:
    file = tmp_path / "sizes.json"
    with LimitedServer(8_192) as server:
        server.replies = _reading(0, 1, 2, 3)
        provider = _provider(server, file)
        events = _turn(make_engine(vault, provider), "read four notes")
        cut = next(event for event in events if isinstance(event, ContextSized) and event.finding == "cut")
        assert (cut.tokens, cut.read) == (8_192, 8_192)
        assert cut.sent > 9_000
        longest = max(server.count(body) for body in server.answered)
        assert longest < 14_000
        at = next(number for number, body in enumerate(server.answered) if server.count(body) == longest)
        assert all(server.count(body) <= 8_192 for body in server.answered[at + 1 :])
        assert _provider(server, file).context_window == 8_192


@pytest.mark.parametrize(
    "reports",
    [
        lambda tokens: {"prompt_tokens": tokens, "prompt_tokens_details": {"cached_tokens": tokens - 100}},
        lambda tokens: {"prompt_tokens": max(tokens - 6_000, 1_100), "prompt_cache_hit_tokens": 6_000},
        lambda tokens: {"prompt_tokens": 12},
        lambda tokens: {"prompt_tokens": 0},
        lambda tokens: {},
    ],
    ids=["cached within", "cached apart", "nonsense", "nothing counted", "not reported"],
)
@pytest.mark.parametrize("ratio", [0.75, 0.9, 1.3])
def test_a_server_that_reads_everything_is_not_suspected(vault: Vault, reports: Any, ratio: float) -> None:
    with LimitedServer(200_000, ratio=ratio, reports=reports) as server:
        server.replies = _reading(0, 1, 2)
        provider = _provider(server, context_window=100_000)
        assert _sizes(_turn(make_engine(vault, provider), "read three notes", "and now?")) == []
        assert provider.context_window == 100_000


def test_a_server_that_counts_only_what_is_new_is_not_suspected(vault: Vault) -> None:
    counted: list[int] = []

    def fresh(tokens: int) -> dict[str, Any]:
        counted.append(tokens)
        return {"prompt_tokens": tokens - (counted[-2] if len(counted) > 1 else 0)}

    with LimitedServer(200_000, reports=fresh) as server:
        server.replies = _reading(0, 1, 2)
        provider = _provider(server, context_window=100_000)
        assert _sizes(_turn(make_engine(vault, provider), "read three notes")) == []


def test_notes_of_rules_and_blanks_are_no_cut(vault: Vault) -> None:
    (vault.root / "Table.md").write_text(("-" * 70 + " " * 50 + "\n") * 300, "utf-8")
    with LimitedServer(200_000, ratio=0.2) as server:  # long runs of one character are few tokens
        server.replies = [Reply(calls=[("read_note", {"path": "Table.md"})])]
        server.count = lambda body: 1_700 + 900 * (len(body["messages"]) > 2)  # type: ignore[method-assign]
        provider = _provider(server, context_window=100_000)
        assert _sizes(_turn(make_engine(vault, provider), "read the table")) == []


def test_ollama_is_asked_for_what_it_has_loaded_before_the_first_request(vault: Vault) -> None:
    with LimitedServer(8_192) as server:
        server.answers.update(ollama(loads=8_192))
        server.replies = _reading(0, 1, 2)
        events = _turn(make_engine(vault, _provider(server)), "read three notes")
        assert _sizes(events) == []
        assert all(server.count(body) <= 8_192 for body in server.answered)


# --- one number for the meter and for cutting


def test_nothing_is_left_out_before_the_meter_is_where_it_must_be(vault: Vault) -> None:
    window = 16_384
    with LimitedServer(window, in_openais_words, ratio=0.8) as server:
        server.answers.update(vllm(window))
        server.replies = _reading(0, 1, 2, 3, 4)
        events = _turn(make_engine(vault, _provider(server), limits=LimitSettings(max_rounds=10)), "read four")
        assert server.refused == 0
        meter = 0
        shortened = []
        for event in events:
            if isinstance(event, UsageReported):
                meter = event.context
                assert meter == event.usage.prompt_tokens + event.usage.completion_tokens
            elif isinstance(event, Compacted | ContextCut):
                shortened.append(meter)
        # What was read last is not in the meter yet: one note has some 2,600 tokens.
        assert shortened
        assert all(filled + 1.5 * 2_700 > 0.8 * (window - reply_reserve(window)) for filled in shortened)


def test_the_first_turn_in_a_window_of_8k_reads_a_note_whole(vault: Vault) -> None:
    (vault.root / "Note.md").write_text(PROSE * 90, "utf-8")
    with LimitedServer(8_192, in_openais_words) as server:
        server.answers.update(vllm(8_192))
        server.replies = [Reply(calls=[("read_note", {"path": "Note.md"})])]
        events = _turn(make_engine(vault, _provider(server)), "read it")
        assert isinstance(events[-1], Answer)
        assert not any(isinstance(event, Compacted | ContextCut) for event in events)
        assert server.answered[-1]["messages"][-1]["content"].count("committee") == 90


# --- whatever was said, whatever server


@st.composite
def histories(draw: st.DrawFn) -> list[Message]:
    """Turns with and without calls; texts in several scripts, short and long."""
    words = st.sampled_from([PROSE, "项目的进展很顺利，下周继续。", "x = y + 1\n", "Привет, мир! "])
    text = st.builds(lambda word, times: word * times, words, st.integers(1, 120))
    said: list[Message] = []
    for turn in range(draw(st.integers(0, 8))):
        said.append(Message("user", f"{turn} {draw(text)}"))
        for number in range(draw(st.integers(0, 2))):
            call = ToolCall("read_note", {"path": "Long 1.md"}, f"c{turn}-{number}")
            said.append(Message("assistant", draw(text), tool_calls=(call,)))
            said.append(Message("tool", draw(text), tool_call_id=call.id))
        said.append(Message("assistant", draw(text)))
    return said


@given(
    history=histories(),
    window=st.integers(6_000, 20_000),
    words=st.sampled_from([*ALL_WORDS, None]),
    ratio=st.floats(0.7, 1.6),
    tells=st.booleans(),
)
@example(  # only by how much it is too long is reported, in the server's larger count
    history=[Message("user", f"0 {PROSE}"), Message("assistant", PROSE * 100)],
    window=6_000,
    words=in_ollama_clouds_words,
    ratio=1.5,
    tells=False,
)
@settings(max_examples=40, deadline=None)
def test_whatever_the_server_takes_the_turn_is_answered_within_it(
    history: list[Message], window: int, words: Words | None, ratio: float, tells: bool
) -> None:
    with tempfile.TemporaryDirectory() as place, LimitedServer(window, words, ratio=ratio) as server:
        vault = _vault(Path(place))
        if tells:
            server.answers.update(vllm(window))
        engine = make_engine(vault, _provider(server), history=history)
        events = _turn(engine, "the newest question", "and another one")
        assert isinstance(events[-1], Answer), events[-1]
        assert server.problems == []  # a call without its result, or a result without its call, is refused
        assert server.refused <= 8
        newest = server.answered[-1]["messages"][-1]
        assert newest["role"] == "user"
        assert "and another one" in newest["content"]
        if words is not None or (tells and ratio <= 1.3):
            assert all(server.count(body) <= window for body in server.answered)
