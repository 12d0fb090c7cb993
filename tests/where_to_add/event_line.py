"""A plugin of pytest that adds an event, and how it is shown: as a card that folds."""

from axon_desktop.agent import events


class Remark(events.AgentEvent, frozen=True, kw_only=True):
    """Somebody remarks something."""

    type = "remark"
    text: str


events.Remark = Remark  # type: ignore[attr-defined]

from axon_desktop.ui.chat.cards.entries import FoldEntry  # noqa: E402 - the event must be there first
from axon_desktop.ui.chat.transcript import Transcript  # noqa: E402


def _show_remark(transcript: Transcript, event: Remark) -> None:
    transcript.add_card(FoldEntry("A remark", "The remark", event.text))


Transcript.shown_by[Remark] = _show_remark
