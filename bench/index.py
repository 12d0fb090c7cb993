"""The index of a vault of very many notes, against what reading, feeding tantivy and searching cost without it."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import psutil

from axon_desktop.index.vault_index import IndexState, OutsideChange, VaultIndex
from axon_desktop.vault import Vault
from bench.measure import Report, alternate, median, percentile, run_child
from bench.texts import markdown
from bench.window_with_index import Found

ROOT = Path(__file__).resolve().parents[1]
NOTES = 10_000
_POOL = 300
_VOCABULARY = 20_000
_CHARACTERS = 1_500
_OWN_WORDS = 25
"""Words of each note that come from a large vocabulary, as names and terms do."""
_LARGE = 100_000
_QUERIES = 200
_SCANS = 5
_STARTS = 5
_CHANGES = 10
_PATIENCE = 3_600.0


def measure(report: Report, notes: int = NOTES, rounds: int = 3) -> None:
    """Build, start again, change and search one generated vault."""
    with tempfile.TemporaryDirectory() as place:
        home = Path(place)
        words = make_vault(home / "vault", notes)
        title = f"index of {notes:,} notes"
        _measure_build(report, title, home / "vault", rounds)
        vault = Vault(home / "vault", data_dir=home / "data")
        _measure_use(report, title, vault, home / "index", words, notes)
        _measure_window(report, title, home / "vault", home / "axon")


def make_vault(root: Path, notes: int) -> list[str]:
    """Write a vault, three folders deep, a sixth of its words Chinese, and return its rarer words."""
    chance = random.Random(7)
    pool = [markdown(_CHARACTERS, seed=seed) for seed in range(_POOL)]
    words = [
        f"{chance.choice('bcdfglmnprst')}{number:x}{chance.choice(['ing', 'ment', 'er', 'al'])}"
        for number in range(_VOCABULARY)
    ]
    signs = [chr(code) for code in range(0x4E00, 0x5200)]
    for number in range(notes):
        folder = root / f"Area {number // 1000:03}" / f"Topic {number // 100 % 10}" / f"Part {number // 10 % 10}"
        folder.mkdir(parents=True, exist_ok=True)
        own = " ".join(chance.choices(words, k=_OWN_WORDS))
        chinese = "".join(chance.choices(signs, k=12))
        link = f"[[Note {chance.randrange(notes):06}]]"
        head = f"---\ntags: [topic/{number % 50}]\naliases: [Alias {number}]\n---\n# Note {number}\n\n"
        text = f"{head}{pool[number % _POOL]}\n\n{own} {link} #tag{number % 200}\n\n{chinese}\n"
        (folder / f"Note {number:06}.md").write_text(text, "utf-8")
    return words


def _measure_build(report: Report, title: str, root: Path, rounds: int) -> None:
    """Compare a cold build with reading the same files and feeding tantivy."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    results = alternate(
        rounds,
        floor=lambda: run_child((sys.executable, "-m", "bench.index_floor", str(root)), environment),
        same=lambda: run_child((sys.executable, "-m", "bench.index_floor", str(root), "--same"), environment),
        axon=lambda: run_child((sys.executable, "-m", "bench.index_axon", str(root)), environment),
    )
    floor = [json.loads(run.output) for run in results["floor"]]
    axon = [json.loads(run.output) for run in results["axon"]]

    def ratio(key: str, against: str) -> str:
        ours, theirs = median([run[key] for run in axon]), median([run[against] for run in floor])
        return f"{ours / theirs:.2f} x ({ours:.2f} : {theirs:.2f} s)"

    whole = median([run["all"] for run in axon]) / median([run["texts"] for run in floor])
    report.add(f"{title}: cold, until texts can be searched / read and feed tantivy", ratio("texts", "texts"))
    report.add("  until links, tags and headings are known too", ratio("all", "texts"), "<= 1.5 x", whole <= 1.5)
    plain, same, ours = (median([run.cpu for run in results[name]]) for name in ("floor", "same", "axon"))
    report.add("  the same, CPU of all processes", f"{ours / plain:.2f} x ({ours:.2f} : {plain:.2f} s)")
    report.add(
        "  the same / a plain program that finds links, tags, headings, pairs",
        f"{ours / same:.2f} x ({same:.2f} s)",
    )
    peak = max(run.peak for run in results["axon"]) / 1024
    report.add("  peak memory of the process that builds, with Python", f"{peak:.0f} MB")


def _measure_window(report: Report, title: str, root: Path, home: Path) -> None:
    """Run the whole program on the vault, first without an index, then with it and a burst of changes."""
    notes = sum(1 for _ in root.rglob("*.md"))
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "AXON_HOME": str(home), "PYTHONPATH": str(ROOT)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # else every start compiles the program anew

    def run(changes: int) -> Found:
        command = (sys.executable, "-m", "bench.window_with_index", str(root), str(changes))
        found: Found = json.loads(run_child(command, environment).output.splitlines()[-1])
        return found

    cold = run(0)
    _add_gaps(report, f"{title}: gaps while it is built and notes are opened", cold["building"], cold["idle"])
    report.add("  of the window's own thread, worst", f"{max(cold['building_work']):.0f} ms of CPU")
    p99, worst = percentile(cold["opening"], 0.99), max(cold["opening"])
    report.add(
        "  while the same notes are opened and nothing is built", f"p99 {p99:.1f} ms, longest {worst:.0f} ms"
    )
    results = alternate(
        _STARTS,
        bare=lambda: run_child((sys.executable, str(ROOT / "bench" / "bare_window.py"), "--loop"), environment),
        axon=lambda: run_child(
            (sys.executable, "-m", "axon_desktop", str(root), "--exit-after-paint"), environment
        ),
    )
    bare_cpu, bare_wall, bare_peak = (
        median([getattr(run, what) for run in results["bare"]]) for what in ("cpu", "wall", "peak")
    )
    share = median([run.cpu for run in results["axon"]]) / bare_cpu
    report.add(f"{title}: first paint / bare window, CPU", f"{share:.2f} x", "<= 1.4 x", share <= 1.4)
    changes = notes // 2
    warm = run(changes)
    report.add("  until tree and note are shown, index warm", f"{warm['usable']:.1f} s ({bare_wall:.1f} s bare)")
    report.add(
        "  until it can be searched / all files are compared", f"{warm['searchable']:.1f} / {warm['ready']:.1f} s"
    )
    memory = warm["memory"] / 1024 / bare_peak
    report.add("  memory at rest / bare window", f"{memory:.2f} x", "<= 2 x", memory <= 2)
    _add_gaps(report, f"{title}: gaps in a burst of {changes:,} changes", warm["burst"], warm["idle"])
    report.add("  of the window's own thread, worst", f"{max(warm['work']):.0f} ms of CPU")
    report.add("  until all is known / passes", f"{warm['settled']:.1f} s / {warm['scans']}")


def _add_gaps(report: Report, title: str, gaps: list[float], idle: list[float]) -> None:
    p99, calm = percentile(gaps, 0.99), percentile(idle, 0.99)
    worst, limit = max(gaps), max(100.0, 2 * max(idle))
    report.add(f"{title}, p99", f"{p99:.1f} ms, idle {calm:.1f} ms", "<= idle + 12 ms", p99 <= calm + 12)
    report.add("  the longest", f"{worst:.0f} ms, idle {max(idle):.0f} ms", f"<= {limit:.0f} ms", worst <= limit)


def _measure_use(report: Report, title: str, vault: Vault, home: Path, words: list[str], notes: int) -> None:
    """Start again with the index that is there, change notes, and search."""
    heard = _Heard()
    index = VaultIndex(vault, heard, home=home)
    index.start()
    heard.wait(lambda: index.state.phase == "ready")
    index.close()
    begun = time.perf_counter()
    index = VaultIndex(vault, heard, home=home)
    index.start()
    try:
        heard.wait(lambda: index.state.searchable)
        report.add(
            f"{title}: warm start until it can be searched", f"{(time.perf_counter() - begun) * 1000:.0f} ms"
        )
        heard.wait(lambda: index.state.phase == "ready" and index.state.watch is not None)
        report.add("  until it has compared all files", f"{(time.perf_counter() - begun) * 1000:.0f} ms")
        _measure_changes(report, title, vault, index, heard)
        _measure_queries(report, title, vault, index, words, notes)
        worker = index.worker_pid
        if worker is not None:
            report.add("  memory of its process at rest", f"{psutil.Process(worker).memory_info().rss >> 20} MB")
    finally:
        index.close()


def _measure_changes(report: Report, title: str, vault: Vault, index: VaultIndex, heard: _Heard) -> None:
    own, outside = [], []
    for number in range(_CHANGES):
        preview = vault.preview(f"Own {number}.md", f"zebra{number}", "overwrite")
        vault.apply(preview, turn="bench")
        begun = time.perf_counter()
        finder = index.finder()
        assert finder is not None
        assert finder.find(f"zebra{number}").total == 1
        own.append(time.perf_counter() - begun)
        path = f"Outside {number}.md"
        begun = time.perf_counter()
        (vault.root / path).write_text("giraffe", "utf-8")
        heard.wait(lambda path=path: path in heard.paths)  # type: ignore[misc]
        outside.append(time.perf_counter() - begun)
    report.add(f"{title}: from one written note to finding it, median", f"{median(own) * 1000:.0f} ms")
    slowest = max(outside)
    report.add(
        "  from an outside change to hearing of it, longest", f"{slowest * 1000:.0f} ms", "<= 1 s", slowest <= 1
    )


def _measure_queries(
    report: Report, title: str, vault: Vault, index: VaultIndex, words: list[str], notes: int
) -> None:
    chance = random.Random(1)
    queries = [" ".join(chance.sample(words, k=1 + number % 2)) for number in range(_QUERIES)]
    finder = index.finder()
    assert finder is not None
    times = []
    for query in queries:
        begun = time.perf_counter()
        finder.find(query, 20)
        times.append(time.perf_counter() - begun)
    p50, p95 = percentile(times, 0.5), percentile(times, 0.95)
    report.add(f"{title}: query with lines of 20 notes, p50 / p95", f"{p50 * 1000:.1f} / {p95 * 1000:.1f} ms")
    tool = shutil.which("rg")
    if tool is None:
        report.add("  the same words by rg", "rg is missing", "must run", False)
        return
    scans = []
    for query in queries[:_SCANS]:
        begun = time.perf_counter()
        pattern = "|".join(query.split())
        subprocess.run([tool, "-li", pattern, str(vault.root)], stdout=subprocess.DEVNULL, check=False)
        scans.append(time.perf_counter() - begun)
    version = subprocess.run([tool, "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
    share = p50 / median(scans)
    shown = f"1/{1 / share:.0f} ({p50 * 1000:.1f} : {median(scans) * 1000:.0f} ms)"
    met = share <= 0.01 if notes >= _LARGE else None  # what starting rg costs says nothing of a small vault
    report.add(f"  query / rg {version} on the same words", shown, f"<= 1/100 at {_LARGE:,}", met)


class _Heard:
    """Waits for what an index tells."""

    def __init__(self) -> None:
        self.paths: set[str] = set()
        self._news = threading.Condition()

    def __call__(self, event: IndexState | OutsideChange) -> None:
        with self._news:
            if isinstance(event, OutsideChange):
                self.paths.update(event.paths)
            self._news.notify_all()

    def wait(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition holds, which can only change when something is told."""
        with self._news:
            assert self._news.wait_for(condition, _PATIENCE)


def main() -> None:
    """Measure a vault of the size that is given."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    notes = int(sys.argv[1]) if len(sys.argv) > 1 else NOTES
    measure(Report(), notes, rounds=3 if notes <= 20_000 else 1)


if __name__ == "__main__":
    main()
