"""HistoryDialog: the conversations about this vault, to be searched, opened, renamed, copied and deleted."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from PySide6.QtCore import QDateTime, QEvent, QLocale, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from axon_desktop.conversations.models import ConversationSummary
from axon_desktop.conversations.store.conversation_search import make_snippet
from axon_desktop.conversations.store.conversation_store import ConversationStore
from axon_desktop.errors import AxonError
from axon_desktop.markdown.scan.plain_line import plain_words
from axon_desktop.text.mention_syntax import say_mentions
from axon_desktop.ui.accessibility.announcer import announce, speak_rows
from axon_desktop.ui.aio import single_shot, spawn
from axon_desktop.ui.buttons.clear_button import offer_clearing
from axon_desktop.ui.changes.undo.widget_tasks import WidgetTasks
from axon_desktop.ui.language.error_texts import error_text
from axon_desktop.ui.language.formats import model_text
from axon_desktop.ui.look.parts import STRETCH, add_parts, centred_text, fill_dialog, hbox, push_button, text_label
from axon_desktop.ui.look.sizes import start_size
from axon_desktop.ui.look.stylesheet import plain_tip, wear_dialog
from axon_desktop.ui.widgets.row_list import Index, TwoLineDelegate

_ROLE = Qt.ItemDataRole.UserRole
_BELOW_ROLE = Qt.ItemDataRole(_ROLE + 1)
"""Returns the second line of a row."""
_SEARCH_MS = 150
_CONFIRM_MS = 4000


class ConversationDelegate(TwoLineDelegate):
    """Paints title and time of a conversation; below model and length, or where a word was found."""

    def words(self, index: Index) -> tuple[str, str, str]:
        """Return the title, the time, and the second line."""
        row: ConversationSummary = index.data(_ROLE)
        below: str = index.data(_BELOW_ROLE)
        return say_mentions(row.title) or self.tr("Untitled"), _when(row.updated_at), below

    def describe(self, row: ConversationSummary, found: str = "") -> str:
        """Return the second line of a row: where a word was found, or model and length, or that it is a copy."""
        count = (
            self.tr("1 message") if row.messages == 1 else self.tr("{count} messages").format(count=row.messages)
        )
        parts = [found] if found else [*self._of_copy(row), count, *([model_text(row.model)] if row.model else [])]
        if row.is_copy:
            other = row.source_title if row.source_title != row.title else ""
            copy = self.tr("Copy of “{title}”").format(title=say_mentions(other)) if other else self.tr("A copy")
            parts.insert(0, copy)
        return " · ".join(parts)

    def _of_copy(self, row: ConversationSummary) -> list[str]:
        """Return what distinguishes a copy from its original."""
        if not row.is_copy or not row.source_title:
            return []
        if not row.first_own_request:
            return [self.tr("nothing new yet")]
        return [self.tr("goes on with “{request}”").format(request=say_mentions(row.first_own_request))]


class HistoryDialog(QDialog):
    """Lists conversations, newest first; signals report what is done to them, and the list updates itself."""

    no_decision = "a list to find something in; it asks before it deletes"

    open_requested = Signal(str)
    """Id of the conversation to open."""
    renamed = Signal(str, str)
    """Id and new title."""
    deleted = Signal(str)
    """Id of the deleted conversation."""
    export_requested = Signal(str)
    """Id of the conversation to export as Markdown."""

    def __init__(
        self,
        store: ConversationStore,
        vault_id: str,
        parent: QWidget | None = None,
        *,
        current: str = "",
        is_running: Callable[[], bool] = lambda: False,
    ) -> None:
        """Take the store, and a function that tells whether a turn of the current conversation is running."""
        super().__init__(parent)
        self._is_running = is_running
        self._store = store
        self._vault_id = vault_id
        self._current = current
        self._loading = 0
        self.setWindowTitle(self.tr("Conversations"))
        wear_dialog(self)
        heading = text_label(self.tr("Conversations"), self, kind="title")
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(self.tr("Search in titles and texts"))
        self.search.setAccessibleName(self.tr("Search conversations"))
        offer_clearing(self.search)
        self.search.installEventFilter(self)
        self._tasks = WidgetTasks(self)
        self._timer = single_shot(self, _SEARCH_MS, self.refresh)
        self.search.textChanged.connect(lambda: self._timer.start())
        self.list = QListWidget(self)
        self.list.setObjectName("history_list")
        self.list.setAccessibleName(self.tr("Conversations"))
        self._delegate = ConversationDelegate(self.list)
        self.list.setItemDelegate(self._delegate)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setUniformItemSizes(True)
        self.list.currentRowChanged.connect(lambda _: self._show_state())
        self.list.itemActivated.connect(lambda _: self._open())
        speak_rows(self.list, self.search)
        self.empty = centred_text("", self, tone="muted")
        self.empty.hide()
        self.message = text_label("", self, wraps=True, tone="err")
        self.message.hide()
        layout = fill_dialog(self, heading, 8, self.search, 8, (self.list, 1), (self.empty, 1), spacing=0)
        add_parts(layout, self._build_rename(), self.message, 10, self._build_buttons())
        self.resize(start_size(self, 620, 520))
        self.setMinimumHeight(320)  # at least as wide as its buttons
        self._show_state()
        self.search.setFocus()

    def _build_rename(self) -> QWidget:
        self._rename_row = QWidget(self)
        self.title_field = QLineEdit(self)
        self.title_field.setAccessibleName(self.tr("New title"))
        self.title_field.installEventFilter(self)
        done = push_button(self.tr("Rename"), self, self._rename, auto_default=False)
        hbox((self.title_field, 1), done, parent=self._rename_row, margins=(0, 8, 0, 0), spacing=-1)
        self._rename_row.hide()
        return self._rename_row

    def _build_buttons(self) -> QHBoxLayout:
        self.delete_button = push_button(self.tr("&Delete"), self, self._delete)
        self.rename_button = push_button(self.tr("&Rename…"), self, self._ask_title)
        self.fork_button = push_button(
            self.tr("Du&plicate"),
            self,
            lambda: spawn(self._fork(), name="copy conversation"),
            tip=self.tr("Open a copy to continue in another direction"),
        )
        self.export_button = push_button(
            self.tr("&Export…"), self, lambda: self.export_requested.emit(self.selected())
        )
        close = push_button(self.tr("&Close"), self, self.reject, auto_default=False)
        self.open_button = push_button(self.tr("&Open"), self, self._open, default=True, primary=True)
        left = (self.delete_button, self.rename_button, self.fork_button, self.export_button)
        for button in left:
            button.setAutoDefault(False)
        self._sure = single_shot(self, _CONFIRM_MS, self._forget_delete)
        return hbox(*left, STRETCH, close, self.open_button)

    # --- the list ------------------------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        """Read the list when the dialog is shown."""
        super().showEvent(event)
        self.refresh()

    def refresh(self) -> None:
        """Read the list again, in the background."""
        self._loading += 1
        self._tasks.start(self._refresh(self._loading), name="list conversations")

    async def _refresh(self, number: int) -> None:
        query, problem = self.search.text().strip(), ""
        try:
            rows = await self._store.list(vault=self._vault_id, query=query)
            snippets = [] if number != self._loading else await asyncio.to_thread(_snippets, rows, query.split())
        except AxonError as error:
            rows, snippets, problem = [], [], error_text(error)
        if number != self._loading:
            return  # the search was changed meanwhile
        chosen = self.selected() or self._current
        self.list.clear()
        for row, snippet in zip(rows, snippets, strict=True):
            item = QListWidgetItem()
            item.setData(_ROLE, row)
            below = self._delegate.describe(row, snippet)
            item.setData(_BELOW_ROLE, below)
            title = say_mentions(row.title)
            name = title or self.tr("Untitled")
            words = f"{name}, {_when(row.updated_at)}, {below}"
            item.setData(Qt.ItemDataRole.AccessibleTextRole, words)
            item.setToolTip(plain_tip(f"{title}\n{below}" if row.is_copy else title))
            self.list.addItem(item)
        at = next((number for number, row in enumerate(rows) if row.id == chosen), 0)
        self.list.setCurrentRow(at if rows else -1)
        self.list.setVisible(bool(rows))
        self.empty.setVisible(not rows)
        self.empty.setText(self._nothing(query, problem))
        if not rows:
            announce(self.empty.text(), topic="row")
        self._show_state()

    def _nothing(self, query: str, problem: str) -> str:
        """Return why the list is empty."""
        if problem:
            return self.tr("The conversations cannot be read.\n\n{why}").format(why=problem)
        if query:
            return self.tr("Nothing found for “{query}”.").format(query=query)
        return self.tr("No conversations yet. What you ask in the chat is kept here.")

    def selected(self) -> str:
        """Return the id of the selected conversation, empty for none."""
        item = self.list.currentItem()
        row: ConversationSummary | None = item.data(_ROLE) if item is not None else None
        return row.id if row is not None else ""

    def _show_state(self) -> None:
        chosen = bool(self.selected())
        buttons = (self.delete_button, self.rename_button, self.fork_button, self.export_button, self.open_button)
        for button in buttons:
            button.setEnabled(chosen)
        self._rename_row.hide()
        self._forget_delete()

    def _say(self, text: str) -> None:
        self.message.setText(text)
        self.message.setVisible(bool(text))

    # --- actions -------------------------------------------------------------------------------------------------

    def _open(self) -> None:
        if self.selected():
            self.open_requested.emit(self.selected())
            self.accept()

    async def _fork(self) -> None:
        try:
            copy = await self._store.fork(self.selected())
        except AxonError as error:
            self._say(error_text(error))
            return
        self.open_requested.emit(copy)
        self.accept()

    def _ask_title(self) -> None:
        row: ConversationSummary = self.list.currentItem().data(_ROLE)
        self.title_field.setText(say_mentions(row.title))
        self._rename_row.show()
        self.title_field.selectAll()
        self.title_field.setFocus()

    def _rename(self) -> None:
        title = " ".join(self.title_field.text().split())
        if title and self.selected():
            self._rename_row.hide()
            self.list.setFocus()
            chosen = self.selected()
            work = self._change(self._store.rename(chosen, title), lambda: self.renamed.emit(chosen, title))
            spawn(work, name="rename conversation")

    def _delete(self) -> None:
        if not self._sure.isActive():
            stops = self.selected() == self._current and self._is_running()
            words = self.tr("Stop and &delete for good?") if stops else self.tr("&Delete for good?")
            self.delete_button.setText(words)
            self._sure.start()
            return
        conversation = self.selected()
        self._forget_delete()
        work = self._change(self._store.delete(conversation), lambda: self.deleted.emit(conversation))
        spawn(work, name="delete conversation")

    def _forget_delete(self) -> None:
        self._sure.stop()
        self.delete_button.setText(self.tr("&Delete"))

    async def _change(self, work: Awaitable[None], tell: Callable[[], None]) -> None:
        try:
            await work
        except AxonError as error:
            self._say(error_text(error))
        else:
            tell()
        self.refresh()

    # --- keys ----------------------------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the arrow keys move in the list while the search has the focus, and Enter in the title rename."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            moves = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
            if watched is self.search and event.key() in moves:
                self.list.event(event)
                return True
            if watched is self.title_field and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._rename()
                return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """F2 renames, Delete deletes."""
        if event.key() == Qt.Key.Key_F2 and self.selected():
            self._ask_title()
        elif event.key() == Qt.Key.Key_Delete and self.list.hasFocus() and self.selected():
            self._delete()
        elif event.key() == Qt.Key.Key_Escape and self._rename_row.isVisible():
            self._rename_row.hide()
            self.list.setFocus()
        else:
            super().keyPressEvent(event)


def _snippets(rows: Sequence[ConversationSummary], words: Sequence[str]) -> list[str]:
    """Return the text around a found word for each row; empty where none was found."""
    return [make_snippet(plain_words(say_mentions(row.passage)), words) if row.passage else "" for row in rows]


def _when(milliseconds: int) -> str:
    """Return the time if it is today, else the date."""
    local = QDateTime.fromMSecsSinceEpoch(milliseconds)
    today = local.date() == QDateTime.currentDateTime().date()
    return QLocale().toString(local.time() if today else local.date(), QLocale.FormatType.ShortFormat)
