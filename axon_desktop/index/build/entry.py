"""Entries: links, tags, headings, aliases, properties of a file; read once per version, stored in the catalog."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from axon_desktop.markdown.scan.properties import Property, aliases_of
from axon_desktop.vault.links.link import Link, LinkForm
from axon_desktop.vault.links.note_parser import BlockName, Heading, Marks, read_marks


class LinkMark(msgspec.Struct, array_like=True, gc=False, frozen=True):
    """A stored link: what is needed to find and show it, not to rewrite it."""

    form: LinkForm
    target: str
    anchor: str
    text: str
    embed: bool
    line: int

    def as_link(self) -> Link:
        """Return it as a `Link`, which the vault resolves."""
        return Link(self.form, self.target, self.anchor, self.text, self.embed, self.line, 0, 0)


class Entry(msgspec.Struct, array_like=True, gc=False, frozen=True):
    """The entry of one file."""

    aliases: list[str]
    headings: list[Heading]
    links: list[LinkMark]
    """In the order of the text."""
    tags: list[str]
    """Without `#`, each once, as first written."""
    properties: list[Property]
    blocks: list[BlockName]


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Entry)


def encode_entry(entry: Entry) -> bytes:
    """Return an entry as bytes."""
    return _encoder.encode(entry)


def decode_entry(data: bytes) -> Entry:
    """Return the entry that was encoded."""
    return _decoder.decode(data)


def read_entry(path: str, text: str) -> Entry:
    """Read the entry of a file; its suffix gives the kind."""
    return make_entry(read_marks(path, text))


def as_marks(links: Iterable[Link]) -> list[LinkMark]:
    """Return links as they are stored."""
    return [
        LinkMark(link.form, _whole(link.target), _whole(link.anchor), _whole(link.text), link.embed, link.line)
        for link in links
    ]


def make_entry(marks: Marks) -> Entry:
    """Return the marks of a file as an entry."""
    return Entry(
        [_whole(alias) for alias in aliases_of(marks.properties)],
        marks.headings,
        as_marks(marks.links),
        [_whole(tag) for tag in marks.tags],
        [_whole_property(item) for item in marks.properties],
        marks.blocks,
    )


def _whole_property(item: Property) -> Property:
    return Property(_whole(item.name), [_whole(value) for value in item.values], item.listed)


def _whole(text: str) -> str:
    """Return a text without lone surrogates, which an escape in a canvas or in YAML can make."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")
