"""The page about speed and weight, written from what `python -m bench --json FILE` has kept.

python -m bench.page out/bench/*.json > docs/performance.md

A group that is in several files is taken from the last one. The pictures go beside, into docs/performance.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.goals import GOALS, judge, named
from bench.measure import ROOT, Curve, Row, Scale, Stretch, Taken, digits, load_report, slope_text
from bench.pictures import draw_curves, draw_ratios

_TITLES = {
    "start": "Start and weight, beside a bare window",
    "note": "Long notes",
    "stream": "A reply of 20,000 tokens, 2,000 in a second",
    "conversation": "A conversation of 200,000 tokens",
    "live": "Typing in the rendered note (Live)",
    "edit": "200 files change",
    "loop": "The agent's loop, with a model that needs no time",
    "servers": "MCP servers beside the window",
    "vault_server": "Notes for other programs: `axon mcp`",
    "switcher": "Quick switcher",
    "links": "Links of a note that everything links to",
    "index": "Very many notes: index, search, window",
    "meaning": "Search by meaning",
    "search": "Searches of the command line",
    "growth_note": "Growth with the length of a note",
    "growth_talk": "Growth with the length of a conversation",
    "growth_servers": "Growth with the number of servers",
    "growth_vault": "Growth with the notes of a vault",
}
_TRIAL = """\
> **Not the full measurement.** Sizes or repetitions are below those that the targets are set for (see *Taken*),
> to see that everything runs. Do not take the figures below for results."""
_HEAD = """\
Measured by `python -m bench`, written by `python -m bench.page`; nothing here is typed by hand. Every figure
stands beside its floor or its peer, taken in turn with it in the same run: a ratio says more than the
milliseconds of some machine. Shown are medians, with the range of the single measurements in brackets."""
_FOOT = """\
## How to read this

- **Gaps**: a timer ticks in the window's event loop every 4 ms; a gap is the time between two ticks. The same
  loop with nothing to do (idle) is measured in the same run. *Own CPU* is the most that the window's thread used
  in one gap: what is beyond it in a long gap was taken by other threads and programs.
- **Exponent**: slope of the straight line through the logarithms of size and median. 0 is flat, 1 grows as the
  size does, so it does not say whether a cost is small. Up to 0.1 counts as flat; 1.05 is the limit where every
  single one must be looked at.
- **Calls** are counted, not timed: noise of the machine does not change them.
- **Peers** run in the same minutes on the same folders. Fewer than named is a miss.
- Taken again on a quiet machine, all at once or in parts: `python -m bench --only GROUP … --json FILE`, then
  `python -m bench.page FILE … > docs/performance.md`.
- Where the time of a group goes: `python -m bench.profile GROUP`.
"""
_FEWEST_ROUNDS = 5
CAVEATS: dict[str, dict[str, str]] = tomllib.loads((ROOT / "bench" / "caveats.toml").read_text("utf-8"))
"""What would flatter the figures of a group, by words of their names."""
_PICTURES = ROOT / "docs" / "performance"


class DifferentMachinesError(Exception):
    """The files were taken on machines that cannot be compared."""


@dataclass(frozen=True)
class Joined:
    """What several files hold together."""

    takes: list[Taken]
    rows: list[Row]
    curves: list[Curve]
    stretches: list[Stretch]

    @property
    def scales(self) -> list[Scale]:
        """Return how much was measured, each scale once."""
        return [*dict.fromkeys(take.scale for take in self.takes)]

    @property
    def is_trial(self) -> bool:
        """Whether anything was measured too small or too seldom to mean something."""
        whole = Scale()
        return any(
            scale.share < 1 or scale.rounds < _FEWEST_ROUNDS or scale.notes < whole.notes for scale in self.scales
        )


def join(takes: Sequence[Taken]) -> Joined:
    """Put the groups of several files together; of a group the last one counts.

    Raises:
        DifferentMachinesError: they were taken on different machines.
    """
    if len({take.machine.hardware for take in takes}) > 1:
        raise DifferentMachinesError("the files were taken on different machines; make a page for each")
    last = {stretch.group: take for take in takes for stretch in take.stretches}
    groups = [group for group in _TITLES if group in last]
    return Joined(
        [take for take in takes if any(last[group] is take for group in groups)],
        [row for group in groups for row in last[group].rows if row.group == group],
        [curve for group in groups for curve in last[group].curves if curve.group == group],
        [stretch for group in groups for stretch in last[group].stretches if stretch.group == group],
    )


def write_page(joined: Joined, pictures: Sequence[str]) -> str:
    """Return the page in Markdown; `pictures` are their addresses as seen from it."""
    lines = ["# How fast and how light", ""]
    if joined.is_trial:
        lines += [_TRIAL, ""]
    lines += [_HEAD, "", *_verdict(joined), "", *_circumstances(joined), ""]
    for address, words in zip(pictures, ("Ratios to the targets", "Growth curves"), strict=False):
        lines += [f"![{words}]({address})", ""]
    for group in dict.fromkeys(each.group for each in joined.stretches):
        lines += [f"## {_TITLES[group]}", "", *_when(joined, group), ""]
        rows = [row for row in joined.rows if row.group == group]
        curves = [curve for curve in joined.curves if curve.group == group]
        if rows:
            lines += ["| what | measured | target | met |", "| --- | --- | --- | --- |"]
            lines += [_row(row) for row in rows]
            lines.append("")
        if curves:
            lines += [
                "| what | at | measured | exponent | at most | met |",
                "| --- | --- | --- | --- | --- | --- |",
            ]
            lines += [_curve(curve) for curve in curves]
            lines.append("")
        lines += ["What would flatter these figures:", ""]
        lines += [f"- {f'*{words}*: ' if words else ''}{caveat}" for words, caveat in CAVEATS[group].items()]
        lines.append("")
    return "\n".join([*lines, _FOOT])


def _verdict(joined: Joined) -> list[str]:
    rows = [*named(joined.rows)]
    lines = ["| what | target | met | the figure furthest from its target |", "| --- | --- | --- | --- |"]
    for goal in GOALS:
        verdict = judge(goal, rows, joined.curves)
        met = f"yes, {verdict.judged}" if verdict.judged else "not measured"
        if verdict.missed:
            met = f"**no**: {verdict.missed} of {verdict.judged} missed"
        lines.append(f"| {goal.work} | {goal.target} | {met} | {_escape(verdict.worst)} |")
    figures: list[Row | Curve] = [*rows, *joined.curves]
    judged = [each for each in figures if each.met is not None]
    missed = [each for each in judged if not each.met]
    lines.append("")
    if not missed:
        return [*lines, f"**All {len(judged)} figures that have a target meet it.**"]
    lines += [f"**{len(judged) - len(missed)} of {len(judged)} figures that have a target meet it. Missed:**", ""]
    lines += [
        f"- {_escape(each.work)}: {_escape(_found(each))}, target {_escape(_target(each))}" for each in missed
    ]
    return lines


def _found(each: Row | Curve) -> str:
    return each.value if isinstance(each, Row) else f"exponent {slope_text(each.slope)}"


def _target(each: Row | Curve) -> str:
    return each.target if isinstance(each, Row) else f"at most {each.demanded:g}"


def _circumstances(joined: Joined) -> list[str]:
    machine = joined.takes[-1].machine
    days = sorted({stretch.begun[:10] for stretch in joined.stretches})
    peers = [*dict.fromkeys(peer for take in joined.takes for peer in take.peers)]
    pythons = [*dict.fromkeys(take.machine.python for take in joined.takes)]
    programs = [*dict.fromkeys(take.machine.program for take in joined.takes)]
    scales = [f"{scale.rounds} rounds, {scale.notes:,} notes" for scale in joined.scales]
    return [
        "| | |",
        "| --- | --- |",
        f"| Machine | {machine.processor}, {machine.cores} cores, {machine.memory_gb:g} GB |",
        f"| System | {machine.system}; no screen (Qt's offscreen platform) |",
        f"| Python, PySide6 | {', '.join(pythons)}; {machine.qt} |",
        f"| Axon Desktop | {', '.join(programs)} |",
        f"| Peers | {', '.join(peers) or 'none'} |",
        f"| Taken | {', '.join(days)} (UTC); {'; '.join(scales)} |",
    ]


def _when(joined: Joined, group: str) -> list[str]:
    stretches = [stretch for stretch in joined.stretches if stretch.group == group]
    seconds = sum(stretch.seconds for stretch in stretches)
    begun = stretches[0].begun.replace("T", " ").replace("+00:00", "")
    busy = max(stretch.load for stretch in stretches)
    lasted = f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"
    return [f"{begun}, {lasted}; the machine's load before it was {busy:.2f}."]


def _row(row: Row) -> str:
    indent = "&emsp;" if row.work.startswith(" ") else ""
    cells = (f"{indent}{_escape(row.work.strip())}", _escape(row.value), _escape(row.target), _mark(row.met))
    return f"| {' | '.join(cells)} |"


def _curve(curve: Curve) -> str:
    sizes = " / ".join(f"{size:,}" for size in curve.sizes)
    found = " / ".join(digits(value) for value in curve.medians)
    cells = (
        _escape(curve.work.strip()),
        f"{sizes} {curve.axis}",
        f"{found} {curve.unit}",
        slope_text(curve.slope),
        f"{curve.demanded:g}",
        _mark(curve.met),
    )
    return f"| {' | '.join(cells)} |"


def _mark(met: bool | None) -> str:
    return {True: "yes", False: "**no**", None: ""}[met]


def _escape(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the pictures, and the page to the standard output."""
    parser = argparse.ArgumentParser(prog="python -m bench.page", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="JSON")
    parser.add_argument("--pictures", type=Path, default=_PICTURES, help="folder for the pictures")
    options = parser.parse_args(arguments)
    try:
        joined = join([load_report(file) for file in options.files])
    except DifferentMachinesError as error:
        sys.stderr.write(f"bench.page: {error}\n")
        return 2
    sys.stdout.write(write_page(joined, [*_draw(joined, options.pictures)]))
    return 0


def _draw(joined: Joined, folder: Path) -> Iterable[str]:
    """Write the pictures and yield their addresses as seen from the folder above."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in (("ratios", draw_ratios(joined.rows)), ("growth", draw_curves(joined.curves))):
        (folder / f"{name}.svg").write_text(picture, "utf-8")
        yield f"{folder.name}/{name}.svg"


if __name__ == "__main__":
    sys.exit(main())
