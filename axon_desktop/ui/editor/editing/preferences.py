"""EditorPreferences: what the user has set of writing, in every editor of the window, and switched by the menu."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import QLocale, QObject

from axon_desktop.ui.aio import spawn
from axon_desktop.ui.editor.editing.format_bar import FormatBar

if TYPE_CHECKING:
    from axon_desktop.settings.settings import EditorSettings
    from axon_desktop.ui.editor.spelling.checker import SpellChecker
    from axon_desktop.ui.editor.text_edit import NoteTextEdit
    from axon_desktop.ui.note.pane import NotePane
    from axon_desktop.ui.window.main_window import MainWindow

_SWITCHES = {"writing.line_numbers": "line_numbers", "writing.typewriter": "typewriter",
             "writing.spelling": "spelling"}  # fmt: skip
"""The action that switches each setting."""


class EditorPreferences(QObject):
    """Of one window."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        for action, name in _SWITCHES.items():
            window.menus.actions[action].triggered.connect(partial(self._switch, name))
        window.groups.each(lambda pane: pane.body.currentChanged.connect(lambda _page: self._prepare_in(pane)))
        self._checker: SpellChecker | None = None
        window.editor_changed.connect(self._apply)
        self._apply()

    def _switch(self, name: str, on: bool) -> None:
        if self._window.editor_settings is not None:
            changed = msgspec.structs.replace(self._window.editor_settings, **{name: on})
            self._window.editor_requested.emit(changed)

    def _apply(self) -> None:
        settings = self._window.editor_settings
        if settings is not None:
            for action, name in _SWITCHES.items():
                self._window.menus.actions[action].setChecked(getattr(settings, name))
        for pane in self._window.groups.all:
            self._prepare_in(pane)

    def _prepare_in(self, pane: NotePane) -> None:
        if pane.body.made_editor is not None:
            self.prepare(pane.body.made_editor.edit)

    def prepare(self, edit: NoteTextEdit) -> None:
        """Let a text box be as the user wants it."""
        settings = self._window.editor_settings
        if settings is None:
            return
        edit.editing.closes_pairs = settings.close_brackets
        edit.set_tab_width(settings.tab_width)
        edit.set_typewriter(settings.typewriter)
        edit.gutter.set_numbered(settings.line_numbers)
        self._check_spelling(edit, settings)
        bar = edit.findChild(FormatBar)
        if bar is not None:
            bar.is_wanted = settings.format_bar

    def _check_spelling(self, edit: NoteTextEdit, settings: EditorSettings) -> None:
        """Have words looked up, where somebody writes."""
        from axon_desktop.ui.editor.spelling.checker import SpellChecker
        from axon_desktop.ui.editor.spelling.underlines import SpellUnderlines

        if self._checker is None:
            if not settings.spelling:
                return
            self._checker = SpellChecker(self)
            self._window.context.left.connect(self._checker.end)
        languages = QLocale().name(), *QLocale.system().uiLanguages()
        self._checker.use(settings.spelling_languages, languages, on=settings.spelling)
        if edit.findChild(SpellUnderlines) is None:
            SpellUnderlines(edit, self._checker)

    def go_to_misspelled(self, edit: NoteTextEdit) -> None:
        """Go to the next word that is not right; say so where spelling is not checked."""
        from axon_desktop.ui.editor.spelling.underlines import SpellUnderlines, say_at_caret

        underlines, settings = edit.findChild(SpellUnderlines), self._window.editor_settings
        if underlines is None or settings is None or not settings.spelling:
            say_at_caret(edit, self.tr("Spelling is not checked: see View → Writing."))
        else:
            spawn(underlines.go_to_next(), name="next misspelled word")
