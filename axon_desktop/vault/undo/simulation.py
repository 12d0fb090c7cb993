"""Simulation of an undo: the vault's files as they will be after the planned steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from axon_desktop.text.file_names import same_name
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.files.path_rules import split_path
from axon_desktop.vault.undo.preview import UndoEffect

_NOTHING = object()


class UndoSimulation:
    """Starts from the present files; planned steps are recorded here, and can be dropped again."""

    def __init__(
        self, gateway: PathGateway, read: Callable[[str], bytes | None], over: frozenset[str] = frozenset()
    ) -> None:
        """Take a function that reads a file (None for no file), and files whose later edits may be overwritten."""
        self.over = over
        self._gateway = gateway
        self._read = read
        self._texts: dict[str, bytes | None] = {}
        self._came_from: dict[str, str | None] = {}
        """Where a file that will be at a path is now; None for a path that a file will have left."""
        self._alike: dict[str, tuple[str, ...]] = {}
        """Paths that got a file, by their form without case and Unicode differences."""
        self._effects: dict[str, UndoEffect] = {}
        self._trashed: dict[str, bool] = {}
        self._displaced: dict[str, bool] = {}
        """Paths of files that others will replace; whether each will be in the trash."""
        self._left: dict[str, bool] = {}
        """Folders that are removed once they are empty."""
        self._noted: list[tuple[dict[str, Any], str, object]] = []
        """(table, key, earlier value) of everything recorded since the last `keep`."""

    def keep(self) -> None:
        """Commit what was recorded so far."""
        self._noted.clear()

    def drop(self) -> None:
        """Roll back what was recorded since the last `keep`."""
        for table, key, old in reversed(self._noted):
            if old is _NOTHING:
                table.pop(key, None)
            else:
                table[key] = old
        self._noted.clear()

    def _note(self, table: dict[str, Any], key: str, value: object) -> None:
        """Set a value in a table; `_NOTHING` removes it."""
        self._noted.append((table, key, table.get(key, _NOTHING)))
        if value is _NOTHING:
            table.pop(key, None)
        else:
            table[key] = value

    # --- what will be

    @property
    def touched(self) -> set[str]:
        """Every path that is known to have another file or text, or was read."""
        return self._texts.keys() | self._came_from.keys()

    def exists(self, path: str) -> bool:
        """Tell whether a file will be there."""
        if path in self._texts:
            return self._texts[path] is not None
        source = self.source(path)
        return source is not None and self._gateway.is_file(split_path(source))

    def leaves(self, path: str) -> bool:
        """Tell whether the planned steps remove a file or folder there."""
        return self._texts.get(path, b"") is None or self._came_from.get(path, "") is None or path in self._left

    def alike(self, path: str) -> str | None:
        """Return a file that will be beside this one, with a name that differs only in case or Unicode form."""
        others = self._alike.get(same_name(path), ())
        return next((other for other in others if other != path and self.exists(other)), None)

    def source(self, path: str) -> str | None:
        """Return where the file that will be at a path is now; None for a path that a file will have left."""
        return self._came_from.get(path, path)

    def has_left(self, path: str) -> bool:
        """Tell whether a file will have moved away from there, and no other replaced it."""
        return self._came_from.get(path, "") is None and self._texts.get(path) is None

    def has_text(self, path: str) -> bool:
        """Tell whether the text there was asked for or set."""
        return path in self._texts

    def text(self, path: str) -> bytes | None:
        """Return what a file will hold; None for no file."""
        if path not in self._texts:
            source = self.source(path)
            self._note(self._texts, path, None if source is None else self._read(source))
        return self._texts[path]

    def is_trashed(self, path: str) -> bool:
        """Tell whether the file that is now there will be in the trash."""
        return self._trashed.get(path, False)

    @property
    def displaced(self) -> list[tuple[str, bool]]:
        """Present paths of files that others will replace, and whether each goes to the trash."""
        return sorted(self._displaced.items())

    def effect(self, path: str) -> UndoEffect:
        """Return the effect on later edits of a text."""
        return self._effects.get(path, "clean")

    # --- what is planned

    def set(self, path: str, text: bytes | None) -> None:
        """Record the future text of a file."""
        self._note(self._texts, path, text)
        if text is not None:
            self._came(path)

    def trash(self, path: str) -> None:
        """Record that a file will be in the trash."""
        self._note(self._texts, path, None)
        self._note(self._trashed, path, True)

    def leave(self, folder: str) -> None:
        """Record that a folder will be removed if it is empty."""
        self._note(self._left, folder, True)

    def mark(self, path: str, effect: UndoEffect) -> None:
        """Record the effect on later edits of a text; overwriting outweighs the others."""
        if self.effect(path) != "overwritten":
            self._note(self._effects, path, effect)

    def move(self, path: str, target: str) -> None:
        """Record that a file will have moved to another path."""
        replaced = self.source(target)
        if replaced is not None and self._texts.get(target, b"") is None:
            self._note(self._displaced, replaced, self.is_trashed(target))
            self._note(self._trashed, target, False)
        self._came(target)
        self._note(self._came_from, target, self._came_from.get(path, path))
        self._note(self._came_from, path, None)
        self._note(self._texts, target, self._texts.get(path, _NOTHING))
        self._note(self._texts, path, _NOTHING)
        self._note(self._effects, target, self._effects.get(path, _NOTHING))
        self._note(self._effects, path, _NOTHING)

    def _came(self, path: str) -> None:
        name = same_name(path)
        self._note(self._alike, name, tuple(dict.fromkeys((*self._alike.get(name, ()), path))))
