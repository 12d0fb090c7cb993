"""All text of rendered Markdown can be read on its ground in both themes."""

import pytest

from axon_desktop.markdown.html.callouts import _TYPES
from axon_desktop.markdown.html.style import stylesheet
from axon_desktop.theme.colors import DARK, LIGHT, Colors
from axon_desktop.theme.derived_colors import READABLE, contrast, highlight, mix, syntax, tint

THEMES = pytest.mark.parametrize("colors", [LIGHT, DARK], ids=["light", "dark"])


def test_contrast_of_known_colours() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert mix("#000000", "#ffffff", 0.5) == "#808080"


@THEMES
def test_code_can_be_read(colors: Colors) -> None:
    assert min(contrast(color, colors.code) for color in syntax(colors).values()) >= READABLE
    assert contrast(colors.text, colors.code) >= READABLE


@THEMES
@pytest.mark.parametrize("hue", sorted({hue for hue, _icon, _sign in _TYPES.values()}))
def test_callouts_can_be_read(colors: Colors, hue: str) -> None:
    shades = tint(colors, hue)
    for color in (shades.title, colors.text, colors.accent):
        assert contrast(color, shades.ground) >= READABLE


@THEMES
def test_marks_chips_and_muted_text_can_be_read(colors: Colors) -> None:
    for color in (colors.text, colors.accent):
        assert contrast(color, highlight(colors)) >= READABLE
    assert contrast(colors.accent, colors.accent_soft) >= READABLE
    assert contrast(colors.muted, colors.bg) >= READABLE


@THEMES
def test_the_style_sheet_scales_with_the_font(colors: Colors) -> None:
    assert "h1{font-size:26px" in stylesheet(colors)
    assert "h1{font-size:52px" in stylesheet(colors, 30)
    assert colors.accent in stylesheet(colors)


@pytest.mark.parametrize(("text", "code"), [(15, 13), (13, 12), (11, 10), (30, 26)])
def test_code_stays_large_enough_to_be_read(text: int, code: int) -> None:
    sizes = [line for line in stylesheet(LIGHT, text).split("\n") if line.startswith("code,")]
    assert f"font-size:{code}px" in sizes[0]
