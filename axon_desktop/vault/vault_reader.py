"""Looking at a vault: its folders and files, which file a path means, and what a write or a trash would do."""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from axon_desktop.errors import N_, FolderNotFoundError, NoteNotFoundError, system_reason
from axon_desktop.vault.files.path_gateway import Entry, Newest, PathGateway
from axon_desktop.vault.files.path_rules import (
    link_target,
    normalize_path,
    shown,
    split_folder,
    split_path,
    tidy_path,
)
from axon_desktop.vault.files.reader import Note, NoteReader
from axon_desktop.vault.history.changes import ChangePreview, Proposal, preview_text

if TYPE_CHECKING:
    from axon_desktop.vault.names.index import NameIndex


class VaultReader:
    """The part of a vault that writes nothing."""

    def __init__(self, root: str | Path) -> None:
        """Take a folder; nothing is read yet.

        Raises:
            FolderNotFoundError: there is no such folder.
        """
        try:
            self.root = Path(os.path.abspath(Path(root).expanduser()))  # noqa: PTH100 - links as the user named them
            """Absolute path, links not resolved."""
            found = self.root.is_dir()
        except (OSError, RuntimeError) as error:  # not accessible, too long; a home of no user
            why = system_reason(error) if isinstance(error, OSError) else str(error)
            raise FolderNotFoundError(
                N_("Core", "{path} ({reason})"), path=shown(str(root)), reason=why
            ) from error
        if not found:
            raise FolderNotFoundError(shown(str(root)))
        real = os.path.realpath(self.root)
        self.id = hashlib.sha256(os.path.normcase(real).encode("utf-8", "surrogateescape")).hexdigest()[:16]
        """Name of the vault's folder in the user's data folder."""
        self.name = self.root.name or str(self.root)
        self._gateway = PathGateway(self.root)
        self._reader = NoteReader(self._gateway)
        self._making = threading.RLock()
        self._names: NameIndex | None = None

    @property
    def names(self) -> NameIndex:
        """The names of all files; empty until its `scan` ran."""
        with self._making:
            if self._names is None:
                from axon_desktop.vault.names.index import NameIndex

                self._names = NameIndex(self.root, self._gateway)
            return self._names

    def list_folder(self, path: str, newest: Newest = "") -> list[Entry]:
        """Return the items of a folder; "" and "/" are the root. Dot items are no items.

        With `newest` the files that were changed or created last come first.

        Raises:
            FolderNotFoundError: there is no such folder.
            InvalidPathError: the path leaves the vault.
        """
        return self._gateway.list_folder(self.as_on_disk(path), newest)

    def as_on_disk(self, path: str) -> str:
        """Return a path as the disk spells it; what is not there in any Unicode form stays as it is.

        Raises:
            InvalidPathError: the path leaves the vault.
        """
        return "/".join(self._gateway.as_on_disk(split_folder(path)))

    def resolve(self, path: str) -> str:
        """Return the vault path of the file that a path means.

        In this order: with `.md`; literally, but for Unicode form; ignoring case too; by file name or alias
        anywhere; of a wikilink, its target; a name that the path misspells.

        Raises:
            NoteNotFoundError: nothing is near; up to three suggestions follow the path.
            InvalidPathError: the path leaves the vault.
        """
        literal = split_path(path)
        note = split_path(normalize_path(path))
        for parts in dict.fromkeys((note, literal)):
            spelled = self._gateway.real_path(parts)
            if self._gateway.is_file(spelled):
                return "/".join(spelled)
        for parts in dict.fromkeys((note, literal)):
            same = self._gateway.find_same(parts)
            if same is not None and self._gateway.is_file(same):
                return "/".join(self._gateway.real_path(same))
        found = self.names.find_name(path)
        if found is not None:
            return found
        if target := link_target(path):
            return self.resolve(target)
        found, suggestions = self.names.find_near(path)
        if found is not None and self._gateway.is_file(split_path(found)):
            return found
        raise self._not_found(path, suggestions)

    @staticmethod
    def _not_found(path: str, suggestions: list[str]) -> NoteNotFoundError:
        if not suggestions:
            return NoteNotFoundError(shown(path))
        return NoteNotFoundError(
            N_("Core", "{path} (did you mean: {names}?)"),
            path=shown(path),
            names=", ".join(suggestions),
        )

    def read(self, path: str) -> Note:
        """Read the file that a path means, once it is whole.

        Raises:
            NoteNotFoundError: nothing is near.
            InvalidPathError: the path leaves the vault.
            ReadFailedError: it is no plain file, or another program keeps writing to it.
        """
        return self._reader.read(split_path(self.resolve(path)))

    def read_exactly(self, paths: Sequence[str]) -> list[Note]:
        """Read the files of exactly these paths, once each is whole; they are waited for together.

        Raises as `read` does.
        """
        return self._reader.read_all([split_path(path) for path in paths])

    def fetch(self, path: str) -> None:
        """Have the bytes of a file come to this computer, by reading it to its end; may take long, for a thread.

        Raises:
            NotDownloadedError: they did not come.
            VaultError: there is no such file, or it cannot be read.
        """
        self._gateway.fetch(split_path(path))

    def read_attachment(self, path: str, limit: int) -> bytes:
        """Read a file that is named exactly, such as an image, up to `limit` bytes.

        Raises:
            NoteNotFoundError: there is no such file.
            InvalidPathError: the path leaves the vault.
            ReadFailedError: it is no plain file, or larger.
        """
        return self._gateway.read(split_path(path), limit)[0]

    def preview(self, path: str, content: str, mode: Literal["overwrite", "append"]) -> ChangePreview:
        """Return what a write would do; nothing is written.

        What is added to, and the folders on the way, may be spelled in another Unicode form; a new text for a file
        that is there under another form is refused as the name of a second one.

        Raises:
            InvalidPathError: the path leaves the vault, or cannot be the name of a new note.
            ReadFailedError: what is there cannot be read, or is no UTF-8 text that could be added to.
            WriteFailedError: the content is not valid Unicode.
        """
        parts = split_path(normalize_path(path))
        path = "/".join(self._gateway.real_path(parts, makes_last=mode == "overwrite"))
        return preview_text(path, self._bytes_before(path), content, mode)

    def _bytes_before(self, path: str) -> bytes | None:
        """Return what is in a file that is to be written; None if there is none and one can be made."""
        parts = split_path(path)
        try:
            return self._reader.read(parts).data
        except NoteNotFoundError:
            with self._gateway.locate(parts) as place:
                if place.stat is None:
                    self._gateway.check_new(place, path)
        return None

    def locate(self, path: str) -> str:
        """Return the vault path of the file to be written, moved or trashed; never another one than it names.

        A file of exactly this name, but for Unicode form, comes first, whatever its kind, then the note of it.

        Raises:
            NoteNotFoundError: there is no such file; up to three suggestions follow the path.
            InvalidPathError: the path leaves the vault.
        """
        for wanted in dict.fromkeys((tidy_path(path), tidy_path(normalize_path(path)))):
            spelled = "/".join(self._gateway.real_path(split_path(wanted)))
            if self._has_file(spelled):
                return spelled
        raise self._not_found(path, self.names.find_near(path)[1])

    def _has_file(self, path: str) -> bool:
        return self._gateway.is_file(split_path(path))

    def trash_target(self, path: str) -> str:
        """Return where a file would go: "" for the system's trash, else a path below the vault's own `.trash`."""
        from axon_desktop.vault.files import trash
        from axon_desktop.vault.obsidian.config import uses_system_trash

        return "" if uses_system_trash(self.root) else trash.free_trash_path(self._gateway, path)

    def propose_trash(self, path: str) -> Proposal:
        """Return the proposal to put a file into the trash that the vault's setting names; nothing is done yet.

        Raises:
            NoteNotFoundError: there is no such file.
            InvalidPathError: the path leaves the vault.
            ReadFailedError: it is no plain file, or another program keeps writing to it.
            WriteFailedError: it is too large for undo to bring it back.
        """
        from axon_desktop.vault.files import trash

        path = self.locate(path)
        parts = split_path(path)
        with self._gateway.locate(parts) as place:
            if place.stat is not None:
                trash.refuse_too_large(path, place.stat.st_size)
        note = self._reader.read(parts)
        return Proposal("trash", path, (), self.trash_target(path), note.sha256)
