"""RelatedPage: passages of other notes that say the same as the shown note, or as what is selected in it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QToolButton, QWidget

from axon_desktop.errors import AxonError, MeaningUnavailableError
from axon_desktop.text.file_names import without_suffix
from axon_desktop.ui.aio import single_shot, spawn
from axon_desktop.ui.language.error_texts import error_text
from axon_desktop.ui.look.icons import icon, paint_icon
from axon_desktop.ui.look.parts import STRETCH, hbox, name_panel, text_label, vbox
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.stylesheet import plain_tip
from axon_desktop.ui.look.theme import current_colors
from axon_desktop.ui.search.result_view import ResultView
from axon_desktop.ui.search.search_bar import ReadingLine
from axon_desktop.ui.search.vault_search import Answer, without_title
from axon_desktop.ui.widgets.empty_state import EmptyState, EmptyStateAction
from axon_desktop.ui.widgets.labels import ElidedLabel
from axon_desktop.vault.search.found import Found, FoundNote

if TYPE_CHECKING:
    from axon_desktop.meaning.messages import MeaningPassage
    from axon_desktop.ui.session.vault_context import VaultContext
    from axon_desktop.vault.history.changes import VaultChanged

_PAUSE_MS = 150
_IDLE_MS = 2_000
"""After an edit: what was written must be saved and encoded first."""
_MOST = 20
_LOCK = 14


class RelatedPage(QWidget):
    """Follows the shown note; asks only while visible."""

    passage_requested = Signal(str, int, bool)
    """(vault path, line, whether in a new tab)."""
    settings_requested = Signal()

    def __init__(self, context: VaultContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name_panel(self, "related_page")
        self._context = context
        self._path = context.note_path
        """The note to whose text the others are near."""
        self._selected = ""
        """The part of it that counts; empty for all of it."""
        self._serial = 0
        self._outdated = True
        self._asking = False
        self._was_busy = False
        self._shown: tuple[str, str] | None = None

        self.subject = ElidedLabel()
        self.subject.setObjectName("related_subject")
        self.whole = self._make_button(icon("close"), self.tr("Back to the whole note"))
        self.whole.clicked.connect(lambda: self.show_selection(""))
        self.pin = self._make_button(icon("pin"), self.tr("Stay with this note"))
        self.pin.setCheckable(True)
        self.pin.toggled.connect(lambda on: None if on else self._follow_note(self._context.note_path))
        self.results = ResultView()
        self.results.setAccessibleName(self.tr("Related notes"))
        self.results.place_requested.connect(self.passage_requested)
        self.results.left_upwards.connect(self.pin.setFocus)
        self.nothing = EmptyState()
        self._empty = QWidget()
        vbox(self.nothing, STRETCH, parent=self._empty, margins=(6, 8, 6, 0), spacing=-1)
        self._pages = QStackedWidget()
        self._pages.addWidget(self._empty)
        self._pages.addWidget(self.results)
        self.reading = ReadingLine()
        self.lock = _Lock()
        self.where = text_label(wraps=True, plain=True)
        self._foot = QWidget()
        name_panel(self._foot, "related_foot")
        top = Qt.AlignmentFlag.AlignTop
        hbox((self.lock, 0, top), (self.where, 1), parent=self._foot, margins=(2, 5, 2, 5), spacing=6)
        about = text_label(self.tr("Close to"))
        self._head = QWidget()
        hbox(about, (self.subject, 1), self.whole, self.pin, parent=self._head, margins=(6, 0, 0, 0), spacing=4)
        vbox(self._head, (self._pages, 1), self.reading, self._foot, parent=self, margins=(8, 6, 8, 0), spacing=2)
        self._pause = single_shot(self, _PAUSE_MS, self._refresh)
        self._idle = single_shot(self, _IDLE_MS, self._outdate)
        context.note_changed.connect(self._note_changed)
        context.entered.connect(self._leave)
        context.left.connect(self._leave)
        context.files_changed.connect(self._files_changed)
        context.meaning_changed.connect(self._meaning_changed)
        self._show_state()

    def _make_button(self, drawing: QIcon, title: str) -> QToolButton:
        button = QToolButton()
        button.setAutoRaise(True)
        button.setIcon(drawing)
        button.setToolTip(plain_tip(title))
        button.setAccessibleName(title)
        return button

    def showEvent(self, event: QShowEvent) -> None:
        """Ask what was postponed while hidden."""
        super().showEvent(event)
        self._refresh()

    def show_selection(self, text: str) -> None:
        """Show what is near a part of the shown note; an empty text is all of it."""
        if text:
            self.pin.setChecked(False)
            self._path = self._context.note_path
        self._selected = text
        self._outdate()

    # --- changes

    def _note_changed(self, path: str, _text: str) -> None:
        if path == self._path:
            self._idle.start()
        elif not self.pin.isChecked():
            self._follow_note(path)

    def _follow_note(self, path: str) -> None:
        if path != self._path:
            self._path, self._selected = path, ""
            self._outdate()

    def _leave(self) -> None:
        self.pin.setChecked(False)
        self._path, self._selected = self._context.note_path, ""
        self._outdate()

    def _files_changed(self, change: VaultChanged) -> None:
        self._path = change.moved.get(self._path, self._path)
        self.results.results.follow_moves(change.moved)
        self._idle.start()

    def _meaning_changed(self) -> None:
        """Show the progress, and ask again when there is more to find."""
        state = self._context.meaning.state if self._context.meaning is not None else None
        busy = state is not None and state.phase in ("comparing", "beginnings", "rests")
        if state is None or not self._shown or (self._was_busy and not busy):
            self._outdate()
        self._was_busy = busy
        self._show_state()

    def _outdate(self) -> None:
        self._outdated = True
        self._serial += 1
        self._pause.start()

    # --- asking

    def _refresh(self) -> None:
        if not self._outdated or self._asking or not self.isVisible():
            return
        self._outdated = False
        if self._context.meaning is None or not self._path:
            self._show((), None)
            return
        self._asking = True
        spawn(self._find(self._path, self._selected, self._serial), name="related notes")

    async def _find(self, path: str, selected: str, serial: int) -> None:
        meaning = self._context.meaning
        found: tuple[MeaningPassage, ...] = ()
        error: AxonError | None = None

        def cancelled() -> bool:
            return serial != self._serial

        try:
            if meaning is not None and selected:
                found = await asyncio.to_thread(meaning.related_to, selected, path, _MOST, cancelled)
            elif meaning is not None:
                found = await asyncio.to_thread(meaning.related, path, _MOST, cancelled)
        except AxonError as failure:
            error = failure
        finally:
            self._asking = False
        if cancelled():
            self._pause.start()
        else:
            self._show(found, error, (path, selected))

    # --- showing

    def _show(
        self, found: tuple[MeaningPassage, ...], error: AxonError | None, shown: tuple[str, str] | None = None
    ) -> None:
        again = shown is not None and shown == self._shown
        self._shown = shown if error is None else None
        notes = tuple(map(_as_note, found))
        self.results.results.root = self._context.vault.root if self._context.vault is not None else None
        self.results.show_answer(Answer(Found(notes, len(notes)), by_meaning=True), again=again)
        self._say_why(error)
        had_keys = self.hasFocus() or self.isAncestorOf(self.window().focusWidget() or self)
        self._pages.setCurrentWidget(self.results if notes else self._empty)
        ways = self.nothing.buttons
        self.setFocusProxy(self.results if notes else ways[0] if ways else self.pin)
        if had_keys and not self.focusWidget():
            self.setFocus()
        self._show_state()

    def _say_why(self, error: AxonError | None) -> None:
        """Say why nothing is listed."""
        meaning = self._context.meaning
        if not self._path:
            self.nothing.say(
                self.tr("No note is open"), self.tr("Open a note to see which others are about the same.")
            )
        elif meaning is None:
            self.nothing.say(
                self.tr("Search by meaning is off"),
                self.tr("With it, notes are found here that say the same in other words."),
                [EmptyStateAction(self.tr("Settings…"), self.settings_requested.emit, primary=True)],
            )
        elif isinstance(error, MeaningUnavailableError) and meaning.state.phase != "failed":
            self.nothing.say(
                self.tr("The notes are being read"),
                self.tr("Related notes appear here as soon as enough of them are."),
            )
        elif error is not None:
            again = EmptyStateAction(self.tr("Try again"), self._outdate, primary=True)
            settings = EmptyStateAction(self.tr("Settings…"), self.settings_requested.emit)
            self.nothing.say(self.tr("Related notes cannot be found"), error_text(error), [again, settings])
        else:
            self.nothing.say(
                self.tr("No related notes"),
                self.tr("No other note comes near to the selection.")
                if self._selected
                else self.tr("No other note comes near to this one."),
            )

    def _show_state(self) -> None:
        """Show what the list is near to, how far the notes are read, and where they are compared."""
        meaning = self._context.meaning
        self._head.setVisible(bool(self._path) and meaning is not None)
        name = without_suffix(self._path.rpartition("/")[2])
        self.subject.setText(f"“{' '.join(self._selected.split())}”" if self._selected else name)
        self.subject.setToolTip(plain_tip(self._selected or self._path))
        self.whole.setVisible(bool(self._selected))
        self.reading.show_state(meaning.state if meaning is not None else None)
        self._foot.setVisible(meaning is not None and bool(self._path))
        receiver = meaning.receiver if meaning is not None else ""
        self.lock.setVisible(not receiver)
        self.where.setText(
            self.tr("Found by what {host} made of the notes; it was sent their text.").format(host=receiver)
            if receiver
            else self.tr("Found on this computer; nothing is sent.")
        )


def _as_note(one: MeaningPassage) -> FoundNote:
    note = FoundNote(one.path, (), False, one.text, one.heading_path, one.line, one.likeness)
    return without_title(note)


class _Lock(QWidget):
    """Says that nothing leaves the computer."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedSize(px(_LOCK), px(_LOCK) + 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the lock."""
        painter = QPainter(self)
        paint_icon(painter, "lock", QRectF(0, 1, px(_LOCK), px(_LOCK)), QColor(current_colors().ok))
        painter.end()
