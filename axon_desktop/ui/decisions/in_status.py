"""WaitingLight: says in the status bar what waits for the user; a click goes there."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton

from axon_desktop.ui.decisions.decisions import Decisions
from axon_desktop.ui.status import StatusBar

_LEAST_WIDTH = 40


class WaitingLight(QPushButton):
    """Hidden while nothing waits."""

    def __init__(self, decisions: Decisions, bar: StatusBar) -> None:
        super().__init__(bar)
        self._decisions = decisions
        self.setObjectName("waiting_light")
        self.setMinimumWidth(_LEAST_WIDTH)  # the window may be narrower than the words
        self.setToolTip(self.tr("Go to what waits for you (Ctrl+J)"))
        self.setProperty("state", "warn")
        self.hide()
        bar.addWidget(self)
        self.clicked.connect(decisions.go)
        decisions.changed.connect(self._show)

    def _show(self) -> None:
        words = self._words()
        self.setText(f"● {words}  [Ctrl J]")
        self.setAccessibleName(words)
        self.setVisible(bool(words))

    def _words(self) -> str:
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
