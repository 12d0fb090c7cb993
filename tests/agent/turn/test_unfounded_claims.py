"""A first reply that claims or announces an action without a call is asked about once; plain answers are not."""

import asyncio

import pytest

from axon_desktop.agent.events import Answer
from axon_desktop.agent.turn.unfounded_claims import claims_action
from axon_desktop.llm.offline.offline import OfflineProvider
from axon_desktop.llm.providers.scripted import ScriptedProvider
from axon_desktop.vault import Vault
from tests.agent.scenes import block, collect, make_engine

ADD = block("create_note", path="Home", content="milk\n", mode="append")


@pytest.mark.parametrize(
    ("reply", "request_"),
    [
        ("I've added milk to your list.", "add milk to Home"),
        ("I have successfully created the note.", "create a note"),
        ("The line has been added to [[Home]].", "Can you add a line to Home?"),
        ("Sure! Let me read the note first.", "what does Home say?"),
        ("I'll now search your vault for it.", "find the milestone"),
        ("I will create the note.", "make a note"),
        ("我已经为你创建了笔记。", "帮我建一个笔记"),
        ("已成功添加到清单。", "添加牛奶"),
        ("好的，我来读取一下 Home。", "Home 里写了什么"),
        ("讓我先查看這個資料夾。", "整理資料夾"),
    ],
)
def test_claim_is_noticed(reply: str, request_: str) -> None:
    assert claims_action(reply, request_)


@pytest.mark.parametrize(
    ("reply", "request_"),
    [
        ("Hello! How can I help you?", "hi"),
        ("A wikilink is written with two brackets: [[Home]].", "how do I link?"),
        ("Shall I create the note?", "make a note perhaps"),
        ("I will create the note in Inbox. Is that right?", "make a note"),
        ("Yes, I added it to Home.", "Did you add the milk?"),
        ("I created Inbox/Idea.", "What did you do?"),
        ("是的，我已经添加了。", "你添加了吗？"),
        ("I will remember that.", "my name is Ben"),
        ("Let me list three ideas: tea, bread, cheese.", "ideas for breakfast"),
        ("Let me check the rules of chess with you. " + "A rook moves in lines. " * 30, "explain chess"),
        ("Notes can be moved by dragging.", "how to move notes"),
        ("笔记可以用双括号链接。", "怎么写链接"),
    ],
)
def test_plain_answer_is_none(reply: str, request_: str) -> None:
    assert not claims_action(reply, request_)


def test_claim_without_a_call_is_asked_about_once(vault: Vault) -> None:
    provider = ScriptedProvider(["I've added milk to Home.", ADD, "Done."])
    engine = make_engine(vault, provider, mode="apply")
    events = asyncio.run(collect(engine, "add milk to Home"))
    assert isinstance(events[-1], Answer)
    assert (vault.root / "Home.md").read_text().endswith("milk\n")
    assert provider.requests[1].messages[-1].role == "user"


def test_second_claim_is_the_answer(vault: Vault) -> None:
    provider = ScriptedProvider(["I've added milk.", "I have added milk, really."])
    events = asyncio.run(collect(make_engine(vault, provider), "add milk"))
    assert events[-1] == Answer(turn_id=events[0].turn_id, content="I have added milk, really.")


def test_claim_after_a_call_is_the_answer(vault: Vault) -> None:
    provider = ScriptedProvider([ADD, "I've added milk to Home."])
    asyncio.run(collect(make_engine(vault, provider, mode="apply"), "add milk"))
    assert len(provider.requests) == 2


def test_provider_without_a_model_is_never_asked_again(vault: Vault) -> None:
    (vault.root / "Log.md").write_text("I have added milk.\n")
    events = asyncio.run(collect(make_engine(vault, OfflineProvider()), "hello"))
    assert len([event for event in events if event.type == "thought"]) == 1


def test_a_long_reply_claims_at_its_beginning_or_end() -> None:
    middle = "The tide tables of the harbour follow. " * 2_000
    assert claims_action(f"I have added the line. {middle}", "add it")
    assert claims_action(f"{middle} I have added the line.", "add it")
    assert not claims_action(f"{middle} I have added the line. {middle}", "add it")
