"""Walking a path part by part, each opened relative to the one before, with links resolved by our own code.

A link is never followed by the system. Its text is read, its parts are checked like any others and walked again;
so whatever is opened in the end was reached through real folders of the vault only.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from pathlib import Path

from axon_desktop.errors import N_, FolderNotFoundError
from axon_desktop.vault.files.folder import Folder, is_link
from axon_desktop.vault.files.path_rules import check_part, invalid, outside

_MAX_LINKS = 40


class Walk:
    """One walk from the vault's root; holds the deepest folder that was reached."""

    def __init__(self, root: str, parts: Sequence[str], *, handles: bool) -> None:
        self._root = root
        self._handles = handles
        self._path = "/".join(parts)
        self._todo = list(reversed(parts))
        self._links = 0
        self.folder = self._open_root()

    def _open_root(self) -> Folder:
        try:
            return Folder.root(self._root, handles=self._handles)
        except (FileNotFoundError, NotADirectoryError) as error:
            raise FolderNotFoundError(self._root) from error

    def run(self, *, whole: bool) -> list[str]:
        """Enter parts as far as they exist and return those that are left; with `whole` the last one too.

        Raises:
            NotADirectoryError: a part on the way is a file.
            InvalidPathError: a link leads out of the vault, into a dot folder or nowhere.
            OSError: the system refused.
        """
        while self._todo:
            name = self._todo.pop()
            if name == "..":
                self._go_up()
                continue
            is_last = not whole and not self._todo
            if not is_last and (inner := self._entered(name)) is not None:
                self._move_to(inner)
                continue
            info = self.folder.stat(name)
            if info is not None and is_link(info):
                self._follow(name)
                continue
            if info is None or (is_last and not stat.S_ISDIR(info.st_mode)):
                left = [name, *reversed(self._todo)]
                if ".." in left:
                    raise invalid(self._path, N_("Core", "a link in it leads nowhere"))
                return left
            self._move_to(self.folder.enter(name))
        return []

    def _entered(self, name: str) -> Folder | None:
        """Return a folder in this one, opened at once, as most are; None if it is a link, missing, or refused."""
        try:
            return self.folder.enter(name)
        except OSError:
            return None

    def _move_to(self, folder: Folder) -> None:
        self.folder.close()
        self.folder = folder

    def _go_up(self) -> None:
        """Take a `..`, which only a link can bring, as the system does: from the real place that was reached."""
        above = self.folder.parts[:-1]
        if not self.folder.parts:
            raise outside(self._path, N_("Core", "a link in it leads out of the vault"))
        self._todo.extend(reversed(above))
        self._move_to(self._open_root())

    def _follow(self, name: str) -> None:
        self._links += 1
        if self._links > _MAX_LINKS:
            raise invalid(self._path, N_("Core", "too many links"))
        target = self.folder.readlink(name)
        if Path(target).is_absolute():
            real, root = Path(os.path.realpath(target)).parts, Path(os.path.realpath(self._root)).parts
            if real[: len(root)] != root:
                raise outside(self._path, N_("Core", "a link in it leads out of the vault"))
            parts = list(real[len(root) :])
            self._move_to(self._open_root())
        else:
            parts = [part for part in target.replace(os.sep, "/").split("/") if part not in ("", ".")]
        for part in parts:
            if part != "..":
                check_part(part, self._path)
        self._todo.extend(reversed(parts))
