"""The crash notice in the window, and the actions it offers."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from shiboken6 import isValid

from axon_desktop.ui.aio import spawn
from axon_desktop.ui.crash_recovery.leftovers import find_leftovers, find_note
from axon_desktop.ui.crash_recovery.notice import CrashNotice
from axon_desktop.ui.language.translation import translate

if TYPE_CHECKING:
    from axon_desktop.ui.window.main_window import MainWindow
    from axon_desktop.ui.window.workspace import Workspace
    from axon_desktop.vault import Vault


async def show_leftovers(window: MainWindow, workspace: Workspace, *, crashed: bool) -> None:
    """Look for recoverable work in the open vault and show it in a notice."""
    left = await find_leftovers(workspace.vault, await workspace.keeper.store())
    if not crashed and not left.drafts:
        return
    left = replace(left, crashed=crashed)
    notice = CrashNotice(window)
    show = partial(_show_note, window, workspace.vault, notice, asyncio.Lock())
    notice.note_requested.connect(lambda path: spawn(show(path), name="show unsaved text"))
    window.context.files_changed.connect(notice.on_vault_changed)
    notice.conversation_requested.connect(workspace.keeper.open)
    notice.show_leftovers(left)


async def _show_note(
    window: MainWindow, vault: Vault, notice: CrashNotice, looking: asyncio.Lock, path: str
) -> None:
    """Show the note that unsaved text belongs to, even if renamed; the notice stays if the note is gone."""
    async with looking:
        now = await asyncio.to_thread(find_note, vault, path) if _is_there(notice) else ""
    if not _is_there(notice):  # it was pressed twice, or the vault was closed
        return
    if now:
        notice.close_for_good()
        _show_source(window, now)
    else:
        words = translate(
            "CrashNotice",
            "{note} no longer exists. Its unsaved text is still kept: create a note with this"
            " name to get it back.",
        )
        window.show_error(words.format(note=path))


def _is_there(notice: CrashNotice) -> bool:
    return isValid(notice) and not notice.isHidden()


def _show_source(window: MainWindow, path: str) -> None:
    """Show the source of a note, where its unsaved text is offered."""
    preview = window.preview

    def opened(shown: str) -> None:
        preview.note_opened.disconnect(opened)
        if shown == path:
            preview.set_mode(preview.tabs.writing_mode)

    if preview.path == path:
        preview.set_mode(preview.tabs.writing_mode)
    else:
        preview.note_opened.connect(opened)
        preview.open_note(path)
