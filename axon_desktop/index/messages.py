"""Messages between the window's process and the index's process, as lines of JSON."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from axon_desktop.index.watch.watcher import WatchState

Phase: TypeAlias = Literal["starting", "waiting", "comparing", "texts", "entries", "ready", "failed"]
"""`waiting`: another process writes to this index. `texts`, `entries`: the two rounds of a build. `failed`: the
process crashed repeatedly."""


class Begin(msgspec.Struct, frozen=True, tag=True):
    """The first line to the worker."""

    root: str
    home: str
    """Folder of the vault's index."""
    fresh: bool
    """Whether the existing index must be rebuilt."""


class Touch(msgspec.Struct, frozen=True, tag=True):
    """We wrote to these files."""

    paths: tuple[str, ...]
    ticket: int
    """Returned in `Settled`."""


class Progress(msgspec.Struct, frozen=True, tag=True):
    """Progress of the work."""

    phase: Phase
    done: int = 0
    total: int = 0
    folder: str = ""
    """Where the index can be read; empty while its texts are not complete."""


class Committed(msgspec.Struct, frozen=True, tag=True):
    """There is something new to read."""


class Settled(msgspec.Struct, frozen=True, tag=True):
    """The files of a `Touch` can be read."""

    ticket: int


class FilesChanged(msgspec.Struct, frozen=True, tag=True):
    """Files changed in the vault, maybe by ourselves."""

    paths: tuple[str, ...]
    many: bool
    settings: bool
    moved: dict[str, str]
    """Old and new paths of files that were only renamed."""
    same: tuple[str, ...] = ()
    """Those of the paths whose text equals the indexed one."""


class WatchStateChanged(msgspec.Struct, frozen=True, tag=True):
    """How changes are noticed."""

    state: WatchState


ToWorker: TypeAlias = Begin | Touch
FromWorker: TypeAlias = Progress | Committed | Settled | FilesChanged | WatchStateChanged
