"""The notice after a crash in the window: what it offers is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axon_desktop.ui.after_crash.leftovers import find_leftovers
from axon_desktop.ui.after_crash.notice import CrashNotice

if TYPE_CHECKING:
    from axon_desktop.ui.main_window import MainWindow
    from axon_desktop.ui.workspace import Workspace


async def show_leftovers(window: MainWindow, workspace: Workspace) -> None:
    """Look for what was kept of the open vault and say it."""
    left = await find_leftovers(workspace.vault, await workspace.keeper.store())
    notice = CrashNotice(window)
    notice.note_requested.connect(lambda path: _show_source(window, path))
    notice.conversation_requested.connect(workspace.keeper.open)
    notice.show_leftovers(left)


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
