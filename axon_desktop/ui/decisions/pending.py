"""Pending: one question that waits for the user, with everything needed to ask it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Literal, TypeAlias, TypeVar

from PySide6.QtWidgets import QDialog, QWidget

if TYPE_CHECKING:
    from axon_desktop.ui.diff.words import ShownLine

A = TypeVar("A")
"""Type of the answer."""

PendingKind: TypeAlias = Literal["change", "command", "tool", "plan", "round", "server"]

LineKind: TypeAlias = Literal["same", "removed", "added"]


@dataclass(frozen=True, slots=True)
class CardLine:
    """A line of the diff on a card."""

    kind: LineKind
    shown: ShownLine
    """Its text, and the differences from its counterpart."""


@dataclass(frozen=True, slots=True)
class CardWords:
    """The texts of a card."""

    title: str
    """One sentence; text between two `*` is bold."""
    counts: tuple[int, int] | None = None
    """How many lines would be added and removed."""
    lines: Sequence[CardLine] = ()
    """The whole change, if it is small enough to be decided on the card; otherwise empty."""
    quoted: str = ""
    """Monospaced text below the title: a command, the steps of a plan."""
    changes: str = ""
    """What would change, for somebody who hears it."""

    @property
    def spoken(self) -> str:
        """The question for a screen reader."""
        return "\n".join(part for part in (self.title.replace("*", ""), self.changes or self.quoted) if part)


class Pending(Generic[A]):
    """A question that waits; it is answered once, on its card or in its dialog."""

    def __init__(
        self,
        kind: PendingKind,
        words: CardWords,
        make_dialog: Callable[[QWidget | None], QDialog],
        read: Callable[[QDialog], A],
        *,
        count: int = 1,
        at_card: tuple[A, A] | None = None,
    ) -> None:
        """Take the function that makes the dialog, and the one that reads the answer from it.

        `at_card` has the answers yes and no, if the card shows everything there is to know.
        """
        self.kind = kind
        self.words = words
        self.count = count
        """Number of changes that it is about."""
        self.at_card = at_card
        self.make_dialog = make_dialog
        self.read = read
        self.answer: asyncio.Future[A] = asyncio.get_running_loop().create_future()
        self.dialog: QDialog | None = None
        """Made when it is first opened; it then keeps the user's input."""
        self.first: QWidget | None = None
        """The field of its dialog that gets the focus when the user goes there."""
        self.at_its_card = False
        """Whether the user was led to a card that can be answered."""
        self.left = False
        """Whether the user has left its dialog: it does not open by itself again."""

    def settle(self, answer: A) -> None:
        """Answer it; only the first answer counts."""
        if not self.answer.done():
            self.answer.set_result(answer)
