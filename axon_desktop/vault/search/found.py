"""What every search takes and gives: a query, the notes that were found, and the protocol of an engine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from axon_desktop.text.file_names import without_suffix
from axon_desktop.vault.search.excerpts import Excerpt
from axon_desktop.vault.search.query import Node, QueryError, all_of, parse_query, regex_node, tag_node

By: TypeAlias = Literal["words", "meaning", "both"]


@dataclass(frozen=True, slots=True)
class Query:
    """What to search for."""

    text: str
    """A query (see `query`); for `regex` a regular expression for one line."""
    folder: str = ""
    """Vault path; empty for the whole vault."""
    tag: str = ""
    """Only notes with this tag or one below it; without `#`."""
    regex: bool = False
    limit: int = 20
    """Most notes to return."""
    by: By = "words"
    """How notes are found: by the words of the query, by its meaning, or by both."""

    def tree(self) -> Node:
        """Return what a note has to match, but for the folder.

        Raises:
            QueryError: it is empty or broken.
        """
        parts: list[Node] = []
        if self.text.strip():
            parts.append(regex_node(self.text) if self.regex else parse_query(self.text))
        if self.tag:
            parts.append(tag_node(self.tag))
        tree = all_of(parts)
        if tree is None:
            raise QueryError("empty")
        return tree


@dataclass(frozen=True, slots=True)
class Hit:
    """One line that was found."""

    path: str
    line: int
    """From 1; 0 when only the file's name or a filter matches."""
    snippet: str
    """The line, or the part of it around what was found; else the file's name if that was found."""


@dataclass(frozen=True, slots=True)
class FoundNote:
    """A note that matches."""

    path: str
    excerpts: tuple[Excerpt, ...] = ()
    """Empty if only its name or a filter matches."""
    named: bool = False
    """Whether its name has one of the words."""
    passage: str = ""
    """The passage that has the query's meaning; empty if the note was found by words."""
    heading_path: tuple[str, ...] = ()
    """The headings above the passage, the outermost first."""
    line: int = 0
    """Where the passage begins, from 1."""
    likeness: float = 0.0
    """How near the passage is to the query, from 0 to 1."""

    @property
    def title(self) -> str:
        """The name of the file without the suffix of a note."""
        return without_suffix(self.path.rsplit("/", 1)[-1])

    @property
    def hits(self) -> tuple[Hit, ...]:
        """Its lines, or the name."""
        if self.excerpts:
            return tuple(Hit(self.path, excerpt.line, excerpt.text) for excerpt in self.excerpts)
        if self.passage:
            return (Hit(self.path, self.line, " › ".join((*self.heading_path, self.passage))),)
        return (Hit(self.path, 0, self.path.rsplit("/", 1)[-1] if self.named else ""),)


@dataclass(frozen=True, slots=True)
class Found:
    """What was found."""

    notes: tuple[FoundNote, ...] = ()
    """Best first."""
    total: int = 0
    """Notes that match, also those beyond the limit."""
    whole: bool = True
    """Whether the notes match the query; if none does, those are found that hold some of its words."""
    missing: tuple[str, ...] = ()
    """Words that no note holds, as they were written."""
    problem: str = ""
    """Why nothing was found by meaning although that was asked for; empty if it was."""

    @property
    def hits(self) -> tuple[Hit, ...]:
        """Best notes first, the lines of a note together."""
        return tuple(hit for note in self.notes for hit in note.hits)


class Search(Protocol):
    """Finds notes by their text; to be called in a thread."""

    def find(self, query: Query, cancelled: Callable[[], bool] = lambda: False) -> Found:
        """Return what was found; what was found so far once `cancelled` says yes.

        Raises:
            QueryError: the query is empty or broken.
            FolderNotFoundError: there is no such folder.
            InvalidPathError: the folder is outside the vault.
            InvalidParametersError: a regular expression takes too long.
        """
        ...
