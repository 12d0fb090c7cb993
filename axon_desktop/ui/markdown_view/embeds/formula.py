"""Formulas as pictures; the typesetter is imported at the first one and never in the window's own thread."""

from __future__ import annotations

import math
import re
import sys
import warnings
from contextlib import nullcontext
from types import FrameType

from PySide6.QtCore import QByteArray, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QFontMetricsF

from axon_desktop.markdown.html.pictures import DISPLAY, MAX_TEX
from axon_desktop.markdown.html.style import BODY_PIXELS, CODE_FONTS
from axon_desktop.ui.look.theme import without_ligatures
from axon_desktop.ui.markdown_view.embeds.picture import Picture, PictureFormat, blank, painter_on

MAX_CALLS = 150_000
"""Limit of function calls for typesetting a formula: nested fractions double the work with each level."""
SIMPLE = 2_000
"""Up to so much work, estimated from the source, calls are not counted: that takes longer than typesetting."""
_LIBRARIES = ("ziamath", "ziafont", "latex2mathml")
MAX_WIDTH, MAX_HEIGHT = 6_000.0, 3_000.0
MAX_SVG = 600_000
LARGER = 1.12
"""The characters of the formula font are smaller than those of the text."""
_EMPTY_PATH = re.compile(r'<path d=" *"[^>]*/>')
"""A space; Qt warns about it."""
_HEADINGS = {"h1": 26, "h2": 19, "h3": 16.5, "h4": 15, "h5": 14, "h6": 13}


class _FormulaError(Exception):
    """A formula cannot be parsed, or is too expensive."""


class _CallLimit:
    """Stops this thread's work after so many function calls: a thread cannot be stopped from outside.

    It stops in a function of the libraries themselves: Python swallows exceptions in a destructor or in a
    callback of the garbage collector, and stops counting.
    """

    def __init__(self, calls: int) -> None:
        self._left = calls
        # If it raises, Python drops it, and yet calls it, if that was in a collection that the call began.
        self._counter = self._count

    def __enter__(self) -> None:
        sys.setprofile(self._counter)

    def __exit__(self, *_error: object) -> None:
        sys.setprofile(None)
        del self._counter  # which holds this object

    def _count(self, frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            self._left -= 1
            if self._left < 0 and frame.f_globals.get("__name__", "").partition(".")[0] in _LIBRARIES:
                raise _FormulaError("too much work")


def is_simple(tex: str) -> bool:
    """Tell whether a formula is so short and flat that typesetting it is quick."""
    depth = deepest = 0
    for char in tex:
        depth += (char == "{") - (char == "}")
        deepest = max(deepest, depth)
    levels = deepest + sum(map(tex.count, "\\^_"))
    return levels < 6 and len(tex) * 4**levels <= SIMPLE


def draw_formula(tex: str, size: str, look: PictureFormat) -> Picture:
    """Return a formula in the text colour; one that cannot be drawn is shown as its source, with a remark."""
    font = QFont(look.font)
    if size in _HEADINGS:
        font.setPixelSize(max(8, round(look.font.pixelSize() * _HEADINGS[size] / BODY_PIXELS)))
    try:
        svg, (top, width, height) = _typeset(tex, size == DISPLAY, font.pixelSize() * LARGER, look.colors.text)
    except _FormulaError:
        return _as_written(tex, size == DISPLAY, font, look)
    below = 0 if size == DISPLAY else max(QFontMetrics(font).descent(), math.ceil(height + top))
    extent = QSizeF(width, height if size == DISPLAY else below - top)
    image = blank(extent, look.ratio)
    from PySide6.QtSvg import QSvgRenderer

    renderer = QSvgRenderer(QByteArray(svg.encode()))
    painter = painter_on(image)
    renderer.render(painter, QRectF(0.0, 0.0, width, height))
    painter.end()
    return Picture(image, extent, below, in_text=size != DISPLAY)


def _typeset(tex: str, display: bool, pixels: float, color: str) -> tuple[str, tuple[float, float, float]]:
    """Return a formula as SVG, and top, width and height of its box; the baseline is at 0."""
    if len(tex) > MAX_TEX or r"\def" in tex or r"\newcommand" in tex or r"\require" in tex:
        raise _FormulaError("too long, or a language of its own")
    with warnings.catch_warnings(action="ignore"):  # it uses deprecated parts of the standard library
        import ziamath  # noqa: F401 - the package before its parts: another thread may be importing it
        from latex2mathml import exceptions
        from ziamath.config import config
        from ziamath.zmath import Latex

        config.svg2 = False  # Qt draws no symbols
        own = (
            kind for kind in vars(exceptions).values() if isinstance(kind, type) and issubclass(kind, Exception)
        )
        failures: tuple[type[Exception], ...] = (*own, *_FAILURES)
        try:
            with nullcontext() if is_simple(tex) else _CallLimit(MAX_CALLS):
                formula = Latex(tex, size=pixels, color=color, inline=not display)
                box = formula.node.bbox
                svg = _EMPTY_PATH.sub("", formula.svg())
        except failures as error:
            raise _FormulaError(str(error)) from error
    margin = formula.margin
    width, height = box.xmax - box.xmin + 2 * margin, box.ymax - box.ymin + 2 * margin
    if not (0 < width <= MAX_WIDTH and 0 < height <= MAX_HEIGHT) or len(svg) > MAX_SVG:
        raise _FormulaError("too large")
    return svg, (-box.ymax - margin, width, height)


def _as_written(tex: str, display: bool, font: QFont, look: PictureFormat) -> Picture:
    """Return the source of a formula with a remark."""
    code = without_ligatures(font)
    code.setFamilies([name.strip(' "') for name in CODE_FONTS.split(",")])
    code.setPixelSize(max(8, round(font.pixelSize() * 0.87)))
    shown = tex if len(tex) <= 160 else tex[:159] + "…"
    shown = f"{shown}\n{look.broken}" if display else f"{' '.join(shown.split())} ({look.broken})"
    metrics = QFontMetricsF(code)
    box = metrics.boundingRect(QRectF(0, 0, MAX_WIDTH, MAX_HEIGHT), Qt.AlignmentFlag.AlignLeft, shown)
    size = QSizeF(min(MAX_WIDTH, box.width() + 4), min(MAX_HEIGHT, box.height()))
    image = blank(size, look.ratio)
    painter = painter_on(image)
    painter.setFont(code)
    painter.setPen(QColor(look.colors.err))
    painter.drawText(QRectF(2, 0, size.width() - 2, size.height()), Qt.AlignmentFlag.AlignLeft, shown)
    painter.end()
    return Picture(image, size, 0 if display else QFontMetrics(font).descent(), in_text=not display)


_FAILURES = (
    _FormulaError, ArithmeticError, AssertionError, AttributeError, LookupError, NameError, RuntimeError,
    StopIteration, SyntaxError, TypeError, ValueError,
)  # fmt: skip
"""Exceptions of the typesetter for a broken formula."""
