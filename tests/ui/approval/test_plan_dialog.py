import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from axon_desktop.agent.approval.approval import PlanAnswer
from axon_desktop.agent.plan.plan import Plan
from axon_desktop.ui.approval.plan_dialog import PlanDialog
from axon_desktop.ui.approval.plan_steps import StepEditor
from axon_desktop.ui.chat.cards.plan_card import PlanCard

STEPS = [("List Reading/", "a table"), ("Add status", "14 changes"), ("Write the index", "one new note")]


@pytest.fixture
def dialog(qtbot: QtBot) -> PlanDialog:
    dialog = PlanDialog(Plan.draft("tidy the reading list", STEPS))
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def _descriptions(dialog: PlanDialog) -> list[str]:
    return [step.description for step in dialog.edited().steps]


def _key(qtbot: QtBot, dialog: PlanDialog, key: Qt.Key, *, alt: bool = False) -> None:
    modifier = Qt.KeyboardModifier.AltModifier if alt else Qt.KeyboardModifier.NoModifier
    qtbot.keyClick(dialog.steps, key, modifier)


def test_approving_gives_the_plan_as_it_was(dialog: PlanDialog, qtbot: QtBot) -> None:
    plan = dialog.edited()
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    assert dialog.review.answer is PlanAnswer.APPROVE
    assert dialog.review.plan == plan


def test_escape_discards(dialog: PlanDialog, qtbot: QtBot) -> None:
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.review.answer is PlanAnswer.DISCARD


def test_steps_are_moved_added_and_removed_by_keys(dialog: PlanDialog, qtbot: QtBot) -> None:
    _key(qtbot, dialog, Qt.Key.Key_Down, alt=True)
    assert _descriptions(dialog) == ["Add status", "List Reading/", "Write the index"]
    _key(qtbot, dialog, Qt.Key.Key_Up, alt=True)
    _key(qtbot, dialog, Qt.Key.Key_Up, alt=True)  # it is the first step
    assert _descriptions(dialog) == ["List Reading/", "Add status", "Write the index"]
    _key(qtbot, dialog, Qt.Key.Key_Delete)
    assert _descriptions(dialog) == ["Add status", "Write the index"]
    _key(qtbot, dialog, Qt.Key.Key_Insert)
    assert len(dialog.edited().steps) == 3
    assert len({step.id for step in dialog.edited().steps}) == 3


def test_hint_names_the_keys_and_what_is_expected_has_one_word(dialog: PlanDialog, qtbot: QtBot) -> None:
    (hint,) = [label for label in dialog.findChildren(QLabel) if label.text().startswith("Review the plan before")]
    for key in ("Alt+Up", "Alt+Down", "F2"):
        assert key in hint.text()
    assert "Expect: a table" in dialog.steps.item(0).data(Qt.ItemDataRole.AccessibleTextRole)
    card = PlanCard(dialog.edited())
    qtbot.addWidget(card)
    assert "Expect: a table" in [label.text() for label in card.findChildren(QLabel)]


def test_a_step_is_edited_in_its_place(dialog: PlanDialog, qtbot: QtBot) -> None:
    _key(qtbot, dialog, Qt.Key.Key_F2)
    editor = dialog.steps.findChild(StepEditor)
    assert isinstance(editor, StepEditor)
    editor.description.selectAll()
    qtbot.keyClicks(editor.description, "Count notes")
    qtbot.keyClick(editor.description, Qt.Key.Key_Return)
    assert dialog.isVisible()
    editor.outcome.clear()  # an emptied field keeps its old text
    qtbot.keyClick(editor.outcome, Qt.Key.Key_Return)
    step = dialog.edited().steps[0]
    assert (step.description, step.expected_outcome) == ("Count notes", "a table")


def test_finished_steps_stay_first_and_as_they_are(qtbot: QtBot) -> None:
    plan = Plan.draft("go on", STEPS).with_step(1, "completed", "96 notes")
    dialog = PlanDialog(plan)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.steps.setCurrentRow(0)
    for key in (Qt.Key.Key_Delete, Qt.Key.Key_F2):
        _key(qtbot, dialog, key)
    _key(qtbot, dialog, Qt.Key.Key_Down, alt=True)
    assert dialog.steps.findChild(StepEditor) is None
    assert dialog.edited() == plan
    dialog.steps.setCurrentRow(1)
    _key(qtbot, dialog, Qt.Key.Key_Up, alt=True)
    assert dialog.edited() == plan
    # a drag to the top ends below the finished one
    model = dialog.steps.model()
    model.moveRow(dialog.steps.rootIndex(), 2, dialog.steps.rootIndex(), 0)
    assert _descriptions(dialog) == ["List Reading/", "Write the index", "Add status"]
    assert dialog.edited().steps[0] == plan.steps[0]


def test_a_request_for_another_plan_needs_words(dialog: PlanDialog, qtbot: QtBot) -> None:
    dialog.revise_button.click()
    qtbot.keyClick(dialog.note, Qt.Key.Key_Return)
    assert dialog.isVisible()
    qtbot.keyClicks(dialog.note, "no index please")
    qtbot.keyClick(dialog.note, Qt.Key.Key_Return)
    assert not dialog.isVisible()
    assert dialog.review.answer is PlanAnswer.REVISE
    assert dialog.review.note == "no index please"


def test_a_plan_without_open_steps_cannot_be_approved(dialog: PlanDialog, qtbot: QtBot) -> None:
    for _ in range(3):
        _key(qtbot, dialog, Qt.Key.Key_Delete)
    assert not dialog.approve_button.isEnabled()


def test_every_control_has_a_name(dialog: PlanDialog) -> None:
    assert dialog.steps.accessibleName()
    assert dialog.note.accessibleName()
    assert all(button.text() for button in dialog.findChildren(QPushButton))
