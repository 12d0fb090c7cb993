"""The kinds of files that are shown inside notes, and what loads each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axon_desktop.errors import VaultError
from axon_desktop.markdown.html.embed_keys import EmbedKey, EmbedKind
from axon_desktop.markdown.html.embeds import Embedded, EmbeddedNote, scan_embedded
from axon_desktop.text.file_names import NOTE_SUFFIX
from axon_desktop.ui.lazy_import import load

if TYPE_CHECKING:
    from axon_desktop.index.vault_index import VaultIndex
    from axon_desktop.vault import Vault

EMBED_KINDS = [
    EmbedKind("note", NOTE_SUFFIX, "markdown_view.embeds.embed_kinds:load_note"),
    EmbedKind("base", ".base", "bases.embedded_base:load_base", language="base", queries=True),
    EmbedKind("canvas", ".canvas", "canvas.embedded_canvas:load_canvas"),
]


def load_embed(vault: Vault, index: VaultIndex | None, key: EmbedKey) -> Embedded | None:
    """Return what is shown for a key; None if it cannot be read. Takes long: for a thread."""
    kind = next(kind for kind in EMBED_KINDS if kind.name == key.kind)
    try:
        found: Embedded | None = load(kind.load)(vault, index, key)
    except VaultError:
        return None
    return found


def load_note(vault: Vault, _index: VaultIndex | None, key: EmbedKey) -> EmbeddedNote:
    """Read a note.

    Raises:
        VaultError: it cannot be read.
    """
    text = vault.read_exactly([key.path])[0].text
    return scan_embedded(key.path, text, lambda target: vault.names.resolve_link(target, key.path))
