"""One conversation of twenty tool rounds on every wire format, with servers that refuse what the true APIs refuse.

Not one request may be refused: also after a restart, a switch of model and back, a compaction, and a stop.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import ExitStack, aclosing, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from axon_desktop.agent.context.compaction import compact
from axon_desktop.agent.context.context import ContextManager
from axon_desktop.agent.engine import AgentEngine
from axon_desktop.agent.events import AgentEvent, Answer, Cancelled, Observation, Token
from axon_desktop.agent.recorder import Recorder
from axon_desktop.agent.turn.interrupt import Interrupt
from axon_desktop.conversations.store.conversation_store import ConversationStore
from axon_desktop.llm.messages import Message
from axon_desktop.llm.providers.anthropic import AnthropicProvider
from axon_desktop.llm.providers.deepseek import DeepSeekService
from axon_desktop.llm.providers.openai_compatible import OpenAICompatibleProvider
from axon_desktop.settings.settings import LimitSettings
from axon_desktop.vault import Vault
from tests.agent.scenes import collect, make_engine, observations
from tests.llm import anthropic_server
from tests.llm.anthropic_server import AnthropicServer, Blocks
from tests.llm.deepseek_server import DeepSeekServer
from tests.llm.loopback import LoopbackServer, Reply
from tests.llm.openai_server import OpenAIServer, Quirk

ROUNDS = 20
LIMITS = LimitSettings(max_rounds=ROUNDS + 5, confirm_round=1000)
QUIRKS = [quirk for quirk in Quirk if not quirk.startswith("refuses ")]
"""Those of servers that answer every request; the fields that others refuse are tested with the provider."""


SWITCHES = [*itertools.permutations(["deepseek", "openai", "anthropic"], 2), ("anthropic", Quirk.NO_IDS)]
SWITCHES += [("deepseek", Quirk.EMPTY_IDS), (Quirk.THINK_TAGS, "deepseek")]


class Wire:
    """A server of one wire format, and the providers that talk to it."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        quirks = () if kind in ("deepseek", "openai", "anthropic") else (Quirk(kind),)
        self.server: LoopbackServer = (
            DeepSeekServer(strict=True)
            if kind == "deepseek"
            else AnthropicServer()
            if kind == "anthropic"
            else OpenAIServer(*quirks, strict=True)
        )

    def __repr__(self) -> str:
        return self.kind

    def provider(self) -> DeepSeekService | AnthropicProvider | OpenAICompatibleProvider:
        server = self.server
        if isinstance(server, OpenAIServer):
            return OpenAICompatibleProvider(
                server.base_url,
                server.model,
                api_key=server.key,
                context_window=200_000,
                resend_reasoning=Quirk.WANTS_REASONING in server.quirks,
            )
        if isinstance(server, AnthropicServer):
            return AnthropicProvider(api_key=server.key, base_url=server.base_url)
        return DeepSeekService(api_key=server.key, base_url=server.base_url)

    def script(self, rounds: Sequence[int], *, answer: str = "") -> None:
        """Let the model run these rounds, and answer if asked to."""
        self.server.script(*(self._reply(number, *round_of(number)) for number in rounds))
        if answer:
            self.server.script(self._reply(max(rounds, default=0) + 100, answer, []))

    def _reply(self, number: int, content: str, calls: list[tuple[str, Any]]) -> Reply:
        reasoning = f"想一想 {number}.\n"
        if self.kind != "anthropic":
            return Reply(content, reasoning=reasoning, calls=calls)
        blocks = [anthropic_server.thinking(reasoning)]
        blocks += [anthropic_server.text(content)] if content else []
        for position, (tool, params) in enumerate(calls):
            blocks.append(anthropic_server.call(tool, params, f"toolu_{number}_{position}"))
        return Blocks(blocks=blocks)

    def check(self) -> None:
        assert self.server.problems == []


def round_of(number: int) -> tuple[str, list[tuple[str, Any]]]:
    """Return text and calls of a round: mostly a write, now and then two calls at once or one that fails."""
    match number % 5:
        case 3:
            return "", [("read_note", {"path": "Home"}), ("list_folder", {"path": "Daily"})]
        case 4:
            return f"第 {number} 轮。", [("read_note", {"path": f"Nowhere {number}"})]
    params = {"path": "Log", "content": f"{number}\n", "mode": "append"}
    return "Next." if number % 2 else "", [("create_note", params)]


def written(rounds: Sequence[int]) -> list[str]:
    """Return what the rounds leave in the log."""
    return [str(number) for number in rounds if number % 5 < 3]


def log(vault: Vault) -> list[str]:
    return (vault.root / "Log.md").read_text("utf-8").splitlines()


@asynccontextmanager
async def engine_on(wire: Wire, vault: Vault, history: Sequence[Message] = ()) -> AsyncIterator[AgentEngine]:
    """Give an engine, as a start of the program makes it."""
    provider = wire.provider()
    yield make_engine(vault, provider, mode="apply", limits=LIMITS, protocol="native", history=history)
    await provider.aclose()


async def play(wire: Wire, vault: Vault, rounds: Sequence[int], history: Sequence[Message] = ()) -> list[Message]:
    """Run one turn with these rounds on an engine of its own; return the history."""
    wire.script(rounds, answer="Done.")
    async with engine_on(wire, vault, history) as engine:
        events = await collect(engine, f"rounds {rounds}")
    assert isinstance(events[-1], Answer), events[-1]
    found = observations(events)
    assert len(found) == sum(len(round_of(number)[1]) for number in rounds)
    assert all(event.result.success == ("Nowhere" not in str(event.call.params)) for event in found)
    return engine.history


@pytest.fixture
def wires() -> Iterator[Callable[[str], Wire]]:
    with ExitStack() as stack:

        def start(kind: str) -> Wire:
            wire = Wire(kind)
            stack.enter_context(wire.server)
            return wire

        yield start


@pytest.mark.parametrize("kind", ["deepseek", "openai", "anthropic", *QUIRKS])
def test_twenty_rounds_are_never_refused(kind: str, vault: Vault, wires: Callable[[str], Wire]) -> None:
    wire = wires(kind)
    asyncio.run(play(wire, vault, range(ROUNDS)))
    wire.check()
    assert log(vault) == written(range(ROUNDS))
    assert len(wire.server.requests) == ROUNDS + 1


@pytest.mark.parametrize("kind", ["deepseek", "openai", "anthropic", Quirk.EMPTY_IDS, Quirk.WANTS_REASONING])
def test_restart_in_the_middle_of_a_turn(
    kind: str, vault: Vault, wires: Callable[[str], Wire], tmp_path: Path
) -> None:
    wire, file = wires(kind), tmp_path / "conversations.sqlite"

    async def first_run() -> str:
        """Break off in the middle of round 10, the way a killed program does: nothing is settled."""
        store = ConversationStore(file)
        await store.open()
        conversation = await store.create(vault=vault.id)
        recorder = Recorder(store, conversation)
        wire.script(range(10))
        seen = 0
        async with engine_on(wire, vault) as engine, aclosing(engine.process_message("go")) as events:
            async for event in events:
                recorder.handle(event)
                recorder.sync(engine.history)
                seen += isinstance(event, Observation)
                if seen == sum(len(round_of(number)[1]) for number in range(9)) + 1:
                    await store.flush()
                    break
            await store.close()
        return conversation

    async def second_run(conversation: str) -> None:
        store = ConversationStore(file)
        await store.open()
        history = (await store.load(conversation)).history
        await store.close()
        assert len(history) > 18
        await play(wire, vault, range(10, ROUNDS), history)

    asyncio.run(second_run(asyncio.run(first_run())))
    wire.check()
    assert log(vault) == written([*range(10), *range(10, ROUNDS)])


@pytest.mark.parametrize(("first", "second"), SWITCHES)
def test_switch_of_model_and_back(first: str, second: str, vault: Vault, wires: Callable[[str], Wire]) -> None:
    one, other = wires(first), wires(second)

    async def scene() -> None:
        history = await play(one, vault, range(7))
        history = await play(other, vault, range(7, 13), history)
        await play(one, vault, range(13, ROUNDS), history)

    asyncio.run(scene())
    one.check()
    other.check()
    assert log(vault) == written(range(ROUNDS))


@pytest.mark.parametrize("kind", ["deepseek", "openai", "anthropic", Quirk.NO_IDS, Quirk.WANTS_REASONING])
def test_compaction_in_the_middle(kind: str, vault: Vault, wires: Callable[[str], Wire]) -> None:
    wire = wires(kind)

    async def scene() -> None:
        context = ContextManager(await play(wire, vault, range(12)))
        room = context.count(context.messages)
        wire.script([], answer="The user let rounds 0 to 8 be run.")
        provider = wire.provider()
        made = await compact(context, provider, lambda: room, Interrupt())
        await provider.aclose()
        assert made is not None
        context.summary = made.summary
        kept = context.get_context(room)
        assert sum(len(message.tool_calls) for message in kept) in range(2, 8)  # rounds stay whole
        await play(wire, vault, range(12, ROUNDS), kept)

    asyncio.run(scene())
    wire.check()
    assert log(vault) == written(range(ROUNDS))
    assert "rounds 0 to 8" in str(wire.server.requests[-1].body)


@pytest.mark.parametrize("kind", ["deepseek", "openai", "anthropic", Quirk.EMPTY_IDS])
def test_stop_between_calls_and_in_mid_reply(kind: str, vault: Vault, wires: Callable[[str], Wire]) -> None:
    wire = wires(kind)

    async def scene(engine: AgentEngine) -> None:
        def stop_at(matches: Callable[[AgentEvent], bool]) -> Callable[[AgentEvent], None]:
            return lambda event: engine.cancel() if matches(event) else None

        def is_first_of_two(event: AgentEvent) -> bool:
            return isinstance(event, Observation) and event.call.params == {"path": "Home"}

        wire.script(range(4))
        events = await collect(engine, "go", stop_at(is_first_of_two))
        assert isinstance(events[-1], Cancelled)
        wire.script([], answer="A long answer that nobody reads to its end.")
        events = await collect(engine, "tell me", stop_at(lambda event: isinstance(event, Token)))
        assert isinstance(events[-1], Cancelled)
        wire.script(range(4, ROUNDS), answer="Done.")
        assert isinstance((await collect(engine, "go on"))[-1], Answer)

    async def run() -> None:
        async with engine_on(wire, vault) as engine:
            await scene(engine)

    asyncio.run(run())
    wire.check()
    assert log(vault) == written(range(ROUNDS))
