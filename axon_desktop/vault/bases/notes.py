"""Facts about files for a base: properties, tags, links, size and times; read when a filter first needs them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import NamedTuple, Protocol, TypeAlias

from axon_desktop.errors import VaultError
from axon_desktop.markdown.scan.properties import Property, front_matter_end, read_properties
from axon_desktop.text.file_names import is_note, may_link
from axon_desktop.vault.bases.values import LinkTo, Moment, Tag, Value, read_link, read_value
from axon_desktop.vault.links.note_parser import read_marks
from axon_desktop.vault.vault import Vault

MAX_NOTE = 16 << 20
"""Bytes; a larger file is no note."""

Properties: TypeAlias = Mapping[str, Property]
"""Each by the name of the property in small letters, as Obsidian finds them."""


def by_name(properties: Sequence[Property]) -> Properties:
    """Return properties by their names; of several with one name, the first."""
    return {item.name.lower(): item for item in reversed(properties) if item.name}


class Marks(NamedTuple):
    """Tags and links of a file."""

    tags: Sequence[str] = ()
    """Without `#`; those of the properties, too."""
    links: Sequence[tuple[str, bool]] = ()
    """What each link names, and whether it is an embed."""


class NoteSource(Protocol):
    """The source of properties, tags and links; a file that cannot be read has none."""

    def properties(self, path: str) -> Properties:
        """Return the properties of a file."""

    def marks(self, path: str) -> Marks:
        """Return the tags and links of a file."""


class VaultNotes:
    """Reads the files themselves: properties fast, tags and links with all the care they need."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    def properties(self, path: str) -> Properties:
        """Return the properties of a file."""
        text = self._text(path) if is_note(path) else ""
        return by_name(read_properties(text[: front_matter_end(text)]))

    def marks(self, path: str) -> Marks:
        """Return the tags and links of a file."""
        if not may_link(path):
            return Marks()
        found = read_marks(path, self._text(path))
        return Marks(found.tags, [(link.target, link.embed) for link in found.links if link.target])

    def _text(self, path: str) -> str:
        try:
            data = self._vault.read_attachment(path, MAX_NOTE)
        except VaultError:
            return ""
        return data.decode("utf-8", "replace").removeprefix("\ufeff")


class FileFacts:
    """One file, as expressions see it."""

    def __init__(self, path: str, vault: Vault, source: NoteSource) -> None:
        self.path = path
        """Vault path."""
        self._vault = vault
        self._source = source

    @property
    def name(self) -> str:
        """Last part of the path."""
        return self.path.rpartition("/")[2]

    @property
    def basename(self) -> str:
        """The name without its suffix."""
        name, dot, _ = self.name.rpartition(".")
        return name if dot and name else self.name

    @property
    def folder(self) -> str:
        """Path of the folder; empty for the vault's root."""
        return self.path.rpartition("/")[0]

    @property
    def ext(self) -> str:
        """The suffix without its dot."""
        name, dot, suffix = self.name.rpartition(".")
        return suffix if dot and name else ""

    @cached_property
    def properties(self) -> Properties:
        """Its properties."""
        return self._source.properties(self.path)

    @cached_property
    def marks(self) -> Marks:
        """Its tags and links, as written."""
        return self._source.marks(self.path)

    @property
    def tags(self) -> tuple[Tag, ...]:
        """Its tags."""
        return tuple(Tag(f"#{tag}") for tag in self.marks.tags)

    def links(self, *, embeds: bool = False) -> tuple[LinkTo, ...]:
        """Return its links, or only what it embeds."""
        return tuple(self.resolve(LinkTo(target)) for target, embed in self.marks.links if embed or not embeds)

    def resolve(self, link: LinkTo) -> LinkTo:
        """Return a link of this file with what it leads to."""
        return LinkTo(link.target, link.label, self._vault.names.resolve_link(link.target, self.path))

    def written(self, name: str) -> Sequence[str] | None:
        """Return the texts of a property; None if it has none of this name."""
        found = self.properties.get(name.lower())
        return None if found is None else found.values

    def value(self, name: str) -> Value:
        """Return the value of a property; one text is taken as it is, several as a list."""
        texts = self.written(name)
        if not texts:
            return None
        values = [self._value(text) for text in texts]
        return values[0] if len(values) == 1 else tuple(values)

    def as_list(self, name: str) -> Value:
        """Return a property whose value is a list in the note as one, also when it has one element or none."""
        found = self.properties.get(name.lower())
        if found is not None and found.listed:
            return tuple(self._value(text) for text in found.values)
        return self.value(name)

    def _value(self, text: str) -> Value:
        link = read_link(text)
        return read_value(text) if link is None else self.resolve(link)

    @cached_property
    def _stat(self) -> os.stat_result | None:
        try:
            return (self._vault.root / self.path).lstat()
        except OSError:
            return None

    @property
    def size(self) -> float:
        """Bytes."""
        return float(self._stat.st_size) if self._stat else 0.0

    @property
    def mtime(self) -> Moment | None:
        """When it was last changed."""
        return _moment(self._stat.st_mtime) if self._stat else None

    @property
    def ctime(self) -> Moment | None:
        """When it was made, or first seen to be: see `BIRTH_KNOWN`."""
        if self._stat is None:
            return None
        born: float | None = getattr(self._stat, "st_birthtime", None)
        return _moment(min(self._stat.st_ctime, self._stat.st_mtime) if born is None else born)


BIRTH_KNOWN = hasattr(os.stat_result, "st_birthtime")
"""Whether this system says when a file was made; elsewhere the earliest time that it knows is taken."""


def _moment(seconds: float) -> Moment:
    return Moment(datetime.fromtimestamp(seconds), timed=True)  # noqa: DTZ006 - local, as Obsidian shows it
