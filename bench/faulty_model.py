"""A model server that breaks in forty ways, in the middle of turns that write: how does each turn end?

python -m bench.faulty_model [--runs 25] [--seed 1]

A turn writes one line into a note, then the server breaks (or it breaks first); then the user tries again and the
server is well. Each turn must end with an answer, a stop or a named error, within seconds; the line must stand in
the note exactly once. The clocks of a stream are the program's own, set to fractions of a second.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from axon_desktop.agent.approval.headless_approvers import ApproveAll
from axon_desktop.agent.approval.policy import ApprovalPolicy
from axon_desktop.agent.engine import AgentEngine
from axon_desktop.agent.events import TERMINAL, AgentEvent, Answer, Error
from axon_desktop.llm.http.exchange import StreamLimits
from axon_desktop.llm.providers.deepseek import DeepSeekService
from axon_desktop.settings.settings import LimitSettings
from axon_desktop.tools import ToolManager
from axon_desktop.vault import Vault
from tests.llm.deepseek_server import DeepSeekServer, Drop, Raw, Reply, Stall, Status, Step

_LIMITS = StreamLimits(connect=2.0, silence=0.6, payload=0.8, queued=0.1, trailer=0.2)
_LONGEST = 20.0
"""Seconds that a turn may take; a run that takes longer hangs."""
_LINE = "written once"
_OFTEN = 8
"""More attempts than there are retries."""
_TEXT = "Here is what I found in your notes, all of it. "


def _call(arguments: str | dict[str, object], tool: str = "create_note") -> Reply:
    return Reply("", reasoning="Hm.", calls=[(tool, arguments)])


def _write() -> Reply:
    return _call({"path": "Log", "content": f"{_LINE}\n", "mode": "append"})


def _events(*events: object) -> Raw:
    lines = (event if isinstance(event, str) else json.dumps(event) for event in events)
    return Raw("".join(f"data: {line}\n\n" for line in lines).encode())


def _delta(**delta: object) -> dict[str, object]:
    return {"id": "x", "choices": [{"index": 0, "delta": delta, "finish_reason": None}]}


FAULTS: dict[str, Callable[[random.Random], Step]] = {
    "dropped before the head": lambda _: Drop(),
    "dropped after the head": lambda _: Drop(after_head=True),
    "dropped in the text": lambda r: Reply(_TEXT * 4, drop_after=r.randint(2, 30)),
    "dropped in the thinking": lambda r: Reply("", reasoning=_TEXT * 4, drop_after=r.randint(2, 30)),
    "dropped in a call": lambda r: Reply("", calls=_write().calls, drop_after=r.randint(2, 12)),
    "silent at once": lambda _: Stall(),
    "keep-alives for ever": lambda _: Stall(keep_alive=0.1),
    "silent in the text": lambda r: Reply(_TEXT * 4, hang_after=r.randint(2, 30)),
    "silent in a call": lambda r: Reply("", calls=_write().calls, hang_after=r.randint(2, 12)),
    "error object in the stream": lambda r: Reply(
        _TEXT * 4, error_after=(r.randint(0, 20), {"message": "overloaded"})
    ),
    "error object at once": lambda _: _events({"error": {"message": "no", "type": "server_error"}}),
    "400": lambda _: Status(400, "bad request"),
    "400, the context is too long": lambda _: Status(400, "maximum context length is 10 tokens"),
    "401": lambda _: Status(401, "wrong key"),
    "402": lambda _: Status(402, "Insufficient Balance"),
    "403": lambda _: Status(403, "forbidden"),
    "404": lambda _: Status(404, "no such model"),
    "413": lambda _: Status(413, "too large"),
    "422": lambda _: Status(422, "invalid parameter"),
    "429": lambda _: Status(429, "slow down"),
    "429 with Retry-After": lambda _: Status(429, "slow down", retry_after=0),
    "429 with a Retry-After that is no time": lambda _: Status(429, "slow down", retry_after="soon"),
    "500": lambda _: Status(500, "fault"),
    "502 with a page": lambda _: Raw(b"<html><h1>Bad gateway</h1></html>", "text/html", 502),
    "503": lambda _: Status(503, "overloaded", retry_after=0),
    "529": lambda _: Status(529, "overloaded"),
    "redirect to elsewhere": lambda _: Raw(b"", code=302, headers={"Location": "http://127.0.0.1:9/"}),
    "a page instead of a stream": lambda _: Raw(b"<html>Sign in to the hotel's network</html>", "text/html"),
    "an empty body": lambda _: Raw(b""),
    "JSON that is cut": lambda _: Raw(b'data: {"choices": [{"index": 0, "del\n\n'),
    "JSON that is a list": lambda _: _events("[1, 2]", "[DONE]"),
    "no choices": lambda _: _events({"id": "x", "choices": []}, "[DONE]"),
    "null for everything": lambda _: _events({"id": None, "choices": None, "usage": None}, "[DONE]"),
    "only the end": lambda _: _events("[DONE]"),
    "bytes that are no UTF-8": lambda r: Raw(b"data: " + r.randbytes(400) + b"\n\n"),
    "an endless line": lambda _: Raw(b"data: " + b"x" * 9_000_000),
    "a call whose JSON is cut": lambda r: _call('{"path": "Log", "content": "'[: r.randint(1, 27)]),
    "a call cut by the output limit": lambda _: Reply(
        "", calls=[("create_note", '{"path": "Lo')], finish="length"
    ),
    "the content filter": lambda _: Reply("I can", finish="content_filter"),
    "no reason for the end": lambda _: _events(_delta(role="assistant", content="Half")),
    "a call to no tool": lambda _: _call({"path": "Log"}, "no_such_tool"),
    "a call with no name": lambda _: _events(
        _delta(role="assistant", tool_calls=[{"index": 0, "id": "c", "function": {"arguments": "{}"}}]), "[DONE]"
    ),
    "nothing but blanks": lambda _: Reply("  \n "),
}


@dataclass
class Figures:
    """How the turns ended."""

    runs: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0
    faults: list[str] = field(default_factory=list)


async def _turn(engine: AgentEngine, text: str) -> list[AgentEvent]:
    return [event async for event in engine.process_message(text)]


async def _play(server: DeepSeekServer, vault: Vault, figures: Figures, name: str) -> None:
    """Run the turn that breaks, then the same again with a server that is well."""
    provider = DeepSeekService(
        api_key=server.key, base_url=server.base_url, model="deepseek-flash", limits=_LIMITS, retry_base=0.001
    )
    policy = ApprovalPolicy("apply")
    engine = AgentEngine(provider, ToolManager(vault), ApproveAll(), policy=policy, limits=LimitSettings())
    log = vault.root / "Log.md"
    try:
        for again in (False, True):
            begun = time.monotonic()
            try:
                async with asyncio.timeout(_LONGEST):
                    events = await _turn(engine, "Write it down")
            except TimeoutError:
                figures.faults.append(f"{name}: the turn hangs")
                return
            figures.slowest = max(figures.slowest, time.monotonic() - begun)
            end = events[-1]
            if not isinstance(end, TERMINAL):
                figures.faults.append(f"{name}: the turn ends with {end.type}")
            if not again:
                figures.ends[end.code if isinstance(end, Error) else end.type] += 1
                server.play_now(
                    *[_write()] * (not log.exists()), *[Reply("It is written.", reasoning="Good.")] * 3
                )
            elif not isinstance(end, Answer):
                figures.faults.append(f"{name}: trying again ends with {end}")
        if log.read_text("utf-8") != f"{_LINE}\n":
            figures.faults.append(f"{name}: the note holds {log.read_text('utf-8')!r}")
    finally:
        await provider.aclose()


def play(name: str, seed: int, figures: Figures) -> None:
    """Play one kind of fault once."""
    random_ = random.Random(f"{name} {seed}")
    step = FAULTS[name](random_)
    with DeepSeekServer() as server, tempfile.TemporaryDirectory(prefix="axon-fault-") as temp:
        (Path(temp) / "vault").mkdir()
        vault = Vault(Path(temp) / "vault", data_dir=Path(temp) / "data")
        server.script(*[_write()] * random_.randint(0, 1), *[step] * _OFTEN)
        figures.runs += 1
        asyncio.run(_play(server, vault, figures, f"{name} #{seed}"))
        vault.close()


def main() -> int:
    """Run the command line; 0 when every turn ended as it should."""
    parser = argparse.ArgumentParser(description="A model server that breaks: how each turn ends.")
    parser.add_argument("--runs", type=int, default=25, help="of each kind")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    figures = Figures()
    for name in FAULTS:
        for number in range(options.runs):
            play(name, options.seed + number, figures)
    for fault in figures.faults:
        print(f"MISS {fault}")
    print(", ".join(f"{end} {count}" for end, count in figures.ends.most_common()))
    print(
        f"{len(FAULTS)} kinds, {figures.runs} runs: {len(figures.faults)} ended as they should not,"
        f" slowest turn {figures.slowest:.1f} s"
    )
    return 1 if figures.faults else 0


if __name__ == "__main__":
    sys.exit(main())
