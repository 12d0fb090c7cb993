"""Plant one fault at a time in a copy of the package and see whether the property's test notices it.

    python tests/mutants/run_mutants.py [PROPERTY …]        such as `axon-mcp:5`; without one, all of them

Exits with 1 when a mutant survives, cannot be planted, or a property has no test or no mutant.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
MUTANTS = ROOT / "tests" / "mutants" / "mutants.toml"
_PROPERTY = re.compile(r"Feature: ([\w-]+), Property (\d+): \S")
_JOBS = 2
_LIMIT = 120

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
filterwarnings = error
"""

Key = tuple[str, int]


def find_tests() -> Iterator[tuple[Key, str]]:
    """Yield every property that a test's docstring names, with the test's id."""
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and (named := _PROPERTY.match(ast.get_docstring(node) or "")):
                yield (named[1], int(named[2])), f"{file.relative_to(ROOT)}::{node.name}"


def run_mutant(mutant: dict[str, Any], test: str) -> str:
    """Return what is wrong, or an empty string when the test caught the fault."""
    with tempfile.TemporaryDirectory(prefix="axon-mutant-") as name:
        folder = Path(name)
        shutil.copytree(ROOT / "axon_desktop", folder / "axon_desktop")
        (folder / "resources").symlink_to(ROOT / "resources", target_is_directory=True)
        (folder / "mutant_guard.py").write_text(_GUARD, "utf-8")
        target = folder / mutant["file"]
        source = target.read_text("utf-8")
        if source.count(mutant["find"]) != 1:
            return f"cannot be planted: found {source.count(mutant['find'])} times in {mutant['file']}"
        target.write_text(source.replace(mutant["find"], mutant["replace"]), "utf-8")
        (folder / "pytest.ini").write_text(_PYTEST_INI, "utf-8")
        command = [sys.executable, "-m", "pytest", "-c", str(folder / "pytest.ini"), "--rootdir", str(ROOT)]
        command += ["--hypothesis-seed=1", str(ROOT / test)]
        env = os.environ | {"PYTHONPATH": str(folder), "AXON_HOME": str(folder / "home")}
        try:
            run = subprocess.run(
                command, cwd=folder, env=env, capture_output=True, text=True, timeout=_LIMIT, check=False
            )
        except subprocess.TimeoutExpired:
            return f"the test did not end within {_LIMIT} s"
    summary = (run.stdout.strip().splitlines() or [""])[-1]
    if run.returncode == 1 and "1 failed" in summary and "error" not in summary:
        return ""
    if run.returncode == 0:
        return "SURVIVED"
    return f"the test could not run: exit code {run.returncode}\n{run.stdout[-2000:]}{run.stderr[-1000:]}"


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
