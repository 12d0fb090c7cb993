"""The third page: when the user is asked."""

from __future__ import annotations

from axon_desktop.settings import Settings
from axon_desktop.ui.first_run.choice_list import Choice
from axon_desktop.ui.first_run.choices import Choices
from axon_desktop.ui.first_run.page import Page
from axon_desktop.vault.markdown.colors import Colors


class SafetyPage(Page):
    """Explains the safety switch in two sentences."""

    def __init__(self, settings: Settings, colors: Colors) -> None:
        super().__init__(
            self.tr("May Axon change notes?"),
            self.tr(
                "Reading never asks. Every change that Axon makes to a note can be undone, and the switch below"
                " the message box sets when you are asked first."
            ),
            colors,
        )
        for mode, name, words in (
            ("ask", self.tr("Ask first"), self.tr("You see each change, before and after, and agree to it.")),
            (
                "apply",
                self.tr("Apply and let me undo"),
                self.tr("Ordinary changes are made at once. Those that lose much text still ask."),
            ),
            ("read_only", self.tr("Read only"), self.tr("Nothing in the vault is changed.")),
        ):
            self.list.add(Choice(name, words, mode))
        self.list.choose(settings.safety.mode)

    async def settle(self, choices: Choices) -> bool:
        """Note the mode."""
        choices.safety = self.list.value
        return True
