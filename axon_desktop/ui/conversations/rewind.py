"""Rewind: rewinds notes, conversation or both to before a message, and can undo that."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from axon_desktop.errors import N_, UndoConflictError
from axon_desktop.ui.aio import ask, spawn
from axon_desktop.ui.conversations.rewind_bar import RewindBar
from axon_desktop.ui.session.chat_session import ChatSession
from axon_desktop.ui.session.conversation_keeper import ConversationKeeper
from axon_desktop.ui.session.user_messages import UserMessage, UserMessages
from axon_desktop.vault import Change


class _LastRewind(Struct, frozen=True):
    """The last rewind."""

    changes: tuple[int, ...]
    """Change ids of the undos."""
    conversation: str
    """Id of the whole conversation; empty if it was not cut."""
    draft: str
    """The message that was put into the input box."""


class Rewind(QObject):
    """Asks first; notes are rewound all or none, and the whole conversation stays in the history."""

    undone = Signal(object)
    """The Changes that were made by an undo or a redo."""
    draft_left = Signal(str)
    """A message that was put into the input box no longer belongs there."""

    def __init__(
        self,
        session: ChatSession,
        keeper: ConversationKeeper,
        requests: UserMessages,
        strip: RewindBar,
        window: QWidget,
    ) -> None:
        """Take the messages of the displayed conversation, and the bar that offers to undo a rewind."""
        super().__init__(window)
        self._session = session
        self._keeper = keeper
        self._requests = requests
        self._strip = strip
        self._window = window
        self._gone: _LastRewind | None = None
        strip.return_requested.connect(lambda: spawn(self._return(), name="take going back back"))

    def start(self, turn: str = "") -> None:
        """Ask how far to rewind; `turn` is that of the message, by default the last one."""
        requests = self._requests.all()
        if requests:
            spawn(self._ask(requests, turn), name="go back")

    def start_at(self, item: int) -> None:
        """Ask about the message with this item number in the view."""
        request = self._requests.at(item)
        if request is not None:
            self.start(request[0])

    def forget(self) -> None:
        """Withdraw the offer: the conversation has continued."""
        self._gone = None
        self._strip.hide()

    async def _ask(self, requests: Sequence[UserMessage], turn: str) -> None:
        from axon_desktop.ui.conversations.rewind_dialog import BackPart, RewindChoice, RewindDialog

        part: BackPart = "both"
        changed = False
        while True:
            dialog = RewindDialog(
                self._session.vault,
                requests,
                self._window.window(),
                chosen=turn,
                part=part,
                keeps_chat=self._keeper.keeps,
                is_running=self._session.running,
                changed=changed,
            )
            if not await ask(dialog):
                return
            choice: RewindChoice = dialog.choice
            turn, part = choice.request.turn, choice.part
            await self._session.halt()
            try:
                done = await asyncio.to_thread(self._undo, choice.changes, choice.preview, choice.request.turns)
            except UndoConflictError:
                changed = True
                continue
            await self._show(choice.request, part != "files", done)
            return

    def _undo(self, changes: tuple[int, ...], agreed: object, turns: Sequence[str]) -> list[Change]:
        """Undo exactly what the user agreed to; for a thread."""
        from axon_desktop.ui.conversations.rewind_dialog import find_changes

        vault = self._session.vault
        if not changes:
            return []
        found, preview = find_changes(vault, turns)
        if (found, preview) != (changes, agreed):
            raise UndoConflictError(
                N_("Core", "The notes have changed since undo was looked at; nothing was undone.")
            )
        return vault.undo_changes(changes, agreed=preview)

    async def _show(self, request: UserMessage, cut: bool, done: Sequence[Change]) -> None:
        if done:
            self.undone.emit(done)
        whole = self._keeper.id
        if cut:
            await self._keeper.cut_before(request.turn, request.text)
        notes = len({change.path for change in done})
        words = self.tr("Went back to before this message.")
        if notes == 1:
            words += " " + self.tr("1 note was restored to that point.")
        elif notes:
            words += " " + self.tr("{count} notes were restored to that point.").format(count=f"{notes:,}")
        ids = tuple(change.id for change in done)
        self._gone = _LastRewind(ids, whole if cut else "", request.text if cut else "")
        if ids or cut:
            self._strip.say(words)

    async def _return(self) -> None:
        """Redo the changes of the notes, and show the whole conversation again."""
        from axon_desktop.ui.changes.undo.confirm_undo import confirm_and_undo

        gone = self._gone
        if gone is None:
            return
        if gone.changes:
            vault, window = self._session.vault, self._window.window()
            done = await confirm_and_undo(vault, gone.changes, window, redo=True)
            if not done:
                return
            self.undone.emit(done)
        self.forget()
        if gone.conversation:
            await self._keeper.return_to(gone.conversation)
            self.draft_left.emit(gone.draft)
