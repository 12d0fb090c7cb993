"""Page: one question of the first run."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from axon_desktop.ui.first_run.choice_list import ChoiceList
from axon_desktop.ui.first_run.choices import Choices
from axon_desktop.ui.look.parts import text_label, vbox


class Page(QWidget):
    """A heading, a few words, and a list to choose from."""

    next_requested = Signal()
    """A choice was double-clicked."""
    word_changed = Signal(str)
    """Text of the Next button; empty for its usual text."""

    def __init__(self, title: str, words: str) -> None:
        super().__init__()
        self.title = title
        heading = text_label(title, self, kind="title")
        explained = text_label(words, self, wraps=True, tone="muted")
        self.list = ChoiceList(title, self)
        self.list.chosen.connect(self.next_requested)
        self.column = vbox(heading, explained, (self.list, 1), parent=self, spacing=10)

    async def begin(self, choices: Choices) -> None:
        """Load the choices; the answers of the earlier pages are known."""

    async def settle(self, choices: Choices) -> bool:
        """Note the answer; False if something is missing, which the page then shows."""
        raise NotImplementedError
