"""Rewriting links when files move: links that would break, and links that would lead to another file.

A link stays as it is when it still leads, and can only lead, to its file; a relative path in Markdown or HTML, as
other programs read it, stays one that leads there. Otherwise its path alone is rewritten, in the same form; alias,
heading, block, size and every other byte of the file stay. A link of another note that the file's new name would
capture is rewritten to keep its target.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from axon_desktop.errors import N_
from axon_desktop.text.file_names import is_note, may_link, same_name, without_suffix
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.files.path_rules import check_new_name, invalid, split_path
from axon_desktop.vault.history.changes import ChangePreview, Proposal
from axon_desktop.vault.links.link import Link
from axon_desktop.vault.links.link_scan import decode, encode, find_linking, find_target
from axon_desktop.vault.links.note_parser import find_links
from axon_desktop.vault.names.table import NameTable, joined, link_keys, relative
from axon_desktop.vault.obsidian.config import LinkFormat, read_app_settings

if TYPE_CHECKING:
    from axon_desktop.vault.files.reader import Note
    from axon_desktop.vault.vault import Vault


def propose_move(vault: Vault, path: str, target: str) -> Proposal:
    """Return what moving a file would do: both are vault paths, `path` of an existing file, `target` of none.

    Reads every note and canvas of the vault; to be called in a thread.

    Raises:
        NoteNotFoundError: there is no such file.
        InvalidPathError: the target leaves the vault, exists, or cannot be named by the links to the file.
        ReadFailedError: a file that would change cannot be read.
    """
    (moved,) = vault.read_exactly([path])
    gateway, parts = PathGateway(vault.root), split_path(target)
    target = "/".join((*gateway.real_path(parts, makes_last=True)[:-1], parts[-1]))
    vault.ahead.check_free(target)
    _check_target(gateway, path, target)
    return Proposal("move", path, rewritten_links(vault, {path: target}), target, moved.sha256)


def rewritten_links(vault: Vault, moves: Mapping[str, str]) -> tuple[ChangePreview, ...]:
    """Return the texts that change when files move from one path to another, those of the files themselves first.

    Reads every note and canvas of the vault; to be called in a thread.

    Raises:
        InvalidPathError: a file cannot be named by the links to it.
        ReadFailedError: a file that would or might change cannot be read.
    """
    vault.names.scan()
    ahead = vault.ahead.texts
    before = vault.names.table.with_changes(ahead, vault.ahead.removed).with_changes(moves, ())
    after = before.with_changes(moves.values(), moves)
    move = _Move(moves, before, after, read_app_settings(vault.root).new_link_format)
    keys = frozenset().union(*map(link_keys, (*moves, *moves.values())))
    unread: list[str] = []
    found = find_linking(PathGateway(vault.root), before.paths, keys, html=True, unread=unread, ahead=ahead)
    affected = sorted(
        file.path for file in found if file.path not in moves and move.rewrite(file.path, file.text, file.links)
    )
    own = [path for path in moves if may_link(path)]
    again = [path for path in unread if path not in moves]  # a link in them would break silently
    return tuple(_changes(move, vault.read_exactly([*own, *affected, *again])))


def count_links(change: ChangePreview) -> int:
    """Return how many links a change of mode `links` rewrites."""
    before = find_links(change.path, decode(change.before or b""))
    after = find_links(change.path, decode(change.after))
    return sum(old.target != new.target for old, new in zip(before, after, strict=True))


def _changes(move: _Move, notes: list[Note]) -> Iterator[ChangePreview]:
    for note in notes:
        text = decode(note.data)
        new = move.rewrite(note.path, text, find_links(note.path, text))
        if new is not None:
            yield ChangePreview(note.path, note.data, encode(new), "links")


def _check_target(gateway: PathGateway, path: str, target: str) -> None:
    """Refuse a target that is there already or cannot be made."""
    parts = split_path(target)
    if target == path:
        raise invalid(target, N_("Core", "the file is there already"))
    with gateway.locate(split_path(path)) as old, gateway.locate(parts) as new:
        only_case = same_name(target) == same_name(path)
        if new.stat is not None and not (only_case and old.stat and os.path.samestat(new.stat, old.stat)):
            raise invalid(target, N_("Core", "it exists already"))
        if not only_case:
            gateway.check_new(new, target)
            return
        for name in (*new.missing, parts[-1]):
            check_new_name(name, target)


@dataclass(frozen=True, slots=True)
class _Move:
    """Files that move from one path to another."""

    moves: Mapping[str, str]
    before: NameTable
    after: NameTable
    link_format: LinkFormat

    def rewrite(self, source: str, text: str, links: list[Link]) -> str | None:
        """Return the text of a file after the move; None if it stays as it is."""
        pieces: list[str] = []
        position = 0
        for link in links:
            spelling = self._spelling(source, link)
            if spelling is not None:
                pieces += (text[position : link.start], link.write(spelling))
                position = link.end
        return "".join([*pieces, text[position:]]) if pieces else None

    def _spelling(self, source: str, link: Link) -> str | None:
        """Return the new path for a link of `source`; None if the old one stays."""
        was, was_sure = find_target(self.before, link, source)
        if was is None:
            return None
        wanted = self.moves.get(was, was)
        home = self.moves.get(source, source)
        found, sure = find_target(self.after, link, home)
        near = self._is_relative(link, source, was)
        if near and self.after.find_path(joined(home.rpartition("/")[0], link.target)) == wanted:
            return None
        exact = link.form != "canvas" or link.target != was or was == wanted  # a canvas is case-sensitive
        if exact and not near and found == wanted and (sure or (wanted == was and not was_sure)):
            return None
        if not link.can_name(wanted):
            raise invalid(
                wanted,
                N_("Core", "{note} links to the file, and a link cannot hold # ^ | [ ] or %%"),
                note=source,
            )
        spellings = [*self._spellings(link, wanted, home, near)]
        for must_be_sure in (True, False):
            for spelling in spellings:
                now, sure = self.after.find_link(spelling, home)
                if now == wanted and sure >= must_be_sure:
                    return spelling
        return wanted

    def _is_relative(self, link: Link, source: str, was: str) -> bool:
        """Tell whether a link is meant as a relative path, not as a name or a path from the root."""
        if link.form not in ("markdown", "definition", "html") or link.target.startswith("/"):
            return False
        by_name = "/" not in link.target and self.link_format == "shortest"
        if link.form != "html" and (by_name or self.link_format == "absolute"):
            return False
        return self.before.find_path(joined(source.rpartition("/")[0], link.target)) == was

    def _spellings(self, link: Link, wanted: str, home: str, near: bool) -> Iterator[str]:
        """Yield the ways to name a file, the one of the vault's setting first."""
        if link.form == "canvas":
            yield wanted
            return
        name, path = wanted.rsplit("/", 1)[-1], relative(home.rpartition("/")[0], wanted)
        dotted = path if path.startswith("../") else "./" + path
        if self.link_format == "absolute" and not near:
            ways = [wanted]
        elif link.target.startswith(("./", "../")):
            ways = [dotted]
        else:
            ways = [path] if near or self.link_format == "relative" else [name]
        for way in (*ways, wanted, dotted):
            if is_note(wanted) and not is_note(link.target):
                yield without_suffix(way)
            yield way
