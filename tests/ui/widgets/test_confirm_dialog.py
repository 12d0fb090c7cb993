"""The question before an action: its layout, and its keys."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QPlainTextEdit, QPushButton
from pytestqt.qtbot import QtBot

from axon_desktop.theme.colors import LIGHT
from axon_desktop.ui.file_actions.confirm_move import ConfirmMoveDialog
from axon_desktop.ui.language.error_texts import join_sentences
from axon_desktop.ui.look.theme import apply_theme
from axon_desktop.ui.widgets.confirm_dialog import Question

pytestmark = pytest.mark.qt_log_ignore(r"propagateSizeHints|raise\(\)")

LONG = "It goes to the system’s trash, from where it can be brought back, and stays there until that is emptied."


@pytest.fixture(autouse=True)
def _theme(qapp: QApplication) -> None:
    apply_theme(qapp, LIGHT)


def shown(qtbot: QtBot, question: Question) -> Question:
    qtbot.addWidget(question)
    with qtbot.waitActive(question):
        question.show()
        question.activateWindow()
    return question


def ask(qtbot: QtBot, *, careful: bool = False, other: str = "") -> Question:
    return shown(qtbot, Question("Do it?", ["", LONG, "Yes."], "&Do", careful=careful, other_words=other))


@pytest.mark.parametrize("careful", [False, True])
def test_enter_agrees_only_to_what_does_no_harm(qtbot: QtBot, careful: bool) -> None:
    question = ask(qtbot, careful=careful)
    QTest.keyClick(question, Qt.Key.Key_Return)
    assert question.result() == (QDialog.DialogCode.Rejected if careful else QDialog.DialogCode.Accepted)
    assert question.isHidden()


def test_enter_does_what_the_button_with_the_focus_says(qtbot: QtBot) -> None:
    question = ask(qtbot)
    QTest.keyClick(question.accept_button, Qt.Key.Key_Backtab)
    assert question.focusWidget() is question.cancel_button
    QTest.keyClick(question.cancel_button, Qt.Key.Key_Return)
    assert question.result() == QDialog.DialogCode.Rejected


def test_third_way_has_a_result_of_its_own(qtbot: QtBot) -> None:
    question = ask(qtbot, careful=True, other="&Compare…")
    other = next(button for button in question.findChildren(QPushButton) if button.text() == "&Compare…")
    assert other.x() < question.cancel_button.x() < question.accept_button.x()
    other.click()
    assert question.result() == Question.OTHER


def test_sentences_stand_close_together(qtbot: QtBot) -> None:
    """Red when the dialog is as high as the text would need in a narrower one."""
    question = ask(qtbot)
    assert question.sentences == (LONG, "Yes.")
    labels = sorted(question.findChildren(QLabel), key=QLabel.y)
    for label in labels:
        assert label.height() == label.heightForWidth(label.width())
    gaps = [below.y() - above.geometry().bottom() - 1 for above, below in pairwise(labels)]
    assert gaps == [8, 8]
    assert question.accept_button.y() - labels[-1].geometry().bottom() - 1 == 12


def test_long_address_is_seen_whole(qtbot: QtBot) -> None:
    address = "https://example.com/" + "a" * 400
    question = shown(qtbot, Question("Open it?", [address], "&Open"))
    label = max(question.findChildren(QLabel), key=QLabel.height)
    assert label.text().replace("\u200b", "") == label.accessibleName() == address
    assert label.minimumSizeHint().width() <= label.width()
    assert question.rect().contains(label.geometry())


def test_tab_goes_from_what_is_asked_to_the_buttons(qtbot: QtBot) -> None:
    question = Question("Revise?", ["How?"], "&Revise")
    field = QPlainTextEdit(question)
    field.setTabChangesFocus(True)
    question.add_row(field)
    field.setFocus()
    shown(qtbot, question)
    for stop in (question.cancel_button, question.accept_button, field):
        QTest.keyClick(question.focusWidget(), Qt.Key.Key_Tab)
        assert question.focusWidget() is stop


def test_touched_notes_are_listed_above_the_buttons(qtbot: QtBot) -> None:
    question = ConfirmMoveDialog("Move it?", [LONG], [("Home.md", 2), ("Plan.md", 1)], "&Move")
    shown(qtbot, question)
    qtbot.waitUntil(question.accept_button.hasFocus)
    assert question.list.geometry().bottom() < question.accept_button.y()
    assert [question.list.item(row).text() for row in range(2)] == ["Home.md  ×2", "Plan.md"]


def test_sentences_are_joined_as_the_language_does(monkeypatch: pytest.MonkeyPatch) -> None:
    assert join_sentences("One.", "", "Two {x}.", "Three.") == "One. Two {x}. Three."
    assert join_sentences() == join_sentences("") == ""
    monkeypatch.setattr("axon_desktop.ui.language.error_texts.translate", lambda _context, _text: "{one}{two}")
    assert join_sentences("一。", "二。") == "一。二。"
