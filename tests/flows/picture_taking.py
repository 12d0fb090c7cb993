"""The command line that all scenes share: which of their pictures are made, and where they go."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol, TypeVar

from desktop import ROOT
from picture_names import picture_names
from scene import Look
from screen import Screen, screen

OUT = ROOT / "out" / "screenshots"


class Seen(Protocol):
    """How a scene looks in one run."""

    @property
    def prefix(self) -> str:
        """What the names of its pictures begin with."""
        ...

    @property
    def size(self) -> str:
        """Of the screen, as `1440x900`."""
        ...


S = TypeVar("S", bound=Seen)


def take_pictures(play: Callable[[Screen, Path, S], None], look: S, folder: Path) -> None:
    """Play a scene in one look; the pictures that it makes are those that its code names."""
    with tempfile.TemporaryDirectory(prefix="axon-scene-") as temp, screen(look.size, folder) as desk:
        play(desk, Path(temp), look)
    assert sorted(set(desk.saved)) == sorted(picture_names(play, look)), "other pictures than its code names"


def make_pictures(play: Callable[[Screen, Path, S], None], looks: Sequence[S]) -> None:
    """Play a scene in each of its looks; the command line may name some of them, and of some the acts."""
    parser = argparse.ArgumentParser(description="Make every picture, or those that are named.")
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--only", default="", help="part of a prefix, such as dark")
    parser.add_argument("--act", default="", help="part of an act's name, such as menus")
    given = parser.parse_args()
    for look in looks:
        if given.only not in look.prefix:
            continue
        if isinstance(look, Look):
            look = replace(look, acts=tuple(act for act in look.acts if given.act in act.__name__))
        if not given.act:  # none of an earlier run, which may have had other names, stays
            for old in given.out.glob(f"{look.prefix}*.png"):
                old.unlink()
        take_pictures(play, look, given.out)
