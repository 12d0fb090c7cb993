"""SearchPage: the query, its results, and messages about it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QListWidget, QProgressBar, QSizePolicy, QStackedWidget, QWidget

from axon_desktop.errors import AxonError
from axon_desktop.ui.accessibility.announcer import announce
from axon_desktop.ui.aio import single_shot, spawn
from axon_desktop.ui.buttons.clear_button import offer_clearing
from axon_desktop.ui.drag_drop.drop_words import ignore_files
from axon_desktop.ui.look.parts import push_button, text_label, vbox
from axon_desktop.ui.search import wording
from axon_desktop.ui.search.no_hits import NoHits, is_building
from axon_desktop.ui.search.recent import RecentList
from axon_desktop.ui.search.result_view import ResultView
from axon_desktop.ui.search.search_bar import ReadingLine, ResultBar
from axon_desktop.ui.search.vault_search import Answer, Order, VaultSearch, means_something

if TYPE_CHECKING:
    from axon_desktop.index.vault_index import IndexState
    from axon_desktop.vault.history.changes import VaultChanged
    from axon_desktop.vault.search.found import By, FoundNote

PORTION = 50
"""Number of notes that are shown at first, and added by each "More"."""
_CLOSEST = 20
"""Number of passages that are shown by meaning only."""
_TYPING_PAUSE_MS = 150
_BUSY_AFTER_MS = 300
_NEWS_PAUSE_MS = 300
"""Delay after a change before the query is repeated: other changes may follow."""
_LOOK_AGAIN_MS = 1_500
"""Delay after which the index surely knows a change by another program."""
_ENTER_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class SearchPage(QWidget):
    """A page of the vault panel."""

    place_requested = Signal(str, int, bool)
    """(vault path, line or 0, in a new tab): a result was chosen."""
    message_requested = Signal(str)
    """A sentence for the status bar."""
    way_chosen = Signal(str)
    """The user has chosen how notes are found (`By`)."""

    def __init__(self, recent: RecentList, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("search_page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._recent = recent
        self._search: VaultSearch | None = None
        self._index_state: IndexState | None = None
        self._answer: Answer | None = None
        self._shown: tuple[str, Order, By] = ("", "relevance", "words")
        """The query whose answer is shown, and how it was run."""
        self._by: By = "both"
        """How notes are found, where that can be chosen."""
        self._was_usable = False
        """Whether something could be found by meaning when the last query was run."""
        self._outdated = False
        """Whether notes changed since the last query."""
        self._asked = 0
        self._limit = PORTION
        self._is_meant = False
        """Whether the query was set as a whole, and is not being typed."""
        self._order: Order = "relevance"
        self._pause = single_shot(self, _TYPING_PAUSE_MS, self._ask)
        self._patience = QTimer(self, singleShot=True, interval=_BUSY_AFTER_MS)
        self._news = single_shot(self, _NEWS_PAUSE_MS, self._look_again)
        self._recheck = single_shot(self, _LOOK_AGAIN_MS, self._outdate)

        self.box = QLineEdit()
        self.box.setPlaceholderText(self.tr("Search in the vault…"))
        self.box.setAccessibleName(self.tr("Search in the vault"))
        offer_clearing(self.box)
        ignore_files(self.box)
        self.box.textChanged.connect(self._typed)
        self.box.installEventFilter(self)
        self.setFocusProxy(self.box)
        self.busy = QProgressBar()
        self.busy.setObjectName("search_busy")
        self.busy.setAccessibleName(self.tr("Searching"))
        self.busy.setTextVisible(False)
        self.busy.setRange(0, 0)
        self.busy.setFixedHeight(2)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        policy.setRetainSizeWhenHidden(True)
        self.busy.setMinimumWidth(1)
        self.busy.setSizePolicy(policy)
        self.busy.hide()
        self._patience.timeout.connect(self._show_searching)
        self.failure = self._make_label("search_failure")
        self.results = ResultView()
        self.results.place_requested.connect(self._chosen)
        self.results.left_upwards.connect(self.focus_box)
        self.results.installEventFilter(self)
        self.nothing = self._make_label("search_nothing")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.no_hits = NoHits()
        self.no_hits.search_requested.connect(self.search)
        self.body = QStackedWidget()
        self._start = self._make_start()
        for page in (self._start, self.results, self.nothing, self.no_hits):
            self.body.addWidget(page)
        self.more = push_button(self.tr("More"), clicked=self._show_more)
        self.more.hide()
        self.note = self._make_label("search_note")
        self.reading = ReadingLine()
        self.reading.meaning_requested.connect(partial(self._choose_way, "meaning"))
        self.bar = ResultBar()
        self.bar.way_chosen.connect(self._choose_way)
        self.bar.order_chosen.connect(self._sort)
        self.bar.fold_clicked.connect(self._fold)
        self.bar.copy_clicked.connect(self._copy)
        self.bar.operator_chosen.connect(self._insert)
        vbox(
            self.box,
            self.busy,
            self.failure,
            self.bar,
            (self.body, 1),
            self.more,
            self.note,
            self.reading,
            parent=self,
            margins=(8, 10, 8, 8),
            spacing=4,
        )
        bar = self.bar
        ways = bar.ways.buttons.values()
        icons = (bar.sort_button, bar.fold_button, bar.copy_button, bar.help_button)
        stops = (self.box, *ways, *icons, self.last_queries)
        for stop, following in pairwise((*stops, self.results, self.more)):
            QWidget.setTabOrder(stop, following)
        self._show_start()

    # --- parts

    def _make_label(self, name: str) -> QLabel:
        label = text_label(name=name, wraps=True, plain=True)
        label.hide()
        return label

    def _make_start(self) -> QWidget:
        start = QWidget()
        self._recent_title = text_label(self.tr("Recent searches"), name="search_count")
        self._none_yet = self._make_label("search_nothing")
        self._none_yet.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.last_queries = QListWidget()
        self.last_queries.setObjectName("search_last")
        self.last_queries.setAccessibleName(self.tr("Recent searches"))
        self.last_queries.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.last_queries.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.last_queries.setUniformItemSizes(True)
        self.last_queries.itemClicked.connect(lambda item: self.search(item.text()))
        self.last_queries.itemActivated.connect(lambda item: self.search(item.text()))
        self.last_queries.installEventFilter(self)
        vbox(
            self._recent_title,
            (self.last_queries, 1),
            (self._none_yet, 1),
            parent=start,
            margins=(0, 4, 0, 0),
            spacing=4,
        )
        return start

    # --- slots of the window

    def set_vault(self, search: VaultSearch | None, state: IndexState | None) -> None:
        """Search another vault, or none; `state` is that of its index, if it has one."""
        self._asked += 1
        self._search, self._index_state = search, state
        self.results.results.root = search.root if search is not None else None
        self.box.setEnabled(search is not None)
        self.box.clear()
        self._show_start()

    def set_index_state(self, state: IndexState) -> None:
        """Take the progress of the index; once it can be searched, search it."""
        was_searchable = self._index_state is not None and self._index_state.searchable
        self._index_state = state
        if state.searchable and not was_searchable and self._answer is not None and self._answer.from_files:
            self._ask()
        else:
            self._show_progress()
            self._show_note()

    def set_way(self, by: By) -> None:
        """Find notes this way, where it can be chosen."""
        self._by = by
        self.follow_meaning()

    def _choose_way(self, by: By) -> None:
        self.set_way(by)
        self.way_chosen.emit(by)
        self._ask()

    def follow_meaning(self) -> None:
        """Show whether the meaning can be searched, and how far the notes are read for it."""
        meaning = self._search.meaning if self._search is not None else None
        state = meaning.state if meaning is not None else None
        self.bar.show_way(self._by, possible=meaning is not None)
        by_words = self._by == "words"
        self.reading.show_state(state, offers=by_words and self._answer is not None, counts=not by_words)
        is_new = state is not None and state.usable and not self._was_usable
        self._was_usable = state is not None and state.usable
        if is_new and self._answer is not None and self._shown[2] != "words":
            self._outdate()  # what was found so far was found by words

    def follow_changes(self, change: VaultChanged) -> None:
        """Update the paths of listed notes, and repeat the query soon: the results may have changed."""
        self.results.results.follow_moves(change.moved)
        if change.moved and self._is_asking:
            self._ask()  # a running query may have read the old names
        self._outdate()
        if change.origin == "outside":
            self._recheck.start()

    def _outdate(self) -> None:
        """Repeat the query soon, or when the page is visible."""
        self._outdated = True
        if not self._news.isActive():
            self._news.start()

    def _look_again(self) -> None:
        if self._is_asking:
            self._news.start()  # else a slow search would never finish
        elif self._outdated and self.isVisible():
            self._ask()

    def showEvent(self, event: QShowEvent) -> None:
        """Run the query that was postponed while hidden."""
        super().showEvent(event)
        self._look_again()

    def refresh(self) -> None:
        """Repeat the query: notes may have changed."""
        self._ask()

    def search(self, query: str) -> None:
        """Search at once, and move the focus to the field."""
        self.box.setText(query)
        self.focus_box()
        self._is_meant = True
        self._ask()

    def focus_box(self) -> None:
        """Move the focus to the field, and select the query."""
        self.box.setFocus()
        self.box.selectAll()

    # --- queries

    def _typed(self) -> None:
        self._asked += 1  # a running one returns early
        self._limit = PORTION
        self._is_meant = False
        if self.box.text().strip():
            self._pause.start()
        else:
            self._show_start()

    @property
    def _is_asking(self) -> bool:
        return self._patience.isActive() or not self.busy.isHidden()

    def _ask(self) -> None:
        """Run the query in the field."""
        self._pause.stop()
        self._outdated = False
        query = self.box.text().strip()
        if self._search is None or not query:
            return
        self._asked += 1
        self._patience.start()
        spawn(self._find(self._search, query, self._asked), name="search the vault")

    def _way_of(self, search: VaultSearch, query: str) -> By:
        """Return how this query is run."""
        is_reading = self._index_state is not None and is_building(self._index_state)
        return self._by if search.meaning is not None and not is_reading and means_something(query) else "words"

    async def _find(self, search: VaultSearch, query: str, number: int) -> None:
        order, by, limit = self._order, self._way_of(search, query), self._limit
        shows_same = self._answer is not None and (query, order, by) == self._shown

        def cancelled() -> bool:
            return number != self._asked

        try:
            words = None
            if by != "meaning":
                words = await asyncio.to_thread(search.find, query, order, limit, cancelled)
                if cancelled():  # something else was typed
                    return
            is_shown = words is not None and (by == "words" or (not shows_same and bool(words.found.notes)))
            if words is not None and is_shown:
                self._show_answer(query, order, by, words)
            if by != "words":
                self._patience.start()
                most = limit if by == "both" else _CLOSEST
                answer = await asyncio.to_thread(search.find_alike, query, words, order, most, cancelled)
                held = self._held if is_shown else ()
                if not cancelled():
                    self._show_answer(query, order, by, answer.holding(held), stays=shows_same or bool(held))
        except AxonError as error:
            if not cancelled():
                self._show_failure(wording.failure_text(error))

    @property
    def _held(self) -> Sequence[FoundNote]:
        """The notes that must not move, because somebody may be about to choose one."""
        first = self._answer.found.notes[:1] if self._answer is not None and self._answer.found.whole else ()
        return self.results.held or first  # Enter opens the first

    def _sort(self, order: Order) -> None:
        self._order = order
        self._ask()

    def _show_more(self) -> None:
        self._limit += PORTION
        self.results.setFocus()
        self._ask()

    # --- display

    def _show_searching(self) -> None:
        """Show that the search takes a while; the old results stay."""
        self.busy.show()
        if self._answer is None:
            self.nothing.setText(self.tr("Searching…"))
            self.body.setCurrentWidget(self.nothing)
        self._show_progress()

    @property
    def _shown_query(self) -> str:
        return self._shown[0]

    def _show_answer(self, query: str, order: Order, by: By, answer: Answer, *, stays: bool = True) -> None:
        again = stays and self._answer is not None and (query, order, by) == self._shown
        self._answer, self._shown = answer, (query, order, by)
        found = answer.found
        self._rest()
        if self._is_meant and found.notes:
            self._recent.add(query)
        self.results.show_answer(answer, again=again)
        if not found.notes:
            why = wording.nothing_text(answer, query)
            self.no_hits.show_nothing_found(query, why, self._search)
            announce(why, topic="find")
        else:
            announce(wording.count_text(answer), topic="find")
        self.body.setCurrentWidget(self.results if found.notes else self.no_hits)
        self._show_progress()
        self.bar.show_count(wording.count_text(answer), any_results=bool(found.notes), folds=not answer.by_meaning)
        self.bar.set_folded(bool(found.notes) and self.results.results.all_folded)
        self.more.setVisible(self._limit < found.total)
        self._show_note()

    def _show_progress(self) -> None:
        """Show the progress of the first indexing while there is nothing else to show."""
        state, answer = self._index_state, self._answer
        waits = self._is_asking or (answer is not None and answer.from_files and not answer.found.notes)
        shown = self.body.currentWidget() in (self.nothing, self.no_hits)
        if state is not None and is_building(state) and waits and shown:
            self.no_hits.show_progress(self.box.text().strip(), state, busy=self._is_asking)
            self.body.setCurrentWidget(self.no_hits)

    def _show_failure(self, text: str) -> None:
        self._rest()
        if self._answer is None:  # else the results before the invalid query stay
            self._show_start()
        self.failure.setText(text)
        self.failure.show()
        announce(text, topic="find")

    def _show_start(self) -> None:
        """Show the recent searches."""
        self._answer = None
        self._rest()
        self._pause.stop()
        self.results.show_answer(None)
        self.last_queries.clear()
        self.last_queries.addItems(self._recent.texts)
        self._show_recent(some=bool(self._recent.texts))
        self.body.setCurrentWidget(self._start)
        self.bar.show_count("", any_results=False)
        self.more.hide()
        self._show_note()

    def _show_recent(self, *, some: bool) -> None:
        """Show the recent queries; without one, explain what can be searched for."""
        self._recent_title.setVisible(some)
        self.last_queries.setVisible(some)
        self._none_yet.setVisible(not some)
        self._none_yet.setText(
            self.tr("No vault is open. Choose one with File → Open vault…")
            if self._search is None
            else self.tr(
                "Type words to find the notes that contain them. The question mark shows how to find"
                " tags and paths."
            )
        )

    def _rest(self) -> None:
        """Show that no query is running, and there is no error."""
        self._patience.stop()
        self.busy.hide()
        self.failure.hide()

    def _show_note(self) -> None:
        """Show why the files themselves are searched, and which words are in no note although others are."""
        self.follow_meaning()
        texts = []
        if self._answer is not None:
            if self._shown[2] != self._by and self.bar.may_choose:
                texts.append(wording.condition_text(self._shown_query))
            texts.append(wording.meaning_problem(self._answer))
            if self._answer.found.notes:
                texts.append(wording.missing_text(self._answer) or wording.whole_text(self._answer))
            if self._answer.from_files:
                texts.append(wording.index_text(self._index_state))
            if not self._answer.all_read:
                texts.append(self.tr("There was not enough time to search all notes."))
        self.note.setText("\n".join(filter(None, texts)))
        self.note.setVisible(any(texts))

    # --- actions on results

    def _chosen(self, path: str, line: int, new_tab: bool) -> None:
        self._recent.add(self._shown_query)
        self.place_requested.emit(path, line, new_tab)

    def _fold(self) -> None:
        self.results.results.fold_all(folded=not self.results.results.all_folded)
        self.bar.set_folded(self.results.results.all_folded)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.results.results.as_markdown())
        self.message_requested.emit(self.tr("The results were copied."))

    def _insert(self, operator: str) -> None:
        """Insert an operator into the query, with the caret where its text belongs."""
        before = self.box.text()[: self.box.cursorPosition()]
        self.box.insert(operator if not before or before.endswith(" ") else f" {operator}")
        if operator.endswith(('""', "//", "()", "[]")):
            self.box.cursorBackward(False)
        self.box.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move between the field and the list below it."""
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return super().eventFilter(watched, event)
        if watched is self.box:
            return self._box_key(event)
        if event.key() == Qt.Key.Key_Escape:
            self.focus_box()
            return True
        if watched is self.last_queries and event.key() == Qt.Key.Key_Up and not self.last_queries.currentRow():
            self.focus_box()
            return True
        return False

    def _box_key(self, event: QKeyEvent) -> bool:
        below = self.body.currentWidget()
        match event.key():
            case Qt.Key.Key_Down if below is self.results:
                self.results.setFocus()
            case Qt.Key.Key_Down if below is self._start and self.last_queries.count():
                self.last_queries.setFocus()
                self.last_queries.setCurrentRow(0)
            case key if key in _ENTER_KEYS:
                if self._answer is not None and self.box.text().strip() == self._shown_query:
                    self.results.open_current(
                        new_tab=bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
                    )
                else:
                    self.search(self.box.text())
            case Qt.Key.Key_Escape if self.box.text():
                self.box.clear()
            case _:
                return False
        return True
