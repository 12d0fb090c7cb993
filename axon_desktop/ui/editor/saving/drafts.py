"""Drafts: typed text that is in no file yet, stored outside the vault until it is.

A draft is one JSON file per note in the vault's data folder. It is written at most a moment after a key and
deleted by the next successful save, so it is found only after a crash, or when saving failed. If the disk
refuses it while the program ends, it is written to the temporary files for the next start.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import stat
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from axon_desktop.persistence.atomic_write import write_atomically

_log = logging.getLogger(__name__)

_MAX_BYTES = 64 << 20
_MAX_LISTED = 20
_MAX_LISTED_BYTES = 8 << 20


@dataclass(frozen=True, slots=True)
class Draft:
    """Text that was not saved."""

    path: str
    """Vault path of the note."""
    text: str
    """All of it, as it would be in the file."""
    base_sha256: str
    """Of the file that it was made from."""
    time: float
    """Seconds since the epoch."""


class Drafts:
    """The drafts of one vault; call all methods in a thread."""

    def __init__(self, data_dir: Path) -> None:
        self._folder = data_dir / "drafts"
        whose = hashlib.sha256(os.fsencode(data_dir)).hexdigest()[:16]
        self._elsewhere = f"axon-desktop-draft-{whose}-"
        """Prefix of the names of drafts among the temporary files."""

    def keep(self, draft: Draft) -> None:
        """Write a draft in place of the last one, atomically.

        Raises:
            OSError: the disk refused.
        """
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        _write(self._place(draft.path), draft)

    def keep_temporarily(self, draft: Draft) -> None:
        """Write a draft to the temporary files: the disk of the others refuses it, and the program ends.

        Raises:
            OSError: that disk refuses it, too.
        """
        number, name = tempfile.mkstemp(prefix=self._elsewhere, suffix=".json")
        try:
            with os.fdopen(number, "wb") as out:
                out.write(_encode(draft))
        except OSError:
            with suppress(OSError):
                Path(name).unlink()
            raise
        _log.warning("The draft of %s is kept as %s", draft.path, name)

    def _import_temporary(self) -> None:
        """Move drafts from the temporary files to the data folder, as soon as there is room."""
        with suppress(OSError):
            for place in Path(tempfile.gettempdir()).glob(f"{self._elsewhere}*.json"):
                draft = _read(place) if _is_own(place) else None
                if draft is not None:
                    self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
                    _write(self._aside(draft), draft)
                    place.unlink()

    def find(self, path: str, *, but: bytes | None = None, behind: bool = False) -> Draft | None:
        """Return the newest draft of a note and set it aside, so that later typing does not overwrite it.

        None if there is none or it cannot be read. Those equal to the file, `but`, are deleted. `behind`
        searches only those that were set aside before.
        """
        self._import_temporary()
        current = self._place(path)
        newest = _read(current, path) if not behind else None
        if newest is not None:
            with suppress(OSError):
                current.replace(self._aside(newest))
        found = [newest, *(_read(place, path) for place in self._folder.glob(f"{current.stem}-*.json"))]
        for draft in sorted((one for one in found if one is not None), key=lambda one: one.time, reverse=True):
            if draft.text.encode("utf-8", "surrogatepass") != but:
                return draft
            self.discard(draft)
        return None

    def bases(self, path: str) -> set[str]:
        """Return the SHA-256 of each file that a draft of this note was made from."""
        found = (_read(place, path) for place in self._folder.glob(f"{self._place(path).stem}*.json"))
        return {draft.base_sha256 for draft in found if draft is not None} - {""}

    def paths(self) -> list[str]:
        """Return the notes that have a draft, the newest first, up to a limit."""
        self._import_temporary()
        places = sorted(self._folder.glob("*.json"), key=_modified, reverse=True)[:_MAX_LISTED]
        found = (_read(place) for place in places if 0 <= _size(place) <= _MAX_LISTED_BYTES)
        return list(dict.fromkeys(draft.path for draft in found if draft is not None))

    def follow(self, moved: Mapping[str, str]) -> None:
        """Rename the drafts of moved files (old path: new path), those set aside, too."""
        old = {self._place(path).stem: path for path in moved}
        found: dict[Path, Draft] = {}
        for place in self._folder.glob("*.json") if moved else ():
            path = old.get(place.stem.partition("-")[0])
            draft = _read(place, path) if path is not None else None
            if draft is not None:
                found[place] = replace(draft, path=moved[draft.path])
        kept = set[Path]()
        for place, draft in found.items():
            to = self._place(draft.path)
            if "-" in place.stem or (to.exists() and to not in found):  # text written there now stays
                to = self._aside(draft)
            with suppress(OSError):
                _write(to, draft)
                kept.add(to)
                if place not in kept:
                    place.unlink()

    def drop(self, path: str) -> None:
        """Delete the draft of a note that is being edited: its file has the text."""
        with suppress(OSError):
            self._place(path).unlink()

    def discard(self, draft: Draft) -> None:
        """Delete a draft that was found."""
        with suppress(OSError):
            self._aside(draft).unlink()

    def _place(self, path: str) -> Path:
        return self._folder / f"{hashlib.sha256(path.encode('utf-8', 'surrogatepass')).hexdigest()[:32]}.json"

    def _aside(self, draft: Draft) -> Path:
        return self._place(draft.path).with_stem(f"{self._place(draft.path).stem}-{round(draft.time * 1000)}")


def _write(place: Path, draft: Draft) -> None:
    write_atomically(place, _encode(draft), lasting=False)


def _encode(draft: Draft) -> bytes:
    return json.dumps(asdict(draft)).encode("ascii")


def _is_own(place: Path) -> bool:
    """Tell whether this user wrote a file: others may write temporary files, too."""
    found = place.lstat()
    return stat.S_ISREG(found.st_mode) and (sys.platform == "win32" or found.st_uid == os.getuid())


def _modified(place: Path) -> float:
    try:
        return place.stat().st_mtime
    except OSError:
        return 0.0


def _size(place: Path) -> int:
    try:
        return place.stat().st_size
    except OSError:
        return -1


def _read(place: Path, path: str = "") -> Draft | None:
    """Read a draft, of this note only if one is named; None if it cannot be read."""
    try:
        with place.open("rb") as file:
            found: Any = json.loads(file.read(_MAX_BYTES))
        draft = Draft(**found)
    except (OSError, ValueError, TypeError, RecursionError):
        return None
    is_wanted = isinstance(draft.path, str) and path in ("", draft.path)
    return draft if is_wanted and isinstance(draft.text, str) else None
