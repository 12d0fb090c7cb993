"""Pictures of figures as SVG: how near each is to its target, and how costs grow.

They carry their own ground, light or dark as the reader's system is; what shows them without styles sees the light
one. Nothing is told by colour alone: what misses its target is a diamond, what meets it is a disc.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape

from bench.goals import named
from bench.measure import Curve, Row, digits, slope_text

_INK, _FAINT, _GROUND, _GOOD, _BAD = "#1f2328", "#8c959f", "#ffffff", "#0969da", "#cf222e"
_DARK = {"ink": "#e6edf3", "faint": "#7d8590", "ground": "#0d1117", "good": "#58a6ff", "bad": "#ff7b72"}
_STYLE = "@media (prefers-color-scheme: dark) {{ {rules} }}"
_FONT = "font-family='system-ui, DejaVu Sans, sans-serif'"

_NAMES = 540
"""Pixels for the names of rows."""
_PLOT = 380
_LINE = 20
_LEAST, _MOST = 0.01, 10.0
"""Ends of the axis; what lies beyond stands at its end."""
_LONGEST = 78
"""Signs of a name."""

_PANEL_WIDTH, _PANEL_HEIGHT = 300, 212
_COLUMNS = 3


def draw_ratios(rows: Sequence[Row]) -> str:
    """Draw every row that has a target: what was measured as a part of what is allowed, on a logarithmic axis."""
    shown = [row for row in named(rows) if row.share is not None and row.met is not None]
    top, width = 56, _NAMES + _PLOT + 90
    parts = [_text(16, 26, "Measured / allowed: left of the line is better", size=15, bold=True)]
    height = top + _LINE * len(shown) + 34
    for power in (0.01, 0.1, 1.0, 10.0):
        x = _across(power)
        ink = "ink" if power == 1.0 else "faint"
        parts.append(_line(x, top - 8, x, height - 28, ink, dashed=power != 1.0))
        parts.append(_text(x, height - 10, "target" if power == 1.0 else f"{power:g} x", anchor="middle"))
    for number, row in enumerate(shown):
        assert row.share is not None
        y = top + _LINE * number + 8
        x = _across(row.share)
        kind = "good" if row.met else "bad"
        parts.append(_text(_NAMES - 12, y + 4, _short(row.work), anchor="end"))
        parts.append(_line(_across(_LEAST), y, x, y, kind))
        parts.append(_disc(x, y) if row.met else _diamond(x, y))
        parts.append(_text(_NAMES + _PLOT + 12, y + 4, f"{digits(row.share)}"))
    return _picture(width, height, parts, "Measured figures as parts of what their targets allow")


def draw_curves(curves: Sequence[Curve]) -> str:
    """Draw every curve with logarithmic axes in a field of its own, and dashed how steep it may be."""
    rows = math.ceil(len(curves) / _COLUMNS)
    width, height = 16 + _COLUMNS * _PANEL_WIDTH, 50 + rows * _PANEL_HEIGHT
    parts = [_text(16, 26, "How costs grow (dashed: the steepest that is allowed)", size=15, bold=True)]
    for number, curve in enumerate(curves):
        row, column = divmod(number, _COLUMNS)
        parts += _panel(curve, 16 + column * _PANEL_WIDTH, 44 + row * _PANEL_HEIGHT)
    return _picture(width, height, parts, "Growth curves")


def _panel(curve: Curve, left: float, top: float) -> Iterable[str]:
    plot_left, plot_top, plot_width, plot_height = left + 4, top + 46, _PANEL_WIDTH - 50, _PANEL_HEIGHT - 100
    first = curve.medians[0] or 1e-9
    values = [max(value, 1e-9) for value in curve.medians]
    allowed = [first * (size / curve.sizes[0]) ** curve.demanded for size in curve.sizes]
    low, high = _decades([*values, *allowed])
    start, end = math.log10(curve.sizes[0]), math.log10(curve.sizes[-1])

    def place(size: float, value: float) -> tuple[float, float]:
        across = (math.log10(size) - start) / ((end - start) or 1)
        up = (math.log10(value) - low) / (high - low)
        return plot_left + across * plot_width, plot_top + (1 - up) * plot_height

    kind = "good" if curve.met else "bad"
    words = _wrapped(curve.work.strip(), 42)
    for number, line in enumerate(words):
        yield _text(left + 4, top + 12 + 15 * number, line, bold=True)
    yield _line(plot_left, plot_top + plot_height, plot_left + plot_width, plot_top + plot_height, "faint")
    limit = [place(size, value) for size, value in zip(curve.sizes, allowed, strict=True)]
    yield _path(limit, "faint", dashed=True)
    points = [place(size, value) for size, value in zip(curve.sizes, values, strict=True)]
    yield _path(points, kind)
    for number, ((x, y), size, value) in enumerate(zip(points, curve.sizes, values, strict=True)):
        yield _disc(x, y) if curve.met else _diamond(x, y)
        anchor = "start" if number == 0 else "end" if number == len(points) - 1 else "middle"
        yield _text(x, y - 8, digits(value), anchor=anchor)
        yield _text(x, plot_top + plot_height + 15, f"{size:,}", anchor=anchor, ink="faint")
    sign = "≤" if curve.met else ">"
    foot = f"{curve.unit} by {curve.axis}; exponent {slope_text(curve.slope)} {sign} {curve.demanded:g}"
    yield _text(left + 4, plot_top + plot_height + 31, foot, ink="ink" if curve.met else "bad")


def _decades(values: Sequence[float]) -> tuple[float, float]:
    """Return the logarithms of the ends of an axis: at least a decade, so that noise does not look like growth."""
    low, high = math.log10(min(values)), math.log10(max(values))
    missing = max(0.0, 1.0 - (high - low)) / 2
    return low - missing - 0.2, high + missing + 0.4


def _across(share: float) -> float:
    clipped = min(max(share, _LEAST), _MOST)
    return _NAMES + _PLOT * (math.log10(clipped / _LEAST) / math.log10(_MOST / _LEAST))


def _short(text: str) -> str:
    half = _LONGEST // 2  # the end tells rows of one group apart
    return text if len(text) <= _LONGEST else f"{text[: half - 1].rstrip()} … {text[2 - half :].lstrip()}"


def _wrapped(text: str, length: int) -> list[str]:
    """Break a name into at most two lines."""
    if len(text) <= length:
        return [text]
    at = text.rfind(" ", 0, length + 1)
    at = at if at > 0 else length
    rest = text[at:].strip()
    return [text[:at], rest if len(rest) <= length else f"{rest[: length - 1]}…"]


# --- signs -----------------------------------------------------------------------------------------------------


def _picture(width: float, height: float, parts: Sequence[str], title: str) -> str:
    rules = " ".join(
        f".{name} {{ fill: {color} }} .{name}-line {{ stroke: {color} }}" for name, color in _DARK.items()
    )
    head = (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width:.0f}' height='{height:.0f}'"
        f" viewBox='0 0 {width:.0f} {height:.0f}' role='img' aria-label='{escape(title)}' {_FONT} font-size='12'>"
    )
    ground = f"<rect class='ground' width='{width:.0f}' height='{height:.0f}' rx='8' fill='{_GROUND}'/>"
    style = f"<style>{_STYLE.format(rules=rules)}</style>"
    return "\n".join([head, f"<title>{escape(title)}</title>", style, ground, *parts, "</svg>"]) + "\n"


def _color(ink: str) -> str:
    return {"ink": _INK, "faint": _FAINT, "good": _GOOD, "bad": _BAD}[ink]


def _text(
    x: float, y: float, text: str, *, anchor: str = "start", size: int = 12, bold: bool = False, ink: str = "ink"
) -> str:
    weight = " font-weight='600'" if bold else ""
    return (
        f"<text class='{ink}' x='{x:.1f}' y='{y:.1f}' text-anchor='{anchor}' font-size='{size}'{weight}"
        f" fill='{_color(ink)}'>{escape(text)}</text>"
    )


def _line(x1: float, y1: float, x2: float, y2: float, ink: str, *, dashed: bool = False) -> str:
    return _path([(x1, y1), (x2, y2)], ink, dashed=dashed)


def _path(points: Sequence[tuple[float, float]], ink: str, *, dashed: bool = False) -> str:
    dash = " stroke-dasharray='4 4'" if dashed else ""
    places = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    shape = f"points='{places}' fill='none' stroke='{_color(ink)}' stroke-width='2'{dash}"
    return f"<polyline class='{ink}-line' {shape}/>"


def _disc(x: float, y: float) -> str:
    return f"<circle class='good' cx='{x:.1f}' cy='{y:.1f}' r='5' fill='{_GOOD}'/>"


def _diamond(x: float, y: float) -> str:
    places = f"{x:.1f},{y - 7:.1f} {x + 7:.1f},{y:.1f} {x:.1f},{y + 7:.1f} {x - 7:.1f},{y:.1f}"
    return f"<polygon class='bad' points='{places}' fill='{_BAD}'/>"
