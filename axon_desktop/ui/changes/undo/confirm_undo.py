"""Undo with confirmation: a preview is shown unless the undo is clean, and only what was shown is done."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from functools import partial

from PySide6.QtWidgets import QWidget

from axon_desktop.errors import UndoConflictError
from axon_desktop.ui.aio import ask
from axon_desktop.ui.changes.undo.undo_dialog import UndoDialog
from axon_desktop.vault import Change, Vault
from axon_desktop.vault.undo.preview import UndoPreview


async def confirm_and_undo(
    vault: Vault, change_ids: Sequence[int], window: QWidget, *, redo: bool = False, about: Collection[str] = ()
) -> list[Change]:
    """Undo changes, all or nothing; return the changes made, none if the user did not agree.

    Args:
        vault: the vault of the changes.
        change_ids: journal ids; those of undos are redone.
        window: parent of the dialog.
        redo: whether the user called it redo.
        about: paths of the files that the user named; a preview is shown if others change too. Empty for all.

    Raises:
        VaultError: the disk refused, or the journal is unreadable; nothing was changed.
    """
    ids = list(change_ids)
    changed = False
    while ids:
        preview = await asyncio.to_thread(vault.undo_preview, ids)
        over: frozenset[str] = frozenset()
        if changed or not preview.plain or _others(preview, about):
            look = partial(_look, vault, tuple(ids))
            dialog = UndoDialog(preview, window, redo=redo, changed=changed, look=look)
            if not await ask(dialog):
                return []
            preview, over = dialog.preview, dialog.over
            if not preview.ok:
                shown, ids, about = preview, list(preview.possible), ()
                preview = await asyncio.to_thread(_look, vault, ids, over)
                if not _is_rest(preview, shown):
                    changed = True
                    continue
        try:
            return await asyncio.to_thread(partial(vault.undo_changes, ids, agreed=preview, over=over))
        except UndoConflictError:
            changed = True
    return []


def _look(vault: Vault, ids: Sequence[int], over: frozenset[str]) -> UndoPreview:
    return vault.undo_preview(ids, over=over)


def _is_rest(preview: UndoPreview, shown: UndoPreview) -> bool:
    """Tell whether a preview is what was shown, without the files that could not be undone."""
    now, then = (
        [
            (file.path, file.target, file.action, file.effect, file.before, file.after)
            for file in each.files
            if not file.is_obstacle
        ]
        for each in (preview, shown)
    )
    return preview.ok and now == then


def _others(preview: UndoPreview, about: Collection[str]) -> bool:
    """Tell whether a file would change that was not named."""
    return bool(about) and any(file.path not in about and file.target not in about for file in preview.files)
