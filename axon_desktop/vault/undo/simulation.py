"""The vault's files as they will be once everything that is planned is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from axon_desktop.text.file_names import same_name
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.files.path_rules import split_path
from axon_desktop.vault.undo.preview import UndoEffect

_NOTHING = object()


class UndoSimulation:
    """Starts from what is there now; every step that is planned is noted here, and can be dropped again."""

    def __init__(
        self, gateway: PathGateway, read: Callable[[str], bytes | None], over: frozenset[str] = frozenset()
    ) -> None:
        """Take what reads a file as it is now, None for no file, and the files whose later edits may go."""
        self.over = over
        self._gateway = gateway
        self._read = read
        self._texts: dict[str, bytes | None] = {}
        self._came_from: dict[str, str | None] = {}
        """Where a file that will be at a path is now; None for a path that a file will have left."""
        self._alike: dict[str, tuple[str, ...]] = {}
        """Paths to which something came, by what they are but for case and Unicode form."""
        self._effects: dict[str, UndoEffect] = {}
        self._trashed: dict[str, bool] = {}
        self._made_way: dict[str, bool] = {}
        """Paths of files that will be gone, with others in their places; whether each will be in the trash."""
        self._left: dict[str, bool] = {}
        """Folders that are taken away once nothing is in them."""
        self._noted: list[tuple[dict[str, Any], str, object]] = []
        """(table, key, what stood there) of everything that was noted since the last `keep`."""

    def keep(self) -> None:
        """Go on from here: what was noted so far holds."""
        self._noted.clear()

    def drop(self) -> None:
        """Forget what was noted since the last `keep`."""
        for table, key, old in reversed(self._noted):
            if old is _NOTHING:
                table.pop(key, None)
            else:
                table[key] = old
        self._noted.clear()

    def _note(self, table: dict[str, Any], key: str, value: object) -> None:
        """Let a value stand in a table; `_NOTHING` takes it out."""
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
        """Tell whether what is planned takes a file or a folder away from there."""
        return self._texts.get(path, b"") is None or self._came_from.get(path, "") is None or path in self._left

    def alike(self, path: str) -> str | None:
        """Return a file that will have come beside this one, and has its name but for case or Unicode form."""
        others = self._alike.get(same_name(path), ())
        return next((other for other in others if other != path and self.exists(other)), None)

    def source(self, path: str) -> str | None:
        """Return where the file that will be at a path is now; None for a path that a file will have left."""
        return self._came_from.get(path, path)

    def has_left(self, path: str) -> bool:
        """Tell whether a file will have moved away from there, and no other come."""
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
    def made_way(self) -> list[tuple[str, bool]]:
        """Where files are now that will be gone, while others will be at their paths, and whether to the trash."""
        return sorted(self._made_way.items())

    def effect(self, path: str) -> UndoEffect:
        """Return what becomes of later edits of a text."""
        return self._effects.get(path, "clean")

    # --- what is planned

    def set(self, path: str, text: bytes | None) -> None:
        """Note what a file will hold."""
        self._note(self._texts, path, text)
        if text is not None:
            self._came(path)

    def trash(self, path: str) -> None:
        """Note that a file will be in the trash."""
        self._note(self._texts, path, None)
        self._note(self._trashed, path, True)

    def leave(self, folder: str) -> None:
        """Note that a folder will be gone if nothing is left in it."""
        self._note(self._left, folder, True)

    def mark(self, path: str, effect: UndoEffect) -> None:
        """Note what becomes of later edits of a text; that some are overwritten counts most."""
        if self.effect(path) != "overwritten":
            self._note(self._effects, path, effect)

    def move(self, path: str, target: str) -> None:
        """Note that a file will have gone to another path."""
        gone = self.source(target)
        if gone is not None and self._texts.get(target, b"") is None:
            self._note(self._made_way, gone, self.is_trashed(target))
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
