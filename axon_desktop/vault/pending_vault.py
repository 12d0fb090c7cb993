"""PendingVault: a vault as it will be once some proposals are done, to preview what follows them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from axon_desktop.errors import ReadFailedError, UnforeseenError
from axon_desktop.vault.files import trash
from axon_desktop.vault.files.folder import sha256
from axon_desktop.vault.files.path_rules import shown
from axon_desktop.vault.files.reader import Note
from axon_desktop.vault.history.changes import Proposal
from axon_desktop.vault.vault import Vault
from axon_desktop.vault.writing.pending_state import PendingState

if TYPE_CHECKING:
    from axon_desktop.vault.history.records import Change
    from axon_desktop.vault.names.index import NameIndex
    from axon_desktop.vault.writing.batch import Batch


class PendingVault(Vault):
    """Reads and proposes like the vault it is made from; it writes nothing.

    It may be wrong, since others change files too: whatever it proposes must be computed again on the vault itself
    before it is done.
    """

    def __init__(self, vault: Vault) -> None:
        super().__init__(vault.root, data_dir=vault.data_dir)
        self.ahead = PendingState()
        self._real = vault

    @property
    def names(self) -> NameIndex:
        """The names of all files there are."""
        return self._real.names

    def take(self, proposal: Proposal) -> None:
        """Assume that a proposal will be done.

        Raises:
            NoteNotFoundError: the file that it moves does not exist any more.
        """
        moved = self.read_exactly([proposal.path])[0].data if proposal.action == "move" else b""
        self.ahead.take(proposal, moved)

    def read_exactly(self, paths: Sequence[str]) -> list[Note]:
        """Read the files of exactly these paths. Raises as `Vault.read_exactly` does."""
        known = [path for path in paths if self.ahead.knows(path)]
        notes = {path: Note(path, text := self.ahead.text(path), sha256(text)) for path in known}
        others = [path for path in paths if path not in notes]
        notes.update(zip(others, self._real.read_exactly(others), strict=True))
        return [notes[path] for path in paths]

    def read_attachment(self, path: str, limit: int) -> bytes:
        """Read a file that is named exactly. Raises as `Vault.read_attachment` does."""
        if not self.ahead.knows(path):
            return self._real.read_attachment(path, limit)
        text = self.ahead.text(path)
        if len(text) > limit:
            raise ReadFailedError(shown(path))
        return text

    def propose_trash(self, path: str) -> Proposal:
        """Return the proposal to put a file into the trash. Raises as `Vault.propose_trash` does."""
        path = self.locate(path)
        if self.ahead.knows(path):
            text = self.ahead.text(path)
            trash.refuse_too_large(path, len(text))
            proposal = Proposal("trash", path, (), self.trash_target(path), sha256(text))
        else:
            proposal = self._real.propose_trash(path)
        self.ahead.check_trash(proposal)
        return proposal

    def apply_batch(
        self,
        batch: Batch,
        give_up: Callable[[], bool] = lambda: False,
        on_progress: Callable[[int], None] = lambda _done: None,
    ) -> list[Change]:
        """Refuse: a pending vault is never written."""
        raise UnforeseenError(self.name)

    def _has_file(self, path: str) -> bool:
        return path in self.ahead.texts if self.ahead.knows(path) else super()._has_file(path)

    def _bytes_before(self, path: str) -> bytes | None:
        if self.ahead.knows(path):
            return self.ahead.texts.get(path)
        return super()._bytes_before(path)
