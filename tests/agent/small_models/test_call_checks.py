"""What a small model's call is met with before it runs, and what passes."""

import pytest

from axon_desktop.agent.small_models.call_checks import (
    check_fits_best,
    check_note_is_meant,
    check_task_is_new,
    check_texts,
    is_foreign,
    works_out,
)
from axon_desktop.agent.small_models.intent import Intent, find_intent
from axon_desktop.llm.messages import ToolCall

RENAME = "Rename the note Bus offer to Havsbuss contract."
FOUND = f"House/Router.md:10: Fjordnet, contract F-22\nProjects/Bus offer.md:1: # Bus offer\n{RENAME}"


def check(call: ToolCall, request: str, said: str = "", intent: Intent | None = None) -> str:
    return check_texts(call, str(call.params.get("content", "")), request, said or request, intent)


def move(to: str) -> ToolCall:
    return ToolCall("move_note", {"path": "Projects/Bus offer.md", "to": to})


def append(content: str) -> ToolCall:
    return ToolCall("create_note", {"path": "Inbox", "content": content, "mode": "append"})


def test_a_name_put_together_from_other_notes_is_no_new_name() -> None:
    assert '"Fjordnet contract"' in check(move("Projects/Fjordnet contract.md"), RENAME, FOUND)


@pytest.mark.parametrize(
    "to", ["Projects/Havsbuss contract.md", "Projects/havsbuss Contract", "Archive/Bus offer.md", "Old/Bus offer"]
)
def test_the_name_of_the_request_and_a_new_folder_pass(to: str) -> None:
    assert check(move(to), RENAME, FOUND) == ""


def test_a_name_that_stands_in_a_note_passes() -> None:
    request = "Call the note Bus offer by the name of the hotel"
    assert check(move("Projects/Hotel Fyren.md"), request, f"{request}\nHotel Fyren, 17 rooms") == ""


@pytest.mark.parametrize("tool", ["edit_note", "create_note"])
def test_a_note_is_not_renamed_by_writing_into_it(tool: str) -> None:
    call = ToolCall(tool, {"path": "Bus offer", "old": "# Bus offer", "new": "# Havsbuss contract"})
    assert "move_note does it" in check(call, RENAME, FOUND, find_intent(RENAME))
    assert check(call, RENAME, FOUND, None) == ""


@pytest.mark.parametrize(
    ("request_text", "content"),
    [
        (
            "请在 Inbox 的最后加一行，提醒我给那位亲戚打电话，写上他的名字。",
            "提醒我给那位亲戚打电话，写上他的名字。",
        ),
        (
            "Start a note Knee. I want to remember that my left knee hurts, mostly on the stairs.",
            "- I want to remember that my left knee hurts,  mostly on the stairs",
        ),
    ],
)
def test_words_for_the_assistant_are_not_written_into_a_note(request_text: str, content: str) -> None:
    assert "repeats what the user said" in check(append(content), request_text)


@pytest.mark.parametrize(
    ("request_text", "content"),
    [
        ("Add to Inbox: please call the bank", "please call the bank"),
        ("在 Inbox 末尾加一行：请给银行打电话问一下利率", "- 请给银行打电话问一下利率"),
        (
            "Note that the fence should be painted green next spring",
            "The fence should be painted green next spring",
        ),
        ('Write "I want to sleep longer" at the end', "I want to sleep longer"),
        ("I need to buy milk, add it to Inbox", "Buy milk"),
    ],
)
def test_what_the_user_dictates_is_written(request_text: str, content: str) -> None:
    assert check(append(content), request_text) == ""


@pytest.mark.parametrize(
    ("old", "new", "request_text", "passes"),
    [
        ("- 展会：48,600 元", "- 展会：49,000 元", "四项加一加，结果作为新的一行写到最后", False),
        ("- milk", "- oats", "Add oats at the end of the shopping list", False),
        ("- milk", "- milk\n- oats", "Add oats at the end of the shopping list", True),
        ("| Anna |  |", "| Anna | 555 2310 |", "Append the number 555 2310 to Anna's line", True),
        ("- milk", "- oats", "Change milk to oats in the shopping list", True),
    ],
)
def test_what_is_to_be_added_takes_nothing_away(old: str, new: str, request_text: str, passes: bool) -> None:
    for params in ({"old": old, "new": new}, {"edits": [{"old": old, "new": new}]}):
        call = ToolCall("edit_note", {"path": "Home", **params})
        refusal = check(call, request_text, intent=find_intent(request_text))
        assert ("takes away" in refusal) is not passes


@pytest.mark.parametrize(
    ("request_text", "does"),
    [
        ("Work out what the hotel costs", True),
        ("把四笔费用加起来写在最后", True),
        ("How much is left of the budget?", True),
        ("Write down that my left knee hurts", False),
        ("Add Anna's telephone number to Inbox", False),
        ("记下安娜的电话号码", False),
    ],
)
def test_a_sum_may_stand_nowhere(request_text: str, does: bool) -> None:
    assert works_out(request_text) is does


NOTES = ["Home.md", "Tasks.md", "People/Marta Reyes.md", "Projects/家谱整理.md", "工作/项目预算.md"]
PHOTOS = "给周建国的照片今天寄出去了，任务清单里那一条可以勾掉。另外在“家谱整理”里加一条待办"


def stray(path: str, request: str, old: str = "") -> str:
    return check_note_is_meant(path, old, request, find_intent(request), NOTES)


@pytest.mark.parametrize(
    ("path", "old", "request_text"),
    [
        ("Home.md", "", "你把“项目预算”里的四项加一加，结果作为新的一行写到那篇笔记的最后。"),
        ("Home", "- Projects: [[Greenhouse]], [[Choir tour]], [[家谱整理]]", PHOTOS),
        ("Tasks", "", "Add her new telephone number to Marta Reyes"),
    ],
)
def test_another_note_than_the_named_one_is_not_meant(path: str, old: str, request_text: str) -> None:
    assert "the request names" in stray(path, request_text, old)


@pytest.mark.parametrize(
    ("path", "old", "request_text"),
    [
        ("工作/项目预算", "", "你把“项目预算”里的四项加一加，写到那篇笔记的最后。"),
        ("Tasks.md", "- [ ] 给周建国寄照片 #家谱", PHOTOS),
        ("Tasks.md", "", "Add to my list of things to do: call Marta Reyes"),
        ("Home.md", "", "Add a line about the drain"),
        ("Trips/Rome.md", "", "Create a note about the trip to Rome"),
        ("Knee.md", "", "Start a note Knee in Health"),
    ],
)
def test_a_named_a_related_and_any_note_where_none_is_named_pass(path: str, old: str, request_text: str) -> None:
    assert stray(path, request_text, old) == ""


@pytest.mark.parametrize(
    ("old", "request_text", "foreign"),
    [
        ("- [ ] Oil the garden bench", "I have dug the drain for the greenhouse. Tick off that task.", True),
        ("- [ ] 把花园的长椅上油", "排水沟挖好了，把那一条勾掉", True),
        ("- [ ] Dig the drain", "I have dug the drain for the greenhouse. Tick off that task.", False),
        ("- [ ] 给周建国寄照片 #家谱", PHOTOS, False),
        ("", "Add a line about the drain", False),
    ],
)
def test_a_line_without_a_word_of_the_request_is_foreign(old: str, request_text: str, foreign: bool) -> None:
    assert is_foreign(old, request_text) is foreign


@pytest.mark.parametrize(
    "request_text", ["Append a line on worms to my garden beds", "Change the date in my diary"]
)
def test_a_note_that_is_not_there_is_no_place_for_a_change(request_text: str) -> None:
    assert "does not ask for a new one" in stray("Beds/Bed 5.md", request_text)


TYRES = "修车师傅说后轮要打到 2.3 bar，我记胎压的地方帮我改一下"


@pytest.mark.parametrize(
    ("path", "old", "request_text", "best", "passes"),
    [
        ("House/Boiler.md", "- Pressure should be 1.7 bar; below 1.1 bar it stops.", TYRES, "House/Car.md", False),
        ("House/Car", "- Tyre pressure: front 2.4, rear 2.2 bar.", TYRES, "House/Car.md", True),
        ("House/Boiler", "- Pressure should be 1.7 bar", "Set Boiler to 2 bar", "House/Car.md", True),
        ("Tasks.md", "- [ ] Dig the drain", "I have dug the drain, tick it off", "Greenhouse.md", True),
        ("House/Boiler.md", "- Pressure should be 1.7 bar", TYRES, "", True),
        ("House/Boiler.md", "", TYRES, "House/Car.md", True),
    ],
)
def test_an_edit_is_doubted_while_another_note_fits_better(
    path: str, old: str, request_text: str, best: str, passes: bool
) -> None:
    assert ("fits the request better" in check_fits_best(path, old, request_text, best)) is not passes


@pytest.mark.parametrize(
    ("content", "old", "passes"),
    [
        ("- [ ] Dig the drain", "", False),
        ("- [x] dig the drain", "", False),
        ("- [ ] Level the ground\n- [ ] Dig the drain", "- [ ] Level the ground", False),
        ("- [x] Dig the drain", "- [ ] Dig the drain", True),
        ("- [ ] Dig the drain deeper", "", True),
        ("Dig the drain", "", True),
    ],
)
def test_a_task_is_not_written_a_second_time(content: str, old: str, passes: bool) -> None:
    refusal = check_task_is_new(content, old, "# Greenhouse\n\n- [ ] Dig the drain\n- [ ] Level the ground\n")
    assert ('"- [ ] Dig the drain"' in refusal) is not passes


def test_an_order_is_no_text_for_what_it_replaces() -> None:
    request = "旧相机昨天已经拿去检查了，收件箱里那一条直接删掉，其他的留着。"
    new = "- 把旧相机昨天已经拿去检查了，收件箱里那一条直接删掉"
    edit = ToolCall("edit_note", {"path": "Inbox", "old": "- 把旧相机送去检查快门", "new": new})
    assert "repeats what the user said" in check_texts(edit, new, request, request, None)
    assert check(append("- buy paint and change the lock"), "Note: buy paint and change the lock") == ""
