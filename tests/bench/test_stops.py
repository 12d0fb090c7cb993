"""Each kind of moment once; `python -m bench.stops` presses Escape 500 times, and judges how soon it is heard."""

import pytest

from bench.stops import KINDS, play

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


def test_nothing_begins_after_a_stop() -> None:
    figures = play(len(KINDS))
    assert figures.faults == []
    assert set(figures.stops) == set(KINDS)
