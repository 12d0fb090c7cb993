"""ServerTest: tests a server, and shows the result: in words, its tools, its log."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from axon_desktop.mcp_host.config.config import ServerConfig
from axon_desktop.mcp_host.status import TestResult
from axon_desktop.mcp_host.visible_text import show_invisible
from axon_desktop.ui.buttons.test_button import TestButton
from axon_desktop.ui.chat.cards.notices import FoldRow
from axon_desktop.ui.language.formats import format_tokens
from axon_desktop.ui.language.translation import translate
from axon_desktop.ui.look.parts import vbox
from axon_desktop.ui.mcp.wording import test_sentence, tool_note

_LOG_LINES = 200


class ServerTest(TestButton):
    """A sentence, with tools and log below it; the owner places the button."""

    def __init__(
        self, test: Callable[[ServerConfig], Awaitable[TestResult]], parent: QWidget | None = None
    ) -> None:
        """Take a function that starts a server, lists its tools and stops it."""
        super().__init__(translate("ServerTest", "&Test connection"), parent)
        self._test = test
        self._fold: FoldRow | None = None
        self.button.setAutoDefault(False)
        self.result.setTextFormat(Qt.TextFormat.PlainText)
        self.result.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.result.setVisible(False)
        self._layout = vbox(self.result, parent=self, spacing=6)

    def start(self, config: ServerConfig) -> None:
        """Test this server."""
        self.begin(self._run(config), name="test server")

    def stop(self) -> None:
        """Cancel the test, and drop its result."""
        super().stop()
        self._show_details("", "")

    def show_words(self, words: str, tone: str) -> None:
        """Show a sentence, or none."""
        super().show_words(words, tone)
        self.result.setVisible(bool(words))

    async def _run(self, config: ServerConfig) -> None:
        self.show_words(self.tr("Starting the server. The first time may take a while…"), "muted")
        result = await self._test(config)
        self.end()
        self.show_words(test_sentence(result), "ok" if result.reason is None else "err")
        words = self.tr("Its tools and its log") if result.tools else self.tr("Its log")
        self._show_details(words, self._details(result))

    def _details(self, result: TestResult) -> str:
        lines = []
        for tool in result.tools:
            note = tool_note(tool)
            cost = self.tr("{tokens} tokens").format(tokens=format_tokens(tool.tokens))
            lines.append(f"{show_invisible(tool.name)} · {cost}{f' · {note}' if note else ''}")
        log = [show_invisible(line) for line in result.log[-_LOG_LINES:]]
        if lines and log:
            lines.append("")
        return "\n".join([*lines, *log])

    def _show_details(self, words: str, text: str) -> None:
        if self._fold is not None:
            self._fold.hide()
            self._fold.deleteLater()
            self._fold = None
        if text:
            self._fold = FoldRow(words, words, text, self)
            self._layout.addWidget(self._fold)
