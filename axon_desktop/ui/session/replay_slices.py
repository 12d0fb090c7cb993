"""A stored conversation in slices: its end, which is shown first, and the earlier slices, the newest first."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from axon_desktop.agent.events import (
    AgentEvent,
    Observation,
    PlanProposed,
    RoundStarted,
    StepComplete,
    StepStarted,
    Stopped,
    Token,
    TurnStarted,
)

_SCREEN = 12_000
"""About the number of characters that fill a large screen."""
_PART = 6_000
"""About the number of characters of each earlier slice: shown in a few milliseconds."""
_CARD = 120
"""Number of characters that take as much room as a card."""
_LEAST = 20
"""The cost of an event without text, in characters."""


class ReplaySlices(Struct, frozen=True):
    """The events of a conversation."""

    end: Sequence[AgentEvent] = ()
    """The newest events, enough to fill a screen."""
    earlier: Sequence[Sequence[AgentEvent]] = ()
    """The earlier events, the newest slice first."""
    turns: Sequence[TurnStarted] = ()
    """The starts of turns in `earlier`, in order."""
    changes: Sequence[int] = ()
    """Journal ids of the changes in `end`."""
    earlier_changes: Sequence[int] = ()
    """Journal ids of the changes in `earlier`."""


def in_parts(events: Sequence[AgentEvent]) -> ReplaySlices:
    """Cut a conversation into slices; for a thread, as it reads all of it."""
    seams = set(find_seams(events))
    parts: list[Sequence[AgentEvent]] = []
    stop, weight = len(events), 0
    for place in range(len(events) - 1, -1, -1):
        weight += _weight(events[place])
        if place == 0 or (place in seams and weight >= (_PART if parts else _SCREEN)):
            parts.append(events[place:stop])
            stop, weight = place, 0
    if not parts:
        return ReplaySlices()
    before = events[: len(events) - len(parts[0])]
    turns = [event for event in before if isinstance(event, TurnStarted)]
    return ReplaySlices(parts[0], parts[1:], turns, _changes(parts[0]), _changes(before))


def find_seams(events: Sequence[AgentEvent]) -> list[int]:
    """Return where a conversation may be cut, ascending: no later event changes an earlier one.

    A plan and its execution stay together.
    """
    seams: list[int] = []
    plans: dict[str, int] = {}
    begun = plan_begun = 0
    turn, planning = "", False
    for place, event in enumerate(events):
        if isinstance(event, TurnStarted):
            if event.turn_id != turn and not event.resumed:
                begun, planning = place, False
                seams.append(place)
            turn = event.turn_id
        elif isinstance(event, RoundStarted) and not planning:
            seams.append(place)
        elif isinstance(event, PlanProposed | StepStarted | StepComplete) or _is_discarded(event):
            if isinstance(event, PlanProposed):
                plan_begun = plans.setdefault(event.plan.id, begun)
            planning = True
            while seams and seams[-1] > plan_begun:
                seams.pop()
    return seams


def _is_discarded(event: AgentEvent) -> bool:
    return isinstance(event, Stopped) and event.reason == "plan_discarded"


def _weight(event: AgentEvent) -> int:
    if isinstance(event, TurnStarted):
        return len(event.text) + _CARD
    if isinstance(event, Token):
        return len(event.content)
    return _CARD if isinstance(event, Observation) else _LEAST


def _changes(events: Sequence[AgentEvent]) -> list[int]:
    ids = (event.result.change_id for event in events if isinstance(event, Observation))
    return [change_id for change_id in ids if change_id is not None]
