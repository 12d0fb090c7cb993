"""The tools search_notes and find_notes on a real vault."""

import asyncio
import json
import time

import psutil
import pytest

from axon_desktop.agent.small_models.note_finder import hit_paths
from axon_desktop.tools import ToolCall
from axon_desktop.vault.canvas.unescape import unescape_canvas
from axon_desktop.vault.search import regex
from tests.tools.desk import Desk
from tests.waiting import PATIENCE, shortest, until, work_below


@pytest.fixture
def filled(desk: Desk) -> Desk:
    texts = {
        "Work/Solar.md": "# Solar\nThe panel costs 900.\nPhone of Ben Okafor: 555\n",
        "Work/Ben.md": "---\ntags: [people/friend]\n---\nBen likes tea.\n",
        "Daily/2026-01-01.md": "met ben about the PANEL #meeting\n",
        "中文.md": "今天的项目计划很长。\n",
        "Long.md": "x" * 5000 + " needle " + "y" * 5000,
        "Code.md": "def main():\n    return 1\n",
        "Picture.png": "panel",
    }
    for path, text in texts.items():
        (desk.root / path).parent.mkdir(exist_ok=True)
        (desk.root / path).write_text(text, encoding="utf-8")
    return desk


def test_notes_with_some_of_the_words_are_shown_only_where_none_has_all(filled: Desk) -> None:
    lines = filled.data("search_notes", query="ben okafor phone number").splitlines()
    assert lines[0] == "No note matches all of ben okafor phone number; 3 notes hold some of it:"
    assert lines[1] == "Work/Solar.md:3: Phone of Ben Okafor: 555"
    lines = filled.data("search_notes", query="panel ben").splitlines()
    assert lines[0] == "2 notes match panel ben:"
    assert not any(line.startswith("Work/Ben.md") for line in lines)


def test_names_that_no_note_holds_are_reported(filled: Desk) -> None:
    reported = filled.data("search_notes", query="phone of Ida Okafor").splitlines()
    assert reported[0].endswith("; no note holds Ida:")
    assert "no note holds" not in filled.data("search_notes", query="phone of Ben rarely")


def test_common_words_and_those_of_the_name_do_not_choose_the_lines(desk: Desk) -> None:
    (desk.root / "Who is who.md").write_text("# Who is who\nwho is the one with the\nBen sings bass\n", "utf-8")
    (desk.root / "Ben.md").write_text("# Ben\nBen of Ben and Ben\nsings\n", "utf-8")
    lines = desk.data("search_notes", query="who is the one that sings bass", limit=1).splitlines()
    assert "Who is who.md:3: Ben sings bass" in lines
    lines = desk.data("search_notes", query="what does Ben have to sing").splitlines()
    assert lines[1] == "Ben.md:1: # Ben"


def test_a_phrase_folder_tag_and_limit_narrow_a_search(filled: Desk) -> None:
    assert "Solar" in filled.data("search_notes", query='"panel costs"')
    assert filled.data("search_notes", query='"costs panel"').startswith("No note matches")
    assert filled.data("search_notes", query="ben", folder="Daily").count("\n") == 1
    assert "Ben.md:4:" in filled.data("search_notes", query="ben", tag="#people")
    assert "Solar" not in filled.data("search_notes", query="ben", tag="people")
    limited = filled.data("search_notes", query="ben", limit=1).splitlines()
    assert limited[0] == "3 notes match ben; the best 1 are shown:"


def test_two_chinese_characters_are_found(filled: Desk) -> None:
    assert filled.data("search_notes", query="项目").splitlines() == [
        "1 note matches 项目:",
        "中文.md:1: 今天的项目计划很长。",
    ]


def test_a_tag_alone_lists_its_notes(filled: Desk) -> None:
    data = filled.data("search_notes", query="", tag="meeting")
    assert data.splitlines()[1:] == ["Daily/2026-01-01.md:1: met ben about the PANEL #meeting"]


def test_a_long_line_is_cut_around_what_was_found(filled: Desk) -> None:
    (line,) = filled.data("search_notes", query="NEEDLE").splitlines()[1:]
    assert "needle" in line
    assert len(line) < 250


def test_a_name_is_found_too(filled: Desk) -> None:
    assert filled.data("search_notes", query="code").splitlines()[1:] == ["Code.md: Code.md (the name)"]


def test_a_regular_expression_is_for_one_line(filled: Desk) -> None:
    data = filled.data("search_notes", query=r"^\s+return \d$", regex=True)
    assert data.splitlines() == [r"1 note matches ^\s+return \d$:", "Code.md:2:     return 1"]
    assert filled.data("search_notes", query="BEN|tea", regex=True, folder="Work", tag="people").count("\n") == 1


@pytest.mark.parametrize(
    ("params", "error"),
    [
        ({"query": " "}, "Invalid parameters: query is empty"),
        ({"query": "(", "regex": True}, "Invalid parameters: query is not a regular expression: missing )"),
        ({"query": "a", "folder": "No"}, "Folder not found: No"),
        ({"query": "a", "folder": "Work/Ben.md"}, "Folder not found: Work/Ben.md"),
        ({"query": "a", "folder": ".."}, "Invalid path: .."),
        ({"query": "a", "limit": 0}, "Invalid parameters: limit must be at least 1"),
    ],
)
def test_a_search_that_cannot_be_done_says_why(filled: Desk, params: dict[str, object], error: str) -> None:
    result = filled.call("search_notes", **params)
    assert not result.success
    assert (result.error or "").startswith(error)


def _work_of_children() -> float:
    """Return the seconds of the processor that children took which have ended, however long they had to wait."""
    return psutil.Process().cpu_times().children_user


def test_a_regular_expression_that_never_ends_is_killed(filled: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    assert regex.LIMIT == 5
    monkeypatch.setattr(regex, "LIMIT", 1)
    (filled.root / "Evil.md").write_text("a" * 60 + "!")
    before = _work_of_children()
    result = filled.call("search_notes", query="(a+)+$", regex=True)
    assert _work_of_children() - before < 4
    assert (result.error or "").startswith(
        "Invalid parameters: query: the regular expression took longer than 1 s"
    )


def test_a_search_can_be_stopped(filled: Desk) -> None:
    (filled.root / "Evil.md").write_text("a" * 60 + "!")

    async def scenario() -> float:
        call = ToolCall("search_notes", {"query": "(a+)+$", "regex": True})
        task = asyncio.ensure_future(filled.manager.execute(call))
        await until(psutil.Process().children)
        started = time.monotonic()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await asyncio.get_running_loop().shutdown_default_executor()
        return time.monotonic() - started

    assert shortest(lambda: asyncio.run(scenario()), 1) < 1


def test_patterns_and_parts_find_paths(filled: Desk) -> None:
    def find(pattern: str, **more: str) -> list[str]:
        return filled.data("find_notes", pattern=pattern, **more).splitlines()

    assert find("*.png") == ["Picture.png"]
    assert find("Work/*") == ["Work/Ben.md", "Work/Solar.md"]
    assert find("**/{ben,solar}.MD") == ["Work/Ben.md", "Work/Solar.md"]
    assert find("2026-??-01*", folder="Daily/") == ["Daily/2026-01-01.md"]
    assert find("solar") == ["Work/Solar.md"]
    assert find("work ben") == ["Work/Ben.md"]
    assert find("中") == ["中文.md"]
    assert find("Sollar") == ["No path holds Sollar. The names most like it:", "Work/Solar.md"]
    assert find("*.docx")[0].startswith("No path matches *.docx.")
    assert find("qqqqqq")[0].startswith("No path matches qqqqqq.")


@pytest.mark.parametrize("pattern", ["", "/", "x" * 501, "{1..100000}"])
def test_a_pattern_that_stands_for_nothing_or_too_much_is_refused(filled: Desk, pattern: str) -> None:
    assert (filled.call("find_notes", pattern=pattern).error or "").startswith("Invalid parameters: pattern")


def test_a_hostile_pattern_costs_no_more_than_a_kind_one(filled: Desk) -> None:
    (filled.root / ("a" * 150 + ".md")).write_text("x")
    with work_below(2):
        assert filled.data("find_notes", pattern="*a" * 40 + "b").startswith("No path matches")


def test_what_another_program_just_made_is_found(filled: Desk) -> None:
    filled.data("search_notes", query="ben")
    (filled.root / "Fresh.md").write_text("brandnew thing")
    deadline = time.monotonic() + PATIENCE
    while "Fresh.md:1:" not in filled.data("search_notes", query="brandnew"):
        assert time.monotonic() < deadline
    assert filled.data("find_notes", pattern="fresh") == "Fresh.md"


@pytest.mark.parametrize(
    "filters", [{"folder": "Daily"}, {"tag": "nobody"}, {"folder": "Daily", "tag": "meeting"}]
)
def test_a_filter_that_leaves_nothing_finds_nothing(filled: Desk, filters: dict[str, str]) -> None:
    data = filled.data("search_notes", query="okafor", **filters)
    assert data.startswith("No note matches okafor")
    assert "In the whole vault, with any tag, 1 note matches." in data
    assert not hit_paths(data)
    assert not hit_paths(filled.data("search_notes", query="", tag="nobody"))


def test_text_without_blanks_that_stands_nowhere_finds_nothing(filled: Desk) -> None:
    data = filled.data("search_notes", query="我的项目长不长")
    assert data.startswith("No note matches 我的项目长不长. Parts of it that notes hold")
    assert "的项, 项目" in data
    assert not hit_paths(data)


def test_punctuation_around_words_does_not_matter_in_a_question(filled: Desk) -> None:
    data = filled.data("search_notes", query="What is Okafor's phone?")
    assert data.splitlines()[1] == "Work/Solar.md:3: Phone of Ben Okafor: 555"
    assert filled.data("search_notes", query="phone?").startswith("No note matches")


def test_words_that_stand_everywhere_do_not_decide_which_line_is_shown(filled: Desk) -> None:
    for number in range(6):
        (filled.root / f"Talk {number}.md").write_text("it is the day\nof the one\n", "utf-8")
    (filled.root / "Long talk.md").write_text("it is the day\n" * 9 + "of the heron\n", "utf-8")
    lines = filled.data("search_notes", query="what is the day of the heron").splitlines()
    assert lines[1].startswith("Long talk.md")
    assert "Long talk.md:10: of the heron" in lines[1:4]


def test_letters_of_a_canvas_that_the_json_names_by_number_are_found(desk: Desk) -> None:
    cards = [{"id": "a", "type": "text", "text": 'plant 蕃茄 here \\u0041 "café" 😀 #garden'}]
    canvas = json.dumps({"nodes": cards})
    assert canvas.isascii()
    (desk.root / "Board.canvas").write_text(canvas, "utf-8")
    (desk.root / "Code.md").write_text(r"\u8543\u8304", "utf-8")
    for query in ("蕃茄", "café", "😀 here"):
        reported = desk.data("search_notes", query=query)
        assert "Board.canvas:1: " in reported, query
        assert "蕃茄" in reported
    assert "Board.canvas:1: " in desk.data("search_notes", query="蕃.", regex=True)
    assert "Board.canvas" in desk.data("search_notes", query="蕃茄", tag="garden")
    assert desk.data("search_notes", query="蕃茄").count("Code.md") == 0


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (r"\u8543\u8304", "蕃茄"),
        (r"\\u8543", r"\\u8543"),
        (r"\\\u8543", "\\\\蕃"),
        (r"\ud83d\ude00", "😀"),
        (r"\ud83d \ude00", r"\ud83d \ude00"),
        (r"\u0022\u005c\u000a\u2603", r"\u0022\u005c\u000a☃"),
        (r"\u12", r"\u12"),
        ("\\", "\\"),
    ],
)
def test_only_letters_are_read_from_their_numbers(written: str, read: str) -> None:
    assert unescape_canvas("a.canvas", written) == read
    assert unescape_canvas("a.md", written) == written


def test_notes_of_which_only_a_filter_speaks_are_listed(filled: Desk) -> None:
    data = filled.data("search_notes", query="path:work -tag:people")
    assert data.splitlines()[1:] == ["Work/Solar.md: (the note itself)"]
    assert [*hit_paths(data)] == ["Work/Solar.md"]


def test_whole_words_come_before_beginnings_and_these_before_inner_parts(desk: Desk) -> None:
    texts = {"a": "unplanned " * 9, "b": "planning " * 9, "c": "a plan " + "of many words " * 300}
    for name, text in texts.items():
        (desk.root / f"{name}.md").write_text(text, "utf-8")
    assert [*hit_paths(desk.data("search_notes", query="plan"))] == ["c.md", "b.md", "a.md"]
