"""Suggestions for the beginning of a link, a tag or a property: found in a thread, as data."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Literal, TypeAlias, TypeVar

from msgspec import Struct

from axon_desktop.errors import VaultError
from axon_desktop.text.fuzzy import fold_name, score
from axon_desktop.text.tags import TAG_CHARACTER
from axon_desktop.ui.editor.syntax import CONTINUED, FENCE, PROPERTIES, START
from axon_desktop.vault.links.link_text import plain_anchor, write_link, write_target

if TYPE_CHECKING:
    from axon_desktop.index.build.entry import Entry
    from axon_desktop.index.catalog.link_graph import LinkGraph
    from axon_desktop.index.vault_index import VaultIndex
    from axon_desktop.vault import Vault
    from axon_desktop.vault.names.quick_search import NameSearch

T = TypeVar("T")

Subject: TypeAlias = Literal["note", "heading", "block", "tag", "property"]

_LINK = re.compile(r"\[\[([^\[\]\n|]{0,200})$")
_TAG = re.compile(rf"(?:^|(?<=[\s(]))#({TAG_CHARACTER}{{0,80}})$")
_KEY = re.compile(r"[^\s:#-][^:\n]{0,60}$")
_PATIENCE = 20
"""Prepared names that took a second are valid for 20, also if a note was added or removed."""
_NAMES_SECONDS = 30
"""How long the names of properties in use are valid."""
_USUAL_PROPERTIES = ("tags", "aliases", "cssclasses")


class SuggestionRequest(Struct, frozen=True):
    """What is being typed."""

    subject: Subject
    query: str
    """What is typed of it so far."""
    length: int
    """Characters before the caret that a choice replaces."""
    target: str = ""
    """For headings and blocks: the name of the note in the link; empty for the note itself."""


class Suggestion(Struct, frozen=True):
    """One suggestion."""

    name: str
    details: str
    subject: Subject
    inserted: str
    """The text that is inserted."""
    closes: str = ""
    """What is skipped if it already follows the caret."""


def wanted_before(before: str, state: int) -> SuggestionRequest | None:
    """Return what is being typed at the end of the part of a line before the caret; None for plain text."""
    what = state & ~CONTINUED & 7 if state != START else 0
    if what == FENCE:
        return None
    link = _LINK.search(before)
    if link is not None:
        target, separator, anchor = link[1].partition("#")
        if not separator:
            return SuggestionRequest("note", target, len(target) + 2)
        block = anchor.startswith("^")
        return SuggestionRequest("block" if block else "heading", anchor[block:], len(link[1]) + 2, target.strip())
    if what == PROPERTIES:
        key = _KEY.match(before)
        return SuggestionRequest("property", key[0], len(key[0])) if key is not None else None
    tag = _TAG.search(before)
    if tag is not None and (tag[1] or tag.start() > 0):  # at the beginning of a line it may become a heading
        return SuggestionRequest("tag", tag[1], len(tag[1]) + 1)
    return None


class _Made(Struct, frozen=True):
    """The names of a vault, prepared for searching."""

    paths: Sequence[str]
    search: NameSearch
    good_until: float


class Suggestions:
    """Suggestions for one vault; call `find` in a thread."""

    def __init__(self, vault: Vault, index: VaultIndex | None) -> None:
        self._vault = vault
        self._index = index
        self._lock = threading.Lock()
        self._made: _Made | None = None
        self._names: tuple[float, list[str]] = (0.0, [])
        """Until when the names of properties in use are valid, and they."""

    def find(
        self,
        wanted: SuggestionRequest,
        path: str,
        text: Callable[[], str],
        limit: int,
        cancelled: Callable[[], bool],
    ) -> list[Suggestion]:
        """Return suggestions for the note with this path and text, best first."""
        with self._lock:  # one after another: of the waiting calls, all but the newest return early
            if cancelled():
                return []
            match wanted.subject:
                case "note":
                    return self._notes(wanted, path, limit, cancelled)
                case "heading" | "block":
                    return self._places(wanted, path, text, limit)
                case "tag":
                    return self._tags(wanted, path, text, limit)
                case "property":
                    return self._properties(wanted, path, text, limit)

    def _links(self) -> LinkGraph | None:
        return self._index.links() if self._index is not None else None

    def _notes(
        self, wanted: SuggestionRequest, path: str, limit: int, cancelled: Callable[[], bool]
    ) -> list[Suggestion]:
        from axon_desktop.vault.obsidian.config import read_app_settings

        search = self._search()
        settings = read_app_settings(self._vault.root)
        table = self._vault.names.table
        if wanted.query.strip():
            found = [
                (match.path, match.name, match.is_alias) for match in search.find(wanted.query, limit, cancelled)
            ]
        else:
            others = (known for known in table.paths if known != path)
            found = [(known, _name(known), False) for known in islice(others, limit)]
        suggestions = []
        for known, name, is_alias in found:
            target = write_target(known, path, table, settings)
            link = write_link(
                target, "", name if is_alias else "", path=known, markdown=settings.use_markdown_links
            )
            folder = known.rpartition("/")[0]
            details = f"{_name(known)} · {folder}" if is_alias and folder else _name(known) if is_alias else folder
            suggestions.append(Suggestion(name, details, "note", link, "]]"))
        return suggestions

    def _search(self) -> NameSearch:
        from axon_desktop.vault.names.quick_search import NameSearch

        names = self._vault.names
        if not names.ready:
            names.scan()
        made = self._made
        if made is None or (made.paths is not names.paths and time.monotonic() > made.good_until):
            begun = time.monotonic()
            links = self._links()
            paths = names.paths
            search = NameSearch(paths, [(one.path, one.title) for one in links.aliases()] if links else [])
            now = time.monotonic()
            made = self._made = _Made(paths, search, now + _PATIENCE * (now - begun))
        return made.search

    def _places(
        self, wanted: SuggestionRequest, path: str, text: Callable[[], str], limit: int
    ) -> list[Suggestion]:
        from axon_desktop.vault.obsidian.config import read_app_settings

        known = self._vault.names.resolve_link(wanted.target, path) if wanted.target else path
        entry = self._entry(known, path, text)
        if known is None or entry is None:
            return []
        block = wanted.subject == "block"
        if block:
            places = [(name.name, f"^{name.name}", name.line) for name in entry.blocks]
        else:
            places = [(head.title, plain_anchor(head.title), head.line) for head in entry.headings]
        markdown = read_app_settings(self._vault.root).use_markdown_links
        return [
            Suggestion(
                name,
                f"#{'#' * (entry.headings[number].level - 1)}" if not block else "",
                wanted.subject,
                write_link(wanted.target, place, "", path=known, markdown=markdown),
                "]]",
            )
            for number, (name, place, _) in _best(wanted.query, places, lambda item: item[0], limit)
        ]

    def _entry(self, known: str | None, path: str, text: Callable[[], str]) -> Entry | None:
        """Return the index entry of a note; of the edited one, from its current text."""
        from axon_desktop.index.build.entry import read_entry

        if known is None:
            return None
        if known == path:
            return read_entry(path, text())
        try:
            return read_entry(known, self._vault.read_exactly([known])[0].text)
        except VaultError:
            return None

    def _tags(self, wanted: SuggestionRequest, path: str, text: Callable[[], str], limit: int) -> list[Suggestion]:
        links = self._links()
        counts = dict(links.tags()) if links is not None else {}
        if not counts:
            entry = self._entry(path, path, text)
            written = [tag for tag in entry.tags if tag != wanted.query] if entry is not None else []
            counts = dict.fromkeys(written, 0)
        tags = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        return [
            Suggestion(f"#{tag}", str(count) if count else "", "tag", f"#{tag}")
            for _, (tag, count) in _best(wanted.query, tags, lambda item: item[0], limit)
        ]

    def _properties(
        self, wanted: SuggestionRequest, path: str, text: Callable[[], str], limit: int
    ) -> list[Suggestion]:
        entry = self._entry(path, path, text)
        written = {item.name for item in entry.properties} if entry is not None else set()
        names = [name for name in (*_USUAL_PROPERTIES, *self._known_properties()) if name not in written]
        return [
            Suggestion(name, "", "property", f"{name}: ")
            for _, name in _best(wanted.query, list(dict.fromkeys(names)), lambda item: item, limit)
        ]

    def _known_properties(self) -> Iterable[str]:
        """Return the names of properties that notes have, then those whose kind is set in Obsidian."""
        from axon_desktop.vault.obsidian.config import read_config

        if time.monotonic() > self._names[0]:
            links = self._links()
            used = links.property_names() if links is not None else []
            self._names = time.monotonic() + _NAMES_SECONDS, used
        kinds = read_config(self._vault.root / ".obsidian" / "types.json").get("types")
        named = [name for name in kinds if isinstance(name, str)] if isinstance(kinds, dict) else []
        return [*self._names[1], *named]


def _best(query: str, items: Sequence[T], name: Callable[[T], str], limit: int) -> list[tuple[int, T]]:
    """Return what matches, with its number, best first; for an empty query the first ones."""
    letters = fold_name(query.strip()).replace(" ", "")
    if not letters:
        return list(enumerate(items))[:limit]
    ranked = [
        (-found, number) for number, item in enumerate(items) if (found := score(letters, fold_name(name(item))))
    ]
    return [(number, items[number]) for _, number in sorted(ranked)[:limit]]


def _name(path: str) -> str:
    from axon_desktop.vault.names.quick_search import shown_name

    return shown_name(path)
