"""What a screen reader is told of a canvas: its name, and the cards in view in the order of reading."""

from __future__ import annotations

import weakref
from functools import cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QRect
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget
from shiboken6 import isValid

if TYPE_CHECKING:
    from axon_desktop.ui.boards.board import Board

_created: list[object] = []
"""Qt asks these objects for as long as the program lives and does not hold them for Python."""


class AccessibleBoard(QAccessibleWidget):
    """The plane as a list of cards."""

    def __init__(self, board: Board) -> None:
        super().__init__(board, QAccessible.Role.List, board.accessibleName())
        self._owner = weakref.ref(board)
        self._cards: dict[int, AccessibleCard] = {}

    @property
    def board(self) -> Board | None:
        """Return the board; None once it is deleted."""
        board = self._owner()
        return board if board is not None and isValid(board) else None

    def text(self, kind: QAccessible.Text) -> str:
        """Return the name that the board was given, and what the card with the keyboard says."""
        board = self.board
        if board is not None and kind == QAccessible.Text.Name:
            return board.accessibleName()
        if board is not None and kind == QAccessible.Text.Description:
            return board.accessibleDescription()
        return super().text(kind)

    def childCount(self) -> int:
        """Count the cards in view."""
        return 0 if self.board is None else len(self.board.cards_in_view())

    def child(self, index: int) -> QAccessibleInterface:
        """Return a card in view."""
        numbers = [] if self.board is None else self.board.cards_in_view()
        if not 0 <= index < len(numbers):
            return None  # type: ignore[return-value]
        number = numbers[index]
        if number not in self._cards:
            self._cards[number] = AccessibleCard(self, number)
        return self._cards[number]

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        """Return the place of a card among those in view."""
        numbers = [] if self.board is None else self.board.cards_in_view()
        return next((index for index, number in enumerate(numbers) if self._cards.get(number) is child), -1)


class AccessibleCard(QAccessibleInterface):
    """One card."""

    def __init__(self, parent: AccessibleBoard, number: int) -> None:
        super().__init__()
        self._parent = parent
        self._number = number
        _created.append(self)

    def _board(self) -> Board | None:
        board = self._parent.board
        return board if board is not None and self._number < len(board.scene.cards) else None

    def isValid(self) -> bool:
        """Tell whether the card is still there."""
        return self._board() is not None

    def object(self) -> QObject:
        """Return nothing: a card is no object of Qt."""
        return None  # type: ignore[return-value]

    def parent(self) -> QAccessibleInterface:
        """Return the board."""
        return self._parent

    def child(self, index: int) -> QAccessibleInterface:
        """Return nothing."""
        return None  # type: ignore[return-value]

    def childAt(self, x: int, y: int) -> QAccessibleInterface:
        """Return nothing."""
        return None  # type: ignore[return-value]

    def childCount(self) -> int:
        """Return that there are none."""
        return 0

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        """Return that it is none."""
        return -1

    def role(self) -> QAccessible.Role:
        """Return what it is."""
        return QAccessible.Role.ListItem

    def state(self) -> QAccessible.State:
        """Return whether it has the keyboard."""
        state = QAccessible.State()
        state.focusable = True
        board = self._board()
        state.focused = board is not None and board.hasFocus() and board.current == self._number
        return state

    def text(self, kind: QAccessible.Text) -> str:
        """Return what the card says."""
        board = self._board()
        return "" if board is None or kind != QAccessible.Text.Name else board.description(self._number)

    def setText(self, t: QAccessible.Text, text: str) -> None:
        """Leave the card as it is."""

    def rect(self) -> QRect:
        """Return where the card is on the screen."""
        board = self._board()
        if board is None:
            return QRect()
        place = board.place_of(board.scene.rects[self._number]).toAlignedRect().intersected(board.rect())
        return place.translated(board.mapToGlobal(QPoint(0, 0)))


@cache
def install() -> None:
    """Let Qt ask for the interfaces of boards; once in a process."""
    QAccessible.installFactory(_make)


def _make(class_name: str, target: QObject) -> QAccessibleInterface | None:
    """Make the interface of a board; None for everything else."""
    from axon_desktop.ui.boards.board import Board

    if not isinstance(target, Board):
        return None
    interface = AccessibleBoard(target)
    _created.append(interface)
    return interface
