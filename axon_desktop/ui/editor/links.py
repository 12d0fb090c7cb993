"""The links in a line of Markdown: where the one at a place leads, and how a new one is written."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from axon_desktop.markdown.html.links import markdown_link, note_link, parse_wikilink

if TYPE_CHECKING:
    pass

_LINK = re.compile(
    r"!?\[\[(?P<wiki>[^\[\]\n]{1,600})\]\]"
    r"|!?\[[^\[\]\n]{0,600}\]\((?:<(?P<angle>[^<>\n]{1,1000})>|(?P<address>[^()\s]{1,1000}))(?:\s+\"[^\"]*\")?\)"
    r"|(?P<url>https?://[^\s<>)\]]{1,2000})"
)


def link_at(line: str, place: int, resolve: Callable[[str], str | None]) -> str:
    """Return where the link at a place leads, as MarkdownView says it; empty without one."""
    for match in _LINK.finditer(line):
        if match.start() <= place <= match.end():
            if match["wiki"] is not None:
                link = parse_wikilink(match["wiki"])
                return note_link(link.target, link.place, resolve).href if link is not None else ""
            found = markdown_link(match["angle"] or match["address"] or match["url"], resolve)
            return found.href if found is not None else ""
    return ""
