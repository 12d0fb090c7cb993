"""BaseView: an Obsidian base as a table of the files that match its filter."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from urllib.parse import quote

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from axon_desktop.errors import VaultError
from axon_desktop.ui.aio import single_shot, spawn
from axon_desktop.ui.bases.base_model import BaseModel
from axon_desktop.ui.bases.base_query import BaseQuery
from axon_desktop.ui.bases.base_table import SAMPLED, BaseTable
from axon_desktop.ui.bases.wording import (
    column_title,
    count_sentence,
    fault_sentence,
    problem_sentences,
    raw_filter,
)
from axon_desktop.ui.files.card import FileCard
from axon_desktop.ui.look.parts import STRETCH, hbox, push_button, text_label
from axon_desktop.ui.look.sizes import fit_beside_fields
from axon_desktop.ui.look.theme import mono_font
from axon_desktop.ui.widgets.form_fields import Chooser
from axon_desktop.vault import Vault
from axon_desktop.vault.bases.base_file import Base, BaseError, Sorting, View, read_base
from axon_desktop.vault.bases.query import Table
from axon_desktop.vault.history.changes import VaultChanged

if TYPE_CHECKING:
    from axon_desktop.index.vault_index import VaultIndex

_MARGINS = (24, 10, 16, 16)
"""Margins around a base; a file card has its own."""
_MAX_IMAGE = 20_000_000
_PATIENCE_MS = 250
"""A search that ends sooner shows no progress bar."""
_REST_MS = 800
"""Delay after a change of the vault before the search is repeated."""


class BaseView(QWidget):
    """Shows one base at a time."""

    link_activated = Signal(str)
    """A link in a cell: `axon-note:`, `axon-new:`, or an address."""
    message_requested = Signal(str)
    _vault_event = Signal(object)
    """VaultChanged, from the thread that wrote."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("base_view")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._vault: Vault | None = None
        self._index: VaultIndex | None = None
        self._path = ""
        self._base: Base | None = None
        self._sorting: tuple[Sorting, ...] | None = None
        self._query: BaseQuery | None = None
        self._unsubscribe = _nothing
        self._vault_event.connect(self._vault_changed)
        self.model = BaseModel(self._load_image, self)
        """The displayed rows."""
        self._make_header()
        self._make_table()
        self.card = FileCard()
        """Shown instead of a file that is no base."""
        self.card.message_requested.connect(self.message_requested)
        self.body.addWidget(self.card)
        self._progress_pause = QTimer(self, interval=_PATIENCE_MS)
        self._progress_pause.timeout.connect(self._show_progress)
        self._rest = single_shot(self, _REST_MS, self._search)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(*_MARGINS)
        layout.setSpacing(8)
        for part in (self._head, self.remarks, self.raw, self._working, self.body):
            layout.addWidget(part, 1 if part is self.body else 0)
        self.destroyed.connect(lambda: self._release())
        self.set_font_size(15)

    def _make_header(self) -> None:
        self.chooser = Chooser()
        """The views of the base; hidden if there is only one."""
        self.chooser.setObjectName("base_chooser")
        self.chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.chooser.setAccessibleName(self.tr("View"))
        self.chooser.currentIndexChanged.connect(self._view_chosen)
        self.count = text_label("", self, name="base_count")
        """The number of files."""
        self._unfold = QPushButton(self.tr("Show filter"), self)
        self._unfold.setCheckable(True)
        fit_beside_fields(self._unfold)
        self._unfold.toggled.connect(self._unfolded)
        self._head = QWidget(self)
        hbox(self.chooser, self.count, STRETCH, self._unfold, parent=self._head, spacing=10)
        self.remarks = QLabel(self, wordWrap=True)
        """The parts of the base that are not supported."""
        self.remarks.setObjectName("base_remarks")
        self.remarks.setTextFormat(Qt.TextFormat.PlainText)
        self.raw = QPlainTextEdit(self, readOnly=True)
        """The filter as written in the file."""
        self.raw.setObjectName("base_raw")
        self.raw.setFont(mono_font())
        self.raw.setAccessibleName(self.tr("Filter"))
        self.raw.setTabChangesFocus(True)
        self.raw.hide()
        self._working = QWidget(self)
        self._bar = QProgressBar(self._working, textVisible=False)
        self._bar.setObjectName("base_progress")
        self._bar.setAccessibleName(self.tr("Files checked"))
        self._stop = push_button(self.tr("Stop"), self._working, self._stop_search)
        hbox((self._bar, 1), self._stop, parent=self._working, spacing=-1)
        self._working.hide()

    def _make_table(self) -> None:
        self.table = BaseTable(self.model, self)
        """The files."""
        self.table.setAccessibleName(self.tr("Files in the base"))
        self.table.horizontalHeader().sortIndicatorChanged.connect(self._sort)
        self.table.clicked.connect(self._clicked)
        self.table.activated.connect(self._activated)
        self._hint = QLabel(self, wordWrap=True)
        self._hint.setObjectName("base_hint")
        self._hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._hint.setTextFormat(Qt.TextFormat.PlainText)
        self._hint.setContentsMargins(0, 0, _MARGINS[0] - _MARGINS[2], 0)  # centred in the whole view
        self.body = QStackedWidget(self)
        """The table, or a sentence that replaces it."""
        self.body.addWidget(self.table)
        self.body.addWidget(self._hint)
        self.setFocusProxy(self.table)

    # Content

    async def show_file(self, vault: Vault, path: str, data: bytes, index: VaultIndex | None = None) -> None:
        """Show a base; showing the same one again keeps its view."""
        again = vault is self._vault and path == self._path
        self._enter(vault, path)
        self._index = index
        try:
            base = await asyncio.to_thread(read_base, data)
        except BaseError as error:
            if path != self._path:
                return  # another file is being shown by now
            self._base = None
            self._end_search()
            await self.card.show_card(vault, path, fault_sentence(error))
            if path == self._path:
                for part in (self._head, self.remarks, self.raw):
                    part.hide()
                self._show_part(self.card)
            return
        if path != self._path:
            return
        chosen = self.chooser.currentIndex() if again else 0
        self._base = base
        self._fill_chooser(base, chosen)
        self._head.show()
        self._show_view(fresh=not again)

    def set_font_size(self, pixels: int) -> None:
        """Set the font size of the table."""
        self.table.set_font_size(pixels)

    @property
    def view(self) -> View | None:
        """The displayed view of the base; None if there is no base."""
        if self._base is None:
            return None
        return self._base.views[max(0, self.chooser.currentIndex())]

    @property
    def searching(self) -> bool:
        """Whether a search is running."""
        return self._query is not None

    def _load_image(self, path: str) -> bytes | None:
        """Read a picture; called in a thread."""
        vault = self._vault
        try:
            return None if vault is None else vault.read_attachment(path, _MAX_IMAGE)
        except VaultError:
            return None

    def _enter(self, vault: Vault, path: str) -> None:
        if vault is not self._vault:
            self.model.images.clear()
            self._unsubscribe()
            self._unsubscribe = vault.subscribe(self._vault_event.emit)
        self._vault, self._path = vault, path

    def _release(self) -> None:
        """End what would outlive the view: the subscription and the search."""
        self._unsubscribe()
        if self._query is not None:
            self._query.end()

    def _fill_chooser(self, base: Base, chosen: int) -> None:
        self.chooser.blockSignals(True)
        self.chooser.clear()
        for number, view in enumerate(base.views, 1):
            self.chooser.addItem(view.name or self.tr("View {number}").format(number=number))
        self.chooser.setCurrentIndex(min(chosen, len(base.views) - 1))
        self.chooser.blockSignals(False)
        self.chooser.setVisible(len(base.views) > 1)

    def _view_chosen(self) -> None:
        self._show_view(fresh=True)

    def _show_view(self, *, fresh: bool) -> None:
        """Search the files of the view; a `fresh` one starts with its own sorting and an empty table."""
        view = self.view
        assert view is not None
        assert self._base is not None
        if fresh:
            self._sorting = None
            self.model.set_rows([column_title(key, self._base) for key in view.columns], ())
            header = self.table.horizontalHeader()
            header.blockSignals(True)
            header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
            header.blockSignals(False)
            self.count.clear()
            self._show_part(self.table)
        text = raw_filter(self._base, view)
        self.raw.setPlainText(text)
        self._unfold.setVisible(bool(text))
        self._unfolded(self._unfold.isChecked())
        self._show_remarks(None)
        self._search()

    def _show_remarks(self, table: Table | None) -> None:
        view = self.view
        found = problem_sentences(self._base, view, table) if self._base is not None and view is not None else []
        self.remarks.setText("\n".join(found))
        self.remarks.setVisible(bool(found))

    def _unfolded(self, shown: bool) -> None:
        self._unfold.setText(self.tr("Hide filter") if shown else self.tr("Show filter"))
        text = self.raw.toPlainText()
        lines = min(12, text.count("\n") + 1)
        self.raw.setFixedHeight(self.raw.fontMetrics().lineSpacing() * lines + 22)
        self.raw.setVisible(shown and bool(text))

    def _say(self, sentence: str) -> None:
        self._hint.setText(sentence)
        self._show_part(self._hint)

    def _show_part(self, part: QWidget) -> None:
        self.body.setCurrentWidget(part)
        layout = self.layout()
        assert layout is not None
        layout.setContentsMargins(*((0, 0, 0, 0) if part is self.card else _MARGINS))
        self.setFocusProxy(part)  # a hidden widget cannot have the focus

    # Searching

    def _search(self) -> None:
        view = self.view
        if self._vault is None or self._base is None or view is None:
            return
        self._end_search()
        self._query = BaseQuery(self._vault, self._index, self._path, self._base, view, self._sorting)
        self._progress_pause.start()
        spawn(self._run(self._query), name=f"files of {self._path}")

    async def _run(self, query: BaseQuery) -> None:
        table = await query.run()
        if query is self._query:
            self._end_search()
            if table is not None:
                self._take(query, table)

    def _take(self, query: BaseQuery, table: Table) -> None:
        chosen = self._chosen_path()
        place = self.table.verticalScrollBar().value()
        fresh = self.model.rowCount() == 0
        self.model.set_rows([column_title(key, query.base) for key in table.columns], table.rows)
        self.table.fit_rows(pictures=self.model.has_pictures(SAMPLED))
        if fresh:
            self.table.fit_columns(query.view)
        self.count.setText(count_sentence(table))
        self._show_remarks(table)
        if table.rows:
            self._show_part(self.table)
            row = next((n for n, row in enumerate(table.rows) if row.path == chosen), 0)
            self.table.setCurrentIndex(self.model.index(row, 0))
            self.table.verticalScrollBar().setValue(place)
        else:
            self._say(self.tr("No files match this view’s filter."))

    def _chosen_path(self) -> str:
        row = self.table.currentIndex().row()
        return self.model.row(row).path if 0 <= row < self.model.rowCount() else ""

    def _end_search(self) -> None:
        if self._query is not None:
            self._query.end()
            self._query = None
        self._progress_pause.stop()
        self._working.hide()

    def _stop_search(self) -> None:
        self._end_search()
        self.count.setText(self.tr("Stopped; click a column header to search again"))

    def _show_progress(self) -> None:
        if self._query is not None:
            self._bar.setRange(0, self._query.total)
            self._bar.setValue(self._query.done)
            self._working.show()

    def _vault_changed(self, change: VaultChanged) -> None:
        self.model.images.outdate(None if change.many else change.paths)
        if self._base is not None and self.isVisible():
            self._rest.start()

    # The table

    def _sort(self, column: int, order: Qt.SortOrder) -> None:
        """Sort by a column; without one, as the view defines."""
        view = self.view
        if view is None:
            return
        down = order is Qt.SortOrder.DescendingOrder
        self._sorting = (Sorting(view.columns[column], down),) if 0 <= column < len(view.columns) else None
        self._search()

    def _clicked(self, index: QModelIndex) -> None:
        if link := self.model.link(index):
            self.link_activated.emit(link)

    def _activated(self, index: QModelIndex) -> None:
        """Open the row's file."""
        self.link_activated.emit("axon-note:" + quote(self.model.row(index.row()).path))


def _nothing() -> None:
    return None
