"""Queries of input methods and screen readers are answered in every window and dialog, without a crash."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QInputMethodQueryEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from axon_desktop.ui.editor.text_edit import NoteTextEdit
from axon_desktop.ui.markdown_view import MarkdownView
from axon_desktop.ui.runtime.ime_guard import GuardedTextEdit
from tests.ui.accessible_scenes import SCENES
from tests.ui.accessible_table import DIALOGS
from tests.ui.asked_by_system import QUERIES

ROOT = Path(__file__).parents[3]
_Query = Qt.InputMethodQuery


def ask(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Query in a process of its own, which a wrong answer crashes."""
    command = (sys.executable, "-X", "faulthandler", "-m", "tests.ui.asked_by_system", *arguments)
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)


def test_everything_that_is_asked_is_answered(tmp_path: Path) -> None:
    done = ask(str(tmp_path))
    assert done.returncode == 0, done.stderr[-2_000:]
    answers = json.loads(done.stdout)
    fields: dict[str, dict[str, int]] = answers["fields"]
    elements: dict[str, int] = answers["elements"]
    assert fields.keys() == elements.keys() == SCENES.keys() | DIALOGS.keys()
    assert {count for asked in fields.values() for count in asked.values()} == {len(QUERIES)}
    kinds = {title.partition(" ")[0] for asked in fields.values() for title in asked}
    assert kinds >= {"NoteTextEdit", "ChatInput", "FilterBox", "CommandBox", "QLineEdit", "QPlainTextEdit"}
    assert min(elements.values()) > 3
    assert sum(elements.values()) > 3_000


@pytest.mark.parametrize("fault", ["query", "interface"])
def test_answers_that_end_the_program_are_found(fault: str, tmp_path: Path) -> None:
    """Once PySide can convert them, the workaround can be removed."""
    assert ask(str(tmp_path), fault).returncode != 0


@pytest.mark.parametrize("query", [_Query.ImCursorRectangle, _Query.ImAnchorRectangle])
@pytest.mark.parametrize("together", [_Query(0), _Query.ImQueryInput, _Query.ImQueryAll])
@pytest.mark.parametrize("kind", [GuardedTextEdit, lambda: NoteTextEdit()])
def test_places_are_counted_from_the_corner_of_the_field(
    qtbot: QtBot, query: _Query, together: _Query, kind: type[GuardedTextEdit]
) -> None:
    field = kind()
    qtbot.addWidget(field)
    field.resize(400, 300)
    field.setViewportMargins(30, 20, 0, 0)
    field.show()
    event = QInputMethodQueryEvent(query | together)
    QApplication.sendEvent(field, event)
    corner = field.viewport().mapTo(field, QPoint())
    assert event.value(query).toRect() == field.cursorRect().translated(corner)


def test_a_note_offers_its_text_and_nothing_that_it_does_not_have(qtbot: QtBot) -> None:
    view = MarkdownView()
    qtbot.addWidget(view)
    view.resize(400, 300)
    view.show()
    view.set_note("Home", "# Home\n\nSome words.\n", path="Home.md")
    interface = QAccessible.queryAccessibleInterface(view)
    qtbot.waitUntil(lambda: "Some words." in interface.textInterface().text(0, 100))
    assert interface.actionInterface() is not None
    assert interface.attributesInterface() is None
    assert interface.editableTextInterface() is None
    assert interface.tableCellInterface() is None
