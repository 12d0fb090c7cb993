"""FindBars: the find bars of notes and conversations, each created at its first use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from axon_desktop.ui.editor.text_edit import NoteTextEdit
    from axon_desktop.ui.markdown_view import MarkdownView
    from axon_desktop.ui.search.find_bar import FindBar


class FindBars:
    """Has one bar for each view that was searched."""

    def __init__(self) -> None:
        self._bars: dict[QWidget, FindBar] = {}

    def open(self, view: QWidget, searched: MarkdownView | NoteTextEdit) -> None:
        """Open the bar of a view, which finds in its text."""
        from axon_desktop.ui.search.find_bar import FindBar  # not needed before the first paint

        bar = self._bars.get(view)
        if bar is None:
            bar = self._bars[view] = FindBar(view, searched)
        bar.open_bar()

    def forget_within(self, old: QWidget) -> None:
        """Drop the bars of views inside this widget."""
        for view in [view for view in self._bars if old.isAncestorOf(view)]:
            del self._bars[view]
