"""What the agent does in a round does not grow with the conversation, the turn or the servers beside it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack
from pathlib import Path

from axon_desktop.agent.events import Answer, Observation
from axon_desktop.agent.recorder import Recorder
from axon_desktop.conversations.store.conversation_store import ConversationStore
from axon_desktop.llm.messages import Delta, LLMOptions, Message, ToolCall, ToolDefinition
from axon_desktop.llm.providers.scripted import ScriptedProvider, ScriptedReply
from axon_desktop.settings.settings import LimitSettings
from axon_desktop.tools import ToolManager
from axon_desktop.vault import Vault
from tests.agent.scenes import make_engine
from tests.counting.counters import Calls, Sql, counted_calls, counted_memory
from tests.mcp_host.scenes import crude, ready, running

ROUNDS = 40
LIMITS = LimitSettings(max_rounds=ROUNDS + 10, confirm_round=1_000, calls_per_round=100)
WINDOW = 5
"""Rounds that are counted together."""


class Counting(ScriptedProvider):
    """Plays its script, and notes at each request how much was done since the one before."""

    def __init__(self, replies: Sequence[ScriptedReply], calls: Calls) -> None:
        super().__init__(replies, native_tools=True)
        self._calls = calls
        self._before = 0
        self.costs: list[int] = []
        """Calls of functions of the program, for each round; the first is that of the turn's beginning."""

    async def stream_complete(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolDefinition] = (),
        options: LLMOptions | None = None,
    ) -> AsyncGenerator[Delta, None]:
        """Yield the script's next reply."""
        now = self._calls.all
        self.costs.append(now - self._before)
        self._before = self._calls.all
        async for delta in super().stream_complete(messages, tools, options):
            yield delta


def make_vault(home: Path, notes: int = 10) -> Vault:
    root = home / "vault"
    root.mkdir(parents=True)
    for at in range(notes):
        (root / f"n{at}.md").write_text(f"# Note {at}\n\nA line.\n", encoding="utf-8")
    vault = Vault(root, data_dir=home / "data")
    vault.open()
    return vault


def reading(rounds: int) -> list[ScriptedReply]:
    """Return replies that read one note after the other, another one each time."""
    replies: list[ScriptedReply] = [
        Message("assistant", "", tool_calls=(ToolCall("read_note", {"path": f"n{at % 10}.md"}, f"c{at}"),))
        for at in range(rounds)
    ]
    return [*replies, "All is read."]


async def play(
    vault: Vault, rounds: int, *, tools: ToolManager | None = None, history: Sequence[Message] = ()
) -> list[int]:
    """Play a turn, and return what each round cost."""
    with counted_calls() as calls:
        provider = Counting(reading(rounds), calls)
        engine = make_engine(vault, provider, limits=LIMITS, tools=tools, history=history)
        last = None
        async for event in engine.process_message("Read all notes."):
            last = event
    assert isinstance(last, Answer)
    return provider.costs


def middle(costs: Sequence[int]) -> float:
    return sorted(costs)[len(costs) // 2]


def test_round_costs_the_same_late_in_a_turn(tmp_path: Path) -> None:
    """Red when `ContextManager` estimates every message again, or keeps no sizes."""
    vault = make_vault(tmp_path)
    costs = asyncio.run(play(vault, ROUNDS))
    vault.close()
    early, late = middle(costs[3 : 3 + WINDOW]), middle(costs[-WINDOW - 1 : -1])
    grown = 2 * (ROUNDS - WINDOW)  # messages that came in between
    assert late <= early + 8 * grown, (early, late)
    assert late <= 1.5 * early, (early, late)


def test_round_looks_at_each_old_message_a_few_times_only(tmp_path: Path) -> None:
    """Red when messages are estimated, parsed or copied one by one in each round: a long talk pays for it."""
    vault = make_vault(tmp_path)
    costs = []
    for messages in (10, 500):
        history = [
            Message("assistant" if at % 2 else "user", f"What was said as number {at}. " + "word " * 80)
            for at in range(messages)
        ]
        costs.append(middle(asyncio.run(play(vault, 8, history=history))[3:]))
    vault.close()
    assert costs[1] <= costs[0] + 8 * 490, costs


def test_words_of_old_messages_are_not_read_again(tmp_path: Path) -> None:
    """Red when something goes through the text of old messages: few of them, but with 50,000 tokens."""
    vault = make_vault(tmp_path)
    costs = []
    for words in (200, 10_000):
        history = [Message("assistant" if at % 2 else "user", "some words " * words) for at in range(10)]
        costs.append(middle(asyncio.run(play(vault, 8, history=history))[3:]))
    vault.close()
    assert costs[1] <= 1.1 * costs[0], costs


def test_round_costs_little_more_beside_ten_servers(tmp_path: Path) -> None:
    """Red when each round lists the tools of all servers again (`ConversationTools.tools` without its version)."""

    async def body() -> list[float]:
        vault = make_vault(tmp_path)
        costs = []
        async with AsyncExitStack() as stack:
            for count in (0, 10):
                configs = [crude(f"server{number}") for number in range(count)]
                host = await stack.enter_async_context(running(tmp_path / str(count), *configs))
                await ready(host)
                tools = ToolManager(vault)
                tools.registry.attach(host.toolset_for_conversation())
                costs.append(middle((await play(vault, 10, tools=tools))[3:]))
        vault.close()
        return costs

    costs = asyncio.run(body())
    assert costs[1] <= 1.5 * costs[0] + 50, costs


def test_call_costs_the_same_late_in_a_reply_of_many(tmp_path: Path, sql: Sql) -> None:
    """Red when each call looks at all calls of its reply, or a record at all that was kept of the conversation."""

    async def body() -> list[tuple[int, int]]:
        vault = make_vault(tmp_path)
        store = ConversationStore(tmp_path / "conversations.sqlite")
        await store.open()
        recorder = Recorder(store, await store.create(vault=vault.id))
        wanted = tuple(ToolCall("read_note", {"path": f"n{at % 10}.md"}, f"c{at}") for at in range(100))
        provider = ScriptedProvider([Message("assistant", "", tool_calls=wanted), "Done."], native_tools=True)
        engine = make_engine(vault, provider, limits=LIMITS)
        marks: list[tuple[int, int]] = []
        seen = 0
        with counted_calls() as calls:
            async for event in engine.process_message("Read all notes."):
                recorder.handle(event)
                recorder.sync(engine.history)
                if isinstance(event, Observation):
                    seen += 1
                    if seen in (10, 30, 80, 100):
                        await store.flush()
                        marks.append((calls.all, len(sql.statements)))
        await store.close()
        vault.close()
        return marks

    first, second, third, fourth = asyncio.run(body())
    for kind in (0, 1):
        early, late = second[kind] - first[kind], fourth[kind] - third[kind]
        assert late <= 1.2 * early + 5, (("calls", "statements")[kind], early, late)


def test_memory_for_a_turn_of_many_writes_is_some_times_their_texts(tmp_path: Path) -> None:
    """Red when a turn holds what was there before and after each write, beside what is sent."""
    text = "A line of a note.\n" * 200

    async def body() -> int:
        vault = make_vault(tmp_path)
        few, many = (
            [ToolCall("create_note", {"path": f"Made {at}", "content": f"{text}{at}\n"}, f"c{at}") for at in some]
            for some in (range(2), range(2, 102))
        )
        replies = [Message("assistant", "", tool_calls=(*calls,)) for calls in (few, many)]
        provider = ScriptedProvider([replies[0], "Done.", replies[1], "Done."], native_tools=True)
        engine = make_engine(vault, provider, limits=LIMITS, mode="apply")
        async for _ in engine.process_message("Make two notes."):  # this imports
            pass
        with counted_memory() as memory:
            async for _ in engine.process_message("Make many notes."):
                pass
        vault.close()
        return memory.peak

    share = asyncio.run(body()) / (100 * len(text))
    assert share <= 2, f"{share:.1f} times the texts"
