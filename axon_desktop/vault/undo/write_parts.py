"""The parts of a vault that write, undo and recover, imported when they are first needed: SQLite comes along."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.files.reader import NoteReader
from axon_desktop.vault.history.journal import Journal
from axon_desktop.vault.undo.undo import Undo
from axon_desktop.vault.writing.displaced import DisplacedFiles
from axon_desktop.vault.writing.incoming import sweep
from axon_desktop.vault.writing.lock import WriteLock
from axon_desktop.vault.writing.recovery import Recovery
from axon_desktop.vault.writing.write_gateway import WriteGateway


class WriteParts(NamedTuple):
    """What works on one vault's files under its lock."""

    writer: WriteGateway
    undo: Undo
    recovery: Recovery
    sweep: Callable[[], None]
    """Removes what cut-off copies have left."""

    @classmethod
    def make(
        cls, gateway: PathGateway, reader: NoteReader, journal: Journal, lock: WriteLock, data_dir: Path
    ) -> WriteParts:
        """Put the parts together; `data_dir` is the vault's folder in the user's data folder."""
        displaced = DisplacedFiles(journal, data_dir / "held")
        recovery = Recovery(gateway, journal, displaced)
        writer = WriteGateway(gateway, journal, lock, displaced, recovery)
        return cls(writer, Undo(gateway, reader, journal, writer), recovery, partial(sweep, gateway))
