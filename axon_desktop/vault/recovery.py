"""Settling what a kill, a power cut or a failed call left half done.

An open intent names the file, the temp file and both texts, so what the two files hold says how far the write
came. Whoever settles holds the write lock: no open intent belongs to a living process. The work grows with the
number of open intents, never with the vault.
"""

from __future__ import annotations

import logging
import time
from contextlib import suppress

from axon_desktop.errors import FolderNotFoundError, VaultError
from axon_desktop.vault import swap
from axon_desktop.vault.displaced import Displaced
from axon_desktop.vault.folder import Folder, NotAFileError, read_all, sha256
from axon_desktop.vault.gateway import PathGateway
from axon_desktop.vault.journal import Journal
from axon_desktop.vault.records import Unsettled

_log = logging.getLogger(__name__)

_EVERY = 1.0
"""Seconds between two looks at the held files."""
_MAX_EXCHANGES = 100
_NOT_A_FILE = "not a file"


class Recovery:
    """Finishes or rolls back open intents, and drops displaced files whose time has come."""

    def __init__(self, gateway: PathGateway, journal: Journal, displaced: Displaced) -> None:
        self._gateway = gateway
        self._journal = journal
        self._displaced = displaced
        self._looked = 0.0

    def settle(self, *, everything: bool = False) -> None:
        """Settle open intents, and from time to time the held files. The caller holds the write lock."""
        if not self._journal.exists:
            return
        everything = everything or time.monotonic() - self._looked > _EVERY
        if everything:
            self._looked = time.monotonic()
        settled = []
        for item in self._journal.unsettled(only_open=not everything):
            try:
                if self._settle(item):
                    settled.append(item.id)
            except (VaultError, OSError) as error:
                _log.warning("%s: a half-done write stays for the next start: %s", item.path, error)
        if settled:
            self._journal.settle(settled)

    def _settle(self, item: Unsettled) -> bool:
        """Decide one change; tell whether nothing of it is left beside the note or in the held folder."""
        *above, name = item.place.split("/")
        known = frozenset((item.before_sha256, item.after_sha256))
        try:
            with self._gateway.open_folder(above) as folder:
                if item.is_open:
                    self._decide(folder, name, item)
                if not self._displaced.take(folder, item.temp, item.path, known):
                    return False
        except FolderNotFoundError:
            if item.is_open:
                self._journal.fail(item.id)
                self._remove_folders(item.folders)
        return not self._displaced.holds(item.temp) or self._displaced.drop(item.temp, item.path, known)

    def _decide(self, folder: Folder, name: str, item: Unsettled) -> None:
        done = {"create": self._was_created, "modify": self._was_swapped, "remove": self._was_removed}[item.kind]
        if done(folder, name, item):
            self._journal.finish(item.id)
        else:
            self._journal.fail(item.id)
            self._remove_folders(item.folders)
        folder.sync()

    def _was_created(self, folder: Folder, name: str, item: Unsettled) -> bool:
        if digest(folder, item.temp) is None:
            return digest(folder, name) == item.after_sha256
        made, temp = folder.stat(name), folder.stat(item.temp)
        if made and temp and (made.st_ino, made.st_dev) == (temp.st_ino, temp.st_dev):
            folder.unlink(item.temp)  # linked into place, killed before the other name was taken off
            return True
        self._drop_partial(folder, item)
        return False

    def _was_swapped(self, folder: Folder, name: str, item: Unsettled) -> bool:
        target, temp = digest(folder, name), digest(folder, item.temp)
        if temp is None:
            return target == item.after_sha256
        if temp == item.after_sha256:
            return False
        if temp == item.before_sha256:
            return True
        if (
            target is not None and target == item.after_sha256
        ):  # what came out is another program's text: it goes back
            swap_back(folder, name, item.temp, target)
        else:
            self._drop_partial(folder, item)
        return False

    def _was_removed(self, folder: Folder, name: str, item: Unsettled) -> bool:
        temp = digest(folder, item.temp)
        if temp is None:
            return folder.stat(name) is None
        if temp == item.before_sha256:
            return True
        with suppress(FileExistsError):
            folder.rename_new(item.temp, name)
        return False

    def _drop_partial(self, folder: Folder, item: Unsettled) -> None:
        """Drop a temp file that was not written to its end; nobody but us ever saw it.

        An empty one may also be the note itself, taken out by the swap while another program rewrites it: what
        somebody holds open is left to `Displaced`, which looks again later.
        """
        if not item.after_sha256:
            return
        with suppress(NotAFileError):
            with folder.open_file(item.temp) as fd:
                busy, data = swap.writer_holds(fd), read_all(fd)
            if not busy and self._journal.text(item.after_sha256).startswith(data):
                folder.unlink(item.temp)

    def _remove_folders(self, folders: tuple[str, ...]) -> None:
        remove_empty_folders(self._gateway, folders)


def remove_empty_folders(gateway: PathGateway, folders: tuple[str, ...]) -> None:
    """Remove folders that a change had made, deepest first, as far as they are empty."""
    for path in reversed(folders):
        *above, name = path.split("/")
        try:
            with gateway.open_folder(above) as folder:
                folder.remove_folder(name)
                folder.sync()
        except (FileNotFoundError, FolderNotFoundError):
            continue  # the change did not come so far
        except (OSError, VaultError):
            return


def digest(folder: Folder, name: str) -> str | None:
    """Return the SHA-256 of a file, a mark for what is no plain file, None for nothing."""
    try:
        return sha256(folder.read(name))
    except FileNotFoundError:
        return None
    except NotAFileError:
        return _NOT_A_FILE


def swap_back(folder: Folder, name: str, temp: str, ours: str) -> None:
    """Put another program's version, now at `temp`, back under the note's name and take ours (a digest) out.

    That program may write again in between. Then its newest version came out: that one goes back, and the one
    before it stays at `temp`, where it is rescued.
    """
    expected: str | None = ours
    for _ in range(_MAX_EXCHANGES):
        placed = digest(folder, temp)
        try:
            folder.exchange(temp, name)
        except FileNotFoundError:
            with suppress(FileExistsError):
                folder.rename_new(temp, name)
                return
            continue
        if digest(folder, temp) == expected:
            return
        expected = placed
