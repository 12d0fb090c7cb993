"""What the user is looking at in the note pane that was used last, for the agent."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from axon_desktop.ui.markdown_view import MarkdownView
from axon_desktop.ui.note.pane import NotePane

if TYPE_CHECKING:
    from axon_desktop.agent.context.focus import Focus
    from axon_desktop.ui.groups.note_groups import NoteGroups

_SELECTION_LIMIT = 40_000
"""Maximum characters of a selection that are sent to the agent, which can read the note for more."""


def reading_focus(preview: NotePane) -> Focus:
    """Return the shown note, and the selection in it."""
    from axon_desktop.agent.context.focus import Focus  # not needed before the first request

    shown = preview.body.searched
    if shown is None:
        return Focus(preview.path)
    if isinstance(shown, MarkdownView):
        size = sum(chunk.size for chunk, _, _ in shown.selection.chunks())
    else:
        cursor = shown.edit.textCursor()
        size = cursor.selectionEnd() - cursor.selectionStart()
    text = shown if isinstance(shown, MarkdownView) else shown.edit
    return Focus(preview.path, text.selected_text() if size <= _SELECTION_LIMIT else "")


class ReadingListener(QObject):
    """Emits when another note is open or another text selected in it."""

    changed = Signal()

    def __init__(self, groups: NoteGroups) -> None:
        super().__init__(groups)
        self._connected: set[QObject] = set()
        groups.used.connect(self.changed)
        groups.each(self._follow)

    def _follow(self, pane: NotePane) -> None:
        pane.note_opened.connect(self.changed)
        pane.tabs.current_changed.connect(self.changed)
        pane.body.currentChanged.connect(partial(self._page_shown, pane))
        self._page_shown(pane)

    def _page_shown(self, pane: NotePane, _page: int = 0) -> None:
        """Connect to the source and to the rendered note, each of which is created at its first use."""
        editor, view = pane.body.made_editor, pane.body.made_view
        if editor is not None and editor not in self._connected:
            self._connected.add(editor)
            editor.edit.selectionChanged.connect(self.changed)
        if view is not None and view not in self._connected:
            self._connected.add(view)
            view.selection_changed.connect(self.changed)
        self.changed.emit()
