"""Reading notes completely: a file that another program is just writing is waited for.

While a program truncates and rewrites a note in place, a quarter of all reads are torn (measured),
and an edit built on a torn read destroys the note. So a file younger than a second that we did not write ourselves
is read until two reads agree and, where the system can tell, nobody has it open for writing: a writer that has to
wait for the processor leaves half a text that looks settled.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from msgspec import Struct

from axon_desktop.errors import N_, ReadFailedError
from axon_desktop.vault.files.folder import sha256
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.files.path_rules import shown

_YOUNG = 1.0
_PAUSE = 0.1
_TRIES = 20
_REMEMBERED = 1000


class Note(Struct, frozen=True):
    """A file as it was read."""

    path: str
    """Vault path that was really read."""
    data: bytes
    sha256: str

    @property
    def text(self) -> str:
        """The bytes as text; nothing is dropped or changed, a BOM stays.

        Raises:
            ReadFailedError: the file is not UTF-8 text.
        """
        try:
            return self.data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise ReadFailedError(N_("Core", "{name} is not a UTF-8 text file"), name=shown(self.path)) from error


class NoteReader:
    """Reads files through the path gateway, and knows which texts are our own."""

    def __init__(self, gateway: PathGateway) -> None:
        self._gateway = gateway
        self._own: dict[str, str] = {}

    def remember(self, path: str, digest: str | None) -> None:
        """Remember what we wrote: such a text is known to be complete."""
        self._own.pop(path, None)
        if digest is not None:
            self._own[path] = digest
        while len(self._own) > _REMEMBERED:
            self._own.pop(next(iter(self._own)), None)

    def read(self, parts: Sequence[str]) -> Note:
        """Return a note, once it is whole.

        Raises:
            NoteNotFoundError: there is no such file.
            ReadFailedError: it is no plain file, or another program keeps writing to it.
        """
        return self.read_all([parts])[0]

    def read_all(self, all_parts: Sequence[Sequence[str]]) -> list[Note]:
        """Return several notes, once each is whole; they are waited for together. Raises as `read` does."""
        notes: dict[int, Note] = {}
        seen: dict[int, tuple[str, int, int]] = {}
        for attempt in range(_TRIES):
            if attempt:
                time.sleep(_PAUSE)
            for index, parts in enumerate(all_parts):
                if index in notes:
                    continue
                path = "/".join(parts)
                # Asked before reading: a writer that pauses leaves half a text, which is the same for a while.
                held = self._gateway.is_held(parts)
                data, info = self._gateway.read(parts)
                digest = sha256(data)
                # An equal text is not enough: a file that is rewritten all the time is often found empty.
                last, seen[index] = seen.get(index), (digest, info.st_ino, info.st_mtime_ns)
                own = digest == self._own.get(path)
                old = abs(time.time() - info.st_mtime) >= _YOUNG
                if held and old and attempt == _TRIES - 1:
                    held = False  # open all the time, but nothing is written
                if own or ((old or seen[index] == last) and not held):
                    notes[index] = Note(path, data, digest)
            if len(notes) == len(all_parts):
                return [notes[index] for index in range(len(all_parts))]
        busy = next("/".join(parts) for index, parts in enumerate(all_parts) if index not in notes)
        raise ReadFailedError(
            N_("Core", "{name} is being written by another program; try again in a moment"),
            name=shown(busy),
        )
