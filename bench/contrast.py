"""Contrast of every colour on its ground, in every theme with every accent: `python -m bench.contrast`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import product
from typing import get_args

from axon_desktop.theme.colors import Colors, colors_of
from axon_desktop.theme.contrast import Pair, pairs_of
from axon_desktop.theme.look import AccentName

ACCENTS: tuple[AccentName, ...] = get_args(AccentName)


def themes() -> Iterator[tuple[str, Colors]]:
    """Yield every theme that can be chosen, and what it is called."""
    for high, dark, accent in product((False, True), (False, True), ACCENTS):
        name = f"{'high contrast ' if high else ''}{'dark' if dark else 'light'}, {accent}"
        yield name, colors_of(dark=dark, high=high, accent=accent)


def report(themes_wanted: list[tuple[str, Colors]]) -> tuple[list[str], bool]:
    """Return a line for each theme, then those of every pair that falls short, and whether none does."""
    lines, short = [], []
    for name, colors in themes_wanted:
        pairs = list(pairs_of(colors))
        for least in sorted({pair.least for pair in pairs}):
            lowest = min((pair for pair in pairs if pair.least == least), key=lambda pair: pair.contrast)
            count = sum(pair.least == least for pair in pairs)
            lines.append(f"{name:32} {count:3} pairs of {least:.1f}: lowest {_words(lowest)}")
        short += [f"SHORT {name}: {_words(pair)}" for pair in pairs if pair.contrast < pair.least]
    return lines + short, not short


def _words(pair: Pair) -> str:
    return f"{pair.contrast:.2f} {pair.name} ({pair.color} on {pair.ground})"


def main() -> int:
    """Print what was found; 1 if a pair falls short."""
    every = list(themes())
    lines, good = report(every)
    count = sum(len(list(pairs_of(colors))) for _, colors in every)
    sys.stdout.write("\n".join(lines))
    sys.stdout.write(f"\n{count} pairs in {len(every)} themes of {len(ACCENTS)} accents: ")
    sys.stdout.write("all reach their contrast\n" if good else "some fall short\n")
    return int(not good)


if __name__ == "__main__":
    sys.exit(main())
