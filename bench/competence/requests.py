"""The requests and what counts as fulfilling them, as they stand in the TOML files of this folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct, field

HERE = Path(__file__).parent
VAULT = HERE / "vault"

Alternatives: TypeAlias = list[str]
"""Facts of which one is enough; see `facts.holds` for their forms."""


class AnswerCheck(Struct, frozen=True, forbid_unknown_fields=True):
    """What the answer must say."""

    has: list[Alternatives]
    """Each must be there."""
    lacks: list[str] = field(default_factory=list)
    """Facts that must not be there, such as another person's."""
    longest: int = 1000
    """Most characters: who shows everything has not answered."""


class FileCheck(Struct, frozen=True, forbid_unknown_fields=True):
    """What one file must be afterwards. A file that no check names must be as it was."""

    path: str
    gone: bool = False
    """The file must not be there any more."""
    has: list[Alternatives] = field(default_factory=list)
    lacks: list[str] = field(default_factory=list)
    longest: int = 1500
    """Most characters of a file that is written from nothing."""
    adds: list[Alternatives] = field(default_factory=list)
    """All old lines must be there in their order, and the new ones must hold these."""
    most_added: int = 1
    """Most lines that may be added; blank ones do not count."""
    last: bool = False
    """What is added must stand after everything old."""
    under: str = ""
    """What is added must stand in the section of this heading."""
    changes: list[tuple[str, str]] = field(default_factory=list)
    """(old, new): exactly this must be different, but for blank lines and spaces at the ends of lines."""
    moved_from: str = ""
    """The text must be that of this file, with `changes`."""


class Edit(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the reference solution."""

    path: str
    text: str | None = None
    """The whole text."""
    append: str = ""
    old: str = ""
    new: str = ""
    to: str = ""
    """New path of the file."""
    gone: bool = False


class Request(Struct, frozen=True, forbid_unknown_fields=True):
    """One request and its checks."""

    id: str
    level: Literal[1, 2, 3]
    """1: one step; 2: find, then answer or change; 3: several steps."""
    language: Literal["en", "zh"]
    text: Annotated[str, Meta(min_length=5)]
    reference: str
    """An answer as it should be."""
    answer: AnswerCheck | None = None
    file: list[FileCheck] = field(default_factory=list)
    edit: list[Edit] = field(default_factory=list)
    """What the reference solution does to the vault."""


class _Requests(Struct, forbid_unknown_fields=True):
    request: list[Request]


def load(file: Path) -> list[Request]:
    """Return the requests of a file in their order.

    Raises:
        ValueError: a request is malformed, has no check, or its id is taken.
    """
    requests = msgspec.toml.decode(file.read_bytes(), type=_Requests).request
    for number, request in enumerate(requests):
        if request.answer is None and not request.file:
            raise ValueError(f"{request.id} checks nothing")
        if request.id in {other.id for other in requests[:number]}:
            raise ValueError(f"{request.id} is there twice")
    return requests


def files() -> list[Path]:
    """Return the files of requests that there are."""
    return [file for file in (HERE / "first.toml", HERE / "second.toml") if file.exists()]
