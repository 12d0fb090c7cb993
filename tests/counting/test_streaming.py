"""A token costs as much at the end of a long reply as at its start."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from axon_desktop.llm.messages import Delta, Finished, LLMOptions, Message, TextDelta, ToolDefinition
from axon_desktop.llm.providers.scripted import ScriptedProvider
from axon_desktop.ui.markdown_view import MarkdownView, stream
from bench.texts import markdown
from tests.counting.counters import Calls, Sql, counted_calls, counted_memory
from tests.ui.chat_world import Run, make_world
from tests.waiting import until

PART = markdown(4_000, seed=2).rstrip() + "\n\n"
"""About 1,000 tokens, said again and again, so that each part costs the same."""
PARTS = 10
BEAT = 264
"""Characters that are shown together: what 2,000 tokens a second bring between two looks."""


def html_length(given: Mapping[str, Any]) -> int:
    return len(given["html"])


WEIGH = {"ChunkDocument.show_html": html_length}


def beats(text: str) -> Iterator[str]:
    return (text[at : at + BEAT] for at in range(0, len(text), BEAT))


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show what comes at once: how many tokens come together must not depend on the machine."""
    monkeypatch.setattr(stream, "FLUSH_MS", 0)


def is_shown(view: MarkdownView) -> bool:
    if view._stream is None:
        return True
    growing = view._stream[1]
    return not (growing._waiting or growing._timer.isActive() or growing._step_timer.isActive())


async def say(view: MarkdownView, part: str) -> None:
    for beat in beats(part):
        view.append_stream(beat)
        await until(lambda: is_shown(view))


@pytest.mark.usefixtures("hasty")
def test_token_costs_the_view_as_much_at_the_end(run_async: Run) -> None:
    """Red when `Stream._flush` scans all that has come, `Stream._seal` seals nothing, or `_pieces` is not used."""
    found: list[Calls] = []

    async def body() -> None:
        view = MarkdownView()
        view.resize(440, 800)
        view.show()
        view.add_text("Tell me everything.", "user")
        view.begin_stream()
        await say(view, PART)  # this warms up
        for number in range(1, PARTS):
            if number in (1, PARTS - 1):
                with counted_calls(WEIGH) as calls:
                    await say(view, PART)
                found.append(calls)
            else:
                await say(view, PART)
        view.end_stream()
        await until(lambda: not view.at_work)
        view.hide()
        view.deleteLater()

    run_async(body())
    first, last = found
    assert first["Viewport.paintEvent"] > 10
    assert last.all <= 1.2 * first.all, (last.all, first.all, last.most(), first.most())
    assert last.all_with_c <= 1.2 * first.all_with_c
    for work in ("Viewport.paintEvent", "ChunkBuilder._fill", "Renderer.render", "scan_blocks"):
        assert last[work] <= 1.2 * first[work] + 2, (work, last[work], first[work])
    weights = [calls.weight("ChunkDocument.show_html") for calls in found]
    assert weights[1] <= 1.2 * weights[0], weights


@pytest.mark.usefixtures("hasty")
def test_part_of_a_reply_lays_out_its_end_only(run_async: Run) -> None:
    """Red when more than the growing end is laid out for each look, or its finished blocks are rendered again."""

    async def body() -> Calls:
        view = MarkdownView()
        view.resize(440, 800)
        view.show()
        view.begin_stream()
        await say(view, PART)
        with counted_calls(WEIGH) as calls:
            await say(view, PART)
        view.end_stream()
        await until(lambda: not view.at_work)
        view.hide()
        view.deleteLater()
        return calls

    calls = run_async(body())
    looks = len([*beats(PART)])
    assert calls["ChunkBuilder._fill"] <= 2.2 * looks
    assert calls["Renderer.render"] <= 3 * looks
    assert calls["Viewport.paintEvent"] <= 1.6 * looks
    assert calls.weight("ChunkDocument.show_html") <= 1_800 * looks


class Talker(ScriptedProvider):
    """Says the same part again and again, and lets somebody count between two of them."""

    def __init__(self, parts: int, shown: Callable[[], bool], between: Callable[[int], Awaitable[None]]) -> None:
        super().__init__([], name="DeepSeek", model="deepseek-flash")
        self._parts = parts
        self._shown = shown
        self._between = between

    async def stream_complete(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolDefinition] = (),
        options: LLMOptions | None = None,
    ) -> AsyncGenerator[Delta, None]:
        """Yield tokens of four characters, and wait for them to be shown."""
        for part in range(self._parts):
            for beat in beats(PART):
                for at in range(0, len(beat), 4):
                    yield TextDelta(beat[at : at + 4])
                await asyncio.sleep(0)
                await until(self._shown)
            await self._between(part)
        yield Finished(Message("assistant", PART * self._parts), "stop")


@pytest.mark.usefixtures("hasty")
def test_token_costs_the_whole_way_as_much_at_the_end(tmp_path: Path, run_async: Run, sql: Sql) -> None:
    """Red when engine, session, recorder, store or transcript look at what has come so far for each token.

    For instance `Recorder.handle` joining all pieces, or `Reply` looking for calls in all of its text.
    """
    parts = 6
    counts: list[int] = []
    asked: list[int] = []
    steps: list[int] = []

    async def body() -> None:
        watching: list[Any] = []

        async def between(part: int) -> None:
            assert world.store is not None
            await world.store.flush()
            if watching:
                manager, calls = watching.pop()
                manager.__exit__(None, None, None)
                counts.append(calls.all)
                asked.append(len(sql.statements))
                steps.append(sql.steps)
            if part in (0, parts - 2):
                sql.reset()
                manager = counted_calls()
                watching.append((manager, manager.__enter__()))

        def shown() -> bool:
            return is_shown(world.panel.view)

        world = make_world(tmp_path, provider=Talker(parts, shown, between), keep=True)
        await world.ask("Tell me everything.")
        await world.close()

    run_async(body())
    tokens = len(PART) / 4
    assert len(counts) == 2
    assert counts[1] <= 1.2 * counts[0], f"{counts[0] / tokens:.0f} calls a token, then {counts[1] / tokens:.0f}"
    assert asked[1] <= 1.05 * asked[0] + 10
    assert asked[0] <= 4 * tokens
    assert steps[1] <= 1.2 * steps[0] + 20


@pytest.mark.usefixtures("hasty")
def test_memory_for_a_long_reply_is_some_times_its_text(run_async: Run) -> None:
    """Red when each look at the reply leaves something behind, such as its HTML."""
    text = PART * (PARTS // 2)

    async def body() -> int:
        view = MarkdownView()
        view.resize(440, 800)
        view.show()
        view.begin_stream()
        await say(view, PART)
        with counted_memory() as memory:
            await say(view, text)
            view.end_stream()
            await until(lambda: not view.at_work)
        view.hide()
        view.deleteLater()
        return memory.peak

    peak = run_async(body())
    assert peak <= 40 * len(text), f"{peak / len(text):.1f} bytes a character"
