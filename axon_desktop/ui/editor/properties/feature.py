"""The form of properties in the window: Add property is an action, and whether it is folded is remembered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from axon_desktop.ui.editor.view import EditorView
    from axon_desktop.ui.note.pane import NotePane
    from axon_desktop.ui.window.main_window import MainWindow

_FOLDED = "properties_folded"


class PropertiesFeature(QObject):
    """Connects the editors of all panes."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        window.menus.actions["file.add_property"].triggered.connect(self._add)
        window.groups.each(self._connect)

    def _connect(self, pane: NotePane) -> None:
        pane.body.editor_made.connect(self._prepare)
        if pane.body.made_editor is not None:
            self._prepare(pane.body.made_editor)

    def _prepare(self, editor: EditorView) -> None:
        form = editor.edit.properties
        form.set_folded(self._window.state.value(_FOLDED, False, bool) is True)
        form.fold_changed.connect(lambda folded: self._window.state.setValue(_FOLDED, folded))

    def _add(self) -> None:
        """Begin a property in the open note, which is shown live for that."""
        pane = self._window.preview
        if not pane.has_note:
            return
        pane.set_mode("live")
        if pane.body.shows_editor:
            pane.body.editor.edit.properties.add_property()
