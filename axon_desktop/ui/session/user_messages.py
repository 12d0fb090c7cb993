"""The user's messages of a conversation, and their turns."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from axon_desktop.agent.events import TurnStarted


class UserMessage(Struct, frozen=True):
    """A message of the user that began a turn."""

    turn: str
    text: str
    turns: tuple[str, ...]
    """Its turn and all later ones of the conversation."""


class UserMessages:
    """Tracks the turns of the shown conversation."""

    def __init__(self) -> None:
        self._turns: list[str] = []
        self._made: list[tuple[str, str]] = []
        """(turn, text) of each message."""
        self._shown: dict[int, tuple[str, str]] = {}
        """The same by the item number in the view, of those that are in it."""

    def recall(self, turns: Sequence[TurnStarted]) -> None:
        """Add the turns at the start of the conversation, whose messages are shown later."""
        self._turns = [turn.turn_id for turn in turns]
        self._made = [
            (turn.turn_id, turn.text)
            for before, turn in zip(["", *self._turns], turns, strict=False)
            if turn.turn_id != before and not turn.resumed
        ]

    def begin(self, turn: str) -> None:
        """Note that a turn has begun, or continues."""
        if turn not in self._turns[-1:]:
            self._turns.append(turn)

    def show(self, item: int, turn: str, text: str) -> None:
        """Note a new message, and its item number in the view."""
        self._made.append((turn, text))
        self._shown[item] = turn, text

    def find_again(self, earlier: UserMessages) -> None:
        """Move the item numbers of recalled messages in the view here; the other object drops them."""
        self._shown |= earlier._shown
        earlier.clear()

    def at(self, item: int) -> tuple[str, str] | None:
        """Return (turn, text) of the message with this number; None if it is none."""
        return self._shown.get(item)

    def last(self) -> tuple[str, str] | None:
        """Return (turn, text) of the newest message."""
        return self._made[-1] if self._made else None

    def all(self) -> list[UserMessage]:
        """Return the messages in order."""
        return [
            UserMessage(turn, text, tuple(dict.fromkeys(self._turns[self._turns.index(turn) :])))
            for turn, text in self._made
        ]

    def clear(self) -> None:
        """Remove everything."""
        self._turns.clear()
        self._made.clear()
        self._shown.clear()
