"""DialogApprover: answers for the user by asking, in dialogs over the window."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from PySide6.QtWidgets import QApplication, QPlainTextEdit, QWidget

from axon_desktop.agent.approval import ApprovalRequest, Decision, RoundAnswer, RoundSummary
from axon_desktop.ui.aio import ask
from axon_desktop.ui.dialogs.approval import ApprovalDialog
from axon_desktop.ui.dialogs.diff_rows import compare, decode
from axon_desktop.ui.dialogs.rounds import RoundsDialog
from axon_desktop.vault.markdown.colors import Colors

_HOLD_MS = 600


class DialogApprover:
    """Asks in window-modal dialogs; a minimised window calls for attention."""

    def __init__(self, parent: Callable[[], QWidget | None], colors: Callable[[], Colors]) -> None:
        """Take what gives the window and the colours: both may change, and the engine is built before them."""
        self._parent = parent
        self._colors = colors

    async def approve(self, request: ApprovalRequest) -> Decision:
        """Ask about one write; the comparison is made in a thread."""
        preview = request.preview
        diff = await asyncio.to_thread(compare, decode(preview.before), decode(preview.after))
        dialog = ApprovalDialog(request, diff, self._colors(), self._parent())
        focus = QApplication.focusWidget()
        if isinstance(focus, QPlainTextEdit) and not focus.isReadOnly() and focus.toPlainText():
            # An Enter that was meant for the request being typed must not apply a change.
            dialog.hold(_HOLD_MS)
        self._alert()
        await ask(dialog)
        return dialog.decision

    async def confirm_round(self, summary: RoundSummary) -> RoundAnswer:
        """Ask whether the turn goes on."""
        dialog = RoundsDialog(summary, self._colors(), self._parent())
        self._alert()
        await ask(dialog)
        return dialog.answer

    def _alert(self) -> None:
        window = self._parent()
        if window is not None:
            QApplication.alert(window)
