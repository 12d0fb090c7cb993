"""The table of targets in the specification, and which figures tell whether each is met."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from bench.measure import Curve, Row

_GAPS = ("gaps, p99", ": the longest")
_NO_GAP = "p99 at most idle + 12 ms, the longest 100 ms or 2 x idle"


@dataclass(frozen=True)
class Goal:
    """One target."""

    work: str
    target: str
    groups: tuple[str, ...]
    words: tuple[str, ...] = ("",)
    """What the names of its figures hold, one of them."""


GOALS = (
    Goal(
        "Window on 100,000 notes, index warm",
        "at most 1.4 x a bare window, memory 2 x",
        ("index",),
        ("/ bare window",),
    ),
    Goal("Gaps while 2,000 tokens/s stream, and in a long talk", _NO_GAP, ("stream", "conversation"), _GAPS),
    Goal("Gaps while 100,000 notes are indexed", _NO_GAP, ("index",), _GAPS),
    Goal("Gaps while notes are encoded", _NO_GAP, ("meaning",), _GAPS),
    Goal("Gaps with 5 MCP servers", _NO_GAP, ("servers",), _GAPS),
    Goal("Gaps while 200 files change", _NO_GAP, ("edit",), _GAPS),
    Goal("1 MB note to first paint", "at most 3 x a 10 KB note", ("note",), ("open a 1 MB note to first paint",)),
    Goal("A key in Live to its paint", "p99 at most that of a bare text box + 12 ms", ("live",), ("beyond that",)),
    Goal("Memory of a 1 MB note in Live", "at most 1.5 x the note rendered", ("live",), ("memory with 1000 KB",)),
    Goal(
        "20,000-token reply", "a token at the end at most 1.2 x one at the start", ("stream",), ("cost per token",)
    ),
    Goal(
        "Cold index of 100,000 notes",
        "at most 1.5 x reading and feeding tantivy",
        ("index",),
        ("until links, tags",),
    ),
    Goal("Full-text query on 100,000 notes", "at most 1/100 of rg", ("index",), ("query / rg",)),
    Goal("Query by meaning on 100,000 notes", "at most 60 ms", ("meaning",), ("query, p50",)),
    Goal("10,000 notes encoded by their beginnings", "at most 2 minutes of one core", ("meaning",), ("one core",)),
    Goal("Memory of the process of meaning", "at most 160 MB", ("meaning",), ("memory of the process",)),
    Goal(
        "Searches of the command line, 100,000 notes",
        "at most rg with the window's index, 1.3 x rg without",
        ("search",),
        ("/ rg",),
    ),
    Goal("Links of a note with 100,000 backlinks", "at most 2 s of CPU", ("links",), ("of the command",)),
    Goal("Quick switcher over 100,000 names", "at most fzf --filter", ("switcher",), ("/ fzf", "peers that ran")),
    Goal("Loop, per round", "below three agent libraries", ("loop",)),
    Goal("Tool call through axon mcp", "below two vault servers", ("vault_server",)),
    Goal("Imports before the first paint", "nothing heavy", ("start",), ("heavy packages",)),
    Goal(
        "Cost grows with what is visible or changed",
        "exponent at most 0.1, or 1.05 where every one must be looked at",
        ("growth_note", "growth_talk", "growth_servers", "growth_vault"),
    ),
)


@dataclass(frozen=True)
class Verdict:
    """How a goal stands."""

    judged: int
    missed: int
    worst: str
    """The figure that is furthest from its target, by name."""


def judge(goal: Goal, rows: Sequence[Row], curves: Sequence[Curve]) -> Verdict:
    """Look at all figures of a goal; `rows` have names that can stand alone."""
    found = [row for row in rows if row.group in goal.groups and any(word in row.work for word in goal.words)]
    figures = [(row.met, row.share or 0.0, f"{row.work}: {row.value}") for row in found if row.met is not None]
    figures += [
        (curve.met, curve.slope - curve.demanded + 1, f"{curve.work}: exponent {curve.slope:.2f}")
        for curve in curves
        if curve.group in goal.groups
    ]
    if not figures:
        return Verdict(0, 0, "")
    worst = max(figures, key=lambda figure: (figure[0] is False, figure[1]))
    return Verdict(len(figures), sum(met is False for met, _, _ in figures), worst[2])


def named(rows: Iterable[Row]) -> Iterator[Row]:
    """Give rows that go on about the one above a name that can stand alone."""
    above = ""
    for row in rows:
        if not row.work.startswith(" "):
            above = row.work.removesuffix(": gaps, p99")
            yield row
        else:
            yield replace(row, work=f"{above.split(' / ')[0]}: {row.work.strip()}")
