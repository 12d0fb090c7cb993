"""Damaged input by the hundred thousand: streams of models, replies with tool calls, frames of MCP servers.

python -m bench.fuzz_inputs [--count 100000] [--seed 1]

Streams go over real connections to the real client. Nothing may raise but the named errors, nothing may take a
second, and no call may come out of JSON that was cut off.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from axon_desktop.errors import LLMError
from axon_desktop.llm.http.exchange import StreamLimits
from axon_desktop.llm.messages import Finished, Message
from axon_desktop.llm.providers.deepseek import DeepSeekService
from axon_desktop.mcp_host.wire.frames import FloodError, FrameReader, Oversized
from axon_desktop.tools import ToolParser
from tests.llm.deepseek_server import DeepSeekServer, Raw, Reply, chunks_of

_SLOW = 1.0
"""Processor seconds for one input."""
_LIMITS = StreamLimits(silence=20.0, payload=20.0, queued=20.0, trailer=0.2)
_WORDS = (
    b"```", b"~~~~", b"json:tool", b"{", b"}", b"[", b"]", b'"', b"\\", b"\n", b"\r", b"\r\n", b"\n\n", b"data: ",
    b": ", b"[DONE]", b"null", b"\xff", b"\x00", b"\xe4\xb8", b"\\ud800", b"<think>", b"</think>", b'"tool":',
    b'"params":', b"> ", b"    ", b"\t", b"1e999", b"-", b'"finish_reason":"stop"', b'"index":-1',
    b'"tool_calls":[',
)  # fmt: skip
_REPLY = """I look first.

```json:tool
{"tool": "read_note", "params": {"path": "Home", "limit": 5}}
```

Then 写下来:

~~~~
```json:tool
{"tool": "trash_note", "params": {"path": "shown only"}}
```
~~~~

```json:tool
{"tool": "create_note", "params": {"path": "日记/今天", "content": "a \\"quoted\\" line\\n```js\\nx\\n```\\n"}}
```
"""
_WHOLE = ('"limit": 5}}\n```', '\\n```\\n"}}\n```')
"""Where the two blocks of the reply end."""


@dataclass
class Figures:
    """What came of it."""

    done: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0
    faults: list[str] = field(default_factory=list)

    def fault(self, kind: str, what: str, data: bytes) -> None:
        """Take note of what should not be."""
        self.faults.append(f"{kind}: {what}: {data[:300]!r}")


def damage(data: bytes, random_: random.Random) -> bytes:
    """Return data with some of it changed, left out, doubled, cut or filled with what parsers dislike."""
    for _ in range(random_.choice((1, 1, 2, 3, 8))):
        at = random_.randint(0, len(data))
        to = min(len(data), at + random_.choice((1, 2, 5, 40)))
        match random_.randrange(6):
            case 0:
                data = data[:at] + random_.randbytes(to - at) + data[to:]
            case 1:
                data = data[:at] + data[to:]
            case 2:
                data = data[:to] + data[at:]
            case 3:
                data = data[:at] + random_.choice(_WORDS) * random_.choice((1, 1, 2, 60)) + data[at:]
            case 4:
                data = data[:at]
            case _:
                data = data[:at] + random_.choice(_WORDS) + data[to:]
    return data


def timed(figures: Figures, kind: str, data: bytes, work: Callable[[], None]) -> None:
    """Do the work for one input, and notice what it raises and how long it takes."""
    begun = time.process_time()
    try:
        work()
    except Exception as error:  # what is looked for
        figures.fault(kind, f"{type(error).__name__}: {error}", data)
    took = time.process_time() - begun
    figures.slowest = max(figures.slowest, took)
    if took > _SLOW:
        figures.fault(kind, f"took {took:.1f} s", data)
    figures.done[kind] += 1


# --- replies with calls ---------------------------------------------------------------------------------------


def fuzz_replies(count: int, random_: random.Random, figures: Figures) -> None:
    """Parse damaged replies; of one that is only cut off, no more calls than it has whole blocks."""
    parser = ToolParser(("read_note", "create_note", "trash_note"))
    whole = _REPLY.encode()
    for number in range(count):
        cut = number % 4 == 0
        data = whole[: random_.randint(0, len(whole))] if cut else damage(whole, random_)
        text = data.decode("utf-8", random_.choice(("replace", "surrogateescape")))

        def work(text: str = text, data: bytes = data, cut: bool = cut) -> None:
            calls = parser.parse(text).tool_calls
            if cut and len(calls) > sum(end in text for end in _WHOLE):
                figures.fault("reply", "a call came out of a block that was cut off", data)

        timed(figures, "reply", data, work)


# --- frames ---------------------------------------------------------------------------------------------------


def fuzz_frames(count: int, random_: random.Random, figures: Figures) -> None:
    """Cut damaged frames of a server into lines, in pieces of any size."""
    result = {"content": [{"type": "text", "text": "天气 " * 20}], "isError": False}
    frame = json.dumps({"jsonrpc": "2.0", "id": 7, "result": result}).encode() + b"\n"
    for _ in range(count):
        data = damage(frame * random_.choice((1, 3, 40)), random_)

        def work(data: bytes = data) -> None:
            reader, kept = FrameReader(limit=2000, flood=8000), 0
            try:
                for piece in _pieces(data, random_):
                    for line in reader.feed(piece):
                        kept += 1 if isinstance(line, Oversized) else len(line)
            except FloodError:
                figures.ends["flood"] += 1
            if kept > len(data):
                figures.fault("frame", "more came out than went in", data)

        timed(figures, "frame", data, work)


def _pieces(data: bytes, random_: random.Random) -> Sequence[bytes]:
    size = random_.choice((1, 7, 100, 100_000))
    return [data[at : at + size] for at in range(0, len(data), size)]


# --- streams --------------------------------------------------------------------------------------------------


def _stream() -> bytes:
    params = {"path": "日记/今天", "content": "line\n", "mode": "append"}
    reply = Reply("Let me write that down.", reasoning="Hm, 好。", calls=[("create_note", params)], piece=9)
    lines = [f"data: {json.dumps(chunk, ensure_ascii=False)}\n\n" for chunk in chunks_of(reply)]
    return "".join([": keep-alive\n\n", *lines, "data: [DONE]\n\n"]).encode()


async def fuzz_streams(count: int, random_: random.Random, figures: Figures) -> None:
    """Send damaged streams over real connections; what is cut before the end gives no call."""
    whole = _stream()
    end = whole.rindex(b'"finish_reason": "')
    with DeepSeekServer() as server:
        provider = DeepSeekService(
            api_key=server.key, base_url=server.base_url, model="deepseek-flash", limits=_LIMITS, retry_base=0.0
        )
        for number in range(count):
            cut = number % 4 == 0
            data = whole[: random_.randint(0, end)] if cut else damage(whole, random_)
            server.play_now(*[Raw(data)] * 8)
            begun = time.process_time()
            try:
                async with asyncio.timeout(30):
                    parts = [part async for part in provider.stream_complete([Message("user", "hello")])]
                last = parts[-1]
                if not isinstance(last, Finished):
                    figures.fault("stream", "it has no end", data)
                elif cut and last.message.tool_calls:
                    figures.fault("stream", "a call came out of a stream that was cut off", data)
                else:
                    figures.ends[last.finish_reason] += 1
            except LLMError as error:
                figures.ends[type(error).__name__] += 1
            except Exception as error:  # what is looked for
                figures.fault("stream", f"{type(error).__name__}: {error}", data)
            took = time.process_time() - begun
            figures.slowest = max(figures.slowest, took)
            if took > _SLOW:
                figures.fault("stream", f"took {took:.1f} s", data)
            figures.done["stream"] += 1
        await provider.aclose()


def run(count: int, seed: int = 1) -> Figures:
    """Play so many inputs: half of them replies, three tenths streams, the rest frames."""
    random_, figures = random.Random(seed), Figures()
    fuzz_replies(count // 2, random_, figures)
    fuzz_frames(count // 5, random_, figures)
    asyncio.run(fuzz_streams(count - count // 2 - count // 5, random_, figures))
    return figures


def main() -> int:
    """Run the command line; 0 when nothing went wrong."""
    parser = argparse.ArgumentParser(description="Damaged input for every parser that reads from outside.")
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    figures = run(options.count, options.seed)
    for fault in figures.faults[:30]:
        print(f"MISS {fault}")
    print(", ".join(f"{end} {number}" for end, number in figures.ends.most_common()))
    done = ", ".join(f"{number} of kind {kind}" for kind, number in figures.done.items())
    print(f"{done}: {len(figures.faults)} faults, slowest {figures.slowest * 1000:.0f} ms")
    return 1 if figures.faults else 0


if __name__ == "__main__":
    sys.exit(main())
