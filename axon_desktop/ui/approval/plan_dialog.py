"""PlanDialog: a plan to be read, edited and reordered before any step runs."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QWidget

from axon_desktop.agent.approval.approval import PlanAnswer, PlanReview
from axon_desktop.agent.plan.plan import Plan
from axon_desktop.ui.actions import with_native_keys
from axon_desktop.ui.approval.plan_steps import StepList
from axon_desktop.ui.look.parts import STRETCH, add_parts, fill_dialog, hbox, push_button, text_label
from axon_desktop.ui.look.sizes import start_size
from axon_desktop.ui.look.stylesheet import mark, plain_tip, wear_dialog
from axon_desktop.ui.widgets.labels import WrappedLabel

_GOAL = 80


class PlanDialog(QDialog):
    """Asks about a plan; `review` holds the answer once it is closed."""

    def __init__(self, plan: Plan, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._plan = plan
        self.review = PlanReview(PlanAnswer.DISCARD, plan)
        """Closing the window in any way discards the plan."""
        goal = " ".join(plan.goal.split())
        shown = goal if len(goal) <= _GOAL else goal[: _GOAL - 1].rstrip() + "…"
        title = self.tr("Plan — {goal}").format(goal=shown)
        self.setWindowTitle(title)
        wear_dialog(self)
        heading = WrappedLabel(title, self, kind="title")
        heading.setToolTip(plain_tip(goal))
        words = self.tr(
            "Review the plan before it runs. Drag, or press Alt+Up or Alt+Down, to reorder."
            " Click or press F2 to edit."
        )
        hint = text_label(with_native_keys(words), self, wraps=True, tone="muted")
        self.steps = StepList(plan.steps, self)
        self.steps.changed.connect(self._show_state)
        layout = fill_dialog(self, heading, 6, hint, 10, (self.steps, 1), self._build_tools(), spacing=0)
        add_parts(layout, 10, self._build_note(), self._build_buttons())
        self.resize(start_size(self, 470, min(620, 210 + 60 * max(2, len(plan.steps)))))
        self.setMinimumWidth(360)
        self._show_state()
        self.steps.setFocus()

    def _build_tools(self) -> QHBoxLayout:
        add = push_button(
            self.tr("+ Add a step"), self, self.steps.add_step, tip=self.tr("Add a step after this one (Insert)")
        )
        self._remove = push_button(
            self.tr("Remove step"), self, self.steps.remove_step, tip=self.tr("Remove this step (Delete)")
        )
        for button in (add, self._remove):
            mark(button, kind="link")
            button.setAutoDefault(False)
        return hbox(add, self._remove, STRETCH, spacing=14)

    def _build_note(self) -> QWidget:
        self._note_row = QWidget(self)
        self.note = QLineEdit(self)
        self.note.setPlaceholderText(self.tr("What should be different?"))
        self.note.setAccessibleName(self.tr("What should be different?"))
        self.note.returnPressed.connect(self._revise)
        send = push_button(self.tr("Send"), self, self._revise, auto_default=False)
        hbox((self.note, 1), send, parent=self._note_row, margins=(0, 0, 0, 10), spacing=-1)
        self._note_row.hide()
        return self._note_row

    def _build_buttons(self) -> QHBoxLayout:
        self.revise_button = push_button(self.tr("Re&vise…"), self, self._ask_note, auto_default=False)
        self.discard_button = push_button(self.tr("&Discard"), self, self.reject, auto_default=False)
        self.approve_button = push_button(
            self.tr("&Approve and run"), self, self._approve, default=True, primary=True
        )
        return hbox(self.revise_button, STRETCH, self.discard_button, self.approve_button)

    def _show_state(self) -> None:
        steps = self.steps.steps()
        self.approve_button.setEnabled(any(step.status != "completed" for step in steps))
        self._remove.setEnabled(any(step.status != "completed" for step in steps))

    def edited(self) -> Plan:
        """Return the plan as the user made it."""
        return self._plan if self.steps.steps() == self._plan.steps else self._plan.revised(self.steps.steps())

    def _approve(self) -> None:
        self.review = PlanReview(PlanAnswer.APPROVE, self.edited())
        self.accept()

    def _ask_note(self) -> None:
        if not self._note_row.isVisible():
            self.resize(self.width(), self.height() + self._note_row.sizeHint().height())
        self._note_row.show()
        self.note.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ignore Enter in the note's field: it must not approve the plan."""
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter) or not self.note.hasFocus():
            super().keyPressEvent(event)

    def _revise(self) -> None:
        if self.note.text().strip():
            self.review = PlanReview(PlanAnswer.REVISE, self.edited(), self.note.text().strip())
            self.accept()
