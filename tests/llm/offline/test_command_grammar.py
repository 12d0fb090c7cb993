from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from axon_desktop.llm.messages import JsonObject
from axon_desktop.llm.offline.command_grammar import read_command
from tests.waiting import work_below

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
    ("search milestone", "search_notes", {"query": "milestone"}),
    ("look for two words", "search_notes", {"query": "two words"}),
    ("find notes about tea", "search_notes", {"query": "tea"}),
    ("搜索 里程碑", "search_notes", {"query": "里程碑"}),
    ("查找：里程碑", "search_notes", {"query": "里程碑"}),
    ("find reading*", "find_notes", {"pattern": "reading*"}),
    ("find files Daily/**/2026-1?", "find_notes", {"pattern": "Daily/**/2026-1?"}),
    ("找文件 读书", "find_notes", {"pattern": "读书"}),
    ("links of Home", "note_links", {"path": "Home"}),
    ("What links to [[Home]]?", "note_links", {"path": "Home"}),
    ("Home 的链接", "note_links", {"path": "Home"}),
    ("查看 首頁 的連結", "note_links", {"path": "首頁"}),
    ("move Inbox/Idea to Projects/Idea", "move_note", {"path": "Inbox/Idea", "to": "Projects/Idea"}),
    ("move How to/Ask to How to/Answer", "move_note", {"path": "How to/Ask", "to": "How to/Answer"}),
    ('move "How to ask" to "How to answer"', "move_note", {"path": "How to ask", "to": "How to answer"}),
    ("move Idea to the folder Projects/New", "move_note", {"path": "Idea", "to": "Projects/New/"}),
    ("移动 收到的信 到 归档/信", "move_note", {"path": "收到的信", "to": "归档/信"}),
    ("把笔记 A 移动到文件夹 B", "move_note", {"path": "笔记 A", "to": "B/"}),
    ("rename A to B", "move_note", {"path": "A", "to": "B"}),
    ("rename Inbox/Idea to Plan", "move_note", {"path": "Inbox/Idea", "to": "Inbox/Plan"}),
    ("rename Inbox/Idea as Projects/Plan", "move_note", {"path": "Inbox/Idea", "to": "Projects/Plan"}),
    ("重命名 A 为 B", "move_note", {"path": "A", "to": "B"}),
    ("把 Inbox/想法 改名为 计划", "move_note", {"path": "Inbox/想法", "to": "Inbox/计划"}),
    ("trash Inbox/Idea", "trash_note", {"path": "Inbox/Idea"}),
    ("move Inbox/Idea to the trash", "trash_note", {"path": "Inbox/Idea"}),
    ("删除 Inbox/想法", "trash_note", {"path": "Inbox/想法"}),
    ("把 Inbox/想法 移到回收站", "trash_note", {"path": "Inbox/想法"}),
    ("replace old with new in Home", "edit_note", {"path": "Home", "edits": [{"old": "old", "new": "new"}]}),
    (
        'replace "a with b: 1" by "" in Projects/Lisbon in spring',
        "edit_note",
        {"path": "Projects/Lisbon in spring", "edits": [{"old": "a with b: 1", "new": ""}]},
    ),
    ("把 Home 里的 旧 换成 新", "edit_note", {"path": "Home", "edits": [{"old": "旧", "new": "新"}]}),
    ("在 Home 裡把「舊。」換成「新！」", "edit_note", {"path": "Home", "edits": [{"old": "舊。", "new": "新！"}]}),
]


@pytest.mark.parametrize(("request_text", "tool", "params"), COMMANDS)
def test_command_names_its_tool(request_text: str, tool: str, params: JsonObject) -> None:
    command = read_command(request_text)
    assert command is not None
    assert (command.tool, command.params) == (tool, params)


@pytest.mark.parametrize("text", ["", "delete", "rename A", "replace a with b", "move it", 'read ""', "把 A 移到"])
def test_half_a_command_is_none(text: str) -> None:
    assert read_command(text) is None


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("read 首頁", "en"),
        ("Home 的链接", "zh_CN"),
        ("Home 的連結", "zh_TW"),
        ("把 Home 里的 old 换成 new", "zh_CN"),
        ("create note A: 記住", "en"),
        ("创建笔记 A：記住", "zh_CN"),
    ],
)
def test_language_is_that_of_the_command_and_not_of_its_names(text: str, language: str) -> None:
    command = read_command(text)
    assert command is not None
    assert command.language == language


@given(st.text(max_size=200))
def test_any_message_is_understood_in_short_time(text: str) -> None:
    read_command(text)


def test_long_messages_are_read_in_short_time() -> None:
    for text in (
        *("create note " + "a " * 50_000, "列出" + " " * 50_000 + "的", "append to " + ":" * 50_000),
        *(
            "replace " + "a with b in " * 80 + "\n",
            "move " + "a to " * 190 + "\nx",
            "把" + "里的 换成" * 150 + "\n",
        ),
    ):
        with work_below(1):
            read_command(text)
