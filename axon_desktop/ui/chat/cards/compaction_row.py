"""CompactionRow: shows that the conversation is being summarized, and failures of that."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from axon_desktop.errors import AxonError
from axon_desktop.ui.accessibility.announcer import announce
from axon_desktop.ui.chat.cards.notices import TurnTail
from axon_desktop.ui.chat.cards.wording import error_sentence
from axon_desktop.ui.chat.notice_box import NoticeBox
from axon_desktop.ui.markdown_view import MarkdownView
from axon_desktop.ui.session.compaction import CompactionState


class CompactionRow(QObject):
    """The last row of a view while it is needed; the summary itself is an event."""

    retry_requested = Signal()
    settings_requested = Signal()
    """The model's settings are to be opened."""

    def __init__(self, view: MarkdownView, parent: QObject) -> None:
        super().__init__(parent)
        self._view = view
        self._item: int | None = None
        self._notice: NoticeBox | None = None
        self.provider_name = ""
        """The provider that summarizes, for sentences."""

    def show_state(self, state: CompactionState) -> None:
        """Show the state of the compaction."""
        self._remove()
        match state.stage:
            case "running":
                tail = TurnTail()
                tail.say(self.tr("Summarizing the conversation… Press Esc to stop."))
                self._item = self._view.add_widget(tail)
                self._view.scroll_to_end()
                announce(tail.status.text())
            case "failed":
                self._show_failure(state)
            case "done":
                announce(self.tr("The conversation was summarized."))
            case "nothing":
                self._say(
                    self.tr("There is nothing to summarize yet: the last request and its answer are always kept.")
                )
            case "no_model":
                self._show_box(NoticeBox(self.tr("Summarizing needs a model."), "", tone="warn"))
            case "stopped":
                self._say(self.tr("Stopped. The conversation stays as it was."))

    def _show_failure(self, state: CompactionState) -> None:
        error = state.error or AxonError()
        reason = error_sentence(error.trouble, error.text, self.provider_name)
        text = self.tr("The conversation could not be summarized and stays as it was. {reason}").format(
            reason=reason
        )
        notice = NoticeBox(text, self.tr("Summarize a&gain"), tone="err")
        notice.accepted.connect(self.retry_requested)
        self._show_box(notice, settings=bool(error.mendable_in))

    def _show_box(self, notice: NoticeBox, *, settings: bool = True) -> None:
        """Show what prevents it, with a button for the settings where they help."""
        if settings:
            notice.offer_settings()
            notice.settings_requested.connect(self.settings_requested)
        self._notice = notice
        self._item = self._view.add_widget(notice)
        self._view.scroll_to_end()
        announce(notice.label.text(), urgent=True)

    def settle(self) -> None:
        """Remove the failure: the conversation has continued."""
        self._remove()

    def forget(self) -> None:
        """Note that the view was cleared."""
        self._item = self._notice = None

    def _say(self, text: str) -> None:
        self._view.add_text(text, "status")
        self._view.scroll_to_end()
        announce(text)

    def _remove(self) -> None:
        if self._item is not None:
            self._view.remove_item(self._item)
        self._item = self._notice = None
