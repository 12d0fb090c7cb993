"""Writing new links, and finding the target of the link at a position of a line."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import quote

from axon_desktop.markdown.html.links import markdown_link, note_link, parse_wikilink
from axon_desktop.text.addresses import ADDRESS_START, address_end, address_target
from axon_desktop.text.file_names import NOTE_SUFFIX, is_note, without_suffix
from axon_desktop.text.tags import TAG_CHARACTER

if TYPE_CHECKING:
    from axon_desktop.vault.names.table import NameTable
    from axon_desktop.vault.obsidian.config import AppSettings

_UNSAFE = re.compile(r"[\x00-\x20\x7f<>()\[\]?%\\\"]")


def write_target(path: str, source: str, table: NameTable, settings: AppSettings) -> str:
    """Return how a new link in `source` names a file, by the vault's setting; a note has no suffix."""
    from axon_desktop.vault.names.table import relative

    bare = without_suffix(path)
    if settings.new_link_format == "relative":
        return relative(source.rpartition("/")[0], bare)
    name = bare.rpartition("/")[2]
    if settings.new_link_format == "shortest" and table.find_link(name, source) == (path, True):
        return name
    return bare


def write_link(target: str, anchor: str, text: str, *, path: str, markdown: bool, embed: bool = False) -> str:
    """Return a link, or an embed; `text` may be empty.

    A wikilink cannot name a path with `[`, `]`, `|`, `#` or `^`: such a one becomes a Markdown link.
    """
    if markdown or re.search(r"[\[\]|#^]|%%", target):
        suffix = path[-len(NOTE_SUFFIX) :] if target and is_note(path) else ""
        address = _UNSAFE.sub(_percent, (target + suffix).replace("#", "%23")) + (
            "#" + _UNSAFE.sub(_percent, anchor) if anchor else ""
        )
        shown = text or ("" if embed else anchor.lstrip("^") or target.rpartition("/")[2])
        return f"{'!' * embed}[{shown}]({address})"
    return f"{'!' * embed}[[{target}{'#' + anchor if anchor else ''}{'|' + text if text else ''}]]"


def plain_anchor(title: str) -> str:
    """Return a heading as an anchor in a link: without characters that would end the link."""
    return " ".join(re.sub(r"[\[\]|#^]|%%", " ", title).split())


def web_link(address: str, words: str) -> str:
    """Return a Markdown link to an address of the web; the mere address without words."""
    if not words or words == address:
        return address
    shown = re.sub(r"([\\\[\]])", r"\\\1", " ".join(words.split()))
    return f"[{shown}]({re.sub(r'[()<> ]', _percent, address)})"


def _percent(match: re.Match[str]) -> str:
    return (
        match[0] if match[0] == "%" and match.string[match.start() : match.end() + 2] == "%23" else quote(match[0])
    )


_LINK = re.compile(
    r"!?\[\[(?P<wiki>[^\[\]\n]{1,600})\]\]"
    r"|!?\[(?:\\.|[^\[\]\\\n]){0,600}\]\([ ]?(?:<(?P<angle>[^<>\n]{1,1000})>"
    r"|(?P<address>(?:[^()\s]|\([^()\s]{0,300}\)){1,1000}))(?:\s+(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?[ ]?\)"
    r"|<(?P<auto>(?:https?://|mailto:)[^<>\s]{1,1000})>"
    rf"|(?P<url>{ADDRESS_START})"
)

_TAG = re.compile(rf"(?<![^\s(>])#(?=[\w/-]*[^\W\d]){TAG_CHARACTER}{{1,200}}")


def link_at(line: str, position: int, resolve: Callable[[str], str | None]) -> str:
    """Return the target of the link or tag at a position, in the form of MarkdownView; empty without one."""
    for match in _LINK.finditer(line):
        end = address_end(line, match.start()) if match["url"] else match.end()
        if match.start() <= position <= end:
            if match["wiki"] is not None:
                link = parse_wikilink(match["wiki"])
                return note_link(link.target, link.anchor, resolve).href if link is not None else ""
            found = markdown_link(
                match["angle"] or match["address"] or match["auto"] or address_target(line[match.start() : end]),
                resolve,
            )
            return found.href if found is not None else ""
    for match in _TAG.finditer(line):
        if match.start() <= position <= match.end():
            return f"axon-tag:{quote(match[0])}"
    return ""


_FOOTNOTE = re.compile(r"\[\^([^\]\s]{1,100})\]")


def footnote_at(line: str, position: int) -> str:
    """Return the name of the footnote that a line refers to, or defines, at a position; empty without one."""
    found = (match for match in _FOOTNOTE.finditer(line) if match.start() <= position <= match.end())
    return next((match[1] for match in found), "")
