"""ServerTest: tries a server out, and says what came of it: in words, its tools, its log."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QLabel, QPushButton, QVBoxLayout, QWidget

from axon_desktop.mcp_host.config import ServerConfig
from axon_desktop.mcp_host.status import TestResult
from axon_desktop.mcp_host.visible import show_invisible
from axon_desktop.ui.aio import spawn
from axon_desktop.ui.chat.notices import FoldRow
from axon_desktop.ui.chat.style import mark
from axon_desktop.ui.chat.wording import format_tokens
from axon_desktop.ui.servers.wording import test_sentence, tool_note

_LOG_LINES = 200


class ServerTest(QWidget):
    """A sentence, and under it tools and log; the button stands wherever it is put."""

    def __init__(
        self, test: Callable[[ServerConfig], Awaitable[TestResult]], parent: QWidget | None = None
    ) -> None:
        """Take what starts a server, lists its tools and ends it again."""
        super().__init__(parent)
        self._test = test
        self._task: asyncio.Task[None] | None = None
        self._fold: FoldRow | None = None
        self.button = QPushButton(self.tr("&Test connection"), self)
        self.button.setAutoDefault(False)
        self.result = QLabel(self)
        self.result.setTextFormat(Qt.TextFormat.PlainText)
        self.result.setWordWrap(True)
        self.result.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.result.setVisible(False)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(6)
        self._layout.addWidget(self.result)

    @property
    def running(self) -> bool:
        """Whether a server is being tried out."""
        return self._task is not None

    def start(self, config: ServerConfig) -> None:
        """Try this server out."""
        self.stop()
        self.button.setEnabled(False)
        self._task = task = spawn(self._run(config), name="test server")
        window = self.window()
        if isinstance(window, QDialog):
            window.finished.connect(lambda: task.cancel())

    def stop(self) -> None:
        """Give up what is being tried, and forget what was found."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
        self.button.setEnabled(True)
        self.say("", "muted")
        self._show_details("", "")

    def say(self, words: str, tone: str) -> None:
        """Show a sentence."""
        self.result.setText(words)
        self.result.setAccessibleName(words)
        self.result.setVisible(bool(words))
        mark(self.result, tone=tone)

    async def _run(self, config: ServerConfig) -> None:
        self.say(self.tr("Starting it: the first time may take a while…"), "muted")
        result = await self._test(config)
        self._task = None
        self.button.setEnabled(True)
        self.say(test_sentence(result), "ok" if result.reason is None else "err")
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
