"""Copies of files for a command to write to; their changes are then written like all others.

So a command never writes to the vault itself. The copies are compared with the originals afterwards, and the
differences become one proposal, recorded in the journal, all or nothing, and refused if a file changed meanwhile.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from axon_desktop.errors import InvalidPathError, ToolExecutionError, VaultError
from axon_desktop.text.file_names import is_canvas, is_note
from axon_desktop.vault import Vault
from axon_desktop.vault.files.path_rules import tidy_path
from axon_desktop.vault.history.changes import ChangePreview, Proposal
from axon_desktop.vault.trust.executable_code import new_executable

_MOST_FILES = 2000
_MOST_BYTES = 100 << 20
_LARGEST = 20 << 20


class CommandCopies:
    """Copies of files and folders of a vault; all of this is slow, and for a thread."""

    def __init__(self, vault: Vault, paths: Sequence[str]) -> None:
        """Copy what the vault paths name, except dot folders, which are no part of the vault.

        Raises:
            VaultError: there is nothing of that name, or it is not in the vault.
            ToolExecutionError: it is too much, or the whole vault.
        """
        self._vault = vault
        self._before: dict[str, bytes] = {}
        self._bytes = 0
        self._folder = Path(tempfile.mkdtemp(prefix="axon-copies-"))
        self.places: dict[Path, Path] = {}
        """Paths in the vault, each with the copy that the command sees there."""
        try:
            for number, path in enumerate(paths):
                self._copy_one(vault.as_on_disk(tidy_path(path)), self._folder / str(number))
        except BaseException:
            self.close()
            raise

    def _copy_one(self, path: str, copy: Path) -> None:
        if not path:
            raise ToolExecutionError("a command may not write to the whole vault: name folders and files of it")
        place = self._vault.root.resolve() / path
        if place.is_dir():
            self._vault.list_folder(path)  # also checks whether it may be named at all
            self._copy_folder(path, copy)
        else:
            self._copy_file(path, copy)
        if place.resolve() != place:
            raise InvalidPathError(f"{path} is a link, or lies behind one")
        self.places[place] = copy

    def _copy_folder(self, path: str, copy: Path) -> None:
        copy.mkdir()
        for entry in self._vault.list_folder(path):
            if (self._vault.root / entry.path).is_symlink():
                continue
            (self._copy_folder if entry.is_folder else self._copy_file)(entry.path, copy / entry.name)

    def _copy_file(self, path: str, copy: Path) -> None:
        data = self._vault.read_attachment(path, _LARGEST)
        self._bytes += len(data)
        self._before[path] = data
        if len(self._before) > _MOST_FILES or self._bytes > _MOST_BYTES:
            raise ToolExecutionError(f"{path} and what was named before it are too much to be written to at once")
        copy.write_bytes(data)

    def collect(self) -> tuple[Proposal | None, dict[str, str]]:
        """Return the changes of the command, and those that are not taken over, each with the reason."""
        changes: list[ChangePreview] = []
        refused: dict[str, str] = {}
        seen: set[str] = set()
        for path, copy in self._files():
            seen.add(path)
            try:
                change = self._change(path, copy)
            except (VaultError, OSError) as error:
                refused[path] = str(error)
                continue
            if change.after == change.before:
                continue
            if why := _objection(change):
                refused[path] = why
            else:
                changes.append(change)
        refused |= {path: "it was deleted, which no command may do" for path in self._before if path not in seen}
        proposal = Proposal("write", changes[0].path, tuple(changes)) if changes else None
        return proposal, refused

    def _change(self, path: str, copy: Path) -> ChangePreview:
        """Return the change of one file.

        Raises:
            OSError: it is no plain file, or too large.
            VaultError: it may not have this name.
        """
        handle = os.open(copy, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with open(handle, "rb") as file:  # noqa: PTH123 - opened without following a link
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise OSError("it is no plain file")
            after = file.read(_LARGEST + 1)
        if len(after) > _LARGEST:
            raise OSError("it is too large")
        before = self._before.get(path)
        if before is None and is_note(path):
            self._vault.preview(path, "", "overwrite")  # checks whether a note may have this name
        return ChangePreview(path, before, after, "overwrite")

    def _files(self) -> Iterator[tuple[str, Path]]:
        """Yield each file of the copies with its vault path; dot items and links to folders are left out."""
        root = self._vault.root.resolve()
        for place, copy in self.places.items():
            base = PurePosixPath(place.relative_to(root).as_posix())
            if not copy.is_dir() or copy.is_symlink():
                yield str(base), copy
                continue
            for folder, folders, names in os.walk(copy):
                folders[:] = sorted(name for name in folders if not name.startswith("."))
                for name in sorted(names):
                    if not name.startswith("."):
                        yield str(base / Path(folder, name).relative_to(copy).as_posix()), Path(folder, name)

    def close(self) -> None:
        """Remove the copies."""
        shutil.rmtree(self._folder, ignore_errors=True)


def _objection(change: ChangePreview) -> str:
    """Return why a change would have to be asked about on its own; empty for an ordinary one."""
    if change.empties:
        return "it would be empty"
    if change.shrinks:
        return "it would lose more than half"
    texts = [data.decode("utf-8", "replace") for data in (change.before or b"", change.after)]
    if is_canvas(change.path):
        texts = [text.replace("\\n", "\n").replace('"', "\n") for text in texts]
    elif not is_note(change.path):
        return ""
    kinds = new_executable(texts[0], texts[1])
    return f"it would hold code that other programs run ({', '.join(kinds)})" if kinds else ""
