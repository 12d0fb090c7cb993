"""The index of a vault of very many notes, against what reading, feeding tantivy and searching cost without it."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

from axon_desktop.index.vault_index import IndexState, OutsideChange, VaultIndex
from axon_desktop.vault import Vault
from axon_desktop.vault.search.found import Query
from bench import index_window, peer
from bench.measure import (
    ROOT,
    SAMPLE_VAULT,
    Report,
    alternate,
    median,
    peak_memory,
    percentile,
    run_child,
    spread,
    tree_memory,
)
from bench.texts import markdown

_POOL = 300
_VOCABULARY = 20_000
_CHARACTERS = 1_500
_OWN_WORDS = 25
"""Words of each note that come from a large vocabulary, as names and terms do."""
_LARGE = 100_000
_QUERIES = 200
_SCANS = 10
_BUILDS = 3
_CHANGES = 10
_PATIENCE = 3_600.0
_REAL = 10_000
_CHANGED = 0.03
"""Share of the words of a copied text that get an ending of their own."""
_PROSE_WORD = re.compile(r"(?<![\w\[#/:.^-])[a-z]{4,}(?= )")


def measure(report: Report) -> None:
    """Build, start again, change and search one generated vault, without and with the window."""
    notes = report.scale.notes
    with tempfile.TemporaryDirectory() as place:
        home = Path(place)
        words = make_vault(home / "vault", notes)
        title = f"index of {notes:,} notes"
        _measure_build(report, title, home / "vault")
        real = min(notes, _REAL)
        copy_texts(home / "texts", real)
        _measure_build(report, f"index of {real:,} notes of real texts", home / "texts")
        vault = Vault(home / "vault", data_dir=home / "data")
        _measure_use(report, title, vault, home / "index", words)
        vault.close()
        index_window.measure(report, home / "vault", home / "axon")


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


def copy_texts(root: Path, notes: int) -> None:
    """Write a vault of texts that people wrote, many times over, each time with some of its words changed.

    They are those of the sample vault, or of the folder that AXON_BENCH_TEXTS names.
    """
    chance = random.Random(9)
    source = Path(os.environ.get("AXON_BENCH_TEXTS", SAMPLE_VAULT))
    texts = [(path.stem, path.read_text("utf-8")) for path in sorted(source.rglob("*.md"))]

    def changed(word: re.Match[str]) -> str:
        return word[0] if chance.random() > _CHANGED else f"{word[0]}{chance.randrange(_VOCABULARY):x}"

    for number in range(notes):
        name, text = texts[number % len(texts)]
        folder = root / f"Copy {number // len(texts):04}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.md").write_text(_PROSE_WORD.sub(changed, text), "utf-8")


def _measure_build(report: Report, title: str, root: Path) -> None:
    """Compare a cold build with reading the same files and feeding tantivy."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    results = alternate(
        min(_BUILDS, report.scale.rounds),
        floor=lambda: run_child((sys.executable, "-m", "bench.index_floor", str(root)), environment),
        same=lambda: run_child((sys.executable, "-m", "bench.index_floor", str(root), "--same"), environment),
        axon=lambda: run_child((sys.executable, "-m", "bench.index_axon", str(root)), environment),
    )
    floor = [json.loads(run.output) for run in results["floor"]]
    axon = [json.loads(run.output) for run in results["axon"]]

    plain = [run["texts"] for run in floor]
    report.ratio(
        f"{title}: cold, until texts can be searched / read and feed tantivy",
        [run["texts"] for run in axon],
        plain,
        "s",
    )
    name = "  until links, tags and headings are known too"
    report.ratio(name, [run["all"] for run in axon], plain, "s", 1.5)
    own, other, same = ([run.cpu for run in results[kind]] for kind in ("axon", "floor", "same"))
    report.ratio("  the same, CPU of all processes", own, other, "s")
    name = "  the same / a plain program that finds links, tags, headings, pairs"
    report.ratio(name, own, same, "s", than="plain program")
    command = (sys.executable, "-m", "bench.index_axon", str(root))
    report.amount(
        "  peak memory of all processes that build, with Python", [peak_memory(command, environment)], "MB"
    )
    report.beside(1, [f"tantivy {version('tantivy')}"])


def _measure_use(report: Report, title: str, vault: Vault, home: Path, words: list[str]) -> None:
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
        taken = (time.perf_counter() - begun) * 1000
        report.amount(f"{title}: warm start until it can be searched", [taken], "ms")
        heard.wait(lambda: index.state.phase == "ready" and index.state.watch is not None)
        report.amount("  until it has compared all files", [(time.perf_counter() - begun) * 1000], "ms")
        _measure_changes(report, title, vault, index, heard)
        _measure_queries(report, title, vault, index, words)
        worker = index.worker_pid
        if worker is not None:
            report.amount(f"{title}: memory of its process at rest", [tree_memory(worker)], "MB")
    finally:
        index.close()


def _measure_changes(report: Report, title: str, vault: Vault, index: VaultIndex, heard: _Heard) -> None:
    own, outside = [], []
    for number in range(_CHANGES):
        preview = vault.preview(f"Own {number}.md", f"zebra{number}", "overwrite")
        vault.apply(preview, turn="bench")
        begun = time.perf_counter()
        while not _finds(index, f"zebra{number}"):  # it waits a moment itself, too short where much else is done
            assert time.perf_counter() - begun < _PATIENCE
        own.append((time.perf_counter() - begun) * 1000)
        path = f"Outside {number}.md"
        begun = time.perf_counter()
        (vault.root / path).write_text("giraffe", "utf-8")
        heard.wait(lambda path=path: path in heard.paths)  # type: ignore[misc]
        outside.append(time.perf_counter() - begun)
    report.amount(f"{title}: from one written note to finding it", own, "ms")
    name, slowest = "  from an outside change to hearing of it, the longest", max(outside)
    report.add(name, spread(outside, "s"), "<= 1 s", slowest <= 1, share=slowest, samples={"s": outside})


def _finds(index: VaultIndex, word: str) -> bool:
    finder = index.finder()
    return finder is not None and finder.find(Query(word)).total == 1


def _measure_queries(report: Report, title: str, vault: Vault, index: VaultIndex, words: list[str]) -> None:
    """Put queries to the index, and some of them to a program that reads all the files."""
    chance = random.Random(1)
    queries = [" ".join(chance.sample(words, k=1 + number % 2)) for number in range(_QUERIES)]
    finder = index.finder()
    assert finder is not None
    times = []
    finder.find(Query(queries[-1], limit=20))  # the first one opens files
    for query in queries:
        begun = time.perf_counter()
        finder.find(Query(query, limit=20))
        times.append((time.perf_counter() - begun) * 1000)
    p50, p95 = percentile(times, 0.5), percentile(times, 0.95)
    name = f"{title}: query with lines of 20 notes, p50 / p95"
    report.add(name, f"{p50:.1f} / {p95:.1f} ms", samples={"ms at 50, 95 %": [p50, p95]})
    tool = peer.PROGRAMS / "rg"
    if not tool.exists():
        report.beside(1, [])
        return
    scans = []
    for query in queries[:_SCANS]:
        begun = time.perf_counter()
        pattern = "|".join(query.split())
        subprocess.run([tool, "-li", pattern, str(vault.root)], stdout=subprocess.DEVNULL, check=False)
        scans.append((time.perf_counter() - begun) * 1000)
    said = subprocess.run([tool, "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
    ours = times[:_SCANS]
    share = median(ours) / median(scans)
    judged = report.scale.notes >= _LARGE  # what starting rg costs says nothing of a small vault
    report.add(
        f"  query / rg {said} on the same {_SCANS} queries",
        f"1/{1 / share:.0f} ({spread(ours, 'ms')} : {spread(scans, 'ms')})",
        f"<= 1/100 at {_LARGE:,}",
        share <= 0.01 if judged else None,
        share=share / 0.01 if judged else None,
        samples={"axon, ms": ours, f"rg {said}, ms": scans},
    )
    report.beside(1, [f"rg {said}"])


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
