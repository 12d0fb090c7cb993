"""ToolTable: the tools of one server, each with its switch, the user's trust and its cost."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHeaderView, QLineEdit, QTableWidgetItem, QWidget

from axon_desktop.mcp_host.status import ServerStatus, ToolStatus
from axon_desktop.mcp_host.visible_text import show_invisible
from axon_desktop.ui.buttons.clear_button import offer_clearing
from axon_desktop.ui.language.formats import format_tokens
from axon_desktop.ui.look.check_box import BoxDelegate
from axon_desktop.ui.look.parts import hbox, text_label, vbox
from axon_desktop.ui.look.sizes import row_height
from axon_desktop.ui.look.stylesheet import mono_font, plain_tip
from axon_desktop.ui.mcp.settings.server_table import ROW, align_number, plain_table
from axon_desktop.ui.mcp.wording import token_words, tool_note
from axon_desktop.ui.widgets.form_fields import TONE_ROLE

_MANY = 8
"""Number of tools from which there is a search field."""
_MOST_ROWS = 12
_OFFERED, _NAME, _READING, _TOKENS = range(4)


class ToolTable(QWidget):
    """Lists the tools; below them is the server's description of the selected one."""

    offered_changed = Signal(str, bool)
    """(tool, whether it is offered)"""
    reading_changed = Signal(str, bool)
    """(tool, whether the user trusts it to only read)"""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tools: tuple[ToolStatus, ...] = ()
        self._shown: list[ToolStatus] = []
        self._filling = False
        self.title = text_label("", self, wraps=True)
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(self.tr("Search tools"))
        self.search.setAccessibleName(self.tr("Search tools"))
        offer_clearing(self.search)
        self.search.setFixedWidth(220)
        self.search.textChanged.connect(self._fill)
        self.table = plain_table(4, "tool_table", self)
        self.table.setHorizontalHeaderLabels(
            [self.tr("Offered"), self.tr("Tool"), self.tr("Only reads"), self.tr("Tokens")]
        )
        align_number(self.table.horizontalHeaderItem(_TOKENS))
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(_NAME, QHeaderView.ResizeMode.Stretch)
        delegate = BoxDelegate(self.table)
        self.table.setItemDelegateForColumn(_OFFERED, delegate)
        self.table.setItemDelegateForColumn(_READING, delegate)
        self.table.itemChanged.connect(self._changed)
        self.table.currentCellChanged.connect(self._show_about)
        self.about = text_label("", self, wraps=True, plain=True, tone="muted", kind="small")
        self.about.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        head = hbox((self.title, 1), self.search, spacing=-1)
        vbox(head, self.table, self.about, parent=self, spacing=6)

    def show_tools(self, status: ServerStatus) -> None:
        """Show the current tools of a server; the selection stays."""
        name = show_invisible(status.name)
        self.table.setAccessibleName(self.tr("Tools of {server}").format(server=name))
        count = len(status.tools)
        words = self.tr("1 tool · about {tokens} tokens in each request")
        if count != 1:
            words = self.tr("{count} tools · about {tokens} tokens in each request")
        self.title.setText(words.format(count=count, tokens=token_words(status)))
        self.setVisible(count > 0)
        self.search.setVisible(count > _MANY)
        if count <= _MANY:
            self.search.clear()
        if status.tools != self._tools:
            self._tools = status.tools
            self._fill()

    def _fill(self) -> None:
        words = self.search.text().casefold().split()
        current = self._current()
        self._shown = [tool for tool in self._tools if _matches(tool, words)]
        self._filling = True
        self.table.setRowCount(len(self._shown))
        for row, tool in enumerate(self._shown):
            self._fill_row(row, tool)
        self._filling = False
        rows = min(_MOST_ROWS, max(1, len(self._shown)))
        self.table.setFixedHeight(self.table.horizontalHeader().sizeHint().height() + row_height(ROW) * rows + 2)
        if current is not None:
            names = [tool.name for tool in self._shown]
            if current.name in names and names.index(current.name) != self.table.currentRow():
                self.table.setCurrentCell(names.index(current.name), _NAME)
        self._show_about()

    def _fill_row(self, row: int, tool: ToolStatus) -> None:
        usable = tool.state in ("on", "off")
        name = show_invisible(tool.name)
        note = tool_note(tool)
        self._set_box(row, _OFFERED, tool.state == "on", usable, self.tr("{tool} is offered").format(tool=name))
        reads = self.tr("{tool} only reads").format(tool=name)
        self._set_box(row, _READING, tool.reading, tool.state != "refused", reads)
        words = f"{name} — {note}" if note else name
        tones = {"new": "warn", "changed": "warn", "refused": "err"}
        for column, text in ((_NAME, words), (_TOKENS, format_tokens(tool.tokens))):
            item = QTableWidgetItem(text)
            item.setToolTip(plain_tip(text))
            item.setData(TONE_ROLE, tones.get(tool.state))
            if column == _NAME:
                item.setFont(mono_font())
            else:
                align_number(item)
            self.table.setItem(row, column, item)

    def _set_box(self, row: int, column: int, checked: bool, usable: bool, words: str) -> None:
        item = QTableWidgetItem()
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        item.setFlags(flags | Qt.ItemFlag.ItemIsUserCheckable if usable else flags)
        item.setCheckState(Qt.CheckState.Checked if checked else Qt.CheckState.Unchecked)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, words)
        self.table.setItem(row, column, item)

    def _changed(self, item: QTableWidgetItem) -> None:
        if self._filling or item.column() not in (_OFFERED, _READING):
            return
        signal = self.offered_changed if item.column() == _OFFERED else self.reading_changed
        signal.emit(self._shown[item.row()].name, item.checkState() == Qt.CheckState.Checked)

    def _current(self) -> ToolStatus | None:
        row = self.table.currentRow()
        return self._shown[row] if 0 <= row < len(self._shown) else None

    def _show_about(self, *_: int) -> None:
        tool = self._current() if not self._filling else None
        if tool is None:
            self.about.setText(
                self.tr(
                    "“Only reads” is your decision, not the server’s: such a tool is called without"
                    " asking, and may be used while planning."
                )
                if self._shown
                else self.tr("No tools match.")
            )
            return
        says = (
            self.tr("The server says that it only reads, which proves nothing.")
            if tool.says_reading
            else self.tr("The server does not say that it only reads.")
        )
        title = show_invisible(tool.title).strip()
        lines = [title if title != tool.name else "", tool.description.strip(), says]
        self.about.setText("\n".join(line for line in lines if line))


def _matches(tool: ToolStatus, words: Sequence[str]) -> bool:
    text = f"{tool.name} {tool.title} {tool.description}".casefold()
    return all(word in text for word in words)
