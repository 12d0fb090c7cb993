"""Rollback of the finished part of a batch that was cut off.

What another program wrote after our change stays: the change is taken out of it as an undo does, by a three-way
merge, or where that is impossible its text stays as it is. The text before the change, which is then in no file
any more, is rescued.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Sequence
from contextlib import suppress

from axon_desktop.errors import FolderNotFoundError, VaultError
from axon_desktop.text.merge import merge
from axon_desktop.vault.files import atomic_rename as swap
from axon_desktop.vault.files.folder import Folder, NotAFileError, sha256
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.history.journal import Journal
from axon_desktop.vault.history.records import Unsettled
from axon_desktop.vault.writing.batch import Batch, WriteRequest
from axon_desktop.vault.writing.displaced import DisplacedFiles
from axon_desktop.vault.writing.file_move import rename
from axon_desktop.vault.writing.folders import make_folders, missing_folders
from axon_desktop.vault.writing.text_write import TextWrite, digest, swap_back

_log = logging.getLogger(__name__)

_TRIES = 20


class Rollback:
    """Takes back changes that were made; doing it again, after a kill in the middle, does no harm."""

    def __init__(self, gateway: PathGateway, journal: Journal, displaced: DisplacedFiles) -> None:
        self._gateway = gateway
        self._journal = journal
        self._displaced = displaced

    def take_back(self, items: Sequence[Unsettled]) -> None:
        """Take back the newest first; a file goes back to its old path after the texts, not before.

        Raises:
            VaultError, OSError: a text could not be taken back now; to be tried again.
        """
        failed: Exception | None = None
        for item in reversed(items):
            if item.kind == "move" and failed is not None:
                break
            try:
                self._take_back(item)
            except (VaultError, OSError) as error:
                _log.warning("%s cannot be taken back now: %s", item.path, error)
                failed = error
        if failed is not None:
            raise failed

    def _take_back(self, item: Unsettled) -> None:
        if item.kind == "move":
            self._move_back(item)
            return
        *above, name = item.place.split("/")
        try:
            with self._gateway.open_folder(above) as folder:
                if item.kind == "create":
                    _remove_new(folder, name, item)
                elif item.kind == "remove":
                    self._bring_back(folder, name, item)
                else:
                    self._restore(folder, name, item)
                folder.sync()
        except FolderNotFoundError:  # somebody removed it, or we did, when the last file in it was taken
            if item.kind != "create":
                self._rescue_before(item)

    def _move_back(self, item: Unsettled) -> None:
        source, target = item.place.split("/"), item.target_place.split("/")
        with self._gateway.locate(source) as place:
            make_folders(self._gateway, missing_folders(place))
        with (
            self._gateway.open_folder(source[:-1]) as folder,
            self._gateway.open_folder(target[:-1]) as into,
        ):
            try:
                rename(into, target[-1], folder, source[-1])
            except FileExistsError:
                _log.warning("%s was created again; what was moved stays at %s", item.path, item.target_place)
            folder.sync()
            into.sync()

    def _bring_back(self, folder: Folder, name: str, item: Unsettled) -> None:
        try:
            folder.rename_new(item.temp, name)
        except FileExistsError:
            self._rescue_before(item)
        except FileNotFoundError:
            if self._displaced.holds(item.temp):
                self._rescue_before(item)

    def _rescue_before(self, item: Unsettled) -> None:
        assert item.before_sha256
        self._journal.rescue(item.path, self._journal.text(item.before_sha256))

    def _restore(self, folder: Folder, name: str, item: Unsettled) -> None:
        """Put the text before the change back, with what other programs wrote since."""
        assert item.before_sha256
        assert item.after_sha256
        for _ in range(_TRIES):
            try:
                now = folder.read(name)
            except (FileNotFoundError, NotAFileError):
                self._rescue_before(item)  # somebody removed the note
                return
            if sha256(now) != item.after_sha256:
                self._take_out(now, item)
                return
            if digest(folder, item.temp) != item.before_sha256:
                self._write(item, now, self._journal.text(item.before_sha256))
                return
            try:
                folder.exchange(item.temp, name)
            except swap.SwapUnsupportedError:
                self._write(item, now, self._journal.text(item.before_sha256))
                return
            if digest(folder, item.temp) == item.after_sha256:
                return
            swap_back(folder, name, item.temp, item.before_sha256)

    def _take_out(self, now: bytes, item: Unsettled) -> None:
        """Take the change out of a text that another program wrote on top of it."""
        assert item.before_sha256
        assert item.after_sha256
        before, after = self._journal.text(item.before_sha256), self._journal.text(item.after_sha256)
        then = merge(after, now, before)
        if then is None:
            _log.warning(
                "%s was edited since in the same lines; the earlier text is stored in the journal", item.path
            )
            self._rescue_before(item)
        elif then != now:
            self._write(item, now, then)

    def _write(self, item: Unsettled, before: bytes, after: bytes) -> None:
        """Write a text as a change of its own, so that what another program wrote stays in the journal."""
        request = WriteRequest(item.place, before, after)
        turn = f"recovery-{secrets.token_hex(8)}"
        change = TextWrite(self._gateway, self._journal, Batch(turn, "", "undo", (request,)), request)
        intent = change.check()
        (change_id,) = self._journal.begin(intent)
        change.prepare()
        change.perform()
        self._journal.finish(change_id)
        with self._gateway.open_folder(item.place.split("/")[:-1]) as folder:
            folder.sync()
            self._displaced.take(folder, intent.temp, item.path, frozenset((sha256(before), sha256(after))))


def _remove_new(folder: Folder, name: str, item: Unsettled) -> None:
    """Remove a new file, unless another program wrote to it."""
    with suppress(FileNotFoundError):
        folder.rename_new(name, item.temp)
        if digest(folder, item.temp) != item.after_sha256:
            with suppress(FileExistsError):
                folder.rename_new(item.temp, name)
