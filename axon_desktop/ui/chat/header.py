"""The chat's header: title, model, a new conversation, earlier ones, the menu."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFont, QIcon, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QWidget

from axon_desktop.text.mention_syntax import say_mentions
from axon_desktop.ui.language.formats import provider_name, provider_text
from axon_desktop.ui.look.icons import icon
from axon_desktop.ui.look.parts import hbox, name_panel, push_button
from axon_desktop.ui.look.sizes import px, row_height
from axon_desktop.ui.look.stylesheet import mark, plain_tip
from axon_desktop.ui.look.theme import in_force

HEIGHT = 40
_SQUARE = 26
_MAX_CHIP = 210
_LEAST_CHIP = 88
_MAX_TITLE = 150
"""Pixels of the title before other parts are shortened; a longer title needs free room."""
_CHIP_FRAME = 20
_MORE = " ▾"
_TITLE_FRAME = 11
"""Border, padding and Qt's own margin on both sides, and a pixel for rounding."""


class TitleLine(QLineEdit):
    """The conversation's title: read-only until it is double-clicked or `begin` is called."""

    renamed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = ""
        self.setFrame(False)
        self.setAccessibleName(self.tr("Title of the conversation"))
        bold = QFont()  # leaves the size to the window
        bold.setBold(True)
        self.setFont(bold)
        self.returnPressed.connect(self._finish)
        self._end()

    def set_title(self, title: str) -> None:
        """Show another title."""
        self._title = title
        if self.isReadOnly():
            self._show()

    def needed_width(self) -> int:
        """Return the width of the whole title."""
        return self.fontMetrics().horizontalAdvance(self._title) + _TITLE_FRAME

    def minimumSizeHint(self) -> QSize:
        """Return the size of some letters: the tooltip has the whole title."""
        return QSize(24, super().minimumSizeHint().height())

    def begin(self) -> None:
        """Start editing the title."""
        self.setReadOnly(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setText(self._title)
        mark(self, kind="title")
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.selectAll()

    def _end(self) -> None:
        self.setReadOnly(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.clearFocus()
        mark(self, kind="title_shown")
        self._show()

    def _show(self) -> None:
        room = max(24, self.width() - _TITLE_FRAME)
        self.setText(self.fontMetrics().elidedText(self._title, Qt.TextElideMode.ElideRight, room))
        self.setCursorPosition(0)
        self.setToolTip(plain_tip(self._title))

    def _finish(self) -> None:
        title = " ".join(self.text().split())
        self._end()
        if title and title != self._title:
            self.renamed.emit(title)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Cancel editing on Escape."""
        if event.key() == Qt.Key.Key_Escape and not self.isReadOnly():
            self._end()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Keep Escape from the panel, where it would stop the turn."""
        if event.type() == QEvent.Type.ShortcutOverride and not self.isReadOnly():
            event.accept()
        return super().event(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Accept the new title when the focus leaves."""
        super().focusOutEvent(event)
        if not self.isReadOnly() and event.reason() != Qt.FocusReason.PopupFocusReason:
            self._finish()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Start editing."""
        if self.isReadOnly() and self.isEnabled():
            self.begin()
        else:
            super().mouseDoubleClickEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Elide the title to the width."""
        super().resizeEvent(event)
        if self.isReadOnly():
            self._show()


class ChatHeader(QWidget):
    """One row above the transcript."""

    new_requested = Signal()
    history_requested = Signal()
    renamed = Signal(str)
    """The new title."""
    fork_requested = Signal()
    edit_requested = Signal()
    """The last request shall be edited and sent again."""
    copy_requested = Signal()
    export_requested = Signal()
    save_requested = Signal()
    """The conversation shall be saved as a note."""
    delete_requested = Signal()
    settings_requested = Signal()
    models_requested = Signal()
    """Another model is to be chosen."""
    offers_changed = Signal(bool, bool)
    """(whether the conversation is saved, whether conversations can be saved)"""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name_panel(self, "chat_header")
        self._provider = self._model = ""
        self.title = TitleLine(self)
        self.title.renamed.connect(self.renamed)
        self.chip = push_button("", self, self.models_requested, kind="chip")
        self.new = push_button("", self, self.new_requested, tip=self.tr("New conversation"))
        self.new.setIcon(icon("plus"))
        self.new.setAccessibleName(self.tr("New conversation"))
        self.history = push_button(self.tr("History"), self, tip=self.tr("Earlier conversations"))
        self.history.setAccessibleName(self.tr("Earlier conversations"))
        self.history.clicked.connect(self.history_requested)
        self._more = push_button("", self, tip=self.tr("More"))
        self._more.setIcon(icon("more"))
        self._more.setAccessibleName(self.tr("More, menu"))
        self._menu = self._build_menu()
        self._more.clicked.connect(
            lambda: self._menu.popup(self._more.mapToGlobal(self._more.rect().bottomLeft()))
        )
        for button in (self.new, self.history, self._more):
            mark(button, kind="flat")
        buttons = (self.new, self.history, self._more)
        self._line = hbox((self.title, 1), self.chip, *buttons, parent=self, margins=(9, 0, 8, 0), spacing=5)
        self.set_title("")
        self.set_saved(saved=False, can_save=False)
        self._fit()
        in_force.changed.connect(self._fit)

    def _build_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.addAction(self.tr("&New conversation"), self.new_requested.emit)
        self._of_store = [menu.addAction(self.tr("&History…"), self.history_requested.emit)]
        menu.addSeparator()
        self._of_saved = [
            menu.addAction(self.tr("&Rename"), self.title.begin),
            menu.addAction(self.tr("&Edit the last request"), self.edit_requested.emit),
            menu.addAction(self.tr("&Fork: continue in a copy"), self.fork_requested.emit),
        ]
        menu.addSeparator()
        menu.addAction(self.tr("&Copy conversation"), self.copy_requested.emit)
        self._of_saved += [
            menu.addAction(self.tr("E&xport as Markdown…"), self.export_requested.emit),
            menu.addAction(self.tr("&Save to a note…"), self.save_requested.emit),
        ]
        menu.addSeparator()
        self._of_saved.append(menu.addAction(self.tr("&Delete…"), self.delete_requested.emit))
        menu.addAction(self.tr("Se&ttings…"), self.settings_requested.emit)
        return menu

    def set_saved(self, *, saved: bool, can_save: bool) -> None:
        """Enable the actions for a saved conversation, and show those for earlier ones."""
        for action in self._of_saved:
            action.setEnabled(saved)
        for action in self._of_store:
            action.setVisible(can_save)
        self.history.setVisible(can_save)
        self._share()
        self.title.setEnabled(saved)
        self.offers_changed.emit(saved, can_save)

    def set_title(self, text: str) -> None:
        """Show the title; empty for a new conversation."""
        title = " ".join(say_mentions(text).split())[:200]
        self.title.set_title(title or self.tr("New conversation"))
        self._share()

    def set_provider(self, name: str, model: str) -> None:
        """Show the provider and the model."""
        text = provider_text(name, model)
        self.chip.setAccessibleName(self.tr("Model: {model}, menu").format(model=text))
        self.chip.setToolTip(plain_tip(self.tr("{model}: click to choose another model").format(model=text)))
        self._provider, self._model = text, model if name != "Offline" and model else provider_name(name)
        self._share()

    def _share(self) -> None:
        """Lay out the row: the provider's name gives way to the title, then the word History, then the model."""
        margins, metrics = self._line.contentsMargins(), self.chip.fontMetrics()
        self._show_history(self.tr("History"))
        line = self.width() - margins.left() - margins.right() - 4 * self._line.spacing() - 2 * row_height(_SQUARE)
        line -= min(self.title.needed_width(), px(_MAX_TITLE))
        shown = not self.history.isHidden()
        room = line - self.history.width() * shown
        text, more = self._provider, metrics.horizontalAdvance(_MORE)
        if room < metrics.horizontalAdvance(text) + _CHIP_FRAME + more:
            text = self._model
            if room < metrics.horizontalAdvance(text) + _CHIP_FRAME + more:
                self._show_history("")
                room = line - self.history.width() * shown
        room = min(px(_MAX_CHIP), max(px(_LEAST_CHIP), room))
        name = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room - _CHIP_FRAME - more)
        self.chip.setText(f"{name}{_MORE}")

    def _show_history(self, words: str) -> None:
        """Show the history button with its word, or as an icon."""
        self.history.setText(words)
        self.history.setIcon(QIcon() if words else icon("history"))
        square = row_height(_SQUARE)
        self.history.setFixedSize(square if not words else self.history.sizeHint().width(), square)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out the row again."""
        super().resizeEvent(event)
        self._share()

    def _fit(self) -> None:
        """Fit the font size."""
        self.setFixedHeight(row_height(HEIGHT))
        for button in (self.new, self._more):
            button.setFixedSize(row_height(_SQUARE), row_height(_SQUARE))
        self._share()
