"""The editing commands in the window: its actions change the note that has the caret."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QMenuBar, QWidget

from axon_desktop.text.edits import lines, styles, tables
from axon_desktop.text.edits.edit import Command
from axon_desktop.ui.editor.editing.format_bar import FormatBar
from axon_desktop.ui.editor.editing.preferences import EditorPreferences
from axon_desktop.ui.editor.folding.moving import move_seen_lines

if TYPE_CHECKING:
    from axon_desktop.ui.editor.folding.gutter import Gutter
    from axon_desktop.ui.editor.text_edit import NoteTextEdit
    from axon_desktop.ui.window.main_window import MainWindow

COMMANDS: dict[str, Command] = {
    "format.bold": styles.style("**"),
    "format.italic": styles.style("*"),
    "format.highlight": styles.style("=="),
    "format.strikethrough": styles.style("~~"),
    "format.code": styles.style("`"),
    "format.comment": styles.style("%%"),
    "format.link": styles.link,
    "format.task": lines.tasks,
    "format.numbers": lines.numbers,
    "format.bullets": lines.bullets,
    "format.quote": lines.quotes,
    **{f"format.heading_{level}": lines.heading(level) for level in range(7)},
    "lines.move_up": partial(lines.move_lines, down=False),
    "lines.move_down": partial(lines.move_lines, down=True),
    "lines.duplicate": lines.duplicate_lines,
    "lines.delete": lines.delete_lines,
    "lines.join": lines.join_lines,
    "table.row_above": tables.insert_row_above,
    "table.row_below": tables.insert_row_below,
    "table.delete_row": tables.delete_row,
    "table.column_left": tables.insert_column_left,
    "table.column_right": tables.insert_column_right,
    "table.delete_column": tables.delete_column,
    "table.align": tables.align,
}
"""The commands of the actions that change a text, by the ids of the actions."""
_MOVES = {"lines.move_up": False, "lines.move_down": True}
_NEXT, _MISSPELLED = "edit.next_match", "edit.next_misspelled"
_FOLDS: dict[str, Callable[[Gutter], None]] = {
    "lines.fold": lambda gutter: gutter.fold_at_caret(folded=True),
    "lines.unfold": lambda gutter: gutter.fold_at_caret(folded=False),
    "lines.fold_all": lambda gutter: gutter.fold_all(folded=True),
    "lines.unfold_all": lambda gutter: gutter.fold_all(folded=False),
}
"""Actions that change only what is seen, also of a note that cannot be edited."""
_JUMPS = {
    f"go.{way}_{kind}": (kind, step)
    for way, step in (("next", 1), ("previous", -1))
    for kind in ("heading", "link", "list", "task", "table", "quote", "code", "formula", "picture")
}
"""Actions that move the caret to the next thing of a kind."""
_BORROWS_FOCUS = "switcher_box"
"""Name of the palette's box, which returns the focus before it runs a command."""


class EditingFeature(QObject):
    """Enables the actions while the caret is in the text of a note."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._preferences = EditorPreferences(window)
        self._actions = window.menus.actions
        for name, command in COMMANDS.items():
            if name not in _MOVES:
                self._actions[name].triggered.connect(partial(self._run, command, name.startswith("format.")))
        for name, down in _MOVES.items():
            self._actions[name].triggered.connect(partial(self._move, down))
        self._actions[_NEXT].triggered.connect(self._add_next)
        self._actions[_MISSPELLED].triggered.connect(self._go_to_misspelled)
        for name, fold in _FOLDS.items():
            self._actions[name].triggered.connect(partial(self._fold, fold))
        for name, (kind, step) in _JUMPS.items():
            self._actions[name].triggered.connect(partial(self._jump, kind, step))
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._follow_focus)

    def _run(self, command: Command, at_each: bool, _checked: bool = False) -> None:
        edit = _focused_note(QApplication.focusWidget())
        if edit is not None:
            edit.editing.run(command, at_each=at_each)

    def _move(self, down: bool, _checked: bool = False) -> None:
        edit = _focused_note(QApplication.focusWidget())
        if edit is not None:
            move_seen_lines(edit, down=down)

    def _fold(self, fold: Callable[[Gutter], None], _checked: bool = False) -> None:
        edit = _focused_note(QApplication.focusWidget())
        if edit is not None:
            fold(edit.gutter)

    def _jump(self, kind: str, step: int, _checked: bool = False) -> None:
        edit = _focused_note(QApplication.focusWidget())
        if edit is not None:
            from axon_desktop.ui.editor.spoken.jumps import jump  # not needed before somebody jumps

            jump(edit, kind, step)

    def _add_next(self) -> None:
        edit = _focused_note(QApplication.focusWidget())
        if edit is not None:
            edit.editing.carets.add_next()

    def _go_to_misspelled(self) -> None:
        edit = _focused_note(QApplication.focusWidget())
        if edit is not None:
            self._preferences.go_to_misspelled(edit)

    def _follow_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        if now is None or isinstance(now, QMenuBar) or now.objectName() == _BORROWS_FOCUS:
            return
        edit = _focused_note(now)
        if edit is not None:
            if edit.findChild(FormatBar) is None:
                FormatBar(edit, self._actions)
            self._preferences.prepare(edit)
            if QAccessible.isActive():
                from axon_desktop.ui.editor.spoken.caret_words import CaretWords  # only where a reader runs

                CaretWords.of(edit).begin()
        can_edit = edit is not None and not edit.isReadOnly()
        for name in (*COMMANDS, _NEXT, _MISSPELLED):
            self._actions[name].setEnabled(can_edit)
        for name in (*_FOLDS, *_JUMPS):
            self._actions[name].setEnabled(edit is not None)


def _focused_note(focused: QWidget | None) -> NoteTextEdit | None:
    """Return the text box of a note, if that has the focus."""
    from axon_desktop.ui.editor.text_edit import NoteTextEdit  # not needed before a note is edited

    return focused if isinstance(focused, NoteTextEdit) else None
