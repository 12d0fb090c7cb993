"""Which kind of change the words of a request show."""

import pytest

from axon_desktop.agent.small_models.intent import Wish, find_wish


@pytest.mark.parametrize(
    ("request_text", "wish"),
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
def test_an_order_names_its_kind(request_text: str, wish: Wish) -> None:
    assert find_wish(request_text) == wish


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
    assert find_wish(request_text) is None
