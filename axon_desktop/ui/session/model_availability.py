"""ModelAvailability: whether a model can answer now, and why not, for the chat and the status bar."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from PySide6.QtCore import QObject, Signal

from axon_desktop.agent.events import AgentEvent, Answer, Error, Reasoning, Thought, Token
from axon_desktop.errors import ModelTrouble
from axon_desktop.ui.language.translation import translate

if TYPE_CHECKING:
    from axon_desktop.llm.provider import Provider
    from axon_desktop.ui.session.chat_session import ChatSession

Trouble: TypeAlias = Literal[
    "", "no_model", "no_key", "key", "balance", "unreachable", "silent", "busy", "server", "refused", "unusable"
]
"""Why no model answers; empty when one can, as far as is known."""
Tone: TypeAlias = Literal["ok", "off", "warn", "err"]

_PASSING = ("busy", "server", "refused", "unusable")
"""Troubles that may be gone at the next request."""


class ModelAvailability(QObject):
    """Follows one session."""

    changed = Signal()
    """Another provider, or another trouble with it."""

    def __init__(self, session: ChatSession) -> None:
        super().__init__(session)
        self._session = session
        self._trouble: Trouble = ""
        session.event_received.connect(self._on_event)
        session.provider_changed.connect(self._reset)

    @property
    def provider(self) -> Provider:
        """The provider of the next request."""
        return self._session.provider

    @property
    def trouble(self) -> Trouble:
        """Why no model answers."""
        return self._trouble if self.provider.invents else "no_model"

    @property
    def tone(self) -> Tone:
        """How serious that is."""
        return tone_of(self.trouble)

    def _reset(self) -> None:
        """Assume that a change of settings helps, until the next answer."""
        self._trouble = ""
        self.changed.emit()

    def _on_event(self, event: AgentEvent) -> None:
        if isinstance(event, Error):
            self._set(trouble_of(event.trouble) or self._trouble)
        elif isinstance(event, Token | Reasoning | Thought | Answer):
            self._set("")

    def _set(self, trouble: Trouble) -> None:
        if trouble != self._trouble:
            self._trouble = trouble
            self.changed.emit()


def trouble_of(trouble: ModelTrouble) -> Trouble:
    """Return what an error of the model means for its provider: nothing for a text that is too long."""
    return "" if trouble == "too_long" else trouble


def tone_of(trouble: Trouble) -> Tone:
    """Return how serious a trouble is: none, informative, perhaps temporary, to be fixed."""
    if trouble == "no_model":
        return "off"
    return "ok" if not trouble else "warn" if trouble in _PASSING else "err"


def trouble_words(trouble: Trouble) -> str:
    """Return in a few words why no model answers; empty without a reason."""
    return {
        "": "",
        "no_model": translate("ModelAvailability", "no AI model"),
        "no_key": translate("ModelAvailability", "no key"),
        "key": translate("ModelAvailability", "key refused"),
        "balance": translate("ModelAvailability", "no balance left"),
        "unreachable": translate("ModelAvailability", "server not reachable"),
        "silent": translate("ModelAvailability", "server does not answer"),
        "busy": translate("ModelAvailability", "too many requests"),
        "server": translate("ModelAvailability", "server has problems"),
        "refused": translate("ModelAvailability", "request refused"),
        "unusable": translate("ModelAvailability", "reply not usable"),
    }[trouble]
