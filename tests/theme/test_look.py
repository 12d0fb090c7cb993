from __future__ import annotations

import json
from pathlib import Path

import pytest

from axon_desktop.errors import SettingsError
from axon_desktop.settings import settings as settings_file
from axon_desktop.settings.settings import GeneralSettings, Settings
from axon_desktop.theme.look import Look

CHOSEN = Look("dark", "teal", "high", 18, "compact")


def test_look_goes_into_the_settings_and_comes_back(tmp_path: Path) -> None:
    settings = Settings()
    settings.general.look = CHOSEN
    assert settings.general.look == CHOSEN
    file = tmp_path / "settings.json"
    settings_file.save(settings, file)
    assert settings_file.load(file).general.look == CHOSEN
    assert Look.of(json.loads(file.read_text())["general"]) == CHOSEN
    assert GeneralSettings().look == Look()


@pytest.mark.parametrize(
    "odd",
    [
        {},
        {"theme": "pink", "accent": 7, "contrast": None, "density": ["compact"], "text_size": "18"},
        {"text_size": 4000},
        {"text_size": 10},
        {"text_size": True},
        {"text_size": 13.5},
    ],
)
def test_odd_values_give_way_to_the_design(odd: dict[str, object]) -> None:
    assert Look.of(odd) == Look()


def test_one_odd_value_spoils_no_other() -> None:
    assert Look.of({"theme": "pink", "accent": "rose", "text_size": 15}) == Look(accent="rose", text_size=15)


def test_a_size_out_of_bounds_is_refused_when_the_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text('{"general": {"text_size": 99}}')
    problems: list[SettingsError] = []
    assert settings_file.load(file, problems.append).general.text_size == Look().text_size
    assert "text_size" in str(problems[0])


def test_text_grows_in_steps_within_bounds() -> None:
    look = Look(text_size=19)
    assert look.with_text(1).text_size == 20
    assert look.with_text(1).with_text(1).text_size == 20
    assert look.with_text(-40).text_size == 11
    assert look.with_text(0).text_size == 13
