"""The versions of notes that a conversation has read, so that it never overwrites one that it does not know."""

from __future__ import annotations

import hashlib

from axon_desktop.errors import StaleNoteError
from axon_desktop.vault.history.changes import Proposal


class ReadVersions:
    """The version of each note that the conversation last read or wrote."""

    def __init__(self) -> None:
        self._versions: dict[str, str] = {}
        """SHA-256 by vault path; empty for a note that was removed."""

    def remember(self, path: str, sha256: str) -> None:
        """Record a version that was just read."""
        self._versions[path] = sha256

    def check_fresh(self, proposal: Proposal) -> None:
        """Refuse to change, move or trash a version of a note that this conversation has not seen.

        A note never read here may be changed: its diff is shown. Rewritten links do not count as seeing it.

        Raises:
            StaleNoteError: the note was read or written here, and changed or was removed since.
        """
        versions = {change.path: _sha256(change.before) for change in proposal.changes if change.mode != "links"}
        if proposal.action != "write":
            versions[proposal.path] = proposal.sha256
        for path, version in versions.items():
            seen = self._versions.get(path)
            if seen is not None and seen != version:
                raise StaleNoteError(
                    f"{path} changed since you last read it; nothing was written. "
                    "Read it again with read_note, then decide what to write"
                )

    def copy(self) -> ReadVersions:
        """Return a copy, to continue from without changing this."""
        other = ReadVersions()
        other._versions = dict(self._versions)
        return other

    def written(self, proposal: Proposal) -> None:
        """Remember the versions that a proposal has made; a note stays unread if only its links were written."""
        target = {proposal.path: proposal.target} if proposal.action == "move" else {}
        read = [
            change
            for change in proposal.changes
            if change.mode != "links" or self._versions.get(change.path) == _sha256(change.before)
        ]
        version = "" if proposal.action == "write" else self._versions.pop(proposal.path, "")
        if version and proposal.action == "move":
            self._versions[proposal.target] = version
        elif proposal.action == "trash":
            self._versions[proposal.path] = ""
        for change in read:
            self._versions[target.get(change.path, change.path)] = _sha256(change.after)


def _sha256(data: bytes | None) -> str:
    return "" if data is None else hashlib.sha256(data).hexdigest()
