"""Recovery: settles what a kill, a power cut or a failed call left half done.

An open intent names the file, the temp file and both texts, so what the two files hold says how far the write
came. Changes that were to be made together are settled together: all were made, or all are taken back. Whoever
settles holds the write lock: no open intent belongs to a living process. The work grows with the number of open
intents, never with the vault.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Iterable
from contextlib import ExitStack, suppress
from itertools import groupby

from axon_desktop.errors import FolderNotFoundError, VaultError
from axon_desktop.text.merge import merge
from axon_desktop.vault.files import atomic_rename as swap
from axon_desktop.vault.files.folder import EMPTY_MODE, Folder, NotAFileError, read_all, sha256
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.history.journal import Journal
from axon_desktop.vault.history.records import Intent, Unsettled
from axon_desktop.vault.writing.displaced import DisplacedFiles
from axon_desktop.vault.writing.folders import remove_empty_folders
from axon_desktop.vault.writing.rollback import Rollback
from axon_desktop.vault.writing.text_write import digest, swap_back

_log = logging.getLogger(__name__)

_EVERY = 1.0
"""Seconds between two checks of the held files."""


class Recovery:
    """Finishes or rolls back open intents, and drops displaced files when it is safe."""

    def __init__(self, gateway: PathGateway, journal: Journal, displaced: DisplacedFiles) -> None:
        self._gateway = gateway
        self._journal = journal
        self._displaced = displaced
        self._rollback = Rollback(gateway, journal, displaced)
        self._looked = 0.0

    def settle(self, *, everything: bool = False) -> None:
        """Settle open intents, and from time to time the held files. The caller holds the write lock."""
        if not self._journal.exists:
            return
        try:
            with self._gateway.open_folder(()):
                pass
        except VaultError as error:  # a disk that is not there does not show what was done on it
            _log.warning("half-done writes stay for the next start: %s", error)
            return
        everything = everything or time.monotonic() - self._looked > _EVERY
        if everything:
            self._looked = time.monotonic()
        settled = []
        unsettled = self._journal.unsettled(only_open=not everything)
        groups = [list(group) for _, group in groupby(unsettled, lambda item: item.group)]
        for items in reversed(groups):  # a later one may have been to take back an earlier one
            try:
                self._decide([item for item in items if item.is_open])
                settled += [item.id for item in items if self._clear(item)]
            except (VaultError, OSError) as error:
                _log.warning("%s: a half-done write stays for the next start: %s", items[0].path, error)
        if settled:
            self._journal.settle(settled)

    def _decide(self, items: list[Unsettled]) -> None:
        """Finish changes that were to be made together, or take back those of them that were made."""
        if not items:
            return
        for item in items:  # first of all: a file that a move has brought may be between two names
            self._mend_exchange(item)
        done = [item for item in items if self._was_done(item)]
        ids = [item.id for item in items]
        if len(done) == len(items):
            for item in items:
                if item.kind == "remove":
                    self._take_temp(item)
            self.remove_folders(items)
            self._journal.finish(*ids)
            return
        self._rollback.take_back(done)
        for item in items:
            self._take_temp(item)
        for item in reversed(items):
            remove_empty_folders(self._gateway, item.folders)
        self._journal.fail(*ids)

    def remove_folders(self, changes: Iterable[Intent | Unsettled]) -> None:
        """Remove the folders that changes remove with them, as far as they are empty."""
        for change in changes:
            remove_empty_folders(self._gateway, change.removes_folders)

    def _take_temp(self, item: Unsettled) -> bool:
        """Take a temp file, or what came out under its name, out of the vault; tell whether that is done."""
        if not item.temp:
            return True
        known = frozenset((item.before_sha256, item.after_sha256))
        with suppress(FolderNotFoundError), self._gateway.open_folder(item.place.split("/")[:-1]) as folder:
            return self._displaced.take(folder, item.temp, item.path, known)
        return True

    def _clear(self, item: Unsettled) -> bool:
        """Tell whether nothing of a decided change is left beside the note or in the held folder."""
        if not self._take_temp(item):
            return False
        known = frozenset((item.before_sha256, item.after_sha256))
        return not self._displaced.holds(item.temp) or self._displaced.drop(item.temp, item.path, known)

    def _was_done(self, item: Unsettled) -> bool:
        """Tell whether one change was made; what another program wrote at the same moment is put back first."""
        if item.kind in ("move", "trash"):
            return self._went(item)
        look = {"create": self._was_created, "modify": self._was_swapped, "remove": self._was_removed}[item.kind]
        *above, name = item.place.split("/")
        try:
            with self._gateway.open_folder(above) as folder:
                done = look(folder, name, item)
                folder.sync()
                return done
        except FolderNotFoundError:
            return item.kind == "remove"  # the file was the last in a folder that undo removes with it

    def _mend_exchange(self, item: Unsettled) -> None:
        """Finish or take back an exchange in steps; a text that another program wrote meanwhile is rescued."""
        if item.kind in ("move", "trash"):
            return
        *above, name = item.place.split("/")
        with suppress(FolderNotFoundError), self._gateway.open_folder(above) as folder:
            folder.mend_exchange(item.temp, name)
            backup = swap.backup_of(item.temp)
            kept = digest(folder, backup)
            if kept is None:
                return
            if kept not in (item.before_sha256, item.after_sha256):
                self._journal.rescue(item.path, folder.read(backup))
            folder.unlink(backup)

    def _went(self, item: Unsettled) -> bool:
        with ExitStack() as stack:
            source, here = self._find(stack, item.place)
            target, there = self._find(stack, item.target_place)
            if source is None or here is None:
                return there is not None or item.kind == "trash"
            if target is None or there is None:
                return False
            old, new = item.place.split("/")[-1], item.target_place.split("/")[-1]
            if not (here.st_ino and os.path.samestat(here, there)):
                if _takes_a_name(there):
                    target.unlink(new)
                elif _takes_a_name(here) and there.st_size:
                    source.unlink(old)  # killed while it was taken back
                    return True
                return False
            if new not in target.names():
                return False  # a case-insensitive disk, and a rename that changes only case
            if old in source.names():
                source.unlink(old)  # linked into place, killed before the other name was removed
                source.sync()
            return True

    def _find(self, stack: ExitStack, place: str) -> tuple[Folder | None, os.stat_result | None]:
        """Return the open folder of a real path, and facts about the file, as far as they exist."""
        if not place:
            return None, None
        *above, name = place.split("/")
        try:
            folder = stack.enter_context(self._gateway.open_folder(above))
        except FolderNotFoundError:
            return None, None
        return folder, folder.stat(name)

    def _was_created(self, folder: Folder, name: str, item: Unsettled) -> bool:
        if digest(folder, item.temp) is None:
            return digest(folder, name) == item.after_sha256
        made, temp = folder.stat(name), folder.stat(item.temp)
        if made and made.st_size and _drop_empty(folder, item.temp):
            return digest(folder, name) == item.after_sha256  # made, and killed while it was taken back
        if made and not made.st_size and item.after_sha256 != sha256(b""):
            folder.unlink(name)  # the empty file that takes a name where there are no links
            made = None
        if made and temp and (made.st_ino, made.st_dev) == (temp.st_ino, temp.st_dev):
            folder.unlink(item.temp)  # linked into place, killed before the other name was removed
            return True
        self._drop_partial(folder, item)
        return False

    def _was_swapped(self, folder: Folder, name: str, item: Unsettled) -> bool:
        target, temp = digest(folder, name), digest(folder, item.temp)
        if temp is None:
            return target == item.after_sha256 or self._holds_change(folder, name, item)
        if temp == item.after_sha256:
            return False
        if temp == item.before_sha256:
            return True
        if target is not None and target == item.after_sha256:
            # What came out is another program's text: it is put back.
            swap_back(folder, name, item.temp, target)
        else:
            self._drop_partial(folder, item)
        return False

    def _holds_change(self, folder: Folder, name: str, item: Unsettled) -> bool:
        """Tell whether a change is in what another program wrote since, where nothing was held beside the note.

        If that cannot be told, the text before the change is rescued, for it may be in no file any more.
        """
        assert item.before_sha256
        assert item.after_sha256
        try:
            now = folder.read(name)
        except (FileNotFoundError, NotAFileError):
            now = None
        if now is not None:
            if sha256(now) == item.before_sha256:
                return False
            before, after = self._journal.text(item.before_sha256), self._journal.text(item.after_sha256)
            if (without := merge(after, now, before)) is not None:
                return without != now
        self._journal.rescue(item.path, self._journal.text(item.before_sha256))
        return False

    def _was_removed(self, folder: Folder, name: str, item: Unsettled) -> bool:
        temp = digest(folder, item.temp)
        if temp is None:
            return folder.stat(name) is None
        if temp == item.before_sha256:
            held, there = folder.stat(item.temp), folder.stat(name)
            if held and there and held.st_ino and os.path.samestat(held, there):
                folder.unlink(name)  # linked out of the way, killed before the note's name was removed
            return True
        try:
            folder.rename_new(item.temp, name)
        except FileExistsError:
            _drop_empty(folder, item.temp)
        return False

    def _drop_partial(self, folder: Folder, item: Unsettled) -> None:
        """Drop a temp file that was not written to its end; nobody but us ever saw it.

        An empty one may also be the note itself, taken out by the swap while another program rewrites it: what
        somebody holds open is left to `DisplacedFiles`, which checks again later.
        """
        if not item.after_sha256:
            return
        with suppress(NotAFileError):
            with folder.open_file(item.temp) as fd:
                busy, data = swap.writer_holds(fd), read_all(fd)
            if not busy and self._journal.text(item.after_sha256).startswith(data):
                folder.unlink(item.temp)


def _takes_a_name(info: os.stat_result) -> bool:
    """Tell whether a file is the empty one that takes a name where there are no links."""
    return not info.st_size and info.st_mode & 0o777 == EMPTY_MODE


def _drop_empty(folder: Folder, name: str) -> bool:
    """Drop the empty file that takes a name where there are no links; tell whether that was all there was."""
    info = folder.stat(name)
    if info is None or info.st_size:
        return False
    folder.unlink(name)
    return True
