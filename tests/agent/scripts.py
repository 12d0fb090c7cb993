"""Random scripts: what a model may send, good and bad, in both protocols."""

from hypothesis import strategies as st

from axon_desktop.errors import LLMAuthError, LLMConnectionError, LLMStalledError
from axon_desktop.llm.messages import (
    Delta,
    Finished,
    Message,
    Queued,
    ReasoningDelta,
    Retrying,
    TextDelta,
    ToolCall,
    ToolCallDelta,
    Usage,
)
from axon_desktop.llm.providers.scripted import ScriptedReply
from tests.agent.scenes import block

PATHS = st.sampled_from(["Home", "Inbox/Idea", "../outside", "no/such", ".obsidian/app"])
CALLS = st.one_of(
    st.builds(lambda path: ToolCall("read_note", {"path": path}), PATHS),
    st.builds(
        lambda path, text: ToolCall("create_note", {"path": path, "content": text}), PATHS, st.text(max_size=9)
    ),
    st.builds(lambda path: ToolCall("list_folder", {"path": path}), PATHS),
    st.just(ToolCall("no_such_tool", {})),
    st.just(ToolCall("read_note", {"pfad": 1})),
)
BROKEN = st.sampled_from(["```json:tool\n{\n```\n", '```json:tool\n{"tool": "read_note"}\n```\n'])
ERRORS = st.sampled_from([LLMConnectionError("gone"), LLMStalledError("stalled"), LLMAuthError("no key")])


@st.composite
def replies(draw: st.DrawFn) -> ScriptedReply:
    deltas: list[Delta | Exception] = draw(
        st.lists(st.sampled_from([Queued(10.0), Retrying(2, 0.1, "x")]), max_size=2)
    )
    thinking = draw(st.text(max_size=10))
    text = draw(st.text(max_size=10)) + "\n"
    text_calls = draw(st.lists(CALLS, max_size=2))
    text += "".join(block(call.tool, **call.params) for call in text_calls) + draw(st.just("") | BROKEN)
    native = draw(st.lists(CALLS, max_size=2))
    calls = tuple(ToolCall(call.tool, call.params, f"c{index}") for index, call in enumerate(native))
    deltas += [ReasoningDelta(thinking)] if thinking else []
    deltas += [TextDelta(text[:5]), TextDelta(text[5:])]
    deltas += [ToolCallDelta(index, call.tool, 3) for index, call in enumerate(calls)]
    if draw(st.booleans()) and (error := draw(st.none() | ERRORS)) is not None:
        return [*deltas, error]
    reason = draw(
        st.sampled_from(["stop", "stop", "tool_calls", "length", "interrupted", "content_filter", "other"])
    )
    usage = draw(st.none() | st.just(Usage(3, 2)))
    broken = draw(st.sampled_from([(), (), ("Invalid JSON: cut off",)]))
    return [*deltas, Finished(Message("assistant", text, thinking or None, calls), reason, usage, broken)]  # type: ignore[arg-type]
