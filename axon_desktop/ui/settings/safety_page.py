"""SafetyPage: when the user is asked, permanent decisions, and the limits of a turn."""

from __future__ import annotations

import msgspec
from PySide6.QtWidgets import QFormLayout, QLabel, QVBoxLayout, QWidget

from axon_desktop.settings.settings import LimitSettings, SafetySettings
from axon_desktop.tools.shell.run_command import HAS_COMMANDS
from axon_desktop.ui.look.check_box import CheckBox
from axon_desktop.ui.look.parts import STRETCH, add_parts, hbox, push_button, text_label
from axon_desktop.ui.look.stylesheet import mark
from axon_desktop.ui.settings.rule_list import RuleList
from axon_desktop.ui.settings.sandbox_status import SandboxStatusLabel
from axon_desktop.ui.widgets.form_fields import (
    DecimalBox,
    NumberBox,
    add_row,
    chooser,
    form_layout,
    let_wrap_in_form,
    page_layout,
    part_heading,
)

_FEWEST_TOKENS = 1_000
"""Minimum limit; no request fits in less."""


class SafetyPage(QWidget):
    """Edits SafetySettings and LimitSettings."""

    def __init__(self, safety: SafetySettings, limits: LimitSettings, *, vault_id: str = "") -> None:
        """Take the settings to edit, and the open vault: rules of others are labelled."""
        super().__init__()
        self._safety = safety
        self._mode_shown = safety.mode
        layout = page_layout(
            self, self.tr("Tools & safety"), self.tr("Whatever the rules say, changes to notes can be undone.")
        )
        form = form_layout()
        layout.addLayout(form)
        self.mode = chooser(
            {
                "ask": self.tr("Ask first"),
                "apply": self.tr("Apply and let me undo"),
                "read_only": self.tr("Read only"),
            },
            safety.mode,
        )
        self.calls = self._number(limits.calls_per_round, 1, 100)
        self.confirm = self._number(limits.confirm_round, 1, 1000)
        self.rounds = self._number(limits.max_rounds, 1, 1000)
        self.timeout = DecimalBox()
        self.timeout.setRange(0.1, 3600)
        self.timeout.setDecimals(1)
        self.timeout.setSuffix(self.tr(" s"))
        self.timeout.setValue(limits.tool_timeout)
        self.tokens = self._number(limits.turn_tokens or 0, 0, 1_000_000_000)
        self.tokens.setSingleStep(10_000)
        self.tokens.setGroupSeparatorShown(True)
        self.cost = DecimalBox()
        self.cost.setRange(0, 10_000)
        self.cost.setDecimals(2)
        self.cost.setPrefix("$ ")
        self.cost.setValue(limits.turn_cost or 0)
        for ceiling in (self.tokens, self.cost):
            ceiling.setSpecialValueText(self.tr("no limit"))
        for label, field in (
            (self.tr("&Writing notes"), self.mode),
            (self.tr("Time limit per tool &call"), self.timeout),
            (self.tr("Tool calls per &round"), self.calls),
            (self.tr("&Ask before round"), self.confirm),
            (self.tr("Sto&p after round"), self.rounds),
            (self.tr("&Token limit per request"), self.tokens),
            (self.tr("Cost limit per re&quest"), self.cost),
        ):
            add_row(form, label, field)
        self._build_commands(form, on=safety.commands)
        self.rules = RuleList(safety.rules, safety.tools, vault_id, self)
        self._build_rules(layout)
        layout.addStretch(1)

    def _number(self, value: int, least: int, most: int) -> NumberBox:
        box = NumberBox()
        box.setRange(least, most)
        box.setValue(value)
        return box

    def _build_commands(self, form: QFormLayout, *, on: bool) -> None:
        self.commands = CheckBox(self.tr("&Let the model ask to run commands"))
        self.commands.setChecked(on)
        words = text_label(
            self.tr("You see every command and are asked each time. Not everything a program does can be undone.")
            if HAS_COMMANDS
            else self.tr("Axon cannot run commands on Windows: it could not stop all that a command starts."),
            wraps=True,
        )
        self.commands.setEnabled(HAS_COMMANDS)
        let_wrap_in_form(words)
        mark(words, tone="muted")
        form.addRow(QLabel(self.tr("Commands")), self.commands)
        self.sandbox = SandboxStatusLabel()
        self.commands.toggled.connect(self.sandbox.setVisible)
        form.addRow("", words)
        form.addRow("", self.sandbox)
        self.sandbox.setVisible(on and HAS_COMMANDS)

    def _build_rules(self, layout: QVBoxLayout) -> None:
        label = part_heading(self.tr("Rules you have set"))
        self.no_rules = text_label(
            self.tr("No rules yet. Choosing “Always” or “Never” when Axon asks about a change adds a rule here."),
            wraps=True,
            tone="muted",
        )
        label.setBuddy(self.rules)
        self.remove = push_button(self.tr("Remo&ve rule"), clicked=self.rules.remove_current)
        self.remove_all = push_button(self.tr("Remove all r&ules"), clicked=self.rules.remove_all)
        self.rules.rules_changed.connect(self._show_rules)
        self.rules.currentRowChanged.connect(self._show_rules)
        row = hbox(self.remove, self.remove_all, STRETCH)
        add_parts(layout, 16, label, 6, self.no_rules, self.rules, 8, row)
        self._show_rules()

    def _show_rules(self) -> None:
        some = self.rules.count() > 0
        if not some and self.rules.hasFocus():
            self.commands.setFocus()
        self.no_rules.setVisible(not some)
        for widget in (self.rules, self.remove, self.remove_all):
            widget.setVisible(some)
        self.remove.setEnabled(self.rules.currentRow() >= 0)

    def problem(self) -> tuple[str, QWidget] | None:
        """Return the error and its field; None if all is well."""
        if self.rounds.value() < self.confirm.value() - 1:
            return self.tr("The turn would stop before you are asked. Increase “Stop after round”."), self.rounds
        return None

    def entered(self) -> object:
        """Return the input on this page, independent of decisions made elsewhere."""
        limits = self.limits(LimitSettings())
        return self.mode.currentData(), self.commands.isChecked(), tuple(self.rules.removed), limits

    def safety(self) -> SafetySettings:
        """Return the safety settings: the current ones, including recent answers, with the changes."""
        now, removed, mode = self._safety, self.rules.removed, self.mode.currentData()
        return SafetySettings(
            mode=now.mode if mode == self._mode_shown else mode,
            rules=[rule for rule in now.rules if rule not in removed],
            tools=[rule for rule in now.tools if rule not in removed],
            commands=self.commands.isChecked(),
        )

    def limits(self, old: LimitSettings) -> LimitSettings:
        """Return the limits of a turn."""
        return msgspec.structs.replace(
            old,
            tool_timeout=self.timeout.value(),
            calls_per_round=self.calls.value(),
            confirm_round=self.confirm.value(),
            max_rounds=self.rounds.value(),
            turn_tokens=max(_FEWEST_TOKENS, self.tokens.value()) if self.tokens.value() else None,
            turn_cost=self.cost.value() or None,
        )
