from __future__ import annotations

import asyncio
import json
import re
import tomllib
from itertools import product
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from axon_desktop import paths
from axon_desktop.agent.plan.plan import Plan
from axon_desktop.agent.plan.plan_prompts import (
    closing_message,
    draft_message,
    propose_plan_tool,
    say,
    step_message,
)
from axon_desktop.llm.messages import (
    Finished,
    Message,
    TextDelta,
    ToolCall,
    ToolDefinition,
    ToolResult,
)
from axon_desktop.llm.offline.answers import answer
from axon_desktop.llm.offline.command_grammar import read_command
from axon_desktop.llm.offline.offline import OfflineProvider
from axon_desktop.llm.prompts import ReadResult, ReminderKind, build_agent_system_prompt, format_tool_results
from axon_desktop.tools import ToolManager, ToolParser
from axon_desktop.vault import Vault

NAMES = [
    "read_note",
    "create_note",
    "list_folder",
    "edit_note",
    "search_notes",
    "find_notes",
    "note_links",
    "move_note",
    "trash_note",
]
TOOLS = [ToolDefinition(name, name, {"type": "object"}) for name in NAMES]
SYSTEM = Message("system", build_agent_system_prompt(TOOLS))
REFUSED = say("refused", tool="trash_note")
PLAN = Plan.draft("Tidy the inbox", [("Move ideas", "None is left"), ("Report", "Reported")])


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


def test_command_becomes_a_call() -> None:
    reply = reply_to(Message("user", "create note Inbox/Idea: 记住 this"))
    assert reply.startswith("Writing Inbox/Idea.\n\n```json:tool\n")
    assert call_in(reply) == ToolCall("create_note", {"path": "Inbox/Idea", "content": "记住 this\n"})


@pytest.mark.parametrize("request_text", ["search milestone", "trash Inbox/Idea", "move A to B"])
def test_tool_is_called_only_where_it_is_offered(request_text: str) -> None:
    reply = reply_to(Message("user", request_text), provider=OfflineProvider(["read_note"]))
    assert "json:tool" not in reply
    assert "is not available" in reply


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


def test_properties_look_the_same_where_the_text_is_fenced() -> None:
    text = "---\ntags: [a]\n---\n{not a call}\n"
    shown = "```yaml\ntags: [a]\n```\n\n```markdown\n{not a call}\n\n```"
    assert run("read Home", ToolResult(True, text, path="Home.md")) == shown
    inside = "---\n{a: 1}\n---\nText\n"
    assert run("read Home", ToolResult(True, inside, path="Home.md")) == f"```markdown\n{inside}\n```"


def test_note_with_a_fence_of_json_is_shown_as_others_are() -> None:
    text = '# Calls\r\n\r\n| a |\r\n| --- |\r\n\r\n```json\r\n{"tool": "read_note", "params": {}}\r\n```\r\n'
    shown = '# Calls\n\n| a |\n| --- |\n\n```json example\n{"tool": "read_note", "params": {}}\n```\n'
    assert run("read Home", ToolResult(True, text, path="Home.md")) == shown


@pytest.mark.parametrize(
    ("request_text", "reported"),
    [
        ("create note A: b", "Done: the text is in [[A]]."),
        ("追加到 A：b", "完成：内容已追加到 [[A]]。"),
        ("replace a with b in A", "Done: [[A]] was changed."),
        ("把 A 裡的 舊 換成 新", "完成：[[A]] 已修改。"),
    ],
)
def test_writing_answers_in_the_language_of_the_request(request_text: str, reported: str) -> None:
    assert run(request_text, ToolResult(True, "…", path="A.md")) == reported


def test_moving_reports_the_links() -> None:
    result = ToolResult(True, "Moved A.md to B/C.md; 3 links in 2 notes rewritten.", path="B/C.md")
    assert run("move A to B/C", result) == "Done: it is [[B/C]] now. Links rewritten: 3, in notes: 2."
    assert run("把 A 移到 B/C", result) == "完成：现在是 [[B/C]]。已改写 2 篇笔记里的 3 个链接。"
    result = ToolResult(True, "Moved A.md to B/C.md; no links rewritten.", path="B/C.md")
    assert run("rename A to B/C", result) == "Done: it is [[B/C]] now. No link to it had to be rewritten."


def test_trashing_reports_the_path() -> None:
    system = ToolResult(True, "Moved A.md to the system's trash; undo brings it back.", path="A.md")
    assert run("trash A", system) == "Done: `A.md` is in the system's trash. Undo brings it back."
    local = ToolResult(True, "Moved A.md to .trash/A 1.md; undo brings it back.", path="A.md")
    assert run("删除 A", local) == "完成：`A.md` 已放进库的回收站（`.trash/A 1.md`），可以撤销。"


def test_listing_answers_with_links() -> None:
    items = [
        {"name": "Sub", "type": "folder"},
        {"name": "一.md", "type": "file"},
        {"name": "a[1].md", "type": "file"},
        {"name": "a.png", "type": "file"},
    ]
    data = json.dumps({"path": "Daily", "items": items})
    reported = run("list Daily", ToolResult(True, data))
    assert reported == "- Sub/\n- [[Daily/一|一]]\n- `Daily/a[1].md`\n- a.png"
    assert run("列出", ToolResult(True, '{"path": "", "items": []}')) == "整个库 里没有内容。"


def test_long_listing_shows_its_beginning() -> None:
    items = [{"name": f"{number:04}.md", "type": "file"} for number in range(3_000)]
    reported = run("list", ToolResult(True, json.dumps({"path": "", "items": items})))
    assert reported.startswith("- [[0000]]\n- [[0001]]\n")
    assert reported.endswith("\n\n(There is more; the beginning is shown.)")
    assert "{" not in reported


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    texts = {
        "Home.md": "# Home\n\nSee [[Idea]], [[Plan#Next]] and [[Nowhere]]. `x` <think>\n",
        "Inbox/Idea.md": "Tea, twice: tea. Back to [[Home]].\n",
        "Plan.md": "## Next\n\n- [[Idea|that idea]]\n",
    }
    for path, text in texts.items():
        file = tmp_path / "vault" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return Vault(tmp_path / "vault", data_dir=tmp_path / "data")


def play(vault: Vault, request: str) -> str:
    """Return what Offline says to a request when its call is really carried out."""
    call = call_in(reply_to(Message("user", request)))
    return run(request, asyncio.run(ToolManager(vault).execute(call)))


def test_search_answers_with_links_and_lines(vault: Vault) -> None:
    assert play(vault, "search tea") == (
        "Found in one note:\n\n- [[Inbox/Idea]], line 1: `Tea, twice: tea. Back to [[Home]].`"
    )
    assert play(vault, "搜索 think") == (
        "在一篇笔记里找到：\n\n- [[Home]] 第 3 行：``See [[Idea]], [[Plan#Next]] and [[Nowhere]]. `x` <think>``"
    )
    assert play(vault, "search zzz") == (
        "No note contains “zzz”. Try other words, or part of a word; `find zzz` searches the names."
    )


def test_canvas_is_a_link_with_what_its_cards_say(vault: Vault) -> None:
    cards = (
        '{"id":"a","type":"text","text":"buy \\"green\\" zebra\\nfood","x":1}',
        '{"id":"zebra","type":"group","x":2}',
        '{"id":"c","type":"text","text":"zebra \\x"}',
    )
    (vault.root / "Zoo.canvas").write_text("\n".join(cards))
    assert play(vault, "search zebra") == (
        'Found in one note:\n\n- [[Zoo.canvas]]: `buy "green" zebra food`\n- [[Zoo.canvas]]\n'
        f"- [[Zoo.canvas]]: `{cards[2]}`"
    )
    assert play(vault, "find zoo") == "- [[Zoo.canvas]]"


def test_search_finds_names_too(vault: Vault) -> None:
    partly = play(vault, "search tea zzz")
    assert partly.startswith("No note holds all of it. Notes that hold some of it (")
    assert "\n- [[Plan]]" in play(vault, "search plan")


def test_finding_answers_with_links(vault: Vault) -> None:
    assert play(vault, "find idea") == "- [[Inbox/Idea]]"
    assert play(vault, "find *") == "- [[Home]]\n- [[Inbox/Idea]]\n- [[Plan]]"
    assert play(vault, "找文件 Ideea") == "没有名字含“Ideea”。最接近的有：\n\n- [[Inbox/Idea]]"
    assert play(vault, "find zzz*") == "No name contains “zzz*”. `search zzz*` searches the texts."


def test_many_paths_are_counted() -> None:
    data = "a.md\nb.md\n(7 more; make the pattern narrower or name a folder)"
    assert run("find **", ToolResult(True, data)) == "- [[a]]\n- [[b]]\n\n(and 7 more)"


def test_links_are_reported_in_both_directions(vault: Vault) -> None:
    assert play(vault, "links of Home") == (
        "[[Home]] links to:\n\n- [[Inbox/Idea]]\n- [[Plan]]\n\n"
        "Broken links in [[Home]]:\n\n- `Nowhere`\n\n"
        "These link to [[Home]]:\n\n- [[Inbox/Idea]], line 1: `Tea, twice: tea. Back to [[Home]].`"
    )
    (vault.root / "Alone.md").write_text("")
    assert play(vault, "Alone 的链接") == "[[Alone]] 里没有链接，也没有笔记链接到它。"


def test_changes_are_really_made(vault: Vault) -> None:
    assert play(vault, "rename Inbox/Idea to Thought") == (
        "Done: it is [[Inbox/Thought]] now. Links rewritten: 2, in notes: 2."
    )
    assert play(vault, "replace twice with once in Inbox/Thought") == "Done: [[Inbox/Thought]] was changed."
    assert (vault.root / "Inbox/Thought.md").read_text() == "Tea, once: tea. Back to [[Home]].\n"


ERRORS = {
    "read Nope at all": "There is no note “Nope at all”.",
    "讀取 沒有這篇": "沒有「沒有這篇」這篇筆記。",
    "trash Idea": "There is no note “Idea”. Perhaps you mean: [[Inbox/Idea]]",
    "list Nope": "There is no folder “Nope”.",
    "列出 Nope": "没有“Nope”这个文件夹。",
    "replace Coffee with Milk in Plan": "[[Plan]] does not contain “Coffee”.",
    "把 Inbox/Idea 里的 a 换成 b": "“a”在 [[Inbox/Idea]] 里出现了 3 次。请多写几个前后的字，说清楚是哪一处。",
    "replace tea. with tea. in Inbox/Idea": "That would change nothing in [[Inbox/Idea]].",
    "move Plan to Home": "“Home.md” cannot be used as a path: something with that name already exists.",
    "移动 Plan 到 .obsidian/x": "“.obsidian/x.md”不能用作路径：以点开头的不属于这个库。",
    "rename Plan to a<b": "“a<b.md” cannot be used as a path: it contains a character that names cannot have.",
    "读取 ../x": "“../x”不能用作路径：请从库的根目录写起，不要用 `.`、`..`、盘符或开头的 `/`。",
}


@pytest.mark.parametrize("request_text", ERRORS)
def test_errors_are_in_words_for_people(vault: Vault, request_text: str) -> None:
    assert play(vault, request_text) == ERRORS[request_text]


_NOT_CHANGED = "Not allowed: A.md was not changed; {}. Do not send this call again in this turn."
_NO_PERSON = "a person must approve this because it would empty a note, and nobody can be asked here"
FOR_A_MODEL = [
    (
        "File not found: A (did you mean: B.md, C/D.md?)",
        "There is no note “A”. Perhaps you mean: [[B]], [[C/D]]",
        "没有“A”这篇笔记。是不是：[[B]], [[C/D]]",
    ),
    (
        _NOT_CHANGED.format("the user said no"),
        "You said no, so nothing was changed.",
        "你没有同意，所以什么都没有改动。",
    ),
    (
        _NOT_CHANGED.format("keep it"),
        "Not allowed, so nothing was changed: keep it.",
        "没有得到允许，什么都没有改动：keep it。",
    ),
    (
        _NOT_CHANGED.format(_NO_PERSON),
        "Nothing was changed: a person has to approve this, and there is nobody to ask here.",
        "什么都没有改动：这一步必须由人同意，而这里没有人可以问。",
    ),
    (
        "Not allowed: Axon is set to read only. Nothing can be written or run.",
        "Nothing was changed: Axon is set to Read only.",
        "什么都没有改动：Axon 现在设为只读。",
    ),
    (
        "Not allowed: the user does not let anything in Inbox be changed.",
        "Nothing was changed: one of your rules protects Inbox. The settings list your rules.",
        "什么都没有改动：你的一条规则不允许修改 Inbox。规则列在设置里。",
    ),
    (
        "Failed to write file: A.md changed since you last read it; nothing was written. Read it again with x",
        (
            "[[A]] has changed since it was read in this conversation, so nothing was written. "
            "Check it (`read A.md`), then ask again."
        ),
        "[[A]] 在本次对话读过之后又变了，所以没有写入。请先看一看（「读取 A.md」），再说一遍。",
    ),
    (
        "Failed to write file: A.md was changed by someone else; read it again",
        (
            "Another program has just changed A.md or is still writing to it, so nothing was changed. "
            "Try again in a moment."
        ),
        "另一个程序刚刚改了 A.md，或者还在写它，所以没有改动。请稍后再试。",
    ),
    ("read_note took longer than 30 s", "That took too long and was stopped.", "花的时间太长，已经放弃。"),
    (
        "Failed to write file: A.md: no space left on device",
        "That did not work: Failed to write file: A.md: no space left on device",
        "没有成功：Failed to write file: A.md: no space left on device",
    ),
]


@pytest.mark.parametrize(("error", "english", "chinese"), FOR_A_MODEL)
def test_nothing_meant_for_a_model_is_shown(error: str, english: str, chinese: str) -> None:
    for request, words in (("append to A: b", english), ("追加到 A：b", chinese)):
        assert run(request, ToolResult(False, error=error)) == words


def test_words_are_there_in_every_language() -> None:
    words = tomllib.loads((paths.resources_dir() / "prompts" / "offline.toml").read_text("utf-8"))
    english = words["en"]
    assert set(words) == {"en", "zh_CN", "zh_TW"}
    for language in words.values():
        assert language.keys() == english.keys()
        assert all(names(language[key]) == names(english[key]) for key in english)


def names(text: str) -> set[str]:
    return set(re.findall(r"\{\{(\w+)\}\}", text))


@pytest.mark.parametrize(
    ("request_text", "words"), [("tidy Inbox", "planning needs a model"), ("整理 Inbox", "制定计划需要模型")]
)
def test_offline_says_that_planning_needs_a_model(request_text: str, words: str) -> None:
    user = Message("user", request_text)
    with_tool = Message("system", build_agent_system_prompt([*TOOLS, propose_plan_tool()]))
    replies = [
        reply_to(Message("user", f"{request_text}\n\n{draft_message(None, native=False)}")),
        reply_to(Message("user", f"read A\n\n{request_text}\n\n{draft_message(PLAN, native=False)}")),
        asyncio.run(OfflineProvider().complete([with_tool, user])).content,
        run(request_text.replace("tidy", "trash").replace("整理", "删除"), ToolResult(False, error=REFUSED)),
    ]
    for reply in replies:
        assert words in reply
        assert "json:tool" not in reply


def test_request_after_a_plan_is_an_ordinary_one() -> None:
    stopped = f"tidy Inbox\n\n{draft_message(None, native=False)}\n\nread Home"
    assert call_in(reply_to(Message("user", stopped))).params == {"path": "Home"}


def test_request_after_a_failed_step_is_an_ordinary_one() -> None:
    pair = (ToolCall("fail_step", {"reason": "x"}), ToolResult(True, "marked"))
    kinds: list[ReminderKind] = ["draft", "step"]
    for kind in kinds:
        results = format_tool_results([pair], "Move ideas", False, kind=kind)
        step = Message("user", step_message(PLAN, PLAN.steps[0], native=False))
        reply = reply_to(step, Message("assistant", "…"), Message("user", f"{results}\n\nread Home"))
        assert call_in(reply).params == {"path": "Home"}


def test_step_of_a_plan_fails_without_a_model() -> None:
    for steps in (PLAN.steps, PLAN.steps[1:]):
        plan = msgspec.structs.replace(PLAN, steps=steps)
        call = call_in(reply_to(Message("user", step_message(plan, steps[0], native=False))))
        assert call.tool == "fail_step"
        assert "need a model" in call.params["reason"]
    assert "The plan has ended" in reply_to(Message("user", closing_message(PLAN)))


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


@settings(deadline=None)  # the first examples load what reads replies
@given(st.lists(_LINES, max_size=12), st.sampled_from(["\n", "\r\n", "\r"]))
def test_nothing_in_a_note_becomes_a_call(lines: list[str], end: str) -> None:
    text = end.join(lines)
    reported = run("read A", ToolResult(True, text, path="A.md"))
    parsed = ToolParser(NAMES).parse(reported)
    assert (parsed.tool_calls, parsed.errors) == ([], []) or not (parsed.tool_calls or parsed.errors), reported


def test_no_order_of_fences_makes_a_call_of_a_note() -> None:
    words = ("```json", "```", "````", "~~~", "~~~ json:tool", "- <pre>", "text", _CALL)
    parser = ToolParser(NAMES)
    command = read_command("read A")
    assert command is not None
    for lines in product(words, repeat=4):
        for text in ("\n".join(lines), "\n".join(["```json:tool", *lines, "```"])):
            reported = answer(command, ReadResult("read_note", True, text, "A.md", ""))
            assert not parser.parse(reported).items, reported
