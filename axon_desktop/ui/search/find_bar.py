"""FindBar: a small panel over the top right corner of a note or conversation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QToolButton, QWidget

from axon_desktop.ui.accessibility.announcer import announce
from axon_desktop.ui.aio import single_shot
from axon_desktop.ui.look.icons import icon
from axon_desktop.ui.look.parts import hbox, text_label, vbox
from axon_desktop.ui.look.stylesheet import plain_tip
from axon_desktop.ui.markdown_view import MarkdownView

if TYPE_CHECKING:
    from axon_desktop.ui.editor.text_edit import NoteTextEdit


_MARGIN = 10
_PAUSE_MS = 120


class FindBar(QFrame):
    """Finds text in one view; Enter and Shift+Enter go to the next and previous match, Esc closes."""

    def __init__(self, view: QWidget, searched: MarkdownView | NoteTextEdit) -> None:
        """Stand over a view and find in its text."""
        super().__init__(view)
        self.setObjectName("find_bar")
        self._view = view
        self._searched = searched
        self.input = QLineEdit()
        self.input.setPlaceholderText(self.tr("Find"))
        self.input.setAccessibleName(self.tr("Find in this view"))
        self.input.setMinimumWidth(80)
        self.input.installEventFilter(self)
        self.count = text_label(align=Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.count.setMinimumWidth(62)
        layout = self._row = hbox(self.input, 4, self.count, 4, spacing=4)
        self._rows = vbox(layout, parent=self, margins=(8, 6, 6, 6), spacing=6)
        for name, text, slot in (
            ("up", self.tr("Previous match"), self.find_previous),
            ("down", self.tr("Next match"), self.find_next),
            ("close", self.tr("Close find bar"), self.close_bar),
        ):
            button = tool_button(text, name)
            button.clicked.connect(slot)
            layout.addWidget(button)
        self._pause = single_shot(self, _PAUSE_MS, self.search)
        self.input.textChanged.connect(self._pause.start)
        searched.find_changed.connect(self._found)
        view.installEventFilter(self)
        self.hide()

    def open_bar(self, *, replaces: bool = False) -> None:
        """Show the bar with the view's selection as the text to find; a rendered text has nothing to replace."""
        del replaces
        selected = self._searched.selected_text()
        if selected.strip() and "\n" not in selected:
            self.input.setText(selected.strip())
        self.place()
        self.show()
        self.raise_()
        self.input.setFocus()
        self.input.selectAll()
        self.search()

    def close_bar(self) -> None:
        """Hide the bar and return the focus to the view."""
        self._pause.stop()
        self._searched.clear_find()
        self.hide()
        self._view.setFocus()

    def find_next(self) -> None:
        """Go to the next match."""
        self._settle()
        self._searched.find_next()

    def find_previous(self) -> None:
        """Go to the previous match."""
        self._settle()
        self._searched.find_previous()

    def _settle(self) -> None:
        """Run a delayed search at once."""
        if self._pause.isActive():
            self._pause.stop()
            self.search()

    def search(self) -> None:
        """Find what the field says."""
        text = self.input.text()
        if not text:
            self._searched.clear_find()
            self.count.clear()
            return
        self._searched.find(text)

    def _found(self, current: int, total: int) -> None:
        """Show the number of the current match; in a long note more may still be found."""
        if not self.input.text():
            self.count.clear()
        else:
            self.count.setText(f"{current} / {total}" if total else self.tr("No match"))
            if self.isVisible():
                place = self.tr("Match {number} of {count}").format(number=current, count=total)
                announce(place if total else self.count.text(), topic="find")

    def place(self) -> None:
        """Stand in the corner of the view."""
        room = self._view.width() - 2 * _MARGIN - 10
        self.resize(min(self.sizeHint().width(), room), self.sizeHint().height())
        self.move(_MARGIN + room - self.width(), _MARGIN)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the view's size; handle the keys of the text field."""
        if watched is self._view and event.type() == QEvent.Type.Resize:
            self.place()
        elif watched is self.input and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Escape:
                self.close_bar()
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
                (self.find_previous if back else self.find_next)()
                return True
        return super().eventFilter(watched, event)


def tool_button(text: str, icon_name: str = "", shown: str = "") -> QToolButton:
    """Return a button of the bar with an icon or a few letters."""
    button = QToolButton()
    if icon_name:
        button.setIcon(icon(icon_name))
    button.setText(shown)
    button.setToolTip(plain_tip(text))
    button.setAccessibleName(text)
    return button
