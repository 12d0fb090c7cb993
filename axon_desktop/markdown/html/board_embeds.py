"""Bases and canvases shown inside notes: what they are asked for by, and what stands around them.

A base comes as Markdown with a table, a canvas as JSON to be drawn; both are made by the view's own thread, like
embedded notes.
"""

from __future__ import annotations

from html import escape
from typing import NamedTuple

from axon_desktop.markdown.html.embeds import embed_mark
from axon_desktop.markdown.html.pictures import canvas_address

BASE_SUFFIX, CANVAS_SUFFIX = ".base", ".canvas"
MAX_SOURCE = 5_000
"""Characters of a `base` code block that is shown as a table."""
_BASE = "base"


class BaseKey(NamedTuple):
    """What a table in a note is asked for by; no path of a note looks like its text."""

    path: str
    """Vault path of the base; empty for a code block."""
    view: str
    """Name of the view; empty for the first."""
    this: str
    """The note that shows it."""
    source: str = ""
    """Of a code block."""

    @property
    def text(self) -> str:
        """The key as one string."""
        return "\n".join((_BASE, *self))

    @classmethod
    def read(cls, text: str) -> BaseKey | None:
        """Return the key that a string is; None for the path of a file."""
        parts = text.split("\n", 4)
        return cls(*parts[1:]) if parts[0] == _BASE and len(parts) == 5 else None


def is_canvas(path: str) -> bool:
    """Tell whether a path is that of a canvas."""
    return path.lower().endswith(CANVAS_SUFFIX)


def is_board(path: str) -> bool:
    """Tell whether a path is that of a base or a canvas."""
    return path.lower().endswith((BASE_SUFFIX, CANVAS_SUFFIX))


def is_about(key: str, path: str) -> bool:
    """Tell whether what is kept under a key is made from a file."""
    base = BaseKey.read(key)
    return key == path if base is None else base.path == path


def marked(html: str, key: str) -> str:
    """Return what is shown until a board has come, with the mark by which it is found then."""
    return f'<p class="embed"><a name="{escape(embed_mark(key))}"></a></p>{html}'


def canvas_html(card: str, drawing: str, key: str) -> str:
    """Return a canvas under the card that opens it."""
    picture = f'<img src="{canvas_address(drawing)}" alt="">'
    return marked(f'{card}<p class="display" align="center">{picture}</p>', key)
