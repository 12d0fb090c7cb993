"""The paths of a vault by name, and the resolution of links among them: immutable data."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence

from axon_desktop.text.file_names import NOTE_SUFFIX, same_name, without_suffix


class NameTable:
    """All file paths at one moment."""

    def __init__(self, paths: Sequence[str] = (), by_name: Mapping[str, Sequence[str]] | None = None) -> None:
        """Take sorted paths; `by_name` is worked out if it is not given."""
        self.paths = paths
        """Vault paths of all files, sorted."""
        self._by_name = _group(paths) if by_name is None else by_name

    def has(self, path: str) -> bool:
        """Tell whether there is a file of exactly this path."""
        at = bisect_left(self.paths, path)
        return at < len(self.paths) and self.paths[at] == path

    def without(self, path: str) -> NameTable:
        """Return the table with a file removed."""
        return self.with_changes((), (path,))

    def with_changes(self, made: Iterable[str], removed: Iterable[str]) -> NameTable:
        """Return the table with some files added and some removed."""
        more = {path for path in made if not self.has(path)}
        less = {path for path in removed if self.has(path)}
        if not (more or less):
            return self
        paths = [path for path in self.paths if path not in less] if less else [*self.paths]
        paths += sorted(more)
        paths.sort()  # two sorted runs: merged in one go
        by_name, fresh = {**self._by_name}, _group([*more])
        for key in {*fresh, *map(name_key, less)}:
            present = [path for path in by_name.get(key, ()) if path not in less]
            by_name[key] = _ranked([*present, *fresh.get(key, ())])
        return NameTable(paths, by_name)

    def below(self, folder: str) -> Sequence[str]:
        """Return the files below a folder."""
        return self.paths[bisect_left(self.paths, f"{folder}/") : bisect_left(self.paths, f"{folder}0")]

    def ending_with(self, wanted: str) -> Sequence[str]:
        """Return the files of this name, or whose path ends with `Folder/Name`; shortest path first."""
        candidates = self._by_name.get(name_key(wanted), ())
        if "/" not in wanted:
            return candidates
        end = "/" + same_name(wanted)
        return [path for path in candidates if ("/" + same_name(path)).endswith(end)]

    def resolve_link(self, target: str, source: str) -> str | None:
        """Return the file that a link in `source` means, as Obsidian finds it, or None.

        The order: `./` and `../` from the source's folder and nowhere else; a full path from the root; the path
        from the source's folder; the end of any path, the shortest first. A note may be named without its suffix.
        """
        return self.find_link(target, source)[0]

    def find_link(self, target: str, source: str) -> tuple[str | None, bool]:
        """Return what `resolve_link` does, and whether nothing else could be meant.

        A `#` belongs to the name if there is such a file, else a heading follows it.
        """
        whole = target.strip()
        name = whole.partition("#")[0].strip()
        found = self._find_link(whole, source)
        return found if found[0] is not None or name == whole else self._find_link(name, source)

    def _find_link(self, target: str, source: str) -> tuple[str | None, bool]:
        if not target:
            return None, True
        folder = source.rpartition("/")[0]
        if target.startswith(("./", "../")):
            return self.find_path(joined(folder, target)), True
        target = target.lstrip("/")
        found = self.find_path(target) or (self.find_path(joined(folder, target)) if folder else None)
        if found is not None:
            return found, True
        for wanted in _spellings(target):
            if candidates := self.ending_with(wanted):
                return candidates[0], len(candidates) == 1
        return None, True

    def find_path(self, path: str | None) -> str | None:
        """Return the file of this path from the root, but for case, Unicode form and the suffix of a note."""
        if not path:
            return None
        for wanted in _spellings(path):
            if self.has(wanted):
                return wanted
            same = same_name(wanted)
            for known in self._by_name.get(name_key(wanted), ()):
                if same_name(known) == same:
                    return known
        return None


def name_key(path: str) -> str:
    """Return the form of a path's last part under which files of the same name are found."""
    return same_name(path.rsplit("/", 1)[-1])


def link_keys(path: str) -> frozenset[str]:
    """Return the keys of the last part of every link that could mean this file."""
    return frozenset((name_key(path), name_key(without_suffix(path))))


def joined(folder: str, target: str) -> str | None:
    """Return a relative path from the root; None if it leads out of the vault."""
    parts = folder.split("/") if folder else []
    for part in target.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def relative(folder: str, path: str) -> str:
    """Return a path as seen from a folder."""
    here, there = folder.split("/") if folder else [], path.split("/")
    shared = 0
    while shared < min(len(here), len(there) - 1) and here[shared] == there[shared]:
        shared += 1
    return "/".join([".."] * (len(here) - shared) + there[shared:])


def _spellings(target: str) -> tuple[str, str]:
    """Return the paths that a target may mean: the file itself first if it may have a suffix, else the note."""
    note = target + NOTE_SUFFIX
    return (target, note) if "." in target.rsplit("/", 1)[-1] else (note, target)


def _ranked(paths: Iterable[str]) -> list[str]:
    return sorted(paths, key=lambda path: (path.count("/"), len(path), path))


def _group(paths: Sequence[str]) -> dict[str, Sequence[str]]:
    groups: dict[str, list[str]] = {}
    for path in paths:
        groups.setdefault(name_key(path), []).append(path)
    return {key: _ranked(group) if len(group) > 1 else group for key, group in groups.items()}
