"""Drafts: what the user wrote and no file holds yet, kept outside the vault until it does.

A draft is one JSON file per note in the vault's data folder. It is written at most a moment after a key and goes
away with the next successful save, so it is found again only after a crash, or when saving failed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from axon_desktop.atomic_write import write_atomically

_MAX_BYTES = 64 << 20
_MAX_LISTED = 20
_MAX_LISTED_BYTES = 8 << 20


@dataclass(frozen=True, slots=True)
class Draft:
    """Text that was not saved."""

    path: str
    """Vault path of the note."""
    text: str
    """All of it, as the file would hold it."""
    base_sha256: str
    """Of the file that it was made from."""
    time: float
    """Seconds since the epoch."""


class Drafts:
    """The drafts of one vault; every method is for a thread."""

    def __init__(self, data_dir: Path) -> None:
        self._folder = data_dir / "drafts"

    def keep(self, draft: Draft) -> None:
        """Write a draft in place of the one before; a kill leaves the one or the other.

        Raises:
            OSError: the disk refused.
        """
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        _write(self._place(draft.path), draft)

    def find(self, path: str) -> Draft | None:
        """Return the newest draft of a note and set it aside, so that what is written from now on leaves it alone.

        None without, also if it cannot be read.
        """
        current = self._place(path)
        draft = _read(current, path)
        if draft is not None:
            with suppress(OSError):
                current.replace(self._aside(draft))
        else:
            found = (_read(place, path) for place in self._folder.glob(f"{current.stem}-*.json"))
            draft = max((one for one in found if one is not None), key=lambda one: one.time, default=None)
        return draft

    def paths(self) -> list[str]:
        """Return the notes that have a draft, the newest first; of many only the newest."""
        places = sorted(self._folder.glob("*.json"), key=_modified, reverse=True)[:_MAX_LISTED]
        found = (_read(place) for place in places if 0 <= _size(place) <= _MAX_LISTED_BYTES)
        return list(dict.fromkeys(draft.path for draft in found if draft is not None))

    def follow(self, moved: Mapping[str, str]) -> None:
        """Let drafts go with files that have other paths now, by their old ones; those set aside, too."""
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
            if "-" in place.stem or (to.exists() and to not in found):  # what is written there now stays
                to = self._aside(draft)
            with suppress(OSError):
                _write(to, draft)
                kept.add(to)
                if place not in kept:
                    place.unlink()

    def drop(self, path: str) -> None:
        """Forget what is being written of a note: its file holds it."""
        with suppress(OSError):
            self._place(path).unlink()

    def discard(self, draft: Draft) -> None:
        """Forget a draft that was found."""
        with suppress(OSError):
            self._aside(draft).unlink()

    def _place(self, path: str) -> Path:
        return self._folder / f"{hashlib.sha256(path.encode('utf-8', 'surrogatepass')).hexdigest()[:32]}.json"

    def _aside(self, draft: Draft) -> Path:
        return self._place(draft.path).with_stem(f"{self._place(draft.path).stem}-{round(draft.time * 1000)}")


def _write(place: Path, draft: Draft) -> None:
    write_atomically(place, json.dumps(asdict(draft)).encode("ascii"), lasting=False)


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
    """Return a draft, of this note only if one is named; None if it cannot be read."""
    try:
        with place.open("rb") as file:
            found: Any = json.loads(file.read(_MAX_BYTES))
        draft = Draft(**found)
    except (OSError, ValueError, TypeError, RecursionError):
        return None
    is_wanted = isinstance(draft.path, str) and path in ("", draft.path)
    return draft if is_wanted and isinstance(draft.text, str) else None
