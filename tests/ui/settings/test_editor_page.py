"""What is chosen of the editor is seen at once, in open notes as well, and gone when it is not saved."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFontInfo
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from axon_desktop.settings.keys import KeyStore
from axon_desktop.settings.settings import EditorSettings, Settings
from axon_desktop.theme.look import NoteStyle
from axon_desktop.ui.editor.text_edit import NoteTextEdit
from axon_desktop.ui.look.theme import in_force, use_note_style
from axon_desktop.ui.markdown_view import MarkdownView
from axon_desktop.ui.settings.dialog import SettingsDialog


@pytest.fixture
def dialog(qtbot: QtBot) -> SettingsDialog:
    made = SettingsDialog(Settings(), KeyStore({}, backend=None), page="editor", note_pixels=18)
    qtbot.addWidget(made)
    return made


def test_choice_is_seen_in_the_page_and_in_open_notes_until_it_is_cancelled(
    qtbot: QtBot, dialog: SettingsDialog
) -> None:
    note, view = NoteTextEdit(), MarkdownView()
    for widget in (note, view):
        qtbot.addWidget(widget)
        widget.resize(1200, 300)
        widget.show()
    view.set_note("a", "text")
    page = dialog.editor
    family = page.code_font.itemData(page.code_font.count() - 1)
    page.code_font.setCurrentIndex(page.code_font.count() - 1)
    page.code_size.setValue(150)
    page.line_width.setCurrentIndex(page.line_width.findData("600"))
    page.line_numbers.setChecked(True)
    assert page.sample.note_looks.pixels >= 18
    assert page.sample.gutter.room() > 0
    assert (note.note_looks.width, view.column_width) == (600, 600)
    assert note.note_looks.font.families()[0] == family
    assert note.note_looks.font.pixelSize() == 20  # half as large again
    assert QFontInfo(note.note_looks.font).pixelSize() > 15
    QDialog.reject(dialog)  # as when the question whether to discard it was answered
    assert in_force.notes == NoteStyle()
    assert (note.note_looks.width, view.column_width) == (760, 760)


def test_page_keeps_what_it_does_not_show_and_gives_back_what_it_was_given(dialog: SettingsDialog) -> None:
    assert dialog.editor.editor() == EditorSettings()
    assert dialog.editor.text_size.value() == 18
    strange = EditorSettings(text_font="Font of elsewhere", line_width=1234, spelling_languages=("xx_XX",))
    other = SettingsDialog(Settings(editor=strange), KeyStore({}, backend=None), page="editor")
    try:
        assert other.editor.editor() == strange
    finally:
        other.deleteLater()
        use_note_style(NoteStyle())
