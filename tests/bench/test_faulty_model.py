"""Each kind of a breaking model server once; `python -m bench.faulty_model` plays each 25 times."""

import pytest

from bench.faulty_model import FAULTS, Figures, play


def test_there_are_forty_kinds() -> None:
    assert len(FAULTS) >= 40


@pytest.mark.parametrize("name", FAULTS)
def test_turn_ends_with_a_name_and_the_line_is_written_once(name: str) -> None:
    figures = Figures()
    play(name, 1, figures)
    assert figures.faults == []
    assert figures.runs == figures.ends.total() == 1
