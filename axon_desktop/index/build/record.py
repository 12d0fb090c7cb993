"""Records: the catalog's rows of a file, computed where it is read, so that they only have to be inserted."""

from __future__ import annotations

import hashlib
from functools import lru_cache

import msgspec

from axon_desktop.index.build.entry import Entry, encode_entry
from axon_desktop.text.file_names import same_name
from axon_desktop.vault.names.table import name_key


class Record(msgspec.Struct, array_like=True, gc=False, frozen=True):
    """One file as rows of the catalog's tables."""

    entry: bytes
    links: list[tuple[str, str, int]]
    """Key of the last part (see `name_key`), target, number of the file; each once."""
    tags: list[tuple[str, int, str]]
    """Form without case, number of the file, as written."""
    titles: list[tuple[int, int, int, str]]
    """Number of the file, line, level, text; line and level are 0 for an alias."""


def digest_of(data: bytes) -> bytes:
    """Return the digest of a text."""
    return hashlib.blake2b(data, digest_size=16).digest()


def make_record(number: int, entry: Entry) -> Record:
    """Return the record of the file of this number."""
    targets = dict.fromkeys([link.target for link in entry.links])
    titles = [(number, 0, 0, alias) for alias in entry.aliases]
    titles += [(number, line, level, title) for level, title, line in entry.headings]
    return Record(
        encode_entry(entry),
        [(_key(target), target, number) for target in targets if target],
        [(same_name(tag), number, tag) for tag in entry.tags],
        titles,
    )


def links_only(record: Record) -> Record:
    """Return the record of a file of which only the links are indexed."""
    return Record(record.entry, record.links, [], [])


_key = lru_cache(maxsize=4_096)(name_key)  # most links lead to few notes
