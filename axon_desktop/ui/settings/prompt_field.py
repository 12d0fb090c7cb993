"""PromptField: the user's own instructions for edits in place, one per line."""

from __future__ import annotations

import re

from PySide6.QtWidgets import QWidget

from axon_desktop.settings.settings import PromptSettings
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.runtime.ime_guard import GuardedTextEdit

_HEIGHT = 96
_NAMED = re.compile(r"\s*([^:：]{1,60}?)\s*[:：]\s*(\S.*?)\s*\Z")
_LONGEST_NAME = 40


class PromptField(GuardedTextEdit):
    """Shows each as `Name: instruction`; a line without a name is named by its beginning."""

    def __init__(self, prompts: list[PromptSettings], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTabChangesFocus(True)
        self.setFixedHeight(px(_HEIGHT))
        self.setPlaceholderText(self.tr("Letter: Make a friendly letter of this."))
        self.setPlainText("\n".join(f"{one.name}: {one.text}" for one in prompts))

    def prompts(self) -> list[PromptSettings]:
        """Return what is written."""
        return [_prompt_of(line) for line in self.toPlainText().splitlines() if line.strip()]


def _prompt_of(line: str) -> PromptSettings:
    named = _NAMED.match(line)
    if named:
        return PromptSettings(named[1], named[2])
    text = line.strip()
    return PromptSettings(text if len(text) <= _LONGEST_NAME else f"{text[: _LONGEST_NAME - 1]}…", text)
