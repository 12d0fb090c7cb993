"""Links to a note and from it, as lines of a list; call all of it in a thread."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from axon_desktop.markdown.scan.plain_line import plain_line
from axon_desktop.text.file_names import is_canvas, without_suffix
from axon_desktop.ui.note_panel.rows import PanelRow, RowTarget
from axon_desktop.ui.tree.model import display_name

if TYPE_CHECKING:
    from axon_desktop.index.build.entry import LinkMark
    from axon_desktop.index.catalog.link_graph import Backlink, LinkGraph, Outgoing
    from axon_desktop.vault import Vault

BACKLINK = "backlink:"
"""Prefix of the keys of lines with a backlink; the line of the other note is not read before it is visible."""
_MAX_TEXT = 240
_BEFORE = 60
_AROUND = 1_500
"""Characters to read of a very long line, before and after the link."""
LINE_END = re.compile(r"\r\n|\r|\n")


class LinkWords(NamedTuple):
    """Texts of the window."""

    create: str
    canvas: str
    """For a link in a card of a canvas, which has no line to show."""


class NoteLinks(NamedTuple):
    """The links of a note."""

    backlinks: list[PanelRow]
    incoming: int
    """Links of other files to the note."""
    outgoing: list[PanelRow]
    unresolved: int
    """Number of outgoing lines without a target."""


def gather_links(links: LinkGraph, path: str, words: LinkWords) -> NoteLinks:
    """Return the links of a note, from the index."""
    incoming = links.backlinks(path)
    outgoing = outgoing_lines(links.outgoing(path), words)
    unresolved = sum(line.kind == "new" for line in outgoing)
    return NoteLinks(backlink_lines(incoming, words), len(incoming), outgoing, unresolved)


def backlink_lines(backlinks: Sequence[Backlink], words: LinkWords) -> list[PanelRow]:
    """Return each linking note, and below it its lines; they show the link until they are read."""
    lines: list[PanelRow] = []
    for path, members in groupby(backlinks, key=lambda item: item.path):
        found = [member.link for member in members]
        note = str(len(found)) if len(found) > 1 else ""
        lines.append(
            PanelRow(
                f"note:{path}",
                display_name(path),
                1,
                "entry",
                note,
                True,
                tip=path,
                target=RowTarget(path, line=found[0].line),
            )
        )
        if is_canvas(path):
            lines.append(PanelRow(f"canvas:{path}", words.canvas, 2, "snippet", target=RowTarget(path)))
            continue
        for number, same in groupby(found, key=lambda link: link.line):
            text = _label(next(same))
            key = f"{BACKLINK}{path}:{number}"
            lines.append(
                PanelRow(key, text, 2, "snippet", marks=((0, len(text)),), target=RowTarget(path, line=number))
            )
    return lines


def outgoing_lines(outgoing: Sequence[Outgoing], words: LinkWords) -> list[PanelRow]:
    """Return each target that a note links to, once; missing ones can be created."""
    lines: dict[str, PanelRow] = {}
    for link, path in outgoing:
        if path is None:
            key = f"new:{link.target}"
            lines.setdefault(
                key,
                PanelRow(key, link.target, 1, "new", words.create, tip=link.target, target=RowTarget(link.target)),
            )
        else:
            anchor = " > ".join(part for part in link.anchor.split("#") if part)
            name = display_name(path)
            key = f"out:{path}#{link.anchor}"
            shown = f"{name} > {anchor}" if anchor else name
            lines.setdefault(key, PanelRow(key, shown, 1, tip=path, target=RowTarget(path, link.anchor)))
    return [*lines.values()]


def read_snippets(vault: Vault, note: str, wanted: Sequence[PanelRow]) -> dict[str, PanelRow]:
    """Return lines with a backlink to `note` with the current text of their files, by their keys.

    Unreadable ones stay unchanged.
    """
    from axon_desktop.vault.files.bulk_read import read_files
    from axon_desktop.vault.files.path_gateway import PathGateway

    by_path: dict[str, list[PanelRow]] = {}
    for line in wanted:
        by_path.setdefault(line.target.path, []).append(line)
    made: dict[str, PanelRow] = {}
    for path, data in read_files(PathGateway(vault.root), by_path):
        source = LINE_END.split(data.decode("utf-8", "replace"))
        for line in by_path[path]:
            if line.target.line <= len(source):
                plain = plain_line(_part_around(source[line.target.line - 1], line.text))
                marks = [
                    (link.start, link.end)
                    for link in plain.links
                    if vault.names.resolve_link(link.target, path) == note
                ]
                text, kept = shorten(plain.text, marks)
                made[line.key] = line._replace(text=text, marks=kept, tip=text)
    return made


def shorten(text: str, marks: Sequence[tuple[int, int]]) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Return the part of a text around its first mark, and the marks in it."""
    first = max(0, marks[0][0] - _BEFORE) if marks and len(text) > _MAX_TEXT else 0
    part = text[first : first + _MAX_TEXT]
    lead = "…" if first else ""
    end = len(lead) + len(part)
    shift = len(lead) - first
    moved = ((max(len(lead), start + shift), min(end, stop + shift)) for start, stop in marks)
    shown = lead + part + ("…" if first + len(part) < len(text) else "")
    return shown, tuple((start, stop) for start, stop in moved if start < stop)


def wikilink(vault: Vault | None, target: RowTarget) -> str:
    """Return the shortest wikilink that resolves to a target from anywhere."""
    name = display_name(target.path)
    if vault is not None and vault.names.resolve_link(name, "") not in (None, target.path):
        name = without_suffix(target.path)
    return f"[[{name}#{target.anchor}]]" if target.anchor else f"[[{name}]]"


def _part_around(source: str, label: str) -> str:
    """Return a line, or the part of a very long one around the link's text."""
    if len(source) <= 2 * _AROUND:
        return source
    at = max(0, source.find(label))
    return source[max(0, at - _AROUND) : at + _AROUND]


def _label(link: LinkMark) -> str:
    return link.text or (f"{link.target}#{link.anchor}" if link.anchor else link.target)
