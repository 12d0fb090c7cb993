"""Bases and canvases embedded in notes: their keys, and the HTML around them.

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
    """The key of a table in a note; its text is never a valid path of a note."""

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
    """Tell whether the content of a key is made from a file."""
    base = BaseKey.read(key)
    return key == path if base is None else base.path == path


def marked(html: str, key: str) -> str:
    """Return the placeholder of a base or canvas, marked so that it can be replaced later."""
    return f'<p class="embed"><a name="{escape(embed_mark(key))}"></a></p>{html}'


def canvas_html(card: str, drawing: str, key: str) -> str:
    """Return a canvas under the card that opens it."""
    picture = f'<img src="{canvas_address(drawing)}" alt="">'
    return marked(f'{card}<p class="display" align="center">{picture}</p>', key)
