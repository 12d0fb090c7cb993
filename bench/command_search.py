"""Searches of the command line over very many notes, with the window's index and without, beside ripgrep."""

from __future__ import annotations

import json
import os
import random
import sys
import tempfile
from pathlib import Path

from axon_desktop.index.build.builder import IndexBuilder
from axon_desktop.index.build.document import DocumentWorkers
from axon_desktop.index.store import open_store
from axon_desktop.vault import Vault
from bench import peer
from bench.index import make_vault
from bench.measure import ROOT, Child, Report, alternate, run_child

_LARGE = 100_000
_EDITED = 20
"""Notes that are changed in place after the index was made."""


def measure(report: Report) -> None:
    """Make one vault and its index, and search it by each command."""
    rg = peer.PROGRAMS / "rg"
    with tempfile.TemporaryDirectory() as place:
        home, notes = Path(place), report.scale.notes
        rare = {*make_vault(home / "vault", notes)}
        files = random.Random(3).sample(sorted(home.glob("vault/**/*.md")), k=max(3, report.scale.rounds))
        words = [next(word for word in file.read_text("utf-8").split() if word in rare) for file in files]
        vault = Vault(home / "vault", data_dir=home / "data")
        index = home / "with" / "cache" / "index" / vault.id
        index.mkdir(parents=True)
        store = open_store(index)
        builder = IndexBuilder(vault.root, store, lambda: DocumentWorkers(vault.root))
        builder.compare()
        while builder.step(100):
            pass
        store.mark_complete()
        store.close()
        edited = sorted(vault.root.rglob("*.md"))[:_EDITED]
        if not rg.exists():
            report.beside(1, [])
            return
        for command in ("search", "tool"):
            _measure_command(report, f"{notes:,} notes, axon {command}", command, vault.root, words, rg)
        for note in edited:
            note.write_text(note.read_text("utf-8") + "\nzebra\n", "utf-8")
        _measure_command(report, f"  {_EDITED} notes edited since, axon search", "search", vault.root, words, rg)
        said = run_child((str(rg), "--version"), {**os.environ}).output.split()[1]
        report.beside(1, [f"rg {said}"])


def _measure_command(report: Report, title: str, command: str, root: Path, words: list[str], rg: Path) -> None:
    """Compare a command with ripgrep on the same words."""

    def search(home: str, word: str) -> Child:
        asked = [command, word] if command == "search" else [command, "search_notes", json.dumps({"query": word})]
        places = {"AXON_HOME": str(root.parent / home), "PATH": f"{rg.parent}{os.pathsep}{os.environ['PATH']}"}
        run = (sys.executable, "-m", "axon_desktop.cli", *asked, "--vault", str(root))
        return run_child(run, {**os.environ, **places, "PYTHONPATH": str(ROOT)})

    each = {name: iter(words) for name in ("scan", "kept", "none")}
    found = alternate(
        len(words),
        scan=lambda: run_child((str(rg), "-l", "-F", "-i", next(each["scan"]), str(root)), {**os.environ}),
        kept=lambda: search("with", next(each["kept"])),
        none=lambda: search("without", next(each["none"])),
    )
    scan, kept, none = ([run.wall for run in found[name]] for name in ("scan", "kept", "none"))
    large = report.scale.notes >= _LARGE  # what starting Python costs says nothing of a small vault
    report.ratio(f"{title}, with the window's index / rg", kept, scan, "s", 1.0 if large else None, than="rg")
    report.ratio(f"{title}, without an index / rg", none, scan, "s", 1.3 if large else None, than="rg")
