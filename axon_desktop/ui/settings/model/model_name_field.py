"""ModelNameField: a field for the name of a model, with a list of those on the server."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QCompleter, QLineEdit, QWidget
from shiboken6 import isValid

from axon_desktop.settings.keys import KeyStore, key_id
from axon_desktop.settings.providers import provider_info
from axon_desktop.ui.aio import spawn
from axon_desktop.ui.look.style import paint_combo_box
from axon_desktop.ui.look.theme import current_colors

if TYPE_CHECKING:
    from axon_desktop.llm.models.probe import Listing
    from axon_desktop.settings.settings import ModelSettings

_MOST_SHOWN = 14


class ModelNameField(QComboBox):
    """The typed name stays, also if it is not in the list."""

    wanted = Signal()
    """The list was opened while it was empty."""
    listed = Signal(object)
    """Listing: the answer of a server that was asked by `look`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._asking: asyncio.Task[None] | None = None
        self._asked: tuple[str, ...] = ()
        self._answered: set[str] = set()
        """Base URLs whose server returned a list: they are used unchanged."""
        self._offered_at = ""
        """Base URL of the server whose names are listed."""
        self.field = QLineEdit(self)
        """The line edit of the name."""
        self.field.setObjectName("model_name")
        self.setEditable(True)
        self.setLineEdit(self.field)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setMaxVisibleItems(_MOST_SHOWN)
        self.setMinimumContentsLength(8)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        completer = QCompleter(self.model(), self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        self.setCompleter(completer)
        self.field.setFocusProxy(None)  # type: ignore[arg-type]
        self.field.installEventFilter(self)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its line edit has it, as every other field
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    @property
    def offered(self) -> tuple[str, ...]:
        """The names in the list."""
        return tuple(self.itemText(row) for row in range(self.count()))

    def offer(self, models: Sequence[str]) -> None:
        """List these names; the typed one stays."""
        with self._typed_stays():
            self.clear()
            self.addItems(list(models))
            self.setCurrentIndex(-1)

    def address(self, text: str, provider: str) -> str:
        """Return the base URL for a typed address, empty if it is invalid."""
        text = text.strip()
        return text if text in self._answered else provider_info(provider).address_in(text)

    @contextmanager
    def _typed_stays(self) -> Iterator[None]:
        """Change the list without signals; the line edit stays unchanged."""
        typed, at = self.field.text(), self.field.cursorPosition()
        self.blockSignals(True)
        yield
        self.blockSignals(False)
        self.field.setText(typed)
        self.field.setCursorPosition(at)

    # --- asking the server ---------------------------------------------------------------------------------------

    def look(self, model: ModelSettings, key: str = "") -> None:
        """Ask the server of a model for its list, unless it was just asked; `listed` reports it.

        A server whose address was just typed gets no key but the one typed for it.
        """
        request = (model.provider, model.base_url, key)
        if request != self._asked:
            self.stop()
            self._asked = request
            keys = KeyStore({key_id(model): key} if key else {})
            self._asking = spawn(self._look(model, keys), name="list models")

    async def _look(self, model: ModelSettings, keys: KeyStore) -> None:
        listing = await self.list_models(model, keys)
        if isValid(self):
            self._asking = None
            self.listed.emit(listing)

    async def list_models(self, model: ModelSettings, keys: KeyStore) -> Listing:
        """Return the models of the server, and list them; never those of another server."""
        probing = await asyncio.to_thread(_load_probe)
        listing: Listing = await probing.look_for_models(model, keys)
        if not isValid(self):
            return listing
        if listing.failure is None:
            self._answered.add(listing.base_url)
            self._offered_at = listing.base_url
            self.offer(listing.models)
        elif listing.base_url != self._offered_at:
            self.offer(())
        return listing

    def stop(self) -> None:
        """Cancel, and forget which server was asked."""
        if self._asking is not None:
            self._asking.cancel()
        self._asking, self._asked = None, ()

    # --- Qt's events ---------------------------------------------------------------------------------------------

    def showPopup(self) -> None:
        """Open the list, or request one."""
        if self.count():
            with self._typed_stays():
                self.setCurrentIndex(self.findText(self.field.text()))
            super().showPopup()
        else:
            self.wanted.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Repaint the frame when the field gets or loses the focus."""
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.update()
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the list on Down, instead of choosing the next name unseen."""
        if event.key() == Qt.Key.Key_Down and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            self.showPopup()
        elif event.key() != Qt.Key.Key_Up:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page: scrolling must not change the model."""
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint frame and arrow; the line edit paints the name."""
        c = current_colors()
        line = QColor(c.accent if self.field.hasFocus() else c.line)
        paint_combo_box(self, line, QColor(c.raised), QColor(0, 0, 0, 0), QColor(c.muted))


def _load_probe() -> ModuleType:
    """Import the module that asks servers; it brings httpx, so call this in a thread."""
    from axon_desktop.llm.models import probe

    return probe
