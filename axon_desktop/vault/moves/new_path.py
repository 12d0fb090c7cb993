"""Paths of new notes, and whether a name is valid and free: checked while the user is typing."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Literal, TypeAlias

from axon_desktop.errors import N_, VaultError, WriteFailedError, system_reason
from axon_desktop.text.file_names import NOTE_SUFFIX, without_suffix
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.files.path_rules import MAX_NAME_BYTES, normalize_path, shown, split_path
from axon_desktop.vault.names.table import joined
from axon_desktop.vault.obsidian.config import AppSettings
from axon_desktop.vault.writing.folders import make_folders, missing_folders, remove_empty_folders

if TYPE_CHECKING:
    from axon_desktop.vault.vault import Vault

NameFault: TypeAlias = Literal[
    "", "empty", "outside", "character", "link_character", "dot", "end", "long", "taken", "other"
]
"""Why a name cannot be used: nothing, a path that may lead out of the vault (`..`), a character that some system
or a link does not allow, a leading dot, a dot at the end or a space at either, too long, taken by a file or
folder; anything else is in `NewNote.why`."""

_FORBIDDEN = frozenset('\\<>:"|?*')
_BREAKS_LINKS = frozenset("#^[]")


@dataclass(frozen=True, slots=True)
class NewPath:
    """The outcome of a name that the user has typed."""

    path: str
    """Vault path that the note would have; of the note that is there already, if there is one."""
    exists: bool = False
    """Whether there is a note of this name, be it with other case: it is opened, not made."""
    fault: NameFault = ""
    why: str = ""
    """The character that is not allowed, or the vault's error."""


def place_of_new(settings: AppSettings, source: str) -> str:
    """Return the folder for a new note that is made while `source` is shown, as the vault's setting says."""
    if settings.new_file_location == "current":
        return source.rpartition("/")[0]
    return settings.new_file_folder if settings.new_file_location == "folder" else ""


def path_of_link(settings: AppSettings, target: str, source: str) -> str:
    """Return the path of the note that an unresolved link in `source` would create, as in Obsidian.

    `./` and `../` start from the source's folder; a path with a folder starts from the root; a mere name
    goes to the folder for new notes.
    """
    target = target.partition("#")[0].strip()
    if target.startswith(("./", "../")):
        return normalize_path(joined(source.rpartition("/")[0], target) or target)
    folder = "" if "/" in target else place_of_new(settings, source)
    target = target.strip("/")
    return normalize_path(f"{folder}/{target}" if folder else target)


def path_of_name(name: str, folder: str) -> str:
    """Return the path for what was typed: below the folder, or from the root after a leading `/`."""
    name = name.strip()
    from_root = name.startswith("/") or not folder
    name = name.strip("/")
    return normalize_path(name if from_root else f"{folder}/{name}")


def check_new_note(vault: Vault, path: str) -> NewPath:
    """Tell whether a note can be made at a path; looks into folders, so it is to be called in a thread."""
    gateway = PathGateway(vault.root)
    fault, why = _fault(path)
    if fault:
        return NewPath(path, fault=fault, why=why)
    try:
        parts = split_path(path)
        same = gateway.find_same(parts)
        if same is not None:
            if gateway.is_file(same):
                return NewPath("/".join(same), exists=True)
            return NewPath(path, fault="taken", why="/".join(same))
        with gateway.locate(parts) as place:
            gateway.check_new(place, path)
    except VaultError as error:
        return NewPath(path, fault="other", why=error.details)
    return NewPath(path)


def check_new_folder(vault: Vault, path: str) -> NewPath:
    """Tell the same of a folder; one that is there is taken."""
    found = check_new_note(vault, path)
    return NewPath(path, fault="taken", why=found.path) if found.exists else found


def _fault(path: str) -> tuple[NameFault, str]:
    """Look for the most frequent faults, in the order in which they are best reported."""
    folders, name = path.split("/")[:-1], without_suffix(path.rsplit("/", 1)[-1])
    for part in (*folders, name):
        if not part.strip():
            return "empty", ""
        if part == "..":
            return "outside", ""
        if bad := sorted(_FORBIDDEN.intersection(part)):
            return "character", " ".join(bad)
        if bad := sorted(_BREAKS_LINKS.intersection(part)):
            return "link_character", " ".join(bad)
        if part.startswith("."):
            return "dot", part
        if part.startswith(" ") or part.endswith((".", " ")):
            return "end", part
        if len(part.encode("utf-8", "replace")) > MAX_NAME_BYTES - len(NOTE_SUFFIX):
            return "long", str(MAX_NAME_BYTES - len(NOTE_SUFFIX))
    return "", ""


def path_of_rename(path: str, typed: str) -> str:
    """Return the path for what was typed as the new one of a file: it keeps its suffix, written or not."""
    typed, suffix = typed.strip().strip("/"), PurePosixPath(path).suffix
    return typed if not suffix or typed.casefold().endswith(suffix.casefold()) else typed + suffix


def check_rename(vault: Vault, path: str, target: str) -> NewPath:
    """Tell whether a file can move to another path; changing the case of its own name is no clash."""
    if target == path:
        return NewPath(target, exists=True)
    found = check_new_note(vault, target)
    if found.exists:
        return NewPath(target) if found.path == path else NewPath(target, fault="taken", why=found.path)
    return found


def make_folder(vault: Vault, path: str) -> tuple[str, ...]:
    """Make a folder and those above it that are missing; return the paths of all, for `remove_folders`.

    Raises:
        InvalidPathError: the path leaves the vault, or the name cannot be used.
        WriteFailedError: the disk refused.
    """
    gateway = PathGateway(vault.root)
    with gateway.locate(split_path(path)) as place:
        gateway.check_new(place, path)
        folders = (*missing_folders(place), "/".join(place.parts))
    try:
        make_folders(gateway, folders)
    except OSError as error:
        raise WriteFailedError(
            N_("Core", "{path}: {reason}"), path=shown(path), reason=system_reason(error)
        ) from error
    vault.names.look_again(folders)
    return folders


def remove_folders(vault: Vault, folders: tuple[str, ...]) -> None:
    """Remove folders that were made, as far as they are still empty."""
    remove_empty_folders(PathGateway(vault.root), folders)
    vault.names.look_again(folders)
