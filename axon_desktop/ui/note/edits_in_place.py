"""EditsInPlace: a click on a task's box or a drag of a picture's edge in the rendered note changes its file."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from PySide6.QtCore import QObject, Signal

from axon_desktop.errors import VaultError
from axon_desktop.ui.language.error_texts import error_text
from axon_desktop.ui.session.user_writes import UserWrites
from axon_desktop.vault import Vault


class EditsInPlace(QObject):
    """Writes for the user, one change after another, each with an undo."""

    message_requested = Signal(str)
    outdated = Signal()
    """The displayed note differs from its file."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._one_at_a_time = asyncio.Lock()

    async def change(
        self,
        vault: Vault,
        path: str,
        edit: Callable[[str], str | None],
        save: Callable[[], Awaitable[None]],
    ) -> None:
        """Change the text of a note as `edit` does, in a thread; it returns None if the note is not as shown.

        `save` saves text that is still being typed.
        """
        async with self._one_at_a_time:
            await save()
            try:
                note = (await asyncio.to_thread(vault.read_exactly, [path]))[0]
                text = note.text
                changed = await asyncio.to_thread(edit, text)
                if changed is None:
                    self.message_requested.emit(self.tr("The note has changed in the meantime."))
                    self.outdated.emit()
                elif changed != text:
                    await UserWrites(vault).write(path, changed, expected_sha256=note.sha256)
            except VaultError as error:
                self.message_requested.emit(error_text(error))
                self.outdated.emit()


def is_same_line(text: str, shown: str, line: int) -> bool:
    """Tell whether a line is the same in two texts of a note, except for the mark of its task."""
    now, then = text.removeprefix("\ufeff").splitlines(), shown.splitlines()
    if len(now) != len(then) or not 0 < line <= len(now):
        return False
    return _without_mark(now[line - 1]) == _without_mark(then[line - 1])


def _without_mark(line: str) -> str:
    before, bracket, after = line.partition("[")
    return before + bracket + after[1:]
