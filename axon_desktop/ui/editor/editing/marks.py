"""Marks: the extra selections of an editor, which several of its parts put there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from PySide6.QtWidgets import QTextEdit

if TYPE_CHECKING:
    from axon_desktop.ui.editor.text_edit import NoteTextEdit

Owner: TypeAlias = Literal["spelling", "find", "carets"]
_ORDER: tuple[Owner, ...] = ("spelling", "find", "carets")


class Marks:
    """Shows the marks of all owners together, those of later ones over those of earlier ones."""

    def __init__(self, edit: NoteTextEdit) -> None:
        self._edit = edit
        self._of: dict[Owner, list[QTextEdit.ExtraSelection]] = {}

    def put(self, owner: Owner, marks: list[QTextEdit.ExtraSelection]) -> None:
        """Show the marks of one owner in place of those that it had."""
        if marks or self._of.get(owner):
            self._of[owner] = marks
            self._edit.setExtraSelections([mark for one in _ORDER for mark in self._of.get(one, ())])

    def forget(self) -> None:
        """Show none: another document comes, and Qt must not ask for places in the one that goes."""
        self._of.clear()
        self._edit.setExtraSelections([])
