"""The paths of the notes in a store, and the numbers by which they are found.

They are bytes, one after the other: as strings in a dictionary those of 100,000 notes would take 17 MB, and not 5.
"""

from __future__ import annotations

from array import array

_FREE = -1
_FEWEST = 1_024


class PathTable:
    """Gives each path a number, from 0 on, which it keeps."""

    def __init__(self) -> None:
        self._text = bytearray()
        self._ends = array("Q", [0])
        """Where each path ends in the text; the first one begins at 0."""
        self._slots = array("i", [_FREE]) * _FEWEST
        """A hash table: the numbers, each at the first free place from the hash of its path on."""

    def __len__(self) -> int:
        return len(self._ends) - 1

    def __getitem__(self, number: int) -> str:
        return self._name(number).decode("utf-8", "surrogatepass")

    def find(self, path: str) -> int:
        """Return the number of a path; -1 for one that has none."""
        return self._slots[self._slot(path.encode("utf-8", "surrogatepass"))]

    def are_below(self, folder: str) -> list[bool]:
        """Tell of each path whether it is in a folder, or below it."""
        text, prefix = self._text, f"{folder}/".encode("utf-8", "surrogatepass")
        return [text.startswith(prefix, begin) for begin in self._ends[:-1]]

    def add(self, path: str) -> int:
        """Return the number of a path, which is given one if it has none."""
        name = path.encode("utf-8", "surrogatepass")
        slot = self._slot(name)
        if self._slots[slot] != _FREE:
            return self._slots[slot]
        number = self._slots[slot] = len(self)
        self._text += name
        self._ends.append(len(self._text))
        if 2 * len(self) > len(self._slots):
            self._slots = array("i", [_FREE]) * (2 * len(self._slots))
            for known in range(len(self)):
                self._slots[self._slot(self._name(known))] = known
        return number

    def _name(self, number: int) -> bytes:
        return bytes(self._text[self._ends[number] : self._ends[number + 1]])

    def _slot(self, name: bytes) -> int:
        """Return the place of a path in the hash table, or the free one where it belongs."""
        slot = hash(name) % len(self._slots)
        while (number := self._slots[slot]) != _FREE and self._name(number) != name:
            slot = (slot + 1) % len(self._slots)
        return slot
