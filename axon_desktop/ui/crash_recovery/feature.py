"""The notice after a crash in the window: what it offers is opened."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from shiboken6 import isValid

from axon_desktop.ui.aio import spawn
from axon_desktop.ui.crash_recovery.leftovers import find_leftovers, find_note
from axon_desktop.ui.crash_recovery.notice import CrashNotice

if TYPE_CHECKING:
    from axon_desktop.ui.window.main_window import MainWindow
    from axon_desktop.ui.window.workspace import Workspace
    from axon_desktop.vault import Vault


async def show_leftovers(window: MainWindow, workspace: Workspace, *, broke_down: bool) -> None:
    """Look for what was kept of the open vault and say it."""
    left = await find_leftovers(workspace.vault, await workspace.keeper.store())
    if not broke_down and not left.drafts:
        return
    left = replace(left, broke_down=broke_down)
    notice = CrashNotice(window)
    show = partial(_show_note, window, workspace.vault, notice, asyncio.Lock())
    notice.note_requested.connect(lambda path: spawn(show(path), name="show unsaved text"))
    window.context.files_changed.connect(notice.on_vault_changed)
    notice.conversation_requested.connect(workspace.keeper.open)
    notice.show_leftovers(left)


async def _show_note(
    window: MainWindow, vault: Vault, notice: CrashNotice, looking: asyncio.Lock, path: str
) -> None:
    """Show the note that unsaved text is of, whatever it is called now; the notice stays if it is nowhere."""
    async with looking:
        now = await asyncio.to_thread(find_note, vault, path) if _is_there(notice) else ""
    if not _is_there(notice):  # it was pressed twice, or the vault was left
        return
    if now:
        notice.close_for_good()
        _show_source(window, now)
    else:
        words = QCoreApplication.translate(
            "CrashNotice",
            "{note} no longer exists. Its unsaved text is still kept: create a note with this"
            " name to get it back.",
        )
        window.show_error(words.format(note=path))


def _is_there(notice: CrashNotice) -> bool:
    return isValid(notice) and not notice.isHidden()


def _show_source(window: MainWindow, path: str) -> None:
    """Show the source of a note: it is there that unsaved text is offered."""
    preview = window.preview

    def opened(shown: str) -> None:
        preview.note_opened.disconnect(opened)
        if shown == path:
            preview.set_mode("source")

    if preview.path == path:
        preview.set_mode("source")
    else:
        preview.note_opened.connect(opened)
        preview.open_note(path)
