"""Messages between a program and its process of meaning, as lines of JSON."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Phase: TypeAlias = Literal["off", "starting", "comparing", "beginnings", "rests", "ready", "waiting", "failed"]
"""`off`: no process runs, and nothing is known to be left. `beginnings`, `rests`: the two rounds of encoding.
`waiting`: another process encodes. `failed`: see `problem`."""

LEAST_ALIKE = 1 / 3
"""Likeness below which no passage is shown that only its meaning has found."""


class Begin(msgspec.Struct, frozen=True, tag=True):
    """The first line to the worker."""

    root: str
    home: str
    """Folder of the vault's index."""
    server: str = ""
    """What names the server that encodes; empty for the encoder that ships."""
    server_is_here: bool = False
    """Whether that server is on this computer."""
    watched: bool = True
    """Whether the program says what changes; else the files are compared before a query."""


class Changed(msgspec.Struct, frozen=True, tag=True):
    """Files or folders changed."""

    paths: tuple[str, ...]


class Compare(msgspec.Struct, frozen=True, tag=True):
    """Look for what is to be encoded."""


class Pause(msgspec.Struct, frozen=True, tag=True):
    """Somebody types: encode nothing for a moment."""

    seconds: float


class Ask(msgspec.Struct, frozen=True, tag=True):
    """What means this?"""

    ticket: int
    text: str = ""
    path: str = ""
    """A note whose meaning is sought if there is no text; it is not found itself."""
    folder: str = ""
    """Where the notes are."""
    among: tuple[str, ...] | None = None
    """The only notes that are looked at; None for all."""
    limit: int = 20
    least: float = 0.0
    """Likeness."""


class Encoded(msgspec.Struct, frozen=True, tag=True):
    """The vectors that a server gave, or why it gave none."""

    dims: int
    data: bytes
    """Numbers of four bytes."""
    problem: str = ""


class Progress(msgspec.Struct, frozen=True, tag=True):
    """Progress of the work."""

    phase: Phase
    done: int = 0
    total: int = 0
    """Notes of this round."""
    usable: bool = False
    """Whether anything can be found."""
    problem: str = ""


class MeaningPassage(msgspec.Struct, frozen=True):
    """A passage that was found."""

    path: str
    heading_path: tuple[str, ...]
    """The headings around it, outermost first; empty for the note itself."""
    text: str
    line: int
    """Where it begins, from 1."""
    likeness: float
    """From 0 to 1."""


class Answer(msgspec.Struct, frozen=True, tag=True):
    """The passages that were asked for, best first."""

    ticket: int
    passages: tuple[MeaningPassage, ...] = ()
    usable: bool = True
    """Whether anything could be found at all: if not, nothing is encoded yet."""
    problem: str = ""


class Encode(msgspec.Struct, frozen=True, tag=True):
    """The server shall encode this; the program asks it, which has the key."""

    texts: tuple[str, ...]


class Idle(msgspec.Struct, frozen=True, tag=True):
    """The worker has nothing to do: if it was told nothing more, it may end."""

    orders: int
    """Messages that it has got, the first one included."""


ToWorker: TypeAlias = Begin | Changed | Compare | Pause | Ask | Encoded
FromWorker: TypeAlias = Progress | Answer | Encode | Idle
