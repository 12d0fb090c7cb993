"""Where a link of a note leads, as the href that the view understands.

`axon-note:` a note or file of this vault, `axon-new:` one that does not exist, `axon-img:` an image to load from
the vault, `#…` a heading or block of the same note, and http, https, mailto or obsidian addresses as they are. All
other schemes lead nowhere: the text stays, without a link.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal, TypeAlias
from urllib.parse import quote, unquote, urlsplit

from msgspec import Struct

ResolveLink: TypeAlias = Callable[[str], str | None]

_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:")
_OPEN_SCHEMES = frozenset({"http", "https", "mailto", "obsidian"})
_HOSTED, _HOST = frozenset({"http", "https"}), re.compile(r"//[^/\s]")
"""Schemes whose addresses name a host: `http:` alone, or before a path, is none."""
_IMAGE = re.compile(r"\.(?:png|jpe?g|gif|webp|bmp|svg|avif|ico)$", re.IGNORECASE)
_DATA_IMAGE = re.compile(r"data:image/(?:png|jpe?g|gif|webp|bmp);base64,[a-z0-9+/=]+", re.IGNORECASE)
_MAX_DATA = 400_000
"""Characters of a picture within its address: they are read each time that a text is laid out."""
_SIZE = re.compile(r"(\d{1,4})(?:x(\d{1,4}))?$")
_CONTROL = re.compile(r"[\x00-\x20\x7f]")


class Link(Struct, frozen=True):
    """Where a link leads."""

    href: str
    kind: Literal["note", "new", "here", "web"]


class WikiLink(Struct, frozen=True):
    """The parts of `[[target#anchor|text]]`."""

    target: str
    anchor: str
    text: str
    """The text after the first `|`; empty for none."""

    @property
    def label(self) -> str:
        """The displayed text, as in Obsidian."""
        if self.text:
            return self.text
        places = [part for part in self.anchor.split("#") if part]
        return " > ".join([self.target, *places] if self.target else places)


def parse_wikilink(inner: str) -> WikiLink | None:
    """Parse the text between `[[` and `]]`; None if it names nothing."""
    address, _, text = inner.partition("|")
    target, _, anchor = address.removesuffix("\\").partition("#")
    link = WikiLink(target.strip(), anchor.strip(), text.strip())
    return link if link.target or link.anchor else None


def image_size(text: str) -> tuple[int, int] | None:
    """Read `200` or `200x100`; 0 for a height that is not given."""
    match = _SIZE.match(text.strip())
    return (int(match.group(1)), int(match.group(2) or 0)) if match else None


def is_image(path: str) -> bool:
    """Tell whether a path names an image by its suffix."""
    return _IMAGE.search(path) is not None


def host(url: str) -> str:
    """Return the host of a web address; empty if it has none."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def note_link(target: str, anchor: str, resolve: ResolveLink) -> Link:
    """Find where a link to a note leads."""
    fragment = "#" + quote(anchor, safe="") if anchor else ""
    if not target:
        return Link(fragment, "here")
    path = resolve(target)
    if path is None:
        return Link("axon-new:" + quote(target), "new")
    return Link("axon-note:" + quote(path) + fragment, "note")


def markdown_link(href: str, resolve: ResolveLink) -> Link | None:
    """Find where the address of a Markdown or HTML link leads; None if nowhere that is allowed."""
    address = _CONTROL.sub("", href)
    if _SCHEME.match(address):
        scheme, _, rest = address.partition(":")
        allowed = scheme.lower() in _OPEN_SCHEMES and (
            scheme.lower() not in _HOSTED or _HOST.match(rest) is not None
        )
        return Link(address, "web") if allowed else None
    if address.startswith(("//", "\\", "/\\")):
        return None
    path, _, anchor = unquote(href.strip()).partition("#")
    if not path and not anchor:
        return None
    return note_link(path, anchor, resolve)


def image_source(address: str, resolve: ResolveLink) -> str | None:
    """Return the `axon-img:` source of an image in the vault, or in the address itself; None for any other."""
    if len(address) <= _MAX_DATA and _DATA_IMAGE.fullmatch(address):
        return "axon-img:" + quote(address)
    if _SCHEME.match(address) or address.startswith(("//", "\\", "/\\")):
        return None
    path = resolve(unquote(address).partition("#")[0].strip())
    return "axon-img:" + quote(path) if path and is_image(path) else None
