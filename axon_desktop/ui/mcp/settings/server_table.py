"""ServerTable: all servers with their states, with one selected."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from axon_desktop.mcp_host.status import ServerStatus
from axon_desktop.mcp_host.visible_text import show_invisible
from axon_desktop.ui.look.sizes import row_height
from axon_desktop.ui.look.stylesheet import plain_tip, wear
from axon_desktop.ui.mcp.settings.server_list import ListedServer
from axon_desktop.ui.mcp.wording import state_words, status_sentence, token_words, tone_of, tool_count
from axon_desktop.ui.widgets.form_fields import TONE_ROLE, ToneDelegate

ROW = 29
_MOST_ROWS = 8
_NUMBERS = (2, 3)
"""The columns of tools and tokens."""


def plain_table(columns: int, name: str, parent: QWidget) -> QTableWidget:
    """Return a table in the style of the settings, in which Tab moves on."""
    table = QTableWidget(0, columns, parent)
    style_table(table, name)
    return table


def style_table(table: QTableWidget, name: str) -> None:
    """Give a table the style and the keys of the settings."""
    table.setObjectName(name)
    table.verticalHeader().hide()
    table.verticalHeader().setDefaultSectionSize(row_height(ROW))
    header = table.horizontalHeader()
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    header.setHighlightSections(False)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setTabKeyNavigation(False)
    table.setWordWrap(False)
    table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    table.setItemDelegate(_Cells(table))
    wear(table, "table.qss")


def align_number(item: QTableWidgetItem | None) -> None:
    """Align a number, or the title of a number column, to the right."""
    if item is not None:
        item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


class _Cells(ToneDelegate):
    """Keeps the text colour of a line when it is selected."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """Use the colour for the selected line, too; the selection shows without a frame around a cell."""
        super().initStyleOption(option, index)
        option.state &= ~QStyle.StateFlag.State_HasFocus


class ServerTable(QTableWidget):
    """One line for each server: name, state in words and colour, tools, tokens."""

    chosen = Signal(str)
    """Name of the selected server; empty for none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(0, 4, parent)
        self._names: list[str] = []
        style_table(self, "server_table")
        self.setAccessibleName(self.tr("MCP servers"))
        self.setHorizontalHeaderLabels([self.tr("Server"), self.tr("State"), self.tr("Tools"), self.tr("Tokens")])
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(3, QHeaderView.ResizeMode.ResizeToContents)
        for column in _NUMBERS:
            align_number(self.horizontalHeaderItem(column))
        self.setColumnWidth(0, 180)
        tokens = self.horizontalHeaderItem(3)
        if tokens is not None:
            tokens.setToolTip(
                self.tr("Estimated tokens that its tools take in each request when all of them are sent")
            )
        self.currentCellChanged.connect(lambda row, *_: self.chosen.emit(self._name_at(row)))

    @property
    def current_name(self) -> str:
        """Name of the selected server; empty for none."""
        return self._name_at(self.currentRow())

    def _name_at(self, row: int) -> str:
        return self._names[row] if 0 <= row < len(self._names) else ""

    def show_servers(self, servers: Sequence[ListedServer]) -> None:
        """Show the current state of the servers; the selection stays."""
        names = [server.name for server in servers]
        current = self.current_name
        if names != self._names:
            self.blockSignals(True)
            self._names = names
            self.setRowCount(len(names))
            self.blockSignals(False)
        for row, server in enumerate(servers):
            for column, text in enumerate(self._cells(server.status)):
                self._show_cell(row, column, text, server.status)
        header = self.horizontalHeader().sizeHint().height()
        self.setFixedHeight(header + row_height(ROW) * min(len(names), _MOST_ROWS) + 2)
        if (names and self.current_name != current) or self.currentRow() < 0:
            self.choose(current if current in names else next(iter(names), ""))

    def choose(self, name: str) -> None:
        """Select a server by its name."""
        if name in self._names:
            self.setCurrentCell(self._names.index(name), 0)

    def _cells(self, status: ServerStatus) -> tuple[str, str, str, str]:
        why = status_sentence(status) if status.state in ("failed", "waiting") else ""
        words = state_words(status)
        state = self.tr("{state}: {reason}").format(state=words, reason=why) if why else words
        return show_invisible(status.name), state, tool_count(status), token_words(status)

    def _show_cell(self, row: int, column: int, text: str, status: ServerStatus) -> None:
        item = self.item(row, column)
        if item is None:
            item = QTableWidgetItem()
            if column in _NUMBERS:
                align_number(item)
            self.setItem(row, column, item)
        if item.text() != text:
            item.setText(text)
            item.setToolTip(plain_tip(text))
        if column == 1:
            item.setData(TONE_ROLE, tone_of(status))
