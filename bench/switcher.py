"""The quick switcher over very many names, beside `fzf --filter` on the same list in the same run."""

from __future__ import annotations

import os
import random
import subprocess
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from axon_desktop.vault.names.quick_search import NameSearch, shown_name
from bench import peer
from bench.measure import Report, median

NAMES = 100_000
SHOWN = 100
"""Finds of a query, as many as the switcher lists."""
_ROUNDS = 5
_TOP = 10
_RECALL = 0.9
# fmt: off
_WORDS = (
    "alpha", "archive", "book", "budget", "client", "daily", "design", "draft", "garden", "graph",
    "harbour", "idea", "index", "interview", "journal", "kitchen", "letter", "lisbon", "list", "meeting",
    "music", "network", "note", "option", "outline", "plan", "project", "python", "question", "quick",
    "reading", "recipe", "report", "review", "rust", "search", "server", "sketch", "spring", "summary",
    "switcher", "talk", "theory", "travel", "update", "vault", "weekly", "winter",
)
# fmt: on
_QUERIES = (
    "a",
    "qs",
    "mee",
    "meeting",
    "plan",
    "weekly review",
    "review weekly",
    "quick swi",
    "prjgrd",
    "mtgnote",
    "wrv",
    "lisbon spring",
    "harbour 4",
    "48213",
    "journal 2",
    "sketch theory",
    "知识",
    "笔记",
    "图谱",
    "zzqx",
)
_SIGNS = "知识图谱笔记卡片读书摘要计划项目会议日记花园"


class _Cost(NamedTuple):
    """What one query took, in seconds."""

    cpu: float
    wall: float


def measure(report: Report) -> None:
    """Put the same queries to both, in turn."""
    names = report.scale.of(NAMES)
    paths = make_paths(names)
    begun = time.process_time()
    search = NameSearch(paths)
    report.amount(f"quick switcher: preparing {names:,} names, once, CPU", [time.process_time() - begun], "s")
    fzf = peer.PROGRAMS / "fzf"
    title = f"quick switcher: queries over {names:,} names"
    if not fzf.exists():
        report.beside(1, [])
        return
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "names.txt"
        file.write_text("\n".join(map(shown_name, paths)), "utf-8")
        _compare(report, title, search, fzf, file)


def _compare(report: Report, title: str, search: NameSearch, fzf: Path, file: Path) -> None:
    ours: dict[str, list[_Cost]] = {query: [] for query in _QUERIES}
    theirs: dict[str, list[_Cost]] = {query: [] for query in _QUERIES}
    best: dict[str, list[str]] = {}
    hits: dict[str, int] = {}
    for _ in range(min(_ROUNDS, report.scale.rounds)):
        for query in _QUERIES:
            cost, found = _theirs(fzf, query, file)
            best[query], hits[query] = found[:_TOP], len(found)
            theirs[query].append(cost)
            ours[query].append(_ours(search, query))
    version = subprocess.run([fzf, "--version"], capture_output=True, text=True, check=True).stdout.split()[0]
    selective = [query for query in _QUERIES if hits[query] <= SHOWN]
    for queries, which in ((selective, f"with at most {SHOWN} hits"), (_QUERIES, "all")):
        for kind, words in (("cpu", "CPU"), ("wall", "wall clock")):
            axon, other = (_rounds({query: costs[query] for query in queries}, kind) for costs in (ours, theirs))
            name = f"{title}, {len(queries)} {which}, mean, {words} / fzf {version} --filter"
            report.ratio(name, axon, other, "ms", 1, than=f"fzf {version}")
    ratios = {
        query: median([cost.cpu for cost in ours[query]]) / median([cost.cpu for cost in theirs[query]])
        for query in _QUERIES
    }
    slowest = max(ratios, key=lambda query: ratios[query])
    work = median([cost.cpu for cost in ours[slowest]]) * 1000
    shown = f"{work:.0f} ms = {ratios[slowest]:.2f} x"
    report.add(f"  the slowest beside fzf, CPU ({slowest})", shown)
    wanted = held = 0
    for query, names in best.items():
        ours_found = {match.name for match in search.find(query, SHOWN)}
        wanted += len(names)
        held += len(ours_found.intersection(names))
    share = held / wanted
    report.add(
        f"  fzf's first {_TOP} among the first {SHOWN}",
        f"{share:.0%}",
        f">= {_RECALL:.0%}",
        share >= _RECALL,
        share=_RECALL / share if share else None,
    )
    report.beside(1, [f"fzf {version}"])


def _rounds(costs: dict[str, list[_Cost]], kind: str) -> list[float]:
    """Return the mean milliseconds of a query in each round."""
    rounds = zip(*costs.values(), strict=True)
    return [sum(getattr(cost, kind) for cost in passed) * 1000 / len(costs) for passed in rounds]


def make_paths(names: int) -> list[str]:
    """Return sorted vault paths: one to five words and a number, a sixth of them Chinese."""
    chance = random.Random(11)
    found = []
    for number in range(names):
        if number % 6 == 0:
            name = "".join(chance.choices(_SIGNS, k=chance.randint(2, 8)))
        else:
            name = " ".join(chance.choices(_WORDS, k=chance.randint(1, 5))).capitalize()
        found.append(f"{chance.choice(_WORDS)}/{chance.choice(_WORDS)}/{name} {number}.md")
    return sorted(found)


def _ours(search: NameSearch, query: str) -> _Cost:
    cpu, wall = time.thread_time(), time.perf_counter()
    search.find(query, SHOWN)
    return _Cost(time.thread_time() - cpu, time.perf_counter() - wall)


def _theirs(fzf: Path, query: str, file: Path) -> tuple[_Cost, list[str]]:
    """Return what it cost, the process included, and the names that it found."""
    begun = time.perf_counter()
    with (
        file.open("rb") as names,
        subprocess.Popen([fzf, "--filter", query], stdin=names, stdout=subprocess.PIPE) as child,
    ):
        assert child.stdout is not None
        output = child.stdout.read()
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    wall = time.perf_counter() - begun
    if child.returncode not in (0, 1):  # 1: nothing found
        raise RuntimeError(f"fzf ended with {child.returncode}")
    return _Cost(usage.ru_utime + usage.ru_stime, wall), output.decode().splitlines()
