"""The settings page that says when the user is asked and how far a turn may go."""

from __future__ import annotations

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QPushButton,
    QSpinBox,
    QWidget,
)

from axon_desktop.settings import LimitSettings, SafetySettings
from axon_desktop.ui.chat.style import mark
from axon_desktop.ui.dialogs.fields import chooser, page_layout
from axon_desktop.ui.language import plain
from axon_desktop.vault.markdown.colors import Colors


class SafetyPage(QWidget):
    """Edits SafetySettings and LimitSettings."""

    def __init__(self, safety: SafetySettings, limits: LimitSettings, colors: Colors) -> None:
        super().__init__()
        self._rules = list(safety.rules)
        layout = page_layout(
            self, self.tr("Tools & safety"), self.tr("Whatever the rules say, all can be undone.")
        )
        form = QFormLayout()
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(8)
        layout.addLayout(form)
        self.mode = chooser(
            {
                "ask": self.tr("Ask first"),
                "apply": self.tr("Apply and let me undo"),
                "read_only": self.tr("Read only"),
            },
            safety.mode,
            colors,
        )
        self.calls = self._number(limits.calls_per_round, 1, 100)
        self.confirm = self._number(limits.confirm_round, 2, 1000)
        self.rounds = self._number(limits.max_rounds, 1, 1000)
        self.timeout = QDoubleSpinBox()
        self.timeout.setRange(0.1, 3600)
        self.timeout.setDecimals(1)
        self.timeout.lineEdit().setTextMargins(6, 0, 0, 0)
        self.timeout.setSuffix(self.tr(" s"))
        self.timeout.setValue(limits.tool_timeout)
        for label, field in (
            (self.tr("&Writing notes"), self.mode),
            (self.tr("Time for one tool &call"), self.timeout),
            (self.tr("Tool calls per &round"), self.calls),
            (self.tr("&Ask before round"), self.confirm),
            (self.tr("Sto&p after round"), self.rounds),
        ):
            form.addRow(label, field)
            field.setAccessibleName(plain(label))
        self._build_rules(form)
        layout.addStretch(1)

    def _number(self, value: int, least: int, most: int) -> QSpinBox:
        box = QSpinBox()
        box.setRange(least, most)
        box.setValue(value)
        box.lineEdit().setTextMargins(6, 0, 0, 0)
        return box

    def _build_rules(self, form: QFormLayout) -> None:
        label = QLabel(self.tr("Folders that you decided about once and for all:"))
        mark(label, tone="muted")
        form.addRow(label)
        self.rules = QListWidget()
        self.rules.setAccessibleName(self.tr("Folder rules"))
        self.rules.setFixedHeight(96)
        for rule in self._rules:
            folder = f"{rule.folder}/" if rule.folder else self.tr("whole vault")
            answer = self.tr("always apply") if rule.allow else self.tr("never write")
            self.rules.addItem(f"{folder} — {answer}")
        form.addRow(self.rules)
        self.remove = QPushButton(self.tr("Remo&ve rule"))
        self.remove.setEnabled(False)
        self.remove.clicked.connect(self._remove_rule)
        self.rules.currentRowChanged.connect(lambda row: self.remove.setEnabled(row >= 0))
        row = QHBoxLayout()
        row.addWidget(self.remove)
        row.addStretch(1)
        form.addRow(row)

    def _remove_rule(self) -> None:
        row = self.rules.currentRow()
        if row >= 0:
            self.rules.takeItem(row)
            del self._rules[row]

    def problem(self) -> tuple[str, QWidget] | None:
        """Return what is wrong and where; None when all is well."""
        if self.rounds.value() < self.confirm.value() - 1:
            return self.tr("The turn would stop before you are asked: raise the last round."), self.rounds
        return None

    def safety(self) -> SafetySettings:
        """Return when the user is asked."""
        return SafetySettings(mode=self.mode.currentData(), rules=list(self._rules))

    def limits(self, old: LimitSettings) -> LimitSettings:
        """Return how far a turn may go."""
        return msgspec.structs.replace(
            old,
            tool_timeout=self.timeout.value(),
            calls_per_round=self.calls.value(),
            confirm_round=self.confirm.value(),
            max_rounds=self.rounds.value(),
        )
