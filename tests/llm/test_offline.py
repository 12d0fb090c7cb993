from __future__ import annotations

import asyncio
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from axon_desktop.llm.commands import read_command
from axon_desktop.llm.messages import (
    Finished,
    JsonObject,
    Message,
    TextDelta,
    ToolCall,
    ToolDefinition,
    ToolResult,
)
from axon_desktop.llm.offline import OfflineProvider
from axon_desktop.llm.prompts import build_agent_system_prompt, format_tool_results

NAMES = ["read_note", "create_note", "list_folder"]
TOOLS = [ToolDefinition(name, name, {"type": "object"}) for name in NAMES]
SYSTEM = Message("system", build_agent_system_prompt(TOOLS))


def reply_to(*messages: Message, provider: OfflineProvider | None = None) -> str:
    return asyncio.run((provider or OfflineProvider()).complete([SYSTEM, *messages])).content


def call_in(reply: str) -> ToolCall:
    found = re.search(r"^```json:tool\n(.*)\n```$", reply, re.MULTILINE)
    assert found, reply
    block = json.loads(found[1])
    return ToolCall(block["tool"], block["params"])


def run(request: str, result: ToolResult) -> str:
    """Play a whole turn and return the answer."""
    user = Message("user", request)
    first = reply_to(user)
    message = format_tool_results([(call_in(first), result)], request, True)
    return reply_to(user, Message("assistant", first), Message("user", message))


COMMANDS: list[tuple[str, str, JsonObject]] = [
    ("list Daily", "list_folder", {"path": "Daily"}),
    ("list", "list_folder", {"path": ""}),
    ("List all notes in the folder Projects/2026", "list_folder", {"path": "Projects/2026"}),
    ("ls Daily/", "list_folder", {"path": "Daily/"}),
    ("list everything", "list_folder", {"path": ""}),
    ("read Home", "read_note", {"path": "Home"}),
    ("Read the note [[Big Plan]]", "read_note", {"path": "Big Plan"}),
    ("please open “My note”", "read_note", {"path": "My note"}),
    ("show me Inbox/Idea.md", "read_note", {"path": "Inbox/Idea.md"}),
    ("create note Inbox/Idea: 记住 this", "create_note", {"path": "Inbox/Idea", "content": "记住 this\n"}),
    ("create note Inbox/Idea:a: b\n\n- c", "create_note", {"path": "Inbox/Idea", "content": "a: b\n\n- c\n"}),
    ("new note Empty", "create_note", {"path": "Empty", "content": ""}),
    (
        "append to Inbox/Idea: and that",
        "create_note",
        {"path": "Inbox/Idea", "content": "and that\n", "mode": "append"},
    ),
    ("add to the note Home: x", "create_note", {"path": "Home", "content": "x\n", "mode": "append"}),
    ("读取 Home", "read_note", {"path": "Home"}),
    ("读取笔记「会议记录」", "read_note", {"path": "会议记录"}),
    ("请打开 日记/今天", "read_note", {"path": "日记/今天"}),
    ("列出 Daily", "list_folder", {"path": "Daily"}),
    ("列出", "list_folder", {"path": ""}),
    ("列出所有笔记", "list_folder", {"path": ""}),
    ("列出文件夹 日记 里的笔记", "list_folder", {"path": "日记"}),
    ("创建笔记 Inbox/想法：记住这个", "create_note", {"path": "Inbox/想法", "content": "记住这个\n"}),
    ("新建 Inbox/想法: 一\n二", "create_note", {"path": "Inbox/想法", "content": "一\n二\n"}),
    ("追加到 Home：第二行", "create_note", {"path": "Home", "content": "第二行\n", "mode": "append"}),
    ("在 Home 里追加：第二行", "create_note", {"path": "Home", "content": "第二行\n", "mode": "append"}),
    ("讀取 首頁", "read_note", {"path": "首頁"}),
    ("建立筆記 收件匣/點子：記住", "create_note", {"path": "收件匣/點子", "content": "記住\n"}),
    ("附加到 首頁：第二行", "create_note", {"path": "首頁", "content": "第二行\n", "mode": "append"}),
]


@pytest.mark.parametrize(("request_text", "tool", "params"), COMMANDS)
def test_command_becomes_a_call(request_text: str, tool: str, params: JsonObject) -> None:
    call = call_in(reply_to(Message("user", request_text)))
    assert (call.tool, call.params) == (tool, params)


@pytest.mark.parametrize(("request_text", "query"), [("search milestone", "milestone"), ("搜索 里程碑", "里程碑")])
def test_search_is_called_only_where_it_is_offered(request_text: str, query: str) -> None:
    assert "search_notes" in reply_to(Message("user", request_text))
    assert "json:tool" not in reply_to(Message("user", request_text))
    offered = OfflineProvider([*NAMES, "search_notes"])
    call = call_in(reply_to(Message("user", request_text), provider=offered))
    assert (call.tool, call.params) == ("search_notes", {"query": query})


@pytest.mark.parametrize(
    ("request_text", "words"),
    [
        ("What is love?", "there is no AI"),
        ("append to Home:", "`append to Home: the text`"),
        ("你好吗", "没有 AI"),
        ("你好嗎，請幫我", "沒有 AI"),
        ("", "no AI"),
    ],
)
def test_anything_else_gets_help_in_its_language(request_text: str, words: str) -> None:
    reply = reply_to(Message("user", request_text))
    assert words in reply
    assert "json:tool" not in reply


def test_reading_answers_with_the_text() -> None:
    text = "# 标题\n\n```python\nx = {}\n```\n\n---\n\nend\n"
    assert run("read Home", ToolResult(True, text, path="Home.md")) == text


def test_word_note_with_a_capital_belongs_to_the_name() -> None:
    assert '"path": "Note 5"' in reply_to(Message("user", "read Note 5"))
    assert '"path": "5"' in reply_to(Message("user", "Read note 5"))


def test_reading_shows_properties_as_yaml() -> None:
    text = "---\ntags: [a]\n---\n# 标题\n"
    shown = "```yaml\ntags: [a]\n```\n\n# 标题\n"
    assert run("read Home", ToolResult(True, text, path="Home.md")) == shown


def test_writing_answers_in_the_language_of_the_request() -> None:
    assert run("create note A: b", ToolResult(True, "Created A.md (2 bytes).", path="A.md")) == (
        "Done: the text is in [[A]]."
    )
    assert run("追加到 A：b", ToolResult(True, "…", path="A.md")) == "完成：内容已追加到 [[A]]。"
    assert run("讀取 A", ToolResult(False, error="File not found: A")) == "沒有成功：File not found: A"


def test_listing_answers_with_links() -> None:
    items = [
        {"name": "Sub", "type": "folder", "path": "Daily/Sub"},
        {"name": "一.md", "type": "file"},
        {"name": "a.png"},
    ]
    for data in (items, {"path": "Daily", "items": items}):
        answer = run("list Daily", ToolResult(True, json.dumps(data)))
        assert answer == "- Sub/\n- [[Daily/一|一]]\n- a.png"
    assert run("列出", ToolResult(True, "[]")) == "整个库 里没有内容。"


def test_empty_note_is_said_to_be_empty() -> None:
    assert run("read A", ToolResult(True, "", path="A.md")) == "[[A]] is empty."


def test_request_after_a_stopped_turn_is_the_one_that_counts() -> None:
    results = format_tool_results([(ToolCall("read_note", {}), ToolResult(True, "old"))], "read A", False)
    for content in (f"{results}\n\nread B", "read A\n\nread B"):
        assert call_in(reply_to(Message("user", content))).params == {"path": "B"}


def test_reply_streams_in_pieces() -> None:
    async def collect() -> list[object]:
        messages = [SYSTEM, Message("user", "read Home")]
        return [delta async for delta in OfflineProvider().stream_complete(messages)]

    *deltas, end = asyncio.run(collect())
    assert isinstance(end, Finished)
    assert len(deltas) > 2
    assert "".join(delta.text for delta in deltas if isinstance(delta, TextDelta)) == end.message.content


_CALL = '{"tool": "create_note", "params": {"path": "x", "content": "y"}}'
_LINES = st.sampled_from(
    [
        _CALL, f'{{"tool_calls": [{_CALL.replace("tool", "name", 1).replace("params", "arguments")}]}}',
        "```json:tool", "````json:tool", "  ```json", "```JSON", "```", "````", "~~~", "~~~json", "", "text",
        "> ```json:tool", "- ```json", "<think>", "</think>", "\t{", "}", "\r" + _CALL, "\ufeff" + _CALL, "<!--",
        "-->", "\u2028" + _CALL,
    ]
)  # fmt: skip


@given(st.lists(_LINES, max_size=12), st.sampled_from(["\n", "\r\n", "\r"]))
def test_nothing_in_a_note_becomes_a_call(lines: list[str], end: str) -> None:
    tools = pytest.importorskip("axon_desktop.tools")
    text = end.join(lines)
    answer = run("read A", ToolResult(True, text, path="A.md"))
    parsed = tools.ToolParser(NAMES).parse(answer)
    assert (parsed.tool_calls, parsed.errors) == ([], []) or not (parsed.tool_calls or parsed.errors), answer


@given(st.text(max_size=200))
def test_any_message_is_understood_in_short_time(text: str) -> None:
    read_command(text)


def test_long_messages_are_read_in_short_time() -> None:
    for text in ("create note " + "a " * 50_000, "列出" + " " * 50_000 + "的", "append to " + ":" * 50_000):
        read_command(text)
