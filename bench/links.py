"""The links of a note that everything links to, by `axon tool`, beside a plain program that reads the files."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from bench.measure import Report, alternate, run_child, window_environment
from bench.texts import markdown

LINKS = 100_000
_TOGETHER = 100
"""Links of each note, where few notes hold all."""
_CHARACTERS = 600
_POOL = 50
_MOST = 2.0
"""Seconds of processor time, with the start of the program."""
_PLAIN = """
import os, sys
def files(folder):
    for entry in os.scandir(folder):
        if entry.is_dir():
            yield from files(entry.path)
        else:
            yield entry.path
found = []
for path in files(sys.argv[1]):
    with open(path, encoding="utf-8") as file:
        found += [(path, number, line) for number, line in enumerate(file, 1) if "[[Hub]]" in line]
print(len(found))
"""


def measure(report: Report) -> None:
    """Ask for the links of one note in two vaults: a link in each of many notes, and many in each of few."""
    links = report.scale.of(LINKS, least=_TOGETHER)
    with tempfile.TemporaryDirectory() as place:
        for notes in (links, links // _TOGETHER):
            root = Path(place) / str(notes)
            make_vault(root, notes, links // notes)
            _measure_vault(report, root, notes, links, Path(place) / "home")


def make_vault(root: Path, notes: int, links: int) -> None:
    """Write notes that each have so many links to Hub."""
    pool = [markdown(_CHARACTERS, seed=seed).rpartition("\n\n")[0] for seed in range(_POOL)]
    for number in range(notes):
        folder = root / f"Area {number // 1000:03}"
        folder.mkdir(parents=True, exist_ok=True)
        lines = "".join(f"- a line that leads to [[Hub]], number {line}\n" for line in range(links))
        text = f"# Note {number}\n\n{pool[number % _POOL]}\n\n{lines}"
        (folder / f"Note {number:06}.md").write_text(text, "utf-8")
    (root / "Hub.md").write_text("# Hub\n", "utf-8")


def _measure_vault(report: Report, root: Path, notes: int, links: int, home: Path) -> None:
    environment = window_environment(home)
    tool = (
        sys.executable,
        "-m",
        "axon_desktop.cli",
        "tool",
        "note_links",
        '{"path": "Hub"}',
        "--vault",
        str(root),
    )
    runs = alternate(
        min(5, report.scale.rounds),
        axon=lambda: run_child(tool, environment),
        plain=lambda: run_child((sys.executable, "-c", _PLAIN, str(root)), environment),
    )
    for run in runs["axon"]:
        if (found := len(json.loads(json.loads(run.output)["data"])["backlinks"])) != links:
            sys.exit(f"bench: {found} backlinks of {links}")
    ours, plain = ([run.cpu for run in runs[kind]] for kind in ("axon", "plain"))
    report.amount(f"note_links, {links:,} backlinks in {notes:,} notes: CPU of the command", ours, "s", _MOST)
    report.ratio("  the same / a program that reads the files and looks for the text", ours, plain, "s")
