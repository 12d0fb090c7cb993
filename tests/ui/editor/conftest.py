"""A note that is being written."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from axon_desktop.ui.editor.text_edit import NoteTextEdit


@pytest.fixture
def edit(qtbot: QtBot) -> NoteTextEdit:
    """Return a text box in Live that has the keyboard."""
    made = NoteTextEdit()
    qtbot.addWidget(made)
    made.resize(700, 500)
    made.set_live(True)
    made.show()
    made.activateWindow()
    made.setFocus()
    qtbot.waitUntil(made.hasFocus)
    return made
