"""PlanCard: a plan in the transcript with the state of its steps, updated in place while it runs."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QHideEvent, QPainter, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QWidget

from axon_desktop.agent.plan.plan import Plan, PlanStep, StepStatus
from axon_desktop.ui.chat.cards.state_icon import Spinner, paint_step
from axon_desktop.ui.look.parts import STRETCH, add_parts, hbox, text_label, vbox
from axon_desktop.ui.look.stylesheet import let_wrap, mark, plain_tip
from axon_desktop.ui.look.theme import current_colors

_SIGN = 12
_BAR = 3
_REASON_LENGTH = 240


class PlanCard(QWidget):
    """Shows goal, steps and progress; offers to continue when the plan has stopped."""

    resume_requested = Signal()
    skip_requested = Signal(int)
    """Id of the failed step."""
    retry_requested = Signal(int)
    """Id of the failed step."""
    revise_requested = Signal()

    def __init__(self, plan: Plan, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.plan = plan
        self._discarded = False
        self._rows: dict[int, _StepRow] = {}
        layout = vbox(self._build_head(), parent=self, margins=(10, 8, 10, 9), spacing=6)
        self._goal = QLabel(self)
        _selectable(self._goal)
        layout.addWidget(self._goal)
        self._bar = _Bar(self)
        layout.addWidget(self._bar)
        self._steps = vbox(spacing=5)
        add_parts(layout, self._steps, self._build_buttons())
        let_wrap(self)
        self.set_plan(plan)

    def _build_head(self) -> QHBoxLayout:
        title = QLabel(self.tr("Plan"), self)
        bold = QFont()  # leaves the size to the window
        bold.setBold(True)
        title.setFont(bold)
        self.progress = text_label("", self, tone="muted")
        return hbox(title, STRETCH, self.progress, spacing=-1)

    def _build_buttons(self) -> QWidget:
        self._offers = QWidget(self)
        self.resume = QPushButton(self.tr("Res&ume"), self._offers)
        self.retry = QPushButton(self.tr("Re&try step"), self._offers)
        self.skip = QPushButton(self.tr("S&kip step"), self._offers)
        self.revise = QPushButton(self.tr("Revi&se…"), self._offers)
        self.resume.clicked.connect(self.resume_requested)
        self.retry.clicked.connect(lambda: self.retry_requested.emit(_failed_step(self.plan)))
        self.skip.clicked.connect(lambda: self.skip_requested.emit(_failed_step(self.plan)))
        self.revise.clicked.connect(self.revise_requested)
        offers = (self.resume, self.retry, self.skip, self.revise)
        hbox(*offers, STRETCH, parent=self._offers, margins=(0, 2, 0, 0), spacing=7)
        self._offers.hide()
        return self._offers

    # --- what happened -------------------------------------------------------------------------------------------

    def set_plan(self, plan: Plan) -> None:
        """Show the plan's new state."""
        if [step.id for step in plan.steps] != list(self._rows):
            for row in self._rows.values():
                self._steps.removeWidget(row)
                row.hide()
                row.deleteLater()
            self._rows = {step.id: _StepRow(self) for step in plan.steps}
            for row in self._rows.values():
                self._steps.addWidget(row)
        self.plan = plan
        self._goal.setText(plan.goal)
        for number, step in enumerate(plan.steps, 1):
            self._rows[step.id].show_step(number, step)
        self._changed()

    def start_step(self, step: int) -> None:
        """Show that a step is running."""
        self.set_plan(self.plan.with_step(step, "running"))

    def end_step(self, step: int, result: str, *, success: bool) -> None:
        """Show the result of a step."""
        self.set_plan(self.plan.with_step(step, "completed" if success else "failed", result))

    def rest(self) -> bool:
        """Show that nothing is running, offer actions for the remaining steps, and tell whether there are any."""
        running = [step for step in self.plan.steps if step.status == "running"]
        for step in running:
            self._rows[step.id].set_status("pending")
        left = any(step.status in ("pending", "running", "failed") for step in self.plan.steps)
        failed = any(step.status == "failed" for step in self.plan.steps)
        self.resume.setVisible(not failed)
        self.retry.setVisible(failed)
        self.skip.setVisible(failed)
        stands = left and self.plan.status != "completed" and not self._discarded
        self._offers.setVisible(stands)
        self.updateGeometry()
        return stands

    def discard(self) -> None:
        """Remove the actions for good: the user discarded this plan."""
        self._discarded = True
        self.settle()

    def settle(self) -> None:
        """Remove the actions: the conversation has continued."""
        self._offers.hide()
        self.updateGeometry()

    def title(self) -> str:
        """Return the progress of the plan."""
        total, done, skipped = len(self.plan.steps), self._count("completed"), self._count("skipped")
        if self.plan.status == "draft":
            return self.tr("1 step") if total == 1 else self.tr("{total} steps").format(total=total)
        if done == total:
            return self.tr("Step done") if total == 1 else self.tr("All {total} steps done").format(total=total)
        if done + skipped == total:
            text = self.tr("{done} of {total} steps done, {skipped} skipped")
            return text.format(done=done, total=total, skipped=skipped)
        place = next((i for i, step in enumerate(self.plan.steps, 1) if step.status in ("running", "failed")), 0)
        return self.tr("Step {step} / {total}").format(step=place or done + skipped + 1, total=total)

    def _count(self, status: StepStatus) -> int:
        return sum(step.status == status for step in self.plan.steps)

    def _changed(self) -> None:
        self.progress.setText(self.title())
        self._bar.set_fraction(self._count("completed") / max(1, len(self.plan.steps)))
        name = self.tr("Plan")
        self.setAccessibleName(f"{name}: {self.plan.goal}, {self.title()}")
        self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the frame."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(current_colors().line), 1))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 7, 7)


class _StepRow(QWidget):
    """One step: icon, description, expected result, and why it failed."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._words = {
            "pending": self.tr("not done yet"),
            "running": self.tr("running"),
            "completed": self.tr("done"),
            "failed": self.tr("failed"),
            "skipped": self.tr("skipped"),
        }
        self._text = ""
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(1)
        grid.setColumnStretch(1, 1)
        self._icon = _StateIcon(self)
        self._description = QLabel(self)
        self._outcome = QLabel(self)
        self._reason = QLabel(self)
        grid.addWidget(self._icon, 0, 0, Qt.AlignmentFlag.AlignTop)
        for line, label in enumerate((self._description, self._outcome, self._reason)):
            _selectable(label)
            grid.addWidget(label, line, 1)
        mark(self._outcome, tone="muted", kind="small")
        mark(self._reason, tone="err", kind="small")

    def show_step(self, number: int, step: PlanStep) -> None:
        """Show a step's new state."""
        self._text = f"{number}. {step.description}"
        self._description.setText(self._text)
        self._outcome.setText(self.tr("Expect: {outcome}").format(outcome=step.expected_outcome))
        # The result of a finished step is in the conversation, once and as Markdown.
        reason = " ".join((step.result or "").split()) if step.status == "failed" else ""
        self._reason.setText(reason if len(reason) <= _REASON_LENGTH else reason[:_REASON_LENGTH] + "…")
        self._reason.setToolTip(plain_tip(reason))
        self._reason.setVisible(bool(reason))
        self.set_status(step.status)

    def set_status(self, status: StepStatus) -> None:
        """Show another icon."""
        self._icon.set_status(status)
        self.setAccessibleName(f"{self._text}, {self._words[status]}")


class _StateIcon(QWidget):
    """The icon of a step; it is animated while the step is running and visible."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._status: StepStatus = "pending"
        self._turning = Spinner(self)
        self._turning.timeout.connect(self.update)
        self.setFixedSize(QSize(_SIGN, _SIGN + 4))

    def set_status(self, status: StepStatus) -> None:
        self._status = status
        self._run_timer()
        self.update()

    def _run_timer(self) -> None:
        self._turning.turn(wanted=self._status == "running" and self.isVisible())

    def showEvent(self, event: QShowEvent) -> None:
        self._run_timer()

    def hideEvent(self, event: QHideEvent) -> None:
        self._run_timer()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_step(painter, QRectF(0, 3, _SIGN, _SIGN), self._status, self._turning.phase)


class _Bar(QWidget):
    """A thin progress bar."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._fraction = 0.0
        self.setFixedHeight(_BAR)

    def set_fraction(self, fraction: float) -> None:
        self._fraction = fraction
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        colors = current_colors()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colors.line))
        painter.drawRoundedRect(QRectF(self.rect()), 1.5, 1.5)
        painter.setBrush(QColor(colors.accent))
        painter.drawRoundedRect(QRectF(0, 0, self.width() * self._fraction, _BAR), 1.5, 1.5)


def _failed_step(plan: Plan) -> int:
    """Return the id of the step that failed."""
    return next(step.id for step in plan.steps if step.status == "failed")


def _selectable(label: QLabel) -> None:
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
