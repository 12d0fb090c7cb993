"""Formulas, diagrams and icons are drawn in a thread, fit the text, and stay within limits of time and memory."""

from __future__ import annotations

import gc
import math
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from urllib.parse import quote

import pytest
from PySide6.QtGui import QColor, QFont, QFontMetrics, QGuiApplication, QImage, QPainter
from pytestqt.qtbot import QtBot

from axon_desktop.markdown.html.callouts import _TYPES
from axon_desktop.theme.colors import DARK, LIGHT
from axon_desktop.ui.markdown_view import MarkdownView
from axon_desktop.ui.markdown_view.embeds.callout_icon import _STROKES
from axon_desktop.ui.markdown_view.embeds.drawings import draw
from axon_desktop.ui.markdown_view.embeds.picture import Picture, PictureFormat
from axon_desktop.ui.markdown_view.layout.chunk import Chunk
from tests.ui.colors import wear_colors
from tests.ui.markdown_view.test_resources import png

Settle = Callable[[MarkdownView], None]
FRACTIONS = r"\frac{1}{" * 60 + "1" + "}" * 60
"""Each level doubles the work: without a limit it would practically never end."""

_HALF = r"\frac{1}{2}"


@pytest.fixture
def look(qapp: QGuiApplication) -> PictureFormat:
    font = QFont()
    font.setPixelSize(15)
    return PictureFormat(LIGHT, font, 2.0)


def inks(image: QImage) -> set[str]:
    """Return the colours of all opaque pixels."""
    found = set()
    for y in range(image.height()):
        for x in range(image.width()):
            color = image.pixelColor(x, y)
            if color.alpha() == 255:
                found.add(color.name())
    return found


def drawn(address: str, look: PictureFormat) -> Picture:
    picture = draw(address, look)
    assert picture is not None
    return picture


def test_formula_is_drawn_in_the_colour_and_fineness_of_the_text(look: PictureFormat) -> None:
    picture = drawn("axon-math:text:x%5E2%2By", look)
    assert LIGHT.text in inks(picture.image)
    assert picture.in_text
    assert picture.image.width() == round(picture.size.width() * 2)
    dark = PictureFormat(DARK, look.font, 1.0)
    assert DARK.text in inks(drawn("axon-math:text:x%5E2%2By", dark).image)


def test_formula_reaches_as_far_below_the_line_as_letters_or_further(look: PictureFormat) -> None:
    low, high = drawn("axon-math:text:x", look), drawn(f"axon-math:text:{quote(_HALF)}", look)
    assert low.descent == QFontMetrics(look.font).descent() < high.descent
    assert drawn("axon-math:display:x", look).descent == 0


@pytest.mark.parametrize(
    "beside", ["", "$x_{y_{z_z}}$", "$x^{y^{z^z}}$", f"$\\frac{{{_HALF}}}{{2}}$", "![](pic.png)"]
)
def test_fraction_stands_on_the_line_whatever_stands_beside_it(settle: Settle, qtbot: QtBot, beside: str) -> None:
    view = MarkdownView(load_image=lambda _path: png(20, 80))
    qtbot.addWidget(view)
    view.resize(720, 600)
    view.show()

    def lowest_ink(note: str) -> float:
        """Return how far the first formula of a note is seen below the baseline."""
        view.set_note("N", note)
        settle(view)
        chunk = chunks(view)[0]
        qtbot.waitUntil(lambda: all(view._images.picture(name) is not None for name in chunk.images))
        settle(view)
        document = chunk.document
        assert document is not None
        at = document.toPlainText().index("\ufffc")
        place, after = document.position_rect(at), document.position_rect(at + 1)
        line = document.findBlock(at).layout().lineForTextPosition(at - document.findBlock(at).position())
        image = QImage(document.size().toSize(), QImage.Format.Format_RGB32)
        image.fill(QColor(LIGHT.bg))
        painter = QPainter(image)
        document.drawContents(painter)
        painter.end()
        columns = range(math.ceil(place.left()), int(after.left()))
        rows = [y for y in range(image.height()) if any(image.pixelColor(x, y).lightness() < 128 for x in columns)]
        return rows[-1] - place.top() - line.ascent()

    assert lowest_ink(f"a ${_HALF}$ {beside}") == pytest.approx(lowest_ink(f"a ${_HALF}$"), abs=0.6)


def test_formula_in_a_heading_is_larger(look: PictureFormat) -> None:
    assert drawn("axon-math:h1:xyz", look).size.width() > 1.4 * drawn("axon-math:text:xyz", look).size.width()


@pytest.mark.parametrize(
    "tex",
    [
        r"\frac{",
        "}",
        r"\left( x",
        r"\begin{matrix} a",
        r"\def\a{\a}\a",
        r"\newcommand{\b}{\b\b}\b",
        FRACTIONS,
        "{" * 400 + "}" * 400,
        r"\sqrt{" * 150 + "x" + "}" * 150,
        r"\rule{10000em}{10000em}",
        r"\hspace{100000em} x",
        r"\begin{matrix}" + ("a&" * 30 + r"b\\") * 20 + r"\end{matrix}",
        r"\left" * 9,
    ],
    ids=lambda tex: tex[:20],
)
def test_broken_or_hostile_formula_shows_its_source_in_bounded_work(look: PictureFormat, tex: str) -> None:
    from urllib.parse import quote

    picture = draw(f"axon-math:display:{quote(tex, safe='')}", look)
    assert picture is not None
    assert QColor(LIGHT.err).name() in inks(picture.image) or tex == "}"
    assert picture.image.sizeInBytes() < 60_000_000


def test_formula_is_ended_also_where_the_collector_calls_python(look: PictureFormat) -> None:
    from urllib.parse import quote

    def called(phase: str, info: dict[str, int]) -> None:
        """Count a call in which Python swallows errors."""

    before = gc.get_threshold()
    gc.callbacks.append(called)
    gc.set_threshold(5, 1000, 1000)
    try:
        picture = draw(f"axon-math:display:{quote(FRACTIONS, safe='')}", look)
    finally:
        gc.set_threshold(*before)
        gc.callbacks.remove(called)
    assert picture is not None
    assert QColor(LIGHT.err).name() in inks(picture.image)


_TOO_DEEP = """
import gc
from axon_desktop.ui.markdown_view.embeds.formula import _CallLimit

def called(phase, info):
    call()

def call():
    pass

def deeper():
    made = []
    deeper()

def begin(depth, young):
    if depth:
        return begin(depth - 1, young)
    gc.set_threshold(young, 1000, 1000)
    with _CallLimit(10**9):
        try:
            deeper()
        except RecursionError:
            pass
    gc.set_threshold(700)

gc.callbacks.append(called)
for depth in range(12):
    begin(depth, 1 + depth % 4)
"""


def test_calls_are_counted_where_a_collection_stands_too_deep() -> None:
    """Red, by a crash of the process, when the counter is freed while Python is about to call it."""
    subprocess.run([sys.executable, "-c", _TOO_DEEP], check=True, stderr=subprocess.DEVNULL)


def test_every_icon_of_a_callout_is_drawn(look: PictureFormat) -> None:
    for _hue, icon, _sign in _TYPES.values():
        assert icon in _STROKES
        assert "#123456" in inks(drawn(f"axon-icon:123456:{icon}", look).image)
    assert draw("axon-icon:123456:nothing", look) is None
    assert draw("axon-icon:red;x:bug", look) is None


def test_diagram_is_drawn_in_the_colours_of_the_theme(look: PictureFormat) -> None:
    source = "axon-diagram:mermaid:graph%20LR%0AA%5Bone%5D%20--%3E%20B%7Btwo%7D"
    picture = drawn(source, look)
    assert {LIGHT.raised, LIGHT.muted} <= inks(picture.image)
    assert DARK.raised in inks(drawn(source, PictureFormat(DARK, look.font, 1.0)).image)
    assert draw("axon-diagram:mermaid:pie", look) is None


def chunks(view: MarkdownView) -> list[Chunk]:
    return [chunk for chunk in view._content.chunks() if chunk.blocks]


def test_note_shows_formulas_and_diagrams_when_they_are_drawn(
    view: MarkdownView, settle: Settle, qtbot: QtBot
) -> None:
    view.set_note("N", "A $x^2$ here.\n\n$$\ny\n$$\n\n```mermaid\ngraph TD\nA --> B\n```\n\n- [x] done\n")
    settle(view)
    names = {name for chunk in chunks(view) for name in chunk.images}
    assert {name.split(":")[0] for name in names} == {"axon-math", "axon-diagram", "axon-icon"}
    qtbot.waitUntil(lambda: all(view._images.picture(name) is not None for name in names))
    settle(view)
    document = chunks(view)[0].document
    assert document is not None
    assert document.size().width() <= view.column_width


def test_copied_text_holds_formulas_and_boxes_as_text(view: MarkdownView, settle: Settle, qtbot: QtBot) -> None:
    view.set_note("N", "A $x^2$ here.\n\n- [x] done\n- [ ] open\n")
    settle(view)
    assert view.to_plain_text() == "N\nA x^2 here.\n☑ done\n☐ open"
    view.select_all()
    assert view.selected_text() == "N\nA x^2 here.\n☑ done\n☐ open"
    from axon_desktop.ui.markdown_view.selection import TextPosition

    chunk = chunks(view)[0]
    view.selection.set(TextPosition(chunk, 0), TextPosition(chunk, 18))
    assert "x^2" in view.selected_text()
    assert "☑" in view.selected_text()


def test_theme_draws_formulas_anew(view: MarkdownView, settle: Settle, qtbot: QtBot) -> None:
    view.set_note("N", "A $x$.")
    settle(view)
    name = "axon-math:text:x"
    qtbot.waitUntil(lambda: view._images.picture(name) is not None)
    wear_colors(DARK)
    settle(view)
    qtbot.waitUntil(lambda: view._images.picture(name) is not None)
    picture = view._images.picture(name)
    assert picture is not None
    assert DARK.text in inks(picture.image)


def test_typesetter_is_not_imported_before_the_first_formula() -> None:
    code = (
        "import sys; from axon_desktop.ui.markdown_view import MarkdownView\n"
        "loaded = {name.partition('.')[0] for name in sys.modules}\n"
        "assert not loaded & {'ziamath', 'ziafont', 'latex2mathml'}, loaded\n"
        "assert 'PySide6.QtSvg' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("pixels", [11, 15, 20])
def test_rows_of_a_table_that_is_cut_into_parts_stand_at_one_distance(
    view: MarkdownView, settle: Settle, pixels: int
) -> None:
    view.resize(600, 900)
    view.set_font_size(pixels)
    view.set_note("N", "| Name | Group |\n|---|---|\n" + "".join(f"| a{n} | b |\n" for n in range(30)))
    settle(view)
    assert len(chunks(view)) > 2
    image = view.viewport().grab().toImage()
    left = next(x for x in range(image.width()) if QColor(image.pixel(x, 400)).name() == LIGHT.line)
    lines = [y for y in range(200, 900) if QColor(image.pixel(left + 3, y)).name() == LIGHT.line]
    assert len(lines) > 10
    assert len({below - above for above, below in pairwise(lines)}) == 1
