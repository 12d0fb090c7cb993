"""Thinking in the tags of each family, however the text is cut; also where only its end comes."""

import pytest

from axon_desktop.llm.messages import JsonObject, ReasoningDelta, TextDelta
from axon_desktop.llm.providers.anthropic_reply import AnthropicReply
from axon_desktop.llm.providers.openai_reply import ReplyBuilder
from axon_desktop.llm.providers.openai_wire import ToolNames
from axon_desktop.llm.providers.think_tags import split_lone_end
from tests.llm.talk import delta_of

PAIRS = [
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<seed:think>", "</seed:think>"),
    ("[THINK]", "[/THINK]"),
    ("◁think▷", "◁/think▷"),
    ("<|START_THINKING|>", "<|END_THINKING|>"),
    ("<|inner_prefix|>", "<|inner_suffix|>"),
    ("<|channel|>analysis<|message|>", "<|end|><|start|>assistant<|channel|>final<|message|>"),
]
LONE = [end for _, end in PAIRS[:-1]] + [
    "<|channel|>final<|message|>",
    "<|start|>assistant<|channel|>final<|message|>",
]


def read(text: str, size: int) -> tuple[str, str, str, str | None]:
    """Return what streamed as text and as thinking, and the content and thinking of the message.

    Both wire formats come to the same.
    """
    pieces = [text[at : at + size] for at in range(0, len(text), size)]
    openai = _read(ReplyBuilder(ToolNames(())), [delta_of(content=piece) for piece in pieces])
    deltas = [_event("delta", delta={"type": "text_delta", "text": piece}) for piece in pieces]
    events = [_event("start", content_block={"type": "text", "text": ""}), *deltas, _event("stop")]
    assert _read(AnthropicReply(ToolNames(()), "a/m"), events) == openai
    return openai


def _event(kind: str, **more: JsonObject) -> JsonObject:
    return {"type": f"content_block_{kind}", "index": 0, **more}


def _read(builder: ReplyBuilder | AnthropicReply, chunks: list[JsonObject]) -> tuple[str, str, str, str | None]:
    parts = [part for chunk in chunks for part in builder.feed(chunk)]
    parts += builder.rest()
    said = "".join(part.text for part in parts if isinstance(part, TextDelta))
    thought = "".join(part.text for part in parts if isinstance(part, ReasoningDelta))
    message = builder.finish().message
    return said, thought, message.content, message.reasoning


@pytest.mark.parametrize("size", [1, 3, 200])
@pytest.mark.parametrize(("begin", "end"), PAIRS)
def test_thinking_at_the_start_streams_as_thinking(begin: str, end: str, size: int) -> None:
    text = f"{begin}\nI should greet.\n{end}\n\nHello there, <think> of it"
    assert read(text, size) == (
        "Hello there, <think> of it",
        "\nI should greet.\n",
        "Hello there, <think> of it",
        "\nI should greet.\n",
    )


@pytest.mark.parametrize("size", [1, 3, 200])
@pytest.mark.parametrize("end", LONE)
def test_all_before_a_lone_end_is_thinking(end: str, size: int) -> None:
    _, _, content, reasoning = read(f"I should greet.\n{end}\n\nHello there", size)
    assert (content, reasoning) == ("Hello there", "I should greet.\n")
    assert read(f"I should greet.{end}\nHello there", size)[2:] == ("Hello there", "I should greet.")


@pytest.mark.parametrize(
    "text",
    [
        "Close it with `</think>` as usual.",
        "Close it with </think> as usual.",
        "It is\n`</think>`\nin backticks.",
        "So:\n```\nI should greet.\n</think>\nHello\n```\nThat is it.",
        "First <think> and then\n</think>\nas a pair.",
        "[THINK] is Mistral's.\nAnd [/THINK] its end, of course.",
    ],
)
def test_tag_that_is_written_about_is_text(text: str) -> None:
    assert split_lone_end(text, None) == (text, None)


def test_tag_beside_thinking_of_anthropics_own_is_text() -> None:
    reply = AnthropicReply(ToolNames(()), "a/m")
    text = {"type": "text", "text": "Its end is\n</think>\nI think."}
    content = [{"type": "thinking", "thinking": "Hm.", "signature": "s"}, text]
    parts = list(reply.feed({"type": "message", "content": content, "stop_reason": "end_turn"}))
    message = reply.finish().message
    assert (message.content, message.reasoning) == (text["text"], "Hm.")
    assert message.blocks[1] == {"type": "text", "start": 0, "end": len(text["text"])}
    assert len(parts) == 2


def test_two_thoughts_before_the_text_are_both_thinking() -> None:
    text = "<think>one</think>\n<think>two</think>\nHello"
    assert read(text, 2)[2:] == ("Hello", "onetwo")


def test_call_after_harmonys_thinking_is_left_to_the_parser() -> None:
    call = '<|channel|>commentary to=functions.read_note <|constrain|>json<|message|>{"path": "A"}<|call|>'
    assert read(f"<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant{call}", 5)[2:] == (call, "Hm.")
