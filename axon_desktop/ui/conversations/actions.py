"""ConversationActions: actions on a conversation that first ask the user something."""

from __future__ import annotations

import asyncio
import re
import uuid
from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from axon_desktop.errors import AxonError
from axon_desktop.ui.aio import ask, spawn
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.session.chat_session import ChatSession
from axon_desktop.ui.session.conversation_keeper import ConversationKeeper, shorten
from axon_desktop.ui.widgets.confirm_dialog import Question
from axon_desktop.ui.widgets.file_dialog import ask_save_file
from axon_desktop.vault import Vault

_NOTE_HEIGHT = 120
_PATIENCE = 3.0
"""Seconds that the store has to open before the history reports an error."""
_HEADING = re.compile(r"#{1,6}[ \t]+(\S[^\n]*?)[ \t#]*(?:\n|\Z)")
"""A heading at the beginning of an answer, which becomes the name of its note."""
_NOT_IN_NAMES = re.compile(r'[\\/:*?"<>|#^\[\]\x00-\x1f]+')


class ConversationActions(QObject):
    """Asks in dialogs over the window, without nested event loops."""

    message_requested = Signal(str)
    """A sentence for the status bar."""
    note_requested = Signal(str)
    """Vault path of the note that was created."""

    def __init__(self, session: ChatSession, keeper: ConversationKeeper, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._keeper = keeper
        self._window = parent

    def show_history(self) -> None:
        """Let the user open an earlier conversation."""
        spawn(self._show_history(), name="history")

    async def _show_history(self) -> None:
        from axon_desktop.ui.conversations.history_dialog import HistoryDialog

        keeper, session = self._keeper, self._session
        try:
            async with asyncio.timeout(_PATIENCE):
                store = await keeper.store()
        except TimeoutError:
            store = None
        if store is None:
            self.message_requested.emit(self.tr("Conversations are not kept."))
            return
        dialog = HistoryDialog(
            store, session.vault.id, self._window.window(), current=keeper.id, is_running=lambda: session.running
        )
        dialog.open_requested.connect(keeper.open)
        dialog.renamed.connect(keeper.renamed_elsewhere)
        dialog.deleted.connect(keeper.deleted_elsewhere)
        dialog.export_requested.connect(self.export)
        await ask(dialog)

    def export(self, conversation: str = "") -> None:
        """Ask for a file and export a conversation to it, by default the displayed one."""
        spawn(self._export(conversation), name="export conversation")

    async def _export(self, conversation: str) -> None:
        title, text = await self._keeper.export(conversation)
        window, title_of_dialog = self._window.window(), self.tr("Export the conversation")
        kinds, name = self.tr("Markdown (*.md)"), f"{self._name(title)}.md"
        if not text or (file := await ask_save_file(window, title_of_dialog, name, kinds)) is None:
            return
        try:
            await asyncio.to_thread(file.write_text, text, encoding="utf-8", newline="\n")
        except OSError as error:
            raise AxonError(
                self.tr("The conversation could not be exported: {error}").format(error=error)
            ) from error
        self.message_requested.emit(self.tr("Exported to {file}").format(file=file))

    def save_to_note(self) -> None:
        """Ask for a name and save the conversation as a note."""
        spawn(self._save_to_note(), name="save conversation")

    async def _save_to_note(self) -> None:
        title, text = await self._keeper.export()
        if text:
            await self._make_note(self.tr("Conversations/{title}").format(title=self._name(title)), title, text)

    def save_answer(self, request: str, text: str) -> None:
        """Ask for a name and save one answer as a note."""
        heading = _HEADING.match(text)
        title = heading[1] if heading is not None else shorten(request)
        spawn(self._make_note(self._name(title), title, f"{text}\n"), name="save answer")

    async def _make_note(self, name: str, title: str, text: str) -> None:
        """Ask for a name, with a suggestion, and create a note."""
        from axon_desktop.ui.conversations.save_prompt import SavePrompt

        vault = self._session.vault
        prompt = SavePrompt(vault, name, self._window.window())
        if not await ask(prompt) or prompt.found is None:
            return
        path = prompt.found.path
        if await asyncio.to_thread(_write_note, vault, path, text, title):
            self.message_requested.emit(self.tr("Saved as {path}").format(path=path))
            self.note_requested.emit(path)
        else:  # it was created just now
            self.message_requested.emit(self.tr("{file} already exists.").format(file=path))

    def delete(self) -> None:
        """Ask, then delete the conversation."""
        spawn(self._delete(), name="delete conversation")

    async def _delete(self) -> None:
        question = self.tr("Delete this conversation?")
        what = self.tr("“{title}” will be permanently deleted. Your notes stay as they are.")
        details = [what.format(title=self._keeper.title)]
        if self._session.running:
            details.append(self.tr("The running request will be stopped."))
        if await self._agree(question, details, self.tr("&Delete")):
            self._keeper.delete()

    def revise_plan(self) -> None:
        """Ask what should change, then let the model revise the plan."""
        spawn(self._revise_plan(), name="revise plan")

    async def _revise_plan(self) -> None:
        title, revise = self.tr("Revise the plan"), self.tr("&Revise")
        words = self.tr("What should be different? Completed steps stay as they are.")
        question = Question(title, [words], revise, self._window.window())
        note = QPlainTextEdit(question)
        note.setAccessibleName(words)
        note.setTabChangesFocus(True)
        note.setFixedHeight(px(_NOTE_HEIGHT))
        question.add_row(note)
        note.setFocus()
        if await ask(question) and (text := note.toPlainText().strip()):
            self._session.revise_plan(text)

    def _name(self, title: str) -> str:
        """Return a title as a file name."""
        name = " ".join(_NOT_IN_NAMES.sub(" ", title).split()).strip(" .")
        return name[:80].rstrip(" .") or self.tr("Conversation")

    async def _agree(self, question: str, details: Sequence[str], word: str) -> bool:
        window = self._window.window()
        return bool(await ask(Question(question, details, word, window, careful=True)))


def _write_note(vault: Vault, path: str, text: str, title: str) -> bool:
    """Create a note; False if it exists already."""
    preview = vault.preview(path, text, "overwrite")
    if preview.before is not None:
        return False
    vault.apply(preview, turn=uuid.uuid4().hex, title=title, origin="user")
    return True
