"""Try to get out of the sandboxes that commands run in.

`python -m bench.sandbox_escapes` runs every attempt of `sandbox_escapes.toml` in each sandbox that works on this
computer, prints how many there were and which succeeded, and ends with 1 if any did. Each is first tried without a
sandbox: what does not succeed there either (a program is missing, a right is) was not tried, and is named so.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import shutil
import sys
import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import psutil

from axon_desktop.tools.sandbox import landlock
from axon_desktop.tools.sandbox.limits import PATH, Bounds, Launch
from axon_desktop.tools.shell import sandbox
from axon_desktop.tools.shell.run_command import run_launch
from bench.escape_world import CANARY, World

Enter = Callable[[Sequence[str], Bounds], Launch]

DATA = Path(__file__).with_suffix(".toml")
MEMORY_MB = 100.0
"""How much this program may grow while a command prints without end."""
_SETTLING = 3.0
"""Seconds within which everything must have ended with a command."""
_LATE = 8.0
"""Seconds after its limit by which a command must be over; the computer may be busy."""


@dataclass(frozen=True)
class Attempt:
    """One way out."""

    name: str
    suffix: str
    code: str
    needs: tuple[str, ...] = ()
    control: bool = True
    not_as_root: bool = False
    seconds: float = 10.0

    def obstacle(self) -> str:
        """Say what is missing for trying it at all."""
        for program in (*self.needs, "python3" if self.suffix == "py" else "sh"):
            if shutil.which(program, path=PATH) is None:
                return f"there is no {program}"
        if self.not_as_root and os.getuid() == 0:
            return "the kernel sets the administrator no limit of processes"
        return ""


@dataclass
class Score:
    """What came of all attempts in one sandbox."""

    sandbox: str
    held: list[str] = field(default_factory=list)
    escaped: dict[str, list[str]] = field(default_factory=dict)
    not_tried: dict[str, str] = field(default_factory=dict)


def attempts() -> Iterator[Attempt]:
    """Return all attempts."""
    for row in tomllib.loads(DATA.read_text(encoding="utf-8"))["attempt"]:
        (suffix,) = {"sh", "python"} & row.keys()
        yield Attempt(
            row["name"],
            {"sh": "sh", "python": "py"}[suffix],
            row[suffix],
            tuple(row.get("needs", ())),
            row.get("control", True),
            row.get("not_as_root", False),
            row.get("seconds", 10.0),
        )


def sandboxes() -> dict[str, Enter]:
    """Return every sandbox that works here; Landlock also as older kernels have it."""
    found: dict[str, Enter] = {}
    for kind in sandbox.KINDS:
        if sandbox.try_kind(kind).works:
            found[kind] = partial(_enter, kind)
    if "landlock" in found:
        for version, linux in ((5, "6.10"), (landlock.LEAST, "6.2")):
            found[f"landlock as of Linux {linux}"] = partial(landlock.launch, version=version)
    return found


def _enter(kind: sandbox.Kind, argv: Sequence[str], bounds: Bounds) -> Launch:
    return sandbox.prepare(argv, bounds.root, kind, bounds.writes)


def _unsandboxed(argv: Sequence[str], bounds: Bounds, handle: int) -> Launch:
    """Return how to run with nothing in the way: with our environment and our open files."""
    return Launch(tuple(argv), {**os.environ, "PATH": PATH}, (handle,))


def try_out(attempt: Attempt, enter: Enter | None) -> list[str]:
    """Return what came of one attempt, as seen from outside; nothing when it was held."""
    with World() as world:
        script = world.write_script(f"attempt.{attempt.suffix}", attempt.code)
        argv = ["python3" if attempt.suffix == "py" else "sh", script]
        open_ = world.root / "open"
        bounds = Bounds(world.root, {open_: open_})
        world.remember()
        launch = enter(argv, bounds) if enter else _unsandboxed(argv, bounds, world.handle)
        before, begun = psutil.Process().memory_info().rss, time.monotonic()
        try:
            said, kept = asyncio.run(_run(launch, world, attempt.seconds))
        finally:
            launch.close()
        found = world.look(_SETTLING)
        if "ESCAPED" in said:
            found.append("it says so")
        if CANARY in kept:
            found.append("it has read a secret")
        if time.monotonic() - begun > attempt.seconds + _LATE:
            found.append("it was not ended in time")
        if (psutil.Process().memory_info().rss - before) / 1e6 > MEMORY_MB:
            found.append("this program grew")
        return found


async def _run(launch: Launch, world: World, seconds: float) -> tuple[str, str]:
    """Return the standard output, and all that was printed."""
    async with asyncio.TaskGroup() as group:
        visitor = group.create_task(world.visit())
        try:
            result = await run_launch(launch, world.root, seconds)
        except OSError as error:
            return "", str(error)
        finally:
            visitor.cancel()
    text = result.data or (result.error or "").partition("It printed: ")[2]
    printed = json.loads(text)
    return printed["stdout"], printed["stdout"] + printed["stderr"]


def run_all(chosen: Sequence[Attempt], enters: dict[str, Enter]) -> list[Score]:
    """Try everything everywhere."""
    scores = [Score(name) for name in enters]
    for attempt in chosen:
        obstacle = attempt.obstacle()
        if not obstacle and attempt.control and not try_out(attempt, None):
            obstacle = "it does not succeed without a sandbox either"
        for score, enter in zip(scores, enters.values(), strict=True):
            if obstacle:
                score.not_tried[attempt.name] = obstacle
            elif found := try_out(attempt, enter):
                score.escaped[attempt.name] = found
            else:
                score.held.append(attempt.name)
    return scores


def main() -> int:
    """Print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--attempt", default="", help="only attempts whose names match this regular expression")
    parser.add_argument("--sandbox", default="", help="only sandboxes whose names hold this")
    options = parser.parse_args()
    os.environ["AXON_ESCAPE_SECRET"] = CANARY
    chosen = [attempt for attempt in attempts() if re.search(options.attempt, attempt.name)]
    enters = {name: enter for name, enter in sandboxes().items() if options.sandbox in name}
    for kind in sandbox.KINDS:
        trial = sandbox.try_kind(kind)
        print(f"self-test of {kind}: {'works' if trial.works else trial.problem or ', '.join(trial.broke)}")
    if not enters:
        print("no sandbox works here: nothing was tried")
        return 0
    scores = run_all(chosen, enters)
    for score in scores:
        tried = len(score.held) + len(score.escaped)
        print(f"{score.sandbox}: {tried} tried, {len(score.escaped)} escaped, {len(score.not_tried)} not tried")
        for name, found in score.escaped.items():
            print(f"  ESCAPED {name}: {'; '.join(found)}")
    for name, why in scores[0].not_tried.items():
        print(f"not tried: {name}: {why}")
    return 1 if any(score.escaped for score in scores) else 0


if __name__ == "__main__":
    sys.exit(main())
