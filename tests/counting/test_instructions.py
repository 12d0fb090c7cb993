"""Work on a text, counted in the processor's instructions: what happens inside C counts too."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from functools import cache
from pathlib import Path

import pytest

from tests.counting.plain_work import WORK

ROOT = Path(__file__).parents[2]
SMALL, LARGE = 20, 120
"""Paragraphs of 350 characters or so, with a bit of everything in each."""
VALGRIND = ("--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")
_COUNTED = re.compile(r"I\s+refs:\s+([\d,]+)")

pytestmark = pytest.mark.skipif(shutil.which("valgrind") is None, reason="valgrind is not installed")


@cache
def instructions(kind: str, paragraphs: int) -> int:
    """Return how many instructions a process takes that does the work once."""
    program = [sys.executable, "-S", "-m", "tests.counting.plain_work", kind, str(paragraphs)]
    places = os.pathsep.join((str(ROOT), sysconfig.get_path("purelib"), sysconfig.get_path("platlib")))
    environment = {**os.environ, "PYTHONPATH": places, "PYTHONHASHSEED": "0"}
    command = ["valgrind", *VALGRIND, *program]
    run = subprocess.run(command, env=environment, text=True, capture_output=True, check=True)
    found = _COUNTED.search(run.stderr)
    assert found is not None, run.stderr
    return int(found[1].replace(",", ""))


QUICK = ("scan",)
"""The others take a while under valgrind."""
KINDS = [pytest.param(kind, marks=[] if kind in QUICK else [pytest.mark.soak]) for kind in WORK]


@pytest.mark.parametrize("kind", KINDS)
def test_work_grows_with_the_text_and_not_faster(kind: str) -> None:
    """Red when something looks at the whole text for each of its parts, be it in one call of C.

    For instance a regular expression of the block scanner that searches to the end of the note for each block,
    `StreamFilter.feed` looking at all that has come, or `SseDecoder` joining what it has with each piece.
    """
    WORK[kind]("")  # else the first process may be the one that compiles what all of them need
    nothing, first, second = (instructions(kind, size) for size in (0, SMALL, LARGE))
    small, large = first - nothing, second - nothing
    assert small > 1_000_000, "too little to be distinguished from the start of the interpreter"
    assert large <= 1.25 * LARGE / SMALL * small, f"{small:,} instructions, then {large:,}"
