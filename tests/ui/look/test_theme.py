from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from axon_desktop.theme.colors import DARK, HIGH_DARK, HIGH_LIGHT, LIGHT, Colors, colors_of
from axon_desktop.theme.look import Look
from axon_desktop.ui.look.icons import icon
from axon_desktop.ui.look.sizes import gap, px, row_height
from axon_desktop.ui.look.theme import Theme, current_colors, in_force, make_style_sheet, mono_font, ui_font


@pytest.fixture
def app(qapp: QApplication) -> Iterator[QApplication]:
    yield qapp
    Theme(qapp, "light")  # in the design's sizes again


@pytest.mark.parametrize("colors", [LIGHT, DARK, HIGH_LIGHT, HIGH_DARK])
def test_style_sheet_has_no_open_places(app: QApplication, colors: Colors) -> None:
    sheet = make_style_sheet(colors)
    assert "${" not in sheet
    assert set(re.findall(r"#[0-9a-f]{6}\b", sheet)) <= {v for v in vars_of(colors) if v.startswith("#")}


def vars_of(colors: Colors) -> list[str]:
    return [str(getattr(colors, name)) for name in colors.__slots__]


def test_theme_dresses_the_application(app: QApplication) -> None:
    Theme(app, "dark")
    assert app.palette().color(QPalette.ColorRole.Window) == QColor(DARK.panel)
    assert DARK.accent in app.styleSheet()


def test_choosing_another_theme_changes_the_colors(app: QApplication, qtbot: QtBot) -> None:
    theme = Theme(app, "light")
    assert current_colors() is LIGHT
    with qtbot.waitSignal(in_force.changed):
        theme.choose("dark")
    assert current_colors() is DARK
    with qtbot.assertNotEmitted(in_force.changed):
        theme.choose("dark")


def test_system_choice_follows_the_system(app: QApplication) -> None:
    Theme(app, "system")
    dark = QGuiApplication.styleHints().colorScheme() is Qt.ColorScheme.Dark
    assert current_colors() is (DARK if dark else LIGHT)


def test_system_contrast_follows_the_system(app: QApplication) -> None:
    hints = app.styleHints()
    wanted = hints.accessibility().contrastPreference() is Qt.ContrastPreference.HighContrast
    for choice, high in (("system", wanted), ("high", True), ("normal", False)):
        look = Look.of({"theme": "light", "contrast": choice})
        Theme(app, look)
        assert current_colors().high is high


def test_accent_and_contrast_give_other_colors(app: QApplication) -> None:
    theme = Theme(app, Look("light", accent="teal"))
    assert current_colors() == colors_of(dark=False, accent="teal")
    assert current_colors().accent in app.styleSheet()
    theme.choose(Look("dark", accent="teal", contrast="high"))
    assert current_colors() == colors_of(dark=True, high=True, accent="teal")
    assert current_colors().accent not in (DARK.accent, HIGH_DARK.accent)
    assert current_colors().bg == HIGH_DARK.bg


def test_a_theme_alone_leaves_the_rest_of_the_look(app: QApplication) -> None:
    theme = Theme(app, Look("light", accent="rose", text_size=15))
    theme.choose("dark")
    assert theme.look == Look("dark", accent="rose", text_size=15)


def test_window_has_the_sizes_of_the_design(app: QApplication) -> None:
    Theme(app, "light")
    assert (ui_font().pixelSize(), mono_font().pixelSize()) == (13, 12)
    assert [px(12), row_height(34), row_height(25), gap(5)] == [12, 34, 25, 5]


def test_text_size_reaches_fonts_measures_and_style_sheet(app: QApplication, qtbot: QtBot) -> None:
    theme = Theme(app, "light")
    before = app.styleSheet()
    with qtbot.waitSignal(in_force.changed):
        theme.choose(Look("light", text_size=18))
    assert current_colors() is LIGHT
    assert app.font().pixelSize() == ui_font().pixelSize() == 18
    assert mono_font().pixelSize() == 17
    assert row_height(26) == 36
    assert "font-size: 17px" in app.styleSheet()
    assert "font-size: 12px" not in app.styleSheet()
    with qtbot.assertNotEmitted(in_force.changed):
        theme.choose(Look("light", text_size=18))
    theme.choose("light")
    theme.choose(Look("light"))
    assert app.styleSheet() == before


def test_menus_and_lists_have_the_fonts_of_the_rest_where_the_system_has_others(
    app: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows and macOS give these classes fonts of their own, and the first style sheet brings them back."""
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(QApplication, "setStyleSheet", give_own_fonts(QApplication.setStyleSheet))
    Theme(app, Look("light", text_size=15))
    for name in ("QMenuBar", "QMenu", "QAbstractItemView", "QStatusBar"):
        font = QApplication.font(name)  # type: ignore[call-overload]
        assert (font.families(), font.pixelSize()) == (ui_font().families(), 15)


def give_own_fonts(real: Callable[[QApplication, str], None]) -> Callable[[QApplication, str], None]:
    def set_style_sheet(app: QApplication, text: str) -> None:
        real(app, text)
        for name in ("QMenuBar", "QMenu", "QAbstractItemView", "QStatusBar"):
            app.setFont(QFont("MS Shell Dlg"), name)  # type: ignore[arg-type]

    return set_style_sheet


def test_compact_rows_are_lower_and_still_hold_a_line(app: QApplication) -> None:
    theme = Theme(app, "light")
    for size in (11, 13, 20):
        theme.choose(Look("light", text_size=size))
        usual = row_height(25), gap(5)
        theme.choose(Look("light", text_size=size, density="compact"))
        assert row_height(25) < usual[0]
        assert gap(5) < usual[1]
        assert row_height(25) >= QFontMetrics(ui_font()).height()


def test_icons_grow_with_the_text(app: QApplication) -> None:
    theme = Theme(app, Look("light", text_size=20))
    assert icon("folder").actualSize(QSize(25, 25)) == QSize(25, 25)
    theme.choose(Look("light"))
    assert icon("folder").actualSize(QSize(25, 25)).width() <= 16
