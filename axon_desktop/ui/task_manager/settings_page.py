"""The settings page of the Task Manager: whether turns are reported, to which one, and as what."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFormLayout, QGridLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from axon_desktop.agent_sync import DEFAULT_URL, EXECUTION_VARIABLE, URL_VARIABLE
from axon_desktop.agent_sync.clients.factory import is_mocked
from axon_desktop.agent_sync.target import address_of, given_address, given_execution, without_password
from axon_desktop.net_address import host_of
from axon_desktop.settings.settings import TaskManagerSettings
from axon_desktop.ui.look.check_box import CheckBox
from axon_desktop.ui.look.parts import add_parts, text_label
from axon_desktop.ui.task_manager.health_test import HealthTest
from axon_desktop.ui.widgets.form_fields import add_row, form_layout, let_wrap_in_form, page_layout, part_heading


class TaskManagerPage(QWidget):
    """Edits TaskManagerSettings; values from the environment take precedence, and are labelled."""

    def __init__(self, settings: TaskManagerSettings) -> None:
        super().__init__()
        self._settings = settings
        self._given_url, self._given_execution = given_address(), given_execution()
        layout = page_layout(
            self,
            self.tr("Task Manager"),
            self.tr(
                "Nova Agent Sync: a Task Manager hands out tasks and shows the progress of the agents that do"
                " them."
            ),
        )
        self.report = CheckBox(self.tr("&Report Axon’s turns to a Task Manager"))
        self.report.setChecked(settings.report or bool(self._given_execution))
        self.report.setEnabled(not self._given_execution)
        add_parts(layout, (self.report, 0, Qt.AlignmentFlag.AlignLeft), 12)
        form = form_layout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        layout.addLayout(form)
        self.url = self._add(form, self.tr("&Address"), settings.url, without_password(self._given_url))
        self.url.setPlaceholderText(DEFAULT_URL)
        if self._given_url:
            self._add_words(form, self.tr("Set by the variable {name}.").format(name=URL_VARIABLE))
        self.execution = self._add(form, self.tr("&Execution ID"), settings.execution_id, self._given_execution)
        if self._given_execution:
            words = self.tr("Set by the variable {name}, which also switches the reports on.")
            self._add_words(form, words.format(name=EXECUTION_VARIABLE))
        else:
            self._add_words(form, self.tr("The Task Manager shows it for each task."))
        self.test = HealthTest(self)
        self.test.button.clicked.connect(self._start_test)
        self.url.textEdited.connect(self.test.stop)
        form.addRow("", self.test)
        if is_mocked():
            self._add_words(form, self.tr("{name} is set: nothing leaves Axon.").format(name="USE_MOCK_CLIENT"))
        self._explain(layout)
        layout.addStretch(1)

    def _add(self, form: QFormLayout, label: str, text: str, given: str) -> QLineEdit:
        """Add a field; one with a value from the environment is read-only."""
        field = QLineEdit(given or text.strip(), self)
        field.setReadOnly(bool(given))
        field.setEnabled(not given)
        add_row(form, label, field)
        return field

    def _add_words(self, form: QFormLayout, text: str) -> None:
        words = self._words(text)
        let_wrap_in_form(words)
        form.addRow("", words)

    def _words(self, text: str) -> QLabel:
        return text_label(text, self, wraps=True, tone="muted")

    def _explain(self, layout: QVBoxLayout) -> None:
        facts = (
            self.tr("The ID of the conversation, as the session that works on the execution."),
            self.tr(
                "Each step of a plan: its description, the expected result, how it ended, and the model’s summary."
            ),
            self.tr(
                "Each tool call: the tool, the notes and folders that it names, how it ended, and what kind of"
                " error it had. For a tool of an MCP server, only its name and how it ended."
            ),
        )
        never = self.tr(
            "The contents of your notes, your messages, the answers and everything else in a"
            " call are never sent. Only the model’s summary of a step may quote a note."
        )
        calm = self.tr("No turn waits for the Task Manager, and none fails because of it.")
        rows = QGridLayout()
        rows.setColumnStretch(1, 1)
        rows.setHorizontalSpacing(6)
        rows.setVerticalSpacing(4)
        for row, text in enumerate(facts):
            rows.addWidget(self._words("•"), row, 0, Qt.AlignmentFlag.AlignTop)
            rows.addWidget(self._words(text), row, 1)
        for row, text in enumerate((never, calm), len(facts)):
            rows.addWidget(self._words(text), row, 0, 1, 2)
        add_parts(layout, 16, part_heading(self.tr("What is reported")), 6, rows)

    def _start_test(self) -> None:
        problem = self._address_problem()
        if problem:
            self.test.show_words(problem, "err")
        else:
            self.test.start(address_of(self.url.text()))

    def _address_problem(self) -> str:
        address = self.url.text().strip()
        is_web = address.lower().startswith(("http://", "https://")) and bool(host_of(address))
        if not address or is_web:
            return ""
        return self.tr(
            "This is not an address. An address begins with http:// or https://, such as {example}"
        ).format(example=DEFAULT_URL)

    def problem(self) -> tuple[str, QWidget] | None:
        """Return the error and its field; None if all is well."""
        if self.report.isChecked() and (wrong := self._address_problem()) and not self._given_url:
            return wrong, self.url
        if self.report.isChecked() and not self.execution.text().strip():
            return self.tr(
                "Enter the ID of the execution that Axon works on, or switch the reports off."
            ), self.execution
        return None

    def settings(self) -> TaskManagerSettings:
        """Return the settings, without the values from the environment."""
        old = self._settings
        return TaskManagerSettings(
            report=old.report if self._given_execution else self.report.isChecked(),
            url=old.url if self._given_url else self.url.text().strip(),
            execution_id=old.execution_id if self._given_execution else self.execution.text().strip(),
        )
