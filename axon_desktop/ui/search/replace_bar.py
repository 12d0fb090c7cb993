"""ReplaceBar: the find bar of a note that can be edited: how to find, and what takes the place of matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QLineEdit, QToolButton, QWidget

from axon_desktop.text.edits.replacement import Search
from axon_desktop.ui.look.parts import hbox, push_button
from axon_desktop.ui.look.stylesheet import plain_tip
from axon_desktop.ui.search.find_bar import FindBar, tool_button

if TYPE_CHECKING:
    from axon_desktop.ui.editor.text_edit import NoteTextEdit


class ReplaceBar(FindBar):
    """Finds as its buttons say, and replaces one match or all of them."""

    def __init__(self, view: QWidget, edit: NoteTextEdit) -> None:
        self.instead = QLineEdit()  # before the event filter of the bar, which knows it
        super().__init__(view, edit)
        self._edit = edit
        self._within: QTextCursor | None = None
        """The part to search while that is chosen."""
        self._done = 0
        """How many matches were replaced since the last search."""
        self.case = self._option(self.tr("Upper and lower case differ"), shown="Aa")
        self.words = self._option(self.tr("Whole words"), shown="W")
        self.regex = self._option(self.tr("Regular expression"), shown=".*")
        self.selection = self._option(self.tr("Only in the selection"), "fit")
        for number, option in enumerate((self.case, self.words, self.regex, self.selection)):
            self._row.insertWidget(number + 1, option)
        self.instead.setPlaceholderText(self.tr("Replace with"))
        self.instead.setAccessibleName(self.tr("Replace with"))
        self.instead.installEventFilter(self)
        self.one = push_button(self.tr("Replace"), clicked=self.replace, tip=self.tr("Replace this match"))
        self.all = push_button(self.tr("All"), clicked=self.replace_all, tip=self.tr("Replace all matches"))
        self.replacing = QWidget()
        hbox((self.instead, 1), self.one, self.all, parent=self.replacing, spacing=4)
        self._rows.addWidget(self.replacing)
        self.replacing.hide()
        edit.finding.failed.connect(self._refused)
        edit.finding.replaced.connect(self._replaced)
        edit.cursorPositionChanged.connect(self._offer)

    def _option(self, text: str, icon_name: str = "", shown: str = "") -> QToolButton:
        button = tool_button(text, icon_name, shown)
        button.setCheckable(True)
        button.toggled.connect(self._option_changed)
        return button

    def open_bar(self, *, replaces: bool = False) -> None:
        """Show the bar, for a selection of several lines with it as the part to search."""
        cursor = self._edit.textCursor()
        several = "\u2029" in cursor.selectedText()
        if several or not self.isVisible():
            self._within = QTextCursor(cursor) if cursor.hasSelection() else None
            self.selection.setEnabled(self._within is not None)
            self.selection.setChecked(several)
        stays = self.isVisible() and not self.replacing.isHidden()
        is_shown = (replaces or stays) and not self._edit.isReadOnly()
        self.replacing.setVisible(is_shown)
        super().open_bar()
        if replaces and self.input.text() and is_shown:
            self.instead.setFocus()
            self.instead.selectAll()

    def search(self) -> None:
        """Find what the field says, in the way that the buttons say."""
        self._pause.stop()
        self.count.setToolTip("")
        self._done = 0
        text = self.input.text()
        if not text:
            self._edit.clear_find()
            self.count.clear()
            return
        search = Search(text, self.case.isChecked(), self.words.isChecked(), self.regex.isChecked())
        self._edit.finding.start(search, self._within if self.selection.isChecked() else None)

    def replace(self) -> None:
        """Replace the current match and go to the next."""
        self._settle()
        self._edit.finding.replace(self.instead.text())

    def replace_all(self) -> None:
        """Replace all matches, as one undo step."""
        self._settle()
        self._edit.finding.replace_all(self.instead.text())

    def _option_changed(self) -> None:
        if self.isVisible():
            self.search()

    def _offer(self) -> None:
        """Forget the part to search when the text is another note's."""
        if self._within is not None and self._within.document() is not self._edit.document():
            self._within = None
            self.selection.setChecked(False)
            self.selection.setEnabled(False)

    def _refused(self, why: str) -> None:
        self.count.setText(self.tr("Not valid"))
        self.count.setToolTip(plain_tip(why))

    def _replaced(self, number: int) -> None:
        self._done = number
        self._found(0, self._edit.finding.matches)

    def _found(self, current: int, total: int) -> None:
        super()._found(current, total)
        if self._done and not total:
            self.count.setText(self.tr("Replaced {count}").format(count=self._done))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Replace by Enter in the second field, to which Tab leads from the first."""
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return super().eventFilter(watched, event)
        if watched is self.input and event.key() == Qt.Key.Key_Tab and self.replacing.isVisible():
            self.instead.setFocus(Qt.FocusReason.TabFocusReason)
            return True
        if watched is self.instead:
            if event.key() == Qt.Key.Key_Escape:
                self.close_bar()
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                everything = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
                (self.replace_all if everything else self.replace)()
                return True
        return super().eventFilter(watched, event)
