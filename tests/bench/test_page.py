"""The page about speed is written from what was measured, and says what was missed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from bench.__main__ import GROUPS
from bench.goals import GOALS, Verdict, judge, named
from bench.measure import Report, Scale, Taken, load_report
from bench.page import CAVEATS, DifferentMachinesError, join, main, write_page
from bench.pictures import draw_curves, draw_ratios

_WHOLE = Scale()


def _take(tmp_path: Path, group: str, seconds: float, scale: Scale = _WHOLE) -> Taken:
    report = Report(scale)

    def measure(each: Report) -> None:
        each.ratio("start / bare | window", [seconds], [1.0], "s", 1.4, than="bare window")
        each.amount("  the same <elsewhere>", [seconds], "s", 10)
        each.beside(1, ["rg 14.1"])
        each.curve("opening", "notes", "ms", [10, 100, 1000], [[seconds], [1.0], [1.0]], 0.1)

    report.run(group, measure)
    file = tmp_path / f"{group} {seconds}.json"
    report.save(file)
    return load_report(file)


def test_later_file_replaces_a_group(tmp_path: Path) -> None:
    joined = join([_take(tmp_path, "start", 2.0), _take(tmp_path, "note", 1.0), _take(tmp_path, "start", 1.2)])
    assert [(row.group, row.met) for row in joined.rows if row.share and "bare" in row.work] == [
        ("start", True),
        ("note", True),
    ]
    assert len(joined.takes) == 2


def test_figures_of_different_machines_are_not_joined(tmp_path: Path) -> None:
    here = _take(tmp_path, "start", 1.0)
    there = replace(here, machine=replace(here.machine, cores=here.machine.cores + 1))
    with pytest.raises(DifferentMachinesError):
        join([here, there])


def test_missed_targets_stand_at_the_top(tmp_path: Path) -> None:
    page = write_page(join([_take(tmp_path, "start", 2.0)]), ["performance/ratios.svg"])
    head = page.partition("## ")[0]
    assert "3 of 4 figures that have a target meet it. Missed:" in head
    assert "- start / bare \\| window: 2.00 x" in head
    assert "**no**" in page
    assert "![Ratios to the targets](performance/ratios.svg)" in head
    assert "| &emsp;the same &lt;elsewhere> |" in page
    assert "Not the full measurement" not in page


def test_every_target_of_the_specification_is_judged_or_said_not_to_be_measured() -> None:
    report = Report()

    def measure(each: Report) -> None:
        each.gaps("5 MCP servers start", [5.0, 40.0, 120.0], [5.0, 5.0])
        each.add("something else", "1", "0", met=False)

    report.run("servers", measure)
    goals = {goal.work: judge(goal, [*named(report.rows)], report.curves) for goal in GOALS}
    assert goals.pop("Gaps with 5 MCP servers") == Verdict(
        2, 2, "5 MCP servers start: gaps, p99: 120.0 ms (idle 5.0)"
    )
    assert set(goals.values()) == {Verdict(0, 0, "")}
    assert {group for goal in GOALS for group in goal.groups} == set(GROUPS)


def test_all_met_is_said_so(tmp_path: Path) -> None:
    page = write_page(join([_take(tmp_path, "start", 1.0)]), [])
    assert "**All 4 figures that have a target meet it.**" in page


@pytest.mark.parametrize("scale", [Scale(share=0.1), Scale(rounds=1), Scale(notes=1_000)])
def test_trial_is_called_one(tmp_path: Path, scale: Scale) -> None:
    page = write_page(join([_take(tmp_path, "start", 1.0, scale)]), [])
    assert page.splitlines()[2].startswith("> **Not the full measurement.**")


def test_page_names_machine_peers_and_day(tmp_path: Path) -> None:
    taken = _take(tmp_path, "start", 1.0)
    page = write_page(join([taken]), [])
    machine = taken.machine
    for part in (machine.processor, machine.python, machine.qt, machine.program, "rg 14.1"):
        assert part in page
    assert taken.stretches[0].begun[:10] in page


def test_pictures_show_every_target_and_curve(tmp_path: Path) -> None:
    joined = join([_take(tmp_path, "start", 2.0)])
    ratios, growth = (
        ElementTree.fromstring(each) for each in (draw_ratios(joined.rows), draw_curves(joined.curves))
    )
    name = "{http://www.w3.org/2000/svg}"
    assert len(ratios.findall(f"{name}polygon")) == 1  # missed
    assert len(ratios.findall(f"{name}circle")) == 1
    assert len(growth.findall(f"{name}circle")) == 3
    words = "".join(growth.itertext())
    assert "opening" in words
    assert "prefers-color-scheme: dark" in words


def test_command_writes_page_and_pictures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _take(tmp_path, "start", 1.0)
    pictures = tmp_path / "docs" / "performance"
    assert main([str(tmp_path / "start 1.0.json"), "--pictures", str(pictures)]) == 0
    assert "(performance/growth.svg)" in capsys.readouterr().out
    assert sorted(file.name for file in pictures.iterdir()) == ["growth.svg", "ratios.svg"]


def test_every_group_says_what_would_flatter_it(tmp_path: Path) -> None:
    assert set(CAVEATS) == set(GROUPS)
    page = write_page(join([_take(tmp_path, "start", 2.0)]), [])
    assert "What would flatter these figures:" in page
    assert f"- *peak memory*: {CAVEATS['start']['peak memory']}" in page
