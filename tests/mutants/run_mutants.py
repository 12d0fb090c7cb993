"""Plant one fault at a time beside the rest of the package and see whether the property's test notices it.

    python tests/mutants/run_mutants.py [PROPERTY …]        such as `axon-mcp:5`; without one, all of them

Exits with 1 when a mutant survives or cannot be planted, or a property has no test or fewer than three mutants.
"""

from __future__ import annotations

import ast
import gc
import os
import re
import signal
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
MUTANTS = ROOT / "tests" / "mutants" / "mutants.toml"
LEAST = 3
"""Mutants of a property: one shows only that the test is not blind."""
_PROPERTY = re.compile(r"Feature: ([\w-]+), Property (\d+): \S")
_JOBS = 2
_LIMIT = 120
_WARM = [
    "_hypothesis_pytestplugin", "hypothesis.strategies", "pytest", "_pytest.assertion.rewrite",
    "_pytest.unittest",
    "attrs", "bracex", "email.parser", "httpx", "jsonschema", "markdown_it", "mcp", "mcp.server",
    "msgspec", "psutil",
    "rapidfuzz.fuzz", "rapidfuzz.process", "sqlite3", "yaml",
]  # fmt: skip
"""What most tests read, but nothing of the package."""

_GUARD = '''
"""Ends the run unless the mutated copy is what is tested; failures are only counted."""
import pathlib, sys
import hypothesis, pytest
hypothesis.settings.register_profile("mutants", phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate])
hypothesis.settings.load_profile("mutants")
def pytest_collection_finish(session):
    import axon_desktop
    if pathlib.Path(axon_desktop.__file__).parents[1] != pathlib.Path(__file__).parent:
        pytest.exit("the mutated copy was not imported", returncode=3)
'''

_PYTEST_INI = """
[pytest]
addopts = -q -x --tb=line --assert=plain
    --import-mode=importlib -p no:cacheprovider -p _hypothesis_pytestplugin -p mutant_guard
filterwarnings =
    error
    ignore::pytest.PytestAssertRewriteWarning
"""

Key = tuple[str, int]


def find_tests() -> Iterator[tuple[Key, str]]:
    """Yield every property that a test's docstring names, with the test's id."""
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        text = file.read_text("utf-8")
        for node in ast.walk(ast.parse(text)) if _PROPERTY.search(text) else ():
            if isinstance(node, ast.FunctionDef) and (named := _PROPERTY.match(ast.get_docstring(node) or "")):
                yield (named[1], int(named[2])), f"{file.relative_to(ROOT)}::{node.name}"


def plant(original: Path, copy: Path, way: Sequence[str], text: str) -> None:
    """Make a folder that is the original but for one file, the last name of the way to it.

    All else is links: to make the thousand files of the package costs more than to test it.
    """
    copy.mkdir()
    for entry in original.iterdir():
        beside = copy / entry.name
        if entry.name == "__pycache__":  # its files are links: one that is out of date is replaced, not written to
            beside.mkdir()
            for compiled in entry.iterdir():
                (beside / compiled.name).symlink_to(compiled)
        elif entry.name != way[0]:
            beside.symlink_to(entry)
        elif len(way) > 1:
            plant(entry, beside, way[1:], text)
        else:
            beside.write_text(text, "utf-8")


def run_test(test: str, folder: Path) -> int:
    """Be the process that runs a test on the package in a folder."""
    signal.alarm(_LIMIT)
    with (folder / "output").open("wb") as file:
        for stream in (1, 2):
            os.dup2(file.fileno(), stream)
    os.chdir(folder)
    os.environ |= {"PYTHONPATH": str(folder), "AXON_HOME": str(folder / "home")}
    sys.path.insert(0, str(folder))
    import pytest  # read already

    options = ["-c", str(folder / "pytest.ini"), "--rootdir", str(ROOT), "--basetemp", str(folder / "temp")]
    return pytest.main([*options, "--hypothesis-seed=1", str(ROOT / test)])


class Run:
    """A mutant and the process that tests it."""

    def __init__(self, mutant: dict[str, Any], test: str) -> None:
        """Plant the fault and start the test; `problem` says why that is not possible, and `pid` is 0 then."""
        self.mutant = mutant
        self.problem = ""
        self.pid = 0
        self._began = time.monotonic()
        file = Path(mutant["file"])
        source = (ROOT / file).read_text("utf-8")
        if source.count(mutant["find"]) != 1:
            self.problem = f"cannot be planted: found {source.count(mutant['find'])} times in {file}"
            return
        self._place = tempfile.TemporaryDirectory(prefix="axon-mutant-")
        self._folder = folder = Path(self._place.name)
        package, *way = file.parts
        plant(ROOT / package, folder / package, way, source.replace(mutant["find"], mutant["replace"]))
        (folder / "resources").symlink_to(ROOT / "resources", target_is_directory=True)
        (folder / "mutant_guard.py").write_text(_GUARD, "utf-8")
        (folder / "pytest.ini").write_text(_PYTEST_INI, "utf-8")
        sys.stdout.flush()
        self.pid = os.fork()
        if not self.pid:
            code = 99
            try:
                code = run_test(test, folder)
            finally:
                os._exit(code)

    def end(self, status: int, seconds: float) -> None:
        """Judge how the process ended, which used so many seconds of processor time."""
        said = (self._folder / "output").read_text("utf-8", "replace").strip()
        self._place.cleanup()
        code, summary = os.waitstatus_to_exitcode(status), said[said.rfind("\n") + 1 :]
        if code == 0:
            self.problem = "SURVIVED"
        elif code == -signal.SIGALRM:
            self.problem = f"the test did not end within {_LIMIT} s"
        elif code != 1 or "1 failed" not in summary or "error" in summary:
            self.problem = f"the test could not run: exit code {code}\n{said[-3000:]}"
        self.times = f"{time.monotonic() - self._began:.1f} s, {seconds:.1f} s of processor time"


def main(wanted: list[str]) -> int:
    """Run the mutants and print one line for each."""
    plan = tomllib.loads(MUTANTS.read_text("utf-8"))
    tests: dict[Key, list[str]] = {}
    for key, test in find_tests():
        tests.setdefault(key, []).append(test)
    mutants: dict[Key, list[dict[str, Any]]] = {}
    for mutant in plan["mutant"]:
        mutants.setdefault((mutant["feature"], mutant["property"]), []).append(mutant)
    keys = [(feature, number) for feature, count in plan["properties"].items() for number in range(1, count + 1)]
    faults = 0
    for key in sorted({*keys, *mutants}):
        own, planted = tests.get(key, []), mutants.get(key, [])
        if key not in keys or len(own) != 1:
            print(f"{key[0]} {key[1]}: has {len(own)} tests instead of one")
            faults += 1
        if len({mutant["replace"] for mutant in planted}) < LEAST:
            print(f"{key[0]} {key[1]}: has {len(planted)} mutants, fewer than {LEAST}")
            faults += 1
    if faults:
        return 1

    for module in _WARM:
        __import__(module)
    gc.collect()
    gc.freeze()  # what is read already is never looked at again
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    chosen = [key for key in sorted(mutants) if not wanted or f"{key[0]}:{key[1]}" in wanted]
    waiting = [(mutant, tests[key][0]) for key in chosen for mutant in mutants[key]]
    count, spent, running = len(waiting), 0.0, dict[int, Run]()
    while waiting or running:
        while waiting and len(running) < _JOBS:
            run = Run(*waiting.pop(0))
            if run.pid:
                running[run.pid] = run
            else:
                faults += _report(run)
        if running:
            pid, status, used = os.wait4(-1, 0)
            run = running.pop(pid)
            spent += used.ru_utime + used.ru_stime
            run.end(status, used.ru_utime + used.ru_stime)
            faults += _report(run)
    spent += time.process_time()
    print(f"{count - faults} caught, {faults} not; {spent:.0f} s of processor time")
    return 1 if faults else 0


def _report(run: Run) -> bool:
    """Print what came of a mutant; tell whether anything is wrong."""
    mutant = run.mutant
    times = f"; {run.times}" if run.pid else ""
    name = f"{mutant['feature']} {mutant['property']:2}"
    print(f"{name}  {run.problem or 'caught'}  ({mutant['fault']}{times})", flush=True)
    return bool(run.problem)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
