"""RescuedDialog: texts that would have been lost, to be viewed and saved as notes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import PurePosixPath
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QWidget

from axon_desktop.errors import AxonError
from axon_desktop.text.file_names import is_note
from axon_desktop.ui.aio import spawn
from axon_desktop.ui.changes.change_list import ListSplitter
from axon_desktop.ui.changes.file_model import FileModel
from axon_desktop.ui.changes.queries import Comparison
from axon_desktop.ui.changes.row_painting import TWO_LINES, RowStyle
from axon_desktop.ui.changes.row_table import RowTable
from axon_desktop.ui.changes.undo.rescued_pane import RescuedPane
from axon_desktop.ui.changes.undo.widget_tasks import WidgetTasks
from axon_desktop.ui.changes.wording import split_name, when
from axon_desktop.ui.language.error_texts import error_text, join_sentences
from axon_desktop.ui.look.parts import STRETCH, centred_text, fill_dialog, hbox, push_button, text_label
from axon_desktop.ui.look.sizes import px, row_height, start_size
from axon_desktop.ui.look.stylesheet import mark, wear_dialog
from axon_desktop.ui.session.user_writes import StaleWriteError, UserWrites
from axon_desktop.vault import Vault
from axon_desktop.vault.files.path_rules import MAX_NAME_BYTES
from axon_desktop.vault.history.records import RescuedVersion

_NOT_IN_NEW_NAMES = str.maketrans(dict.fromkeys('<>:"|?*#^[]', " "))
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class RescuedDialog(QDialog):
    """Lists rescued texts, newest first; accepted when one was saved as a new file."""

    def __init__(self, vault: Vault, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tasks = WidgetTasks(self)
        self._vault = vault
        self._busy = False
        self.saved = ""
        """Vault path of the file that a text was saved to."""
        self.setWindowTitle(self.tr("Rescued texts"))
        wear_dialog(self)
        heading = text_label(self.windowTitle(), self, kind="title")
        self.about = text_label("", self, wraps=True, tone="muted")
        self._show_about("")
        self.model = FileModel[RescuedVersion](_look, lambda version: version.path, self)
        self.table = RowTable(self.model, self.windowTitle(), self)
        self.table.verticalHeader().setDefaultSectionSize(row_height(TWO_LINES))
        self.table.current_changed.connect(lambda _row: self._show_current())
        self.table.installEventFilter(self)
        self.pane = RescuedPane(vault, self)
        self.pane.compared.connect(self._show_buttons)
        self._splitter = ListSplitter(self.table, self.pane, [320, 580], self)
        self.empty = centred_text("", self, tone="muted")
        self.empty.hide()
        self.message = text_label("", self, wraps=True, plain=True)
        self.message.hide()
        fill_dialog(
            self, heading, self.about, (self._splitter, 1), (self.empty, 1), self.message, self._build_buttons()
        )
        self.resize(start_size(self, 940, 580))
        self.setMinimumSize(px(420), 360)  # the buttons grow with the font
        self.table.setFocus()
        self._tasks.start(self._refresh(), name="rescued texts")

    def _build_buttons(self) -> QHBoxLayout:
        close = push_button(self.tr("C&lose"), self, self.reject)
        self.copy_button = push_button(self.tr("&Copy the text"), self, lambda: self._start(self._copy))
        self.save_button = push_button(
            self.tr("Save as a &new note"), self, lambda: self._start(self._save), primary=True
        )
        self.save_button.setDefault(True)  # it only adds a file, and can be undone
        for button in (self.copy_button, self.save_button):
            button.setEnabled(False)
        return hbox(STRETCH, close, self.copy_button, self.save_button)

    def done(self, result: int) -> None:
        """Close, unless a write is running."""
        if not self._busy:
            super().done(result)

    # --- what is shown

    @property
    def current(self) -> RescuedVersion | None:
        """The selected text."""
        row = self.table.row
        return self.model.files[row] if 0 <= row < len(self.model.files) else None

    async def _refresh(self) -> None:
        """Read the list again, keeping the selected text if it still exists."""
        journal, old = self._vault.journal, self.current
        found: list[RescuedVersion] = []
        words = self.tr("There are no more rescued texts.")
        try:
            found, kept = await asyncio.to_thread(lambda: (journal.rescued(limit=-1), journal.retention))
        except AxonError as error:
            words = error_text(error)
        else:
            days = self.tr("Each is kept for {days} days.").format(days=f"{kept.days:,}")
            self._show_about(self.tr("Each is kept for one day.") if kept.days == 1 else days)
        self.model.set_files(found)
        self._splitter.setVisible(bool(found))
        self.empty.setVisible(not found)
        self.empty.setText(words)
        at = next((row for row, version in enumerate(found) if old is not None and version.id == old.id), 0)
        self.table.go_to(at if found else -1)
        if not found:
            self._show_current()

    def _show_about(self, kept: str) -> None:
        words = self.tr(
            "Text that would otherwise have been lost: what another program wrote at the very"
            " moment of a change, your own text from before you chose between two versions, and"
            " drafts you discarded."
        )
        self.about.setText(join_sentences(words, kept))

    def _show_current(self) -> None:
        version = self.current
        self._say("")
        if version is None:
            self._show_buttons(Comparison(None, "gone"))
            return
        note, file = self.tr("Save as a &new note"), self.tr("Save as a &new file")
        self.save_button.setText(note if is_note(version.path) else file)
        self.pane.show_rescued(version)

    def _show_buttons(self, found: Comparison) -> None:
        self.copy_button.setEnabled(found.why not in ("gone", "binary"))
        self.save_button.setEnabled(found.why != "gone")

    def _say(self, text: str, *, bad: bool = False) -> None:
        self.message.setText(text)
        mark(self.message, tone="err" if bad else "muted")
        self.message.setVisible(bool(text))

    # --- actions

    def _start(self, action: Callable[[RescuedVersion], Coroutine[Any, Any, None]]) -> None:
        version = self.current
        if version is not None and not self._busy:
            self._busy = True
            spawn(self._run(action(version)), name="rescued text")

    async def _run(self, action: Coroutine[Any, Any, None]) -> None:
        self._say("")
        try:
            await action
        except AxonError as error:
            await self._refresh()
            self._say(error_text(error), bad=True)
        finally:
            self._busy = False
        if self.saved:
            self.accept()

    async def _copy(self, version: RescuedVersion) -> None:
        data = await asyncio.to_thread(self._vault.journal.text, version.sha256)
        QGuiApplication.clipboard().setText(data.decode("utf-8", errors="replace"))
        self._say(self.tr("The text is on the clipboard."))

    async def _save(self, version: RescuedVersion) -> None:
        """Write a new file beside the old one; if the name exists already it gets a number."""
        data = await asyncio.to_thread(self._vault.journal.text, version.sha256)
        words = self.tr("{name} (rescued {time})")
        number = 1
        while not self.saved:
            path = _new_path(version, words, number)
            try:
                self.saved = (await UserWrites(self._vault).write(path, data)).path
            except StaleWriteError:  # a file with other content exists
                number += 1

    # --- Qt's events

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let Enter in the list press the default button."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() in _ENTER:
            self.save_button.click()
            return True
        return super().eventFilter(watched, event)


def _look(version: RescuedVersion) -> RowStyle:
    name, folder = split_name(version.path)
    return RowStyle(name, folder, below=when(version.time), icon="note")


def _new_path(version: RescuedVersion, words: str, number: int) -> str:
    """Return an unused path beside the old one, with a valid name whatever the old name was."""
    old = PurePosixPath(version.path)
    time = f"{version.time.astimezone():%Y-%m-%d %H.%M}"
    suffix = old.suffix.translate(_NOT_IN_NEW_NAMES)
    end = (f" {number}" if number > 1 else "") + suffix
    room = MAX_NAME_BYTES - len((words.format(name="", time=time) + end).encode())
    stem = old.stem.translate(_NOT_IN_NEW_NAMES).encode()[:room].decode(errors="ignore").strip()
    return str(old.with_name(words.format(name=stem, time=time).strip() + end))
