"""Why the journal cannot be written, as far as the system reports it, for questions to the user."""

from __future__ import annotations

import errno
import sqlite3
from dataclasses import dataclass
from typing import Literal, TypeAlias

from axon_desktop.errors import JournalError
from axon_desktop.persistence.sqlite_damage import is_damage

TroubleKind: TypeAlias = Literal["full", "write_protected", "locked", "damaged", "other"]

_CODES: dict[int, TroubleKind] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "write_protected",
    sqlite3.SQLITE_PERM: "write_protected",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
}
_NUMBERS: dict[int | None, TroubleKind] = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EROFS: "write_protected",
    errno.EACCES: "write_protected",
    errno.EPERM: "write_protected",
}


@dataclass(frozen=True, slots=True)
class RecordTrouble:
    """A problem of the journal."""

    kind: TroubleKind
    text: str
    """The whole error text, with the file."""

    @property
    def details(self) -> str:
        """The same without a full stop."""
        return self.text.rstrip(".")

    @classmethod
    def of(cls, error: JournalError) -> RecordTrouble:
        """Return the problem that a failed change reports."""
        cause = error.__cause__
        kind: TroubleKind = "other"
        if is_damage(cause):
            kind = "damaged"
        elif isinstance(cause, sqlite3.Error):
            kind = _CODES.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF, "other")
        elif isinstance(cause, OSError):
            kind = _NUMBERS.get(cause.errno, "other")
        return cls(kind, error.details)
