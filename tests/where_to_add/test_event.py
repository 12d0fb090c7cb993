"""An event is one class, and one line where it is shown; a card is an entry that makes its widget."""

from __future__ import annotations

from axon_desktop.agent import events as agent_events
from axon_desktop.agent.events import AgentEvent, UsageReported
from axon_desktop.ui.chat.transcript import Transcript


def test_each_event_is_shown_or_is_known_not_to_be() -> None:
    kinds = {
        kind for kind in vars(agent_events).values() if isinstance(kind, type) and issubclass(kind, AgentEvent)
    }
    assert kinds - {AgentEvent, UsageReported} == Transcript.shown_by.keys()
