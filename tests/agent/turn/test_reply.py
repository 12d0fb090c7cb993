"""A reply is read while it comes: what is parsed at its end is what a parser makes of the whole."""

import asyncio
import time
from functools import partial

from axon_desktop.agent.turn.event_stream import stream_events
from axon_desktop.agent.turn.interrupt import Interrupt
from axon_desktop.agent.turn.reply import Reply
from axon_desktop.llm.messages import Finished, Message, TextDelta
from axon_desktop.llm.providers.scripted import ScriptedProvider, ScriptedReply
from axon_desktop.tools import ToolParser
from tests.agent.scenes import block

NAMES = ("read_note",)
TALK = "Notes are plain files, and *links* between them are [[wikilinks]].\n\n- one\n\n```python\nx = 1\n```\n\n"


def _stream(script: ScriptedReply) -> Reply:
    async def run() -> Reply:
        reply = Reply(ScriptedProvider([script]), Interrupt(), "turn", NAMES)
        async for _ in stream_events(partial(reply.stream, [Message("user", "go on")], ())):
            pass
        return reply

    return asyncio.run(run())


def test_a_reply_is_parsed_as_a_parser_does_it() -> None:
    text = f"{TALK}{block('read_note', path='Home')}"
    reply = _stream(text)
    assert reply.raw == text
    assert reply.parse(text) == ToolParser(NAMES).parse(text)


def test_a_reply_that_the_provider_put_together_otherwise_is_parsed_as_it_is_kept() -> None:
    kept = Message("assistant", block("read_note", path="Home"))
    reply = _stream([TextDelta("thinking aloud"), Finished(kept, "stop")])
    assert [call.tool for call in reply.parse(kept.content).tool_calls] == ["read_note"]


def test_little_is_left_to_do_at_the_end_of_a_long_reply() -> None:
    text = "".join(f"{number * number} {TALK}" for number in range(600))
    reply = _stream(text)
    begun = time.process_time()
    parsed = ToolParser(NAMES).parse(text)
    whole = time.process_time() - begun
    begun = time.process_time()
    assert reply.parse(text) == parsed
    assert time.process_time() - begun < whole / 4
