"""Bookmarks as kept in the user's data for a vault, and as Obsidian keeps its own, which are only read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypeAlias, cast, get_args

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from axon_desktop.persistence.atomic_write import save_damaged_copy, write_atomically
from axon_desktop.persistence.damaged_json import read_strictly
from axon_desktop.vault.obsidian.config import read_config

Kind: TypeAlias = Literal["file", "folder", "search", "group"]
FILE = "bookmarks.json"
_MAX = 1_000
"""Maximum number of bookmarks that are read."""
_MAX_DEPTH = 8


class Bookmark(Struct, frozen=True):
    """A place to come back to."""

    kind: Kind
    path: str = ""
    """Vault path of a file or folder; of a search its query; of a group its name."""
    heading: str = ""
    """Heading or block in the file, to which it leads."""
    title: str = ""
    """What the user calls it; empty for its own name."""
    depth: int = 0
    """In how many of Obsidian's groups it is."""


def read_bookmarks(data_dir: Path) -> list[Bookmark]:
    """Read the bookmarks of a vault; for a thread. A damaged file is set aside, and what it held is not lost."""
    file = data_dir / FILE
    try:
        data = file.read_bytes()
    except OSError:
        return []
    try:
        entries = read_strictly(data)["bookmarks"]
        return [made for entry in entries[:_MAX] if (made := _from_json(entry)) is not None]
    except (ValueError, RecursionError, TypeError, KeyError):
        save_damaged_copy(file, data)
        return []


def write_bookmarks(data_dir: Path, bookmarks: Sequence[Bookmark]) -> None:
    """Keep the bookmarks of a vault; for a thread.

    Raises:
        OSError: the disk refused.
    """
    kept = [
        {name: value for name in ("kind", "path", "heading", "title") if (value := getattr(one, name))}
        for one in bookmarks
    ]
    data_dir.mkdir(parents=True, exist_ok=True)
    write_atomically(data_dir / FILE, msgspec.json.format(msgspec.json.encode({"bookmarks": kept})))


def moved(bookmarks: Sequence[Bookmark], to: Mapping[str, str]) -> list[Bookmark]:
    """Return the bookmarks with the new paths of files that were moved."""
    return [replace(one, path=to[one.path]) if one.kind == "file" and one.path in to else one for one in bookmarks]


def read_obsidian(root: Path) -> list[Bookmark]:
    """Read Obsidian's bookmarks of a vault, groups before what they hold; for a thread."""
    found: list[Bookmark] = []
    _walk(read_config(root / ".obsidian" / "bookmarks.json").get("items"), 0, found)
    return found


def _walk(items: Any, depth: int, found: list[Bookmark]) -> None:
    for item in items if isinstance(items, list) and depth <= _MAX_DEPTH else ():
        if not isinstance(item, dict) or len(found) >= _MAX:
            continue
        kind, title = item.get("type"), _text(item, "title")
        if kind == "group":
            found.append(Bookmark("group", title or "…", depth=depth))
            _walk(item.get("items"), depth + 1, found)
        elif kind in ("file", "folder") and (path := _text(item, "path")):
            heading = _text(item, "subpath").removeprefix("#")
            found.append(Bookmark(cast(Kind, kind), path, heading, title, depth))
        elif kind == "search" and (query := _text(item, "query")):
            found.append(Bookmark("search", query, title=title, depth=depth))


def _from_json(entry: Any) -> Bookmark | None:
    if not isinstance(entry, dict) or entry.get("kind") not in get_args(Kind) or not _text(entry, "path"):
        return None
    return Bookmark(entry["kind"], _text(entry, "path"), _text(entry, "heading"), _text(entry, "title"))


def _text(entry: Mapping[str, Any], name: str) -> str:
    value = entry.get(name, "")
    return value if isinstance(value, str) else ""
