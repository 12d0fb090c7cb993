"""Plain text of one line of Markdown, with the positions of its links."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote

if TYPE_CHECKING:
    from markdown_it.token import Token

_MARKS = re.compile(r"[\\`*_~=$%\[\]<>&#^]|://")
"""Without any of them a line is its own text."""
_LEAD = re.compile(
    r"\s*(?:>\s*)*(?:\|\s*)?(?:\[![^\]]*\][+-]?\s*)?(?:(?:[-+*]|\d{1,9}[.)])\s+)?(?:\[[^\]]\]\s+)?(?:#{1,6}\s+)?"
)
"""Marks of quotes, callouts, tables, lists, tasks and headings at the beginning of a line."""
_MARKS_ONLY = re.compile(r"\s*(?:[-*_=|:\s]*|(?:`{3,}|~{3,})[^`\s]*\s*)")
"""A line without words: a rule, the delimiter row of a table, the beginning or end of code."""
_MAX_SOURCE = 4_000
"""Characters of a line that are read; more is not shown anyway."""


class PlainLink(NamedTuple):
    """A link in a plain text."""

    start: int
    end: int
    target: str
    """Path or name that it leads to, as it is written; empty for a link within the same note."""


class PlainText(NamedTuple):
    """The plain text of a line."""

    text: str
    links: tuple[PlainLink, ...]


def plain_line(source: str) -> PlainText:
    """Return the plain text of one line of a note, without the marks of its block."""
    return plain_text(source[_lead(source) :].rstrip().removesuffix("|"))


def plain_words(source: str) -> str:
    """Return the plain text of several lines of Markdown, in one line."""
    return " ".join(" ".join(plain_lines(source)).split())


def plain_lines(source: str) -> list[str]:
    """Return the plain text of each line of Markdown that has words."""
    seen: list[str] = []
    for line in source.splitlines():
        if not _MARKS_ONLY.fullmatch(line):
            text = plain_line(line).text
            seen.append(text.replace("|", " ") if line.lstrip().startswith("|") else text)
    return seen


def plain_text(source: str) -> PlainText:
    """Return the plain text of inline Markdown; to be called in a thread: the first call loads the parser."""
    source = source[:_MAX_SOURCE]
    if not _MARKS.search(source):
        return PlainText(" ".join(source.split()), ())
    from axon_desktop.markdown.html.markup import shared_parser

    parts: list[str] = []
    links: list[PlainLink] = []
    length = 0
    opened: list[tuple[int, str]] = []
    for block in shared_parser().parseInline(source, {}):
        for token in block.children or ():
            text, target = _seen(token)
            if token.type == "link_open":
                address = unquote(str(token.attrs.get("href", "")))
                opened.append((length, address.partition("#")[0]))
            elif token.type == "link_close" and opened:
                links.append(PlainLink(opened[-1][0], length, opened.pop()[1]))
            elif target is not None:
                links.append(PlainLink(length, length + len(text), target))
            parts.append(text)
            length += len(text)
    return PlainText("".join(parts), tuple(links))


def _seen(token: Token) -> tuple[str, str | None]:
    """Return the text of a token, and where it leads if it is a wikilink."""
    from axon_desktop.markdown.html.links import image_size, parse_wikilink

    match token.type:
        case "text" | "code_inline" | "math" | "image":
            return token.content.replace("\n", " "), None
        case "softbreak" | "hardbreak":
            return " ", None
        case "tag":
            return f"#{token.content}", None
        case "wikilink" | "embed":
            link = parse_wikilink(token.content)
            if link is None:
                return token.content, None
            sized = token.type == "embed" and image_size(link.text) is not None
            return link.target if sized else link.label, link.target
    return "", None


def _lead(source: str) -> int:
    match = _LEAD.match(source)
    return match.end() if match else 0
