"""What the words of a request show: which kind of change, and whether the open note is meant."""

import pytest

from axon_desktop.agent.context.focus import Focus
from axon_desktop.agent.small_models.intent import Intent, find_intent, points_at


@pytest.mark.parametrize(
    ("request_text", "intent"),
    [
        ("Rename the note Plan to Old plan.", "move"),
        ("请把笔记 Plan 改名为 Old plan", "move"),
        ("That is a silly name. Call it Plans instead.", "move"),
        ("把那篇笔记改叫计划", "move"),
        ("Please write a new note Trips/Rome with the two addresses.", "create"),
        ("Create the note Rome: change trains in Basel", "create"),
        ("请新建笔记 罗马，写上地址。", "create"),
        ("Throw away the note Plan", "trash"),
        ("把草稿这篇笔记删掉", "trash"),
        ("Add this line to Inbox: - Rename the cat?", "add"),
        ("In the plan, add this to the open questions: - Who pays?", "add"),
        ("在 Inbox 末尾加一行：- 谁来付钱？", "append"),
        ("Write at the bottom of Inbox: milk", "append"),
        ("I have paid. Tick off that task.", "edit"),
        ("The date is wrong, please correct it and add nothing", "edit"),
        ("Could you update my address?", "edit"),
        ("预算提高到 500 元了，请改过来。", "edit"),
        ("Delete the second line of Inbox.", "edit"),
        ("Soup should be called Stew from now on: rename the note", "move"),
    ],
)
def test_an_order_names_its_kind(request_text: str, intent: Intent) -> None:
    assert find_intent(request_text) == intent


@pytest.mark.parametrize(
    "request_text",
    [
        "What did you add to the note?",
        "How do I rename a note?",
        "hello",
        "I want to call Ben. What is his number?",
        "Which changes were made in May",
        "这篇笔记是什么时候新建的？",
        "我上次修改的是哪篇笔记",
        "",
    ],
)
def test_a_question_asks_for_no_change(request_text: str) -> None:
    assert find_intent(request_text) is None


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("shorten this note", True),
        ("What is written here?", True),
        ("the current note, please", True),
        ("把这篇笔记缩短", True),
        ("本页讲了什么", True),
        ("このノートを要約して", True),
        ("add a line to the Packing list: swimming goggles", False),
        ("What do my notes say about that trip?", False),
        ("there is a heretic in Thistle.md", False),
        ("去成都的高铁是哪一趟", False),
    ],
)
def test_open_note_is_meant_only_by_a_word_that_points(text: str, meant: bool) -> None:
    assert points_at(text, Focus("Home.md")) is meant


def test_open_note_is_meant_by_a_selection() -> None:
    assert points_at("shorten", Focus("Home.md", "some words"))
    assert not points_at("shorten", Focus("Home.md", " \n"))
