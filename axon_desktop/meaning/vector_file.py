"""The file of a vault's vectors: it only grows, and repairs itself.

It begins with what it is of; then comes a record for each note that was encoded, with its checksum. The last
record of a path holds. A kill cuts a record off, and damage spoils some: what has no right checksum is passed
over, and is gone when the file is written again, which happens when half of it is no longer needed.
"""

from __future__ import annotations

import hashlib
import os
import struct
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Literal, NamedTuple, TypeAlias

Stage: TypeAlias = Literal[0, 1, 2]
"""How much of a note is encoded: nothing, its beginning, all."""
NOTHING: Stage = 0
BEGINNING: Stage = 1
ALL: Stage = 2

_MAGIC = b"AxonMng2"
_HEAD = struct.Struct("<8sI4x16s")
_MARK = b"\xa7Mng"
_RECORD = struct.Struct("<4sIIHBxIqq16s")
"""Mark; checksum of all that follows it; bytes of the record; bytes of the path; stage; passages; time and size of
the file, digest of its text. Then come the path and, for all passages, their signs, fingerprints of their texts,
and vectors."""
_FINGERPRINT = 8
_CHECKED = 8
"""Where begins what the checksum is of."""
_MOST_RECORD = 64 << 20
_LOOK = 1 << 20


class NoteState(NamedTuple):
    """The version of a note that was encoded, and how much of it."""

    mtime_ns: int
    size: int
    digest: bytes
    stage: Stage


class Record(NamedTuple):
    """What the file has of one note."""

    path: str
    state: NoteState
    passages: int
    signs: bytes
    """One bit for each dimension, padded to eight bytes, passage by passage."""
    vectors_at: int
    """Place of the first vector in the file; each has a byte for each dimension."""
    length: int
    """Bytes of the record."""


def fingerprint(text: str) -> bytes:
    """Return what tells the text of a passage from others."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_FINGERPRINT).digest()


def sign_bytes(dims: int) -> int:
    """Return how many bytes the signs of one vector take."""
    return (dims + 63) // 64 * 8


class VectorFile:
    """One process writes it, any number read."""

    def __init__(self, file: Path, encoder: str, *, write: bool) -> None:
        """Open it; the writer empties one that is of another encoder, or none of these files.

        Raises:
            OSError: it cannot be opened.
        """
        self._file = file
        self._encoder = hashlib.blake2b(encoder.encode(), digest_size=16).digest()
        self.end = _HEAD.size
        """Bytes up to the end of the last sound record."""
        self.dims = 0
        """Dimensions of its vectors; 0 for an empty one."""
        if write:
            file.parent.mkdir(parents=True, exist_ok=True)
        self._stream: BinaryIO
        if not write:
            self._stream = file.open("rb")
        elif file.exists():
            self._stream = file.open("r+b")
        else:
            self._stream = file.open("w+b")
        head = self._stream.read(_HEAD.size)
        if len(head) == _HEAD.size:
            magic, dims, made_by = _HEAD.unpack(head)
            self.dims = dims if magic == _MAGIC and made_by == self._encoder else 0
        if write and not self.dims:
            self._stream.close()
            with suppress(OSError):  # on Windows it stays, and is emptied, if another process has it open
                file.unlink()
            self._stream = file.open("w+b")

    def close(self) -> None:
        """Close it."""
        self._stream.close()

    @property
    def is_current(self) -> bool:
        """Whether no other file has come into its place."""
        try:
            return os.path.samestat(os.fstat(self._stream.fileno()), self._file.stat())
        except OSError:
            return False

    def records(self) -> Iterator[Record]:
        """Yield each sound record from the place up to which it was read; damage is passed over."""
        at, size = self.end, self._stream.seek(0, os.SEEK_END)
        while self.dims and at + _RECORD.size <= size:
            record = self._record_at(at, size)
            if record is None:
                at = self._next_mark(at + 1, size)
            else:
                at += record.length
                self.end = at
                yield record

    def cut(self) -> None:
        """Cut off what a kill has left after the last sound record."""
        self._stream.truncate(self.end if self.dims else 0)

    def append(
        self, path: str, state: NoteState, signs: bytes, fingerprints: Sequence[bytes], vectors: bytes
    ) -> Record:
        """Add a record."""
        name, count = path.encode("utf-8", "surrogatepass"), len(fingerprints)
        length = _RECORD.size + len(name) + len(signs) + _FINGERPRINT * count + len(vectors)
        fields = _RECORD.pack(
            _MARK, 0, length, len(name), state.stage, count, state.mtime_ns, state.size, state.digest
        )
        data = bytearray(b"".join((fields, name, signs, *fingerprints, vectors)))
        struct.pack_into("<I", data, 4, zlib.crc32(memoryview(data)[_CHECKED:]))
        self._stream.seek(self.end)
        self._stream.write(data)
        self._stream.flush()
        self.end += length
        return Record(path, state, count, signs, self.end - len(vectors), length)

    def begin(self, dims: int) -> None:
        """Make it an empty file of vectors of so many dimensions."""
        self._stream.seek(0)
        self._stream.truncate(0)
        self._stream.write(_HEAD.pack(_MAGIC, dims, self._encoder))
        self._stream.flush()
        self.dims, self.end = dims, _HEAD.size

    def read(self, at: int, length: int) -> bytes:
        """Return bytes of the file. It is not mapped: if it were cut short, reading would end the process."""
        self._stream.seek(at)
        return self._stream.read(length)

    def fingerprints(self, vectors_at: int, count: int) -> list[bytes]:
        """Return those of a record's passages."""
        data = self.read(vectors_at - count * _FINGERPRINT, count * _FINGERPRINT)
        return [data[at : at + _FINGERPRINT] for at in range(0, len(data), _FINGERPRINT)]

    def write_again(self, records: Iterable[Record]) -> bool:
        """Put a file with only these records in its place, and close it; tell whether that could be done.

        Else, as on Windows while another process reads it, the old one stays.
        """
        new = self._file.with_suffix(".new")
        with new.open("w+b") as target:
            target.write(_HEAD.pack(_MAGIC, self.dims, self._encoder))
            for record in records:
                begin = record.vectors_at + record.passages * self.dims - record.length
                target.write(self.read(begin, record.length))
            target.flush()
            os.fsync(target.fileno())
        self.close()
        with suppress(OSError):
            new.replace(self._file)
            return True
        return False

    def _record_at(self, at: int, size: int) -> Record | None:
        fields = self.read(at, _RECORD.size)
        mark, crc, length, name, stage, count, mtime_ns, file_size, digest = _RECORD.unpack(fields)
        signs = count * sign_bytes(self.dims)
        begin = _RECORD.size + name
        vectors = begin + signs + count * _FINGERPRINT
        if mark != _MARK or length != vectors + count * self.dims or at + length > size:
            return None
        data = fields + self._stream.read(length - _RECORD.size)
        if zlib.crc32(memoryview(data)[_CHECKED:]) != crc:
            return None
        path = data[_RECORD.size : begin].decode("utf-8", "surrogatepass")
        state = NoteState(mtime_ns, file_size, digest, stage)
        return Record(path, state, count, data[begin : begin + signs], at + vectors, length)

    def _next_mark(self, at: int, size: int) -> int:
        """Return where the next record may begin; the end of the file if none does."""
        while at < size:
            data = self.read(at, _LOOK)
            found = data.find(_MARK)
            if found >= 0:
                return at + found
            at += max(1, len(data) - len(_MARK) + 1)
        return size
