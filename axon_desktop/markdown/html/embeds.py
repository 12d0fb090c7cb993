"""Notes and files shown inside notes (`![[Note]]`): what of them is shown, and where it ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import PurePosixPath
from typing import TypeAlias

from axon_desktop.markdown.html.embed_keys import EmbedKey
from axon_desktop.markdown.html.links import ResolveLink, WikiLink
from axon_desktop.markdown.html.pictures import icon_html
from axon_desktop.markdown.scan.anchors import find_excerpt
from axon_desktop.markdown.scan.blocks import scan_blocks
from axon_desktop.markdown.scan.definitions import Definitions, collect_definitions
from axon_desktop.markdown.scan.details import gather_details
from axon_desktop.markdown.scan.model import Block
from axon_desktop.theme.colors import Colors

MAX_DEPTH = 4
"""Depth of nested embeds; a deeper one is a link."""
EMBED_WEIGHT = 300
"""Weight of an embed itself, however little it shows."""
MAX_WEIGHT = 8_000
"""Weight that one run of blocks may embed, in characters of text; the rest is behind a link."""
MAX_SOURCE = 5_000
"""Characters of a code block that is shown as an embed."""


@dataclass(frozen=True, slots=True)
class EmbeddedNote:
    """A note that is shown inside another one."""

    path: str
    """Vault path."""
    blocks: tuple[Block, ...] = ()
    definitions: Definitions = field(default_factory=Definitions)
    """Its own definitions: its footnotes and link targets are not those of the note around it."""
    resolve: ResolveLink = lambda _target: None
    """Resolves its own links."""
    readable: bool = True
    """False if the file could not be read."""


@dataclass(frozen=True, slots=True)
class EmbeddedPicture:
    """A file that is shown as a picture under its name."""

    address: str
    """What the view draws; see `pictures`."""


Embedded: TypeAlias = EmbeddedNote | EmbeddedPicture
FindNote: TypeAlias = Callable[[EmbedKey], Embedded | None]
"""Returns what is embedded; None while it is being read."""


def scan_embedded(path: str, text: str, resolve: ResolveLink) -> EmbeddedNote:
    """Scan a note to be embedded in others."""
    blocks = tuple(block for block in scan_blocks(text.removeprefix("\ufeff")) if block is not None)
    return EmbeddedNote(path, blocks, collect_definitions(blocks), resolve)


@dataclass(slots=True)
class Nesting:
    """Depth of nested embeds, and the weight left for them; shared by all nested texts."""

    path: str = ""
    """The embedded note that the text belongs to; empty for the note itself."""
    around: tuple[str, ...] = ()
    """The targets that are being embedded, outermost first."""
    left: list[int] = field(default_factory=lambda: [MAX_WEIGHT])
    """Weight that may still be embedded, in a list that all share."""

    def within(self, path: str, place: str) -> Nesting:
        """Return the nesting inside an embed."""
        return Nesting(path, (*self.around, _place(path, place)), self.left)

    def repeats(self, path: str, place: str) -> bool:
        """Tell whether a target is embedded in itself: the same section, or its whole note."""
        return _place(path, place) in self.around or _place(path, "") in self.around

    def begin(self) -> bool:
        """Subtract the weight of one more embed; False if nothing is left."""
        self.left[0] -= EMBED_WEIGHT * self.price
        return self.left[0] > 0

    @property
    def price(self) -> int:
        """How many times its weight a block costs: the time to lay out tables in tables doubles with each."""
        return (1, 2, 4)[min(len(self.around), 2)]

    @property
    def too_deep(self) -> bool:
        """Whether nothing more is shown inside."""
        return len(self.around) >= MAX_DEPTH


def choose_blocks(note: EmbeddedNote, place: str, nesting: Nesting) -> tuple[list[Block], bool] | None:
    """Return the blocks of a note that an embed shows, and whether that is all; None if the target is missing."""
    blocks: Iterable[Block] | None = note.blocks
    if place:
        blocks = find_excerpt(note.blocks, place)
    if blocks is None:
        return None
    chosen: list[Block] = []
    for block in gather_details(iter(blocks)):
        if block is None or block.kind == "front_matter":
            continue
        cost = block.weight * nesting.price
        if nesting.left[0] < cost or block.kind == "more":
            return chosen, False
        nesting.left[0] -= cost
        chosen.append(block)
    return chosen, True


def _place(path: str, place: str) -> str:
    return f"{path}#{place.casefold()}"


@dataclass(frozen=True, slots=True)
class EmbedFrame:
    """What is drawn around an embedded note."""

    colors: Colors
    path: str
    """Where the note lies in the vault."""
    href: str
    """Address of the target."""
    label: str
    """Label of the target."""

    def html(self, body: str = "", *, muted: str = "", rest: str = "") -> str:
        """Return the embed with its content, a message instead of it, or a link to the rest."""
        link = f'<a href="{escape(self.href)}">'
        parts = [
            f'<p class="embed"><a name="{escape(EmbedKey(self.path).mark)}"></a>{link}{escape(self.label)}</a></p>'
        ]
        parts.append(body)
        if muted:
            parts.append(f'<p><span class="muted">{escape(muted)}</span></p>')
        if rest:
            parts.append(f'<p class="embed">{link}… {escape(rest)}</a></p>')
        return (
            '<table class="block" width="100%" cellspacing="0" cellpadding="0"><tr>'
            f'<td class="bar" width="2" bgcolor="{self.colors.accent}"></td>'
            f'<td class="embed">{"".join(parts)}</td></tr></table>'
        )


_KINDS = {
    "audio": ("mp3", "wav", "m4a", "ogg", "3gp", "flac", "opus", "aac"),
    "video": ("mp4", "webm", "ogv", "mov", "mkv", "avi"),
    "PDF": ("pdf",),
    "Canvas": ("canvas",),
    "Base": ("base",),
}
"""Kinds of files by suffix."""
_ICONS = {"audio": "sound", "video": "film", "Canvas": "board", "Base": "table"}


def file_card(
    path: str, link: WikiLink, href: str, colors: Colors, kinds: Mapping[str, str], *, pictures: bool
) -> str:
    """Return a card with the name of a file that is embedded, which opens it; `kinds` has names of kinds."""
    name = PurePosixPath(path).name
    suffix = PurePosixPath(path).suffix.lstrip(".").lower()
    kind = next((kind for kind, suffixes in _KINDS.items() if suffix in suffixes), suffix.upper())
    icon = icon_html(_ICONS.get(kind, "file"), colors.accent, "▤", pictures=pictures)
    words = " · ".join(part for part in (kinds.get(kind, kind), *link.anchor.split("#")) if part)
    return (
        '<table class="block" width="100%" cellspacing="0"><tr><td class="file">'
        f'<p class="file"><a href="{escape(href)}">{icon} {escape(name)}</a>'
        f' &nbsp;<span class="muted">{escape(words)}</span></p></td></tr></table>'
    )


def marked(html: str, key: EmbedKey) -> str:
    """Return what is shown until an embed has come, with the mark by which it is found then."""
    return f'<p class="embed"><a name="{escape(key.mark)}"></a></p>{html}'


def picture_html(card: str, address: str, key: EmbedKey) -> str:
    """Return a picture under the card that opens its file."""
    picture = f'<img src="{address}" alt="">'
    return marked(f'{card}<p class="display" align="center">{picture}</p>', key)
