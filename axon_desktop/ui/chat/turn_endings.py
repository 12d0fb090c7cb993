"""TurnEndings: notices about turns that ended without an answer, and the actions they offer."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from axon_desktop.agent.events import BudgetWarning, Error, Stopped
from axon_desktop.ui.chat.cards.entries import CallEntry
from axon_desktop.ui.chat.cards.wording import error_sentence, stop_advice, stop_sentence
from axon_desktop.ui.chat.notice_box import NoticeBox, Tone
from axon_desktop.ui.composer.token_meter import budget_sentence
from axon_desktop.ui.language.error_texts import join_sentences
from axon_desktop.ui.markdown_view import MarkdownView

_MENDABLE = ("key", "no_key", "balance")
"""Troubles that a retry does not solve, but the user can."""
_UNAUTHORIZED = 401
"""HTTP status of a refused key; the remedy is on a button."""


class TurnEndings(QObject):
    """Adds notices to a view; only the newest ones offer actions."""

    retry_requested = Signal()
    continue_requested = Signal()
    settings_requested = Signal(str)
    """The page of the settings that helps."""
    undo_all_requested = Signal(object)
    """Change ids of the changes to undo together."""

    def __init__(self, view: MarkdownView, parent: QObject) -> None:
        super().__init__(parent)
        self._view = view
        self.notices: list[NoticeBox] = []
        """All notices, from top to bottom."""
        self._undoable: tuple[NoticeBox, Sequence[CallEntry]] | None = None
        """The notice that offers to undo the changes of these calls."""

    def show_error(self, event: Error, provider: str) -> str:
        """Show an error; return its sentence."""
        whole = error_sentence(event.trouble, event.message, provider)
        refused = event.trouble == "key" and event.status == _UNAUTHORIZED
        text = self.tr("{provider} refused the key.").format(provider=provider) if refused else whole
        again = event.retryable or event.trouble in _MENDABLE
        notice = self._add(text, self.tr("&Retry") if again else "", "err")
        notice.accepted.connect(self.retry_requested)
        if event.mendable_in:
            self._offer_settings(notice, event.mendable_in)
        if refused:
            notice.explain(whole)
        return text

    def show_cancelled(self, calls: Sequence[CallEntry]) -> str:
        """Show that the user stopped the turn with these calls; return the sentence."""
        text = self.tr("You stopped Axon here.")
        notice = self._add(text, self.tr("&Continue"), "muted", primary=True)
        notice.accepted.connect(self.continue_requested)
        self._offer_undo(notice, calls)
        return text

    def show_unfinished(self) -> None:
        """Show that the program was closed during the last turn."""
        text = self.tr("Axon was closed in the middle of this request. What was done stays and can be undone.")
        if self._undoable is not None and self.notices and self._undoable[0] is self.notices[-1]:
            self.notices[-1].say(text)  # replaces the sentence for an interrupted turn
        else:
            notice = self._add(text, self.tr("&Continue"), "warn", primary=True)
            notice.accepted.connect(self.continue_requested)

    def show_stopped(self, event: Stopped, calls: Sequence[CallEntry]) -> str:
        """Show which limit ended the turn with these calls; return the sentence."""
        text, advice = stop_sentence(event), stop_advice(event.reason)
        tone: Tone = "muted" if event.reason == "declined" else "warn"
        notice = self._add(text, self.tr("&Continue"), tone, advice, primary=True)
        notice.accepted.connect(self.continue_requested)
        if event.reason == "budget":
            for earlier in self.notices[:-1]:  # the limits that they warned of were reached
                earlier.settle()
            notice.offer_settings(self.tr("Raise the l&imit…"))
            notice.settings_requested.connect(lambda: self.settings_requested.emit("safety"))
        elif event.reason == "declined":
            self._offer_undo(notice, calls)
        return join_sentences(text, advice)

    def show_warning(self, event: BudgetWarning) -> str:
        """Show that a limit is near; return the sentence."""
        text = budget_sentence(event)
        notice = self._add(text, self.tr("Raise the l&imit…"), "warn")
        notice.accepted.connect(lambda: self.settings_requested.emit("safety"))
        return text

    def show_assumed_context(self, text: str) -> None:
        """Show which context size is assumed, and offer to enter the real one."""
        notice = self._add(text, "", "warn")
        notice.offer_settings(self.tr("Context si&ze…"))
        notice.settings_requested.connect(lambda: self.settings_requested.emit("models"))

    def follow_undo(self) -> None:
        """Offer to undo the changes that are left."""
        if self._undoable is None:
            return
        notice, calls = self._undoable
        left = len(_changes(calls))
        if notice.button.isHidden():
            return  # its buttons are gone
        one, many = self.tr("&Undo 1 change"), self.tr("&Undo {count} changes")
        notice.offer_undo((one if left == 1 else many).format(count=left) if left else "")

    def _offer_undo(self, notice: NoticeBox, calls: Sequence[CallEntry]) -> None:
        self._undoable = notice, calls
        notice.undo_requested.connect(lambda: self.undo_all_requested.emit(_changes(calls)))
        self.follow_undo()

    def _offer_settings(self, notice: NoticeBox, page: str) -> None:
        notice.offer_settings()
        notice.settings_requested.connect(lambda: self.settings_requested.emit(page))

    def _add(self, text: str, button: str, tone: Tone, advice: str = "", *, primary: bool = False) -> NoticeBox:
        notice = NoticeBox(text, button, tone=tone, advice=advice, primary=primary)
        self.notices.append(notice)
        self._view.add_widget(notice)
        return notice

    def settle(self) -> None:
        """Remove the actions: the conversation has continued."""
        for notice in self.notices:
            if not notice.settled:
                notice.settle()
        self._undoable = None

    def relay_to(self, whole: TurnEndings) -> None:
        """Forward the signals of the notices to another object."""
        self.retry_requested.connect(whole.retry_requested)
        self.continue_requested.connect(whole.continue_requested)
        self.settings_requested.connect(whole.settings_requested)
        self.undo_all_requested.connect(whole.undo_all_requested)

    def take_over(self, earlier: TurnEndings) -> None:
        """Take over the notices of the part before this one; it forgets them."""
        self.notices = [*earlier.notices, *self.notices]
        self._undoable = self._undoable or earlier._undoable
        earlier.clear()

    def clear(self) -> None:
        """Remove all notices."""
        self.notices = []
        self._undoable = None


def _changes(calls: Sequence[CallEntry]) -> list[int]:
    """Return the change ids of the calls' changes that were not undone."""
    return [call.change_id for call in calls if call.change_id is not None and call.state != "undone"]
