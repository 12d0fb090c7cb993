"""ModelBox: a field for the name of a model that offers those which the server has."""

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
from axon_desktop.ui.look.current import current_colors
from axon_desktop.ui.look.style import paint_combo_box

if TYPE_CHECKING:
    from axon_desktop.llm.models.probe import Listing
    from axon_desktop.settings.settings import ModelSettings

_MOST_SHOWN = 14


class ModelBox(QComboBox):
    """What is typed stays, also if it is none of what is offered."""

    wanted = Signal()
    """Somebody opens the list, and nothing is in it yet."""
    listed = Signal(object)
    """Listing: what a server said that was asked by `look`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._asking: asyncio.Task[None] | None = None
        self._asked: tuple[str, ...] = ()
        self._answered: set[str] = set()
        """Base URLs at which a server gave its list: they are meant as they are."""
        self._offered_at = ""
        """Base URL of the server whose names are offered."""
        self.field = QLineEdit(self)
        """Where the name is typed."""
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
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the field has it, as every other field
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    @property
    def offered(self) -> tuple[str, ...]:
        """The names in the list."""
        return tuple(self.itemText(row) for row in range(self.count()))

    def offer(self, models: Sequence[str]) -> None:
        """Offer these names; what is typed stays."""
        with self._typed_stays():
            self.clear()
            self.addItems(list(models))
            self.setCurrentIndex(-1)

    def address(self, text: str, provider: str) -> str:
        """Return the base URL that is meant by what somebody wrote, empty if it is none."""
        text = text.strip()
        return text if text in self._answered else provider_info(provider).address_in(text)

    @contextmanager
    def _typed_stays(self) -> Iterator[None]:
        """Change the list without a word to anybody; the field is left as it is."""
        typed, at = self.field.text(), self.field.cursorPosition()
        self.blockSignals(True)
        yield
        self.blockSignals(False)
        self.field.setText(typed)
        self.field.setCursorPosition(at)

    # --- asking the server ---------------------------------------------------------------------------------------

    def look(self, model: ModelSettings, key: str = "") -> None:
        """Ask the server of a model what it has, unless it was asked just that; `listed` tells.

        No other key than the one that was typed for it goes to a server whose address was just typed.
        """
        wish = (model.provider, model.base_url, key)
        if wish != self._asked:
            self.stop()
            self._asked = wish
            keys = KeyStore({key_id(model): key} if key else {})
            self._asking = spawn(self._look(model, keys), name="list models")

    async def _look(self, model: ModelSettings, keys: KeyStore) -> None:
        listing = await self.list_models(model, keys)
        if isValid(self):
            self._asking = None
            self.listed.emit(listing)

    async def list_models(self, model: ModelSettings, keys: KeyStore) -> Listing:
        """Return what the server of a model has, and offer that; never what another one has."""
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
        """Ask no longer, and forget who was asked."""
        if self._asking is not None:
            self._asking.cancel()
        self._asking, self._asked = None, ()

    # --- Qt's events ---------------------------------------------------------------------------------------------

    def showPopup(self) -> None:
        """Open the list, or wish for one."""
        if self.count():
            with self._typed_stays():
                self.setCurrentIndex(self.findText(self.field.text()))
            super().showPopup()
        else:
            self.wanted.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Paint the frame anew when the field gets the keyboard, or loses it."""
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.update()
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the list on Down, rather than take the next name unseen."""
        if event.key() == Qt.Key.Key_Down and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            self.showPopup()
        elif event.key() != Qt.Key.Key_Up:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll what is around: who scrolls past does not mean another model."""
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint frame and arrow; the field paints the name."""
        c = current_colors()
        line = QColor(c.accent if self.field.hasFocus() else c.line)
        paint_combo_box(self, line, QColor(c.raised), QColor(0, 0, 0, 0), QColor(c.muted))


def _load_probe() -> ModuleType:
    """Return what asks servers; it brings httpx, so import it in a thread."""
    from axon_desktop.llm.models import probe

    return probe
