"""The Test button of a model: tests the connection, then a tool call, and shows both results."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollArea, QWidget

from axon_desktop.llm.models.probe import probe
from axon_desktop.llm.models.tool_probe import PROBE_TOOL, probe_tools
from axon_desktop.settings.keys import KeyStore
from axon_desktop.settings.settings import ModelSettings, ToolsFound
from axon_desktop.tools import ToolParser
from axon_desktop.ui.buttons.test_button import TestButton
from axon_desktop.ui.language.translation import translate
from axon_desktop.ui.look.parts import hbox
from axon_desktop.ui.settings.model.model_test_result import probe_sentence, tools_sentence


class ModelTest(TestButton):
    """A button with the result beside it."""

    models_found = Signal(list)
    """The ids of the models of the server."""
    tools_found = Signal(object)
    """(ToolsFound), or None for a model without a working tool call."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(translate("ModelTest", "&Test"), parent)
        self.button.setAccessibleName(self.tr("Test the connection"))
        self.result.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.result.setContentsMargins(0, 4, 0, 0)  # as high as the text of the button
        button = (self.button, 0, Qt.AlignmentFlag.AlignTop)
        hbox(button, (self.result, 1), parent=self, margins=(0, 6, 0, 0), spacing=-1)

    def start(self, model: ModelSettings, keys: KeyStore, name: str) -> None:
        """Test this model; `name` is the display name of its provider."""
        self.begin(self._run(model, keys, name), name="test provider")

    def show_words(self, words: str, tone: str) -> None:
        """Show a sentence, and scroll to it."""
        super().show_words(words, tone)
        self.setMinimumHeight(0)
        if words:
            QTimer.singleShot(0, self, self._scroll_into_view)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep a sentence visible that has just become higher."""
        super().resizeEvent(event)
        if event.size() != event.oldSize() and self.result.text():
            QTimer.singleShot(0, self, self._scroll_into_view)

    def _scroll_into_view(self) -> None:
        """Scroll to the sentence: Alt+T reaches the button on a page longer than its window."""
        self.setMinimumHeight(self.heightForWidth(self.width()))  # the form's layout may be for an earlier width
        around = self.parentWidget()
        while around is not None and not isinstance(around, QScrollArea):
            around = around.parentWidget()
        if around is not None:
            around.ensureWidgetVisible(self)

    async def _run(self, model: ModelSettings, keys: KeyStore, name: str) -> None:
        self.show_words(self.tr("Asking the model for one word…"), "muted")
        result = await probe(model, keys)
        words = probe_sentence(result, name)
        self.models_found.emit(list(result.models))
        if result.ok and model.provider_info.needs_address:
            trying = self.tr("Trying a tool call: this may take a few minutes…")
            self.show_words(f"{words}\n{trying}", "ok")
            words = f"{words}\n{await self._try_tools(model, keys)}"
        self.show_words(words, "ok" if result.ok else "err")
        self.end()

    async def _try_tools(self, model: ModelSettings, keys: KeyStore) -> str:
        """Return how the model calls tools, in words."""
        parser = ToolParser([PROBE_TOOL.name])
        found = await probe_tools(model, keys, lambda text: parser.parse(text).has_tool_calls)
        match found.form:
            case "native" | "text":
                self.tools_found.emit(ToolsFound(model.base_url, model.model, found.form))
            case "neither":
                self.tools_found.emit(None)
        return tools_sentence(found)
