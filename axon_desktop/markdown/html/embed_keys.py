"""What is shown inside notes: the kinds of embeds, and what each is asked for by."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import quote


class EmbedKey(NamedTuple):
    """What an embed is asked for by, and kept under."""

    path: str
    """Vault path of its file; empty for a code block."""
    kind: str = "note"
    """Name of its `EmbedKind`."""
    view: str = ""
    """Name of the view of a kind that `queries`; empty for the first."""
    this: str = ""
    """The note that shows one of a kind that `queries`."""
    source: str = ""
    """Of a code block."""

    @property
    def mark(self) -> str:
        """The name of the anchor that tells that this is embedded there."""
        return f"axon-embed:{quote(chr(10).join(self) if self.view or self.this or self.source else self.path)}"


class EmbedKind(NamedTuple):
    """A kind of file that is shown inside notes."""

    name: str
    suffix: str
    """Of its files, in small letters."""
    load: str
    """`module:name` of what loads one: `load(vault, index, key)`, called in a thread; see `ui/lazy_import.py`."""
    language: str = ""
    """Of the code blocks that are shown in the same way; empty for none."""
    queries: bool = False
    """Whether it asks for other notes: then it has views, depends on the note that shows it, and is worked out
    again each time that a note is opened."""

    def key(self, path: str, view: str, this: str, source: str = "") -> EmbedKey:
        """Return what one is asked for by."""
        return EmbedKey(path, self.name, view, this, source) if self.queries else EmbedKey(path, self.name)
