"""ModelPicker: a searchable list of the models of all servers, below the chip in the chat's header."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from axon_desktop.settings.settings import Settings
from axon_desktop.ui.look.icons import icon
from axon_desktop.ui.look.sizes import px, row_height
from axon_desktop.ui.model_picker.model_rows import ModelRow, model_rows
from axon_desktop.ui.model_picker.server_models import ModelServers
from axon_desktop.ui.quick_open.box import QuickOpenBox
from axon_desktop.ui.quick_open.row_list import ROW_HEIGHT

_WIDTH = 440
_MARGIN = 6


class ModelPicker(QuickOpenBox[ModelRow]):
    """Lies over the chat, below its header."""

    model_chosen = Signal(object)
    """ModelSettings of another model."""
    settings_requested = Signal()

    def __init__(self, servers: ModelServers, below: QWidget, parent: QWidget) -> None:
        """Take the model servers, the header above it, and the chat that it covers."""
        super().__init__(lambda row: row.offer, parent)
        self._servers = servers
        self._below = below
        self._settings = Settings()
        self.setProperty("small", True)
        self._search_icon = self.box.addAction(icon("search"), QLineEdit.ActionPosition.LeadingPosition)
        self._set_words(self.tr("Models"), self.tr("Find a model"))
        servers.changed.connect(self._renew)

    def set_settings(self, settings: Settings) -> None:
        """Set the configured models."""
        self._settings = settings
        self._renew()

    def open_list(self) -> None:
        """Open at the current model; a second time closes it."""
        opens = self.isHidden()
        super().open_list()
        if opens:
            self._servers.ask(self._settings)

    def _renew(self) -> None:
        """Show the known models, keeping the selected line."""
        if self.isHidden():
            return
        chosen = self.list.chosen
        self._show(chosen)

    def _ask(self) -> None:
        if not self.isHidden():
            self._show(None)
            self._announce()

    def _show(self, chosen: ModelRow | None) -> None:
        rows = model_rows(self._servers, self._settings, self.box.text())
        at = next((at for at, row in enumerate(rows) if chosen is not None and _is_same(row, chosen)), None)
        if at is None and not self.box.text():
            at = next((at for at, row in enumerate(rows) if row.offer.is_chosen), None)
        self.list.show_things(rows, at or 0)
        self._show_message("")

    def _working_keys(self) -> Sequence[str]:
        return (self.tr("Enter to choose"),)

    def _choose(self, _modifiers: Qt.KeyboardModifier) -> None:
        row = self.list.chosen
        if row is None or row.offer.is_heading or not row.offer.enabled:
            return
        if row.kind == "ask":
            self._servers.ask(self._settings, again=True)
            return
        self.close_list()  # first: what follows may open a dialog
        if row.kind == "settings":
            self.settings_requested.emit()
        elif row.model is not None and row.model is not self._settings.model:
            self.model_chosen.emit(row.model)

    def _place(self) -> None:
        """Place it below the header, as high as its rows and the chat allow."""
        room = self._over.rect()
        top = self._below.geometry().bottom() + 1
        most = max(3, (room.height() - top - px(110)) // row_height(ROW_HEIGHT))
        rows = min(max(1, self.list.offers.rowCount()), most)
        self.list.setFixedHeight(rows * row_height(ROW_HEIGHT) + 2)
        width = min(px(_WIDTH), room.width() - 2 * _MARGIN)
        self._around.activate()
        height = min(self._around.totalSizeHint().height(), room.height() - top - _MARGIN)
        self.setGeometry(room.right() - width - _MARGIN + 1, top, width, height)


def _is_same(row: ModelRow, other: ModelRow) -> bool:
    """Tell whether two lines mean the same."""
    if row.kind != other.kind or other.kind == "server":
        return False
    if row.model is None or other.model is None:
        return row.kind != "model" or row.offer.name == other.offer.name
    return (row.model.provider, row.model.base_url, row.offer.name) == (
        other.model.provider,
        other.model.base_url,
        other.offer.name,
    )
