"""FilePane: the change of the selected note, side by side, or why it cannot be shown."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedLayout, QWidget

from axon_desktop.errors import AxonError
from axon_desktop.ui.changes.queries import Comparison, read_comparison
from axon_desktop.ui.changes.undo.widget_tasks import WidgetTasks
from axon_desktop.ui.changes.wording import action_words, split_name, undone
from axon_desktop.ui.diff.view import SideBySideDiff
from axon_desktop.ui.language.error_texts import error_text
from axon_desktop.ui.look.parts import centred_text, vbox
from axon_desktop.ui.widgets.labels import WrappedLabel
from axon_desktop.vault import Vault
from axon_desktop.vault.history.by_file import ChangedFile


class FilePane(QWidget):
    """Shows one file at a time; its texts are read in a thread."""

    compared = Signal(object)
    """The Comparison of the displayed file was read."""

    def __init__(self, vault: Vault, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tasks = WidgetTasks(self)
        self._vault = vault
        self._number = 0
        self.name = WrappedLabel("", self, kind="path")
        self.state = WrappedLabel("", self, tone="muted", kind="small")
        self.diff = SideBySideDiff(self)
        self.message = centred_text("", self, tone="muted")
        place = QWidget(self)
        self._stack = QStackedLayout(place)
        self._stack.addWidget(self.message)
        self._stack.addWidget(self.diff)
        vbox(self.name, self.state, (place, 1), parent=self, margins=(12, 0, 0, 0), spacing=4)
        self.say("")

    def say(self, words: str) -> None:
        """Show a sentence instead of a file."""
        self._number += 1
        self.name.hide()
        self.state.hide()
        self._show_words(words)

    def show_file(self, file: ChangedFile) -> None:
        """Show what a turn did to a file."""
        self._show(
            file.shown_path, partial(read_comparison, self._vault, file), partial(self._describe_file, file)
        )

    def _show(self, path: str, read: Callable[[], Comparison], describe: Callable[[Comparison], str]) -> None:
        """Show the name of a file, read its comparison, and describe it below the name."""
        self._number += 1
        name, folder = split_name(path)
        self.name.setText(" / ".join([*folder.split("/"), name]) if folder else name)
        self.name.show()
        self.state.setText(describe(Comparison(None)))
        self.state.show()
        self._tasks.start(self._compare(read, describe, self._number), name="compare")

    def _describe_file(self, file: ChangedFile, found: Comparison) -> str:
        parts = [action_words(file)]
        if file.target:
            parts.append(self.tr("previously {path}").format(path=file.path))
        if file.undone:
            parts.append(undone())
        return " · ".join([*parts, *line_counts(found)])

    async def _compare(
        self, read: Callable[[], Comparison], describe: Callable[[Comparison], str], number: int
    ) -> None:
        found, words = Comparison(None), ""
        try:
            found = await asyncio.to_thread(read)
        except AxonError as error:
            words = error_text(error)
        if number != self._number:
            return  # another file was selected meanwhile
        self.state.setText(describe(found))
        if found.diff is not None and found.diff.hunks:
            self.diff.set_diff(found.diff)
            self._stack.setCurrentWidget(self.diff)
        else:
            self._show_words(words or self._words(found))
        self.compared.emit(found)

    def _words(self, found: Comparison) -> str:
        return {
            "": self.tr("The text is the same before and after."),
            "gone": self.tr("The text of this change is no longer kept, so it cannot be shown or undone."),
            "binary": self.tr("This is not a text file. The change can still be undone."),
            "large": self.tr("This text is too large to compare here. The change can still be undone."),
            "moved": self.tr("Only the location has changed; the text is the same."),
        }[found.why]

    def _show_words(self, words: str) -> None:
        self.message.setText(words)
        self._stack.setCurrentWidget(self.message)


def line_counts(found: Comparison) -> list[str]:
    """Return how many lines differ; empty if that is unknown, or none do."""
    diff = found.diff
    return [f"+{diff.added} −{diff.removed}"] if diff is not None and diff.hunks else []
