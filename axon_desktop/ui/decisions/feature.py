"""Waiting questions in the window: a light in the status bar, and the action in the menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axon_desktop.ui.buttons.shortcut_button import ShortcutButton
from axon_desktop.ui.decisions.decisions import Decisions
from axon_desktop.ui.look.parts import follow_keys, name_keys
from axon_desktop.ui.status_bar.status_bar import StatusBar

if TYPE_CHECKING:
    from axon_desktop.ui.window.main_window import MainWindow

_LEAST_WIDTH = 40


class PendingIndicator(ShortcutButton):
    """Shows in the status bar what waits for the user; a click opens it. Hidden while nothing waits."""

    def __init__(self, decisions: Decisions, bar: StatusBar) -> None:
        super().__init__("", "", bar)
        self._decisions = decisions
        self.setObjectName("waiting_light")
        self.setMinimumWidth(_LEAST_WIDTH)  # the window may be narrower than the words
        self.setToolTip(self.tr("Go to what waits for you"))
        self.setProperty("state", "warn")
        self.setAccessibleName(self.tr("Nothing waits for your answer."))
        self.hide()
        bar.addWidget(self)
        self.clicked.connect(decisions.go)
        decisions.changed.connect(self._show)

    def _show(self) -> None:
        words = self._waiting_words()
        self.say(f"● {words}", self._decisions.keys)
        self.setAccessibleName(words or self.tr("Nothing waits for your answer."))
        self.setVisible(bool(words))

    def _waiting_words(self) -> str:
        waiting = self._decisions.waiting
        kinds = {one.kind for one in waiting}
        if not waiting:
            return ""
        if kinds == {"change"}:
            count = sum(one.count for one in waiting)
            return self.tr("1 change waits") if count == 1 else self.tr("{count} changes wait").format(count=count)
        if len(waiting) > 1:
            return self.tr("{count} questions wait").format(count=len(waiting))
        return {
            "command": self.tr("A command waits"),
            "tool": self.tr("A tool waits"),
            "plan": self.tr("A plan waits"),
            "round": self.tr("Axon asks whether to go on"),
            "server": self.tr("A question waits"),
        }[waiting[0].kind]


def install(window: MainWindow) -> None:
    """Add the feature to a window."""
    decisions = window.decisions
    answer = window.menus.actions["agent.answer_what_waits"]
    follow_keys(answer, decisions.set_keys, decisions)
    name_keys(PendingIndicator(decisions, window.status), answer)
    answer.triggered.connect(decisions.go)
    decisions.changed.connect(lambda: answer.setEnabled(bool(decisions.waiting)))
    decisions.card_requested.connect(lambda _pending: window.chat_dock.show())
