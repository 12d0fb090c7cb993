"""The third page: when the agent asks."""

from __future__ import annotations

from axon_desktop.settings.settings import Settings
from axon_desktop.ui.first_run.choice_list import Choice
from axon_desktop.ui.first_run.choices import Choices
from axon_desktop.ui.first_run.page import Page


class SafetyPage(Page):
    """Explains the safety switch in two sentences."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(
            self.tr("May Axon change notes?"),
            self.tr(
                "Axon never asks before reading. Every change it makes to a note can be undone, and"
                " the switch below the message box sets when it asks you first."
            ),
        )
        for mode, name, words in (
            ("ask", self.tr("Ask first"), self.tr("You see each change, before and after, and approve it.")),
            (
                "apply",
                self.tr("Apply and let me undo"),
                self.tr(
                    "Ordinary changes are made right away. Axon still asks before changes that lose a lot of text."
                ),
            ),
            ("read_only", self.tr("Read only"), self.tr("Nothing in the vault is changed.")),
        ):
            self.list.add(Choice(name, words, mode))
        self.list.choose(settings.safety.mode)

    async def settle(self, choices: Choices) -> bool:
        """Note the mode."""
        choices.safety = self.list.value
        return True
