"""ReplyStream: the model's thinking and its text in one round, shown as they come."""

from __future__ import annotations

from collections.abc import Callable, Collection

from PySide6.QtCore import QObject, Signal

from axon_desktop.agent.events import Reasoning, Thought, Token
from axon_desktop.markdown.scan.open_end import without_open_end
from axon_desktop.tools.calls.stream_filter import StreamFilter
from axon_desktop.ui.chat.cards.entries import ThinkingEntry
from axon_desktop.ui.markdown_view import MarkdownView

_BEGINNING = 80
"""Characters by which text is known again as thinking."""


class ReplyStream(QObject):
    """Fills a view; calls that a model writes into its text are left out."""

    status_changed = Signal(str)
    """What the model is doing, as a sentence."""

    def __init__(
        self, view: MarkdownView, tool_names: Collection[str], is_replaying: Callable[[], bool], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._view = view
        self._tool_names = tool_names
        self._is_replaying = is_replaying
        self.shown = False
        """Whether there was text in this round."""
        self._filter = StreamFilter()
        self._stream: int | None = None
        """Number of the message that grows."""
        self._said: list[str] = []
        """What was shown as text in this round."""
        self._may_end = False
        """Whether a tag came that may end thinking."""
        self._thought = False
        """Whether thinking came as such: then only the end of the round tells whether text is thinking."""
        self._tail = ""
        """The end of the text, which may be the beginning of a tag."""
        self._thinking: ThinkingEntry | None = None
        self._replayed: list[str] = []
        """Pieces of a reply that is shown again."""

    def begin_round(self) -> None:
        """End the round before and wait for another."""
        self.end()
        self._filter = StreamFilter(self._tool_names)
        self._said = []
        self._may_end = self._thought = False
        self._tail = ""
        self.shown = False

    def add_thinking(self, event: Reasoning) -> None:
        """Show a piece of the thinking."""
        self._thought = True
        if self._thinking is None:
            self._thinking = ThinkingEntry()
            self._view.add_card(self._thinking, later=self._is_replaying())
            self.status_changed.emit(self.tr("Thinking… press Esc to stop."))
        self._thinking.append(event.content)

    def add_token(self, event: Token) -> None:
        """Show a piece of the text."""
        shown = self._filter.feed(event.content)
        if shown:
            self._show(shown)

    def finish(self, whole: Thought) -> None:
        """Show what is left of the text, which is complete, and end the round."""
        rest = self._filter.finish()
        if rest.strip():
            self._show(rest)
        said, thought = "".join(self._said).strip(), whole.reasoning.strip()
        if thought and said != whole.content.strip() and said.startswith(thought[:_BEGINNING]):
            self._turn_into_thinking(whole.reasoning, whole.content)
        self.end()

    def _look_for_end(self, text: str) -> bool:
        """Tell whether the text so far turned out to be thinking, which shows where its end tag comes."""
        from axon_desktop.llm.providers.think_tags import LONGEST_END, may_end_thinking, split_lone_end

        self._may_end = self._may_end or may_end_thinking(self._tail + text)
        self._tail = (self._tail + text)[-LONGEST_END:]
        if not self._may_end or self._thought:
            return False
        said, thought = split_lone_end("".join(self._said), None, whole=False)
        if thought is None:
            return False
        self._turn_into_thinking(thought, said)
        return True

    def _turn_into_thinking(self, thought: str, text: str) -> None:
        """Show as thinking what came as text: only the end of the thinking was marked."""
        if self._stream is not None:
            self._view.end_stream()
            self._view.remove_item(self._stream)
        self._stream, self._replayed, self._said, self.shown = None, [], [], False
        self.add_thinking(Reasoning(turn_id="", content=thought))
        self._end_thinking()
        if text.strip():
            self._show(text)

    def end(self) -> None:
        """End the round; what was shown stays."""
        self._end_thinking()
        text, self._replayed = without_open_end("".join(self._replayed).strip()), []
        if text:
            self.shown = True
            self._view.add_text(text, "assistant", later=self._is_replaying())
        if self._stream is not None:
            self._view.end_stream()
            self._stream = None

    def _show(self, text: str) -> None:
        self._said.append(text)
        if self._is_replaying():
            self._replayed.append(text)
            return
        if self._look_for_end(text):
            return
        if self._stream is None:
            text = text.lstrip()
            if not text:
                return
            self._end_thinking()
            self.shown = True
            self._stream = self._view.begin_stream("assistant")
            self.status_changed.emit(self.tr("Writing… press Esc to stop."))
        self._view.append_stream(text)

    def _end_thinking(self) -> None:
        if self._thinking is not None:
            self._thinking.finish()
            self._thinking = None
