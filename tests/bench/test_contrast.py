from __future__ import annotations

from dataclasses import replace

import pytest

from axon_desktop.theme.colors import DARK, HIGH_DARK, HIGH_LIGHT, LIGHT
from axon_desktop.theme.contrast import pairs_of
from axon_desktop.theme.derived_colors import contrast
from bench import contrast as program


def test_every_pair_of_every_theme_reaches_its_contrast(capsys: pytest.CaptureFixture[str]) -> None:
    assert program.main() == 0
    reported = capsys.readouterr().out
    assert "in 28 themes of 7 accents: all reach their contrast" in reported
    assert "SHORT" not in reported


def test_a_pair_that_falls_short_is_named() -> None:
    pale = replace(LIGHT, muted="#b0b0b0")
    lines, good = program.report([("pale", pale)])
    assert not good
    assert any(line.startswith("SHORT pale: ") and "muted on panel" in line for line in lines)


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


def test_high_contrast_asks_for_more_text_and_for_borders() -> None:
    for plain, high in ((LIGHT, HIGH_LIGHT), (DARK, HIGH_DARK)):
        least = {pair.name: pair.least for pair in pairs_of(high)}
        assert least["muted on panel"] == 7.0
        assert least["line on panel"] == 3.0
        names = {pair.name for pair in pairs_of(plain)}
        assert names < set(least)
        assert "line on panel" not in names
