"""The vectors of a vault's passages, and which of them are nearest to another one.

In memory are only the signs of each vector, one bit for each dimension: those that differ in few are compared by
the vectors themselves, which stay in their file (`vector_file`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

from axon_desktop.meaning.path_table import PathTable
from axon_desktop.meaning.vector_file import NOTHING, NoteState, Record, VectorFile, sign_bytes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from axon_desktop.meaning.encoder import Vectors

_T = TypeVar("_T", bound=np.generic)

_BLOCK = 8_192
"""Passages of a block of signs."""
_AT_ONCE = 256
"""Records that are learned together."""
_LOOKED_AT = 1_000
"""Passages that are compared by their vectors."""
_MORE = 3
"""So many times as many notes are looked at as are asked for."""
_WHOLE = 0.4
"""How much all passages of a note count beside the best one."""
_CROWD, _NEAREST, _CROWDED = 1_000, 10, 0.5
"""Passages of the sample; how many of them say how crowded it is around a note; how much that counts."""
_USUAL = 200
_MOST_OF_NOTE = 16
"""Passages that stand for all of a note."""
_FAR = 0xFFFF
_SPARE = 4 << 20
"""Bytes that may be without use before the file is written again."""
_NOTE = np.dtype(
    [
        ("mtime_ns", np.int64), ("size", np.int64), ("digest", "V16"), ("stage", np.uint8), ("at", np.int64),
        ("first", np.int32), ("count", np.int32), ("length", np.int32),
    ]
)  # fmt: skip


class Near(NamedTuple):
    """A note that is near."""

    path: str
    number: int
    """Which of its passages is nearest."""
    nearness: float
    """1 for the same, 0 for nothing in common."""


class _Crowd:
    """Some of all passages: a note that is like many of them, as one from a template is, is near to any query."""

    def __init__(self, vectors: Vectors, owners: NDArray[np.int32], among: int) -> None:
        self._vectors, self._owners, self.among = vectors, owners, among
        self.usual = float(np.median(self.density(vectors[:_USUAL], owners[:_USUAL])))

    def density(self, vectors: Vectors, owners: NDArray[np.generic]) -> NDArray[np.float32]:
        """Return how near the nearest passages of other notes are to some passages of these notes."""
        nearest = [
            self._nearest(vectors[at : at + _USUAL], owners[at : at + _USUAL]).mean(axis=1)
            for at in range(0, len(vectors), _USUAL)  # all at once take much memory
        ]
        return np.concatenate(nearest)

    def _nearest(self, vectors: Vectors, owners: NDArray[np.generic]) -> NDArray[np.float32]:
        cosines = vectors @ self._vectors.T
        cosines[owners[:, None] == self._owners[None, :]] = -1
        cosines.partition(-_NEAREST, axis=1)
        return np.asarray(cosines[:, -_NEAREST:])


class VectorStore:
    """The vectors of one encoder; not safe to use from several threads."""

    def __init__(self, file: Path, encoder: str, *, write: bool) -> None:
        """Open it; the writer makes it new where there is none, or one of another encoder.

        Raises:
            OSError: it cannot be read, or written.
        """
        self._place, self._encoder, self._write = file, encoder, write
        self._spare = _SPARE
        self._open()

    def _open(self) -> None:
        self._file: VectorFile | None = None
        self._paths = PathTable()
        self._notes = np.zeros(0, _NOTE)
        self._live = self._rows = self.passages = 0
        self._signs: list[NDArray[np.uint64]] = []
        self._owners = np.zeros(0, np.int32)
        self._sample: _Crowd | None = None
        if not self._write and not self._place.exists():
            return
        self._file = VectorFile(self._place, self._encoder, write=self._write)
        self._learn_all()
        if self._write:
            self._file.cut()

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()

    def refresh(self) -> None:
        """Read what another process has written meanwhile."""
        if self._write:
            return
        if self._file is None or not (self._file.dims and self._file.is_current):
            self.close()
            self._open()
        else:
            self._learn_all()

    # What is known

    def paths(self) -> list[str]:
        """Return the notes that are known."""
        return [self._paths[int(number)] for number in self._known()]

    def others(self, paths: Iterable[str]) -> list[str]:
        """Return the notes that are known beside some."""
        is_other = self._notes["length"] > 0
        for path in paths:
            if (number := self._paths.find(path)) >= 0:
                is_other[number] = False
        return [self._paths[int(number)] for number in np.flatnonzero(is_other)]

    def _known(self) -> NDArray[np.int64]:
        return np.flatnonzero(self._notes["length"])

    def _number(self, path: str) -> int | None:
        number = self._paths.find(path)
        return number if number >= 0 and self._notes["length"][number] else None

    def state(self, path: str) -> NoteState | None:
        """Return what was encoded of a note; None for one that is not known."""
        number = self._number(path)
        if number is None:
            return None
        mtime_ns, size, digest, stage, *_ = self._notes[number].item()
        return NoteState(mtime_ns, size, digest, stage)

    def vectors(self, path: str) -> Vectors:
        """Return the vectors of a note's passages."""
        number = self._number(path)
        if number is None:
            return np.zeros((0, 0), np.float32)
        first, count = int(self._notes["first"][number]), int(self._notes["count"][number])
        return self._vectors(np.arange(first, first + count))

    def fingerprints(self, path: str) -> list[bytes]:
        """Return those of the texts of a note's passages."""
        number = self._number(path)
        if number is None or self._file is None:
            return []
        return self._file.fingerprints(int(self._notes["at"][number]), int(self._notes["count"][number]))

    def near(
        self,
        vector: Vectors,
        most: int,
        *,
        folder: str = "",
        among: Iterable[str] | None = None,
        without: str = "",
    ) -> list[Near]:
        """Return the nearest passage of each of the notes nearest to a vector, of a folder or of some notes."""
        if self._file is None or self._file.dims != len(vector):
            return []
        rows = self._candidates(vector, self._wanted(folder, among, without))
        cosines = self._vectors(rows) @ vector
        best: dict[int, tuple[int, float]] = {}
        for at in np.argsort(-cosines, kind="stable"):
            owner = int(self._owners[rows[at]])
            if owner not in best:
                best[owner] = int(rows[at]), float(cosines[at])
                if len(best) == _MORE * most:
                    break
        owners = np.fromiter(best, np.int64, len(best))
        nearness = self._nearness(owners, np.array([cosine for _, cosine in best.values()]), vector)
        first = self._notes["first"][owners]
        near = [
            Near(self._paths[owner], row - int(begin), float(how))
            for (owner, (row, _)), begin, how in zip(best.items(), first, nearness, strict=True)
        ]
        return sorted(near, key=lambda one: -one.nearness)[:most]

    def _nearness(
        self, owners: NDArray[np.int64], cosines: NDArray[np.float64], vector: Vectors
    ) -> NDArray[np.float64]:
        """Return how near notes are: by their best passage, by all of them, and less in a crowd."""
        counts = np.minimum(self._notes["count"][owners], _MOST_OF_NOTE)
        begins = np.cumsum(counts) - counts
        rows = np.repeat(self._notes["first"][owners] - begins, counts) + np.arange(counts.sum())
        vectors = self._vectors(rows)
        means = np.add.reduceat(vectors, begins, axis=0)
        whole = means @ vector / np.maximum(np.linalg.norm(means, axis=1), 1e-6)
        near: NDArray[np.float64] = (1 - _WHOLE) * cosines + _WHOLE * whole
        if (crowd := self._crowd()) is not None:
            density = crowd.density(vectors, np.repeat(owners, counts))
            near -= _CROWDED * (np.add.reduceat(density, begins) / counts - crowd.usual)
        return near

    def _crowd(self) -> _Crowd | None:
        """Return a sample of the passages; None where there are too few for one."""
        if self.passages < _CROWD:
            return None
        if self._sample is None or not 0.8 < self.passages / self._sample.among < 1.25:
            live = np.flatnonzero(self._owners[: self._rows] >= 0)
            rows = np.random.default_rng(0).choice(live, _CROWD, replace=False)
            self._sample = _Crowd(self._vectors(rows), self._owners[rows], self.passages)
        return self._sample

    def _wanted(self, folder: str, among: Iterable[str] | None, without: str) -> NDArray[np.bool_]:
        """Return for each number of a note whether it is looked at; the last place is for -1."""
        wanted = np.ones(len(self._paths) + 1, bool)
        if among is not None:
            wanted[:] = False
            wanted[[self._paths.find(path) for path in among]] = True
        elif folder:
            wanted[:-1] = self._paths.are_below(folder)
        wanted[[self._paths.find(without), -1]] = False
        return wanted

    def _candidates(self, vector: Vectors, wanted: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return the passages whose signs differ least from those of a vector, of the wanted notes."""
        sought = _signs(vector[None, :])[0]
        far = np.zeros(self._rows, np.uint16)
        for at, block in enumerate(self._signs):
            distance = far[at * _BLOCK : (at + 1) * _BLOCK]
            for word, bits in zip(block, sought, strict=True):
                distance += np.bitwise_count(word[: len(distance)] ^ bits)
        far[~wanted[self._owners[: self._rows]]] = _FAR
        edge = np.partition(far, _LOOKED_AT - 1)[_LOOKED_AT - 1] if len(far) > _LOOKED_AT else _FAR
        nearer = np.flatnonzero(far < edge)
        rows = np.concatenate([nearer, np.flatnonzero(far == edge)[: _LOOKED_AT - len(nearer)]])
        return np.asarray(rows[far[rows] != _FAR])

    def _vectors(self, rows: NDArray[np.int64]) -> Vectors:
        assert self._file is not None
        dims = self._file.dims
        read = np.zeros((len(rows), dims), np.int8)
        owners = self._owners[rows]
        places = self._notes["at"][owners] + (rows - self._notes["first"][owners]) * dims
        for at in np.argsort(places):
            data = self._file.read(int(places[at]), dims)
            if len(data) == dims:
                read[at] = np.frombuffer(data, np.int8)
        vectors = read.astype(np.float32)
        vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-6)
        return vectors

    # Writing

    def put(self, path: str, state: NoteState, vectors: Vectors, fingerprints: Sequence[bytes]) -> None:
        """Add a note, in place of what was known of it; the fingerprints are those of its passages' texts."""
        assert self._file is not None
        if not self._file.dims:
            self._file.begin(vectors.shape[1])
        scale = 127 / np.maximum(np.abs(vectors).max(axis=1, keepdims=True), 1e-6)
        data = np.rint(vectors * scale).astype(np.int8)
        record = self._file.append(path, state, _signs(data).tobytes(), fingerprints, data.tobytes())
        self._learn([record])

    def copy(self, old: str, path: str, state: NoteState) -> None:
        """Take what is known of a note for another version of it, or another path, of the same text."""
        self.put(path, state, self.vectors(old), self.fingerprints(old))

    def remove(self, path: str) -> None:
        """Forget a note."""
        if self._number(path) is not None and self._file is not None:
            self._learn([self._file.append(path, NoteState(0, 0, bytes(16), NOTHING), b"", (), b"")])

    def tidy(self) -> None:
        """Write the file again if much of it is no longer needed."""
        if self._file is None or self._file.end - self._live <= max(self._spare, self._file.end // 2):
            return
        replaced = self._file.write_again(self._records())
        self._open()
        if not replaced:
            self._spare = self._file.end

    def _records(self) -> Iterator[Record]:
        for number in self._known():
            note, path = self._notes[number], self._paths[number]
            state = self.state(path)
            assert state is not None
            yield Record(path, state, int(note["count"]), b"", int(note["at"]), int(note["length"]))

    def _learn_all(self) -> None:
        assert self._file is not None
        some: list[Record] = []
        for record in self._file.records():
            some.append(record)
            if len(some) == _AT_ONCE:
                self._learn(some)
                some = []
        self._learn(some)

    def _learn(self, records: list[Record]) -> None:
        """Keep in memory what some records hold."""
        first = self._rows
        self._owners = _with_room(self._owners, first + sum(record.passages for record in records))
        self._notes = _with_room(self._notes, len(self._paths) + len(records))
        for record in records:
            number = self._paths.add(record.path)
            old = self._notes[number]
            self._live += record.length - int(old["length"])
            self.passages += record.passages - int(old["count"])
            self._owners[old["first"] : old["first"] + old["count"]] = -1
            self._owners[first : first + record.passages] = number
            self._notes[number] = (*record.state, record.vectors_at, first, record.passages, record.length)
            first += record.passages
            if record.state.stage == NOTHING:
                self._live -= record.length
                self._notes[number]["length"] = 0
        self._keep_signs(b"".join([record.signs for record in records]))

    def _keep_signs(self, signs: bytes) -> None:
        words = sign_bytes(self._file.dims if self._file is not None else 0) // 8
        table = np.frombuffer(signs, np.uint64).reshape(-1, max(1, words))
        while len(table):
            at = self._rows % _BLOCK
            if at == 0:
                self._signs.append(np.zeros((words, _BLOCK), np.uint64))
            some, table = table[: _BLOCK - at], table[_BLOCK - at :]
            self._signs[-1][:, at : at + len(some)] = some.T
            self._rows += len(some)


def _signs(vectors: NDArray[np.float32] | NDArray[np.int8]) -> NDArray[np.uint64]:
    """Return a bit for each dimension, as whole words."""
    bits = np.packbits(vectors > 0, axis=1)
    padded = np.zeros((len(vectors), sign_bytes(vectors.shape[1])), np.uint8)
    padded[:, : bits.shape[1]] = bits
    return padded.view(np.uint64)


def _with_room(array: NDArray[_T], size: int) -> NDArray[_T]:
    """Return an array with room for more, which is a copy only now and then."""
    if size <= len(array):
        return array
    more = np.zeros(max(size, len(array) + len(array) // 8, 1_024) - len(array), array.dtype)
    return np.concatenate([array, more])
