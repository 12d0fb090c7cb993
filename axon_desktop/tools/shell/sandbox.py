"""The sandbox for commands on this machine: the first one that passes its self-test.

Inside, the vault can be read, only what was named can be written to, the home folder cannot be read, there is no
network, memory, processes, files and time are limited, and everything ends with the program.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from axon_desktop.tools.sandbox import bubblewrap, landlock, seatbelt
from axon_desktop.tools.sandbox.limits import Bounds, Launch, environment
from axon_desktop.tools.sandbox.self_test import SelfTest, run_self_test

Kind: TypeAlias = Literal["bubblewrap", "landlock", "seatbelt"]


class _Sandbox(NamedTuple):
    is_here: Callable[[], bool]
    launch: Callable[[Sequence[str], Bounds], Launch]


_SANDBOXES: Mapping[Kind, _Sandbox] = {
    "bubblewrap": _Sandbox(bubblewrap.is_here, bubblewrap.launch),
    "landlock": _Sandbox(landlock.is_here, landlock.launch),
    "seatbelt": _Sandbox(seatbelt.is_here, seatbelt.launch),
}
"""Best first."""
KINDS: tuple[Kind, ...] = tuple(_SANDBOXES)
"""All sandboxes that there are, best first; no system has every one."""


@dataclass(frozen=True, slots=True)
class SandboxStatus:
    """Results of the self-tests of this process."""

    kind: Kind | None
    """The sandbox that commands run in; None for none."""
    trials: tuple[tuple[Kind, SelfTest], ...]
    """Every sandbox that was tested, up to the one that works."""


@cache
def try_kind(kind: Kind) -> SelfTest:
    """Return the result of testing one sandbox; tested once per process, which takes a moment, so use a thread."""
    sandbox = _SANDBOXES[kind]
    if not sandbox.is_here():
        return SelfTest(False, problem="not on this computer")
    return run_self_test(sandbox.launch)


@cache
def find() -> SandboxStatus:
    """Return which sandbox works here, by testing them; takes a moment once, so use a thread."""
    trials: list[tuple[Kind, SelfTest]] = []
    for kind in KINDS:
        trials.append((kind, try_kind(kind)))
        if trials[-1][1].works:
            return SandboxStatus(kind, tuple(trials))
    return SandboxStatus(None, tuple(trials))


def works() -> bool:
    """Tell whether commands can be sandboxed on this machine; takes a moment once, so use a thread."""
    return find().kind is not None


def prepare(
    argv: Sequence[str], root: Path, kind: Kind | None, writes: Mapping[Path, Path] | None = None
) -> Launch:
    """Return how to start a command in the vault's folder, in a sandbox or none, never with our environment.

    Raises:
        ToolExecutionError: this sandbox cannot restrict writing to these paths.
    """
    if kind is None:
        return Launch(tuple(argv), environment("/tmp"))  # noqa: S108 - so that no program finds the user's settings
    root = root.resolve()
    return _SANDBOXES[kind].launch(argv, Bounds(root, writes or {}))
