"""PendingState: what a vault will hold once some proposals are done, as far as that is known beforehand."""

from __future__ import annotations

from collections.abc import Mapping

from axon_desktop.errors import NoteNotFoundError, UnforeseenError
from axon_desktop.text.file_names import same_name
from axon_desktop.vault.files.path_rules import shown
from axon_desktop.vault.history.changes import Proposal


class PendingState:
    """The files that will differ from the disk's; empty where nothing is pending."""

    def __init__(self) -> None:
        self._texts: dict[str, bytes | None] = {}
        """Bytes by vault path; None for a file that will not exist any more."""
        self._trashed: set[str] = set()

    @property
    def texts(self) -> Mapping[str, bytes]:
        """Vault path and bytes of each file that will be there."""
        return {path: text for path, text in self._texts.items() if text is not None}

    @property
    def removed(self) -> list[str]:
        """Vault paths of the files that will not exist any more."""
        return [path for path, text in self._texts.items() if text is None]

    def knows(self, path: str) -> bool:
        """Tell whether what will be at a path is known; if not, it is what the disk has.

        Raises:
            UnforeseenError: that depends on names that may be the same for a disk, or on a file that makes way for
                a folder; it is known only when everything before is done.
        """
        if path in self._texts:
            return True
        if any(_meet(path, other) for other in self._texts):
            raise UnforeseenError(shown(path))
        return False

    def text(self, path: str) -> bytes:
        """Return what a known file will hold.

        Raises:
            NoteNotFoundError: it will not exist any more.
        """
        text = self._texts[path]
        if text is None:
            raise NoteNotFoundError(shown(path))
        return text

    def check_free(self, path: str) -> None:
        """Refuse a path for a file that moves there if anything is known of it.

        Raises:
            UnforeseenError: what will be there is known only when everything before is done.
        """
        if self.knows(path):
            raise UnforeseenError(shown(path))

    def check_trash(self, proposal: Proposal) -> None:
        """Refuse a path in the vault's trash that a pending proposal will have taken.

        Raises:
            UnforeseenError: as `check_free` does.
        """
        if proposal.target and same_name(proposal.target) in self._trashed:
            raise UnforeseenError(shown(proposal.path))

    def take(self, proposal: Proposal, moved: bytes = b"") -> None:
        """Assume that a proposal will be done; `moved` are the bytes of the file that it moves, if it does."""
        if proposal.action == "move":
            self._texts[proposal.path] = None
            self._texts[proposal.target] = moved
        elif proposal.action == "trash":
            self._texts[proposal.path] = None
            self._trashed.add(same_name(proposal.target))
        for change in proposal.changes:
            moves = proposal.action == "move" and change.path == proposal.path
            self._texts[proposal.target if moves else change.path] = change.after


def _meet(one: str, other: str) -> bool:
    """Tell whether two paths, or folders of them, may be the same for a disk, or one contains the other.

    Files of the same folder do not meet as long as the folder is spelled the same way.
    """
    for left, right in zip(one.split("/"), other.split("/"), strict=False):
        if left != right:
            return same_name(left) == same_name(right)
    return True
