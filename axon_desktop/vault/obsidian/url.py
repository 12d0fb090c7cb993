"""`obsidian://` addresses, as they occur in notes and chats.

Parsing one is pure: it returns what would be done, and does nothing. A link may come from anywhere, so whatever is
not known to be harmless is refused: places outside the vaults, plugins' commands, overwriting, callbacks, masses.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias
from urllib.parse import unquote_to_bytes

from axon_desktop.errors import InvalidPathError
from axon_desktop.vault.files.path_rules import shown, split_path
from axon_desktop.vault.obsidian.daily_note import unique_path
from axon_desktop.vault.obsidian.known_vaults import KnownVault, same_folder

if TYPE_CHECKING:
    from axon_desktop.vault.vault import Vault

SCHEME = "obsidian:"
MAX_URL = 200_000
_MAX_CONTENT = 50_000
_MAX_VALUE = 4_000
_MAX_VALUES = 20
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_DRIVE = re.compile(r"/[A-Za-z]:")
_CONTROL_IN_TEXT = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")

ActionKind: TypeAlias = Literal[
    "open", "new", "search", "daily", "this_vault", "other_vault", "choose_vault", "refused"
]
RefusalReason: TypeAlias = Literal[
    "", "too_long", "malformed", "unknown_action", "unknown_vault", "outside", "hidden", "missing", "overwrite"
]


@dataclass(frozen=True, slots=True)
class ObsidianAction:
    """What a link requests."""

    kind: ActionKind
    path: str = ""
    """Vault path: of the note to open; of a new note the path as the link names it."""
    anchor: str = ""
    """Heading, or `^block`, to open the note at."""
    text: str = ""
    """The search text, or the content of the new note."""
    new_tab: bool = False
    """Whether the link requests a new tab."""
    append: bool = False
    """Whether the text is appended to an existing note."""
    vault: Path | None = None
    """Folder of another vault that the link means."""
    why: RefusalReason = ""
    detail: str = ""
    """The part of the link that was refused, fit to be shown."""


class _RefusedError(Exception):
    def __init__(self, why: RefusalReason, detail: str = "") -> None:
        self.why: RefusalReason = why
        self.detail = shown(detail)
        super().__init__(why)


def handle_obsidian_url(url: str, vault: Vault, known_vaults: Sequence[KnownVault]) -> ObsidianAction:
    """Return what a link requests, in the open vault or in another.

    To be called in a thread: comparing folders resolves links. No file is read.
    """
    try:
        return _read(url, vault, known_vaults)
    except _RefusedError as refused:
        return ObsidianAction("refused", why=refused.why, detail=refused.detail)


def _read(url: str, vault: Vault, known: Sequence[KnownVault]) -> ObsidianAction:
    if len(url) > MAX_URL:
        raise _RefusedError("too_long")
    head, slashes, rest = url.partition("//")
    if head.casefold() != SCHEME or not slashes:
        raise _RefusedError("malformed", url)
    place, _, query = rest.partition("?")
    if place.startswith("/"):
        path = _decoded(place)
        values, action = {"path": path[1:] if _DRIVE.match(path) and os.name == "nt" else path}, "open"
    else:
        action, _, more = place.partition("/")
        action = action.casefold()
        if action == "vault":
            name, _, file = more.partition("/")
            values, action = {"vault": _decoded(name), "file": _decoded(file)}, "open"
        else:
            values = _values(query)
            if more.strip("/"):
                raise _RefusedError("malformed", url)
    match action:
        case "open" | "new" | "search" | "daily" | "unique":
            return _in_vault(action, values, vault, known)
        case "choose-vault":
            return ObsidianAction("choose_vault")
        case "adv-uri" | "advanced-uri":
            return _in_vault(*_advanced(values), vault, known)
        case _:
            raise _RefusedError("unknown_action", action)


def _values(query: str) -> dict[str, str]:
    """Return the values of a query; none may be given twice, since readers differ in which one counts."""
    found: dict[str, str] = {}
    pairs = [pair for pair in query.split("&") if pair]
    if len(pairs) > _MAX_VALUES:
        raise _RefusedError("malformed")
    for pair in pairs:
        name, _, value = pair.partition("=")
        name = _decoded(name).casefold()
        if name in found:
            raise _RefusedError("malformed", name)
        found[name] = _decoded(value, is_text=name in ("content", "data", "query"))
    return found


def _decoded(value: str, *, is_text: bool = False) -> str:
    try:
        text = unquote_to_bytes(value).decode("utf-8")
    except UnicodeError as error:
        raise _RefusedError("malformed", value) from error
    if len(text) > (_MAX_CONTENT if is_text else _MAX_VALUE):
        raise _RefusedError("too_long")
    if (_CONTROL_IN_TEXT if is_text else _CONTROL).search(text):
        raise _RefusedError("malformed", text)
    return text


def _advanced(values: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """Return a link of the plugin Advanced URI in Obsidian's own parameters; all but opening is refused."""
    known = {"vault", "filepath", "heading", "block", "daily", "openmode", "viewmode", "line"}
    for name in values:
        if name not in known:
            raise _RefusedError("unknown_action", name)
    vault = {"vault": values["vault"]} if "vault" in values else {}
    if values.get("daily") == "true":
        return "daily", vault
    anchor = values.get("heading", "") or ("^" + values["block"] if values.get("block") else "")
    file = values.get("filepath", "")
    return "open", {**vault, "file": f"{file}#{anchor}" if anchor else file}


def _in_vault(action: str, values: Mapping[str, str], vault: Vault, known: Sequence[KnownVault]) -> ObsidianAction:
    if values.get("path"):
        root, file = _split_absolute(values["path"], vault, known)
    else:
        root, file = _named(values.get("vault", ""), vault, known), values.get("file", "")
    if root is not None:
        return ObsidianAction("other_vault", vault=root)
    match action:
        case "search":
            return ObsidianAction("search", text=values.get("query", ""))
        case "daily":
            return ObsidianAction("daily")
        case "new":
            return _new(file or values.get("name", ""), values)
        case "unique":
            if not vault.names.ready:
                vault.names.scan()
            now = datetime.now()  # noqa: DTZ005 - local, as Obsidian names notes
            return _new(unique_path(vault.root, set(vault.names.paths), now), values)
        case _:
            return _open(file, vault, new_tab=values.get("panetype", "") in ("tab", "split", "window"))


def _named(name: str, vault: Vault, known: Sequence[KnownVault]) -> Path | None:
    """Return the folder of the vault with this name or id; None for the one that is open."""
    if not name:
        return None
    meant = [entry for entry in known if entry.id == name] or [entry for entry in known if entry.name == name]
    if any(same_folder(entry.path, vault.root) for entry in meant) or (not meant and vault.name == name):
        return None
    if not meant:
        raise _RefusedError("unknown_vault", name)
    return meant[0].path


def _split_absolute(path: str, vault: Vault, known: Sequence[KnownVault]) -> tuple[Path | None, str]:
    """Return the most specific vault that an absolute path is in (None for the open one), and the rest of it."""
    parts = Path(path).parts
    if not Path(path).is_absolute() or ".." in parts:
        raise _RefusedError("outside", path)
    roots = {Path(os.path.realpath(vault.root)), vault.root, *(entry.path for entry in known)}
    inside = [root for root in roots if _folded(parts[: len(root.parts)]) == _folded(root.parts)]
    if not inside:
        raise _RefusedError("outside", path)
    root = max(inside, key=lambda found: len(found.parts))
    file = "/".join(parts[len(root.parts) :])
    return (None if same_folder(root, vault.root) else root), file


def _folded(parts: Sequence[str]) -> list[str]:
    return [os.path.normcase(part) for part in parts]


def _open(file: str, vault: Vault, *, new_tab: bool) -> ObsidianAction:
    target, _, anchor = file.partition("#")
    if not target.strip("/ "):
        return ObsidianAction("this_vault")
    if not vault.names.ready:
        vault.names.scan()
    path = vault.names.resolve_link(_checked(target), "")
    if path is None:
        raise _RefusedError("missing", target)
    return ObsidianAction("open", path, anchor, new_tab=new_tab)


def _new(name: str, values: Mapping[str, str]) -> ObsidianAction:
    if "overwrite" in values:
        raise _RefusedError("overwrite", name)
    if "clipboard" in values or "prepend" in values:
        raise _RefusedError("unknown_action", "clipboard" if "clipboard" in values else "prepend")
    path = _checked(name) if name.strip("/ ") else ""
    return ObsidianAction("new", path, text=values.get("content", ""), append="append" in values)


def _checked(path: str) -> str:
    """Return a path below the vault's folder that names nothing hidden and does not lead out."""
    path = path.strip("/")
    try:
        split_path(path)
    except InvalidPathError as error:
        raise _RefusedError("hidden" if "/." in f"/{path}" else "outside", path) from error
    return path
