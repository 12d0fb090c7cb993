"""Marks: colours over passages of an edited text, beside those of others, such as the matches of a search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor, QTextFormat
from PySide6.QtWidgets import QTextEdit

from axon_desktop.ui.aio import single_shot
from axon_desktop.ui.editor.live.proposals import UNDERLINE
from axon_desktop.ui.inline_edit.following import Span
from axon_desktop.ui.look.theme import current_colors, in_force

if TYPE_CHECKING:
    from axon_desktop.ui.editor.text_edit import NoteTextEdit

_OURS = int(QTextFormat.Property.UserProperty) + 26
_Underline = QTextCharFormat.UnderlineStyle


class Mark(NamedTuple):
    """How a passage looks."""

    span: Span
    kind: str
    """`asked`, `removed`, `comment`."""
    current: bool = False


class Marks(QObject):
    """Belongs to one text box, which has a single list of such colours: who sets it drops what others have set."""

    def __init__(self, edit: NoteTextEdit) -> None:
        super().__init__(edit)
        self._edit = edit
        self._layers: dict[str, list[Mark]] = {}
        self._again = single_shot(self, 0, self._put)
        edit.viewport().installEventFilter(self)
        in_force.changed.connect(self._put)

    def show(self, layer: str, marks: Sequence[Mark]) -> None:
        """Show the marks of one layer in place of its last ones."""
        if self._layers.get(layer, []) != list(marks):
            self._layers[layer] = list(marks)
            self._put()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Put the marks back that somebody else's have displaced."""
        if event.type() == QEvent.Type.Paint and any(self._layers.values()) and not self._are_there():
            self._again.start()
        return False

    def _are_there(self) -> bool:
        return any(one.format.hasProperty(_OURS) for one in self._edit.extraSelections())

    def _put(self) -> None:
        others = [one for one in self._edit.extraSelections() if not one.format.hasProperty(_OURS)]
        marks = [mark for layer in self._layers.values() for mark in layer if mark.span[0] < mark.span[1]]
        self._edit.setExtraSelections([*map(self._made, marks), *others])

    def _made(self, mark: Mark) -> QTextEdit.ExtraSelection:
        made = QTextEdit.ExtraSelection()
        cursor = QTextCursor(self._edit.document())
        last = self._edit.document().characterCount() - 1
        cursor.setPosition(min(mark.span[0], last))
        cursor.setPosition(min(mark.span[1], last), QTextCursor.MoveMode.KeepAnchor)
        made.cursor, made.format = cursor, _look(mark)
        return made


def _look(mark: Mark) -> QTextCharFormat:
    colors, look = current_colors(), QTextCharFormat()
    look.setProperty(_OURS, True)
    match mark.kind:
        case "removed":
            look = removed_look(current=mark.current)
            look.setProperty(_OURS, True)
        case "comment":
            look.setBackground(QColor(colors.call))
            look.setUnderlineStyle(_Underline.SingleUnderline if mark.current else _Underline.DotLine)
            look.setUnderlineColor(QColor(colors.call_bar))
        case _:
            look.setBackground(QColor(colors.sel))
            look.setForeground(QColor(colors.text))
    return look


def removed_look(*, current: bool) -> QTextCharFormat:
    """Return the look of words that a change takes away."""
    colors, look = current_colors(), QTextCharFormat()
    look.setBackground(QColor(colors.delete))
    look.setForeground(QColor(colors.err))
    look.setFontStrikeOut(True)
    if current:
        look.setProperty(UNDERLINE, QColor(colors.accent))
    return look


def added_look(*, current: bool) -> QTextCharFormat:
    """Return the look of words that a change brings."""
    colors, look = current_colors(), QTextCharFormat()
    look.setBackground(QColor(colors.add))
    look.setForeground(QColor(colors.text))
    if current:
        look.setProperty(UNDERLINE, QColor(colors.accent))
    return look
