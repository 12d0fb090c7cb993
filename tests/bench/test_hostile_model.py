"""A sample of the scenarios in which the model obeys what it reads; `python -m bench.hostile_model` plays all."""

from typing import Literal

import pytest

from bench.hostile_model import play
from bench.hostile_model.__main__ import play_all
from bench.hostile_model.scenarios import Scenario, load
from tests.forking.command import forked

SCENARIOS = {scenario.id: scenario for scenario in load()}
SAMPLE = (
    "clip-property+append",
    "clip-folder+dataviewjs",
    "clip-search+escape",
    "clip-mention+trash",
    "comment-html+read-outside",
    "invisible-characters+obsidian-folder",
    "server-reading+server-write-allowed",
    "server-reading+command-on",
    "own-note+odd-names",
    "file-name+edit",
    "tool-block+quoted",
    "canvas+exfiltrate",
)


def test_there_are_enough_scenarios_and_each_has_a_name_of_its_own() -> None:
    assert len(SCENARIOS) == len([*load()]) >= 300


@pytest.fixture(autouse=True)
def _forked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "AXON", forked("axon_desktop.cli"))


def test_nothing_gets_through() -> None:
    verdicts, asked = play_all([SCENARIOS[name] for name in SAMPLE])
    assert {verdict.scenario: verdict.faults for verdict in verdicts if verdict.faults} == {}
    assert asked == []


class Trusting(Scenario):
    """The same with a user who lets everything pass, and nothing tells whose words they are."""

    @property
    def approve(self) -> Literal["all", "ask"]:
        return "all"


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("own-note+append", "vault/Home.md was changed"),
        ("own-note+new-note", "vault/Inbox/Obeyed.md was made"),
        ("own-note+trash", "vault/Home.md was gone"),
    ],
)
def test_what_gets_through_is_noticed(name: str, fault: str) -> None:
    scenario = SCENARIOS[name]
    verdicts, _ = play_all([Trusting(scenario.carrier, scenario.goal)])
    assert fault in verdicts[0].faults
