"""StateLine: above the input box, what the agent may do now, or with the next request."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from axon_desktop.agent.approval.approval import SafetyMode
from axon_desktop.agent.events import (
    TERMINAL,
    AgentEvent,
    AgentMode,
    Answer,
    PlanProposed,
    StepStarted,
    TurnStarted,
)
from axon_desktop.ui.look.stylesheet import mark, plain_tip
from axon_desktop.ui.session.model_availability import Trouble, tone_of, trouble_words
from axon_desktop.ui.widgets.labels import ElidedLabel

_TONES = {"ok": "ok", "off": "muted", "warn": "warn", "err": "err"}


class StateLine(ElidedLabel):
    """Follows mode, safety mode and turn; while none is running, the next request's choice is shown."""

    changed = Signal()
    """The sentence changed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        mark(self, kind="small")
        self._mode: AgentMode = "react"
        self._safety: SafetyMode = "ask"
        self._away = False
        """Whether the vault's folder is missing."""
        self._trouble: Trouble = ""
        """Why no model can answer."""
        self._running: AgentMode | None = None
        """Mode of the running turn."""
        self._step: tuple[int, int] | None = None
        """(number, total) of the plan's step that was started last; None before the user has agreed."""
        self._end: Literal["", "done", "stopped"] = ""
        """How the newest plan ended."""
        self._show()

    def set_mode(self, mode: AgentMode) -> None:
        """Set the mode of the next request."""
        self._mode = mode
        self._show()

    def set_safety(self, safety: SafetyMode) -> None:
        """Set the safety mode."""
        self._safety = safety
        self._show()

    def set_away(self, *, away: bool) -> None:
        """Set whether the vault's folder is missing: then nothing can be read or written."""
        self._away = away
        self._show()

    def set_trouble(self, trouble: Trouble) -> None:
        """Set why no model can answer; empty when one can."""
        self._trouble = trouble
        self._show()

    @property
    def least_text(self) -> str:
        """The shortest version of the sentence."""
        return (self.text(), *self._shorter())[-1]

    def follow(self, events: Iterable[AgentEvent]) -> None:
        """Process events in order, and show the resulting state."""
        for event in events:
            self._take(event)
        self._show()

    def forget(self) -> None:
        """Reset: another conversation begins."""
        self._running, self._step, self._end = None, None, ""
        self._show()

    def _take(self, event: AgentEvent) -> None:
        match event:
            case TurnStarted():
                self._running, self._end = event.mode, ""
                if not event.resumed:
                    self._step = None
            case PlanProposed() if event.plan.status == "draft":
                self._step = None
            case StepStarted():
                self._step = event.index + 1, event.total
            case _ if isinstance(event, TERMINAL):
                if self._running == "plan" and self._step is not None:
                    self._end = "done" if isinstance(event, Answer) else "stopped"
                self._running = None

    def shown_text(self) -> str:
        """Return the text that fits: the mode stays, and what it may do without asking."""
        text, metrics = self.text(), self.fontMetrics()
        for shorter in self._shorter():
            if metrics.horizontalAdvance(text) <= self.width():
                break
            text = shorter
        return metrics.elidedText(text, Qt.TextElideMode.ElideRight, self.width())

    def _shorter(self) -> tuple[str, ...]:
        """Return shorter versions of the sentence."""
        text = self.text()
        if text != self._agent_words() or self._trouble:
            over = self._end and (self._running or self._mode) == "plan"
            is_step = self._running == "plan" and self._step is not None
            return (f"● {text.partition(' — ')[2]}",) if is_step and not over else ()
        match self._safety:
            case "ask":
                return (self.tr("● Agent Mode Active"),)
            case "apply":
                return (self.tr("● Agent Mode Active — without asking"),)
            case "read_only":
                return (self.tr("● Agent Mode Active — read-only"),)

    def _show(self) -> None:
        text, tone = self._words()
        mark(self, tone=tone)
        if text != self.text():
            self.setText(text)
            self.setToolTip(plain_tip(text))
            self.changed.emit()

    def _words(self) -> tuple[str, str]:
        """Return the sentence and its tone."""
        if self._away:
            return self.tr("● Agent Mode Active — {why}").format(
                why=self.tr("the vault’s folder is missing")
            ), "warn"
        tone = "warn" if self._safety == "apply" else "ok"
        if self._running == "plan" and self._step is not None:
            return self._step_words(*self._step), tone
        if self._trouble:
            words = self.tr("● Agent Mode Active — {why}").format(why=trouble_words(self._trouble))
            return words, _TONES[tone_of(self._trouble)]
        if (self._running or self._mode) == "react":
            return self._agent_words(), tone
        if self._running is None and self._end == "done":
            return self.tr("● Plan done — next request: new plan"), "ok"
        if self._running is None and self._end == "stopped" and self._step is not None:
            number, total = self._step
            text = self.tr("● Plan stopped at step {step} of {total}")
            return text.format(step=number, total=total), "warn"
        return self.tr("● Planning — read-only until you agree"), "ok"

    def _agent_words(self) -> str:
        return {
            "ask": self.tr("● Agent Mode Active — whole vault"),
            "apply": self.tr("● Agent Mode Active — whole vault, without asking"),
            "read_only": self.tr("● Agent Mode Active — whole vault, read-only"),
        }[self._safety]

    def _step_words(self, number: int, total: int) -> str:
        words = {
            "ask": self.tr("● Running step {step} of {total} — asks before it writes"),
            "apply": self.tr("● Running step {step} of {total} — writes without asking"),
            "read_only": self.tr("● Running step {step} of {total} — read-only"),
        }[self._safety]
        return words.format(step=number, total=total)
