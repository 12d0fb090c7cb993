"""ModelPage: the settings page of models, with a table and the fields of the selected one."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from urllib.parse import urlsplit

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QMenu,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)
from shiboken6 import isValid

from axon_desktop.errors import KeyStoreError
from axon_desktop.settings.keys import KeyPlace, KeyStore, key_id
from axon_desktop.settings.providers import PROVIDERS
from axon_desktop.settings.settings import ModelSettings, Settings
from axon_desktop.ui.aio import spawn
from axon_desktop.ui.language.error_texts import error_text
from axon_desktop.ui.language.formats import format_tokens
from axon_desktop.ui.look.parts import STRETCH, add_parts, hbox, name_menu_button, push_button, text_label
from axon_desktop.ui.look.sizes import row_height
from axon_desktop.ui.look.stylesheet import mono_font, plain_tip, wear
from axon_desktop.ui.settings.model.model_form import ModelForm
from axon_desktop.ui.widgets.form_fields import TONE_ROLE, ToneDelegate, page_layout

_ROW = 29


@dataclass
class _Row:
    """A model of the table, with unsaved input."""

    model: ModelSettings
    key: str = ""
    only_now: bool = False


class ModelPage(QWidget):
    """Edits the models of the settings and their keys; exactly one of them is active."""

    def __init__(self, settings: Settings, keys: KeyStore, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keys = keys
        self._rows = [_Row(model) for model in settings.models]
        self._active = 0
        self._shown = -1
        layout = page_layout(
            self, self.tr("Models"), self.tr("Keys are kept in the system keyring, never in a file.")
        )
        add_parts(layout, self._build_table(), 8, self._build_buttons())
        self.form = ModelForm(keys, self)
        self.form.edited.connect(self._edited)
        self.form.key_changed.connect(self._refresh_keys)
        layout.addSpacing(12)
        self.summary = text_label("", self, wraps=True, tone="muted")
        add_parts(layout, self.summary, 12, self.form, STRETCH)
        self._fill()
        self.table.selectRow(0)

    # --- parts ---------------------------------------------------------------------------------------------------

    def _build_table(self) -> QTableWidget:
        self.table = QTableWidget(0, 4, self)
        self.table.setObjectName("model_table")
        self.table.setAccessibleName(self.tr("Models"))
        self.table.setHorizontalHeaderLabels(
            [self.tr("Provider"), self.tr("Base URL"), self.tr("Model"), self.tr("Key")]
        )
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(row_height(_ROW))
        header = self.table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(3, QHeaderView.ResizeMode.ResizeToContents)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setTabKeyNavigation(False)
        self.table.setWordWrap(False)
        self.table.setItemDelegate(ToneDelegate(self.table))
        self.table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        wear(self.table, "table.qss")
        self.table.currentCellChanged.connect(lambda row, *_: self._show_row(row))
        return self.table

    def _build_buttons(self) -> QHBoxLayout:
        self.add = push_button(self.tr("+ &Add a provider…"), self, auto_default=False)
        self.add_menu = QMenu(self)
        self.add.clicked.connect(self._show_add_menu)
        name_menu_button(self.add)
        self.remove = push_button(self.tr("Remo&ve"), self, self._remove, auto_default=False)
        self.use = push_button(self.tr("Use t&his one"), self, self._use, auto_default=False)
        return hbox(self.add, STRETCH, self.remove, self.use)

    def _fill(self) -> None:
        """Fill the table again; the selection stays."""
        self.table.blockSignals(True)
        self.table.setRowCount(len(self._rows))
        for number, row in enumerate(self._rows):
            for column, text in enumerate(self._cells(row.model)):
                item = QTableWidgetItem(text)
                item.setToolTip(plain_tip(text))
                if column == 0 and number == self._active:
                    item.setText(self.tr("{provider} · default").format(provider=text))
                    font = item.font()
                    font.setBold(True)
                    item.setFont(font)
                if column == 1:
                    item.setFont(mono_font())
                self.table.setItem(number, column, item)
        height = self.table.horizontalHeader().sizeHint().height() + row_height(_ROW) * len(self._rows) + 1
        self.table.setFixedHeight(height)
        self.table.blockSignals(False)
        self._refresh_keys()

    def _cells(self, model: ModelSettings) -> tuple[str, str, str, str]:
        """Return the texts of a row; the key is looked up later."""
        if model.provider == "offline":
            return self.tr("Offline (no AI)"), "—", "—", self.tr("not needed")
        info = model.provider_info
        address = model.base_url or info.base_url
        parts = urlsplit(address if "//" in address else f"https://{address}")
        name = info.name or parts.hostname or self.tr("Server")
        short = f"{parts.netloc}{parts.path}".rstrip("/")
        return name, short, model.model or info.usual_model or "—", "…"

    def _refresh_keys(self) -> None:
        if self.form.looks_for_keys:
            spawn(self._show_keys(), name="find keys")

    async def _show_keys(self) -> None:
        for row in list(self._rows):
            if row.model.provider == "offline":
                continue
            place: KeyPlace
            try:
                place = await asyncio.to_thread(self._keys.where, key_id(row.model))
            except KeyStoreError:
                place = "none"
            if row not in self._rows or not isValid(self):
                continue
            item = self.table.item(self._rows.index(row), 3)
            if item is None:
                continue
            item.setText(self._key_words(row, place))
            item.setToolTip(plain_tip(item.text()))
            known = bool(row.key) or place != "none"
            item.setData(TONE_ROLE, "ok" if known else "muted")

    def _key_words(self, row: _Row, place: KeyPlace) -> str:
        """Return where the key of a row is stored."""
        if row.key:
            return self.tr("● entered")
        match place:
            case "keyring":
                return self.tr("● saved")
            case "environment":
                return self.tr("● environment")
            case "memory":
                return self.tr("● this run only")
            case "none":
                return self.tr("not needed") if row.model.provider_info.needs_address else self.tr("○ none")

    # --- rows ----------------------------------------------------------------------------------------------------

    def _show_row(self, number: int) -> None:
        self._keep()
        if not 0 <= number < len(self._rows):
            return
        self._shown = number
        row = self._rows[number]
        self.form.set_model(row.model, row.key, only_now=row.only_now)
        self.use.setEnabled(number != self._active)
        self.remove.setEnabled(len(self._rows) > 1 and number != self._active)
        self._show_summary()

    def _keep(self) -> None:
        """Read the fields into the row."""
        if 0 <= self._shown < len(self._rows):
            row = self._rows[self._shown]
            row.model = self.form.value()
            row.key, row.only_now = self.form.key.text().strip(), self.form.only_now.isChecked()

    def _edited(self) -> None:
        self._keep()
        self._fill()
        self._show_summary()

    def _show_summary(self) -> None:
        model = self._rows[self._shown].model
        if model.provider == "offline":
            self.summary.setText(self.tr("Offline turns simple commands into tool calls, without a model."))
            return
        from axon_desktop.llm.models.model_catalog import find_model

        info = find_model(model.provider, model.model or model.provider_info.usual_model)
        window = model.context_window or (info.context_window if info else None)
        output = model.max_tokens or (info.max_output if info else None)
        parts = [
            self.tr("Temperature {value}").format(value=f"{model.temperature:g}")
            if model.temperature is not None
            else "",
            self.tr("Max output {tokens}").format(tokens=format_tokens(output)) if output else "",
            self.tr("Context {tokens}").format(tokens=format_tokens(window)) if window else "",
            self.tr("Retries: 3 on connection loss, 5 on rate limit"),
        ]
        self.summary.setText(" · ".join(part for part in parts if part))

    def _use(self) -> None:
        self._active = self.table.currentRow()
        self._fill()
        self._show_row(self._active)

    def _remove(self) -> None:
        number = self.table.currentRow()
        del self._rows[number]
        self._active -= number < self._active
        self._shown = -1
        self._fill()
        self.table.selectRow(min(number, len(self._rows) - 1))
        self._show_row(self.table.currentRow())

    def add_model(self, model: ModelSettings) -> None:
        """Add a model to the table and show its fields; instead of Offline it becomes the active one."""
        self._keep()
        self._rows.append(_Row(model))
        if self._rows[self._active].model.provider == "offline":
            self._active = len(self._rows) - 1
        self._fill()
        self.table.selectRow(len(self._rows) - 1)
        target = self.form.model if model.base_url or not model.provider_info.needs_address else self.form.base_url
        target.setFocus()

    def _show_add_menu(self) -> None:
        self.add_menu.clear()
        for info in PROVIDERS:
            if info.name:
                self.add_menu.addAction(info.name, partial(self.add_model, ModelSettings(provider=info.id)))
        other = ModelSettings(provider="openai_compatible")
        self.add_menu.addAction(self.tr("Another server…"), lambda: self.add_model(other))
        spawn(self._find_servers(), name="find servers")
        self.add_menu.popup(self.add.mapToGlobal(self.add.rect().bottomLeft()))

    async def _find_servers(self) -> None:
        """List the servers that run on this computer, too."""
        from axon_desktop.llm.models.discovery import find_local_servers

        servers = await find_local_servers()
        if servers and self.add_menu.isVisible():
            self.add_menu.addSeparator()
        for server in servers:
            found = ModelSettings(
                provider="openai_compatible", base_url=server.base_url, model=next(iter(server.models), "")
            )
            words = self.tr("{name} on this computer").format(name=server.name)
            self.add_menu.addAction(words, partial(self.add_model, found))

    # --- values --------------------------------------------------------------------------------------------------

    def refresh_key(self) -> None:
        """Look up where the keys are stored, now and after every change."""
        self.form.looks_for_keys = True
        self.form.refresh_key()
        self._refresh_keys()

    def problem(self) -> tuple[str, QWidget] | None:
        """Return the error and its field, selecting the row; None if all is well."""
        self._keep()
        order = [self._shown, *(number for number in range(len(self._rows)) if number != self._shown)]
        for number in order:
            if number != self._shown:
                self._show_row(number)
                self.table.selectRow(number)
            problem = self.form.problem()
            if problem is not None:
                return problem
        return None

    def active(self) -> ModelSettings:
        """Return the active model."""
        self._keep()
        return self._rows[self._active].model

    def others(self) -> list[ModelSettings]:
        """Return the other models."""
        self._keep()
        return [row.model for number, row in enumerate(self._rows) if number != self._active]

    def entered(self) -> object:
        """Return the user's input, without the results of a test."""
        self._keep()
        rows = [(msgspec.structs.replace(row.model, tools_found=None), row.key) for row in self._rows]
        return self._active, rows

    async def save_keys(self) -> str:
        """Store the typed keys; return the error, empty for none."""
        self._keep()
        for number, row in enumerate(self._rows):
            if not row.key or row.model.provider == "offline":
                continue
            try:
                await asyncio.to_thread(self._keys.set, key_id(row.model), row.key, remember=not row.only_now)
            except KeyStoreError as error:
                self.table.selectRow(number)
                return error_text(error)
            row.key = ""
            if number == self._shown:
                self.form.key.clear()
        return ""
