"""Plant one fault at a time beside the rest of the package and see whether the property's test notices it.

    python tests/mutants/run_mutants.py [PROPERTY …]        such as `axon-mcp:5`; without one, all of them

Exits with 1 when a mutant survives, cannot be planted, or a property has no test or no mutant.
"""

from __future__ import annotations

import ast
import os
import re
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
MUTANTS = ROOT / "tests" / "mutants" / "mutants.toml"
_PROPERTY = re.compile(r"Feature: ([\w-]+), Property (\d+): \S")
_JOBS = 2
_LIMIT = 120
# Every test runs in a fork of one process that has read what most need, but nothing of the package.
_WARM = get_context("forkserver")
_WARM.set_forkserver_preload(["hypothesis.strategies", "mcp.server", "msgspec", "psutil", "pytest"])

_GUARD = '''
"""Ends the run unless the mutated copy is what is tested; failures are not shrunk, they are only counted."""
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
addopts = -q -x --tb=line --import-mode=importlib -p no:cacheprovider -p no:pytest-qt -p no:xdist -p mutant_guard
filterwarnings =
    error
    ignore::pytest.PytestAssertRewriteWarning
"""

Key = tuple[str, int]


def find_tests() -> Iterator[tuple[Key, str]]:
    """Yield every property that a test's docstring names, with the test's id."""
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
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


def run_test(test: str, folder: Path, output: Path) -> None:
    """Be the process that runs a test on the package in a folder."""
    with output.open("wb") as file:
        for stream in (1, 2):
            os.dup2(file.fileno(), stream)
    os.chdir(folder)
    os.environ |= {"PYTHONPATH": str(folder), "AXON_HOME": str(folder / "home")}
    sys.path.insert(0, str(folder))
    import pytest  # read already

    ini = str(folder / "pytest.ini")
    sys.exit(pytest.main(["-c", ini, "--rootdir", str(ROOT), "--hypothesis-seed=1", str(ROOT / test)]))


def run_mutant(mutant: dict[str, Any], test: str) -> str:
    """Return what is wrong, or an empty string when the test caught the fault."""
    file = Path(mutant["file"])
    source = (ROOT / file).read_text("utf-8")
    if source.count(mutant["find"]) != 1:
        return f"cannot be planted: found {source.count(mutant['find'])} times in {file}"
    with tempfile.TemporaryDirectory(prefix="axon-mutant-") as name:
        folder, output = Path(name), Path(name) / "output"
        package, *way = file.parts
        plant(ROOT / package, folder / package, way, source.replace(mutant["find"], mutant["replace"]))
        (folder / "resources").symlink_to(ROOT / "resources", target_is_directory=True)
        (folder / "mutant_guard.py").write_text(_GUARD, "utf-8")
        (folder / "pytest.ini").write_text(_PYTEST_INI, "utf-8")
        run = _WARM.Process(target=run_test, args=(test, folder, output))
        run.start()
        run.join(_LIMIT)
        if run.exitcode is None:
            run.kill()
            run.join()
            return f"the test did not end within {_LIMIT} s"
        said = output.read_text("utf-8", "replace").strip()
    summary = said[said.rfind("\n") + 1 :]
    if run.exitcode == 1 and "1 failed" in summary and "error" not in summary:
        return ""
    if run.exitcode == 0:
        return "SURVIVED"
    return f"the test could not run: exit code {run.exitcode}\n{said[-3000:]}"


def main(wanted: list[str]) -> int:
    """Run the mutants and print one line for each."""
    plan = tomllib.loads(MUTANTS.read_text("utf-8"))
    tests: dict[Key, list[str]] = {}
    for key, test in find_tests():
        tests.setdefault(key, []).append(test)
    mutants = {(mutant["feature"], mutant["property"]): mutant for mutant in plan["mutant"]}
    faults = 0
    for feature, count in plan["properties"].items():
        for number in range(1, count + 1):
            if len(tests.get((feature, number), [])) != 1:
                print(f"{feature} {number}: has {len(tests.get((feature, number), []))} tests instead of one")
                faults += 1
            if (feature, number) not in mutants:
                print(f"{feature} {number}: has no mutant")
                faults += 1
    if faults:
        return 1

    def judge(key: Key) -> tuple[Key, str, float]:
        start = time.monotonic()
        return key, run_mutant(mutants[key], tests[key][0]), time.monotonic() - start

    chosen = [key for key in sorted(mutants) if not wanted or f"{key[0]}:{key[1]}" in wanted]
    with ThreadPoolExecutor(_JOBS) as pool:
        for key, problem, seconds in pool.map(judge, chosen):
            print(
                f"{key[0]} {key[1]:2}  {problem or 'caught'}  ({mutants[key]['fault']}; {seconds:.1f} s)",
                flush=True,
            )
            faults += bool(problem)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
