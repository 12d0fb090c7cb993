"""Answers: what can be done with each answer, in a row below it: copy, insert, save, ask again."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Signal
from PySide6.QtGui import QEnterEvent, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from axon_desktop.ui.buttons.text_button import HEIGHT, Shown, WordButton, copy_button
from axon_desktop.ui.chat.cards.entries import has_focus
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.theme import in_force
from axon_desktop.ui.markdown_view import MarkdownView

_GAP = 2


class AnswerRow(QWidget):
    """The buttons below one answer; they keep their room while nothing of them is seen."""

    def __init__(self, entry: AnswerEntry) -> None:
        super().__init__()
        self._entry = entry
        self._over = False
        self.copy = copy_button(self)
        self.insert = WordButton("insert", self.tr("Insert at caret"), self)
        self.save = WordButton("note_new", self.tr("Save as note"), self)
        self.retry = WordButton("retry", self.tr("Retry"), self)
        self.copy.setAccessibleName(self.tr("Copy the answer"))
        self.retry.setAccessibleDescription(self.tr("Ask the same again"))
        self.model = WordButton("settings", self.tr("Choose a model"), self)
        """For what Offline answers, which has no AI."""
        wishes = entry.wishes
        self.model.clicked.connect(wishes.model_requested)
        self.copy.clicked.connect(self._copy)
        self.insert.clicked.connect(lambda: wishes.insert_requested.emit(entry.text))
        self.save.clicked.connect(lambda: wishes.save_requested.emit(entry.request, entry.text))
        self.retry.clicked.connect(lambda: wishes.retry_requested.emit(entry.request))
        for button in self.buttons:
            button.installEventFilter(self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.refresh()
        in_force.changed.connect(self.refresh)

    @property
    def buttons(self) -> tuple[WordButton, ...]:
        """All of them, from left to right."""
        return self.copy, self.insert, self.save, self.retry, self.model

    def refresh(self) -> None:
        """Show as much as there is reason for."""
        self.insert.setEnabled(self._entry.wishes.can_insert)
        self.model.setVisible(self._entry.wishes.lacks_model)
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
        self._entry.wishes.copied.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the focus of the buttons."""
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.refresh()
        return super().eventFilter(watched, event)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Show the words."""
        self._over = True
        self.refresh()

    def leaveEvent(self, event: QEvent) -> None:
        """Show them no more."""
        self._over = False
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out again."""
        self.refresh()

    def sizeHint(self) -> QSize:
        """Return the room that is kept."""
        return QSize(320, px(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Return the least useful size."""
        return QSize(120, px(HEIGHT))


class AnswerWishes(QObject):
    """What the user wants of answers."""

    insert_requested = Signal(str)
    """Markdown that is to be put where the caret is in the note."""
    save_requested = Signal(str, str)
    """(request, Markdown of the answer) to be made a note."""
    retry_requested = Signal(str)
    """A request that is to be made again."""
    model_requested = Signal()
    """Where models are set up is to be shown."""
    copied = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.can_insert = False
        """Whether there is a caret in a note."""
        self.lacks_model = False
        """Whether nothing but Offline answers."""


class AnswerEntry:
    """One answer; its row exists only while it is near."""

    def __init__(self, text: str, request: str, wishes: AnswerWishes) -> None:
        self.text = text
        """Its Markdown."""
        self.request = request
        """What it answers."""
        self.wishes = wishes
        self.newest = False
        """Whether it is the last answer of the conversation."""
        self.pointed = False
        """Whether the mouse is over it."""
        self._row: AnswerRow | None = None

    def make(self) -> QWidget:
        """Make the row."""
        self._row = AnswerRow(self)
        return self._row

    def height(self) -> float:
        """Return the height of the row."""
        return px(HEIGHT)

    def release(self) -> bool:
        """Let go of the row, unless it has the focus."""
        if self._row is not None and has_focus(self._row):
            return False
        self._row = None
        return True

    def point(self, pointed: bool) -> None:
        """Take note of the mouse."""
        if pointed != self.pointed:
            self.pointed = pointed
            self.refresh()

    def refresh(self) -> None:
        """Show what is to be shown now."""
        if self._row is not None:
            self._row.refresh()


class Answers:
    """The answers of a conversation, from top to bottom."""

    def __init__(self, view: MarkdownView, wishes: AnswerWishes) -> None:
        self._view = view
        self._wishes = wishes
        self.all: list[AnswerEntry] = []

    def add(self, text: str, request: str, *, again: bool) -> None:
        """Offer what can be done with an answer that stands at the end."""
        entry = AnswerEntry(text, request, self._wishes)
        self.all.append(entry)
        self.mark_newest()
        self._view.add_card(entry, later=again)

    def mark_newest(self) -> None:
        """Let only the last one show itself all the time."""
        for entry in self.all[-2:]:
            if entry.newest != (entry is self.all[-1]):
                entry.newest = entry is self.all[-1]
                entry.refresh()

    def allow_insert(self, allowed: bool) -> None:
        """Take note of whether there is a caret in a note."""
        self._wishes.can_insert = allowed
        for entry in self.all:
            entry.refresh()

    def offer_model(self, lacking: bool) -> None:
        """Offer to choose a model where nothing but Offline answers."""
        self._wishes.lacks_model = lacking
        for entry in self.all:
            entry.refresh()

    def take_over(self, earlier: Answers) -> None:
        """Take those of what came before; the other one forgets them."""
        for entry in earlier.all:
            entry.newest = False
        self.all = [*earlier.all, *self.all]
        self.mark_newest()
        earlier.clear()

    def clear(self) -> None:
        """Forget all."""
        self.all = []
