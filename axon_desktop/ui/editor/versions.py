"""Choosing between two versions of a note, when both hold what somebody wrote."""

from __future__ import annotations

import asyncio

from PySide6.QtWidgets import QWidget

from axon_desktop.ui.aio import ask
from axon_desktop.ui.editor.saver import Conflict
from axon_desktop.ui.editor.sides import bring_together
from axon_desktop.vault.markdown.colors import Colors


async def ask_for_version(conflict: Conflict, colors: Colors, window: QWidget) -> bytes | None:
    """Show both versions side by side; return what the user made of them, None if nothing."""
    from axon_desktop.ui.dialogs.diff_rows import compare
    from axon_desktop.ui.editor.merge_dialog import MergeDialog

    sides = await asyncio.to_thread(bring_together, conflict.base, conflict.mine, conflict.theirs)
    diff = await asyncio.to_thread(compare, sides.theirs, sides.mine)
    if not diff.hunks:
        return sides.mine
    dialog = MergeDialog(conflict.path, sides, diff, colors, window)
    return dialog.text if await ask(dialog) else None
