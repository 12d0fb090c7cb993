"""A fact is found however it is worded, and nowhere else."""

from __future__ import annotations

import pytest

from bench.competence.facts import holds, normalise


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        ("1.7", "It should be **1.7 bar**."),
        ("1.7", "压力应为1.7巴。"),
        ("48,600", "一共 48600 元"),
        ("48,600", "48 600 euros"),
        ("5927", "The code is “5927”."),
        ("S 6020-B", "the code s6020-b (Deep lake)"),
        ("date:2026-03-26", "on March 26th, 2026"),
        ("date:2026-03-26", "26 Mar 2026"),
        ("date:2026-03-26", "2026年3月26日"),
        ("date:2026-03-26", "2026-03-26"),
        ("time:14:50", "at 2:50 PM"),
        ("time:14:50", "14:50"),
        ("phone:+34 655 218 640", "+34 655-218-640"),
        ("phone:+34 655 218 640", "+34655218640"),
        ("平江路 218 号", "苏州市平江路218号"),
        ("Sten Mård", "driven by `Sten Mård`, as always"),
    ],
)
def test_fact_is_found_in_any_usual_form(fact: str, text: str) -> None:
    assert holds(normalise(text), fact)


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        ("1.7", "11.7 or 1.75"),
        ("41", "410, 141, 41.5 and 1.41"),
        ("5927", "59270"),
        ("412", "1,412 pages"),
        ("date:2026-03-26", "3 March 2026 and 26 May, 2026-03-261"),
        ("time:14:50", "2:50 am, 4:50, 14:5"),
        ("phone:+34 655 218 640", "+34 655 218 6401"),
        ("Porto", "important portobello"),
    ],
)
def test_fact_is_not_found_in_another_one(fact: str, text: str) -> None:
    assert not holds(normalise(text), fact)
