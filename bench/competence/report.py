"""The results as tables, and docs/competence.md with the hand-written text of report.md around them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path

from bench.competence.measured import NAMES
from bench.competence.requests import VAULT, files, load
from bench.competence.runner import Result

_TEMPLATE = Path(__file__).with_name("report.md")
_LEVELS = (1, 2, 3)

RESULTS = sorted(Path(__file__).with_name("results").glob("*.jsonl"))
"""The results that docs/competence.md tells of."""


def summary(results: Sequence[Result]) -> str:
    """Return the table of agents, files of requests and levels."""
    rows = []
    for (name, requests), group in _grouped(results):
        levels = [_solved(result for result in group if result.level == level) for level in _LEVELS]
        strays = sum(len(result.stray) for result in group)
        seconds = sum(result.seconds for result in group) / len(group)
        rows.append([name, requests, *levels, f"**{_solved(group)}**", str(strays), f"{seconds:.0f}"])
    head = ["agent", "requests", "level 1", "level 2", "level 3", "solved", "stray files", "seconds each"]
    return _table(head, rows)


def report(results: Sequence[Result]) -> str:
    """Return the page."""
    parts = {
        "summary": summary(results),
        "versions": _versions(results),
        "setup": _setup(results),
        "failures": _failures(results),
        "notes": str(sum(1 for _ in VAULT.rglob("*.md"))),
        "requests": str(sum(len(load(file)) for file in files())),
    }
    text = _TEMPLATE.read_text("utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match[1]], text)


def _grouped(results: Sequence[Result]) -> Iterable[tuple[tuple[str, str], list[Result]]]:
    agents = list(dict.fromkeys([*NAMES, *(result.agent for result in results)]))
    ordered = sorted(results, key=lambda result: (agents.index(result.agent), result.requests))
    for key, group in groupby(ordered, key=lambda result: (result.agent, result.requests)):
        yield key, list(group)


def _solved(results: Iterable[Result]) -> str:
    marks = [result.solved for result in results]
    return f"{sum(marks)} / {len(marks)}"


def _versions(results: Sequence[Result]) -> str:
    seen = dict.fromkeys((result.agent, result.version) for result in results)
    return "\n".join(f"- `{agent}`: {version}" for agent, version in seen)


def _setup(results: Sequence[Result]) -> str:
    seen = dict.fromkeys(
        f"- {result.model} on {result.server}, context of {result.context} tokens, "
        f"temperature {result.temperature:g}, seed {result.seed}, "
        f"at most {result.limit:.0f} s for a request; {result.machine}"
        for result in results
    )
    return "\n".join(seen)


def _failures(results: Sequence[Result]) -> str:
    parts = []
    for (name, requests), group in _grouped(results):
        failed = [result for result in group if not result.solved]
        if failed:
            rows = [[f"{result.id} ({result.level})", _cell("; ".join(result.reasons))] for result in failed]
            parts.append(f"### {name}, {requests}\n\n{_table(['request (level)', 'why'], rows)}")
    return "\n\n".join(parts) or "None."


def _cell(text: str) -> str:
    short = text if len(text) <= 160 else text[:157] + "…"
    return short.replace("|", "\\|").replace("\n", " ")


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
