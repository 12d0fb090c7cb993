"""The user's messages of a conversation, and the turns that came of them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MadeRequest:
    """A message of the user that began a turn."""

    turn: str
    text: str
    turns: tuple[str, ...]
    """Its turn and all later ones of the conversation."""


class RequestsMade:
    """Follows the turns of the conversation that is shown."""

    def __init__(self) -> None:
        self._turns: list[str] = []
        self._shown: dict[int, tuple[str, str]] = {}

    def begin(self, turn: str) -> None:
        """Note that a turn has begun, or goes on."""
        if turn not in self._turns[-1:]:
            self._turns.append(turn)

    def show(self, item: int, turn: str, text: str) -> None:
        """Note the number that a message has in the view."""
        self._shown[item] = turn, text

    def at(self, item: int) -> tuple[str, str] | None:
        """Return (turn, text) of the message with this number; None if it is none."""
        return self._shown.get(item)

    def last(self) -> tuple[str, str] | None:
        """Return (turn, text) of the newest message."""
        return next(reversed(self._shown.values()), None)

    def all(self) -> list[MadeRequest]:
        """Return the messages in their order."""
        return [
            MadeRequest(turn, text, tuple(dict.fromkeys(self._turns[self._turns.index(turn) :])))
            for turn, text in self._shown.values()
        ]

    def clear(self) -> None:
        """Forget everything."""
        self._turns.clear()
        self._shown.clear()
