from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter, QPalette
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from axon_desktop.ui import icons
from axon_desktop.ui.theme import TEXT_PAIRS, Theme, icon, make_style_sheet, ui_font
from axon_desktop.vault.markdown.colors import DARK, LIGHT, Colors


@pytest.fixture
def app(qapp: QApplication) -> Iterator[QApplication]:
    yield qapp
    qapp.setStyleSheet("")


def luminance(color: str) -> float:
    def channel(value: float) -> float:
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    red, green, blue = (channel(int(color[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("colors", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), TEXT_PAIRS)
def test_text_can_be_read_on_its_ground(colors: Colors, text: str, ground: str) -> None:
    assert contrast(getattr(colors, text), getattr(colors, ground)) >= 4.5


@pytest.mark.parametrize("colors", [LIGHT, DARK], ids=["light", "dark"])
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


def test_choosing_another_theme_tells_the_colors(app: QApplication, qtbot: QtBot) -> None:
    theme = Theme(app, "light")
    with qtbot.waitSignal(theme.colors_changed) as heard:
        theme.choose("dark")
    assert heard.args == [DARK]
    assert theme.colors is DARK
    with qtbot.assertNotEmitted(theme.colors_changed):
        theme.choose("dark")


def test_system_choice_follows_the_system(app: QApplication) -> None:
    theme = Theme(app, "system")
    dark = QGuiApplication.styleHints().colorScheme() is Qt.ColorScheme.Dark
    assert theme.colors is (DARK if dark else LIGHT)


def test_window_font_has_13_pixels(app: QApplication) -> None:
    assert ui_font().pixelSize() == 13


@pytest.mark.parametrize("name", icons.NAMES)
def test_icon_paints_something(app: QApplication, name: str) -> None:
    image = QImage(32, 32, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    icons.paint_icon(painter, name, QRectF(0, 0, 32, 32), QColor("#000000"))
    painter.end()
    painted = sum(image.pixelColor(x, y).alpha() > 100 for x in range(32) for y in range(32))
    assert painted == 0 if name == "blank" else 10 < painted < 700
    assert not icon(name, LIGHT).isNull()


def test_unknown_icon_is_an_error(app: QApplication) -> None:
    with pytest.raises(KeyError):
        icon("no such icon", LIGHT)
