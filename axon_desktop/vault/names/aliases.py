"""Other names of notes, from the property `aliases`: read when first asked for, and again where a file changed."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator, Sequence

from axon_desktop.markdown.scan.properties import aliases_of, front_matter_end, read_properties
from axon_desktop.text.file_names import is_note, same_name, without_suffix
from axon_desktop.vault.files.bulk_read import read_files
from axon_desktop.vault.files.path_gateway import PathGateway

_HEAD_BYTES = 32 << 10
"""Front matter that is longer is read this far."""
_FRESH = 5.0
"""Seconds for which the aliases are taken as they were read, however long that took."""
_PATIENCE = 20
"""The same as a multiple of the time that it took."""


class AliasIndex:
    """Which note has which alias; safe to use from any thread."""

    def __init__(self, gateway: PathGateway) -> None:
        self._gateway = gateway
        self._lock = threading.Lock()
        self._by_alias: dict[str, list[str]] = {}
        self._read_at: float | None = None
        self._took = 0.0

    def find(self, alias: str, paths: Sequence[str]) -> str | None:
        """Return the note among `paths` with this alias, the shortest path first; None if there is none."""
        wanted = same_name(without_suffix(alias.strip()))
        with self._lock:
            patience = min(_FRESH, self._took * _PATIENCE)
            if self._read_at is None or time.monotonic() - self._read_at > patience:
                started = time.monotonic()
                self._by_alias = self._collect(paths)
                self._read_at = time.monotonic()
                self._took = self._read_at - started
            found = self._by_alias.get(wanted, [])
        return min(found, key=lambda path: (path.count("/"), len(path), path), default=None)

    def _collect(self, paths: Iterable[str]) -> dict[str, list[str]]:
        by_alias: dict[str, list[str]] = {}
        notes = (path for path in paths if is_note(path))
        for path, head in read_files(self._gateway, notes, head=_HEAD_BYTES):
            for alias in _aliases(head):
                by_alias.setdefault(same_name(alias), []).append(path)
        return by_alias


def _aliases(head: bytes) -> Iterator[str]:
    """Yield the aliases in the first bytes of a note."""
    head = head.removeprefix(b"\xef\xbb\xbf")
    if not head.startswith(b"---") or b"alias" not in head.lower():
        return
    text = head.decode("utf-8", "replace")
    end = front_matter_end(text)
    if end or len(head) == _HEAD_BYTES:
        yield from aliases_of(read_properties(text[: end or None]))
