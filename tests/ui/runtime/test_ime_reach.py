"""The desktop's input method is reached where Qt lacks a plugin for it."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from axon_desktop import app as program
from axon_desktop.ui.runtime.ime_guard import FieldGuards
from axon_desktop.ui.runtime.input_method import reachable_input_method


@pytest.mark.parametrize(
    ("before", "tried"),
    [
        ({"QT_IM_MODULE": "fcitx"}, "fcitx;ibus"),
        ({"QT_IM_MODULE": "fcitx5"}, "fcitx5;ibus"),
        ({"QT_IM_MODULES": "wayland;fcitx"}, "wayland;fcitx;ibus"),
        ({"QT_IM_MODULES": "wayland;fcitx;ibus"}, ""),
        ({"QT_IM_MODULE": "ibus"}, ""),
        ({"QT_IM_MODULE": ""}, ""),
        ({}, ""),
    ],
)
def test_ibus_is_tried_after_fcitx_while_qt_is_made(before: dict[str, str], tried: str) -> None:
    environment = {**before, "LANG": "C"}
    with reachable_input_method(environment):
        if tried:
            assert environment == {"QT_IM_MODULES": tried, "IBUS_USE_PORTAL": "1", "LANG": "C"}
        else:
            assert environment == {**before, "LANG": "C"}
    assert environment == {**before, "LANG": "C"}


def test_environment_is_as_before_after_a_failure() -> None:
    environment = {"QT_IM_MODULE": "fcitx", "IBUS_USE_PORTAL": "0"}
    with pytest.raises(RuntimeError), reachable_input_method(environment):
        raise RuntimeError
    assert environment == {"QT_IM_MODULE": "fcitx", "IBUS_USE_PORTAL": "0"}


def test_program_guards_its_fields(qapp: QApplication) -> None:
    assert program._make_app() is qapp
    made = qapp.findChildren(FieldGuards)
    assert made
    for guards in made:
        guards.deleteLater()
