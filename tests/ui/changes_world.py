"""A vault with a history of changes, and the dialog that shows it, for tests."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QApplication, QWidget

from axon_desktop.conversations.store.conversation_store import ConversationStore
from axon_desktop.ui.changes.change_model import FileRow, TurnRow
from axon_desktop.ui.changes.changes_dialog import ChangesDialog
from axon_desktop.ui.changes.undo.undo_dialog import UndoDialog
from axon_desktop.vault import Change, Vault
from axon_desktop.vault.files.folder import sha256
from axon_desktop.vault.history.changes import Proposal
from axon_desktop.vault.history.records import Origin
from tests.ui.chat_world import until


def edit(file: Path, text: str) -> None:
    """Write a file as another program did a while ago."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text.encode())
    os.utime(file, (1e9, 1e9))


def make_vault(tmp_path: Path) -> Vault:
    (tmp_path / "vault/.obsidian").mkdir(parents=True, exist_ok=True)
    (tmp_path / "vault/.obsidian/app.json").write_text('{"trashOption": "local"}')
    vault = Vault(tmp_path / "vault", data_dir=tmp_path / "data")
    vault.open()
    return vault


def write(vault: Vault, path: str, text: str, turn: str, title: str = "", origin: Origin = "agent") -> Change:
    return vault.apply(vault.preview(path, text, "overwrite"), turn=turn, title=title or turn, origin=origin)


def move(vault: Vault, path: str, target: str, turn: str) -> Change:
    digest = sha256((vault.root / path).read_bytes())
    return vault.apply_all(Proposal("move", path, (), target, digest), turn=turn, title=turn)[0]


async def open_dialog(
    vault: Vault,
    *,
    store: ConversationStore | None = None,
    first: int | None = None,
    rows: int = 1,
) -> ChangesDialog:
    """Open the dialog and wait until it has this many rows."""
    made = ChangesDialog(vault, store=store, first=first)
    made.show()
    await until(lambda: made.isActiveWindow() and made.changes.model.rowCount() >= rows)
    return made


def rows(shown: ChangesDialog) -> list[str]:
    """Return the rows: the title of turns, the path of files, the text of others."""
    found = []
    for number in range(shown.changes.model.rowCount()):
        row = shown.changes.model.at(number)
        if isinstance(row, TurnRow):
            found.append(row.look().name)
        elif isinstance(row, FileRow):
            found.append(f"  {row.file.shown_path}")
        elif row is not None:
            found.append(row.words)
    return found


async def unfold(shown: ChangesDialog, number: int) -> None:
    """Unfold the turn in a row."""
    count = shown.changes.model.rowCount()
    shown.changes.table.go_to(number)
    shown.changes.table.entered_row.emit(number)
    await until(lambda: shown.changes.model.rowCount() > count)


def question() -> UndoDialog | None:
    """Return the open confirmation dialog."""
    found = [w for w in QApplication.topLevelWidgets() if isinstance(w, UndoDialog) and w.isVisible()]
    return found[-1] if found else None


async def asked() -> UndoDialog:
    """Wait for the confirmation dialog, until it has the keys."""
    await until(question)
    found = question()
    assert found is not None
    await until(found.isActiveWindow)
    return found


def texts(vault: Vault, *paths: str) -> Sequence[str | None]:
    files = [vault.root / path for path in paths]
    return [file.read_text(encoding="utf-8") if file.exists() else None for file in files]


def shut(shown: QWidget, vault: Vault) -> None:
    shown.close()
    shown.deleteLater()
    vault.close()
