"""PlanDialog: a plan to be read, edited and reordered before any step runs."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from axon_desktop.agent.approval.approval import PlanAnswer, PlanReview
from axon_desktop.agent.plan.plan import Plan
from axon_desktop.ui.approval.plan_steps import StepList
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
        heading = WrappedLabel(title, self)
        heading.setToolTip(plain_tip(goal))
        mark(heading, kind="title")
        words = self.tr(
            "Review the plan before it runs. Drag, or press Alt+Up or Alt+Down, to reorder."
            " Click or press F2 to edit."
        )
        hint = QLabel(words, self)
        hint.setWordWrap(True)
        mark(hint, tone="muted")
        self.steps = StepList(plan.steps, self)
        self.steps.changed.connect(self._show_state)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 18)
        layout.setSpacing(0)
        layout.addWidget(heading)
        layout.addSpacing(6)
        layout.addWidget(hint)
        layout.addSpacing(10)
        layout.addWidget(self.steps, 1)
        layout.addLayout(self._build_tools())
        layout.addSpacing(10)
        layout.addWidget(self._build_note())
        layout.addLayout(self._build_buttons())
        self.resize(start_size(self, 470, min(620, 210 + 60 * max(2, len(plan.steps)))))
        self.setMinimumWidth(360)
        self._show_state()
        self.steps.setFocus()

    def _build_tools(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(14)
        add = QPushButton(self.tr("+ Add a step"), self)
        add.setToolTip(self.tr("Add a step after this one (Insert)"))
        add.clicked.connect(self.steps.add_step)
        self._remove = QPushButton(self.tr("Remove step"), self)
        self._remove.setToolTip(self.tr("Remove this step (Delete)"))
        self._remove.clicked.connect(self.steps.remove_step)
        for button in (add, self._remove):
            mark(button, kind="link")
            button.setAutoDefault(False)
            row.addWidget(button)
        row.addStretch(1)
        return row

    def _build_note(self) -> QWidget:
        self._note_row = QWidget(self)
        row = QHBoxLayout(self._note_row)
        row.setContentsMargins(0, 0, 0, 10)
        self.note = QLineEdit(self)
        self.note.setPlaceholderText(self.tr("What should be different?"))
        self.note.setAccessibleName(self.tr("What should be different?"))
        self.note.returnPressed.connect(self._revise)
        send = QPushButton(self.tr("Send"), self)
        send.setAutoDefault(False)
        send.clicked.connect(self._revise)
        row.addWidget(self.note, 1)
        row.addWidget(send)
        self._note_row.hide()
        return self._note_row

    def _build_buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        self.revise_button = QPushButton(self.tr("Re&vise…"), self)
        self.revise_button.setAutoDefault(False)
        self.revise_button.clicked.connect(self._ask_note)
        self.discard_button = QPushButton(self.tr("&Discard"), self)
        self.discard_button.setAutoDefault(False)
        self.discard_button.clicked.connect(self.reject)
        self.approve_button = QPushButton(self.tr("&Approve and run"), self)
        self.approve_button.setDefault(True)
        self.approve_button.clicked.connect(self._approve)
        mark(self.approve_button, primary=True)
        row.addWidget(self.revise_button)
        row.addStretch(1)
        row.addWidget(self.discard_button)
        row.addWidget(self.approve_button)
        return row

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
