"""CardReader: reads and renders the content of a canvas card, in a thread."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from html import escape
from typing import Literal, TypeAlias
from urllib.parse import quote

from axon_desktop.errors import VaultError
from axon_desktop.markdown.html.embeds import MAX_WEIGHT, EmbeddedNote, Nesting, choose_blocks, scan_embedded
from axon_desktop.markdown.html.links import ResolveLink, is_image
from axon_desktop.markdown.html.render import Renderer, Words
from axon_desktop.text.file_names import is_note
from axon_desktop.ui.look.theme import current_colors
from axon_desktop.ui.markdown_view.layout.chunk import group_blocks
from axon_desktop.vault import Vault
from axon_desktop.vault.canvas.reader import Card

MAX_NOTE = 2_000_000
"""Maximum size in bytes of a note whose beginning a card shows."""
_KEPT_NOTES = 64
_LEAST = 2_600
"""Characters that are rendered for the smallest card: about one part of a long block."""

State: TypeAlias = Literal["text", "image", "file", "missing", "large", "nothing"]


@dataclass(frozen=True, slots=True)
class CardContent:
    """The content of a card."""

    state: State
    parts: tuple[str, ...] = ()
    """HTML of text and notes, in parts that are laid out fast."""
    path: str = ""
    """Vault path of the card's file; empty for none."""


class CardReader:
    """Reads cards in one thread; may be created in another."""

    def __init__(self, vault: Vault, canvas: str, words: Words) -> None:
        self._vault = vault
        self._canvas = canvas
        self._words = words
        self._notes: OrderedDict[str, EmbeddedNote] = OrderedDict()

    def read(self, card: Card) -> CardContent:
        """Return the content of a card; never fails."""
        if card.kind == "text":
            note = scan_embedded(self._canvas, card.text, self._resolver(self._canvas))
            return CardContent("text", self._parts(note, "", MAX_WEIGHT))
        if card.kind == "file":
            return self._file(card)
        return CardContent("nothing")

    def _file(self, card: Card) -> CardContent:
        path = file_of(self._vault, card, self._canvas)
        if path is None:
            return CardContent("missing")
        if is_image(path):
            return CardContent("image", path=path)
        if not is_note(path):
            return CardContent("file", path=path)
        note = self._find(path)
        if not note.readable:
            return CardContent("large", path=path)
        weight = max(_LEAST, min(MAX_WEIGHT, round(card.width * card.height / 90)))
        return CardContent("text", self._parts(note, card.anchor, weight), path)

    def _parts(self, note: EmbeddedNote, place: str, weight: int) -> tuple[str, ...]:
        renderer = Renderer(
            current_colors(),
            note.resolve,
            words=self._words,
            find_note=lambda key: self._find(key.path),
            pictures=True,
        )
        chosen = choose_blocks(note, place, Nesting(left=[weight]))
        if chosen is None:
            return (f'<p><span class="muted">{escape(self._words.no_place)}</span></p>',)
        parts = [renderer.render(group, note.definitions) for group in group_blocks(chosen[0])]
        if not chosen[1] and note.path != self._canvas:
            href = f"axon-note:{quote(note.path)}"
            parts.append(f'<p class="embed"><a href="{href}">… {escape(self._words.rest)}</a></p>')
        return tuple(part for part in parts if part)

    def _find(self, path: str) -> EmbeddedNote:
        """Return a note of the vault for display; cached, up to a limit."""
        if path in self._notes:
            self._notes.move_to_end(path)
            return self._notes[path]
        try:
            data = self._vault.read_attachment(path, MAX_NOTE)
            note = scan_embedded(path, data.decode("utf-8", "replace"), self._resolver(path))
        except VaultError:
            note = EmbeddedNote(path, readable=False)
        self._notes[path] = note
        if len(self._notes) > _KEPT_NOTES:
            self._notes.popitem(last=False)
        return note

    def _resolver(self, source: str) -> ResolveLink:
        return lambda target: self._vault.names.resolve_link(target, source)


def file_of(vault: Vault, card: Card, canvas: str) -> str | None:
    """Return the vault path of the file that a card names; None if it does not exist."""
    target = card.target.lstrip("/")
    return (vault.names.table.find_path(target) or vault.names.resolve_link(target, canvas)) if target else None
