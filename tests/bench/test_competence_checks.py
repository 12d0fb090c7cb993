"""The checks accept what was asked for, and none of the cheap ways around it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.competence.checks import Verdict, judge, read_files
from bench.competence.requests import VAULT, AnswerCheck, FileCheck, Request, files, load
from bench.competence.self_check import problems, reference

FILES = read_files(VAULT)


@pytest.mark.parametrize("file", files(), ids=lambda file: file.stem)
def test_references_are_accepted_and_cheats_solve_nothing(file: Path) -> None:
    assert problems(load(file), FILES) == []


@pytest.mark.parametrize("file", files(), ids=lambda file: file.stem)
def test_a_file_nobody_asked_for_spoils_every_request(file: Path) -> None:
    for request in load(file):
        after, answer = reference(request, FILES)
        verdict = judge(request, FILES, {**after, "Stray.md": b"x"}, answer)
        assert verdict.stray == ("Stray.md",)
        assert not verdict.solved


def test_requests_cover_levels_and_languages() -> None:
    for file in files():
        requests = load(file)
        assert len(requests) >= 20
        assert {request.level for request in requests} == {1, 2, 3}
        assert sum(request.language == "zh" for request in requests) >= 5


def test_vault_is_large_enough() -> None:
    notes = [path for path in FILES if path.endswith(".md")]
    assert len(notes) >= 45
    assert sum(map(len, FILES.values())) > 70_000  # a prompt of 16,000 tokens does not hold it


def verdict(check: FileCheck, new: str, old: str = "# A\n\n- one\n- two\n\n# B\n\n- three\n") -> Verdict:
    request = Request(id="x", level=1, language="en", text="Do it.", reference="", file=[check])
    return judge(request, {"Note.md": old.encode()}, {"Note.md": new.encode()}, "")


@pytest.mark.parametrize(
    "new",
    [
        "# A\n\n- one\n- two\n\n# B\n\n- three\n- four 4,100\n",
        "# A\n\n- one\n- two\n\n# B\n\n- three\n\n- Four 4100",
    ],
)
def test_an_added_line_may_have_blank_lines_around_it(new: str) -> None:
    assert verdict(FileCheck(path="Note.md", adds=[["four 4100"]], last=True, under="B"), new).solved


@pytest.mark.parametrize(
    ("new", "reason"),
    [
        ("- four\n", "lost an old line"),
        ("# A\n\n- one\n- four\n- two\n\n# B\n\n- three\n", "not stand at the end"),
        ("# A\n\n- one\n- two\n\n# B\n\n- three\n- four\n- five\n", "2 new lines"),
        ("# A\n\n- one\n- two\n\n# B\n\n- three\n- five\n", "lacks four"),
        ("# A\n\n- one\n- two\n\n# B\n\n- three\n", "is as it was"),
    ],
)
def test_an_added_line_must_be_the_one_and_at_its_place(new: str, reason: str) -> None:
    assert reason in verdict(FileCheck(path="Note.md", adds=[["four"]], last=True), new).reasons[0]


def test_a_change_may_not_touch_another_line() -> None:
    check = FileCheck(path="Note.md", changes=[("- two", "- 2,200 euros")])
    assert verdict(check, "# A\n\n- one\n- 2200 euros\n\n# B\n\n- three\n").solved
    assert not verdict(check, "# A\n\n- 1\n- 2,200 euros\n\n# B\n\n- three\n").solved
    assert not verdict(check, "# A\n\n- one\n- 2,300 euros\n\n# B\n\n- three\n").solved
    assert not verdict(check, "# A\n\n- one\n- 2,200 euros\n").solved


def test_a_long_answer_is_none() -> None:
    request = Request(
        id="x", level=1, language="en", text="Which?", reference="", answer=AnswerCheck(has=[["7"]], lacks=["8"])
    )
    assert judge(request, {}, {}, "It is 7.").solved
    assert not judge(request, {}, {}, "It is 7. " * 200).solved
    assert not judge(request, {}, {}, "It is 7 or 8.").solved
