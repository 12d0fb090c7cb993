"""Attachments: where pictures and files that come into a note are kept, and under which names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from itertools import count
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from axon_desktop.errors import InvalidPathError
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.files.path_rules import MAX_NAME_BYTES, check_new_name, split_path
from axon_desktop.vault.obsidian.config import AppSettings, read_app_settings
from axon_desktop.vault.writing.batch import Batch, MoveRequest
from axon_desktop.vault.writing.incoming import copy_in, drop

if TYPE_CHECKING:
    from axon_desktop.vault.history.records import Change
    from axon_desktop.vault.vault import Vault

_NOT_IN_NAMES = re.compile(r'[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff/\\<>:"|?*#^\[\]]')
"""What some system refuses, and what would end a link."""
_UNSEEN = re.compile("[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]")
_BLANKS = re.compile(r"[\u00a0\u202f]")
_ROOM_FOR_NUMBER = 8
_TRIES = 20


def attachment_folder(settings: AppSettings, source: str) -> str:
    """Return the folder for attachments of a note, as the vault's setting says; empty for the root."""
    setting, home = settings.attachment_folder.strip(), source.rpartition("/")[0]
    if setting == "." or setting.startswith("./"):
        return "/".join(part for part in (home, setting[1:].strip("/")) if part)
    return setting.strip("/")


def attachment_name(name: str) -> str:
    """Return the name under which a file is kept: its own, without what a vault or a link cannot carry."""
    name = _UNSEEN.sub("", _BLANKS.sub(" ", unicodedata.normalize("NFC", name)))
    name = _NOT_IN_NAMES.sub("-", name).lstrip(". ").rstrip(". ") or "file"
    stem, suffix = PurePosixPath(name).stem, PurePosixPath(name).suffix
    room = MAX_NAME_BYTES - _ROOM_FOR_NUMBER - len(suffix.encode())
    if room <= 0:
        stem, suffix, room = name, "", MAX_NAME_BYTES - _ROOM_FOR_NUMBER
    name = stem.encode()[:room].decode("utf-8", "ignore").rstrip(". ") + suffix
    try:
        check_new_name(name, name)
    except InvalidPathError:  # a name of a device, or one that looks like a hidden one
        name = f"_{name}"
    return name


def picture_name(now: datetime) -> str:
    """Return the name of a picture that was pasted now."""
    return f"Pasted image {now:%Y%m%d%H%M%S}.png"


def add_attachment(
    vault: Vault,
    content: Path | bytes,
    name: str,
    note: str,
    *,
    turn: str,
    title: str,
    on_progress: Callable[[int, int], None] = lambda _done, _size: None,
    give_up: Callable[[], bool] = lambda: False,
) -> Change | None:
    """Copy a file or bytes to where attachments of a note are kept, under a free name; None if given up.

    Nothing is overwritten. Undo puts the file into the vault's own trash.

    Raises:
        ReadFailedError: the file cannot be read.
        WriteFailedError: the vault cannot be written.
        InvalidPathError: the setting names no folder of the vault.
        JournalError: it cannot be recorded; nothing was added.
    """
    gateway = PathGateway(vault.root)
    folder, name = attachment_folder(read_app_settings(vault.root), note), attachment_name(name)
    if folder:
        split_path(folder)
    temp = copy_in(gateway, content, name, on_progress, give_up)
    if not temp:
        return None
    try:
        for tries in count(1):
            path = _free_path(gateway, folder, name)
            move = MoveRequest("move", path, path, source=temp)
            try:
                return vault.apply_batch(Batch(turn, title, "user", moves=(move,)), give_up)[0]
            except InvalidPathError:
                if tries == _TRIES or _is_free(gateway, path):  # else somebody was faster
                    raise
        raise AssertionError("counting does not end")
    finally:
        with suppress(OSError):
            drop(gateway, temp)


def _free_path(gateway: PathGateway, folder: str, name: str) -> str:
    """Return a path that no file has, not even in other case: `name`, else with a number."""
    parts: tuple[str, ...] = ()
    for part in split_path(folder) if folder else ():
        parts = gateway.find_same((*parts, part)) or (*parts, part)
    folder = "/".join(parts)
    stem, suffix = PurePosixPath(name).stem, PurePosixPath(name).suffix
    for number in count(1):
        path = f"{folder}/{name}" if folder else name
        if _is_free(gateway, path):
            return path
        name = f"{stem} {number}{suffix}"
    raise AssertionError("numbers do not end")


def _is_free(gateway: PathGateway, path: str) -> bool:
    parts = split_path(path)
    if gateway.is_folder(parts):
        return False
    with gateway.locate(parts) as place:
        if place.missing:
            return True
        return place.stat is None and not place.folder.has_stub(place.name) and gateway.find_alike(place) is None
