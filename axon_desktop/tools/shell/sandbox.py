"""The cage that commands run in on this machine: the first one whose self-test held.

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
from axon_desktop.tools.sandbox.self_test import Trial, try_cage

Kind: TypeAlias = Literal["bubblewrap", "landlock", "seatbelt"]


class _Cage(NamedTuple):
    is_here: Callable[[], bool]
    launch: Callable[[Sequence[str], Bounds], Launch]


_CAGES: Mapping[Kind, _Cage] = {
    "bubblewrap": _Cage(bubblewrap.is_here, bubblewrap.launch),
    "landlock": _Cage(landlock.is_here, landlock.launch),
    "seatbelt": _Cage(seatbelt.is_here, seatbelt.launch),
}
"""Best first."""
KINDS: tuple[Kind, ...] = tuple(_CAGES)
"""All cages that there are, best first; no system has every one."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What the self-tests of this process have shown."""

    kind: Kind | None
    """The cage that commands run in; None for none."""
    trials: tuple[tuple[Kind, Trial], ...]
    """Every cage that was tried, up to the one that works."""


@cache
def try_kind(kind: Kind) -> Trial:
    """Return what came of trying one cage, once in the life of this process; takes a moment, so use a thread."""
    cage = _CAGES[kind]
    if not cage.is_here():
        return Trial(False, problem="not on this computer")
    return try_cage(cage.launch)


@cache
def find() -> Finding:
    """Return which cage works here, by trying them; takes a moment once, so use a thread."""
    trials: list[tuple[Kind, Trial]] = []
    for kind in KINDS:
        trials.append((kind, try_kind(kind)))
        if trials[-1][1].works:
            return Finding(kind, tuple(trials))
    return Finding(None, tuple(trials))


def works() -> bool:
    """Tell whether commands can be caged on this machine; takes a moment once, so use a thread."""
    return find().kind is not None


def prepare(
    argv: Sequence[str], root: Path, kind: Kind | None, writes: Mapping[Path, Path] | None = None
) -> Launch:
    """Return how to start a command with the vault as its folder, in a cage or none, never with our environment.

    Raises:
        ToolExecutionError: this cage cannot make only that writable.
    """
    if kind is None:
        return Launch(tuple(argv), environment("/tmp"))  # noqa: S108 - so that no program finds the user's settings
    root = root.resolve()
    return _CAGES[kind].launch(argv, Bounds(root, writes or {}))
