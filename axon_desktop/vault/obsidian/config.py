"""Obsidian's own settings of a vault, read from `.obsidian`; Axon never writes there.

Obsidian writes a key only when the user changed it, so whatever is missing, damaged or of an unknown kind has
Obsidian's default.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypeVar, cast, get_args

LinkFormat: TypeAlias = Literal["shortest", "relative", "absolute"]
TrashKind: TypeAlias = Literal["system", "local", "none"]
NewFileLocation: TypeAlias = Literal["root", "current", "folder"]

T = TypeVar("T")

_MAX_BYTES = 4 << 20


@dataclass(frozen=True, slots=True)
class AppSettings:
    """The settings of `app.json` that Axon follows."""

    new_link_format: LinkFormat = "shortest"
    """How a new link names its file."""
    use_markdown_links: bool = False
    """Whether new links are Markdown links instead of wikilinks."""
    always_update_links: bool = False
    """Whether Obsidian rewrites links without asking when a note is renamed."""
    trash: TrashKind = "system"
    """Where deleted files go; `none` deletes them for good, which Axon never does."""
    attachment_folder: str = "/"
    """`/` is the root, `./` the note's folder, `./sub` a folder in it, anything else a vault path."""
    new_file_location: NewFileLocation = "root"
    new_file_folder: str = ""
    """Vault path for new notes when the location is `folder`."""
    ignore_filters: tuple[str, ...] = ()
    """Excluded files: beginnings of paths, or regular expressions between slashes."""
    prompt_delete: bool = True
    """Whether Obsidian asks before a file goes to the trash."""

    def ignores(self, path: str) -> bool:
        """Tell whether the user excluded this path; it is then not searched."""
        return any(_matches(rule, path) for rule in self.ignore_filters)


def read_config(file: Path) -> dict[str, Any]:
    """Read one of Obsidian's JSON files; empty if it is missing, damaged, far too large or no object."""
    try:
        with file.open("rb") as opened:
            found: Any = json.loads(opened.read(_MAX_BYTES).decode("utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def text_in(found: Mapping[str, Any], key: str, usual: str = "") -> str:
    """Return a text of such a file without blanks around it; `usual` where there is none."""
    value = found.get(key)
    return (value.strip() if isinstance(value, str) else "") or usual


def read_app_settings(root: Path) -> AppSettings:
    """Read the settings of the vault in `root`; what cannot be read has its default."""
    found = read_config(root / ".obsidian" / "app.json")
    usual = AppSettings()
    filters = found.get("userIgnoreFilters")
    return AppSettings(
        new_link_format=cast(LinkFormat, _choice(found, "newLinkFormat", LinkFormat, usual.new_link_format)),
        use_markdown_links=_value(found, "useMarkdownLinks", bool, usual.use_markdown_links),
        always_update_links=_value(found, "alwaysUpdateLinks", bool, usual.always_update_links),
        trash=cast(TrashKind, _choice(found, "trashOption", TrashKind, usual.trash)),
        prompt_delete=_value(found, "promptDelete", bool, usual.prompt_delete),
        attachment_folder=_value(found, "attachmentFolderPath", str, usual.attachment_folder) or "/",
        new_file_location=cast(
            NewFileLocation, _choice(found, "newFileLocation", NewFileLocation, usual.new_file_location)
        ),
        new_file_folder=_value(found, "newFileFolderPath", str, usual.new_file_folder).strip("/"),
        ignore_filters=tuple(rule for rule in filters if isinstance(rule, str) and rule)
        if isinstance(filters, list)
        else (),
    )


def _value(found: Mapping[str, Any], key: str, kind: Callable[..., T], usual: T) -> T:
    value = found.get(key)
    return cast(T, value) if type(value) is kind else usual


def _choice(found: Mapping[str, Any], key: str, choices: object, usual: str) -> str:
    value = found.get(key)
    return value if isinstance(value, str) and value in get_args(choices) else usual


def _matches(rule: str, path: str) -> bool:
    if len(rule) > 2 and rule.startswith("/") and rule.endswith("/"):
        try:
            return re.search(rule[1:-1], path) is not None
        except re.error:
            return False
    return path.startswith(rule)


def last_open_in_obsidian(root: Path) -> list[str]:
    """Return vault paths, the last one first; empty if there is no such list. Some may no longer exist."""
    paths = read_config(root / ".obsidian" / "workspace.json").get("lastOpenFiles")
    return [path for path in paths if isinstance(path, str)] if isinstance(paths, list) else []


def uses_system_trash(root: Path) -> bool:
    """Tell whether the vault's setting names the system's trash."""
    from axon_desktop.vault.obsidian.config import read_app_settings

    return read_app_settings(root).trash == "system"
