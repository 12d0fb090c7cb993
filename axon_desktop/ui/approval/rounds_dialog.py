"""RoundsDialog: asks whether a turn that uses many rounds continues."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QScrollArea, QWidget

from axon_desktop.agent.approval.approval import RoundAnswer, RoundSummary
from axon_desktop.ui.chat.cards.wording import call_argument
from axon_desktop.ui.language.formats import format_cost, format_tokens
from axon_desktop.ui.look.parts import STRETCH, fill_dialog, hbox, push_button, text_label
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.stylesheet import mono_font, wear_dialog
from axon_desktop.ui.widgets.labels import WarningLabel


class RoundsDialog(QDialog):
    """Shows what was done so far; `answer` holds the user's answer once it is closed."""

    def __init__(self, summary: RoundSummary, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.answer = RoundAnswer.STOP
        """Closing the window in any way stops the turn."""
        self._summary = summary
        done = summary.next_round - 1
        self._all_called = len({number for number, _ in summary.calls}) == done
        """Whether each round called a tool; rounds that only present a plan count too."""
        words = (
            self.tr("{count} rounds of tool calls done") if self._all_called else self.tr("{count} rounds done")
        )
        one = self.tr("One round of tool calls done") if self._all_called else self.tr("One round done")
        title = one if done == 1 else words.format(count=self._number(done).capitalize())
        self.setWindowTitle(title)
        wear_dialog(self)
        heading = WarningLabel(title, self, kind="title")
        question = text_label(self._question(done), self, wraps=True)
        fill_dialog(self, heading, 6, question, 10, self._build_calls(), 12, self._build_buttons(), spacing=0)
        self.setFixedWidth(px(430))

    def _number(self, number: int) -> str:
        words = (
            self.tr("one"), self.tr("two"), self.tr("three"), self.tr("four"), self.tr("five"),
            self.tr("six"), self.tr("seven"), self.tr("eight"), self.tr("nine"),
        )  # fmt: skip
        return words[number - 1] if 0 < number <= len(words) else str(number)

    def _question(self, done: int) -> str:
        usage = self._summary.usage
        tokens = usage.prompt_tokens + usage.completion_tokens
        calls = len(self._summary.calls)
        amount = self.tr("1 call") if calls == 1 else self.tr("{count} calls").format(count=calls)
        if tokens:
            amount = self.tr("{calls}, {tokens} tokens").format(calls=amount, tokens=format_tokens(tokens))
        if self._summary.cost is not None:
            amount = f"{amount}, {format_cost(self._summary.cost)}"
        words = (
            self.tr("Axon has run {count} rounds of tool calls ({amount}). Continue with round {next}?")
            if self._all_called
            else self.tr(
                "Axon has asked the model {count} times ({amount}); planning and thinking count too."
                " Continue with round {next}?"
            )
        )
        if done == 1:
            words = self.tr("Axon has asked the model once ({amount}). Continue with round {next}?")
        return words.format(count=self._number(done), amount=amount, next=self._summary.next_round)

    def lines(self) -> list[str]:
        """Return one line per round, with the number of calls of each tool."""
        rounds: dict[int, dict[str, list[str]]] = {number: {} for number in range(1, self._summary.next_round)}
        for number, call in self._summary.calls:
            rounds.setdefault(number, {}).setdefault(call.tool, []).append(call_argument(call))
        lines = []
        for number, tools in rounds.items():
            parts = []
            for tool, arguments in tools.items():
                same = len(set(arguments)) == 1
                shown = f"{tool} {arguments[0]}".rstrip() if same else tool
                parts.append(f"{shown} ×{len(arguments)}" if len(arguments) > 1 else shown)
            nothing = self.tr("planning or thinking")
            lines.append(f"{number} · {', '.join(parts) or nothing}")
        return lines

    def _build_calls(self) -> QWidget:
        lines = self.lines()
        text = text_label("\n".join(lines), self, wraps=True, plain=True)
        text.setFont(mono_font())
        text.setContentsMargins(10, 7, 10, 7)
        card = QScrollArea(self)
        card.setAccessibleName(self.tr("What was done"))
        card.setObjectName("calls")
        card.setFrameShape(QFrame.Shape.NoFrame)
        card.setWidgetResizable(True)
        card.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        card.setWidget(text)
        card.setFixedHeight(min(240, text.heightForWidth(px(390)) + 2))
        return card

    def _build_buttons(self) -> QHBoxLayout:
        self.stop_button = push_button(self.tr("&Stop"), self, self.reject)
        self.quiet_button = push_button(
            self.tr("&Don’t ask again for this request"), self, lambda: self._finish(RoundAnswer.CONTINUE_TURN)
        )
        self.continue_button = push_button(
            self.tr("&Continue"), self, lambda: self._finish(RoundAnswer.CONTINUE), default=True, primary=True
        )
        row = hbox(self.stop_button, STRETCH, self.quiet_button, self.continue_button)
        self.continue_button.setFocus()
        return row

    def _finish(self, answer: RoundAnswer) -> None:
        self.answer = answer
        self.accept()
