"""Pictures and formulas among the words of a line: what they stand for, and the room that they take."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from msgspec import Struct
from PySide6.QtGui import QFontMetrics

from axon_desktop.markdown.html.links import image_size, image_source, is_image, parse_wikilink
from axon_desktop.markdown.html.pictures import MATH_SCHEME, MAX_TEX
from axon_desktop.ui.editor.live.tokens import Line

if TYPE_CHECKING:
    from axon_desktop.markdown.html.links import ResolveLink
    from axon_desktop.ui.markdown_view.embeds.images import ImageStore

_ADDRESS = re.compile(r"\(\s*(?:<([^<>\n]*)>|((?:[^\s()]|\([^\s()]*\))+))")
_LEAST = 1.0


class LinePicture(Struct, frozen=True):
    """A part of a line that is drawn."""

    start: int
    end: int
    name: str
    """In the store of pictures."""
    asked: int = 0
    """The width that the note gives it; 0 for its own."""

    @property
    def is_formula(self) -> bool:
        """Whether it is as high as text, mostly."""
        return self.name.startswith(MATH_SCHEME)


class Room(Struct, frozen=True):
    """What a picture takes in its line."""

    width: float
    ascent: float
    """Above the baseline."""
    descent: float


def pictures_in(line: Line, text: str, resolve: ResolveLink) -> Iterator[LinePicture]:
    """Yield what of a line is drawn; positions are those of its text."""
    for number, (start, end, kind) in enumerate(line.spans):
        if kind == "math":
            tex = text[start:end].strip("$").strip()
            if tex and len(tex) <= MAX_TEX:
                size = f"h{line.level}" if line.level else "text"
                yield LinePicture(start, end, f"{MATH_SCHEME}:{size}:{quote(tex, safe='')}")
        elif kind == "link" and text.startswith("!", start):
            if text.startswith("[[", start + 1):
                found = _embedded(text, start, end, resolve)
            else:
                following = line.spans[number + 1] if number + 1 < len(line.spans) else None
                is_address = following is not None and following.kind == "address" and following.start == end
                found = _addressed(text, start, end, following.end, resolve) if following and is_address else None
            if found is not None:
                yield found


def _embedded(text: str, start: int, end: int, resolve: ResolveLink) -> LinePicture | None:
    link = parse_wikilink(text[start + 3 : end - 2])
    if link is None or not is_image(link.target):
        return None
    return _of_file(start, end, link.target, link.text.rpartition("|")[2], resolve)


def _addressed(text: str, start: int, middle: int, end: int, resolve: ResolveLink) -> LinePicture | None:
    address = _ADDRESS.match(text, middle)
    if address is None:
        return None
    size = text[start + 2 : middle - 1].rpartition("|")[2]
    return _of_file(start, end, address[1] or address[2] or "", size, resolve)


def _of_file(start: int, end: int, address: str, size: str, resolve: ResolveLink) -> LinePicture | None:
    source = image_source(address, resolve)
    if source is None:
        return None
    width, _ = image_size(size) or (0, 0)
    return LinePicture(start, end, unquote(source.partition(":")[2]), width)


def room_of(picture: LinePicture, images: ImageStore, metrics: QFontMetrics, most: float) -> Room:
    """Return the room of a picture in text with this font, as Reading gives it; request the picture."""
    images.image(picture.name)
    natural, known = images.size(picture.name), images.picture(picture.name)
    width = max(_LEAST, min(float(picture.asked) or natural.width(), most))
    share = width / max(_LEAST, natural.width())
    height = max(_LEAST, share * natural.height())
    below = share * known.descent if known is not None else metrics.descent() * picture.is_formula
    return Room(width, height - below, float(below))
