"""DialogApprover: answers for the user by asking, in dialogs over the window."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QApplication, QPlainTextEdit, QWidget

from axon_desktop.agent.approval import ApprovalRequest, Decision, PlanReview, RoundAnswer, RoundSummary
from axon_desktop.agent.plan import Plan
from axon_desktop.ui.aio import ask
from axon_desktop.ui.chat.composing import is_composing
from axon_desktop.ui.dialogs.approval import ApprovalDialog
from axon_desktop.ui.dialogs.approval_call import CommandApproval, ToolApproval
from axon_desktop.ui.dialogs.approval_files import MoveApproval, TrashApproval
from axon_desktop.ui.dialogs.approval_write import WriteApproval
from axon_desktop.ui.dialogs.diff_rows import Diff
from axon_desktop.ui.dialogs.review import ReviewDialog
from axon_desktop.ui.dialogs.review_rows import Compared, compare_all
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
        """Ask about one call; texts are compared in a thread."""
        diffs = await asyncio.to_thread(compare_all, request)
        dialog = approval_dialog(request, diffs, self._colors(), self._parent())
        if is_typing() or request.proposal is None or request.trouble is not None:
            # An Enter that was meant for the request being typed, or for the question before about this change,
            # must not apply a change, or run a program.
            dialog.hold(_HOLD_MS)
        self._alert()
        await ask(dialog)
        return dialog.decision

    async def approve_together(self, requests: Sequence[ApprovalRequest]) -> Sequence[Decision]:
        """Ask about several calls in one list; texts are compared in a thread."""
        compared = await asyncio.to_thread(lambda: [*map(Compared.of, requests)])
        dialog = ReviewDialog(compared, self._colors(), approval_dialog, self._parent())
        if is_typing():
            dialog.hold(_HOLD_MS)
        self._alert()
        await ask(dialog)
        return dialog.decisions

    async def review_plan(self, plan: Plan) -> PlanReview:
        """Ask about a plan."""
        from axon_desktop.ui.dialogs.plan import PlanDialog

        dialog = PlanDialog(plan, self._colors(), self._parent())
        self._alert()
        await ask(dialog)
        return dialog.review

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


def is_typing() -> bool:
    """Tell whether somebody writes in a field that holds text, or composes with an input method."""
    focus = QApplication.focusWidget()
    typing = isinstance(focus, QPlainTextEdit) and not focus.isReadOnly() and bool(focus.toPlainText())
    return typing or is_composing(focus)


def approval_dialog(
    request: ApprovalRequest, diffs: list[Diff], colors: Colors, parent: QWidget | None = None
) -> ApprovalDialog:
    """Return the dialog that fits the kind of call."""
    proposal = request.proposal
    if proposal is None:
        kind = CommandApproval if request.effect == "command" else ToolApproval
        return kind(request, colors, parent)
    match proposal.action:
        case "move":
            return MoveApproval(request, proposal, diffs, colors, parent)
        case "trash":
            return TrashApproval(request, proposal, diffs[0], colors, parent)
        case "write":
            return WriteApproval(request, proposal.changes[0], diffs[0], colors, parent)
