import asyncio
from pathlib import Path

import pytest

from axon_desktop.agent.context.mentions import Focus
from axon_desktop.agent.engine import AgentEngine
from axon_desktop.agent.events import Answer, Compacted, ContextCut, Error, Observation
from axon_desktop.errors import LLMConnectionError
from axon_desktop.llm.context_size.tokens import estimate_messages
from axon_desktop.llm.messages import Finished, Message, Role, TextDelta, Usage
from axon_desktop.llm.models.profiles import Profile
from axon_desktop.llm.offline.offline import OfflineProvider
from axon_desktop.llm.providers.scripted import ScriptedProvider, ScriptedReply
from axon_desktop.settings.settings import LimitSettings
from axon_desktop.vault import Vault
from tests.agent.scenes import block, collect, make_engine

LONG = "word " * 1_500
WINDOW = 15_700
"""Tokens: the system prompt, what is kept free for the reply, and room for three long notes but not for four."""


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    root = tmp_path / "vault"
    root.mkdir()
    (root / "Home.md").write_text("welcome home", "utf-8")
    for number in range(8):
        (root / f"Long {number}.md").write_text(f"{number} {LONG}", "utf-8")
    return Vault(root, data_dir=tmp_path / "data")


SPEAKERS: tuple[Role, ...] = ("user", "assistant")


def _reading(count: int) -> list[ScriptedReply]:
    return [block("read_note", path=f"Long {number}.md") for number in range(count)]


def test_a_conversation_that_fills_the_window_is_summed_up_and_goes_on(vault: Vault) -> None:
    replies = [*_reading(3), "Summary: three long notes were read.", *_reading(1), "done"]
    provider = ScriptedProvider(replies, context_window=WINDOW)
    engine = make_engine(vault, provider)
    events = asyncio.run(collect(engine, "read all the long notes"))
    compacted = [event for event in events if isinstance(event, Compacted)]
    assert len(compacted) == 1
    assert isinstance(events[-1], Answer)
    sent = provider.requests[-1].messages
    assert any("Summary: three long notes were read." in message.content for message in sent)
    assert any("read all the long notes" in message.content for message in sent)
    assert engine.summary is not None
    assert sum(isinstance(event, Observation) for event in events) == 4
    assert len(engine.history) == 10  # nothing is thrown away


def test_without_a_summary_the_oldest_is_cut_and_said(vault: Vault) -> None:
    replies: list[ScriptedReply] = [*_reading(3), LLMConnectionError("gone"), *_reading(2), "done"]
    engine = make_engine(vault, ScriptedProvider(replies, context_window=WINDOW))
    events = asyncio.run(collect(engine, "read all the long notes"))
    assert isinstance(events[-1], Answer)
    cuts = [event for event in events if isinstance(event, ContextCut)]
    assert cuts
    assert cuts[0].messages > 0
    assert not any(isinstance(event, Compacted) for event in events)


def test_a_window_that_is_too_small_for_the_prompt_is_an_error_that_says_so(vault: Vault) -> None:
    engine = make_engine(vault, ScriptedProvider(["hello"], context_window=1_100))
    events = asyncio.run(collect(engine, "hello"))
    assert isinstance(events[-1], Error)
    assert events[-1].code == "LLMContextError"


def test_a_summary_goes_on_in_another_engine(vault: Vault) -> None:
    first = make_engine(
        vault, ScriptedProvider([*_reading(3), "Summary: four notes.", "done"], context_window=WINDOW)
    )
    asyncio.run(collect(first, "read them"))
    provider = ScriptedProvider(["yes"], context_window=WINDOW)
    again = make_engine(vault, provider)
    again = AgentEngine(
        provider,
        again._setup.tools,
        again._setup.approver,
        policy=again._setup.policy,
        limits=again._setup.limits,
        history=first.history,
        summary=first.summary,
    )
    asyncio.run(collect(again, "and now?"))
    assert "Summary: four notes." in provider.requests[0].messages[1].content


def test_compacting_on_wish(vault: Vault) -> None:
    provider = ScriptedProvider(["one", "two", "Summary: greetings."])
    engine = make_engine(vault, provider)
    assert asyncio.run(engine.compact()) is None
    asyncio.run(collect(engine, "first"))
    assert asyncio.run(engine.compact()) is None
    asyncio.run(collect(engine, "second"))
    made = asyncio.run(engine.compact())
    assert made is not None
    assert (made.summary, made.messages) == ("Summary: greetings.", 2)


def test_compacting_on_wish_leaves_room_for_the_summary(vault: Vault) -> None:
    window = 8_000
    said = [Message(role, f"{number} " + "word " * 400) for number in range(40) for role in SPEAKERS]
    provider = ScriptedProvider(["Summary."], context_window=window)
    engine = make_engine(vault, provider, history=said)
    assert asyncio.run(engine.compact()) is not None
    assert estimate_messages(provider.requests[0].messages, (), provider.token_factor) <= window * 3 / 4


def test_a_summary_says_nothing_of_what_the_next_round_takes(vault: Vault) -> None:
    said = [Message(role, f"{number} " + "word " * 400) for number in range(12) for role in SPEAKERS]
    summary = Finished(Message("assistant", "Summary."), "stop", Usage(6_000, 50))
    answer = Finished(Message("assistant", "done"), "stop", Usage(4_000, 5))
    provider = ScriptedProvider([[summary], [TextDelta("done"), answer]], context_window=WINDOW)
    engine = make_engine(vault, provider, limits=LimitSettings(turn_tokens=18_000), history=said)
    events = asyncio.run(collect(engine, "and now?"))
    assert any(isinstance(event, Compacted) for event in events)
    assert isinstance(events[-1], Answer)  # 6,050 are used, and the request takes some 4,000
    assert engine.usage == Usage(10_000, 55)


def test_the_instructions_of_the_vault_end_the_system_prompt(vault: Vault) -> None:
    provider = ScriptedProvider(["hi", "ho"])
    engine = make_engine(vault, provider)
    asyncio.run(collect(engine, "hello"))
    (vault.root / "AGENTS.md").write_text("Answer in verse.", "utf-8")
    asyncio.run(collect(engine, "again"))
    without, with_them = (request.messages[0].content for request in provider.requests)
    assert with_them.startswith(without.rstrip())
    assert with_them.rstrip().endswith("Answer in verse.")


def test_mentions_and_the_open_note_are_sent_but_the_prompt_stays(vault: Vault) -> None:
    provider = ScriptedProvider([block("list_folder", path=""), "done"])
    engine = make_engine(vault, provider)

    async def scene() -> list[str]:
        events = [
            event async for event in engine.process_message("sum up @Home", focus=Focus("Long 1.md", "0 word"))
        ]
        return [event.type for event in events]

    asyncio.run(scene())
    first = provider.requests[0].messages[-1]
    assert first.role == "user"
    assert first.content.startswith("sum up @Home\n\n")
    assert "welcome home" in first.content
    assert "Long 1.md" in first.content
    second = provider.requests[1].messages
    assert second[1] == first  # the beginning stays, byte for byte
    assert "welcome home" not in second[-1].content  # the reminder repeats the user's own words alone


@pytest.mark.parametrize(("text", "named"), [("Where is it?", False), ("Shorten this note", True)])
def test_a_small_model_is_given_the_open_note_only_when_it_is_meant(vault: Vault, text: str, named: bool) -> None:
    provider = ScriptedProvider(["done", "done"], profile=Profile(small=True))
    engine = make_engine(vault, provider)

    async def scene() -> None:
        async for _event in engine.process_message(text, focus=Focus("Long 1.md")):
            pass

    asyncio.run(scene())
    said = [message.content for message in provider.requests[0].messages if message.role == "user"]
    assert any("user has open: Long 1.md" in content for content in said) is named


def test_a_retry_does_not_add_the_mentions_twice(vault: Vault) -> None:
    provider = ScriptedProvider([LLMConnectionError("gone"), "done"])
    engine = make_engine(vault, provider)
    asyncio.run(collect(engine, "sum up @Home"))
    asyncio.run(collect(engine, "sum up @Home"))
    assert provider.requests[-1].messages[-1].content.count("welcome home") == 1


def test_offline_reads_the_mentioned_path(vault: Vault) -> None:
    engine = make_engine(vault, OfflineProvider())
    events = asyncio.run(collect(engine, "read @Home"))
    assert isinstance(events[-1], Answer)
    assert "welcome home" in events[-1].content
    assert engine.history[0] == Message("user", "read Home.md")
