"""Pending: one question that waits for the user, with all that is needed to ask it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Literal, TypeAlias, TypeVar

from PySide6.QtWidgets import QDialog, QWidget

if TYPE_CHECKING:
    from axon_desktop.ui.diff.words import Shown

A = TypeVar("A")
"""What the question is answered with."""

PendingKind: TypeAlias = Literal["change", "command", "tool", "plan", "round", "server"]

LineKind: TypeAlias = Literal["same", "removed", "added"]


@dataclass(frozen=True, slots=True)
class CardLine:
    """A line of the comparison that a card shows."""

    kind: LineKind
    shown: Shown
    """Its text, and what the line that it replaces (or that replaces it) has not."""


@dataclass(frozen=True, slots=True)
class CardWords:
    """What a card says of a question."""

    title: str
    """One sentence; what stands between two `*` is strong."""
    counts: tuple[int, int] | None = None
    """How many lines would be added and removed."""
    lines: Sequence[CardLine] = ()
    """The whole change, where it is small enough to be decided on at the card; else nothing."""
    quoted: str = ""
    """What is shown in monospace below the title: a command, the steps of a plan."""


class Pending(Generic[A]):
    """A question that waits; it is answered once, at its card or in its dialog."""

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
        """Take what makes the dialog and what reads the answer from it.

        `at_card` are the answers yes and no, where the card shows all that there is to know.
        """
        self.kind = kind
        self.words = words
        self.count = count
        """How many changes it is about."""
        self.at_card = at_card
        self.make_dialog = make_dialog
        self.read = read
        self.answer: asyncio.Future[A] = asyncio.get_running_loop().create_future()
        self.dialog: QDialog | None = None
        """Made when it is first opened, and kept with what the user did in it."""
        self.first: QWidget | None = None
        """The field of its dialog in which the keyboard is when somebody goes there."""
        self.at_its_card = False
        """Whether who went to it has found a card that can be answered."""
        self.left = False
        """Whether the user has seen the dialog and went elsewhere: it does not open by itself any more."""

    @property
    def is_open(self) -> bool:
        """Whether its dialog is seen."""
        return self.dialog is not None and self.dialog.isVisible()

    def settle(self, answer: A) -> None:
        """Answer it; only the first answer counts."""
        if not self.answer.done():
            self.answer.set_result(answer)
