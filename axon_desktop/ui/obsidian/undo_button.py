"""UndoButton: takes back what the user has just done to the vault, for as long as it is spoken of."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QPushButton

from axon_desktop.ui.aio import spawn
from axon_desktop.ui.focus_back import FocusBack
from axon_desktop.ui.plain_tip import plain_tip
from axon_desktop.ui.status import StatusBar

_SHOWN_MS = 20_000


class UndoButton(QPushButton):
    """Stands at the right of the status bar, hidden while there is nothing to take back."""

    def __init__(self, bar: StatusBar) -> None:
        super().__init__(bar)
        self.setObjectName("undo_button")
        self.setText(self.tr("Undo"))
        self._undo: Callable[[], Awaitable[None]] | None = None
        self._time = QTimer(self, singleShot=True, interval=_SHOWN_MS)
        self._time.timeout.connect(self.forget)
        self.clicked.connect(self._clicked)
        self._focus_back = FocusBack(self)
        bar.addPermanentWidget(self)
        self.hide()

    def offer(self, what: str, undo: Callable[[], Awaitable[None]]) -> None:
        """Offer to take something back; `what` is the sentence that says what was done."""
        self._undo = undo
        words = self.tr("Undo: {what}").format(what=what)
        self.setToolTip(plain_tip(words))
        self.setAccessibleName(words)
        self.show()
        self._time.start()

    def forget(self) -> None:
        """Offer nothing any more; the change stays in the history of changes."""
        self._time.stop()
        self._undo = None
        self._focus_back.give_back()
        self.hide()

    def _clicked(self) -> None:
        undo = self._undo
        self.forget()
        if undo is not None:
            spawn(_run(undo), name="undo")


async def _run(undo: Callable[[], Awaitable[None]]) -> None:
    await undo()
