"""Answers: the row of buttons below each answer: copy, insert, save, retry."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Signal
from PySide6.QtGui import QEnterEvent, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from axon_desktop.ui.buttons.text_button import HEIGHT, Shown, TextButton, copy_button
from axon_desktop.ui.chat.cards.entries import has_focus
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.theme import in_force
from axon_desktop.ui.markdown_view import MarkdownView

_GAP = 2


class AnswerRow(QWidget):
    """The buttons below one answer; their room is reserved while they are invisible."""

    def __init__(self, entry: AnswerEntry) -> None:
        super().__init__()
        self._entry = entry
        self._over = False
        self.copy = copy_button(self)
        self.insert = TextButton("insert", self.tr("Insert at caret"), self)
        self.save = TextButton("note_new", self.tr("Save as note"), self)
        self.retry = TextButton("retry", self.tr("Retry"), self)
        self.copy.setAccessibleName(self.tr("Copy the answer"))
        self.retry.setAccessibleDescription(self.tr("Ask the same again"))
        self.model = TextButton("settings", self.tr("Choose a model"), self)
        """Shown for answers of Offline, which has no AI."""
        signals = entry.signals
        self.model.clicked.connect(signals.model_requested)
        self.copy.clicked.connect(self._copy)
        self.insert.clicked.connect(lambda: signals.insert_requested.emit(entry.text))
        self.save.clicked.connect(lambda: signals.save_requested.emit(entry.request, entry.text))
        self.retry.clicked.connect(lambda: signals.retry_requested.emit(entry.request))
        for button in self.buttons:
            button.installEventFilter(self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.refresh()
        in_force.changed.connect(self.refresh)

    @property
    def buttons(self) -> tuple[TextButton, ...]:
        """All buttons, from left to right."""
        return self.copy, self.insert, self.save, self.retry, self.model

    def refresh(self) -> None:
        """Show the buttons that apply."""
        self.insert.setEnabled(self._entry.signals.can_insert)
        self.model.setVisible(self._entry.signals.lacks_model)
        offered = [button for button in self.buttons if not button.isHidden()]
        shown: Shown = "icon" if self._entry.newest else "nothing"
        if self._over or self._entry.pointed or has_focus(self):
            fits = sum(button.width_as("word") + _GAP for button in offered) <= self.width()
            shown = "word" if fits else "icon"
        left = 0
        for button in offered:
            button.show_as(shown)
            width = button.sizeHint().width()
            button.setGeometry(left, 0, width, px(HEIGHT))
            left += width + _GAP

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._entry.text)
        self.copy.say_done()
        self._entry.signals.copied.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the focus of the buttons."""
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.refresh()
        return super().eventFilter(watched, event)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Show the words beside the icons."""
        self._over = True
        self.refresh()

    def leaveEvent(self, event: QEvent) -> None:
        """Hide them."""
        self._over = False
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out the buttons again."""
        self.refresh()

    def sizeHint(self) -> QSize:
        """Return the reserved size."""
        return QSize(320, px(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Return the smallest useful size."""
        return QSize(120, px(HEIGHT))


class AnswerRequests(QObject):
    """What the user requests for an answer."""

    insert_requested = Signal(str)
    """Markdown to insert at the caret of the note."""
    save_requested = Signal(str, str)
    """(request, Markdown of the answer) to save as a note."""
    retry_requested = Signal(str)
    """A request to send again."""
    model_requested = Signal()
    """The settings of models are to be shown."""
    copied = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.can_insert = False
        """Whether a note has a caret."""
        self.lacks_model = False
        """Whether only Offline is available."""


class AnswerEntry:
    """One answer; its row exists only near the viewport."""

    def __init__(self, text: str, request: str, signals: AnswerRequests) -> None:
        self.text = text
        """The answer's Markdown."""
        self.request = request
        """The request that it answers."""
        self.signals = signals
        self.newest = False
        """Whether it is the last answer of the conversation."""
        self.pointed = False
        """Whether the mouse is over it."""
        self._row: AnswerRow | None = None

    def make(self) -> QWidget:
        """Create the row."""
        self._row = AnswerRow(self)
        return self._row

    def height(self) -> float:
        """Return the height of the row."""
        return px(HEIGHT)

    def release(self) -> bool:
        """Release the row, unless it has the focus."""
        if self._row is not None and has_focus(self._row):
            return False
        self._row = None
        return True

    def point(self, pointed: bool) -> None:
        """Note whether the mouse is over it."""
        if pointed != self.pointed:
            self.pointed = pointed
            self.refresh()

    def refresh(self) -> None:
        """Update the row."""
        if self._row is not None:
            self._row.refresh()


class Answers:
    """The answers of a conversation, from top to bottom."""

    def __init__(self, view: MarkdownView, signals: AnswerRequests) -> None:
        self._view = view
        self._signals = signals
        self.all: list[AnswerEntry] = []

    def add(self, text: str, request: str, *, again: bool) -> None:
        """Add the row of buttons below an answer at the end."""
        entry = AnswerEntry(text, request, self._signals)
        self.all.append(entry)
        self.mark_newest()
        self._view.add_card(entry, later=again)

    def mark_newest(self) -> None:
        """Keep only the buttons of the last answer visible all the time."""
        for entry in self.all[-2:]:
            if entry.newest != (entry is self.all[-1]):
                entry.newest = entry is self.all[-1]
                entry.refresh()

    def allow_insert(self, allowed: bool) -> None:
        """Set whether a note has a caret."""
        self._signals.can_insert = allowed
        for entry in self.all:
            entry.refresh()

    def offer_model(self, lacking: bool) -> None:
        """Offer to choose a model where only Offline is available."""
        self._signals.lacks_model = lacking
        for entry in self.all:
            entry.refresh()

    def take_over(self, earlier: Answers) -> None:
        """Take over the answers of the part before this one; it forgets them."""
        for entry in earlier.all:
            entry.newest = False
        self.all = [*earlier.all, *self.all]
        self.mark_newest()
        earlier.clear()

    def clear(self) -> None:
        """Remove all."""
        self.all = []
