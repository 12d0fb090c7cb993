"""Walking a path part by part, each opened relative to the one before, with links resolved by our own code.

A link is never followed by the system. Its text is read, its parts are checked like any others and walked again;
so whatever is opened in the end was reached through real folders of the vault only.
"""

from __future__ import annotations

import os
import re
import stat
import unicodedata
from collections.abc import Sequence
from pathlib import Path

from axon_desktop.errors import N_, FolderNotFoundError
from axon_desktop.text.file_names import same_name
from axon_desktop.vault.files.folder import Folder, is_link
from axon_desktop.vault.files.path_rules import check_part, invalid, outside

_MAX_LINKS = 40
_SECOND_NAME = re.compile(r"~\d|[. ]$")
"""What a short name of Windows has, and what Windows drops from the end of a name."""


class ListedNames:
    """The names that folders list. Some disks also find a file by others: in another case or form, cut short.

    Only the listed one is a file's name, so that links, the journal and the rules of paths all mean the same. It
    costs one look at each folder of a disk that is exact, and the folder's list on one that is not.
    """

    def __init__(self) -> None:
        self._exact: set[tuple[str, ...]] = set()
        """Folders in which another case was seen to be another name."""

    def is_exact(self, place: tuple[str, ...], name: str) -> bool:
        """Tell without looking whether a name that is found in a folder is the listed one."""
        return place in self._exact and name.isascii() and not _SECOND_NAME.search(name)

    def find(self, folder: Folder, name: str) -> str | None:
        """Return the name that a folder lists for what it finds by `name`; None if it lists none."""
        if self.is_exact(folder.parts, name) or not self._may_be_second(folder, name):
            return name
        names = folder.names()
        if name in names:
            return name
        wanted, found = same_name(name), folder.stat(name)
        alike = [other for other in names if same_name(other) == wanted]
        if found is not None and len(alike) > 1:
            alike = [other for other in alike if (it := folder.stat(other)) and os.path.samestat(it, found)]
        return alike[0] if len(alike) == 1 else None

    def _may_be_second(self, folder: Folder, name: str) -> bool:
        if _SECOND_NAME.search(name):
            return True
        forms = {unicodedata.normalize(form, name) for form in ("NFC", "NFD")} if not name.isascii() else set()
        other_case = _swapped(name)
        if folder.parts not in self._exact:
            forms |= {other_case, _swapped(name, only_ascii=True)}
        if any(folder.stat(form) is not None for form in forms - {name}):
            return True
        if other_case != name and name.isascii():
            self._exact.add(folder.parts)
        return False


def _swapped(name: str, *, only_ascii: bool = False) -> str:
    """Return a name in the other case as disks see it: letter by letter, each a single one in both cases."""
    letters = ((letter, letter.swapcase()) for letter in name)
    return "".join(it if len(other) > 1 or (only_ascii and not it.isascii()) else other for it, other in letters)


class Walk:
    """One walk from the vault's root; holds the deepest folder that was reached."""

    def __init__(self, root: str, parts: Sequence[str], listed: ListedNames, *, handles: bool) -> None:
        self._root = root
        self._listed = listed
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
            if info is not None:
                name = self._as_listed(name)
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
            inner = self.folder.enter(name)
        except OSError:
            return None
        try:
            listed = self._as_listed(name)
        except BaseException:
            inner.close()
            raise
        if listed == name:
            return inner
        with inner:
            return self.folder.enter(listed)

    def _as_listed(self, name: str) -> str:
        """Return the listed name of what was found in this folder."""
        listed = self._listed.find(self.folder, name) or self._listed.find(self.folder, name)  # renamed meanwhile
        if listed is None:
            raise invalid(self._path, N_("Core", "its folder has no item that is called {name}"), name=name)
        return listed

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
