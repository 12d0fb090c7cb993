"""Tool calls through `axon mcp`, beside other MCP servers for vaults, on the same folder in the same run."""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp_types import TextContent

from bench import peer
from bench.measure import Report, median, spread

NOTES = 1_000
FOLDERS = 20
CALLS = 20
_WARM = 3
"""Calls of each kind that are not counted."""
_REPEATS = 3
"""Processes of each subject, in turn with the others."""
_SETTLED = 2.5
"""Seconds after which nobody takes the notes for being written just now."""
_FOLDER, _NOTE, _WORD, _HIT = "Folder 03", "Folder 03/Note 0163.md", "milestone", "Note 0157"


class _Subject(NamedTuple):
    name: str
    command: list[str]
    calls: Mapping[str, tuple[str, dict[str, Any]]]
    """Tool and arguments for reading a note, listing a folder, searching a word."""
    environment: Mapping[str, str] = {}


def measure(report: Report) -> None:
    """Measure Axon and the peers in turn; a peer that cannot run is a miss."""
    with tempfile.TemporaryDirectory() as folder:
        vault = Path(folder) / "Vault"
        _make_notes(vault)
        time.sleep(_SETTLED)
        subjects = _subjects(vault, Path(folder) / "home")
        times: dict[str, dict[str, list[float]]] = {subject.name: {} for subject in subjects}
        for _ in range(min(_REPEATS, report.scale.rounds)):
            for subject in subjects:
                for work, values in _run(subject).items():
                    times[subject.name].setdefault(work, []).extend(value * 1000 for value in values)
    axon, *peers = (subject.name for subject in subjects)
    for work in subjects[0].calls:
        _compare(
            report, work, {name: values[work] for name, values in times.items() if values.get(work)}, axon, peers
        )
    report.beside(len(peers), [name for name in peers if len(times[name]) == len(subjects[0].calls)])


def _compare(report: Report, work: str, found: dict[str, list[float]], axon: str, peers: list[str]) -> None:
    for name in peers:
        if name in found:
            report.amount(f"vault server: {work}: {name}", found[name], "ms")
        else:
            report.add(f"vault server: {work}: {name}", "did not run", "must run", met=False)
    if axon not in found:
        report.add(f"vault server: {work}: {axon}", "did not run", "below every peer", met=False)
        return
    own, best = median(found[axon]), min((median(found[name]) for name in peers if name in found), default=0.0)
    report.add(
        f"vault server: {work}: {axon}",
        spread(found[axon], "ms"),
        "below every peer",
        own < best and all(name in found for name in peers),
        share=own / best if best else None,
        samples={"ms": found[axon]},
    )


def _subjects(vault: Path, home: Path) -> list[_Subject]:
    read, listed, search = f"read a note of {NOTES:,}", "list a folder", "search a word"
    return [
        _Subject(
            f"axon-desktop {version('axon-desktop')}",
            [sys.executable, "-m", "axon_desktop.cli", "mcp", "--vault", str(vault)],
            {
                read: ("read_note", {"path": _NOTE}),
                listed: ("list_folder", {"path": _FOLDER}),
                search: ("search_notes", {"query": _WORD}),
            },
            {"AXON_HOME": str(home)},
        ),
        _Subject(
            peer.named("knowledge-gateway"),
            [str(peer.PROGRAMS / "knowledge-gateway"), "--vault", str(vault)],
            {
                read: ("read_note", {"vault": vault.name, "path": _NOTE}),
                listed: ("list_notes", {"vault": vault.name, "subdir": _FOLDER}),
                search: ("search", {"vault": vault.name, "query": _WORD, "limit": 20}),
            },
            {"PATH": f"{peer.PROGRAMS}{os.pathsep}{os.environ['PATH']}"},  # it searches with ripgrep
        ),
        _Subject(
            peer.named("light-obsidian-mcp"),
            [str(peer.PROGRAMS / "light-obsidian-mcp")],
            {
                read: ("read_note", {"path": _NOTE}),
                listed: ("list_notes", {"folder": _FOLDER}),
                search: ("search_notes", {"query": _WORD}),
            },
            {"OBSIDIAN_VAULT": str(vault)},
        ),
    ]


def _make_notes(vault: Path) -> None:
    chance = random.Random(7)
    words = [f"word{number}" for number in range(4_000)]
    for number in range(NOTES):
        folder = vault / f"Folder {number // (NOTES // FOLDERS):02}"
        folder.mkdir(parents=True, exist_ok=True)
        text = f"---\ntags: [t{number % 7}]\n---\n# Note {number:04}\n\n"
        while len(text) < 2_700:
            link = f" [[Note {chance.randrange(NOTES):04}]]" if chance.random() < 0.2 else ""
            text += f"{' '.join(chance.choices(words, k=12))}{link}.\n"
        if number % 50 == 7:
            text += f"The {_WORD} is near.\n"
        (folder / f"Note {number:04}.md").write_text(text, "utf-8")


def _run(subject: _Subject) -> dict[str, list[float]]:
    """Return the seconds of each call by kind; none when the subject failed or answered wrongly."""
    try:
        with Path(os.devnull).open("w") as errors:
            return asyncio.run(_talk(subject, errors))
    except (OSError, ValueError, ExceptionGroup) as error:
        sys.stderr.write(f"bench: {subject.name}: {error!r}\n")
        return {}


async def _talk(subject: _Subject, errors: TextIO) -> dict[str, list[float]]:
    command, *arguments = subject.command
    parameters = StdioServerParameters(command=command, args=arguments, env={**os.environ, **subject.environment})
    times: dict[str, list[float]] = {}
    async with Client(stdio_client(parameters, errlog=errors), read_timeout_seconds=60) as client:
        for work, (tool, sent) in subject.calls.items():
            for call in range(_WARM + CALLS):
                begun = time.perf_counter()
                result = await client.call_tool(tool, sent)
                taken = time.perf_counter() - begun
                said = "".join(block.text for block in result.content if isinstance(block, TextContent))
                if result.is_error or not ("Note 0163" in said or _HIT in said):
                    raise ValueError(f"{tool} answered {json.dumps(said[:200])}")
                if call >= _WARM:
                    times.setdefault(work, []).append(taken)
    return times
